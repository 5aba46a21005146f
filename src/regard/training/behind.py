"""Losses that are read while a GPU goes on with the steps after them."""

from collections import deque
from collections.abc import Iterator

import torch
from torch import Tensor

LATE = 2
"""Steps by which the loss of a GPU is known later."""


class Behind:
    """The losses of the last steps, on their way here.

    To ask a GPU for a number is to wait until it has done all that it was told before. So each loss is sent off at once
    to memory of this side, and read when it has long arrived.
    """

    def __init__(self, device: torch.device) -> None:
        self._sends = device.type == "cuda"
        self._under_way: deque[tuple[int, Tensor, torch.cuda.Event | None]] = deque()

    def send(self, step: int, loss: Tensor) -> None:
        """The loss of a step, as it is when the device comes to it."""
        if not self._sends:
            self._under_way.append((step, loss.detach(), None))
            return
        here = torch.empty((), dtype=loss.dtype, pin_memory=True).copy_(loss.detach(), non_blocking=True)
        sent = torch.cuda.Event()
        sent.record()
        self._under_way.append((step, here, sent))

    def arrived(self, *, wait: bool = False) -> Iterator[tuple[int, float]]:
        """The losses that need not be waited for, each with its step; or all, waited for."""
        while len(self._under_way) > (LATE if self._sends and not wait else 0):
            step, loss, sent = self._under_way.popleft()
            if sent is not None:
                sent.synchronize()
            yield step, float(loss)
