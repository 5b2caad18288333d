"""Runs the cases of a Python test, or those that `-k PATTERN` chooses, which may stand anywhere after the script's name.

A test imports this module before it reads its own arguments, and ends with `cases.main()`.
"""
import sys
import unittest


def take_patterns(arguments):
    """Takes each `-k PATTERN` out of the arguments, and returns them."""
    patterns = []
    while "-k" in arguments[1:-1]:
        at = arguments.index("-k", 1)
        patterns += arguments[at:at + 2]
        del arguments[at:at + 2]
    return patterns


PATTERNS = take_patterns(sys.argv)


def main(*names):
    """Runs the cases of these classes, or all, and exits: with 1 if one fails or if no case has the patterns."""
    result = unittest.main(argv=[sys.argv[0], *names, *PATTERNS], exit=False).result
    if PATTERNS and result.testsRun == 0 and not result.skipped and result.wasSuccessful():
        sys.exit(f"no case of {sys.argv[0]} matches {' '.join(PATTERNS)}")
    sys.exit(not result.wasSuccessful())
