"""How long the bots of tests may take: as long as a busy machine lets them, where being late is not what is tested."""

LIMITS = {"start": 600_000, "handshake": 600_000, "decision": 600_000, "round": 3_600_000, "shutdown": 600_000}
PATIENT = "[limits]\n" + "".join(f"{name}_ms = {limit}\n" for name, limit in LIMITS.items())
# The same for the steps of a submission to a ladder.
PATIENT_LADDER = "[steps]\n" + "".join(f"{step}_seconds = 600\n" for step in ("unpack", "screen", "build", "check", "validate")) + PATIENT
PATIENT_FLAGS = [word for name, limit in LIMITS.items() for word in (f"--{name}-ms", str(limit))]


def patient(arguments):
    """The arguments of the program; if bots play by them, with these limits, unless they, a tournament file or a ladder may have others."""
    plays = arguments[:1] and arguments[0] in ("play", "tournament", "test", "check")
    if not plays or any(word.endswith(("-ms", ".toml", "-h", "--help", "--ladder", "--list")) for word in map(str, arguments)):
        return list(arguments)
    return [*arguments, *PATIENT_FLAGS]
