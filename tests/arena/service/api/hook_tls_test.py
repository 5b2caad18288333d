"""Hooks over real https, to a server of this machine with a certificate of an authority of its own.

    python3 hook_tls_test.py SEND_HOOK
"""
import hashlib
import hmac
import http.server
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
import cases  # noqa: E402

SEND_HOOK = os.path.abspath(sys.argv.pop())
SECRET = "0123456789abcdef"


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.server.received.append((self.path, dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(self.server.status)
        if self.server.status == 302:
            self.send_header("Location", f"https://localhost:{self.server.server_address[1]}/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class HooksOverTls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        for name in ("authority", "stranger"):
            cls.openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}", "-keyout", cls.file(f"{name}.key"),
                        "-out", cls.file(f"{name}.pem"))
        cls.certify("localhost", "DNS:localhost")
        cls.certify("elsewhere", "DNS:elsewhere.example")

    @classmethod
    def file(cls, name):
        return os.path.join(cls.folder.name, name)

    @classmethod
    def openssl(cls, *arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True)

    @classmethod
    def certify(cls, name, subject):
        cls.openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}", "-keyout", cls.file(f"{name}.key"), "-out", cls.file(f"{name}.csr"))
        with open(cls.file(f"{name}.ext"), "w", encoding="utf-8") as file:
            file.write(f"subjectAltName={subject}\n")
        cls.openssl("x509", "-req", "-in", cls.file(f"{name}.csr"), "-CA", cls.file("authority.pem"), "-CAkey", cls.file("authority.key"),
                    "-CAcreateserial", "-days", "2", "-extfile", cls.file(f"{name}.ext"), "-out", cls.file(f"{name}.pem"))

    def serve(self, name="localhost", status=204):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.file(f"{name}.pem"), self.file(f"{name}.key"))
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.status, server.received = status, []
        server.handle_error = lambda *_: None  # a client that does not trust it goes away
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server

    def send(self, port, authority="authority"):
        url = f"https://localhost:{port}/hook?a=1"
        done = subprocess.run([SEND_HOOK, url, SECRET, self.file(f"{authority}.pem")], capture_output=True, text=True, check=False, timeout=600)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done.returncode == 0, done.stdout.strip()

    def test_brings_the_event_with_a_signature_that_the_receiver_can_check(self):
        server = self.serve()
        self.assertEqual(self.send(server.server_address[1]), (True, "ok"))
        (path, headers, body), = server.received
        self.assertEqual(path, "/hook?a=1")
        self.assertEqual(headers["Content-Type"], "application/json")
        self.assertEqual(headers["Tichu-Signature"], "sha256=" + hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest())
        told = json.loads(body)
        self.assertEqual((told["delivery"], told["attempt"], told["event"]["kind"]), (7, 2, "season.ended"))

    def test_takes_nobody_for_whom_no_trusted_authority_vouches(self):
        server = self.serve()
        ok, problem = self.send(server.server_address[1], "stranger")
        self.assertFalse(ok)
        self.assertIn("certificate", problem)
        self.assertEqual(server.received, [])

    def test_takes_nobody_under_anothers_name(self):
        server = self.serve("elsewhere")
        ok, problem = self.send(server.server_address[1])
        self.assertFalse(ok, problem)
        self.assertEqual(server.received, [])

    def test_follows_no_redirect(self):
        server = self.serve(status=302)
        self.assertEqual(self.send(server.server_address[1]), (False, "the answer was 302"))
        self.assertEqual([path for path, _, _ in server.received], ["/hook?a=1"])

    def test_tells_a_server_that_fails(self):
        server = self.serve(status=500)
        self.assertEqual(self.send(server.server_address[1]), (False, "the answer was 500"))

    def test_does_not_wait_for_ever(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            ok, problem = self.send(silent.getsockname()[1])
        self.assertFalse(ok)
        self.assertIn("imeout", problem)

    def test_speaks_to_nobody_in_plain(self):
        server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
        server.status, server.received = 204, []
        server.handle_error = lambda *_: None
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        ok, problem = self.send(server.server_address[1])
        self.assertFalse(ok, problem)
        self.assertEqual(server.received, [])


if __name__ == "__main__":
    if shutil.which("openssl") is None:
        print("there is no openssl: hooks over https were not tested (Debian: openssl)")
        sys.exit(77)
    cases.main()
