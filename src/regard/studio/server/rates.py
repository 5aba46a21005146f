"""How often one client may ask: a bucket each, filled in the course of time."""

import time
from collections import OrderedDict
from collections.abc import Callable


class Rates:
    """`rate` requests a second of each client in the long run, `burst` at once."""

    def __init__(self, rate: float, burst: int, clients: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clients, self.clock = rate, burst, clients, clock
        self.buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """Nothing, if this client may ask now; else the seconds after which it may."""
        now = self.clock()
        left, since = self.buckets.get(client, (float(self.burst), now))
        left = min(float(self.burst), left + (now - since) * self.rate)
        allowed = left >= 1
        self.buckets[client] = (left - allowed, now)
        self.buckets.move_to_end(client)
        while len(self.buckets) > self.clients:
            self.buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self.rate
