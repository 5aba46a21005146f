"""Who may ask, from where, how much and how often; and what is told to whom."""

import json
import logging
import re
import socket
import time
from contextlib import suppress
from typing import Any

import httpx
import pytest

from regard.studio.server.guard import UPLOADS
from regard.studio.server.limits import Limits
from regard.studio.server.rates import Rates

from .conftest import TOKEN, Served

READ = "/api/v1/runs/attention/read"


def every_operation(client: httpx.Client) -> list[tuple[str, str]]:
    """Each method and path of the schema, with something in the place of its parameters."""
    paths = client.get("/api/openapi.json").json()["paths"]
    return [(method.upper(), re.sub(r"\{\w+\}", "0" * 16, path)) for path, kinds in paths.items() for method in kinds]


def raw(server: Served, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.door.port), timeout=10) as line:
        line.sendall(request)
        line.settimeout(5)
        answer = b""
        while b"\r\n\r\n" not in answer and (more := line.recv(65536)):
            answer += more
        return answer


def test_no_route_but_health_answers_without_the_token(server, client):
    operations = every_operation(client)
    assert len(operations) > 8
    for method, path in operations:
        for given in (
            {},
            {"Authorization": "Bearer wrong"},
            {"Authorization": TOKEN[:-1]},
            {"Authorization": "Bearer"},
        ):
            said = httpx.request(method, server.address + path, headers=given, json={} if method == "POST" else None)
            assert said.status_code == (200 if path == "/api/health" else 401), (method, path)
    assert httpx.get(f"{server.address}/api/openapi.json").status_code == 401


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example:{port}",
        "localhost:{port}@evil.example",
        "127.0.0.1:{port}.evil.example",
        "127.0.0.1",
        "localhost",
        "127.0.0.1:1",
        "[::1]:{port}",
        "0.0.0.0:{port}",
        "2130706433:{port}",
        "127.1:{port}",
        "LOCALHOST:{port}#",
        "localhost.:{port}",
        "",
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/v1/runs", "/api/health"])
def test_a_foreign_host_is_refused(server, host, path):
    host = host.format(port=server.door.port)
    request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
    assert raw(server, request.encode()).split(b" ")[1] in (b"403", b"400")


def test_two_hosts_are_refused(server):
    own = f"Host: 127.0.0.1:{server.door.port}\r\n"
    answer = raw(server, f"GET / HTTP/1.1\r\n{own}{own}\r\n".encode())
    assert answer.split(b" ")[1] in (b"400", b"403")


@pytest.mark.parametrize(
    "origin", ["null", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1", "file://"]
)
def test_another_page_is_refused(server, client, origin):
    heads = {"Origin": origin.format(port=server.door.port)}
    for said in (client.get("/api/v1/runs", headers=heads), client.post(READ, json={"text": "x"}, headers=heads)):
        assert said.status_code == 403
        assert "access-control-allow-origin" not in said.headers
    assert client.get("/api/v1/runs", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.options("/api/v1/runs", headers=heads).status_code == 403


def test_the_page_itself_is_answered(server, client):
    own = {"Origin": server.address, "Sec-Fetch-Site": "same-origin"}
    assert client.post(READ, json={"text": "a good film"}, headers=own).status_code == 200
    assert httpx.get(f"http://localhost:{server.door.port}/").status_code == 200


def test_answers_carry_a_strict_policy(server, client):
    for path in ("/", "/main.js", "/nothing", "/api/health", "/api/v1/runs"):
        heads = client.get(path).headers
        policy = heads["content-security-policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert heads["x-content-type-options"] == "nosniff"
        assert "server" not in heads
        assert heads.get("cache-control") == (
            "no-store" if path.startswith("/api/") else None if path == "/nothing" else "no-cache"
        )


def test_the_page_has_no_inline_script_or_style():
    from regard.studio.server.files import STATIC

    for file in STATIC.rglob("*.*"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(
            r"\.(innerHTML|outerHTML|insertAdjacentHTML)|document\.write|\beval\(|new Function", text
        ), file
        assert not re.search(r"https?://(?!www\.w3\.org)", text), f"{file} names an address outside"
        if file.suffix == ".html":
            assert not re.search(r"<script(?![^>]*src=)|\son\w+=|\sstyle=", text)
        if file.suffix == ".js" and 'setAttribute("style"' in text:
            raise AssertionError(f"{file} sets a style attribute")
        if file.suffix in (".js", ".css"):
            assert len(text.splitlines()) <= 200, f"{file} is longer than 200 lines"


@pytest.mark.parametrize(
    "body",
    [
        b'{"text": NaN}',
        b'{"text": Infinity}',
        b'{"text": 1e999}',
        b'{"text": ' + b"9" * 5000 + b"}",
        b'{"text": "\\ud800"}',
        b'{"\\udfff": 1}',
        b"[" * 100_000,
        b'{"text":' * 50 + b"1" + b"}" * 50,
        b"\xff\xfe",
        b"\x00",
        b'{"text": "a"',
        b"null",
        b"[]",
        b'"text"',
        b'{"text": 1}',
        b'{"text": null}',
        b'{"text": ["a"]}',
        b'{"text": "a", "method": "telepathy"}',
        b'{"text": "a", "against": "nobody"}',
        b'{"text": "a", "other": 1}',
        b"{}",
        b"",
    ],
)
def test_what_cannot_be_meant_is_refused_with_a_sentence(client, body):
    said = client.post(READ, content=body, headers={"Content-Type": "application/json"})
    assert said.status_code == 422, said.text
    assert said.json()["detail"].endswith(".")
    assert "\\u" not in said.text


def test_limits_are_told_and_held(client):
    limits = client.get("/api/v1/limits").json()
    just = client.post(READ, json={"text": "a " * (limits["text"] // 2)})
    assert just.status_code == 200
    said = client.post(READ, json={"text": "a" * (limits["text"] + 1)})
    assert said.status_code == 422
    assert str(limits["text"]) in said.json()["detail"]
    long = client.post(READ, content=b" " * (limits["body"] + 1))
    assert long.status_code == 413
    assert str(limits["body"]) in long.json()["detail"]


def test_a_body_that_does_not_say_its_length_is_cut_off(server, client):
    def endless() -> Any:
        for _ in range(1000):
            yield b" " * 10_000

    with server.client() as own, suppress(httpx.TransportError):
        assert own.post(READ, content=endless()).status_code == 413
    assert client.get("/api/health").status_code == 200


def test_a_length_that_is_none_is_refused(server):
    for length in ("-1", "abc", "9" * 400, "1e9"):
        request = (
            f"POST {READ} HTTP/1.1\r\nHost: 127.0.0.1:{server.door.port}\r\nAuthorization: Bearer {TOKEN}\r\n"
            f"Content-Length: {length}\r\n\r\n"
        )
        assert raw(server, request.encode()).split(b" ")[1] in (b"400", b"413")


PATHS = [
    "/../../../etc/passwd",
    "/..%2f..%2f..%2fetc%2fpasswd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..%252f..%252fetc/passwd",
    "/..\\..\\etc\\passwd",
    "//etc/passwd",
    "/static/../../app.py",
    "/views/../../app.py",
    "/app.py",
    "/%00",
    "/main.js%00.css",
    "/C:/windows/win.ini",
    "/views",
    "/views/",
    "/.git/config",
]


@pytest.mark.parametrize("path", PATHS)
def test_no_file_outside_the_page_is_given(server, path):
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.door.port}\r\n\r\n"
    answer = raw(server, request.encode())
    assert answer.split(b" ")[1] in (b"404", b"400")
    assert b"root:" not in answer


@pytest.mark.parametrize(
    "run", ["..", "%2e%2e", "..%2f..%2fetc", "a%00b", "a/../../b", "%c0%ae%c0%ae", "x" * 300, "-", "nowhere"]
)
def test_a_run_is_known_by_its_id_alone(client, run):
    said = client.post(f"/api/v1/runs/{run}/read", json={"text": "a"})
    assert said.status_code in (404, 405, 422)
    assert "passwd" not in said.text


def test_one_client_too_fast_is_told_when_to_come_again_and_others_are_not(trained_runs, tmp_path):
    served = Served([trained_runs], tmp_path, Limits(rate=1, burst=10))
    try:
        with served.client() as one:
            codes = [one.get("/api/v1/limits", headers={"X-Regard-Tab": "one"}).status_code for _ in range(14)]
            assert codes.count(429) >= 3
            late = one.get("/api/v1/limits", headers={"X-Regard-Tab": "one"})
            assert (late.status_code, late.headers["retry-after"]) == (429, "1")
            others = [one.get("/api/v1/limits", headers={"X-Regard-Tab": f"tab-{i}"}).status_code for i in range(32)]
            assert others == [200] * 32
    finally:
        served.close()


def test_buckets_fill_again_and_are_not_endless():
    now = [0.0]
    rates = Rates(2.0, 3, 10, clock=lambda: now[0])
    assert [rates.wait("a") for _ in range(4)] == [0, 0, 0, 0.5]
    now[0] = 0.5
    assert rates.wait("a") == 0
    for i in range(100):
        rates.wait(f"client-{i}")
    assert len(rates.buckets) == 10


def test_a_slow_client_blocks_nobody_and_is_sent_away(trained_runs, tmp_path):
    served = Served([trained_runs], tmp_path, Limits(patience=0.5))
    slow = []
    try:
        for _ in range(50):
            line = socket.create_connection(("127.0.0.1", served.door.port), timeout=10)
            line.sendall(
                f"POST {READ} HTTP/1.1\r\nHost: 127.0.0.1:{served.door.port}\r\nAuthorization: Bearer {TOKEN}\r\n"
                f"Content-Length: 100\r\n\r\n{{".encode()
            )
            slow.append(line)
        with served.client() as quick:
            begun = time.monotonic()
            assert quick.get("/api/v1/runs").status_code == 200
            assert time.monotonic() - begun < 1
        assert slow[0].recv(100).split(b" ")[1] == b"408"
    finally:
        for line in slow:
            line.close()
        served.close()


def test_the_log_names_neither_texts_nor_the_token(server, client, caplog):
    logger = logging.getLogger("regard.studio")
    before = logger.level
    logger.setLevel(logging.INFO)
    try:
        with caplog.at_level(logging.INFO, "regard.studio"):
            client.post(READ, json={"text": "a secret diary"})
            client.get("/api/v1/jobs?after=secret%0d%0ax")
            client.get("/api/v1/secret%0d%0aline")
    finally:
        logger.setLevel(before)
    told = [record.getMessage() for record in caplog.records if record.name == "regard.studio"]
    assert any("/read" in line and "200" in line for line in told)
    assert not [line for line in told if "diary" in line or TOKEN in line or "\n" in line or "after" in line]


def test_only_loopback_listens(server):
    assert server.door.listening.getsockname()[0] == "127.0.0.1"


def test_uploads_have_a_larger_limit_of_their_own(client):
    said = client.post(f"{UPLOADS}-nothing", content=json.dumps({"a": "b" * 500_000}))
    assert said.status_code in (404, 405)
