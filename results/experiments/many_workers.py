"""What a leader and a NATS server spend on boards that many workers play.

    python3 many_workers.py [--seconds=60] BUILD_FOLDER [MILLISECONDS_A_BOARD [WORKERS...]]

The workers only sleep (sleeping_workers.cpp), so one machine carries hundreds. With 0 milliseconds they are as many processes of one
core each that play in earnest, sampler against steady. For each number of them a tournament of bundled plug-ins is played; printed are
boards a second, how many times that of the first number this is, and the processor time a board of leader and server, over the
middle half of the boards. They are as many as the workers play in so many seconds if nothing is in their way; in the first
ones all units of workers that are new are played again. Needs nats-server.
"""

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

NATS = shutil.which("nats-server") or "/usr/sbin/nats-server"
EarnestBoards = 2  # of sampler against steady a core plays in a second, about
TICK = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def processor_seconds(process):
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def peak_megabytes(process):
    with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
        return int(re.search(r"VmHWM:\s+(\d+)", file.read()).group(1)) / 1024


class Events:
    """How many boards are finished, by the stream of events."""

    def __init__(self, path):
        self.path = path
        self.place = 0
        self.boards = 0

    def stored(self):
        try:
            with open(self.path, "rb") as file:
                file.seek(self.place)
                lines = file.read()
        except FileNotFoundError:
            return 0
        whole = lines[:lines.rfind(b"\n") + 1]
        self.place += len(whole)
        self.boards += sum(1 for line in whole.splitlines() if line.startswith(b'{"type":"board"'))
        return self.boards


def measure(build, folder, milliseconds, workers, seconds):
    """(boards a second, leader's microseconds a board, server's, leader's share of a core, its memory in MB)."""
    arena = os.path.join(build, "bin", "tichu-arena")
    version = subprocess.run([arena, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    port = free_port()
    os.makedirs(folder)
    server = subprocess.Popen([NATS, "-a", "127.0.0.1", "-p", str(port)],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    url = f"nats://127.0.0.1:{port}"
    cache = os.path.join(folder, "cache")
    if milliseconds:
        players = [subprocess.Popen([os.path.join(build, "bin", "sleeping_workers"), url, str(workers), str(milliseconds),
                                     os.path.join(build, "bots"), cache, version])]
    else:
        players = [subprocess.Popen([arena, "worker", "--nats", url, "--cores", "1", "--name", f"worker-{number}", "--cache", cache],
                                    stderr=subprocess.DEVNULL) for number in range(workers)]
        time.sleep(3)
    boards = int(workers * (1000 / milliseconds if milliseconds else EarnestBoards) * seconds)
    events = Events(os.path.join(folder, "events"))
    leader = subprocess.Popen([arena, "play", *(("random", "greedy") if milliseconds else ("sampler", "steady")), "--deals", str(boards),
                               "--seed", "7", "--results", folder, "--nats", url, "--events", events.path], stdout=subprocess.DEVNULL)
    try:
        while events.stored() < boards // 4:
            if leader.poll() is not None:
                raise SystemExit(f"the leader has ended with {leader.returncode}")
            time.sleep(0.1)
        first, begun = events.stored(), time.monotonic()
        costs = processor_seconds(leader), processor_seconds(server)
        while events.stored() < 3 * boards // 4:
            time.sleep(0.2)
        last, ended = events.stored(), time.monotonic()
        played = last - first
        cost = processor_seconds(leader) - costs[0], processor_seconds(server) - costs[1]
        return (played / (ended - begun), 1e6 * cost[0] / played, 1e6 * cost[1] / played, cost[0] / (ended - begun),
                peak_megabytes(leader))
    finally:
        for process in (leader, *players, server):
            process.send_signal(signal.SIGKILL)
            process.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("milliseconds", type=int, nargs="?", default=50)
    parser.add_argument("workers", type=int, nargs="*", default=[1, 16, 100, 500])
    options = parser.parse_args()
    build, milliseconds, counts = options.build, options.milliseconds, options.workers
    base = None
    print("workers  boards/s  times the first  leader us/board  server us/board  leader's cores  leader MB")
    for workers in counts:
        with tempfile.TemporaryDirectory() as folder:
            rate, leader, server, share, memory = measure(build, os.path.join(folder, "run"), milliseconds, workers,
                                                           options.seconds)
        base = base or rate / workers * counts[0]
        print(f"{workers:7} {rate:9.1f} {rate / base:16.2f} {leader:16.1f} {server:16.1f} {share:15.3f} {memory:10.0f}", flush=True)


if __name__ == "__main__":
    main()
