#!/usr/bin/python3
"""Every code with which a ladder refuses something, or says why, has a text of its own, and every text belongs to a code that is used:
the tables of arena/service/ladder/reason_codes.cpp and arena/service/api/problem.cpp against the sources, the documents, api.json and write_openapi.py."""
import re
import sys

import sources

TABLES = ("arena/service/ladder/reason_codes.cpp", "arena/service/api/problem.cpp")
FOLDERS = ("arena/service/ladder", "arena/service/api")
ENTRY = re.compile(r'^    \{"(\w+)",\s*(?:\d+,\s*)?"', re.M)
CHECK = re.compile(r'^      \{"([\w-]+)", "', re.M)
CODE = r'"([a-z][a-z0-9_]*)"'
# The ways in which codes are decided.
DECIDED = [re.compile(pattern) for pattern in (
    r"RefusalKind::\w+,\s*" + CODE, r"\b(?:refused|refuse|refused_at_limit|refusal_of|refuse_step|too_many|unauthenticated|wait_of)\(\s*" + CODE,
    r"\brefusal_at\(\s*\*{0,2}\w+,\s*" + CODE, r"\b(?:StepRefusal|TooManyFaults|LadderTrouble)\{\s*" + CODE, r"\bStepOutcome::\w+,\s*" + CODE,
    r"\b(?:trouble_)?code_? =[^;\"]* " + CODE, r"\bcode =[^;\"]*\"\w+\" : " + CODE, r"\bInterrupted = " + CODE, r"\breturn \{" + CODE + ",")]
STATE = re.compile(r"\bset_state\([^;]*;")
QUOTAS = re.compile(r'\buse_quota\([^;"]*"(\w+)"')
OF_CHECKS = "check_"


def texts(root):
    """The codes that have a text; those of checks come from the table of checks."""
    known = {code for path in TABLES for code in ENTRY.findall(sources.read(root, path))}
    checks = CHECK.findall(sources.read(root, "arena/hosting/check/run_checks.cpp"))
    return known, {OF_CHECKS + name.replace("-", "_") for name in checks}


def decided(text):
    found = {code for pattern in DECIDED for code in pattern.findall(text)}
    for statement in STATE.findall(text):
        found |= set(re.findall(CODE, statement))
    found |= {"quota_" + name for name in QUOTAS.findall(text)}
    return {code for code in found if not code.endswith("_")}


def told(root):
    """The codes that documents name, with where."""
    for path in ("arena/service/api/api.json", "arena/service/api/write_openapi.py"):
        described = re.findall(r'"\d{3}": \[("[a-z_]+"(?:, "[a-z_]+")*)\]', sources.read(root, path))
        yield from ((path, code) for code in {code for codes in described for code in re.findall(CODE, codes)})
    table = re.findall(r"^\| \d{3}[^|]*\| (`.*) \|$", sources.read(root, "arena/service/api/API.md"), re.M)
    for code in {code for row in table for code in re.findall(r"`(\w+)`", row.split(", with")[0])}:
        yield "arena/service/api/API.md", code
    steps = re.findall(r"^\| `\w+` \|[^|\n]*\|[^|\n]*\|(.*)\|$", sources.read(root, "arena/service/ladder/README.md"), re.M)
    for code in {code for row in steps for code in re.findall(r"`(\w+)`", row)} - {OF_CHECKS}:
        yield "arena/service/ladder/README.md", code


def check(root):
    known, of_checks = texts(root)
    used, faults = set(), []
    for path in sources.files(root, (".cpp",), FOLDERS):
        if path == TABLES[0]:
            continue
        codes = decided(sources.read(root, path))
        used |= codes
        faults += [f"{path}: the code {code} has no text in {TABLES[0]}" for code in sorted(codes - known - of_checks)]
    faults += [f"{path}: there is no code {code}" for path, code in sorted(told(root)) if code not in known | of_checks]
    faults += [f"the code {code} has a text and is used nowhere" for code in sorted(known - used)]
    return faults if known and of_checks else ["the tables have no codes"]


def self_test():
    good = {
        "arena/service/ladder/reason_codes.cpp": 'Reason Requests[] = {\n    {"too_large", "It is.", "Shrink it."},\n    {"quota_tests",\n     "Many.", "Wait."},\n'
                                         '    {"banned", "It is.", "Ask."},\n};\n',
        "arena/service/api/problem.cpp": 'Codes{{\n    {"not_found", 404, "Nothing.",\n     "Look."},\n}};\n',
        "arena/hosting/check/run_checks.cpp": '      {"same-seed", "plays the same"},\n',
        "arena/service/ladder/a.cpp": 'return refused(RefusalKind::TooLarge, "too_large", "no");\nbook.set_state(v, cause, "banned", "its author was");\n'
                              'accounts.use_quota(id, "tests", 1, 2);\nreturn refusal_of("not_found", "no");\n',
        "arena/service/api/api.json": '"refuses": {"404": ["not_found"]}', "arena/service/api/write_openapi.py": "", "arena/service/api/API.md": "| 404 | `not_found`, with `Allow` |\n",
        "arena/service/ladder/README.md": "| `checked` | the checks | `steps.check` | `check_` and the name: `check_same_seed` |\n"}
    sources.expect_each(check, good, ((path, good[path] + text, fault) for path, text, fault in (
        ("arena/service/ladder/a.cpp", 'refuse_step("odd", "no");\n', "the code odd has no text"),
        ("arena/service/api/api.json", '"refuses": {"404": ["not_found", "gone"]}', "there is no code gone"),
        ("arena/service/api/API.md", "| 500 | `gone` |\n", "there is no code gone"),
        ("arena/service/ladder/README.md", "| `built` | it | - | `gone` |\n", "there is no code gone"),
        ("arena/service/api/problem.cpp", '    {"idle", 404, "Nothing.", "Look."},\n', "idle has a text and is used nowhere"))))
    with sources.Sample({path: "" for path in good}) as root:
        sources.expect(check(root), "no codes")


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
