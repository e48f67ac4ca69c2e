"""perceptron-lab in Python: run experiments, analyze data, and grade a perceptron of your own.

    import perceptron_lab as lab

    study = lab.run("question.toml")          # runs, judges, and reads the results
    study.verdicts                            # a polars DataFrame
    lab.analyze(frame, label="species")       # what the theorems say of your data
    lab.grade(MyPerceptron, rule="perceptron")

The package calls the program `perceptron-lab`, which does all the work. docs/python.md has more.
"""

from ._analyze import Analysis, analyze
from ._errors import Error, Incomplete, Interrupted, ProgramWarning
from ._grade import Grade, Witness, WitnessStep, grade
from ._learner import Learner
from ._process import program
from ._run import run
from ._study import Figure, Report, Study
from ._study import open as open

# `open` is left out, so that `from perceptron_lab import *` hides no function of Python.
__all__ = [
    "Analysis",
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
    "grade",
    "program",
    "run",
]
