"""perceptron-lab in Python: run experiments, analyze data, and grade a perceptron of your own.

    import perceptron_lab as lab

    study = lab.run("question.toml")          # runs, judges, and reads the results
    study.verdicts                            # a polars DataFrame
    lab.analyze(frame, label="species")       # what the theorems say of your data
    lab.grade(MyPerceptron, rule="perceptron")
    lab.attack("updates <= radius^2/(4*max_margin^2) + 1")   # the sample that refutes it
    lab.check(spec), lab.plan(spec)           # what a spec would run, and how long
    lab.explain("margin"), lab.list("claims") # what the program knows

The package calls the program `perceptron-lab`, which does all the work. docs/python.md has more.
"""

from typing import TYPE_CHECKING

from ._analyze import Analysis, analyze
from ._attack import Attack, attack
from ._commands import check, explain, export, plan, replay
from ._commands import list as list
from ._errors import Error, Incomplete, Interrupted, ProgramWarning
from ._grade import Grade, Witness, WitnessStep, grade
from ._learner import Learner
from ._process import program, version
from ._run import run
from ._study import Figure, Report, Study
from ._study import open as open

if TYPE_CHECKING:
    __version__: str

# `list` and `open` are left out, so that `from perceptron_lab import *` hides no function of Python.
__all__ = [
    "Analysis",
    "Attack",
    "Error",
    "Figure",
    "Grade",
    "Incomplete",
    "Interrupted",
    "Learner",
    "ProgramWarning",
    "Report",
    "Study",
    "Witness",
    "WitnessStep",
    "analyze",
    "attack",
    "check",
    "explain",
    "export",
    "grade",
    "plan",
    "program",
    "replay",
    "run",
]


def __getattr__(name: str) -> str:
    """The version of the program, which is that of the package."""
    if name == "__version__":
        return version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
