"""Grades a learner in Python: which claims hold for it, and the smallest samples that refute the others."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Literal

import polars as pl

from . import _process
from ._errors import Interrupted
from ._failure import Failure
from ._guest import Forked, Threaded, serve
from ._learner import Host
from ._progress import Progress
from ._relay import Limit, Relay
from ._study import html_table

_LONGEST = 86_400.0
"""The longest time in seconds that the program takes."""
_ROOM = 10.0
"""Seconds in which a learner is replaced, on a machine that is busy."""
_UNENDED = "The learner ran in a thread of this process, which cannot be ended, so `timeout` and `time` cannot be enforced."
_FORKED = (
    "The learner gave no answer in time. Threads that were started before are missing in its forked process; if it needs some, as polars, OpenMP "
    "and a GPU do, grade it with `isolated=False`."
)


@dataclass(frozen=True)
class WitnessStep:
    """One example of a witness: what the learner did, and what the rule does from the same weights.

    Attributes:
        x: the features of the example.
        y: its label.
        weights_before: the learner's weights before the example.
        predicted, updated, weights: what the learner predicted, whether it said that it updated, and its weights after the example.
        expected_prediction, expected_update, expected_weights: what the rule does; None where a score of 0 or rounding leaves it open.
    """

    x: list[float]
    y: int
    weights_before: list[float]
    predicted: int
    updated: bool
    weights: list[float]
    expected_prediction: int | None
    expected_update: bool | None
    expected_weights: list[float] | None


@dataclass(frozen=True)
class Witness:
    """The smallest sample found that refutes a claim about a learner.

    Attributes:
        id: short name of the claim.
        claim: the claim in words.
        words: what the learner did wrong.
        samples: the samples to show, each as a list of (x, y), with a reset before each; the last one refutes.
        steps: the examples of the last sample, each with what the learner did and what the rule does.
        repeats: whether a new learner that was shown only these samples failed in the same way.
    """

    id: str
    claim: str
    words: str
    samples: list[list[tuple[list[float], int]]]
    steps: list[WitnessStep]
    repeats: bool

    @property
    def X(self) -> Any:
        """The features of the last sample, as an array of numpy with floats; a list of lists, if numpy is not installed. It has no rows if the reset
        is wrong."""
        features = max((len(x) for sample in self.samples for x, _ in sample), default=0)
        last = [list(map(float, x)) for x, _ in self.samples[-1]]
        rows = _array(last)
        return rows if isinstance(rows, list) else rows.reshape(len(last), features)

    @property
    def y(self) -> Any:
        """The labels of the last sample."""
        return _array([y for _, y in self.samples[-1]], int)

    @property
    def table(self) -> pl.DataFrame:
        """The steps as a table."""
        rows = [
            {
                "x": _vector(step.x),
                "y": step.y,
                "weights before": _vector(step.weights_before),
                "predicted": step.predicted,
                "expected prediction": step.expected_prediction,
                "weights after": _vector(step.weights),
                "expected weights": None if step.expected_weights is None else _vector(step.expected_weights),
            }
            for step in self.steps
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    def __repr__(self) -> str:
        return f"{self.id} ({self.claim}) is refuted by {self._shown()}\n  {self.words}"

    def _repr_html_(self) -> str:
        table = html_table(self.table) if self.steps else ""
        return f"<p><b>{escape(self.id)}</b> ({escape(self.claim)}) is refuted: {escape(self.words)}</p>{table}"

    def _shown(self) -> str:
        return ", a reset, ".join(map(_sample, self.samples))


class Grade:
    """The result of grading a learner.

    Attributes:
        data: everything, as `grade --json` prints it.
        refuted: whether some claim is refuted.
        complete: whether all samples were shown in time.
        witnesses: the smallest samples found that refute claims, the smallest first.
        exception: the first exception of the learner, with its traceback, or None; ``raise grade.exception`` shows it.
        warnings: what to know about the grading, such as that a learner in a thread cannot be ended.
    """

    def __init__(self, data: dict[str, Any], failures: Sequence[Failure] = (), late: Failure | None = None, warnings: Sequence[str] = ()) -> None:
        """A result of the command `grade`, and why answers of the learner were none; ``late`` is the failure that ended the grading."""
        self.data = data
        self.refuted: bool = data["refuted"]
        self.complete: bool = data["complete"]
        self.exception = next((failure.exception for failure in failures if failure.exception is not None), None)
        self.warnings = list(warnings)
        found = [_witness(check, failures, late) for check in data["checks"] if check.get("witness")]
        self.witnesses: list[Witness] = sorted(found, key=lambda witness: _size(witness.samples))

    @property
    def witness(self) -> Witness | None:
        """The smallest of the witnesses; None if no claim is refuted."""
        return self.witnesses[0] if self.witnesses else None

    @property
    def points(self) -> dict[str, float]:
        """Points by the name of the item, if a file of points was given; deductions are negative."""
        return {item["name"]: item["points"] for item in self.data.get("points", {"items": []})["items"]}

    @property
    def claims(self) -> pl.DataFrame:
        """One row for each claim with its verdict: holds, refuted or untried."""
        witnesses = {witness.id: witness for witness in self.witnesses}
        rows = [
            {
                "id": check["id"],
                "claim": check["claim"],
                "verdict": check["verdict"],
                "samples": check["samples"],
                "witness": witnesses[check["id"]]._shown() if check["id"] in witnesses else None,
            }
            for check in self.data["checks"]
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    def _headline(self) -> str:
        tried = f"{self.data['samples']:,} samples with {self.data['examples']:,} examples were shown"
        tried += "" if self.complete else ", not all planned ones: the learner failed too often, or `time` ran out"
        count = len(self.witnesses)
        end = "Nothing is refuted; that is no proof." if not count else "1 claim is refuted." if count == 1 else f"{count} claims are refuted."
        return f"{self.data['described']}: {end} {tried}."

    def __repr__(self) -> str:
        with pl.Config(tbl_hide_column_data_types=True, tbl_hide_dataframe_shape=True, tbl_rows=-1, fmt_str_lengths=70, tbl_width_chars=150):
            table = self.claims.select("id", "verdict", "samples", *(["witness"] if self.refuted else [])).fill_null("")
            text = str(table)
        return "\n".join([self._headline(), *(f"warning: {line}" for line in self.warnings), text, *map(repr, self.witnesses)])

    def _repr_html_(self) -> str:
        table = self.claims if self.refuted else self.claims.drop("witness")
        parts = [f"<p>{escape(self._headline())}</p>", *(f"<p>Warning: {escape(line)}</p>" for line in self.warnings), html_table(table)]
        return "".join(parts + [witness._repr_html_() for witness in self.witnesses[:1]])


def grade(
    learner: Any,
    rule: Literal["perceptron", "normalized-perceptron", "margin-perceptron", "passive-aggressive", "winnow"] = "perceptron",
    *,
    ties: Literal["mistake", "positive"] | None = None,
    hypothesis: Literal["last", "averaged"] | None = None,
    threshold: Any = None,
    step: Any = None,
    aggressiveness: Any = None,
    promotion: Any = None,
    timeout: float = 10.0,
    time: float = 60.0,
    attack: int = 0,
    wide: bool = False,
    theorems: str | os.PathLike[str] | None = None,
    points: str | os.PathLike[str] | None = None,
    isolated: bool = True,
    progress: bool | None = None,
) -> Grade:
    """Grades a learner: which claims hold for it, and the smallest sample found that refutes each of the others.

    The learner runs in a process that is forked from this one, so it may be a class of a notebook, and can neither end nor hang this process, nor
    change its variables. A learner that exits, or that gives no answer in time, refutes the claim `protocol`.

    Args:
        learner: a learner (see `Learner`), a class or function that makes one, or an estimator of scikit-learn with ``partial_fit``.
        rule: ``"perceptron"``, ``"normalized-perceptron"``, ``"margin-perceptron"``, ``"passive-aggressive"`` or ``"winnow"``.
        ties: what a score of 0 means: ``"mistake"`` (the default) or ``"positive"``.
        hypothesis: the weights that the learner reports: ``"last"`` (the default) or ``"averaged"``.
        threshold, step, aggressiveness, promotion: numbers of the rule, as the command `grade` has them.
        timeout: seconds for one answer; never more than ``time``.
        time: seconds for all samples; one that has begun is finished.
        attack: number of samples of a search, after the catalogue, for those on which the learner comes closest to the limits of theorems.
        wide: also show samples whose sums exceed 64-bit integers.
        theorems: a file of theorems of your own about every run, by which the learner is judged, too.
        points: a file that says what each claim counts (docs/points.md), for the property ``points`` of the result.
        isolated: False runs the learner in a thread of this process, for what does not survive a fork, such as a GPU in use. It can then not be
            ended, as on a system that cannot fork.
        progress: show progress; by default in a notebook and in a terminal.

    Raises:
        Error: the rule is wrong, or the learner is none.
        Interrupted: the grading was interrupted.
    """
    is_apart = isolated and hasattr(os, "fork")
    limit, patience = _limits(timeout, time, is_apart)
    options = {"timeout": patience, "time": time, "ties": ties, "hypothesis": hypothesis}
    options |= {"threshold": threshold, "step": step, "aggressiveness": aggressiveness, "promotion": promotion, "theorems": theorems, "points": points, "attack": attack or None}
    arguments = [f"--rule={rule}", *(f"--{option}={value}" for option, value in options.items() if value is not None), *(["--wide"] if wide else [])]
    host = Host(learner)
    with tempfile.TemporaryDirectory(prefix="perceptron-lab-") as folder:
        output = Path(folder) / "grade.json"
        process = _process.start(["grade", "--json", f"--output={output}", *arguments, "-"], talks=True)
        shown = Progress(progress, "samples")
        relay = Relay(process, partial(Forked if is_apart else Threaded, partial(serve, host)), limit, shown)
        errors = _talk(process, relay, shown)
        if not output.exists():
            raise _process.Ended.of(process.returncode, errors.splitlines(keepends=True)).failure()
        told = json.loads(output.read_text(encoding="utf-8"))
        warnings = [_FORKED] if relay.was_late else []
        return Grade(told, relay.failures, relay.late, warnings if is_apart else [_UNENDED])


def _talk(process: subprocess.Popen[bytes], relay: Relay, shown: Progress) -> str:
    """Passes questions and answers on until the program ends, and returns what it wrote to its standard error."""
    try:
        relay.run()
        return process.communicate()[1].decode("utf-8", "replace")
    except KeyboardInterrupt:
        raise Interrupted("the grading was interrupted") from None
    finally:
        shown.close()
        _process.stop(process, signal.SIGKILL)
        _close(process)


def _limits(timeout: Any, time: Any, is_apart: bool) -> tuple[Limit, Any]:
    """The time for an answer, which is never more than that for all samples, and the time that the program waits for one. The program waits longer,
    so that a learner that was too slow can be replaced. Without a process nothing can be, and the program ends the conversation."""
    seconds = _seconds(timeout)
    if seconds is None:
        # The program says what is wrong.
        return Limit(_LONGEST, "timeout"), timeout
    all_seconds = _seconds(time)
    limit = Limit(seconds, "timeout") if all_seconds is None or seconds <= all_seconds else Limit(all_seconds, "time")
    return limit, min(_LONGEST, 2 * limit.seconds + _ROOM) if is_apart else limit.seconds


def _seconds(value: Any) -> float | None:
    try:
        seconds = float(value)
    except (TypeError, ValueError):
        return None
    return seconds if 0 < seconds <= _LONGEST else None


def _close(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout, process.stderr):
        try:
            if stream is not None:
                stream.close()
        except BrokenPipeError:
            pass
    process.wait()


def _witness(check: dict[str, Any], failures: Sequence[Failure], late: Failure | None) -> Witness:
    found = check["witness"]
    samples = [[(example["x"], example["y"]) for example in sample] for sample in found["samples"]]
    steps = [
        WitnessStep(
            x=x,
            y=y,
            weights_before=step["before"],
            predicted=step["answered"]["prediction"],
            updated=step["answered"]["updated"],
            weights=step["answered"]["weights"],
            expected_prediction=step["expected"]["prediction"],
            expected_update=step["expected"]["updated"],
            expected_weights=step["expected"]["weights"],
        )
        for (x, y), step in zip(samples[-1], found.get("steps", []), strict=False)
    ]
    words = _words(found, failures, late) if check["id"] == "protocol" else found["words"]
    return Witness(check["id"], check["claim"], words, samples, steps, found["repeats"])


def _words(found: dict[str, Any], failures: Sequence[Failure], late: Failure | None) -> str:
    """What refutes the protocol. This package knows better than the program why an answer was none."""
    quoted = [failure for number, failure in enumerate(failures) if Relay.reply(number) in found["words"]]
    if quoted:
        return quoted[0].words
    return str(found["words"]) if late is None else late.words


def _size(samples: list[list[tuple[list[float], int]]]) -> tuple[int, int]:
    return sum(map(len, samples)), sum(len(x) for sample in samples for x, _ in sample)


def _sample(sample: list[tuple[list[float], int]]) -> str:
    """The examples of a sample; of many the first four and the last four."""
    shown = [f"{_vector(x)}{'+' if y > 0 else '−'}" for x, y in sample]
    shown = shown if len(shown) <= 8 else [*shown[:4], f"… {len(shown)} in all …", *shown[-4:]]
    return " ".join(shown) or "a reset"


def _vector(numbers: list[float]) -> str:
    """The numbers; of many those that are not the commonest one, with their places from 1, at most twelve."""

    def written(number: float) -> str:
        return f"{number:g}" if float(f"{number:g}") == number else repr(number)

    if len(numbers) <= 12:
        return f"({', '.join(map(written, numbers))})".replace("-", "−")
    usual = max(set(numbers), key=numbers.count) if len(numbers) < 1000 else numbers[-1]
    odd = [f"{place}: {written(number)}" for place, number in enumerate(numbers, 1) if number != usual]
    odd = odd if len(odd) <= 12 else [*odd[:12], f"and {len(odd) - 12} more"]
    rest = f"{'otherwise' if odd else 'all'} {written(usual)}"
    return f"({', '.join([*odd, rest])}; {len(numbers)} in all)".replace("-", "−")


def _array(rows: list[Any], kind: type = float) -> Any:
    try:
        import numpy
    except ImportError:
        return rows
    return numpy.array(rows, dtype=kind)
