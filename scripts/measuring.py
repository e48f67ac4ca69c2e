"""Functions for the scripts that measure the program: its build, the cost of a command, and the name of the processor."""

import json, os, pathlib, platform, subprocess, sys, time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def built():
    """Builds the program and returns its path."""
    subprocess.run(["cargo", "build", "--release", "--bin", "perceptron-lab"], cwd=ROOT, check=True)
    command = ["cargo", "metadata", "--format-version", "1", "--no-deps"]
    metadata = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return pathlib.Path(json.loads(metadata)["target_directory"]) / "release" / "perceptron-lab"


def measured(command, environment=None):
    """Returns wall seconds, processor seconds and peak megabytes of a command, whose exit code must be 0."""
    started = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{' '.join(map(str, command))} exit code {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def processor():
    """Returns the name of the processor."""
    file = pathlib.Path("/proc/cpuinfo")
    names = [line for line in file.read_text().splitlines() if line.startswith("model name")] if file.exists() else []
    return names[0].split(": ")[1] if names else platform.processor()


def registers():
    """Returns the widest vector registers of the processor for which the program has code of its own: avx512 or avx2."""
    file = pathlib.Path("/proc/cpuinfo")
    return "avx512" if file.exists() and " avx512bw " in file.read_text() else "avx2"
