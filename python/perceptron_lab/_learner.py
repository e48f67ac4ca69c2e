"""Adapts learners in Python to the questions of the program."""

from __future__ import annotations

import copy
import importlib.util
import inspect
import json
import math
import numbers
import shlex
from collections.abc import Callable, Iterable, Mapping
from os import PathLike, fspath
from typing import Any, Protocol, runtime_checkable

from ._errors import Error
from ._failure import described, raised

_NO_LIST = (str, bytes, bytearray, Mapping, set, frozenset)
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


FAILED = b"!"
"""Begins a line with the failure of a learner in place of an answer."""
REFUSED = b"?"
"""Begins a line that says why an object is no learner."""
BROKEN = b"-"
"""In place of the answers after a failure, until a new learner is made."""


class Host:
    """One learner, or the way to make one, that answers the lines of the protocol."""

    def __init__(self, learner: Any) -> None:
        """A learner, a class or function that makes one, or an estimator of scikit-learn. Nothing of it runs before the first line."""
        self._given = learner
        self._make: Callable[[], Any] | None = None
        self._array = _array_maker()
        self._learner: Any = None
        self._features = 0
        self._told: list[Any] | None = None
        self._is_broken = False

    def answer(self, line: bytes) -> bytes:
        """Answers a line. Whatever the learner raises, and an answer of a wrong type, is told in a line of another kind."""
        asked = json.loads(line)
        self._is_broken = self._is_broken and "hello" not in asked
        if self._is_broken:
            return BROKEN
        try:
            return json.dumps(self._answer(asked)).encode()
        except _Refusal as problem:
            cause = problem.error.__cause__
            return REFUSED + _told({"text": f"error: {problem.error}", "cause": described(cause) if cause else None})
        except _WrongAnswer as problem:
            failed: dict[str, Any] = {"words": str(problem), "exception": None}
        except BaseException as problem:
            failed = {"words": raised(problem), "exception": described(problem)}
        self._is_broken = True
        return FAILED + _told(failed)

    def _answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        if "hello" in asked:
            self._begin()
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

    def _begin(self) -> None:
        """Makes a new learner."""
        if self._make is None:
            try:
                self._make = _maker(self._given)
            except Error as problem:
                raise _Refusal(problem) from None
        self._learner = self._make()

    def _weights(self) -> list[Any]:
        weights = self._learner.weights
        weights = weights() if callable(weights) else weights
        weights = weights.to_numpy() if hasattr(weights, "columns") and hasattr(weights, "to_numpy") else weights
        listed = weights.tolist() if hasattr(weights, "tolist") else weights
        if not isinstance(listed, Iterable) or isinstance(listed, _NO_LIST):
            raise _WrongAnswer(f"`weights` is {_shown(listed)}; expected is one number for each feature")
        found = [_number(number) for number in listed]
        for number in found:
            if not _is_number(number):
                raise _WrongAnswer(f"`weights` contains {_shown(number)}; expected is one finite number for each feature")
        if len(found) != self._features:
            raise _WrongAnswer(f"`weights` has {len(found)} numbers, but the examples have {self._features} features")
        return found


class _WrongAnswer(Exception):
    """A learner answered with something that is no label, or no weights."""


class _Refusal(Exception):
    """What is to be graded is no learner."""

    def __init__(self, error: Error) -> None:
        self.error = error
        super().__init__(str(error))


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
        help = f"\n  = help: give an object, as in lab.grade({call}), or a function without arguments, as in lab.grade(lambda: {call})"
        raise Error(
            f"error: the {kind} {name} makes no learner when it is called without arguments: {type(problem).__name__}: {problem}\n"
            f"  = expected: an object with {_METHODS}{help if _needs_arguments(maker) else ''}"
        ) from problem


def _needs_arguments(maker: Callable[..., Any]) -> bool:
    """Whether a class or a function cannot be called without arguments, or does not say."""
    try:
        inspect.signature(maker).bind()
    except (TypeError, ValueError):
        return True
    return False


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
    command = _command(learner)
    if command is not None:
        raise Error(
            f"error: a {'text' if isinstance(learner, str) else 'command'} cannot be graded\n"
            f"  = help: give an object, or grade a program in a shell: `perceptron-lab grade {json.dumps(command)} --rule perceptron`"
        )
    missing = [name for name in ("reset", "predict", "learn") if not callable(getattr(learner, name, None))]
    # The weights may exist after a reset only.
    if missing:
        raise Error(
            f"error: an object of type {type(learner).__name__} cannot be graded: it has no {' and no '.join(missing)}\n"
            f"  = expected: {_METHODS}, or an estimator of scikit-learn with partial_fit\n"
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
        count = _count(number)
        several = "" if count is None else f", which {'is empty' if count == 0 else 'has 1 element' if count == 1 else f'has {count} elements'}"
        raise _WrongAnswer(f"`predict` returned {_shown(number)}{several}; expected is the number 1, −1, or 0 if the learner does not decide")
    return int(number)


def _count(value: Any) -> int | None:
    """The number of elements of an array or a list; None for a value that has none."""
    size = getattr(value, "size", None)
    try:
        return size if isinstance(size, int) else None if isinstance(value, str | bytes) else len(value)
    except Exception:
        return None


def _is_number(value: Any) -> bool:
    try:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:
        return False


def _shown(value: Any) -> str:
    try:
        text = " ".join(repr(value).split())
    except Exception:
        # An integer may have too many digits, and an object may fail to show itself.
        text = "…"
    return f"{text if len(text) <= 60 else text[:60] + '…'}, of type {type(value).__name__}"


def _number(value: Any) -> Any:
    """A number of Python in place of one of another package, or of an array with one number."""
    if hasattr(value, "item"):
        try:
            value = value.item()
        except Exception:
            # An array with several numbers has no single one.
            return value
    is_other = isinstance(value, numbers.Real) and not isinstance(value, int | float)
    try:
        return float(value) if is_other else value
    except OverflowError:
        return value


def _told(values: dict[str, Any]) -> bytes:
    return json.dumps(values).encode()
