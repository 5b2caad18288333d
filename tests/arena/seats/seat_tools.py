"""What tests of remote seats are made of: clients of the standard library, and a network that delays and cuts."""

import base64
import json
import os
import random
import re
import select
import socket
import ssl
import struct
import threading
import time
import urllib.error
import urllib.request

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATH = "/api/v1/seat"


def seat_lines(stderr, count):
    """The seats that an arena tells of, by their names: URL and token."""
    seats = {}
    for line in stderr:
        told = re.match(r"seat (\S+) at (\S+) has the token (\S+)$", line)
        if told:
            seats[told[1]] = (told[2], told[3])
        if len(seats) == count:
            break
    return seats


def first_legal(question):
    """An answer that needs no state: the first legal play."""
    answers = {"grand_tichu": {"call": False}, "tichu": {"call": False}, "give_dragon": {"give_to": "left"}}
    said = answers.get(question["ask"])
    if question["ask"] == "push":
        said = {"push": question["seen"]["hand"].split()[:3]}
    elif said is None:
        legal = question["legal"]
        said = {"pass": True} if legal["may_pass"] else {"play": legal["plays"][0]}
    return {"id": question["id"], **said}


def host_and_port(url):
    found = re.match(r"\w+://([^:/]+):(\d+)", url)
    return found[1], int(found[2])


def frame(kind, payload, masked=True, final=True, reserved=0, length=None):
    """The bytes of a frame of RFC 6455; wrong ones too."""
    size = len(payload) if length is None else length
    head = bytes([(128 if final else 0) | reserved << 4 | kind])
    mask_bit = 128 if masked else 0
    if size < 126:
        head += bytes([mask_bit | size])
    elif size < 65536:
        head += bytes([mask_bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([mask_bit | 127]) + struct.pack(">Q", size)
    if not masked:
        return head + payload
    key = b"\1\2\3\4"
    return head + key + bytes(byte ^ key[i % 4] for i, byte in enumerate(payload))


class WebSocket:
    """A WebSocket by hand, so that it can also do what it must not."""

    def __init__(self, url, token, query="", headers=(), timeout=60):
        self.closed_with = None
        self.socket = socket.create_connection(host_and_port(url), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {PATH}{query} HTTP/1.1", "Host: %s:%d" % host_and_port(url), "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", *headers]
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            got = self.socket.recv(65536)
            if not got:
                break
            self.buffer += got
        self.head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = int(self.head.split()[1]) if self.head else 0

    def send(self, message):
        self.raw(frame(TEXT, message if isinstance(message, bytes) else json.dumps(message).encode()))

    def raw(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            pass

    def _bytes(self, count):
        while len(self.buffer) < count:
            got = self.socket.recv(65536)
            if not got:
                raise ConnectionError("closed")
            self.buffer += got
        found, self.buffer = self.buffer[:count], self.buffer[count:]
        return found

    def receive(self):
        """The next message as JSON; None at the end."""
        try:
            while True:
                first, second = self._bytes(2)
                size = second & 127
                if size == 126:
                    size = struct.unpack(">H", self._bytes(2))[0]
                elif size == 127:
                    size = struct.unpack(">Q", self._bytes(8))[0]
                payload = self._bytes(size)
                if first & 15 == PING:
                    self.raw(frame(PONG, payload))
                elif first & 15 == CLOSE:
                    self.closed_with = struct.unpack(">H", payload[:2])[0] if payload else 0
                    self.raw(frame(CLOSE, payload))
                    return None
                elif first & 15 == TEXT:
                    return json.loads(payload)
        except (ConnectionError, OSError):
            return None

    def close(self):
        self.socket.close()


class SocketSeat:
    """A client without state by WebSocket."""

    def __init__(self, seat, decide):
        self.web = WebSocket(*seat)
        self.decide = decide

    def play(self, answers=None):
        """Answers so many questions, all without a number; True if one more has come, which it does not answer. False if
        the arena has said goodbye."""
        while True:
            message = self.web.receive()
            if message is None or message.get("goodbye"):
                while message is not None:  # the arena closes
                    message = self.web.receive()
                self.web.close()
                return False
            if "hello" in message:
                self.web.send({"hello": {"name": "by hand"}})
            elif answers == 0:
                return True
            else:
                self.web.send(self.decide(message))
                answers = None if answers is None else answers - 1

    def close(self):
        self.web.close()

    def close_code(self):
        while self.web.receive() is not None:
            pass
        return self.web.closed_with


def ask(seat, query="", body=None, method=None, headers=()):
    """One request: status and body."""
    url, token = seat
    request = urllib.request.Request("http://%s:%d%s%s" % (*host_and_port(url), PATH, query), data=body, method=method)
    if token is not None:
        request.add_header("Authorization", f"Bearer {token}")
    for name, value in headers:
        request.add_header(name, value)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


class PollingSeat:
    """A client without state by long polling."""

    def __init__(self, seat, decide):
        self.seat = seat
        self.decide = decide

    def play(self, answers=None):
        query = ""
        while True:
            try:
                status, body = ask(self.seat, query)
            except OSError:
                return False
            if status == 204:
                continue
            if status != 200:
                raise AssertionError((status, body))
            question = json.loads(body)
            if question.get("goodbye"):
                return False
            if answers == 0:
                return True
            ask(self.seat, body=json.dumps(self.decide(question)).encode())
            query = f"?after={question['id']}"
            if answers is not None:
                answers -= 1

    def close(self):
        pass


class CuttingProxy:
    """Passes on bytes after a delay; one piece in `cut_one_in` ends its connection instead."""

    def __init__(self, url, delay, cut_one_in, seed):
        self.target = host_and_port(url)
        self.delay = delay
        self.cut_one_in = cut_one_in
        self.chance = random.Random(seed)
        self.cuts = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = "ws://127.0.0.1:%d" % self.listener.getsockname()[1]

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _taken(self, client):
        return client

    def _pass_on(self, client):
        try:
            with self._taken(client) as client, socket.create_connection(self.target) as server:
                ends = {client: server, server: client}
                for end in ends:
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                while True:
                    for end in select.select(list(ends), [], [])[0]:
                        data = end.recv(65536)
                        if not data:
                            return
                        while end is client and isinstance(end, ssl.SSLSocket) and end.pending():
                            data += end.recv(65536)
                        time.sleep(self.delay)
                        if self.chance.randrange(self.cut_one_in) == 0:
                            self.cuts += 1
                            ends[end].sendall(data[: self.chance.randrange(len(data))])
                            return
                        ends[end].sendall(data)
        except OSError:
            return


class HeadCutter(CuttingProxy):
    """Ends the first connection within the head of its response, and cuts nothing more."""

    def __init__(self, url):
        super().__init__(url, delay=0, cut_one_in=1 << 62, seed=0)

    def _taken(self, client):
        self.cuts += 1
        if self.cuts == 1:
            client.recv(65536)
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Le")
            client.shutdown(socket.SHUT_RDWR)
        return client


class TlsEnd(CuttingProxy):
    """Speaks TLS with clients in front of an arena that does not, and cuts nothing."""

    def __init__(self, url, certificate, key):
        super().__init__(url, delay=0, cut_one_in=1 << 62, seed=0)
        self.url = self.url.replace("ws:", "https:")
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, key)

    def _taken(self, client):
        return self.context.wrap_socket(client, server_side=True)
