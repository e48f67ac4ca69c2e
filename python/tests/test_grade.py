"""Tests `grade` on learners in Python."""

import os
import signal
import threading
import time
import traceback
from pathlib import Path
from typing import Any

import pytest

import perceptron_lab as lab


class Perceptron:
    """The perceptron."""

    weights: list[float] = []

    def reset(self, features: int) -> None:
        self.weights = [0.0] * features

    def score(self, x: Any) -> float:
        return float(sum(a * b for a, b in zip(self.weights, x, strict=True)))

    def predict(self, x: Any) -> int:
        return 1 if self.score(x) > 0 else -1

    def learn(self, x: Any, y: int) -> Any:
        if y * self.score(x) <= 0:
            self.weights = [float(a + y * b) for a, b in zip(self.weights, x, strict=True)]


class ForgetsTies(Perceptron):
    """Makes no update where the score is 0."""

    def learn(self, x: Any, y: int) -> Any:
        if y * self.score(x) < 0:
            super().learn(x, y)


class NeverForgets(Perceptron):
    """Keeps its weights at a reset."""

    def reset(self, features: int) -> None:
        self.weights = (self.weights + [0.0] * features)[:features]


class Raises(Perceptron):
    """Fails on two features."""

    def learn(self, x: Any, y: int) -> Any:
        if len(x) == 2:
            raise ValueError("no <two> features")
        return super().learn(x, y)


class KeepsBias(Perceptron):
    """Has one weight more than features."""

    def reset(self, features: int) -> None:
        self.weights = [0.0] * (features + 1)


class HasTable(Perceptron):
    """Has its weights in a row of a table."""

    def reset(self, features: int) -> None:
        self.weights = [[0.0] * features]  # type: ignore[list-item]


class HasNone:
    """Has no weights."""

    def reset(self, features: int) -> None: ...

    def predict(self, x: Any) -> int:
        return 1

    def learn(self, x: Any, y: int) -> None: ...


@pytest.mark.parametrize("learner", [Perceptron, Perceptron(), lambda: Perceptron()])
def test_nothing_is_refuted_of_the_perceptron(learner: Any) -> None:
    grade = lab.grade(learner)
    assert not grade.refuted and grade.complete and grade.witness is None and grade.exception is None
    assert set(grade.claims["verdict"]) == {"holds"}
    assert "no proof" in repr(grade)


def test_a_wrong_learner_is_refuted_with_what_was_expected() -> None:
    grade = lab.grade(ForgetsTies)
    assert grade.refuted
    witness = grade.witness
    assert witness is not None and witness.id == "updates-when-due" and witness.repeats
    assert [list(row) for row in witness.X] == [[1]] and list(witness.y) == [1]
    [step] = witness.steps
    assert (step.weights_before, step.weights, step.expected_weights) == ([0], [0], [1])
    assert (step.updated, step.expected_update) == (False, True)
    assert "(1)+" in repr(witness) and "<table>" in grade._repr_html_()
    assert witness.table["expected weights"].to_list() == ["(1)"]


def test_a_theorem_of_the_user_is_judged_on_every_run(tmp_path: Path) -> None:
    texts = "".join(f'{key} = "mine"\n' for key in ("says", "formula", "premise", "source", "proof"))
    theorem = tmp_path / "mine.toml"
    theorem.write_text(f'[few]\n{texts}form = "identity"\nobserved = "mistakes"\nlimit = "1"\n')
    grade = lab.grade(Perceptron, theorems=theorem)
    refuted = grade.claims.filter(grade.claims["verdict"] == "refuted")
    assert refuted["id"].to_list() == ["few"]


def test_a_learner_that_keeps_its_weights_is_refuted_by_two_samples() -> None:
    grade = lab.grade(NeverForgets)
    witness = next(witness for witness in grade.witnesses if witness.id == "starts-at-zero")
    assert len(witness.samples) == 2 and witness.repeats
    assert all(len(step.weights) == 1 for step in witness.steps)


@pytest.mark.parametrize("learner", [KeepsBias, HasTable, HasNone])
def test_a_witness_without_examples_has_no_rows(learner: Any) -> None:
    witness = lab.grade(learner, time=5).witness
    assert witness is not None and witness.samples == [[]]
    assert len(witness.X) == len(witness.y) == 0 and witness.table.height == 0


def test_a_witness_has_the_floats_that_the_learner_got() -> None:
    numpy = pytest.importorskip("numpy")

    class Normalizes(ForgetsTies):
        def learn(self, x: Any, y: int) -> Any:
            x /= max(numpy.linalg.norm(x), 1.0)
            super().learn(x, y)

    witness = lab.grade(Normalizes).witness
    assert witness is not None and witness.X.dtype == numpy.float64 and witness.y.dtype.kind == "i"
    learner = Normalizes()
    learner.reset(witness.X.shape[1])
    for x, y in zip(witness.X, witness.y, strict=True):
        learner.learn(x, y)
    assert learner.weights == witness.steps[-1].weights


def test_an_exception_of_the_learner_refutes_the_protocol() -> None:
    grade = lab.grade(Raises)
    assert isinstance(grade.exception, ValueError)
    witness = grade.witness
    assert witness is not None and witness.id == "protocol" and witness.repeats
    assert "ValueError: no <two> features" in witness.words and "raise ValueError" in witness.words and " in learn" in witness.words
    assert [len(x) for x, _ in witness.samples[-1]] == [2]
    assert "<two>" not in grade._repr_html_()


def test_other_rules_have_their_options() -> None:
    grade = lab.grade(Perceptron, rule="margin-perceptron", threshold=1, time=20)
    assert grade.refuted and "updates-when-due" in [witness.id for witness in grade.witnesses]
    with pytest.raises(lab.Error, match="`rule` is 'perceptrn'"):
        lab.grade(Perceptron, rule="perceptrn")
    with pytest.raises(lab.Error, match="belongs to another rule"):
        lab.grade(Perceptron, aggressiveness=1)


def test_answers_that_are_none_are_refuted() -> None:
    class Wordy(Perceptron):
        def predict(self, x: Any) -> Any:
            return "yes"

    class Short(Perceptron):
        def __getattribute__(self, name: str) -> Any:
            found = object.__getattribute__(self, name)
            return [*found, 0.0] if name == "weights" else found

    for wrong in (Wordy, Short):
        grade = lab.grade(wrong)
        assert [witness.id for witness in grade.witnesses] == ["protocol"], wrong


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (False, "`predict` returned False, of type bool"),
        (None, "`predict` returned None, of type NoneType"),
        (0.37, "`predict` returned 0.37, of type float"),
        ("yes", "`predict` returned 'yes', of type str"),
    ],
)
def test_a_prediction_that_is_none_is_named_with_its_type(answer: Any, words: str) -> None:
    class Wrong(Perceptron):
        def predict(self, x: Any) -> Any:
            return answer

    witness = lab.grade(Wrong).witness
    assert witness is not None and witness.id == "protocol" and words in witness.words and "{" not in witness.words


def test_numbers_of_numpy_and_floats_are_predictions_and_weights() -> None:
    numpy = pytest.importorskip("numpy")

    for kind in (float, numpy.int8, numpy.float32, numpy.array):

        class Typed(Perceptron):
            def predict(self, x: Any) -> Any:
                return kind(super().predict(x))  # noqa: B023

        assert not lab.grade(Typed, time=2).refuted, kind


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        (float("nan"), "`weights` contains nan, of type float"),
        ([0.0], "`weights` contains [0.0], of type list"),
        (True, "`weights` contains True, of type bool"),
    ],
)
def test_weights_that_are_none_are_named_with_their_type(weights: Any, words: str) -> None:
    class Wrong(Perceptron):
        def predict(self, x: Any) -> int:
            return 1

        def learn(self, x: Any, y: int) -> Any:
            self.weights = [weights] * len(x)

    grade = lab.grade(Wrong)
    assert grade.exception is None and words in next(witness.words for witness in grade.witnesses if witness.id == "protocol")


def test_what_makes_no_learner_is_refused_with_the_methods_of_one() -> None:
    class WithRate(Perceptron):
        def __init__(self, rate: float) -> None:
            self.rate = rate

    for maker, help in [(WithRate, "lab.grade(lambda: WithRate(…))"), (lambda x: 1, "a function without arguments")]:
        with pytest.raises(lab.Error, match="makes no learner when it is called without arguments") as raised:
            lab.grade(maker)
        assert help in (raised.value.help or "") and "reset(features), predict(x), learn(x, y), and weights" in str(raised.value)
        assert isinstance(raised.value.__cause__, TypeError)
    assert not lab.grade(lambda: WithRate(0.1)).refuted and not lab.grade(WithRate(0.1)).refuted


def test_the_traceback_of_a_learner_begins_in_the_learner() -> None:
    exception = lab.grade(Raises).exception
    assert exception is not None
    frames = traceback.extract_tb(exception.__traceback__)
    assert [(frame.name, frame.filename) for frame in frames] == [("learn", __file__)]


def test_a_slow_learner_is_named_and_nothing_hangs() -> None:
    class Slow(Perceptron):
        def predict(self, x: Any) -> int:
            if len(x) == 2:
                time.sleep(1.5)
            return super().predict(x)

    began = time.monotonic()
    grade = lab.grade(Slow, timeout=0.5)
    assert time.monotonic() - began < 20
    witness = grade.witness
    assert witness is not None and witness.id == "protocol" and "longer than the `timeout`" in witness.words


def test_an_interrupt_ends_the_grading() -> None:
    class Waits(Perceptron):
        def predict(self, x: Any) -> int:
            time.sleep(0.05)
            return super().predict(x)

    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(lab.Interrupted):
        lab.grade(Waits)


@pytest.mark.parametrize("wrong", [3, object(), "perceptron", int])
def test_what_is_no_learner_is_refused(wrong: Any) -> None:
    with pytest.raises(lab.Error, match="cannot be graded"):
        lab.grade(wrong)


def test_an_estimator_is_graded_without_its_intercept() -> None:
    linear_model = pytest.importorskip("sklearn.linear_model")
    with pytest.raises(lab.Error, match="fit_intercept=False"):
        lab.grade(linear_model.Perceptron())
    grade = lab.grade(linear_model.Perceptron(fit_intercept=False, shuffle=False), time=5)
    assert not grade.refuted and grade.data["samples"] > 20


def test_long_witnesses_are_written_by_what_differs() -> None:
    class Short:
        """A Winnow whose weights are integers of eight bits."""

        def reset(self, features: int) -> None:
            self.weights = [1] * features

        def predict(self, x: list[float]) -> int:
            return 1 if sum(w * v for w, v in zip(self.weights, x, strict=True)) > len(x) / 2 else -1

        def learn(self, x: list[float], y: int) -> None:
            if self.predict(x) != y:
                grown = [w * 2 if y > 0 else 0 for w in self.weights]
                self.weights = [(new + 128) % 256 - 128 if v else w for w, v, new in zip(self.weights, x, grown, strict=True)]

    grade = lab.grade(Short, rule="winnow")
    assert grade.refuted and grade.witness is not None
    text = repr(grade.witness)
    assert "(1: 1, otherwise 0; 128 in all)+" in text and "−128" in text, text
    assert len(text) < 2000


def test_points_count_what_a_file_says(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.toml"
    sheet.write_text('[[item]]\nname = "a"\npoints = 3\nchecks = ["updates-when-due"]\n[[item]]\nname = "b"\npoints = 1\nchecks = ["starts-at-zero"]\n')
    assert lab.grade(Perceptron, points=sheet).points == {"a": 3, "b": 1}
    assert lab.grade(ForgetsTies, points=sheet).points == {"a": 0, "b": 1}
    assert lab.grade(Perceptron).points == {}
