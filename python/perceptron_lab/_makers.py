"""Makes learners out of what a user gives: a learner, a class or a function that makes one, or an estimator of scikit-learn."""

from __future__ import annotations

import copy
import inspect
import json
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any

from ._errors import Error
from ._estimator import Estimator, is_estimator

_METHODS = "reset(features), predict(x), learn(x, y), and weights"


@dataclass(frozen=True)
class Use:
    """What a learner is for.

    Attributes:
        done: what happens to it, in a word of messages.
        passed: how it is passed, with braces in its place.
        shell: how a program takes its place.
        is_study: whether it is run in a study, where it may have no weights, and begins anew in every trial.
    """

    done: str
    passed: str
    shell: str
    is_study: bool


GRADING = Use("graded", "lab.grade({})", "grade a program in a shell: `perceptron-lab grade {} --rule perceptron`", False)
STUDY = Use("run", 'learners={{"mine": {}}}', "name a program in the spec: `learner = {{ process = {{ command = [{}] }} }}`", True)


def maker(given: Any, use: Use) -> Callable[[], Any]:
    """A function that makes a fresh learner, and an `Estimator` for an estimator of scikit-learn.

    Raises:
        Error: what was given is no learner, and makes none.
    """
    if is_estimator(given, use.is_study):
        return _estimator_maker(given, use)
    if isinstance(given, type) or callable(given) and not hasattr(given, "learn"):
        made = _made(given, use)
        if is_estimator(made, use.is_study):
            return _estimator_maker(made, use)
        _check(made, use)
        return given  # type: ignore[no-any-return]
    _check(given, use)
    try:
        first = copy.deepcopy(given)
    except Exception as problem:
        raise Error(
            f"error: this {type(given).__name__} cannot be copied, but a fresh one is needed several times: {problem}\n"
            "  = help: give its class, or a function that makes one"
        ) from problem
    return lambda: copy.deepcopy(first)


def _made(make: Callable[[], Any], use: Use) -> Any:
    """The learner that a class or a function makes."""
    try:
        return make()
    except Exception as problem:
        name = getattr(make, "__name__", type(make).__name__)
        kind, call = ("class", f"{name}(…)") if isinstance(make, type) else ("function", "MyPerceptron(…)")
        forms = [use.passed.format(call), use.passed.format(f"lambda: {call}")]
        help = f"\n  = help: give an object, as in {forms[0]}, or a function without arguments, as in {forms[1]}"
        raise Error(
            f"error: the {kind} {name} makes no learner when it is called without arguments: {type(problem).__name__}: {problem}\n"
            f"  = expected: an object with {_METHODS}{help if _needs_arguments(make) else ''}"
        ) from problem


def _needs_arguments(make: Callable[..., Any]) -> bool:
    """Whether a class or a function cannot be called without arguments, or does not say."""
    try:
        inspect.signature(make).bind()
    except (TypeError, ValueError):
        return True
    return False


def _estimator_maker(estimator: Any, use: Use) -> Callable[[], Any]:
    if isinstance(estimator, type):
        estimator = _made(estimator, use)
    if getattr(estimator, "fit_intercept", False):
        more = ", which the key `offset` of the variant adds" if use.is_study else ""
        raise Error(
            f"error: {type(estimator).__name__} has an intercept, which is no part of the weights that are {'judged' if use.is_study else 'graded'}\n"
            f"  = help: make it with fit_intercept=False; a constant feature does the same{more}"
        )
    return lambda: Estimator(estimator, use.is_study)


def _check(learner: Any, use: Use) -> None:
    command = _command(learner)
    if command is not None:
        shown = use.shell.format(", ".join(map(json.dumps, shlex.split(command))) if use.is_study else json.dumps(command))
        raise Error(
            f"error: a {'text' if isinstance(learner, str) else 'command'} cannot be {use.done}\n  = help: give an object, or {shown}"
        )
    missing = [name for name in ("reset", "predict", "learn") if not callable(getattr(learner, name, None))]
    # The weights may exist after a reset only.
    if missing:
        fits = "partial_fit or fit" if use.is_study else "partial_fit"
        raise Error(
            f"error: an object of type {type(learner).__name__} cannot be {use.done}: it has no {' and no '.join(missing)}\n"
            f"  = expected: {_METHODS}, or an estimator of scikit-learn with {fits}\n"
            "  = help: docs/python.md has a learner of ten lines"
        )


def _command(learner: Any) -> str | None:
    """The command of a program, if a text, a path or a list of words is given in place of a learner."""
    if isinstance(learner, str):
        return learner
    if isinstance(learner, PathLike):
        return shlex.quote(str(fspath(learner)))
    is_words = isinstance(learner, list | tuple) and learner and all(isinstance(word, str) for word in learner)
    return shlex.join(learner) if is_words else None
