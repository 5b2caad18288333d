"""A ladder of bundled bots, as tests init and serve it."""
import json
import os
import re
import shutil
import signal
import subprocess
import urllib.error
import urllib.request

import arena_command
import patience
from guest_seat import answer_to

SECONDS = int(os.environ.get("TICHU_LONGEST_WAIT", "600"))


class LadderCase(arena_command.CommandTest):
    """A ladder that a test serves when it is ready for it; its log is told where something fails."""
    program = arena_command.PROGRAM
    # Without the bundled bots that think, of whose boards no test wants many.
    FIELD = 'references = ["steady", "greedy", "lowest", "random"]\n'

    def setUp(self):
        super().setUp()
        done = self.run_arena("ladder", "init", "ladder", code=0)
        self.admin = done.stdout.strip().splitlines()[-1]
        self.assertRegex(self.admin, r"^tch_\w+_[0-9a-f]{64}$")
        self.write("ladder/ladder.toml", "[play]\n" + self.FIELD + arena_command.PATIENT_LADDER)
        self.log = open(self.path("serve.log"), "w+", encoding="utf-8")  # noqa: SIM115
        self.addCleanup(self.log.close)
        self.server = None
        self.addCleanup(self.stop)

    def serve(self, *flags, folder="ladder"):
        self.server = subprocess.Popen([self.program, "ladder", "serve", folder, "--port", "0", "-j", "1", *flags], cwd=self.folder.name,
                                       stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.server.stdout.readline()
        found = re.match(r"(http://127\.0\.0\.1:(\d+)/)$", line.strip())
        self.assertTrue(found, line + self.logged())
        self.url, self.port = found.group(1), int(found.group(2))

    def act_as_operator(self, act):
        self.run_arena("ladder", "admin", "ladder", act, "--reason", "a trial", code=0)

    def rest(self):
        """From now on no rated boards are played, which would take the processor from what is tested."""
        self.act_as_operator("pause")

    def logged(self):
        self.log.flush()
        return self.read("serve.log")[-3000:]

    def stop(self):
        if self.server is None or self.server.poll() is not None:
            return
        self.end(signal.SIGTERM)
        self.assertEqual(self.server.returncode, 0, self.logged())

    def end(self, kind):
        if self.server.poll() is None:
            self.server.send_signal(kind)
            self.server.communicate(timeout=SECONDS)

    def account(self, name, role="author"):
        done = self.run_arena("ladder", "admin", "ladder", "add", name, "--role", role, code=0)
        return done.stdout.strip()

    def submit(self, folder, token, *flags):
        return self.run_arena("submit", folder, "--to", self.url, *flags, env={**os.environ, "TICHU_TOKEN": token})

    def get(self, path, token=None):
        request = urllib.request.Request(f"{self.url}api/v1/{path}", headers={"Authorization": "Bearer " + token} if token else {})
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)

    def wait_for(self, condition):
        patience.wait_for(condition, SECONDS, lambda: self.assertIsNone(self.server.poll(), self.logged()), self.logged)

    def new_bot(self, name, language="python"):
        self.run_arena("new-bot", name, "--lang", language, code=0)

    def ready_bot(self, name, like="greedy", says=""):
        """A bot that needs no build and is checked quickly: a bundled one as a program. It may say something to its standard error."""
        os.makedirs(self.path(name), exist_ok=True)
        self.write(f"{name}/bot.toml", f'name = "{name}"\nlanguage = "program"\nentry = "bot"\n')
        self.write(f"{name}/README", f"{name} is another bot than the others\n")
        bundled = os.path.join(os.path.dirname(os.path.dirname(arena_command.PROGRAM)), "bots", like)
        shutil.copy(bundled, self.path(name, "real" if says else "bot"))
        if says:
            self.write(f"{name}/bot", f'#!/bin/sh\necho "{says}" >&2\nexec "${{0%/*}}/real"\n')
            os.chmod(self.path(name, "bot"), 0o755)

    def call(self, method, path, token=None, body=None):
        """Status and JSON."""
        request = urllib.request.Request(f"{self.url}api/v1/{path}", method=method, data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"} if body is not None else {})
        if token:
            request.add_header("Authorization", "Bearer " + token)
        return answer_to(request)

    def act(self, path, token, method="POST"):
        """The status and the code of an act's answer."""
        status, told = self.call(method, path, token)
        return status, told["code"] if status >= 400 else None

    def status_of(self, path):
        try:
            self.get(path)
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code
        return 200

    def has_dump(self):
        try:
            with urllib.request.urlopen(f"{self.url}api/v1/dump", timeout=SECONDS) as answer:
                return answer.status == 200
        except urllib.error.HTTPError as refused:
            refused.close()
            return False

    def dump(self, name):
        os.mkdir(self.path(name))
        with urllib.request.urlopen(f"{self.url}api/v1/dump", timeout=SECONDS) as answer:
            with open(self.path(name, "tournament.sqlite"), "wb") as file:
                shutil.copyfileobj(answer, file)
        return os.path.join(name, "tournament.sqlite")

    def struck_pairs(self):
        return [sorted((pair["first"], pair["second"])) for pair in self.get("ladder")["struck"]]


class ServedLadder(LadderCase):
    """A ladder that is served from a test's first line on, and that may be killed."""
    SETTINGS = ""  # its ladder.toml

    def setUp(self):
        super().setUp()
        self.write("ladder/ladder.toml", self.SETTINGS)
        self.serve()
