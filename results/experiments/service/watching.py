"""What it costs a tournament that many watch it: the same tournament in turn alone and with a server and its watchers.

    python3 watching.py PROGRAM [WATCHERS] [TIMES] [DEALS]      200 watchers, 5 times, 50,000 deals

Each watcher holds the tournament's stream open and reads it. They stand for browsers on other machines, so they run at the
lowest priority, as the server does. Prints the tournament's time and processor time, watched by unwatched.
"""
import asyncio
import os
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time


def play(program, folder, name, deals):
    """Seconds and processor seconds of a tournament."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([program, "play", "steady", "greedy", "--deals", str(deals), "--seed", "1", "--name", name], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - begin, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


async def watch(port, tournament, heard, number):
    """One watcher: asks until the tournament is there, then reads its stream."""
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"GET /api/tournaments/{tournament}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            while line := await reader.readline():
                heard[number] += line.startswith(b"data:")
            writer.close()
        except OSError:
            pass
        await asyncio.sleep(0.2)


async def watch_all(port, tournament, watchers):
    heard = [0] * watchers
    tasks = [asyncio.create_task(watch(port, tournament, heard, number)) for number in range(watchers)]
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    print("ready", flush=True)
    await stopped.wait()
    for task in tasks:
        task.cancel()
    print(sum(count > 0 for count in heard), sum(heard))


def play_watched(program, folder, name, deals, watchers):
    """As `play`; and how many watched, and how many pulses they heard."""
    server = subprocess.Popen([program, "serve", "results", "--port", "0"], cwd=folder, stdout=subprocess.PIPE, text=True)
    port = re.search(r":(\d+)", server.stdout.readline()).group(1)
    crowd = subprocess.Popen([sys.executable, __file__, "--watch", port, name, str(watchers)], stdout=subprocess.PIPE, text=True,
                             preexec_fn=lambda: os.nice(19))
    try:
        crowd.stdout.readline()
        cost = play(program, folder, name, deals)
        crowd.send_signal(signal.SIGTERM)
        seen, pulses = map(int, crowd.communicate(timeout=60)[0].split())
        return cost, seen, pulses
    finally:
        crowd.kill()
        server.send_signal(signal.SIGINT)
        server.wait(timeout=60)


def main():
    if sys.argv[1] == "--watch":
        return asyncio.run(watch_all(int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
    program = os.path.abspath(sys.argv[1])
    watchers, times, deals = (int(word) for word in (sys.argv[2:] + ["200", "5", "50000"][len(sys.argv) - 2:]))
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "results"))
        play(program, folder, "warm", deals)
        for number in range(times):
            alone = play(program, folder, f"alone-{number}", deals)
            watched, seen, pulses = play_watched(program, folder, f"watched-{number}", deals, watchers)
            ratios.append([after / before for before, after in zip(alone, watched)])
            print(f"alone {alone[0]:.2f} s, {alone[1]:.2f} s of processor time; watched by {seen}, who heard {pulses} pulses, "
                  f"{watched[0]:.2f} s, {watched[1]:.2f} s", flush=True)
    for place, what in enumerate(("time", "processor time")):
        values = [ratio[place] for ratio in ratios]
        print(f"{what}: {statistics.median(values):.3f} times, from {min(values):.3f} to {max(values):.3f}")
    return None


if __name__ == "__main__":
    main()
