"""Whatever is sent, the studio answers it or refuses it, and goes on: by the schema, and by bytes that nobody means.

REGARD_FUZZ says how many requests are sent in all; a few hundred unless given. `REGARD_FUZZ=10000 pytest
tests/studio/test_fuzz.py` is what a release must pass.
"""

import json
import os
import random
import socket
import time
from contextlib import suppress

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable

from .conftest import TOKEN

schemathesis = pytest.importorskip("schemathesis", reason="install it with: pip install schemathesis")
REQUESTS = int(os.environ.get("REGARD_FUZZ", "400"))
SLOWEST = 5.0


@pytest.mark.timeout(3000)
@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode))
def test_what_the_schema_allows_and_what_it_does_not(server, client, mode):
    spec = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
    operations = [found.ok() for found in spec.get_all_operations()]
    for operation in operations:

        @settings(
            max_examples=max(4, REQUESTS // 4 // len(operations)),
            derandomize=REQUESTS < 1000,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def send(case):
            said = case.call(base_url=server.address, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=30)
            assert said.status_code < 500, said.text
            if said.status_code >= 400:
                assert isinstance(json.loads(said.text)["detail"], str)

        with suppress(Unsatisfiable):  # what takes no parameter cannot be asked wrongly
            send()


PIECES = [
    *(b'{"text":', b'"text"', b'"method"', b'"a good film"', b'"\\ud83d\\ude00"', b'"\\ud800"', b'"\\udc00x"', b"NaN"),
    *(b"-Infinity", b"1e999", b"-0", b"0.1e-400", b"9" * 40, b"9" * 5000, b"null", b"true", b"[", b"]", b"{", b"}"),
    *(
        b"[" * 2000,
        b'{"a":' * 500,
        b"\xff",
        b"\x00",
        b"\xed\xa0\x80",
        b"\xf0\x9f\x98\x80",
        b"\\",
        b'"',
        b",",
        b":",
        b" ",
    ),
    *(b'"<script>alert(1)</script>"', "\u202e\u2028\ufeff".encode(), b"\r\n\r\n", b"a" * 30_000, b"occlusion"),
]
HEADS = [
    *("Content-Type: application/json", "Content-Type: text/plain", "Content-Type: multipart/form-data; boundary=x"),
    *("Content-Type: application/json; charset=utf-16", "Transfer-Encoding: chunked", "Expect: 100-continue"),
    *("Range: bytes=0-1,5-9,-1", "If-None-Match: *", "Content-Encoding: gzip", "Origin: null", "Connection: close"),
    *("Accept: application/xml", "X-Regard-Tab: " + "x" * 3000, "Cookie: a=b", "X-Forwarded-For: 1.2.3.4", ": x"),
    *("Authorization: Bearer x", "Content-Length: 5", "Upgrade: websocket", "Sec-WebSocket-Key: eA==", "X: \x01"),
]


def hostile(chance: random.Random, paths: list[tuple[str, str]], host: str) -> bytes:
    """A request in bytes: mostly well formed around a body that is not, now and then malformed itself."""
    method, path = chance.choice(paths)
    if chance.random() < 0.15:
        path = chance.choice(
            ["/", "/%00", "/a" * 500, "/api", "/api/v1", "//", "*", "/..;/", path + "/x", path + "?after=NaN"]
        )
    body = b"".join(chance.choice(PIECES) for _ in range(chance.randrange(1, 8)))
    if chance.random() < 0.4:
        body = bytearray(json.dumps({"text": "a good film", "method": "attention", "beam": 10**6}).encode())
        for _ in range(chance.randrange(1, 4)):
            body[chance.randrange(len(body))] = chance.randrange(256)
    heads = [f"Host: {host}", f"Authorization: Bearer {TOKEN}", f"Content-Length: {len(body)}", "Connection: close"]
    heads += chance.sample(HEADS, chance.randrange(3)) if chance.random() < 0.5 else ["Content-Type: application/json"]
    lead = f"{method} {path} HTTP/1.1\r\n" + "\r\n".join(heads) + "\r\n\r\n"
    whole = lead.encode("latin-1") + bytes(body)
    if chance.random() < 0.1:
        whole = bytearray(whole)
        for _ in range(5):
            whole[chance.randrange(len(whole))] = chance.randrange(256)
    return bytes(whole)


@pytest.mark.timeout(3000)
def test_bytes_that_nobody_means(server, client):
    spec = client.get("/api/openapi.json").json()["paths"]
    runs = [run["id"] for run in client.get("/api/v1/runs").json()["runs"]]
    paths = [
        (method.upper(), path.replace("{run}", run).replace("{job}", "0" * 16))
        for path, kinds in spec.items()
        for method in kinds
        for run in (runs if "{run}" in path else [""])
    ]
    chance = random.Random(os.environ.get("REGARD_FUZZ_SEED", "0"))
    codes: dict[str, int] = {}
    for number in range(REQUESTS // 2):
        request = hostile(chance, paths, f"127.0.0.1:{server.door.port}")
        begun = time.monotonic()
        answer = b""
        with socket.create_connection(("127.0.0.1", server.door.port), timeout=SLOWEST) as line:
            try:
                line.sendall(request)
                line.shutdown(socket.SHUT_WR)
                while len(answer) < 12 and (more := line.recv(4096)):
                    answer += more
            except (ConnectionError, BrokenPipeError):
                pass
        code = answer[9:12].decode() or "closed"
        codes[code] = codes.get(code, 0) + 1
        assert not code.startswith("5"), (number, request[:500], answer)
        assert time.monotonic() - begun < SLOWEST, (number, request[:500])
    assert {"200", "422"} & set(codes), codes
    assert httpx.get(f"{server.address}/api/health").status_code == 200
