"""The studio under many clients, and while one types: how long an answer takes.

python -m bench.studio_load RUN

Four figures, of a server in a process of its own on this machine: 32 clients at once that each read short texts (p99
at most 500 ms), the same while 100 others send a request slower than anybody (nothing changes), one person who types a
review of 300 words in Chromium, from the key to the drawn words (median at most 100 ms), and when each layer of a text
of 2,500 words arrives in Heads.
"""

import asyncio
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

import httpx

SHORT = ["I did not like it.", "A wonderful film, and the actors are good.", "The plot is thin, but the music is fine."]
CLIENTS, EACH = 32, 20
LAYERS = "a wonderful film " * 830
LONG = (
    "I did not know that I would enjoy this film so much . The plot is thin , but the actors are wonderful . " * 14
)[:-1]


def main(run: str) -> None:
    """Start a studio over the run and measure it."""
    place = Path(run).resolve()
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "regard", "studio", str(place), "--no-open", "--out", home]
        environment = {**os.environ, "REGARD_CACHE": home, "OMP_NUM_THREADS": "1"}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert server.stdout is not None
        try:
            found = re.search(r"(http://127\.0\.0\.1:(\d+))/#token=([^&]+)", server.stdout.readline())
            assert found is not None, "the studio prints its link first"
            address, port, token = found[1], int(found[2]), found[3]
            heads = {"Authorization": f"Bearer {token}"}
            with httpx.Client(base_url=address, headers=heads, timeout=120) as client:
                id = client.get("/api/v1/runs").json()["runs"][0]["id"]
                path = f"/api/v1/runs/{id}/read"
                client.post(path, json={"text": SHORT[0]})
                tell("one client", [asked(client, path, SHORT[i % 3]) for i in range(60)])
                layers(client, f"/api/v1/runs/{id}/heads/stream")
            before = processor(server.pid)
            tell(f"{CLIENTS} clients", asyncio.run(many(address, heads, path)))
            each = (processor(server.pid) - before) / (CLIENTS * EACH)
            print(
                f"processor time of the server: {each * 1e3:.1f} ms an answer, so {CLIENTS * each * 1e3:.0f} ms for all"
            )
            tell(f"{CLIENTS} clients, 100 slow ones", asyncio.run(beside_slow(address, port, token, heads, path)))
            typing(f"{address}/#token={token}", id)
        finally:
            server.terminate()
            server.wait(20)


def processor(pid: int) -> float:
    """Seconds of processor time that a process has used, whatever else the machine does; 0 where that is not told."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def asked(client: httpx.Client, path: str, text: str) -> float:
    """Seconds for one answer."""
    begun = time.perf_counter()
    client.post(path, json={"text": text}).raise_for_status()
    return time.perf_counter() - begun


def layers(client: httpx.Client, path: str) -> None:
    """When each layer of a long text arrives."""
    begun, arrived = time.perf_counter(), list[float]()
    with client.stream("POST", path, json={"text": LAYERS}) as said:
        for line in said.iter_lines():
            if line.startswith('{"layer"'):
                arrived.append(time.perf_counter() - begun)
    print(f"layers of {len(LAYERS.split()):,} words after {', '.join(f'{at:.1f}' for at in arrived)} s")


async def many(address: str, heads: dict[str, str], path: str) -> list[float]:
    """Seconds of every answer to many clients, each of whom asks as soon as it was answered; all are there before."""

    async def one(number: int, client: httpx.AsyncClient) -> list[float]:
        took: list[float] = []
        for i in range(EACH):
            begun = time.perf_counter()
            said = await client.post(path, json={"text": SHORT[(i + number) % 3]})
            said.raise_for_status()
            took.append(time.perf_counter() - begun)
        return took

    async with AsyncExitStack() as stack:
        clients: list[httpx.AsyncClient] = []
        for number in range(CLIENTS):
            own = {**heads, "X-Regard-Tab": f"client-{number}"}
            opened = httpx.AsyncClient(base_url=address, headers=own, timeout=60, verify=False)
            clients.append(await stack.enter_async_context(opened))
        found = await asyncio.gather(*(one(number, client) for number, client in enumerate(clients)))
    return [value for each in found for value in each]


async def beside_slow(address: str, port: int, token: str, heads: dict[str, str], path: str) -> list[float]:
    """The same, while a hundred connections have sent half a request and go on byte by byte."""
    slow = []
    for _ in range(100):
        _, out = await asyncio.open_connection("127.0.0.1", port)
        out.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
            "Content-Length: 1000\r\n\r\n{".encode()
        )
        slow.append(out)
    found = await many(address, heads, path)
    for out in slow:
        out.close()
    return found


def typing(link: str, run: str) -> None:
    """From a key to the words drawn anew, and the first load, in Chromium."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("typing: there is no Chromium; install it with: apt-get install chromium")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto(link)
        page.wait_for_selector(".word", timeout=60_000)
        load = page.evaluate("() => performance.getEntriesByType('navigation')[0].loadEventEnd")
        size = page.evaluate(
            "() => performance.getEntriesByType('resource').reduce((sum, one) => sum + one.decodedBodySize, 0)"
        )
        print(f"first load: {load:.0f} ms, {size / 1000:.0f} kB")
        page.goto(f"{link.split('#')[0]}#/read?run={run}")
        page.wait_for_selector(".word")
        took = page.evaluate(
            """async (text) => {
              const field = document.querySelector('textarea'), words = document.querySelector('.words'), took = [];
              for (let i = 0; i < 31; i++) {
                const begun = performance.now();
                field.value = text + ' x'.repeat(i + 1);
                field.dispatchEvent(new Event('input'));
                await new Promise((done) => {
                  const seen = new MutationObserver(() => { seen.disconnect(); requestAnimationFrame(() => done()); });
                  seen.observe(words, { childList: true });
                });
                took.push((performance.now() - begun) / 1000);
                await new Promise((done) => setTimeout(done, 150));
              }
              return took.slice(1);
            }""",
            LONG,
        )
        browser.close()
    tell(f"typing in a text of {len(LONG.split())} words", took)


def tell(what: str, seconds: list[float]) -> None:
    """One line: how many, the median, and what all but one in a hundred take at most."""
    ordered = sorted(seconds)
    late = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    print(f"{what}: {len(ordered)} answers, median {statistics.median(ordered) * 1e3:.0f} ms, p99 {late * 1e3:.0f} ms")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs")
