"""Adapts learners in Python to the questions of the program."""

from __future__ import annotations

import importlib.util
import inspect
import json
import math
import numbers
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, runtime_checkable

from ._errors import Error
from ._estimator import Estimator
from ._failure import described, raised
from ._makers import GRADING, Use, maker

_MISSING = object()
_PLAIN = frozenset({int, float})
_NO_LIST = (str, bytes, bytearray, Mapping, set, frozenset)


@runtime_checkable
class Learner(Protocol):
    """What a learner for `lab.grade` and `lab.run` has.

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

    def __init__(self, learner: Any, use: Use = GRADING) -> None:
        """A learner, a class or function that makes one, or an estimator of scikit-learn. Nothing of it runs before the first line."""
        self._given = learner
        self._use = use
        self._make: Callable[[], Any] | None = None
        self._array = _array_maker()
        self._learner: Any = None
        self._features = 0
        self._told: list[Any] | None = None
        self._now: list[Any] | None = None
        self._line: bytes | None = None
        self._has_weights = True
        self._is_broken = False

    def prepare(self) -> Any:
        """Makes a learner in this process, and returns it, so that what is none is refused before anything runs.

        Raises:
            Error: it is no learner.
        """
        self._make = maker(self._given, self._use)
        return self._make()

    def answer(self, line: bytes) -> bytes:
        """Answers a line. Whatever the learner raises, and an answer of a wrong type, is told in a line of another kind."""
        asked = json.loads(line)
        self._is_broken = self._is_broken and "hello" not in asked
        if self._is_broken:
            return BROKEN
        try:
            return self._answer(asked)
        except _Refusal as problem:
            cause = problem.error.__cause__
            return REFUSED + _told({"text": f"error: {problem.error}", "cause": described(cause) if cause else None})
        except _WrongAnswer as problem:
            failed: dict[str, Any] = {"words": str(problem), "exception": None}
        except BaseException as problem:
            failed = {"words": raised(problem), "exception": described(problem)}
        self._is_broken = True
        return FAILED + _told(failed)

    def _answer(self, asked: dict[str, Any]) -> bytes:
        if "hello" in asked:
            self._begin()
        elif "reset" in asked:
            if self._use.is_study and not isinstance(self._learner, Estimator):
                # So no trial depends on the trials that the same process had before.
                self._begin()
            self._told = self._now = self._line = None
            self._features = int(asked["reset"]["features"])
            self._learner.reset(self._features)
            self._has_weights = not self._use.is_study or _has_weights(self._learner)
        elif "weights" in asked:
            return self._weights_told()
        elif "x" in asked:
            x, y = self._array(asked["x"]), int(asked["y"])
            prediction = _prediction(self._learner.predict(x))
            return _told({"prediction": prediction, "updated": self._updated(x, y)})
        return _told(asked)

    def _weights_told(self) -> bytes:
        """The answer with the weights. Most examples change none, so that it is the last one again."""
        weights = self._now if self._now is not None else self._weights() if self._has_weights else None
        if self._line is None or weights != self._told:
            self._line = _told({"weights": weights})
        self._told, self._now = weights, None
        return self._line

    def _updated(self, x: Any, y: int) -> bool:
        """Lets the learner learn an example, and returns whether it updated: what it says, or whether its weights changed."""
        # The program asks for the weights after every example, so that they are known here.
        before = self._weights() if self._has_weights and self._told is None else self._told
        self._now = None
        said = self._learner.learn(x, y)
        if isinstance(said, bool) or type(said).__name__ in ("bool", "bool_"):
            return bool(said)
        if not self._has_weights:
            raise _WrongAnswer(f"`learn` returned {_shown(said)}; a learner without `weights` says whether it updated: True or False")
        self._now = self._weights()
        return self._now != before

    def _begin(self) -> None:
        """Makes a new learner."""
        if self._make is None:
            try:
                self._make = maker(self._given, self._use)
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
        found = list(listed)
        if not _are_numbers(found):
            found = [_number(number) for number in found]
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


def _has_weights(learner: Any) -> bool:
    """Whether a learner has weights; a property that fails counts, so that its failure is seen."""
    found = inspect.getattr_static(learner, "weights", _MISSING)
    return (getattr(learner, "weights", None) if found is _MISSING else found) is not None


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


def _are_numbers(values: list[Any]) -> bool:
    """Whether all are finite numbers of Python, which is seen faster than by looking at each."""
    try:
        return _PLAIN.issuperset(map(type, values)) and all(map(math.isfinite, values))
    except OverflowError:
        return False


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
