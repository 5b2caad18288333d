"""What nobody may do at a remote seat has no effect: a table of attempts, on a seat that is empty and beside clients that
play, whose records must be those of a tournament in peace.

    python3 seat_abuse_test.py PROGRAM
"""

import json
import os
import socket
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "commands"))
import arena_command  # noqa: E402
from remote_seats_test import SeatsTest  # noqa: E402
from seat_tools import (BINARY, CLOSE, PATH, PING, TEXT, PollingSeat, SocketSeat, WebSocket, ask, first_legal,  # noqa: E402
                        frame, host_and_port)

MANY = 200


def status_of(seat, request):
    """The status with which the bytes of a request are answered; 0 if the connection is closed instead."""
    with socket.create_connection(host_and_port(seat[0]), timeout=60) as client:
        try:
            client.sendall(request)
            answer = client.recv(65536)
        except OSError:
            return 0
    return int(answer.split()[1]) if answer else 0


def head(seat, *lines, first=f"GET {PATH} HTTP/1.1"):
    return ("\r\n".join([first, "Host: lab", *lines, "", ""])).encode()


def bearer(seat):
    return f"Authorization: Bearer {seat[1]}"


def upgrade_status(seat, token, query="", headers=()):
    web = WebSocket(seat[0], token, query, headers)
    web.close()
    return web.status


def upgrade_head(seat, *headers):
    web = WebSocket(*seat, headers=headers)
    web.close()
    return web.head


def close_code(seat, *pieces):
    """With which code a WebSocket is closed that sends these bytes; 0 if it is just cut off."""
    web = WebSocket(*seat)
    web.receive()
    for piece in pieces:
        web.raw(piece)
    code = drained(web)
    web.close()
    return code or 0


def text(message):
    return frame(TEXT, message if isinstance(message, bytes) else json.dumps(message).encode())


GREETING = text({"hello": {"name": "x"}})

# While nobody has sat down: nothing is asked, and what happens must not look like a client.
AT_AN_EMPTY_SEAT = {
    "no token": lambda lab, _: ask((lab[0], None))[0] == 401,
    "a wrong token": lambda lab, _: ask((lab[0], "f" * 32))[0] == 401,
    "the beginning of the token": lambda lab, _: ask((lab[0], lab[1][:-1]))[0] == 401,
    "the token and more": lambda lab, _: ask((lab[0], lab[1] + "0"))[0] == 401,
    "an empty token": lambda lab, _: status_of(lab, head(lab, "Authorization: Bearer ")) == 401,
    "another scheme": lambda lab, _: status_of(lab, head(lab, f"Authorization: Basic {lab[1]}")) == 401,
    "two tokens": lambda lab, other: status_of(lab, head(lab, bearer(lab), bearer(other))) == 401,
    "a token in the address": lambda lab, _: ask((lab[0], None), f"?token={lab[1]}")[0] == 401,
    "a WebSocket without a token": lambda lab, _: upgrade_status(lab, None) == 401,
    "a WebSocket with a wrong token": lambda lab, _: upgrade_status(lab, "f" * 32) == 401,
    "another path": lambda lab, _: status_of(lab, head(lab, bearer(lab), first="GET /api/v1/seats HTTP/1.1")) == 404,
    "a path with dots": lambda lab, _: status_of(lab, head(lab, bearer(lab), first=f"GET {PATH}/../seat HTTP/1.1")) == 404,
    "the root": lambda lab, _: status_of(lab, head(lab, bearer(lab), first="GET / HTTP/1.1")) == 404,
    "DELETE": lambda lab, _: ask(lab, method="DELETE")[0] == 405,
    "PUT": lambda lab, _: ask(lab, body=b"{}", method="PUT")[0] == 405,
    "HEAD": lambda lab, _: ask(lab, method="HEAD")[0] == 405,
    "an unknown word in the query": lambda lab, _: ask(lab, "?seat=other")[0] == 400,
    "a negative number": lambda lab, _: ask(lab, "?after=-1")[0] == 400,
    "a number that is too large": lambda lab, _: ask(lab, "?after=4294967296")[0] == 400,
    "a session that is too long": lambda lab, _: ask(lab, "?session=" + "x" * 65)[0] == 400,
    "a session with other letters": lambda lab, _: ask(lab, "?session=%0d%0a")[0] == 400,
    "a page of another site": lambda lab, _: ask(lab, headers=[("Origin", "http://evil.example")])[0] == 403,
    "a page of nowhere": lambda lab, _: ask(lab, headers=[("Origin", "null")])[0] == 403,
    "a page's WebSocket": lambda lab, _: upgrade_status(lab, lab[1], headers=["Origin: https://evil.example"]) == 403,
    "two origins": lambda lab, _: upgrade_status(lab, lab[1], headers=["Origin: http://a", "Origin: http://b"]) == 403,
    "GET with a body": lambda lab, _: ask(lab, body=b"{}", method="GET")[0] == 400,
    "POST without a body": lambda lab, _: ask(lab, body=b"", method="POST")[0] == 400,
    "an answer that is no JSON": lambda lab, _: ask(lab, body=b"pass")[0] == 400,
    "an answer without a number": lambda lab, _: ask(lab, body=b"{}")[0] == 400,
    "an answer to nothing": lambda lab, _: ask(lab, body=b'{"id": 7, "pass": true}')[0] == 409,
    "an answer of 100 MiB": lambda lab, _: status_of(
        lab, head(lab, bearer(lab), "Content-Length: 104857600", first=f"POST {PATH} HTTP/1.1")) == 413,
    "an answer in chunks without end": lambda lab, _: status_of(
        lab, head(lab, bearer(lab), "Transfer-Encoding: chunked", first=f"POST {PATH} HTTP/1.1")
        + (b"10000\r\n" + b"x" * 65536 + b"\r\n") * 3) == 413,
    "a head of 64 KiB": lambda lab, _: status_of(lab, head(lab, "X: " + "x" * 65536)) in (0, 414, 431),
    "no HTTP": lambda lab, _: status_of(lab, b"\x16\x03\x01\x02\x00" + bytes(range(256)) + b"\r\n\r\n") == 0,
    "an old WebSocket": lambda lab, _: status_of(
        lab, head(lab, bearer(lab), "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 8",
                  "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==")) in (0, 400, 426),
    "compression": lambda lab, _: b"permessage-deflate" not in upgrade_head(lab, "Sec-WebSocket-Extensions: permessage-deflate"),
    "a compressed frame": lambda lab, _: close_code(lab, frame(TEXT, b"\xaa\x56", reserved=4)) in (0, 1002),
    "bytes before the answer": lambda lab, _: status_of(
        lab, head(lab, bearer(lab), "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                  "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==") + GREETING) in (101, 400),
    "a greeting that is no JSON": lambda lab, _: close_code(lab, text(b"hello")) == 1008,
    "a greeting without a name": lambda lab, _: close_code(lab, text({"hello": {}})) == 1008,
    "a greeting of another version": lambda lab, _: close_code(lab, text({"hello": {"name": "x", "version": 9}})) == 1008,
    "an answer before the greeting": lambda lab, _: close_code(lab, text({"id": 1, "pass": True})) == 1008,
    "a greeting of 100 MiB": lambda lab, _: close_code(lab, frame(TEXT, b"{" * 1000, length=104857600)) in (0, 1009),
    "bytes instead of text": lambda lab, _: close_code(lab, frame(BINARY, b"{}")) == 1003,
    "text that is no UTF-8": lambda lab, _: close_code(lab, frame(TEXT, b"\xff\xfe")) in (0, 1007),
    "a frame without a mask": lambda lab, _: close_code(lab, frame(TEXT, b"{}", masked=False)) in (0, 1002),
    "a reserved kind of frame": lambda lab, _: close_code(lab, frame(7, b"{}")) in (0, 1002),
    "a long ping": lambda lab, _: close_code(lab, frame(PING, b"x" * 126)) in (0, 1002),
    "a ping in pieces": lambda lab, _: close_code(lab, frame(PING, b"x", final=False)) in (0, 1002),
    "the end of a message without its beginning": lambda lab, _: close_code(lab, frame(0, b"{}")) in (0, 1002),
    "a close of one byte": lambda lab, _: close_code(lab, frame(CLOSE, b"x")) in (0, 1002),
    "many half-open connections": lambda lab, _: crowd(lab),
}


def crowd(lab):
    """Connections that say nothing, or half a head: others are served meanwhile."""
    idle = [socket.create_connection(host_and_port(lab[0]), timeout=60) for _ in range(MANY)]
    for client in idle[::2]:
        client.sendall(b"GET /api")
    served = ask((lab[0], None))[0] == 401
    for client in idle:
        client.close()
    return served


def nowhere_asked(lab, _):
    web = WebSocket(*lab, query="")
    web.receive()
    web.send({"hello": {"name": "x"}})
    web.send({"id": 1, "pass": True})
    code = drained(web)
    web.close()
    return code == 1008


def drained(web):
    """With which code it is closed in the end."""
    while web.receive() is not None:
        pass
    return web.closed_with


def old_answers(lab, seen):
    """Answers to questions that were answered, or are another seat's."""
    for question in list(seen.old):
        status, body = ask(lab, body=json.dumps({**first_legal(question), "call": True}).encode())
        if status not in (200, 409) or json.loads(body).get("taken"):
            return False
    return True


def two_at_once(lab, _):
    first = WebSocket(*lab)
    second = WebSocket(*lab)
    for web in (first, second):
        web.receive()
        web.send({"hello": {"name": "x"}})
        web.receive()
    first.send({"id": 1, "pass": "never read"})
    code = drained(first)
    first.close()
    second.close()
    return code == 4001


def slow_sender(lab, _):
    web = WebSocket(*lab)
    web.receive()
    for byte in text({"hello": {"name": "x"}})[:20]:
        web.raw(bytes([byte]))
        time.sleep(0.001)
    web.close()
    return True


def peeping(lab, seen):
    """The token of a seat shows the questions of that seat alone."""
    status, body = ask(seen.other)
    if status == 409:  # its own client came back meanwhile
        return True
    return status in (200, 204) and (not body or json.loads(body).get("goodbye") or json.loads(body)["id"] not in seen.ids["lab"])


# While clients play.
BESIDE_CLIENTS = {
    "an answer to what was never asked": nowhere_asked,
    "old answers again": old_answers,
    "two connections at once": two_at_once,
    "a slow sender": slow_sender,
    "another seat's token": peeping,
    "a wrong token beside a client": lambda lab, _: ask((lab[0], "f" * 32), body=b'{"id": 1}')[0] == 401,
    "a flood of wrong tokens": lambda lab, _: all(ask((lab[0], f"{n:032}"))[0] == 401 for n in range(50)),
    "a flood of connections": lambda lab, _: all(ask((lab[0], None))[0] == 401 for _ in range(50)),
    "pings without end": lambda lab, _: close_code(lab, *[frame(PING, b"x")] * 1000, frame(CLOSE, b"\x03\xe8")) == 1000,
}


class Player(threading.Thread):
    """A client without state that comes back whatever happens, and keeps what it was asked."""

    def __init__(self, seat, polls, seen):
        super().__init__(daemon=True)
        self.seat, self.polls, self.seen = seat, polls, seen

    def decide(self, question):
        self.seen.note(self.seat, question)
        return first_legal(question)

    def run(self):
        while not self.seen.over:
            try:
                client = (PollingSeat if self.polls else SocketSeat)(self.seat, self.decide)
                client.play()
                client.close()
            except (OSError, AssertionError):
                pass
            time.sleep(0.01)


class Seen:
    def __init__(self, seats):
        self.other = seats["other"]
        self.names = {seat: name for name, seat in seats.items()}
        self.ids = {"lab": set(), "other": set()}
        self.old = []
        self.over = False
        self.count = 0

    def note(self, seat, question):
        self.ids[self.names[seat]].add(question["id"])
        self.count += 1
        if self.count < 20:
            self.old.append(question)


class SeatAbuse(SeatsTest):
    def play(self, results, abuse=False):
        arena, seats = self.begin("play", "a=remote:lab", "b=remote:other", "--deals", "10", "--seed", "3", "--name", "cup",
                                  "--results", results, "--strict", seats=2)
        lab, other = seats["lab"], seats["other"]
        if abuse:
            for name, attempt in AT_AN_EMPTY_SEAT.items():
                with self.subTest(name):
                    self.assertTrue(attempt(lab, other))
        seen = Seen(seats)
        players = [Player(lab, False, seen), Player(other, True, seen)]
        for player in players:
            player.start()
        for name, attempt in BESIDE_CLIENTS.items() if abuse else ():
            before = seen.count
            self.wait_until(lambda: seen.count > before + 5, arena)
            with self.subTest(name):
                self.assertTrue(attempt(lab, seen))
        log = self.expect_end(arena)
        seen.over = True
        self.assertIn(" 0 boards given back", log)
        return self.records(results)

    def test_attempts_have_no_effect(self):
        self.assertGreaterEqual(len(AT_AN_EMPTY_SEAT) + len(BESIDE_CLIENTS), 40)
        self.assertEqual(self.play("abused", abuse=True), self.play("peace"))


if __name__ == "__main__":
    arena_command.main()
