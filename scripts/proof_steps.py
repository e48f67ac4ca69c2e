"""What the parts of scripts/check-proofs share: their folder, how commands are run, and how a planted fault is tried."""

import subprocess, sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROOFS = ROOT / "proofs"


class Wrong(Exception):
    """Something that the check found to be wrong."""


def run(command, folder, what):
    """Runs a command and returns its output; a command that fails ends the check."""
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode:
        raise Wrong(f"{what}: {(result.stderr or result.stdout).strip()}")
    return result.stdout


def must_be_noticed(what, check, *arguments):
    """Runs a check on something planted, which must fail, and prints how."""
    try:
        check(*arguments)
    except Wrong as error:
        print(f"planted, {what}: noticed ({' '.join(str(error).split())[:160]})")
        return
    raise Wrong(f"planted, {what}: not noticed")


def stop(why):
    """Ends the script because something that it needs is missing."""
    print(f"check-proofs: {why}", file=sys.stderr)
    sys.exit(2)
