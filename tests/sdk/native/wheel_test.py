"""The wheel: made from a finished build, and used in a fresh virtual environment that does not see the tree.

    wheel_test.py BUILD_FOLDER"""
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402
from patience import patient  # noqa: E402

BUILD = os.path.abspath(sys.argv.pop(1))
SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../sdk/python")

TEN_LINES = """
import pathlib, sys
import tichu

package = pathlib.Path(tichu.__file__).parent
assert str(package).startswith(sys.prefix), package
assert (package / "py.typed").is_file()
env = tichu.VecEnv(64, seed=1)
actions = env.sample()
rounds = 0
for _ in range(300):
    env.step(actions)
    rounds += int(env.ends.sum())
    env.sample(actions)
assert rounds > 100, rounds
for bot in tichu.bots.BUNDLED:
    assert tichu.bots.find_bot(bot).startswith(str(package)), bot
from tichu import gym, pettingzoo
gym.SeatEnv().reset(seed=1)
pettingzoo.env().reset(seed=1)
print(round(tichu.evaluate("steady", "random", deals=20, seed=1).mean))
"""

BOT = """#!{python}
from tichu import Bot, run


class Highest(Bot):
    def play(self, seen):
        return max(seen.plays, key=lambda play: play.half_points, default=None)


run(Highest)
"""


def output_of(*command, **options):
    """What a command prints; AssertionError with all of it if it fails."""
    ran = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **options)
    assert ran.returncode == 0, f"{command}\n{ran.stdout}"
    return ran.stdout


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        os.chmod(cls.folder.name, 0o755)  # a root's bots run as nobody
        cls.place = os.path.join(cls.folder.name, "venv")
        cls.python = os.path.join(cls.place, "bin/python")
        wheels = os.path.join(cls.folder.name, "wheels")
        pip = (sys.executable, "-m", "pip", "--no-input", "--disable-pip-version-check")
        output_of(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, SOURCES,
             env={**os.environ, "TICHU_BUILD": BUILD})
        cls.wheels = os.listdir(wheels)
        output_of(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", cls.place)
        output_of(*pip, "--python", cls.python, "install", "--no-index", "--no-deps", os.path.join(wheels, cls.wheels[0]))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def clean(self):
        return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "TICHU_BOTS")}

    def test_IsOneFileForThisPythonAndMachine(self):
        self.assertEqual(len(self.wheels), 1)
        self.assertRegex(self.wheels[0], r"^tichu-\d+\.\d+\.\d+-cp\d+-cp\d+-linux_\w+\.whl$")

    def test_LeavesNothingInTheSources(self):
        self.assertFalse({"build", "dist", "tichu.egg-info"} & set(os.listdir(SOURCES)))

    def test_HasWholeMetadata(self):
        told = output_of(self.python, "-c", "from importlib.metadata import metadata, files\n"
                                       "print(*(f'{key}: {value}' for key, value in metadata('tichu').items()), sep='\\n')\n"
                                       "print([str(file) for file in files('tichu')])",
                    cwd="/", env=self.clean())
        for part in ("License: MIT", "Requires-Python: >=3.11", "Requires-Dist: numpy", "Typing :: Typed", "dist-info/LICENSE"):
            self.assertIn(part, told)

    def test_TrainsAndPlaysBundledBotsWithoutTheTree(self):
        margin = output_of(self.python, "-c", TEN_LINES, cwd="/", env=self.clean())
        self.assertGreater(int(margin), 0)

    def test_IsWhatABotsProgramRunsWith(self):
        bot = os.path.join(self.folder.name, "highest.py")
        with open(bot, "w", encoding="utf-8") as file:
            file.write(BOT.format(python=self.python))
        os.chmod(bot, 0o755)
        line = f"play mine=program:{bot} random --deals 4 --seed 1 --name wheel --strict"
        told = output_of(os.path.join(BUILD, "bin/tichu-arena"), *patient(line.split()), cwd=self.folder.name, env=self.clean())
        self.assertIn("mine", told)


if __name__ == "__main__":
    cases.main()
