#!/usr/bin/python3
"""Folders are layers: nothing includes upward, nothing includes in a circle, the engine uses the standard library alone.

Inside arena/ stand three houses: what one machine does, in the wings of TICHU_ARENA_WINGS in arena/CMakeLists.txt, and those of
TICHU_ARENA_HOUSES, which may use the first but not each other. The order in the first is that of its wings, and inside a wing or
another house that of the add_subdirectory lines of its own CMakeLists.txt; arena/ARCHITECTURE.md lists all in the same order.
Only the programs' mains, directly in arena/, may use all houses: they hand one what it needs of another."""
import os
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
    "results": ("engine", "protocol", "sdk", "bots", "arena", "tests"),
}
# Single files with rights of their own: the C interfaces of plug-ins, and what puts them behind the protocol.
OPEN_HEADERS = {"arena": ("sdk/plugin_abi.h", "sdk/analyst_abi.h", "sdk/abi_mirror.h", "sdk/serve_bot.h", "sdk/table_bot.h", "sdk/table_analyst.h")}
# What analyses, and the measurement of searches, stand on besides: guesses of hidden hands and the policy of their playouts.
SEARCH_KIT = "sdk/search/"
SEARCHING = ("arena/analysis/", "arena/bench/search_bench.")
OPEN_SOURCES = {"sdk/serve_bot.cpp": ("protocol",)}
# More wings than this cannot be told apart in one breath.
MOST_WINGS = 10
# Statistics are pure functions of numbers: they reach, however indirectly, nothing of the project but these.
PURE = "arena/statistics/"
PURE_USES = ("arena/ids.h", "arena/statistics/", "arena/text/", "engine/random.h", "engine/words.h")
# Commands translate flags and exit codes: what they do themselves they do through the tournament's door.
COMMANDS = ("arena/commands/", "arena/workers/commands/", "arena/service/commands/")
CLOSED_TO_COMMANDS = ("arena/hosting/sandbox/", "arena/hosting/player/", "arena/hosting/match/", "arena/tournament/store/")
# What the engine may include with <>: the standard library, and std::expected of C++23 under its name until then.
STANDARD = set("""algorithm array bit cassert charconv compare concepts cstddef cstdint cstdlib cstring functional initializer_list
    iterator limits memory numeric optional ranges span string string_view tl/expected.hpp tuple type_traits utility variant vector""".split())
# A bot stands alone, but for those that search among the plays that another considers.
OPEN_BOTS = {"bots/sage": ("bots/adept", "bots/sampler"), "bots/sampler": ("bots/steady",)}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
WINGS = re.compile(r"set\(TICHU_ARENA_WINGS ([^)$]+)\)")
HOUSES = re.compile(r"set\(TICHU_ARENA_HOUSES ([^)$]+)\)")


def other_houses(root):
    """The folders of arena/ that are houses of their own."""
    return HOUSES.search(sources.read(root, "arena/CMakeLists.txt")).group(1).split()


def house_of(path, others):
    """The house of a file of arena/; None of a program's main and of headers directly in arena/, which stand in the street."""
    parts = path.split("/")
    if len(parts) == 2:
        return None
    return parts[1] if parts[1] in others else "one machine"


def arena_order(root):
    """The folders of arena/ from the lowest to the highest; those inside a wing stand before the wing's own files."""
    order = ["arena/*.h"]
    for wing in WINGS.search(sources.read(root, "arena/CMakeLists.txt")).group(1).split() + other_houses(root):
        rules = f"arena/{wing}/CMakeLists.txt"
        inside = re.findall(r"add_subdirectory\((\w+)\)", sources.read(root, rules)) if os.path.exists(os.path.join(root, rules)) else []
        order += [f"arena/{wing}/{folder}" for folder in inside] + [f"arena/{wing}"]
    return order + ["arena"]


def arena_rank(path, order):
    """The place of a file of arena/ in the order; None if it has none."""
    folder = os.path.dirname(path)
    if folder == "arena":
        return 0 if path.endswith(".h") else len(order)
    while folder not in order and folder != "arena":
        folder = os.path.dirname(folder)
    return order.index(folder) if folder != "arena" else None


def fault_of(path, included, order, others):
    """Why `path` must not include the project's header `included`; None if it may."""
    own, other = path.split("/")[0], included.split("/")[0]
    if other not in LAYERS:
        return None if own == "tests" or "/" not in included else f"{included} is in no layer"
    if own != other:
        allowed = LAYERS[own] + OPEN_SOURCES.get(path, ())
        if other in allowed or included in OPEN_HEADERS.get(own, ()):
            return None
        if path.startswith(SEARCHING) and included.startswith(SEARCH_KIT):
            return None
        return f"{own} must not include {included}"
    if own == "arena":
        house, other_house = house_of(path, others), house_of(included, others)
        if house and other_house in others and other_house != house:
            return f"the house of {house} must not include {included}: a program's main hands it what it needs"
        mine, theirs = arena_rank(path, order), arena_rank(included, order)
        if mine is None or theirs is None:
            return f"{path if mine is None else included} is in a folder of arena/ that has no place in the order"
        if path.startswith(COMMANDS) and included.startswith(CLOSED_TO_COMMANDS):
            return f"a command must not include {included}, but go through arena/tournament/tournament.h"
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


def reached(graph, path):
    """All headers of the project that `path` includes, however indirectly."""
    found, open_files = set(), [path]
    while open_files:
        for included in graph.get(open_files.pop(), ()):
            if included not in found:
                found.add(included)
                open_files.append(included)
    return found


def faults_of_statistics(graph):
    return [f"{path}: statistics compile without cards, bots and processes, but it reaches {header}"
            for path in sorted(graph) if path.startswith(PURE)
            for header in sorted(reached(graph, path)) if not header.startswith(PURE_USES)]


def faults_of_wings(root, order):
    """Folders of arena/ that the list of wings does not know, too many of them, and a README with another order."""
    wings = [folder.split("/")[1] for folder in order if folder.count("/") == 1 and folder != "arena/*.h"]
    faults = []
    place = os.path.join(root, "arena")
    found = [name for name in sorted(os.listdir(place)) if os.path.isdir(os.path.join(place, name)) and not name.startswith((".", "__"))]
    if sorted(wings) != found:
        faults.append(f"arena/CMakeLists.txt lists the wings {', '.join(wings)}, but the folders are {', '.join(found)}")
    own_wings = len(wings) - len(other_houses(root))
    if own_wings > MOST_WINGS:
        faults.append(f"arena/ has {own_wings} wings; more than {MOST_WINGS} cannot be told apart in one breath")
    table = re.search(r"^\| folder \|.*\n\|[-|]*\n((?:\|.*\n)*)", sources.read(root, "arena/ARCHITECTURE.md"), re.M)
    listed = re.findall(r"^\| `(\w+)`", table.group(1), re.M) if table else []
    if listed != wings:
        faults.append(f"arena/ARCHITECTURE.md lists the wings {', '.join(listed)}; the order is {', '.join(wings)}")
    return faults


def check(root):
    order, others = arena_order(root), other_houses(root)
    faults, graph = faults_of_wings(root, order), {}
    for path in sources.files(root, sources.CPP):
        text = sources.read(root, path)
        for kind, included in INCLUDE.findall(text):
            if kind == "<":
                if path.startswith("engine/") and included not in STANDARD:
                    faults.append(f"{path}: the engine uses the standard library alone, not <{included}>")
                continue
            graph.setdefault(path, []).append(included)
            fault = fault_of(path, included, order, others)
            if fault:
                faults.append(f"{path}: {fault}")
    circle = cycles(graph)
    return faults + faults_of_statistics(graph) + ([f"a circle of includes: {' -> '.join(circle)}"] if circle else [])


TABLE = "| folder | what |\n|---|---|\n"


def self_test():
    good = {"arena/CMakeLists.txt": "set(TICHU_ARENA_WINGS statistics hosting tournament commands)\nset(TICHU_ARENA_HOUSES workers service)\n",
            "arena/ARCHITECTURE.md": f"{TABLE}| `statistics` | |\n| `hosting` | |\n| `tournament` | |\n| `commands` | |\n| `workers` | |\n| `service` | |\n",
            "arena/hosting/CMakeLists.txt": "add_subdirectory(player)\nadd_subdirectory(match)\n",
            "arena/tournament/CMakeLists.txt": "add_subdirectory(store)\n",
            "engine/card.h": "#include <array>\n", "sdk/bot.h": '#include "engine/card.h"\n',
            "arena/statistics/elo.cpp": '#include "arena/ids.h"\n', "arena/ids.h": "",
            "arena/tournament/tournament.h": '#include "arena/hosting/player/player.h"\n#include "sdk/plugin_abi.h"\n',
            "arena/tournament/store/store.h": "",
            "arena/hosting/player/player.h": "", "bots/sampler/x.h": '#include "bots/steady/x.h"\n', "bots/steady/x.h": "",
            "arena/workers/worker/worker.h": '#include "arena/tournament/tournament.h"\n', "arena/service/ladder/ladder.h": "",
            "arena/main.cpp": '#include "arena/workers/worker/worker.h"\n#include "arena/service/ladder/ladder.h"\n',
            "arena/commands/play.cpp": '#include "arena/tournament/tournament.h"\n',
            "tests/a/b_test.cpp": '#include "arena/hosting/player/player.h"\n'}
    sources.expect_each(check, good, (
            ("engine/x.cpp", '#include "sdk/bot.h"\n', "engine must not include sdk/bot.h"),
            ("engine/x.cpp", "#include <boost/asio.hpp>\n", "standard library alone"),
            ("sdk/x.cpp", '#include "protocol/frame.h"\n', "sdk must not include"),
            ("bots/a/x.cpp", '#include "arena/hosting/player/player.h"\n', "bots must not include"),
            ("bots/a/x.cpp", '#include "bots/b/x.h"\n', "one bot must not include"),
            ("bots/steady/x.cpp", '#include "bots/sampler/x.h"\n', "one bot must not include"),
            ("arena/commands/x.cpp", '#include "arena/workers/worker/worker.h"\n', "the house of one machine must not include"),
            ("arena/service/x.cpp", '#include "arena/workers/worker/worker.h"\n', "the house of service must not include"),
            ("arena/workers/x.cpp", '#include "arena/service/ladder/ladder.h"\n', "the house of workers must not include"),
            ("arena/hosting/player/x.cpp", '#include "arena/tournament/tournament.h"\n', "is above"),
            ("arena/hosting/player/x.cpp", '#include "arena/hosting/match/x.h"\n', "is above"),
            ("arena/tournament/store/x.cpp", '#include "arena/tournament/tournament.h"\n', "is above"),
            ("arena/attic/x.cpp", "", "but the folders are"),
            ("arena/ARCHITECTURE.md", f"{TABLE}| `hosting` | |\n", "the order is"),
            ("arena/statistics/x.cpp", '#include "arena/ids.h"\n#include "engine/card.h"\n', "compile without cards"),
            ("arena/ids.h", '#include "engine/card.h"\n', "arena/statistics/elo.cpp: statistics compile without cards"),
            ("arena/commands/x.cpp", '#include "arena/tournament/store/store.h"\n', "a command must not include"),
            ("arena/hosting/x.cpp", '#include "sdk/bot.h"\n', "arena must not include"),
            ("arena/hosting/x.cpp", '#include "sdk/search/determinize.h"\n', "arena must not include"),
            ("engine/x.h", '#include "engine/x.h"\n', "circle")))
    many = [f"wing{letter}" for letter in "abcdefghijk"]
    with sources.Sample({"arena/CMakeLists.txt": f"set(TICHU_ARENA_WINGS {' '.join(many)})\nset(TICHU_ARENA_HOUSES workers)\n",
                         "arena/ARCHITECTURE.md": TABLE + "".join(f"| `{wing}` | |\n" for wing in many + ["workers"]),
                         **{f"arena/{wing}/x.h": "" for wing in many + ["workers"]}}) as root:
        sources.expect(check(root), "more than 10")
    with sources.Sample({**good, "engine/a.h": '#include "engine/b.h"\n', "engine/b.h": '#include "engine/a.h"\n'}) as root:
        sources.expect(check(root), "engine/a.h -> engine/b.h -> engine/a.h")


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
