"""Tests that no process is left behind when the caller is killed."""

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
OBJECT = """
import json, sys, time, perceptron_lab as lab

class Waits:
    weights = [0.0] * 5
    def reset(self, features): pass
    def predict(self, x): return time.sleep(3) or 1
    def learn(self, x, y): pass

spec = json.loads(sys.argv[1])
lab.run(spec, learners={name: Waits for name in spec["variants"]}, threads=1)
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
ENDLESS = GRADE.replace("time.sleep(0.2)", "exec('while True: pass')")


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


def runs(process: int) -> bool:
    """Whether a process runs; one that has ended, and that nobody has waited for, has no command line."""
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
@pytest.mark.parametrize(("script", "count"), [(RUN, 1), (OBJECT, 2), (GRADE, 2), (ENDLESS, 2)], ids=["run", "object", "grade", "endless"])
def test_the_program_and_the_learner_end_when_their_caller_is_killed(script: str, count: int, spec: dict[str, Any]) -> None:
    spec["replicates"] = 5_000_000
    caller = subprocess.Popen([sys.executable, "-c", script, json.dumps(spec)])
    deadline = time.monotonic() + 20
    while len(programs := children(caller.pid)) < count and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(1)
    os.kill(caller.pid, signal.SIGKILL)
    caller.wait()
    assert len(programs) == count
    while any(map(runs, programs)) and time.monotonic() < deadline + 10:
        time.sleep(0.1)
    assert not any(map(runs, programs)), "a process still runs"
