"""Every path, method and refusal of /openapi.json, against the server of a ladder.

    python3 openapi_walk_test.py SERVER FOLDER
"""
import json
import os
import re
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
import cases  # noqa: E402

import openapi_walk

SERVER = os.path.abspath(sys.argv.pop(1))
NAMES = {"bot": "fox", "number": 1, "board": 0, "first": "fox", "second": "owl", "request": 8, "account": "ada", "language": "c", "document": "rules", "tag": "walk",
         "remote": "goose", "remote_board": "1-0", "day": "2026-01-01", "day_board": "0123456789abcdef", "request_board": 0, "card": 11}


class Walk(unittest.TestCase):
    def setUp(self):
        self.server = subprocess.Popen([SERVER, ""], stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.end)
        self.port = int(re.search(r":(\d+)/", self.server.stdout.readline()).group(1))
        self.told = json.loads(self.server.stdout.readline())
        self.names = {**NAMES, "token": self.told["token"], "hook": self.told["hook"]}

    def end(self):
        self.server.send_signal(signal.SIGTERM)
        self.server.communicate(timeout=openapi_walk.SECONDS)

    def test_finds_everything_as_it_is_described(self):
        faults, asked = openapi_walk.walk(self.port, self.told, self.names)
        self.assertEqual(faults, [], "\n".join(faults))
        self.assertGreater(asked, 300)

    def test_repeats_no_key_for_another_upload_and_bounds_accounts(self):
        walker = openapi_walk.Walker(self.port, self.told, self.names)
        json_type = {"Content-Type": "application/json"}
        codes = set()
        for i in range(30):
            _, text = walker.send("POST", "/api/v1/accounts", None, b'{"name": "many-%d"}' % i, json_type)
            codes.add(text.split(b'"code":"')[1].split(b'"')[0] if b'"code"' in text else b"")
        self.assertEqual(codes, {b"", b"rate_accounts"})


if __name__ == "__main__":
    cases.main()
