"""A virtual environment outside the tree for the scripts that test the Python package."""

import hashlib, os, pathlib, subprocess, sys, venv

from measuring import ROOT, built

# What the short form of scripts/check-python and scripts/notebook need. The notebook shows frames in polars' own form, so its version is fixed.
PACKAGES = ["polars==2.1.*", "numpy", "pytest", "nbclient", "ipykernel"]


def environment(folder, packages):
    """Returns the Python of a virtual environment that has the packages, or None if they cannot be installed, as without a network."""
    words = " ".join([sys.version, *packages])
    folder = folder / hashlib.sha256(words.encode()).hexdigest()[:12]
    python, ready = folder / "bin" / "python", folder / "ready"
    if not ready.exists():
        venv.create(folder, with_pip=True, clear=True)
        command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
        installed = subprocess.run(command, capture_output=True, text=True)
        if installed.returncode != 0:
            sys.stderr.write(installed.stderr)
            return None
        ready.touch()
    return python


def variables():
    """The environment variables with which the package of the tree is imported, and finds a program that is built already."""
    program = os.environ.get("PERCEPTRON_LAB") or str(built())
    return {**os.environ, "PERCEPTRON_LAB": str(pathlib.Path(program).resolve()), "PYTHONPATH": str(ROOT / "python"), "PYTHONDONTWRITEBYTECODE": "1"}


def kept():
    """The folder of the environments."""
    return pathlib.Path.home() / ".cache" / "perceptron-lab-python"
