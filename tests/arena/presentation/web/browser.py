"""A headless Chromium, driven over the pipe of its DevTools protocol: pages, keys, scripts, screenshots, and what the
page asked the network for or complained about."""
import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
from patience import PATIENT, PATIENT_LADDER, patient, wait_for  # noqa: E402, F401

# How long a test waits for what must come; tests/under_load.sh names more.
SECONDS = int(os.environ.get("TICHU_LONGEST_WAIT", "600"))
KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "ArrowUp": 38, "End": 35, "Home": 36, " ": 32, "Enter": 13, "Escape": 27, "Tab": 9}


@contextlib.contextmanager
def opened():
    """A browser that is closed in the end."""
    page = Browser()
    try:
        yield page
    finally:
        page.close()


def run_arena(program, folder, *arguments, code=0):
    """What the arena prints, run in a folder, where it must end with that code."""
    done = subprocess.run([program, *patient(arguments)], cwd=folder, capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == code, f"{arguments}: {done.returncode} {done.stderr}"
    return done.stdout


def executable():
    """The browser's path; None where there is none."""
    return shutil.which("chromium") or shutil.which("google-chrome")


def skip_without_chromium():
    """Ends a module of tests as skipped where there is none."""
    if executable() is None:
        print("there is no Chromium: the page was not tested in a browser (Debian: chromium)")
        sys.exit(77)


class PageTest(unittest.TestCase):
    """Tests of pages in `browser`, which the class has; each test begins without what those before it asked for."""

    def setUp(self):
        # A page that was left asks for nothing any more: before that it may look for a server that has ended.
        self.browser.open("about:blank", "location.href === 'about:blank'")
        self.browser.requests.clear()
        self.browser.complaints.clear()
        self.browser.look()


class Browser:
    """One browser with one page. Every question waits at most SECONDS for its answer. If it draws in one thread, a page costs half the
    processor time, and touches are not answered."""

    def __init__(self, in_one_thread=False):
        self.profile = tempfile.TemporaryDirectory()
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        command = [executable(), "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                   *(["--disable-threaded-compositing"] if in_one_thread else []),
                   "--no-first-run", "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
                   "--no-zygote", "--disable-extensions",
                   f"--user-data-dir={self.profile.name}", "about:blank"]
        # The protocol's pipe is file descriptors 3 and 4.
        shell = f"exec 3<&{to_browser} 4>&{from_browser}; exec \"$@\""
        self.process = subprocess.Popen(["bash", "-c", shell, "browser", *command], pass_fds=(to_browser, from_browser),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.requests, self.complaints, self.loaded = [], [], 0
        self.session = None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        for _ in range(50):  # its last helpers may still be writing into the profile
            try:
                self.profile.cleanup()
                return
            except OSError:
                time.sleep(0.1)

    def ask(self, method, **parameters):
        """Calls a method of the protocol and gives back its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        return self._wait(lambda answer: answer.get("id") == message["id"], method)

    def _wait(self, wanted, what):
        deadline = time.monotonic() + SECONDS
        while True:
            answer = self._next(deadline, what)
            self._note(answer)
            if wanted(answer):
                if "error" in answer:
                    raise AssertionError(f"{what}: {answer['error']}")
                return answer.get("result", answer)

    def _next(self, deadline, what):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.read_end], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise AssertionError(f"no answer from the browser in {SECONDS} s: {what}")
            part = os.read(self.read_end, 1 << 16)
            if not part:
                raise AssertionError(f"the browser has ended: {what}")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def _note(self, answer):
        method, parameters = answer.get("method"), answer.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(parameters["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append(json.dumps(parameters["args"]))
        elif method == "Log.entryAdded":
            self.complaints.append(parameters["entry"]["text"])
        elif method == "Page.javascriptDialogOpening":
            self.complaints.append("a dialog: " + parameters["message"])

    def look(self, width=1280, height=900, dark=False, touch=False, still=True):
        """The size of the window, the colour scheme, and whether movement is unwelcome."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.ask("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])

    def open(self, url, ready):
        """Opens a page and waits until the script's expression `ready` is true."""
        self.ask("Page.navigate", url="about:blank")
        self.ask("Page.navigate", url=url)
        self.until(ready)

    def run(self, expression):
        """The value of an expression in the page; promises are awaited."""
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise AssertionError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def until(self, expression):
        """Waits until an expression is true in the page."""
        def is_true():
            value = self.ask("Runtime.evaluate", expression=f"Boolean({expression})", returnByValue=True)
            return value["result"].get("value") is True

        wait_for(is_true, SECONDS, told=lambda: expression)

    def press(self, key, shift=False):
        code = KEYS.get(key, ord(key.upper()) if len(key) == 1 else 0)
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, modifiers=8 if shift else 0)

    def screenshot(self, path, whole=False):
        picture = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))
