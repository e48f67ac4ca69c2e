"""Adapts learners in Python to the questions of the program."""

from __future__ import annotations

import copy
import importlib.util
import json
import time
from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from ._errors import Error

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
        self._told: list[Any] | None = None
        self.failure: BaseException | None = None
        self.slowest: tuple[float, str] = (0.0, "")

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Answers a line. An exception of the learner is kept as ``failure``, and answered by a line that breaks the protocol."""
        began = time.monotonic()
        try:
            return self._answer(asked)
        except Exception as problem:
            self.failure = self.failure or problem
            return {"exception": f"{type(problem).__name__}: {problem}"}
        finally:
            self.slowest = max(self.slowest, (time.monotonic() - began, json.dumps(asked)))

    def _answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        if "hello" in asked:
            self._learner = self._make()
        elif "reset" in asked:
            self._told = None
            self._learner.reset(asked["reset"]["features"])
        elif "weights" in asked:
            self._told = self._weights()
            return {"weights": self._told}
        elif "x" in asked:
            x, y = self._array(asked["x"]), int(asked["y"])
            prediction = _number(self._learner.predict(x))
            # The program asks for the weights after every example, so that they are known here.
            before = self._weights() if self._told is None else self._told
            said = self._learner.learn(x, y)
            is_said = isinstance(said, bool) or type(said).__name__ in ("bool", "bool_")
            return {"prediction": prediction, "updated": bool(said) if is_said else self._weights() != before}
        return asked

    def _weights(self) -> list[Any]:
        weights = self._learner.weights
        weights = weights() if callable(weights) else weights
        if hasattr(weights, "tolist"):
            weights = weights.tolist()
        return [_number(weight) for weight in weights]


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
        made = learner()
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


def _estimator_maker(estimator: Any) -> Callable[[], Any]:
    if isinstance(estimator, type):
        estimator = estimator()
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


def _number(value: Any) -> Any:
    """A number of Python in place of one of numpy, or of an array with one number."""
    return value.item() if hasattr(value, "item") else value
