"""A ladder that is served for measurements, and what its process uses."""
import contextlib
import json
import os
import re
import signal
import subprocess
import tempfile
import threading
import time
import urllib.request

WAIT = 600


class ServedLadder(contextlib.AbstractContextManager):
    """A fresh ladder with the bundled bots; `settings` are its ladder.toml. It ends with the context."""

    def __init__(self, program, settings="", flags=()):
        self.program = os.path.abspath(program)
        self.place = tempfile.TemporaryDirectory()
        os.chmod(self.place.name, 0o755)
        self.folder = os.path.join(self.place.name, "ladder")
        self.run("init", self.folder)
        with open(os.path.join(self.folder, "ladder.toml"), "w", encoding="utf-8") as file:
            file.write(settings)
        self.log = open(os.path.join(self.place.name, "log"), "w+", encoding="utf-8")  # noqa: SIM115
        self.flags = flags
        self.serve(0)

    def serve(self, port):
        self.server = subprocess.Popen([self.program, "ladder", "serve", self.folder, "--port", str(port), *self.flags], stdout=subprocess.PIPE,
                                       stderr=self.log, text=True)
        self.url = self.server.stdout.readline().strip()
        found = re.search(r":(\d+)/$", self.url)
        if found is None:
            raise RuntimeError(f"the ladder is not served: {self.told()}")
        self.port = int(found.group(1))

    def kill_and_serve(self):
        """At the same address, as after a failure of the machine."""
        self.server.kill()
        self.server.communicate()
        self.serve(self.port)

    def __exit__(self, *_):
        self.server.send_signal(signal.SIGTERM)
        self.server.communicate(timeout=WAIT)
        self.log.close()
        self.place.cleanup()

    def told(self):
        self.log.flush()
        self.log.seek(0)
        return self.log.read()[-2000:]

    def run(self, *words):
        return subprocess.run([self.program, "ladder", *words], check=True, stdout=subprocess.PIPE, text=True).stdout

    def account(self, name):
        return self.run("admin", self.folder, "add", name).strip()

    def get(self, path, token=None):
        headers = {"Authorization": "Bearer " + token} if token else {}
        with urllib.request.urlopen(urllib.request.Request(f"{self.url}api/v1/{path}", headers=headers), timeout=60) as answered:
            return json.load(answered)

    def metric(self, name):
        """From the metrics, since the API's answers may be a second old while others ask too."""
        with urllib.request.urlopen(self.url + "metrics", timeout=60) as answered:
            return float(re.search(rf"^{name} (\S+)$", answered.read().decode(), re.MULTILINE).group(1))

    def boards(self):
        """How many were played until now."""
        return self.metric("tichu_boards_total")

    def wait_for_boards(self, count):
        while self.boards() < count:
            if self.server.poll() is not None:
                raise RuntimeError(f"the ladder has ended: {self.told()}")
            time.sleep(0.1)

    def answers(self):
        """How many requests were answered until now."""
        with urllib.request.urlopen(self.url + "metrics", timeout=60) as answered:
            return sum(float(value) for value in re.findall(r"^http_requests_total\{.*\} (\S+)$", answered.read().decode(), re.MULTILINE))

    def answering_seconds(self):
        """What the serving process took of the processors in its threads of ordinary priority, which answer people: those that play, build
        and look after the ladder have a lower one."""
        taken = 0
        for thread in os.listdir(f"/proc/{self.server.pid}/task"):
            with contextlib.suppress(FileNotFoundError), open(f"/proc/{self.server.pid}/task/{thread}/stat", encoding="utf-8") as stat, \
                    open(f"/proc/{self.server.pid}/task/{thread}/schedstat", encoding="utf-8") as schedule:
                if int(stat.read().rsplit(")", 1)[1].split()[16]) == 0:
                    taken += int(schedule.read().split()[0])
        return taken / 1e9

    def memory(self, key="VmRSS"):
        """In bytes: VmRSS now, VmHWM the most since `forget_most`."""
        with open(f"/proc/{self.server.pid}/status", encoding="utf-8") as file:
            return int(re.search(rf"^{key}:\s+(\d+) kB", file.read(), re.MULTILINE).group(1)) * 1024

    def forget_most(self):
        with open(f"/proc/{self.server.pid}/clear_refs", "w", encoding="utf-8") as file:
            file.write("5")


class Rate:
    """How fast a number grew while something was done: `with Rate(ladder.boards) as rate: …; rate.a_second`."""

    def __init__(self, number):
        self.number = number
        self.a_second = 0.0

    def __enter__(self):
        self.first, self.begin = self.number(), time.perf_counter()
        return self

    def __exit__(self, *_):
        self.a_second = (self.number() - self.first) / (time.perf_counter() - self.begin)


def all_at_once(work, items):
    """Calls `work` with each item, each in a thread of its own, and returns what they returned, in order."""
    results = [None] * len(items)

    def run(index):
        results[index] = work(items[index])

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(items))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
