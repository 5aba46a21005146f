"""What stands before every request: who asks, from where, how much and how often."""

import asyncio
import hmac
import json
import logging
import math
import time
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any

from regard.studio.server.checking import Wrong, check
from regard.studio.server.limits import Limits
from regard.studio.server.rates import Rates

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger("regard.studio")
OPEN = "/api/health"
UPLOADS = "/api/v1/uploads"
"""Files to learn from are sent here, as they are; everything else is JSON."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Refused(Exception):
    """A request that goes no further."""

    def __init__(self, status: int, sentence: str, wait: float = 0.0) -> None:
        super().__init__(sentence)
        self.status, self.wait = status, wait


class Guard:
    """Lets through what comes from the page itself, or from somebody with the token, within the limits."""

    def __init__(self, app: App, *, token: str, hosts: Collection[str], limits: Limits) -> None:
        self.app, self.token, self.hosts, self.limits = app, token.encode(), frozenset(hosts), limits
        self.rates = Rates(limits.rate, limits.burst, limits.clients)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; what fails inside is answered here, without saying what was asked."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        if scope["type"] != "http":
            return await send({"type": "websocket.close", "code": 1008})
        begun, status = time.perf_counter(), 0
        api = f"{scope['path']}/".startswith("/api/")

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *((name, value) for name, value in message["headers"] if name != b"server"),
                    *((name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in own),
                    *([(b"cache-control", b"no-store")] if api else []),
                ]
            await send(message)

        try:
            self._admit(scope, api)
            if not api:
                await self.app(scope, receive, guarded)
            else:
                await self._within(scope, await self._body(scope, receive), receive, guarded)
        except Refused as refused:
            await _refuse(refused, guarded)
        except (asyncio.CancelledError, ConnectionError):
            raise
        except Exception as error:
            log.error("%s %s failed: %s", scope["method"], ascii(scope["path"])[:200], type(error).__name__)
            if not status:
                await _refuse(Refused(500, "something failed inside the studio; its terminal says what."), guarded)
            raise
        finally:
            took = (time.perf_counter() - begun) * 1000
            log.info("%s %s %s %.0f ms", scope["method"], ascii(scope["path"])[:200], status or "gone", took)

    def _admit(self, scope: Scope, api: bool) -> None:
        """Nothing, if the request may come in; else why not."""
        heads = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in scope["headers"]]
        hosts = [value for name, value in heads if name == "host"]
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            raise Refused(403, "the studio answers to its own address only; open the link that it printed.")
        known = dict(heads)
        if not api:
            return
        origin, site = known.get("origin"), known.get("sec-fetch-site")
        if (origin is not None and origin not in {f"http://{host}" for host in self.hosts}) or site not in (
            None,
            "same-origin",
            "none",
        ):
            raise Refused(403, "another page asked; the studio answers to its own page only.")
        if scope["path"] == OPEN:
            return
        given = known.get("authorization", "").removeprefix("Bearer ").encode("latin-1")
        if not hmac.compare_digest(given, self.token):
            raise Refused(401, "the token is missing or wrong; open the link that `regard studio` printed.")
        if wait := self.rates.wait(known.get("x-regard-tab", "")[:64]):
            raise Refused(429, "too many requests at once; wait a moment.", wait)

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """The whole body, if it is not too long, in time, and JSON that can be read."""
        upload = scope["path"].startswith(UPLOADS)
        most = self.limits.upload if upload else self.limits.body
        said = next((value for name, value in scope["headers"] if name.lower() == b"content-length"), b"0")
        too_long = Refused(413, f"the request is larger than {most} bytes.")
        if not said.isdigit() or int(said[:20]) > most:
            raise too_long
        body = bytearray()
        try:
            async with asyncio.timeout(self.limits.patience):
                while True:
                    message = await receive()
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise too_long
                    if message["type"] == "http.disconnect" or not message.get("more_body"):
                        break
        except TimeoutError:
            raise Refused(408, "the request did not arrive in time.") from None
        if body and not upload:
            try:
                check(bytes(body), self.limits.depth)
            except Wrong as wrong:
                raise Refused(422, str(wrong)) from None
        return bytes(body)

    async def _within(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        """Run the route; where the client goes away meanwhile, so that nobody waits for what it asked."""
        told = False

        async def replay() -> Message:
            nonlocal told
            if told:
                return await receive()
            told = True
            return {"type": "http.request", "body": body, "more_body": False}

        asked = asyncio.ensure_future(self.app(scope, replay, send))
        gone = asyncio.ensure_future(receive())
        try:
            await asyncio.wait({asked, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not asked.done():
                asked.cancel()
            await asyncio.wait({asked})
            if not asked.cancelled():
                asked.result()
        finally:
            gone.cancel()
            asked.cancel()


async def _refuse(refused: Refused, send: Send) -> None:
    body = json.dumps({"detail": str(refused)}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.wait:
        headers.append((b"retry-after", str(math.ceil(refused.wait)).encode()))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
