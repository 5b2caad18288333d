"""Lets operator new throw once in a thread of a process that was started with failing_new (failing_new.cpp)."""
import mmap
import os
import random
import re
import struct
import subprocess
import time

MOST_SPARED = 4096
ORDER_BYTES = 16 + 16 * MOST_SPARED


class Thrower:
    def __init__(self, failing_new, order_file):
        self.failing_new, self.order_file, self.process, self.program = failing_new, order_file, None, None
        self.random = random.Random(1)
        with open(order_file, "wb") as file:
            file.write(bytes(ORDER_BYTES))
        with open(order_file, "r+b") as file:
            self.order = mmap.mmap(file.fileno(), ORDER_BYTES)

    def environment(self):
        return {**os.environ, "LD_PRELOAD": self.failing_new, "TICHU_FAILING_NEW": self.order_file}

    def follow(self, process):
        """From now on of this process."""
        self.process = process
        self.program = os.readlink(f"/proc/{process}/exe")
        spared = self.spared_functions()
        self.order[:16 + 16 * len(spared)] = struct.pack(f"2Q{2 * len(spared)}Q", 0, len(spared), *sum(spared, ()))

    def spared_functions(self):
        """Where functions begin and end in memory that destroy JSON values or belong to Protobuf."""
        symbols = subprocess.run(["nm", "-S", self.program], check=True, stdout=subprocess.PIPE, text=True).stdout
        with open(f"/proc/{self.process}/maps", encoding="utf-8") as file:
            base = next(int(line.split("-")[0], 16) for line in file if line.rstrip().endswith(self.program))
        names = r"_ZN8nlohmann\w*10json_value7destroy|\w*5tichu2v1|\w*5tichu5units|\w*6google8protobuf"
        found = re.findall(rf"(?m)^([0-9a-f]+) ([0-9a-f]+) [tTwW] (?:{names})", symbols)
        assert len(found) < MOST_SPARED, len(found)
        return [(base + int(offset, 16), base + int(offset, 16) + int(size, 16)) for offset, size in found]

    def threads(self):
        """Those that run now; none if the process has ended."""
        try:
            return sorted(map(int, os.listdir(f"/proc/{self.process}/task")))
        except FileNotFoundError:
            return []

    def let_throw(self, thread, seconds=2):
        """Lets an allocation of the thread throw; False if it makes none, or ends."""
        self.order[:8] = struct.pack("ii", thread, self.random.choice((0, 1, 3, 10, 30, 100, 300)))
        deadline = time.monotonic() + seconds
        while struct.unpack("ii", self.order[:8])[0] != 0:
            if time.monotonic() > deadline or not os.path.exists(f"/proc/{self.process}/task/{thread}"):
                self.order[:8] = bytes(8)
                return False
            time.sleep(0.002)
        return True

    def place(self):
        """The calls that led to the latest throw."""
        with open(self.order_file + ".place", encoding="utf-8") as file:
            places = re.findall(r"/tichu-arena(?:-\w+)?\(\+(0x[0-9a-f]+)\)", file.read())
        return subprocess.run(["addr2line", "-Cfse", self.program, *places], stdout=subprocess.PIPE, text=True, check=False).stdout
