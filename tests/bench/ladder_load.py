"""What a ladder's server does under load while its bots play, and what that costs their play.

    python3 ladder_load.py PROGRAM CLIENT [reads|watchers|uploads|all] [SECONDS]

PROGRAM is tichu-arena, CLIENT steady_client. Each makes a ladder of its own with bundled bots; reads and watchers with two alone, since
with more the boards a second tell who happened to meet whom. Every other turn begins under load, so that a ladder that grows favours neither.
A fall of boards a second is told with its standard error over the turns, and beside it the share of the cores that the client took,
which is a part of that fall that no visitor from elsewhere causes.
reads     500 reads a second, in turns with playing alone: boards a second of both, times of answers
watchers  1,000 watchers of the stream, likewise, while 50 reads a second are answered
uploads   100 uploads of 20 MiB at once: time until all are answered, the server's memory, what is left

The clients use the same cores as the server and the bots; what they took is printed beside what the server took.
"""
import concurrent.futures
import http.client
import json
import os
import statistics
import subprocess
import sys
import time

from served_ladder import Rate, ServedLadder, all_at_once

RATE = 500
CONNECTIONS = 64
WATCHERS = 1000
TURNS = 8
ALIKE = '[play]\nreferences = ["steady", "plain"]\nanchor = "steady"\n'
UPLOADS = 100
UPLOAD_BYTES = 20 << 20
PATHS = ["/api/v1/ladder", "/api/v1/status", "/api/v1/bots", "/api/v1/bots/plain", "/api/v1/boards?bot=plain", "/api/v1/events?latest=1",
         "/api/v1/bots/steady/versions/1/opponents", "/"]


def client(program, *words):
    done = subprocess.run([program, *[str(word) for word in words]], stdout=subprocess.PIPE, text=True, check=False)
    return json.loads(done.stdout)


def alone(ladder, seconds):
    with Rate(ladder.boards) as boards, Rate(ladder.cpu_seconds) as cpu:
        time.sleep(seconds)
    return boards.a_second, cpu.a_second


def under(ladder, load):
    with Rate(ladder.boards) as boards, Rate(ladder.cpu_seconds) as cpu:
        found, client_cpu = load()
    return boards.a_second, cpu.a_second, found, client_cpu


def compare(ladder, seconds, load):
    """Turns of playing alone and under a load, which returns what it found; prints a line for each."""
    cores = os.cpu_count()
    both = []
    clients = []
    for turn in range(TURNS):
        if turn % 2 == 0:
            (quiet, idle), (busy, used, found, client_cpu) = alone(ladder, seconds), under(ladder, load)
        else:
            (busy, used, found, client_cpu), (quiet, idle) = under(ladder, load), alone(ladder, seconds)
        both.append((busy, quiet))
        clients.append(client_cpu / seconds / cores)
        print(f"turn {turn + 1}: alone {quiet:.1f} boards/s, under load {busy:.1f} ({busy / quiet:.3f}); of {cores} cores the server took "
              f"{idle:.3f} and {used:.3f}, the client {client_cpu / seconds:.3f}; {found}", flush=True)
    ratios = [busy / quiet for busy, quiet in both]
    print(f"boards under load to boards alone: {statistics.mean(ratios):.3f} +- {statistics.stdev(ratios) / len(ratios) ** 0.5:.3f}, in single turns "
          f"from {min(ratios):.3f} to {max(ratios):.3f}; the client took {statistics.mean(clients):.3f} of the cores", flush=True)


def in_words(answers):
    return (f"{answers['asked']} reads, {answers['refused']} refused, {answers['missing']} missing: median {answers['median']:.2f} ms, 99 % "
            f"{answers['p99']:.2f}, 99.9 % {answers['p999']:.2f}, longest {answers['longest']:.2f} (the client itself was late: 99 % "
            f"{answers['lag_p99']:.2f})")


def reads(program, steady_client, seconds):
    with ServedLadder(program, ALIKE) as ladder:
        ladder.wait_for_boards(500)

        def load():
            answers = client(steady_client, ladder.port, "read", RATE, seconds, CONNECTIONS, *PATHS)
            return in_words(answers), answers["client_cpu_s"]

        compare(ladder, seconds, load)


def watchers(program, steady_client, seconds):
    with ServedLadder(program, ALIKE) as ladder:
        ladder.wait_for_boards(500)

        def load():
            with concurrent.futures.ThreadPoolExecutor() as beside:
                watched = beside.submit(client, steady_client, ladder.port, "watch", WATCHERS, seconds, "/api/v1/stream")
                time.sleep(1)
                answers = client(steady_client, ladder.port, "read", RATE // 10, seconds - 2, CONNECTIONS, *PATHS)
                found = watched.result()
            told = (f"{found['watchers']} watchers ({found['refused']} refused, {found['closed']} closed) got {found['fewest_pulses']} to "
                    f"{found['median_pulses']} pulses, {found['bytes'] / found['watchers'] / seconds * 60 / 1000:.0f} kB a minute each; "
                    + in_words(answers))
            return told, found["client_cpu_s"] + answers["client_cpu_s"]

        compare(ladder, seconds, load)


def tar_head(name, size):
    head = bytearray(512)
    head[0:len(name)] = name
    head[100:108] = b"0000644\0"
    head[124:136] = b"%011o\0" % size
    head[148:156] = b" " * 8
    head[156:157] = b"0"
    head[257:265] = b"ustar\0" + b"00"
    head[148:155] = b"%06o\0" % sum(head)
    return bytes(head)


def archive_parts(number):
    """A tar of 20 MiB as a part of its own and one that all share; it is refused when it is screened, so that no bot is built."""
    manifest = f'name = "load-{number:03}"\nlanguage = "program"\nentry = "missing"\n'.encode()
    first = tar_head(b"bot.toml", len(manifest)) + manifest.ljust(512, b"\0")
    return first + tar_head(b"ballast", UPLOAD_BYTES - len(first) - 512 - 1024)


def uploads(program, *_):
    ballast = os.urandom(UPLOAD_BYTES)
    with ServedLadder(program) as ladder:
        ladder.wait_for_boards(100)
        tokens = [ladder.account(f"loader-{number}") for number in range(UPLOADS // 4)]
        before = ladder.memory()
        ladder.forget_most()
        begin = time.perf_counter()

        def send(number):
            head = archive_parts(number)
            body = memoryview(ballast)[:UPLOAD_BYTES - len(head)]
            connection = http.client.HTTPConnection("localhost", ladder.port, timeout=600)
            connection.putrequest("PUT", f"/api/v1/bots/load-{number:03}/versions")
            connection.putheader("Authorization", "Bearer " + tokens[number // 4])
            connection.putheader("Content-Length", str(UPLOAD_BYTES))
            connection.endheaders()
            connection.send(head)
            connection.send(body)
            answer = connection.getresponse()
            answer.read()
            return answer.status, time.perf_counter() - begin

        used = time.process_time()
        answers = all_at_once(send, range(UPLOADS))
        used = time.process_time() - used
        most = ladder.memory("VmHWM")
        times = sorted(taken for _, taken in answers)
        statuses = {status: [answer[0] for answer in answers].count(status) for status in {answer[0] for answer in answers}}
        counted = [next(use["used"] for use in ladder.get("account", token)["quotas"] if use["name"] == "uploads") for token in tokens]
        print(f"{UPLOADS} uploads of {UPLOAD_BYTES >> 20} MiB at once: statuses {statuses}; answered after {times[0]:.1f} to {times[-1]:.1f} s; "
              f"the server's memory rose from {before / 2**20:.1f} to {most / 2**20:.1f} MiB; the client took {used:.1f} s of the cores; counted "
              f"for each account: {min(counted)} to {max(counted)}; left in incoming: {len(os.listdir(os.path.join(ladder.folder, 'incoming')))}",
              flush=True)


def main():
    program, steady_client = (os.path.abspath(path) for path in sys.argv[1:3])
    wanted = sys.argv[3] if len(sys.argv) > 3 else "all"
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 8
    for name, measure in (("reads", reads), ("watchers", watchers), ("uploads", uploads)):
        if wanted in (name, "all"):
            print(f"-- {name}", flush=True)
            measure(program, steady_client, seconds)


if __name__ == "__main__":
    main()
