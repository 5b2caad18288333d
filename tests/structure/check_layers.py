#!/usr/bin/python3
"""Folders are layers: nothing includes upward, nothing includes in a circle, the engine uses the standard library alone."""
import re
import sys

import sources

# Who may include whose headers, besides its own.
LAYERS = {
    "engine": (),
    "protocol": ("engine",),
    "sdk": ("engine",),
    "bots": ("sdk", "engine"),
    "arena": ("engine", "protocol"),
    "tests": ("engine", "protocol", "sdk", "bots", "arena"),
}
# Single files with rights of their own: the C interface of plug-ins, and what puts it behind the protocol.
OPEN_HEADERS = {"arena": ("sdk/plugin_abi.h", "sdk/abi_mirror.h", "sdk/serve_bot.h")}
OPEN_SOURCES = {"sdk/serve_bot.cpp": ("protocol",)}
# Inside arena/ each folder may include those before it.
ARENA = ("record", "config", "sandbox", "player", "match", "check", "rating", "sequential", "schedule", "store", "report", "event", "page", "live", "bench", "commands")
# What the engine may include with <>.
STANDARD = set("""algorithm array bit cassert charconv compare concepts cstddef cstdint cstdlib cstring functional initializer_list
    iterator limits memory numeric optional ranges span string string_view tuple type_traits utility variant vector""".split())
# A bot stands alone, but for one that searches among the plays that another considers.
OPEN_BOTS = {"bots/sampler": ("bots/steady",)}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def arena_rank(path):
    parts = path.split("/")
    if len(parts) == 2:
        return len(ARENA)  # arena/main.cpp and what else lies in arena/ itself
    return ARENA.index(parts[1]) if parts[1] in ARENA else None


def fault_of(path, included):
    """Why `path` must not include the project's header `included`; None where it may."""
    own, other = path.split("/")[0], included.split("/")[0]
    if other not in LAYERS:
        return None if own == "tests" or "/" not in included else f"{included} is in no layer"
    if own != other:
        allowed = LAYERS[own] + OPEN_SOURCES.get(path, ())
        if other in allowed or included in OPEN_HEADERS.get(own, ()):
            return None
        return f"{own} must not include {included}"
    if own == "arena":
        mine, theirs = arena_rank(path), arena_rank(included)
        if mine is None or theirs is None:
            return f"{path if mine is None else included} is in a folder of arena/ that has no place in the order"
        return f"{included} is above {path}" if theirs > mine else None
    if own == "bots":
        bot, other_bot = ("/".join(file.split("/")[:2]) for file in (path, included))
        if bot != other_bot and other_bot not in OPEN_BOTS.get(bot, ()):
            return f"one bot must not include another's {included}"
    return None


def cycles(graph):
    """The first circle of includes that is found, as a list of files; empty where there is none."""
    done, open_files = set(), []

    def visit(path):
        if path in done:
            return []
        if path in open_files:
            return open_files[open_files.index(path):] + [path]
        open_files.append(path)
        for included in graph.get(path, ()):
            circle = visit(included)
            if circle:
                return circle
        open_files.pop()
        done.add(path)
        return []

    for path in sorted(graph):
        circle = visit(path)
        if circle:
            return circle
    return []


def check(root):
    faults, graph = [], {}
    for path in sources.files(root, sources.CPP):
        text = sources.read(root, path)
        for kind, included in INCLUDE.findall(text):
            if kind == "<":
                if path.startswith("engine/") and included not in STANDARD:
                    faults.append(f"{path}: the engine uses the standard library alone, not <{included}>")
                continue
            graph.setdefault(path, []).append(included)
            fault = fault_of(path, included)
            if fault:
                faults.append(f"{path}: {fault}")
    circle = cycles(graph)
    return faults + ([f"a circle of includes: {' -> '.join(circle)}"] if circle else [])


def self_test():
    good = {"engine/card.h": "#include <array>\n", "sdk/bot.h": '#include "engine/card.h"\n',
            "arena/event/run.cpp": '#include "arena/player/player.h"\n#include "sdk/plugin_abi.h"\n',
            "arena/player/player.h": "", "bots/sampler/x.h": '#include "bots/steady/x.h"\n', "bots/steady/x.h": "",
            "tests/a/b_test.cpp": '#include "arena/player/player.h"\n'}
    with sources.Sample(good) as root:
        sources.expect(check(root))
    for path, text, part in (
            ("engine/x.cpp", '#include "sdk/bot.h"\n', "engine must not include sdk/bot.h"),
            ("engine/x.cpp", "#include <boost/asio.hpp>\n", "standard library alone"),
            ("sdk/x.cpp", '#include "protocol/frame.h"\n', "sdk must not include"),
            ("bots/a/x.cpp", '#include "arena/player/player.h"\n', "bots must not include"),
            ("bots/a/x.cpp", '#include "bots/b/x.h"\n', "one bot must not include"),
            ("bots/steady/x.cpp", '#include "bots/sampler/x.h"\n', "one bot must not include"),
            ("arena/player/x.cpp", '#include "arena/event/run.h"\n', "is above"),
            ("arena/attic/x.cpp", '#include "arena/event/run.h"\n', "no place in the order"),
            ("arena/event/x.cpp", '#include "sdk/bot.h"\n', "arena must not include"),
            ("engine/x.h", '#include "engine/x.h"\n', "circle")):
        with sources.Sample({**good, path: text}) as root:
            sources.expect(check(root), part)
    with sources.Sample({"engine/a.h": '#include "engine/b.h"\n', "engine/b.h": '#include "engine/a.h"\n'}) as root:
        sources.expect(check(root), "engine/a.h -> engine/b.h -> engine/a.h")


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
