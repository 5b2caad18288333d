"""A ladder of two bundled bots that is served, for tests of what people and remote bots do at it."""
import json
import os
import signal
import subprocess
import time
import urllib.request

import arena_command
from guest_seat import answer_to

SECONDS = int(os.environ.get("TICHU_LONGEST_WAIT", "600"))


class ServedLadder(arena_command.CommandTest):
    SETTINGS = ""  # its ladder.toml
    program = arena_command.PROGRAM

    def setUp(self):
        super().setUp()
        done = self.run_arena("ladder", "init", "ladder")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.admin = done.stdout.strip().splitlines()[-1]
        self.write("ladder/ladder.toml", self.SETTINGS)
        self.server = None
        self.log = open(self.path("serve.log"), "w", encoding="utf-8")  # noqa: SIM115
        self.addCleanup(self.log.close)
        self.addCleanup(self.end, signal.SIGTERM)
        self.serve()

    def serve(self):
        self.server = subprocess.Popen([self.program, "ladder", "serve", "ladder", "--port", "0", "-j", "1"], cwd=self.folder.name,
                                       stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.url = self.server.stdout.readline().strip()
        self.assertRegex(self.url, r"^http://127\.0\.0\.1:\d+/$")

    def end(self, kind):
        if self.server.poll() is None:
            self.server.send_signal(kind)
            self.server.communicate(timeout=SECONDS)

    def call(self, method, path, token=None, body=None):
        """Status and JSON."""
        request = urllib.request.Request(f"{self.url}api/v1/{path}", method=method, data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"} if body is not None else {})
        if token:
            request.add_header("Authorization", "Bearer " + token)
        return answer_to(request)

    def wait_for(self, condition):
        deadline = time.monotonic() + SECONDS
        while not condition():
            self.assertIsNone(self.server.poll())
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
