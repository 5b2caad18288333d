"""A ladder behind nginx, with the example's configuration: who asks, what is encrypted, uploads and streams that are passed on as they come.

    python3 proxy_test.py SERVER NGINX_CONF
"""
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
import cases  # noqa: E402

CONF = os.path.abspath(sys.argv.pop())
SERVER = os.path.abspath(sys.argv.pop())
SECONDS = int(os.environ.get("TICHU_LONGEST_WAIT", "600"))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class BehindNginx(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.server = subprocess.Popen([SERVER, "", "rests", "127.0.0.1", "https://localhost/"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.end, self.server)
        self.inner = int(re.search(r":(\d+)/", self.server.stdout.readline()).group(1))
        self.tokens = json.loads(self.server.stdout.readline())
        self.outer = free_port()
        certificate, key = (os.path.join(self.folder.name, name) for name in ("cert.pem", "key.pem"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                        "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate], check=True, capture_output=True)
        with open(CONF, encoding="utf-8") as file:
            site = file.read()
        site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.outer} ssl;").replace("  listen [::]:443 ssl;\n", "")
        site = site.replace("/etc/ssl/certs/ladder.example.pem", certificate).replace("/etc/ssl/private/ladder.example.key", key)
        site = site.replace("ladder.example;", "localhost;").replace("127.0.0.1:8080", f"127.0.0.1:{self.inner}")
        place = self.folder.name
        with open(os.path.join(place, "nginx.conf"), "w", encoding="utf-8") as file:
            file.write(f"daemon off;\npid {place}/pid;\nerror_log {place}/error.log;\nevents {{}}\nhttp {{\naccess_log off;\n"
                       f"client_body_temp_path {place}/body;\nproxy_temp_path {place}/proxy;\nfastcgi_temp_path {place}/f;\n"
                       f"uwsgi_temp_path {place}/u;\nscgi_temp_path {place}/s;\n{site}}}\n")
        self.nginx = subprocess.Popen([NGINX, "-p", place, "-c", os.path.join(place, "nginx.conf"), "-e", os.path.join(place, "error.log")])
        self.addCleanup(self.end, self.nginx)
        self.context = ssl.create_default_context(cafile=certificate)
        self.wait_for_nginx()

    def end(self, process):
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=SECONDS)

    def wait_for_nginx(self):
        while self.nginx.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.outer), timeout=SECONDS).close()
                return
            except ConnectionRefusedError:
                continue
        with open(os.path.join(self.folder.name, "error.log"), encoding="utf-8") as file:
            self.fail(file.read())

    def ask(self, method, path, body=None, **headers):
        connection = http.client.HTTPSConnection("localhost", self.outer, timeout=SECONDS, context=self.context)
        connection.request(method, path, body=body, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text

    def test_takes_tokens_that_came_encrypted_and_no_others(self):
        self.assertEqual(self.ask("GET", "/api/v1/account", Authorization="Bearer " + self.tokens["author"])[0], 200)
        plain = http.client.HTTPConnection("127.0.0.1", self.inner, timeout=SECONDS)
        plain.request("GET", "/api/v1/account", headers={"Authorization": "Bearer " + self.tokens["author"], "Host": "localhost"})
        self.assertEqual(plain.getresponse().status, 403)
        plain.close()

    def test_shows_its_figures_to_nobody_who_comes_through_it(self):
        self.assertEqual(self.ask("GET", "/metrics")[0], 401)
        self.assertEqual(self.ask("GET", "/metrics", X_Forwarded_For="127.0.0.1")[0], 401)
        self.assertEqual(self.ask("GET", "/metrics", Authorization="Bearer " + self.tokens["admin"])[0], 200)

    def test_passes_uploads_and_streams_on_as_they_come(self):
        status, text = self.ask("PUT", "/api/v1/bots/fox/versions", body=b"x" * 20_000_000, Authorization="Bearer " + self.tokens["author"])
        self.assertEqual(status, 202, text)
        self.assertEqual(os.listdir(os.path.join(self.folder.name, "body")), [])
        status, text = self.ask("PUT", "/api/v1/bots/fox/versions", body=b"x" * 40_000_000, Authorization="Bearer " + self.tokens["author"])
        self.assertEqual(status, 413, text)
        connection = http.client.HTTPSConnection("localhost", self.outer, timeout=SECONDS, context=self.context)
        connection.request("GET", "/api/v1/stream")
        stream = connection.getresponse()
        while not stream.readline().startswith(b"event: status"):
            pass
        connection.close()


if __name__ == "__main__":
    NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if NGINX is None or shutil.which("openssl") is None:
        print("there is no nginx or openssl: the example was not tested (Debian: nginx, openssl)")
        sys.exit(77)
    cases.main()
