"""Grades a learner in Python: which claims hold for it, and the smallest samples that refute the others."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import tempfile
import time as clock
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import polars as pl

from . import _process
from ._errors import Interrupted, users_frames
from ._learner import Host
from ._progress import Progress
from ._study import html_table

_BYTES = 1 << 16
_PAUSE = 0.05
"""Seconds after which answers are sent, even if more lines are waiting."""


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
    """

    def __init__(self, data: dict[str, Any], exception: BaseException | None = None, wrong: str | None = None) -> None:
        """A result of the command `grade`; ``wrong`` says which answer is none, or came too late."""
        self.data = data
        self.refuted: bool = data["refuted"]
        self.complete: bool = data["complete"]
        self.exception = exception
        broken = wrong if exception is None else _raised(exception)
        found = [_witness(check, broken) for check in data["checks"] if check.get("witness")]
        self.witnesses: list[Witness] = sorted(found, key=lambda witness: _size(witness.samples))

    @property
    def witness(self) -> Witness | None:
        """The smallest of the witnesses; None if no claim is refuted."""
        return self.witnesses[0] if self.witnesses else None

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
        return "\n".join([self._headline(), text, *map(repr, self.witnesses)])

    def _repr_html_(self) -> str:
        table = self.claims if self.refuted else self.claims.drop("witness")
        parts = [f"<p>{escape(self._headline())}</p>", html_table(table)]
        return "".join(parts + [witness._repr_html_() for witness in self.witnesses[:1]])


def grade(
    learner: Any,
    rule: str = "perceptron",
    *,
    ties: str | None = None,
    hypothesis: str | None = None,
    threshold: Any = None,
    step: Any = None,
    aggressiveness: Any = None,
    promotion: Any = None,
    timeout: float = 10.0,
    time: float = 60.0,
    wide: bool = False,
    progress: bool | None = None,
) -> Grade:
    """Grades a learner, which runs in this process: which claims hold for it, and the smallest sample found that refutes each of the others.

    Args:
        learner: a learner (see `Learner`), a class or function that makes one, or an estimator of scikit-learn with ``partial_fit``.
        rule: ``"perceptron"``, ``"normalized-perceptron"``, ``"margin-perceptron"``, ``"passive-aggressive"`` or ``"winnow"``.
        ties: what a score of 0 means: ``"mistake"`` (the default) or ``"positive"``.
        hypothesis: the weights that the learner reports: ``"last"`` (the default) or ``"averaged"``.
        threshold, step, aggressiveness, promotion: numbers of the rule, as the command `grade` has them.
        timeout: seconds for one answer.
        time: seconds for all samples.
        wide: also show samples whose sums exceed 64-bit integers.
        progress: show progress; by default in a notebook and in a terminal.

    Raises:
        Error: the rule is wrong, or the learner is none.
        Interrupted: the grading was interrupted.
    """
    host = Host(learner)
    with tempfile.TemporaryDirectory(prefix="perceptron-lab-") as folder:
        output = Path(folder) / "grade.json"
        arguments = ["grade", f"--rule={rule}", "--json", f"--output={output}", f"--timeout={timeout}", f"--time={time}"]
        options = {
            "ties": ties,
            "hypothesis": hypothesis,
            "threshold": threshold,
            "step": step,
            "aggressiveness": aggressiveness,
            "promotion": promotion,
        }
        arguments += [f"--{option}={value}" for option, value in options.items() if value is not None]
        arguments += ["--wide"] if wide else []
        process = _process.start([*arguments, "-"], talks=True)
        shown = Progress(progress, "samples")
        try:
            _talk(process, host, shown)
            _, errors = process.communicate()
        except KeyboardInterrupt:
            raise Interrupted("the grading was interrupted") from None
        finally:
            shown.close()
            _process.stop(process, signal.SIGKILL)
            _close(process)
        if not output.exists():
            raise _process.Ended(process.returncode, "", _process.uncoloured(errors.decode("utf-8", "replace"))).failure()
        told = json.loads(output.read_text(encoding="utf-8"))
        return Grade(told, host.failure, host.wrong or _late(host, timeout))


def _late(host: Host, timeout: float) -> str | None:
    """Which answer came too late, in words; None if none did."""
    seconds, asked = host.slowest
    return f"asked {asked}, your learner took {seconds:.1f} s, longer than the `timeout` of {timeout} s" if seconds > timeout else None


def _talk(process: subprocess.Popen[bytes], host: Host, shown: Progress) -> None:
    """Answers the program's lines until it ends."""
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    asks, answers = process.stdout.fileno(), process.stdin.fileno()
    rest, samples = b"", 0
    while True:
        select.select([asks], [], [])
        read = os.read(asks, _BYTES)
        if not read:
            return
        *lines, rest = (rest + read).split(b"\n")
        written: list[str] = []
        sent = clock.monotonic()
        for line in lines:
            asked = json.loads(line)
            samples += "reset" in asked
            written.append(json.dumps(host.answer(asked)))
            if clock.monotonic() - sent > _PAUSE:
                if not _send(answers, written):
                    return
                shown.show("grading", samples)
                written, sent = [], clock.monotonic()
        if not _send(answers, written):
            return
        shown.show("grading", samples)


def _send(to: int, lines: list[str]) -> bool:
    """Sends answers; False if the program has ended, which says why on its standard error."""
    data = "".join(line + "\n" for line in lines).encode()
    while data:
        try:
            data = data[os.write(to, data) :]
        except BrokenPipeError:
            return False
    return True


def _close(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout, process.stderr):
        try:
            if stream is not None:
                stream.close()
        except BrokenPipeError:
            pass
    process.wait()


def _witness(check: dict[str, Any], broken: str | None) -> Witness:
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
    # This package knows better why an answer was not one of the protocol.
    words = broken if check["id"] == "protocol" and broken else found["words"]
    return Witness(check["id"], check["claim"], words, samples, steps, found["repeats"])


def _raised(exception: BaseException) -> str:
    """An exception of the learner in words, with the line of the learner that raised it."""
    frames = users_frames(exception)
    where = f" at `{frames[0].line}` in {frames[0].name}" if frames and frames[0].line else ""
    return f"your learner raised {type(exception).__name__}: {exception}{where}"


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
