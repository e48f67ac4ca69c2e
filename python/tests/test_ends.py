"""Tests that no program is left behind when the caller is killed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

RUN = """
import json, sys, perceptron_lab as lab
lab.run(json.loads(sys.argv[1]), threads=1)
"""
GRADE = """
import time, perceptron_lab as lab

class Waits:
    weights = [0.0]
    def reset(self, features): time.sleep(0.2)
    def predict(self, x): return 1
    def learn(self, x, y): pass

lab.grade(Waits)
"""


def children(of: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text()
        except OSError:
            continue
        # The name of the program stands in parentheses, and the parent is the second word after it.
        if int(text.rpartition(")")[2].split()[1]) == of:
            found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
@pytest.mark.parametrize("script", [RUN, GRADE], ids=["run", "grade"])
def test_the_program_ends_when_its_caller_is_killed(script: str, spec: dict[str, Any]) -> None:
    spec["replicates"] = 5_000_000
    caller = subprocess.Popen([sys.executable, "-c", script, json.dumps(spec)])
    deadline = time.monotonic() + 20
    while not (programs := children(caller.pid)) and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(1)
    os.kill(caller.pid, signal.SIGKILL)
    caller.wait()
    assert len(programs) == 1
    while Path(f"/proc/{programs[0]}").exists() and time.monotonic() < deadline + 10:
        time.sleep(0.1)
    alive = Path(f"/proc/{programs[0]}/cmdline")
    assert not alive.exists() or not alive.read_bytes(), "the program still runs"
