"""Carries what a learner did wrong out of the process in which it runs: in words, and as the exception with the lines that led to it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Any

from ._errors import users_frames, without_own_frames

_MOST_FRAMES = 100
_MOST_CAUSES = 5
_LINKS = ("__cause__", "__context__")


@dataclass(frozen=True)
class Failure:
    """Why a learner gave no answer.

    Attributes:
        words: what it did.
        exception: the exception that it raised, if it raised one.
    """

    words: str
    exception: BaseException | None = None


def raised(problem: BaseException) -> str:
    """An exception of a learner in words, with the line of the learner that raised it."""
    frames = users_frames(problem)
    where = f" at `{frames[0].line}` in {frames[0].name}" if frames and frames[0].line else ""
    text = _text(problem)
    return f"your learner raised {type(problem).__name__}{f': {text}' if text else ''}{where}"


def described(problem: BaseException, depth: int = 0) -> dict[str, Any]:
    """An exception as values that JSON has. It is not pickled, because its class may be local, and because that would run the learner's code here."""
    without_own_frames(problem)
    links = {name: getattr(problem, name) for name in _LINKS} if depth < _MOST_CAUSES else {}
    return {
        "kinds": [[kind.__module__, kind.__qualname__] for kind in type(problem).__mro__ if issubclass(kind, BaseException)],
        "args": _arguments(problem),
        "attributes": {name: value for name, value in getattr(problem, "__dict__", {}).items() if _is_plain(value)},
        "frames": _frames(problem.__traceback__),
        "links": {name: described(other, depth + 1) for name, other in links.items() if other is not None},
        "is_alone": problem.__suppress_context__,
    }


def rebuilt(told: dict[str, Any]) -> BaseException:
    """An exception of the same class, if it is known here, with the same text and traceback. Nothing of the learner runs."""
    problem = next(_attempts(told), None) or Exception(*told["args"])
    problem.__dict__.update(told["attributes"])
    for name, other in told["links"].items():
        setattr(problem, name, rebuilt(other))
    problem.__suppress_context__ = told["is_alone"]
    return problem.with_traceback(_trace(told["frames"]))


def _attempts(told: dict[str, Any]) -> Iterator[BaseException]:
    """Exceptions of the class, and of its bases, as far as they can be made."""
    (module, name), *_ = told["kinds"]
    for place, (own, qualified) in enumerate(told["kinds"]):
        kind = _known(own, qualified)
        if kind is None:
            continue
        kind = kind if place == 0 else type(name.rpartition(".")[2], (kind,), {"__module__": module})
        base = next(base for base in kind.__mro__ if base.__module__ == "builtins")
        try:
            made = base.__new__(kind, *told["args"])
            base.__init__(made, *told["args"])  # type: ignore[misc]
        except Exception:
            continue
        yield made


def _known(module: str, name: str) -> type[BaseException] | None:
    """The class of exceptions with this name that was made last; it may be local to a function."""
    found = None
    rest: list[type[BaseException]] = [BaseException]
    while rest:
        kind = rest.pop()
        rest += kind.__subclasses__()
        found = kind if (kind.__module__, kind.__qualname__) == (module, name) else found
    return found


def _arguments(problem: BaseException) -> list[Any]:
    try:
        # An error of the operating system has its file here only.
        arguments = list(problem.__reduce__()[1])
    except Exception:
        arguments = list(problem.args)
    return arguments if all(map(_is_plain, arguments)) else [_text(problem)]


def _text(problem: BaseException) -> str:
    try:
        return str(problem)
    except Exception:
        return ""


def _is_plain(value: Any) -> bool:
    return value is None or type(value) in (bool, int, float, str) or type(value) is list and all(map(_is_plain, value))


def _frames(trace: TracebackType | None) -> list[list[Any]]:
    """The file, the two names and the first line of the function of each step, and its line; of very many the first and the last."""
    frames = []
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append([code.co_filename, code.co_name, code.co_qualname, code.co_firstlineno, trace.tb_lineno])
        trace = trace.tb_next
    half = _MOST_FRAMES // 2
    return frames if len(frames) <= _MOST_FRAMES else frames[:half] + frames[-half:]


def _trace(frames: list[list[Any]]) -> TracebackType | None:
    trace = None
    for file, name, qualified, first, line in reversed(frames):
        trace = TracebackType(trace, _frame(file, name, qualified, first, line), -1, line)
    return trace


def _frame(file: str, name: str, qualified: str, first: int, line: int) -> FrameType:
    """A frame that shows itself as one of this function at this line."""
    # The instruction follows the first line of the function at the same distance.
    code = compile("\n" * max(line - first, 0) + "frame = sys._getframe()", file, "exec")
    known: dict[str, Any] = {"sys": sys}
    exec(code.replace(co_name=name, co_qualname=qualified, co_firstlineno=first), known)
    frame: FrameType = known.pop("frame")
    return frame
