#!/usr/bin/python3 -B
"""A server of the Model Context Protocol on standard input and output: JSON-RPC 2.0, one message a line.

    serve.py RESULTS

Its tools are those of table_tools.py. Calls of tools are done one after another; all else is answered meanwhile. At the end of the
input, and on SIGTERM, calls under way are cancelled and all processes that they started are ended.
"""
import json
import os
import queue
import signal
import sys
import threading
import traceback

from table_tools import Refused, TableTools

# The first is spoken with clients that offer a version not in this list and not older.
VERSIONS = ("2025-06-18", "2024-11-05")
LONGEST_LINE = 1 << 20
MOST_CALLS = 32
PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603


class ProtocolError(Exception):
    """What a request is answered with that cannot be done: a code of JSON-RPC and a sentence."""

    def __init__(self, code, sentence):
        super().__init__(sentence)
        self.code = code


class Call:
    """A call of a tool that waits or is under way."""

    def __init__(self, number, name, arguments):
        self.number, self.name, self.arguments = number, name, arguments
        self.cancelled = threading.Event()


def lines(stream):
    """The lines of a binary stream; None for each that is longer than LONGEST_LINE, of which the rest is skipped."""
    while line := stream.readline(LONGEST_LINE + 1):
        too_long = len(line) > LONGEST_LINE
        while too_long and line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE + 1)
        if too_long or line.strip():
            yield None if too_long else line


def no_number(word):
    raise ValueError(f"{word} is no JSON")


def message_of(line):
    if line is None:
        raise ProtocolError(INVALID_REQUEST, f"a message has at most {LONGEST_LINE} bytes")
    try:
        message = json.loads(line.decode("utf-8"), parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(PARSE_ERROR, f"this line is no message in JSON: {error}") from None
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        raise ProtocolError(INVALID_REQUEST, 'a message is one object with "jsonrpc": "2.0"')
    return message


def is_id(number):
    return isinstance(number, (str, int)) and not isinstance(number, bool)


class Server:
    """`write` takes the text of a line. `tools` lists, calls and closes the tools."""

    def __init__(self, tools, write):
        self.tools, self.write = tools, write
        self.writing = threading.Lock()
        self.initialized = False
        self.calls = {}  # those that wait or are under way, by id
        self.waiting = queue.Queue(MOST_CALLS)
        self.worker = threading.Thread(target=self.work, daemon=True)
        self.worker.start()

    def send(self, number, **answer):
        with self.writing:
            self.write(json.dumps({"jsonrpc": "2.0", "id": number, **answer}) + "\n")

    def send_error(self, number, error):
        self.send(number, error={"code": error.code, "message": str(error)})

    def take(self, line):
        number = None
        try:
            message = message_of(line)
            if "method" not in message and ("result" in message or "error" in message):
                return  # this server asks its client nothing
            number = message.get("id") if is_id(message.get("id")) else None
            if "id" in message and number is None:
                raise ProtocolError(INVALID_REQUEST, '"id" is a text or a whole number')
            params = message.get("params", {})
            if not isinstance(message.get("method"), str) or not isinstance(params, dict):
                raise ProtocolError(INVALID_REQUEST, '"method" is a text, and "params" an object')
            if "id" not in message:
                self.notice(message["method"], params)
            elif (result := self.answer(number, message["method"], params)) is not None:
                self.send(number, result=result)
        except ProtocolError as error:
            self.send_error(number, error)

    def notice(self, method, params):
        number = params.get("requestId")
        if method == "notifications/cancelled" and is_id(number) and number in self.calls:
            self.calls[number].cancelled.set()

    def answer(self, number, method, params):
        """The result; None if it comes later."""
        if method == "ping":
            return {}
        if method == "initialize":
            self.initialized = True
            return self.greeting(params.get("protocolVersion"))
        if not self.initialized:
            raise ProtocolError(INVALID_REQUEST, "the first request is initialize")
        if method == "tools/list":
            return {"tools": self.tools.listed()}
        if method != "tools/call":
            raise ProtocolError(NO_METHOD, f"this server has no method {method}; it has initialize, ping, tools/list and tools/call")
        self.begin(number, params.get("name"), params.get("arguments", {}))
        return None

    def greeting(self, offered):
        if not isinstance(offered, str):
            raise ProtocolError(INVALID_PARAMS, '"protocolVersion" is a text such as ' + VERSIONS[0])
        version = offered if offered in VERSIONS else VERSIONS[offered < VERSIONS[0]]
        return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": self.tools.about(),
                "instructions": self.tools.instructions()}

    def begin(self, number, name, arguments):
        if name not in self.tools.names():
            raise ProtocolError(INVALID_PARAMS, f"there is no tool {json.dumps(name)}; there are {', '.join(self.tools.names())}")
        if not isinstance(arguments, dict):
            raise ProtocolError(INVALID_PARAMS, '"arguments" is an object')
        if number in self.calls:
            raise ProtocolError(INVALID_REQUEST, "a request with this id is under way")
        call = self.calls[number] = Call(number, name, arguments)
        try:
            self.waiting.put_nowait(call)
        except queue.Full:
            del self.calls[number]
            raise ProtocolError(INTERNAL_ERROR, f"{MOST_CALLS} calls wait already") from None

    def work(self):
        while call := self.waiting.get():
            try:
                answer = {"result": self.done(call)}
            except Exception as error:  # a mistake of this program, which the client survives
                traceback.print_exc()
                answer = {"error": {"code": INTERNAL_ERROR, "message": f"{type(error).__name__}: {error}"}}
            del self.calls[call.number]
            if not call.cancelled.is_set():
                self.send(call.number, **answer)

    def done(self, call):
        if call.cancelled.is_set():
            return {}
        try:
            text, structured = self.tools.call(call.name, call.arguments, call.cancelled)
        except Refused as refused:
            return {"content": [{"type": "text", "text": str(refused)}], "isError": True}
        return {"content": [{"type": "text", "text": text}], "structuredContent": structured, "isError": False}

    def close(self):
        for call in list(self.calls.values()):
            call.cancelled.set()
        self.tools.close()  # which ends what the worker waits for
        self.waiting.put(None)
        self.worker.join()
        self.tools.close()


def main():
    def write(text):
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError:  # the client reads no more, and its input will end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, lambda *_: sys.exit(0))
    server = Server(TableTools(os.path.dirname(os.path.abspath(__file__)), sys.argv[1]), write)
    try:
        for line in lines(sys.stdin.buffer):
            server.take(line)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        server.close()


if __name__ == "__main__":
    main()
