"""What many remote seats cost an arena: some play slowly, the others only wait.

    python3 seats_load.py PROGRAM [PLAYING] [WAITING] [PAUSE] [SECONDS]      500, 500, 2 s before each answer, 60 s

Two seats share a table, and each table has a thread; a tournament has at most 1000 bots. Prints answers a second, and cores and memory of the arena's process.
"""
import asyncio
import base64
import json
import os
import re
import resource
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "tests", "arena", "seats"))
from seat_tools import PATH, PING, PONG, TEXT, first_legal, frame, host_and_port  # noqa: E402

OF_ADDRESS = 200  # fewer than an arena takes from one


class Client:
    def __init__(self, number, seat, pause):
        self.number, self.seat, self.pause = number, seat, pause
        self.answers = 0

    async def play(self):
        url, token = self.seat
        source = f"127.0.1.{1 + self.number // OF_ADDRESS}"
        host, port = host_and_port(url)
        reader, writer = await asyncio.open_connection(host, port, local_addr=(source, 0))
        try:
            await self.talk(reader, writer, f"{host}:{port}", token)
        finally:
            writer.close()  # or else the arena counts it still when the next clients come
            await asyncio.sleep(0)

    async def talk(self, reader, writer, place, token):
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(f"GET {PATH} HTTP/1.1\r\nHost: {place}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                     f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            raise RuntimeError(head)
        while True:
            kind, size = await reader.readexactly(2)
            if size > 125:
                size = struct.unpack(">H" if size == 126 else ">Q", await reader.readexactly(2 if size == 126 else 8))[0]
            payload = await reader.readexactly(size)
            if kind & 15 == PING:
                writer.write(frame(PONG, payload))
            if kind & 15 != TEXT:
                continue
            message = json.loads(payload)
            if "hello" in message:
                writer.write(frame(TEXT, b'{"hello":{"name":"slow"}}'))
            elif "ask" in message:
                await asyncio.sleep(self.pause)
                writer.write(frame(TEXT, json.dumps(first_legal(message)).encode()))
                self.answers += 1
            elif "goodbye" in message:
                return


def used(process):
    """Processor seconds, and the resident memory in MiB."""
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        memory = int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), memory


async def measure(arena, seats, playing, pause, seconds):
    print(f"without clients: {used(arena.pid)[1]:.0f} MiB")
    clients = [Client(number, seat, pause) for number, seat in enumerate(seats.values())]
    tasks = [asyncio.create_task(client.play()) for client in clients]
    while sum(client.answers > 0 for client in clients) < playing * 0.95:
        await asyncio.sleep(1)
        for task in tasks:
            if task.done():
                task.result()
    begin, before, answers = time.monotonic(), used(arena.pid)[0], sum(client.answers for client in clients)
    await asyncio.sleep(seconds)
    took = time.monotonic() - begin
    after, memory = used(arena.pid)
    print(f"{sum(client.answers > 0 for client in clients)} of {len(clients)} seats played, "
          f"{(sum(client.answers for client in clients) - answers) / took:.0f} answers/s: {(after - before) / took:.3f} cores, {memory:.0f} MiB")


def main():
    program = os.path.abspath(sys.argv[1])
    playing, waiting = (int(word) for word in (sys.argv[2:4] + ["500", "500"][len(sys.argv[2:4]):]))
    pause, seconds = (float(word) for word in (sys.argv[4:6] + ["2", "60"][len(sys.argv[4:6]):]))
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
    with tempfile.TemporaryDirectory() as folder:
        bots = [word for number in range(playing + waiting) for word in ("--bot", f"b{number}=remote:b{number}")]
        arena = subprocess.Popen([program, "tournament", *bots, "--schedule", "swiss", "--rounds", "1", "--deals", "1", "--seatings", "single",
                                  "--concurrency", str(playing // 2), "--seed", "1", "--name", "load", "--seats", "127.0.0.1:0",
                                  "--remote-round-ms", "3600000"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        seats = {}
        for line in arena.stderr:
            if told := re.match(r"seat (\S+) at (\S+) has the token (\S+)$", line):
                seats[told[1]] = (told[2], told[3])
            if len(seats) == playing + waiting:
                break
        with open(os.path.join(folder, "log"), "w", encoding="utf-8") as log:
            subprocess.Popen(["cat"], stdin=arena.stderr, stdout=log)
            try:
                asyncio.run(measure(arena, seats, playing, pause, seconds))
            finally:
                arena.kill()
                arena.wait()


if __name__ == "__main__":
    main()
