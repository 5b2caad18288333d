#!/usr/bin/python3
"""Packs a bot's script and the package `tichu` into one executable file.

    /usr/bin/python3 build/release/python/pack_bot.py my_bot.py my_bot

The file needs nothing but /usr/bin/python3 with python3-protobuf. Other modules of the bot's are named with --with.
"""

import argparse
import io
import os
import pathlib
import py_compile
import sys
import tempfile
import zipfile

# Same content, same bytes: entries carry no time of their own.
TIME = (1980, 1, 1, 0, 0, 0)

# The modules of the package that need nothing compiled; the others cannot be imported from a packed file.
PURE = ("__init__", "answers", "bot", "cards", "observation", "program", "rows", "tichu_pb2")


def compiled(path, name):
    """The bytecode of a source, which spares the bot compiling it at each start."""
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "module.pyc")
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(path), target, dfile=name, doraise=True, invalidation_mode=mode)
        return pathlib.Path(target).read_bytes()


def pack(script, modules, package):
    """The bytes of the executable file."""
    archive = io.BytesIO()
    archive.write(b"#!/usr/bin/python3\n")
    with zipfile.ZipFile(archive, "a") as files:

        def add(name, data):
            files.writestr(zipfile.ZipInfo(name, TIME), data)

        add("__main__.py", script.read_bytes())
        for source in modules:
            add(source.name, source.read_bytes())
        for source in (package / f"{name}.py" for name in PURE):
            add(f"tichu/{source.name}", source.read_bytes())
            add(f"tichu/{source.stem}.pyc", compiled(source, f"tichu/{source.name}"))
    return archive.getvalue()


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description="Packs a bot's script and the package tichu into one executable file.")
    parser.add_argument("script", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--with", dest="modules", type=pathlib.Path, action="append", default=[], metavar="MODULE.py")
    parser.add_argument("--package", type=pathlib.Path, default=here / "tichu", help="the built package's folder")
    arguments = parser.parse_args()
    if not (arguments.package / "tichu_pb2.py").is_file():
        sys.exit(f"{arguments.package} has no tichu_pb2.py: build the target tichu_python first")
    try:
        data = pack(arguments.script, arguments.modules, arguments.package)
        arguments.output.write_bytes(data)
        arguments.output.chmod(0o755)
    except (OSError, py_compile.PyCompileError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
