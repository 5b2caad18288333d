"""How quickly a ladder answers while it plays, and what that costs its play.

    python3 ladder_load.py PROGRAM [SECONDS] [READS_A_SECOND]

Makes a ladder with the bundled bots, lets it play alone and then read at a steady rate, in turns, and prints the boards per second of
each turn, and the median, 99th percentile and longest time of an answer. A request is sent when it is due, whether or not the former ones
have been answered, and its time counts from then; so a server that stands still is not flattered.
"""
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

PROGRAM = os.path.abspath(sys.argv[1])
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 20
RATE = float(sys.argv[3]) if len(sys.argv) > 3 else 500
CONNECTIONS = 64
TURNS = 3
PATHS = ["/api/v1/ladder", "/api/v1/status", "/api/v1/bots", "/api/v1/bots/steady", "/api/v1/boards?bot=steady", "/api/v1/events?latest=1",
         "/api/v1/bots/greedy/versions/1/opponents", "/"]


async def answer(reader):
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(re.search(rb"Content-Length: (\d+)", head).group(1))
    await reader.readexactly(length)
    return int(head[9:12])


async def client(port, due, times, failures):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while True:
        item = await due.get()
        if item is None:
            break
        path, at = item
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        if await answer(reader) != 200:
            failures.append(path)
        times.append(time.perf_counter() - at)
    writer.close()


async def read(port):
    due, times, failures = asyncio.Queue(), [], []
    clients = [asyncio.create_task(client(port, due, times, failures)) for _ in range(CONNECTIONS)]
    begin = time.perf_counter()
    for i in range(int(SECONDS * RATE)):
        at = begin + i / RATE
        await asyncio.sleep(max(0, at - time.perf_counter()))
        due.put_nowait((PATHS[i % len(PATHS)], at))
    for _ in clients:
        due.put_nowait(None)
    await asyncio.gather(*clients)
    return sorted(times), failures


def boards(url):
    with urllib.request.urlopen(f"{url}api/v1/status", timeout=60) as answered:
        return json.load(answered)["boards"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        ladder = os.path.join(folder, "ladder")
        subprocess.run([PROGRAM, "ladder", "init", ladder], check=True, stdout=subprocess.DEVNULL)
        server = subprocess.Popen([PROGRAM, "ladder", "serve", ladder, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            url = server.stdout.readline().strip()
            port = int(re.search(r":(\d+)/", url).group(1))
            while boards(url) < 100:
                time.sleep(0.1)
            for turn in range(TURNS):
                first, begin = boards(url), time.perf_counter()
                time.sleep(SECONDS)
                alone = (boards(url) - first) / (time.perf_counter() - begin)
                first, begin = boards(url), time.perf_counter()
                times, failures = asyncio.run(read(port))
                watched = (boards(url) - first) / (time.perf_counter() - begin)
                at = [1e3 * times[int(share * (len(times) - 1))] for share in (0.5, 0.99, 1)]
                print(f"turn {turn + 1}: alone {alone:.1f} boards/s, with {RATE:.0f} reads/s {watched:.1f} ({watched / alone:.3f}); answers: "
                      f"median {at[0]:.1f} ms, 99 % {at[1]:.1f} ms, longest {at[2]:.1f} ms; {len(failures)} refused", flush=True)
        finally:
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=60)


if __name__ == "__main__":
    main()
