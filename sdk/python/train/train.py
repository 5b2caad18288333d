#!/usr/bin/python3
"""Trains a player of Tichu from nothing: imitation of a bot, then self-play; distillation into a smaller net; duels.

    train.py learn FOLDER --minutes 10            imitation and self-play; goes on where FOLDER has a checkpoint
    train.py distil FOLDER --teacher NET.npz      a smaller net that answers as NET does
    train.py duel NET.npz steady --deals 20000    how many points a round NET is ahead of a bot or another net

PYTHONPATH must have the built package (build/release/python). A GPU is used if there is one. README.md beside this has more."""

import argparse
import copy
import csv
import os
import pathlib
import signal
import time

for library in ("OMP", "OPENBLAS"):  # read as PyTorch is loaded: without a GPU each processor has a thread that computes alone
    os.environ.setdefault(library + "_NUM_THREADS", "1")

import torch

import tichu
from learner import Learner, glide
from nets import Critic, NetPlayer, Policy, load_net, save_net
from rollout import Rollout

# What depends on the device: minutes, the sizes of the nets and of a rollout, how fast is learned.
DEFAULTS = {
    "cuda": {"imitate": 1, "minutes": 10, "width": 768, "blocks": 3, "critic_width": 768, "critic_blocks": 2, "tables": 8192,
             "steps": 64, "batch": 16384, "rate": 3e-4, "last_rate": 1e-5, "entropy": 0.01, "last_entropy": 0.002,
             "follow": 0.02, "decay": 0.97, "check_deals": 4000},
    "cpu": {"imitate": 5, "minutes": 150, "width": 128, "blocks": 1, "critic_width": 128, "critic_blocks": 1, "tables": 512,
             "steps": 32, "batch": 4096, "rate": 2e-4, "last_rate": 1e-5, "entropy": 0.015, "last_entropy": 0.002,
             "follow": 0.0025, "decay": 0.9, "check_deals": 1000},
}
IMITATION_RATES = (1e-3, 3e-4)
IMITATION_PASSES = 3  # a bot's answer takes longer than to learn from it
DISTILLATION_RATES = (1e-3, 1e-5)


class Stop:
    """Whether the program was told to end (SIGTERM, or Control-C)."""

    def __init__(self):
        self.told = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._tell)

    def _tell(self, *_):
        self.told = True


def write_whole(path, write):
    """Writes a file so that it is there as a whole or as it was."""
    part = path.with_name(path.name + ".part")
    write(part)
    os.replace(part, path)


class Run:
    """The nets of a folder, and how far they have come."""

    def __init__(self, args, policy, critic):
        self.args, self.device = args, args.device
        self.folder = pathlib.Path(args.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.policy, self.critic = policy.to(self.device), critic.to(self.device)
        self.average = copy.deepcopy(self.policy)
        self.kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        self.elapsed, self.decisions, self.starts = {}, 0, 0
        self.adam = None
        self.stop = Stop()
        self.threads = args.threads or os.cpu_count()

    def restore(self):
        """Takes over what the folder's checkpoint has; False if there is none."""
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            return False
        saved = torch.load(path, map_location=self.device)
        for net, state in zip((self.policy, self.critic, self.average), saved["nets"]):
            net.load_state_dict(state)
        self.elapsed, self.decisions, self.starts = saved["elapsed"], saved["decisions"], saved["starts"] + 1
        self.adam = saved["adam"]
        return True

    def save(self, learner, phase):
        nets = [net.state_dict() for net in (self.policy, self.critic, self.average)]
        saved = {"nets": nets, "elapsed": self.elapsed, "decisions": self.decisions, "starts": self.starts,
                 "adam": (phase, learner.adam.state_dict())}
        write_whole(self.folder / "checkpoint.pt", lambda path: torch.save(saved, path))
        write_whole(self.folder / "policy.npz", lambda path: save_net(path, self.average))
        write_whole(self.folder / "critic.npz", lambda path: save_net(path, self.critic))

    def rollout(self, tables, steps, **more):
        seed = self.args.seed * 1_000_003 + 101 * self.starts + 7 * len(self.elapsed)
        return Rollout(self.policy, self.critic, self.device, self.kind, tables=tables, steps=steps, seed=seed,
                       threads=self.threads, **more)

    def strength(self):
        """The Duel of the moving average against --check, on deals that no training sees."""
        player = NetPlayer(self.average, self.device, self.kind)
        return tichu.duel(player, opponent(self.args.check, self.device, self.kind), self.args.check_deals, 2**63 + self.args.seed,
                          tables=max(1, min(4096, self.args.check_deals // 4)), legal=("bits",), threads=self.threads)

    def go(self, phase, minutes, rollout, loss, rates, entropies=(0.0, 0.0), warm_up=0.0, passes=1, follow=0.02):
        """Learns for `minutes`, those before a checkpoint counted, `passes` times from each decision; the critic alone for the first
        `warm_up` minutes. `follow` is the Learner's."""
        saved = self.adam[1] if self.adam and self.adam[0] == phase else None
        learner = Learner(rollout, self.average, loss, min(self.args.batch, rollout.decisions), follow, saved)
        seconds, before = 60 * minutes, self.elapsed.get(phase, 0.0)
        began = shown = time.monotonic()
        next_check, since = before + seconds / self.args.checks, 0
        while not self.stop.told and before + time.monotonic() - began < seconds:
            done = (before + time.monotonic() - began) / seconds
            rollout.play()
            for _ in range(passes):
                learner.learn(glide(*rates, done), glide(*entropies, done), critic_alone=done * minutes < warm_up)
            since += rollout.decisions
            self.decisions += rollout.decisions
            now = time.monotonic()
            self.elapsed[phase] = before + now - began
            if now - shown >= self.args.every:
                policy_loss, critic_loss, other = learner.report()
                print(f"{phase} {self.elapsed[phase]:6.0f} s, {max(0, seconds - self.elapsed[phase]):5.0f} s left, "
                      f"{self.decisions / 1e6:9.1f} M decisions, {since / (now - shown):10,.0f} /s; losses {policy_loss:+.4f} "
                      f"{critic_loss:.3f}, {'entropy' if loss == 'play' else 'agreement'} {other:.3f}", flush=True)
                self.save(learner, phase)
                shown, since = time.monotonic(), 0
            if self.elapsed[phase] >= next_check and self.elapsed[phase] < seconds:
                next_check += seconds / self.args.checks
                self.check(phase)
        self.save(learner, phase)
        self.check(phase)

    def check(self, phase):
        duel = self.strength()
        print(f"{phase}: over {self.args.check} {duel}", flush=True)
        path = self.folder / "progress.csv"
        is_new = not path.exists()
        with open(path, "a", newline="", encoding="ascii") as file:
            rows = csv.writer(file)
            if is_new:
                rows.writerow(("seconds", "decisions", "phase", "margin", "error", "deals"))
            rows.writerow((round(sum(self.elapsed.values())), self.decisions, phase, *(round(x, 2) for x in duel.margin)))
        draw_curve(path, self.args.check)


def draw_curve(path, opponent_name):
    """The strength over the time as a picture beside the numbers, if matplotlib is there."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return
    with open(path, encoding="ascii") as file:
        rows = list(csv.DictReader(file))
    figure = Figure(figsize=(8, 5))
    axes = figure.subplots()
    minutes = [float(row["seconds"]) / 60 for row in rows]
    axes.errorbar(minutes, [float(row["margin"]) for row in rows], [1.96 * float(row["error"]) for row in rows], marker="o")
    axes.set_xlabel("minutes")
    axes.set_ylabel(f"points a round over {opponent_name}, 95 %")
    axes.grid(True)
    figure.savefig(path.with_name("curve.png"))


def opponent(name, device, kind):
    """An array policy of a net's file, or a seat of VecEnv."""
    return NetPlayer(load_net(Policy, name, device), device, kind) if name.endswith(".npz") else name


def learn(args):
    torch.manual_seed(args.seed)
    policy = load_net(Policy, args.start, args.device) if args.start else Policy(args.width, args.blocks)
    critic = load_net(Critic, args.critic, args.device) if args.critic else Critic(args.critic_width, args.critic_blocks)
    run = Run(args, policy, critic)
    run.restore()
    imitated = run.elapsed.get("imitation", 0.0)
    if not args.start and imitated < 60 * args.imitate and "self-play" not in run.elapsed:
        rollout = run.rollout(args.tables, max(1, args.steps // 4), labels=args.imitated)
        run.go("imitation", args.imitate, rollout, "imitate", IMITATION_RATES, passes=IMITATION_PASSES)
    if run.stop.told:
        return
    guide = load_net(Policy, args.against, args.device) if args.against else None
    rollout = run.rollout(args.tables, args.steps, decay=args.decay, guide=guide, guided=guide and "opponents")
    run.go("self-play", args.minutes, rollout, "play", (args.rate, args.last_rate), (args.entropy, args.last_entropy),
           warm_up=args.warm_up, follow=args.follow)


def distil(args):
    torch.manual_seed(args.seed)
    teacher = load_net(Policy, args.teacher, args.device)
    critic = load_net(Critic, args.critic, args.device) if args.critic else Critic(args.critic_width, args.critic_blocks)
    policy = load_net(Policy, args.start, args.device) if args.start else Policy(args.width, args.blocks)
    run = Run(args, policy, critic)
    run.restore()
    rollout = run.rollout(args.tables, max(1, args.steps // 4), guide=teacher, guided="tables")
    run.go("distillation", args.minutes, rollout, "distil", DISTILLATION_RATES)


def duel(args):
    kind = torch.bfloat16 if args.device.type == "cuda" and not args.exact else torch.float32
    ours = opponent(args.net, args.device, kind)
    if isinstance(ours, str):
        raise SystemExit("the first player of a duel is a net: a file that ends with .npz")
    theirs = opponent(args.opponent, args.device, kind)
    result = tichu.duel(ours, theirs, args.deals, args.seed, tables=max(1, min(4096, args.deals // 4)), legal=("bits",),
                        threads=args.threads or os.cpu_count())
    print(f"{args.net} over {args.opponent}: {result}; 95 %: ± {1.96 * result.margin.error:.2f}", flush=True)


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--device", help="cuda or cpu; default: cuda if there is a GPU")
    common.add_argument("--threads", type=int, help="that step the tables, without a GPU also compute; default: one for each processor")
    common.add_argument("--seed", type=int, default=1)
    training = argparse.ArgumentParser(add_help=False)
    training.add_argument("folder", help="for checkpoints, nets, progress")
    for name, kind in (("width", int), ("blocks", int), ("critic_width", int), ("critic_blocks", int), ("tables", int), ("steps", int),
                       ("batch", int), ("rate", float), ("last_rate", float), ("check_deals", int)):
        training.add_argument("--" + name.replace("_", "-"), type=kind)
    training.add_argument("--critic", help="the critic of another run to begin with")
    training.add_argument("--start", help="the net to begin with; then nothing is imitated")
    training.add_argument("--check", default="steady", help="the bot or net that strength is measured against")
    training.add_argument("--checks", type=int, default=8, help="how often it is measured in each phase")
    training.add_argument("--every", type=float, default=10, help="seconds between lines of progress and checkpoints")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("learn", parents=[common, training])
    command.add_argument("--minutes", type=float, help="of self-play; default: 10, without a GPU 150")
    command.add_argument("--imitate", type=float, help="minutes of imitation before it; default: 1, without a GPU 5")
    command.add_argument("--imitated", default="steady", help="the bot that is imitated")
    command.add_argument("--entropy", type=float)
    command.add_argument("--last-entropy", type=float)
    command.add_argument("--decay", type=float, help="weight of what a decision later was worth more than expected")
    command.add_argument("--follow", type=float, help="share of the policy that its moving average takes with each rollout")
    command.add_argument("--warm-up", type=float, default=0, help="minutes of self-play in which the critic alone learns")
    command.add_argument("--against", help="a net to exploit: it plays one team of each table and does not learn")
    command.set_defaults(do=learn)
    command = commands.add_parser("distil", parents=[common, training])
    command.add_argument("--teacher", required=True)
    command.add_argument("--minutes", type=float, default=1)
    command.set_defaults(do=distil)
    command = commands.add_parser("duel", parents=[common])
    command.add_argument("net")
    command.add_argument("opponent", help="a bot or a net")
    command.add_argument("--deals", type=int, default=2000)
    command.add_argument("--exact", action="store_true", help="float32 on a GPU too")
    command.set_defaults(do=duel)
    args = parser.parse_args()
    args.device = torch.device(args.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    for name, value in DEFAULTS[args.device.type].items():
        if getattr(args, name, value) is None:
            setattr(args, name, value)
    return args


def main():
    args = parsed()
    args.do(args)


if __name__ == "__main__":
    main()
