"""Adapts learners in Python to the questions of the program."""

from __future__ import annotations

import copy
import importlib.util
import json
import math
import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol, runtime_checkable

from ._errors import Error, without_own_frames

_METHODS = "reset(features), predict(x), learn(x, y), and weights"


@runtime_checkable
class Learner(Protocol):
    """What a learner for `lab.grade` has.

    An example ``x`` is an array of numpy with floats (a list, if numpy is not installed), and a label ``y`` is 1 or −1.
    """

    def reset(self, features: int) -> Any:
        """Forgets everything; the next examples have this number of features."""

    def predict(self, x: Any) -> Any:
        """The label 1 or −1 of an example, or 0 if the learner does not decide. It is called before the example is learned."""

    def learn(self, x: Any, y: int) -> Any:
        """Learns an example. If it returns True or False, that says whether the weights changed; otherwise the weights are compared."""

    @property
    def weights(self) -> Any:
        """The weights now, one finite number for each feature; a method without arguments will do, too."""


class Host:
    """One learner, or the way to make one, that answers the lines of the protocol."""

    def __init__(self, learner: Any) -> None:
        """A learner, a class or function that makes one, or an estimator of scikit-learn."""
        self._make = _maker(learner)
        self._array = _array_maker()
        self._learner = self._make()
        self._features = 0
        self._told: list[Any] | None = None
        self.failure: BaseException | None = None
        self.wrong: str | None = None
        self.slowest: tuple[float, str] = (0.0, "")

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Answers a line. An exception of the learner is kept as ``failure``, and words about an answer of a wrong type as ``wrong``. Both are
        answered by a line that breaks the protocol."""
        began = time.monotonic()
        try:
            return self._answer(asked)
        except _WrongAnswer as problem:
            self.wrong = self.wrong or str(problem)
            return {"wrong": str(problem)}
        except Exception as problem:
            without_own_frames(problem)
            self.failure = self.failure or problem
            return {"exception": f"{type(problem).__name__}: {problem}"}
        finally:
            self.slowest = max(self.slowest, (time.monotonic() - began, json.dumps(asked)))

    def _answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        if "hello" in asked:
            self._learner = self._make()
        elif "reset" in asked:
            self._told = None
            self._features = int(asked["reset"]["features"])
            self._learner.reset(self._features)
        elif "weights" in asked:
            self._told = self._weights()
            return {"weights": self._told}
        elif "x" in asked:
            x, y = self._array(asked["x"]), int(asked["y"])
            prediction = _prediction(self._learner.predict(x))
            # The program asks for the weights after every example, so that they are known here.
            before = self._weights() if self._told is None else self._told
            said = self._learner.learn(x, y)
            is_said = isinstance(said, bool) or type(said).__name__ in ("bool", "bool_")
            return {"prediction": prediction, "updated": bool(said) if is_said else self._weights() != before}
        return asked

    def _weights(self) -> list[Any]:
        weights = self._learner.weights
        weights = weights() if callable(weights) else weights
        numbers = weights.tolist() if hasattr(weights, "tolist") else weights
        if not isinstance(numbers, Iterable) or isinstance(numbers, str):
            raise _WrongAnswer(f"`weights` is {_shown(numbers)}; expected is one number for each feature")
        numbers = [_number(number) for number in numbers]
        for number in numbers:
            if not _is_number(number):
                raise _WrongAnswer(f"`weights` contains {_shown(number)}; expected is one finite number for each feature")
        if len(numbers) != self._features:
            raise _WrongAnswer(f"`weights` has {len(numbers)} numbers, but the examples have {self._features} features")
        return numbers


class _WrongAnswer(Exception):
    """A learner answered with something that is no label, or no weights."""


class _Estimator:
    """An estimator of scikit-learn with ``partial_fit`` as a learner."""

    def __init__(self, estimator: Any) -> None:
        from sklearn.base import clone

        self._clone: Callable[[], Any] = lambda: clone(estimator)
        self.reset(1)

    def reset(self, features: int) -> None:
        self._estimator = self._clone()
        self.weights: Any = [0.0] * features
        self._is_fitted = False

    def predict(self, x: Any) -> Any:
        return self._estimator.predict(x.reshape(1, -1))[0] if self._is_fitted else 0

    def learn(self, x: Any, y: int) -> None:
        first = {} if self._is_fitted else {"classes": [-1, 1]}
        self._estimator.partial_fit(x.reshape(1, -1), [y], **first)
        self._is_fitted = True
        self.weights = self._estimator.coef_[0].copy()


def _maker(learner: Any) -> Callable[[], Any]:
    if hasattr(learner, "partial_fit") and not hasattr(learner, "learn"):
        return _estimator_maker(learner)
    makes = isinstance(learner, type) or callable(learner) and not hasattr(learner, "learn")
    if makes:
        made = _made(learner)
        if hasattr(made, "partial_fit") and not hasattr(made, "learn"):
            return _estimator_maker(made)
        _check(made)
        return learner  # type: ignore[no-any-return]
    _check(learner)
    try:
        first = copy.deepcopy(learner)
    except Exception as problem:
        raise Error(
            f"error: this {type(learner).__name__} cannot be copied, but grading needs a fresh one several times: {problem}\n"
            "  = help: give its class, or a function that makes one"
        ) from problem
    return lambda: copy.deepcopy(first)


def _made(maker: Callable[[], Any]) -> Any:
    """The learner that a class or a function makes."""
    try:
        return maker()
    except Exception as problem:
        name = getattr(maker, "__name__", type(maker).__name__)
        kind, call = ("class", f"{name}(…)") if isinstance(maker, type) else ("function", "MyPerceptron(…)")
        raise Error(
            f"error: the {kind} {name} makes no learner when it is called without arguments: {type(problem).__name__}: {problem}\n"
            f"  = expected: an object with {_METHODS}\n"
            f"  = help: give an object, as in lab.grade({call}), or a function without arguments, as in lab.grade(lambda: {call})"
        ) from problem


def _estimator_maker(estimator: Any) -> Callable[[], Any]:
    if isinstance(estimator, type):
        estimator = _made(estimator)
    if getattr(estimator, "fit_intercept", False):
        raise Error(
            f"error: {type(estimator).__name__} has an intercept, which is no part of the weights that are graded\n"
            "  = help: make it with fit_intercept=False; a constant feature does the same"
        )
    return lambda: _Estimator(estimator)


def _check(learner: Any) -> None:
    if isinstance(learner, str):
        raise Error(
            "error: a text cannot be graded\n"
            f"  = help: give an object, or grade a program in a shell: `perceptron-lab grade {json.dumps(learner)} --rule perceptron`"
        )
    missing = [name for name in ("reset", "predict", "learn") if not callable(getattr(learner, name, None))]
    # The weights may exist after a reset only.
    if missing:
        raise Error(
            f"error: an object of type {type(learner).__name__} cannot be graded: it has no {' and no '.join(missing)}\n"
            f"  = expected: {_METHODS}, or an estimator of scikit-learn with partial_fit\n"
            "  = help: docs/python.md has a learner of ten lines"
        )


def _array_maker() -> Callable[[list[Any]], Any]:
    if importlib.util.find_spec("numpy") is None:
        return lambda numbers: [float(number) for number in numbers]
    import numpy

    return lambda numbers: numpy.array(numbers, dtype=float)


def _prediction(value: Any) -> Any:
    """A prediction as the program reads it.

    Raises:
        _WrongAnswer: it is none of 1, −1 and 0.
    """
    number = _number(value)
    if not _is_number(number) or number not in (-1, 0, 1):
        raise _WrongAnswer(f"`predict` returned {_shown(number)}; expected is the number 1, −1, or 0 if the learner does not decide")
    return int(number)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _shown(value: Any) -> str:
    text = repr(value)
    return f"{text if len(text) <= 60 else text[:60] + '…'}, of type {type(value).__name__}"


def _number(value: Any) -> Any:
    """A number of Python in place of one of numpy, or of an array with one number."""
    return value.item() if hasattr(value, "item") else value
