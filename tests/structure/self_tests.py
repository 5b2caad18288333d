#!/usr/bin/python3
"""Every check proves on samples that it passes what is right and finds what is wrong."""
import glob
import os
import subprocess
import sys

checks = sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "check_*.py")))
failed = []
for check in checks:
    done = subprocess.run([sys.executable, "-B", check, "--self-test"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode != 0:
        failed.append(f"{os.path.basename(check)}:\n{done.stdout}")
print("\n".join(failed) or f"{len(checks)} checks can fail")
sys.exit(1 if failed or not checks else 0)
