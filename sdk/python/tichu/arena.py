"""Policies of this process before the arena's program."""

import contextlib
import fcntl
import json
import multiprocessing
import os
import pathlib
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from types import SimpleNamespace

from .bot import Bot
from .engine import Action, ActionKind, Observation, Question
from .observation import NOTHING, Event, EventKind, Side, Stage
from .playing import player_of
from .program import run

# Stands for the policy: hands its conversation with the arena to this process, and ends as the policy does.
STAND_IN = """#!/usr/bin/python3
import os, socket, sys
with socket.socket(socket.AF_UNIX) as policies:
    policies.connect(os.readlink({link!r}))
    socket.send_fds(policies, [b"0"], [0, 1, 2])
    sys.exit(policies.recv(1) != b"0")
"""


def find_arena():
    """The program tichu-arena: beside the package as a build has it, or in PATH. ValueError if there is none."""
    built = pathlib.Path(__file__).resolve().parents[2] / "bin" / "tichu-arena"
    found = str(built) if built.is_file() else shutil.which("tichu-arena")
    if found is None:
        raise ValueError(f"there is no program tichu-arena at {built} or in PATH; build or install the arena")
    return found


def bot_of(make):
    """The class derived from Bot for what makes a player from its seed, as `evaluate` takes it."""
    if isinstance(make, type) and issubclass(make, Bot):
        return make
    if not callable(make):
        raise TypeError(f"a policy is a class derived from tichu.Bot, or makes a player from its seed; this is {make!r}")

    class Policy(Bot):
        def __init__(self, setup):
            super().__init__(setup)
            self.player = player_of(make(setup.seed))
            self.turn = None  # the answer to the turn that is asked, if it is known

        def call_grand_tichu(self, seen):
            return self.player(Observation.of(seen, Question.GRAND_TICHU)).kind == ActionKind.CALL_GRAND_TICHU

        def call_tichu(self, seen):
            if seen.stage == Stage.PLAY and (seen.plays or seen.may_pass):
                self.turn = self.player(Observation.of(seen, Question.TURN))
                if self.turn.kind != ActionKind.CALL_TICHU:
                    return False
                called = Event(EventKind.TICHU, Side.ME, Side.ME, 0, False, (None,) * 3, 0, NOTHING)
                after = SimpleNamespace(
                    rules=seen.rules, own_score=seen.own_score, their_score=seen.their_score, events=[*seen.events, called]
                )
                self.turn = self.player(Observation.of(after, Question.TURN))
                return True
            calls = getattr(self.player, "calls_tichu", None)
            return calls is not None and bool(calls(Observation.of(seen)))

        def push(self, seen):
            return self.player(Observation.of(seen, Question.PUSH)).pushed

        def play(self, seen):
            if self.turn is None:
                self.turn = self.player(Observation.of(seen, Question.TURN))
            action, self.turn = self.turn, None
            self.wished = action.wish
            return None if action.kind == ActionKind.PASS else action.combination

        def wish(self, seen, play):
            return self.wished

        def bomb(self, seen):
            action = self.player(Observation.of(seen, Question.BOMB))
            return action.combination if action.kind == ActionKind.PLAY else None

        def give_dragon(self, seen):
            return self.player(Observation.of(seen, Question.GIVE_DRAGON)).give_to

    return Policy


STOPPING = (signal.SIGINT, signal.SIGTERM)


def converse(bot_class, stand_in, inherited):
    """Plays a bot in this process over the standard files of its stand-in, whose end it does not survive."""
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)  # its end would be a fault: the process that forked it ends the arena first
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
    inherited.close()
    _, files, _, _ = socket.recv_fds(stand_in, 1, 3)
    # only now: SIGIO, which ends this process, would come with those files too
    fcntl.fcntl(stand_in, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(stand_in, fcntl.F_SETFL, os.O_ASYNC)
    if len(files) < 3 or select.select([stand_in], [], [], 0)[0]:
        return  # the stand-in has ended
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)
    run(bot_class)
    signal.signal(signal.SIGIO, signal.SIG_IGN)
    stand_in.send(b"0")


@contextlib.contextmanager
def ended_by_sigterm():
    """SIGTERM raises SystemExit meanwhile, unless the caller does something else with it, or this is not the main thread."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        yield
        return

    def leave(number, _):
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def serve(bot_class, listening, arena):
    """Plays the bot in a process of its own for each stand-in until the arena has ended. Its exit code."""
    forks = multiprocessing.get_context("fork")
    ended = os.pidfd_open(arena.pid)
    players = []
    try:
        while listening in select.select([listening, ended], [], [])[0]:
            stand_in, _ = listening.accept()
            signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
            players = [player for player in players if player.is_alive()]
            players.append(forks.Process(target=converse, args=(bot_class, stand_in, listening), daemon=True))
            players[-1].start()
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
            stand_in.close()
    except BaseException:
        arena.kill()
        for player in players:
            player.kill()
        raise
    finally:
        os.close(ended)
    return arena.wait()


def benchmark(policy, name="policy", *, quick=False, folder=None, arguments=()):
    """Plays TichuBench with a policy of this process, and gives its card, the object of `tichu-card/1`.

    `policy` is a class derived from tichu.Bot, or makes a player from a number, its seed, as `evaluate` takes it. It is
    not imported again: each seat's player runs in a fork of this process, so make or load on a device there, not before.
    `folder`, a new one for each policy, keeps card, records and tournaments, and the same call continues a benchmark that
    was stopped; without it they are deleted. `quick` plays a tenth of the boards. `arguments` are further flags of
    `tichu-arena benchmark`. Faults of the policy, such as exceptions, are counted in the card. SIGTERM is SystemExit
    meanwhile, unless it is handled or ignored already: the arena must not outlive its policies. RuntimeError if the
    arena's program ends without a card; what it writes on standard error tells why."""
    bot_class = bot_of(policy)
    with tempfile.TemporaryDirectory() as short, contextlib.nullcontext(folder or f"{short}/results") as place:
        place = pathlib.Path(place).resolve()
        place.mkdir(parents=True, exist_ok=True)
        # an address may have 107 bytes, and the stand-in's text is the same each time
        address, link, stand_in = pathlib.Path(short, "policies"), place / "policies", place / "stand-in"
        link.unlink(missing_ok=True)
        link.symlink_to(address)
        stand_in.write_text(STAND_IN.format(link=str(link)))
        stand_in.chmod(0o755)
        # Without its policies the arena would count faults: it ends with this process, however that ends.
        command = ["setpriv", "--pdeathsig", "KILL", find_arena(), "benchmark", f"{name}=trusted:program:{shlex.quote(str(stand_in))}"]
        command += ["--results", place.parent, "--name", place.name, *["--quick"] * quick, *arguments]
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(address))
            listening.listen(128)
            with ended_by_sigterm(), subprocess.Popen(command, stdout=subprocess.DEVNULL) as arena:
                code = serve(bot_class, listening, arena)
        link.unlink()
        card = place / "card.json"
        if code != 0 or not card.is_file():
            raise RuntimeError(f"tichu-arena benchmark ended with exit code {code} and without a card")
        return json.loads(card.read_text())
