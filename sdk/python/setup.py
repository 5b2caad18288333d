"""The compiled part of the wheel: CMake builds the module, the messages and the bundled bots, and this packs them."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

PACKAGE = pathlib.Path(__file__).resolve().parent
PROJECT = PACKAGE.parents[1]
# A finished build, or where one is to be made.
BUILD = pathlib.Path(os.environ.get("TICHU_BUILD") or PROJECT / "build" / "wheel")


def version():
    return re.search(r"project\(tichu-arena VERSION ([\d.]+)", (PROJECT / "CMakeLists.txt").read_text())[1]


def bundled_bots():
    text = (PACKAGE / "tichu" / "bots.py").read_text()
    return re.findall(r'"(\w+)"', re.search(r"BUNDLED = \((.*?)\)", text, re.DOTALL)[1])


class Build(build_py):
    """Builds, and copies the package with what was built, and the bots' plug-ins into tichu/plugins."""

    def run(self):
        bots = bundled_bots()
        if not (BUILD / "CMakeCache.txt").is_file():
            subprocess.run(["cmake", "--preset", "package", "-B", BUILD, f"-DPYTHON_EXECUTABLE={sys.executable}"],
                           cwd=PROJECT, check=True)
        targets = ["tichu_python", "tichu_python_native", *(f"bot_{bot}" for bot in bots)]
        subprocess.run(["cmake", "--build", BUILD, "--target", *targets], check=True)
        package = pathlib.Path(self.build_lib) / "tichu"
        shutil.rmtree(package, ignore_errors=True)
        plugins = package / "plugins"
        plugins.mkdir(parents=True)
        built = BUILD / "python" / "tichu"
        for file in [*(PACKAGE / "tichu").glob("*.py*"), PACKAGE / "tichu" / "py.typed", built / "tichu_pb2.py", *built.glob("_core.*.so")]:
            shutil.copy2(file, package)
        for bot in bots:
            shutil.copy2(BUILD / "bots" / f"{bot}.so", plugins)


class Compiled(Distribution):
    """A distribution whose wheel is for one Python and one kind of machine."""

    def has_ext_modules(self):
        return True


# What setuptools makes on its way stays out of the sources.
WORK = BUILD / "setuptools"
WORK.mkdir(parents=True, exist_ok=True)
setup(
    version=version(),
    distclass=Compiled,
    cmdclass={"build_py": Build},
    options={"build": {"build_base": str(WORK)}, "egg_info": {"egg_base": str(WORK)}, "bdist_wheel": {"bdist_dir": str(WORK / "wheel")}},
)
