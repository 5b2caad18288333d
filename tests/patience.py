"""How long the bots of tests may take: as long as a busy machine lets them, where being late is not what is tested."""
import re
import time

LIMITS = {"start": 600_000, "handshake": 600_000, "decision": 600_000, "round": 3_600_000, "shutdown": 600_000}
PATIENT = "[limits]\n" + "".join(f"{name}_ms = {limit}\n" for name, limit in LIMITS.items())
# The same for the steps of a submission to a ladder.
PATIENT_LADDER = "[steps]\n" + "".join(f"{step}_seconds = 600\n" for step in ("unpack", "screen", "build", "check", "validate")) + PATIENT
PATIENT_FLAGS = [word for name, limit in LIMITS.items() for word in (f"--{name}-ms", str(limit))]
# The commands in which bots play.
PLAYING = ("play", "tournament", "test", "check")


def pauses():
    """Seconds between looks at what is waited for: ever longer, since each look takes time of the processor that is waited for."""
    pause = 0.01
    while True:
        yield pause
        pause = min(1.5 * pause, 0.3)


def wait_for(condition, seconds, between=lambda: None, told=str):
    """Waits until a condition is true. `between` is called after each look, and raises if there is nothing to wait for any more;
    `told` says more where the time ran out."""
    deadline = time.monotonic() + seconds
    for pause in pauses():
        if condition():
            return
        between()
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s: {told()}")
        time.sleep(pause)


def has_own_limits(words):
    """Whether these arguments, or a tournament file or a ladder that they name, may set limits; or nothing is played."""
    return any(word.endswith(("-ms", ".toml", "-h", "--help", "--ladder", "--list")) for word in words)


def patient(arguments):
    """The arguments of the program; if bots play by them and they have no limits of their own, with these."""
    if arguments[:1] and arguments[0] in PLAYING and not has_own_limits(map(str, arguments)):
        return [*arguments, *PATIENT_FLAGS]
    return list(arguments)


def patient_line(line):
    """The same for a line of shell that runs the program, under its name or by a path."""
    def limited(found):
        return found[0] if has_own_limits(found[2].split()) else " ".join([found[1], *PATIENT_FLAGS]) + found[2]

    return re.sub(rf"(\btichu-arena'? (?:{'|'.join(PLAYING)}))(?= |$)([^|;&>]*)", limited, line)
