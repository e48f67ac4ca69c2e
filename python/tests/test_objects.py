"""Tests `run` with learners that are objects of Python."""

import os
import signal
import threading
import time
import traceback
import warnings
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from test_grade import NeverForgets, Perceptron

import perceptron_lab as lab
from perceptron_lab import _process, _toml

Spec = dict[str, Any]
COUNTS = ("mistakes", "updates", "draws", "passes", "stop_reason")
FLAGS = "ignore::perceptron_lab.ProgramWarning"


class Right(Perceptron):
    """The perceptron of the built-in learner, for which a score of 0 is no decision."""

    def predict(self, x: Any) -> int:
        score = self.score(x)
        return (score > 0) - (score < 0)


class Weightless:
    """The same without weights."""

    def __init__(self) -> None:
        self._own = Right()

    def reset(self, features: int) -> None:
        self._own.reset(features)

    def predict(self, x: Any) -> int:
        return self._own.predict(x)

    def learn(self, x: Any, y: int) -> bool:
        before = self._own.weights
        self._own.learn(x, y)
        return self._own.weights != before


class Remembers(NeverForgets, Right):
    """Keeps its weights at a reset, which no trial may show."""


def beside(spec: Spec, **more: Any) -> Spec:
    """The spec with a variant `mine` beside `plain`."""
    spec["variants"]["mine"] = {**spec["variants"]["plain"], **more}
    return spec


def counts(study: lab.Study, variant: str) -> list[tuple[Any, ...]]:
    return study.trials.filter(pl.col("variant") == variant).sort("replicate").select(COUNTS).collect().rows()


def measured(spec: Spec) -> Spec:
    spec["measure"] = list(COUNTS)
    return spec


@pytest.mark.parametrize(
    ("learner", "options"),
    [
        (Right(), {}),
        (Right, {"threads": 2}),
        (lambda: Right(), {"threads": 1}),
        (Weightless, {}),
        (Remembers(), {"threads": 1}),
        (Right, {"isolated": False}),
    ],
    ids=["object", "class", "function", "without weights", "keeps its weights", "thread"],
)
def test_a_right_learner_counts_as_the_built_in_one(spec: Spec, learner: Any, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        study = lab.run(measured(beside(spec)), learners={"mine": learner}, **options)
    mine, plain = counts(study, "mine"), counts(study, "plain")
    # Without weights nobody knows that the last pass is clean.
    ends = {"quiet-period"} if learner is Weightless else {"clean-pass"}
    assert {row[-1] for row in mine} == ends and len(mine) == 20
    assert [row[:-1] for row in mine] == [row[:-1] for row in plain] and sum(row[0] for row in mine) > 20
    assert study.exception is None


def test_a_variant_may_have_any_name(spec: Spec) -> None:
    names = ["my “own” é", "with $HOME"]
    for name in names:
        spec["variants"][name] = spec["variants"]["plain"]
    study = lab.run(measured(spec), learners={name: Right for name in names})
    assert all(counts(study, name) == counts(study, "plain") for name in names)


def test_the_study_names_the_object_and_keeps_the_keys_of_the_variant(spec: Spec, folder: Path) -> None:
    study = lab.run(beside(spec, learner={"process": {"timeout": 7.0}}, hypothesis="averaged"), learners={"mine": Right})
    for written in (folder / "results" / "half-the-mistake-bound.toml", study.path / "manifest.toml", Path(study.report.path).with_suffix(".md")):
        text = written.read_text(encoding="utf-8")
        assert '["perceptron-lab-object", "mine", "Right"]' in text and "timeout = 7.0" in text and 'hypothesis = "averaged"' in text


def test_trials_of_an_object_are_run_in_every_call(spec: Spec, folder: Path) -> None:
    seen = folder / "seen"

    class Counts(Right):
        def reset(self, features: int) -> None:
            super().reset(features)
            with seen.open("a") as file:
                file.write("x")

    class Wrong(Counts):
        def learn(self, x: Any, y: int) -> Any:
            if y > 0:
                super().learn(x, y)

    spec = measured(beside(spec, stop={"passes": 2}))
    first = lab.run(spec, learners={"mine": Counts})
    known = counts(first, "mine")
    once = len(seen.read_text())
    assert once >= 20
    assert counts(lab.run(spec, learners={"mine": Counts}), "mine") == known
    # How many samples a process was shown in vain does not matter.
    assert len(seen.read_text()) >= once + 20
    # The spec of another class differs.
    with pytest.raises(lab.Error, match="another spec"):
        lab.run(spec, learners={"mine": Wrong})
    assert counts(lab.run(spec, learners={"mine": Wrong}, fresh=True), "mine") != known


@pytest.mark.filterwarnings(FLAGS)
def test_estimators_learn_one_example_after_another(spec: Spec) -> None:
    linear = pytest.importorskip("sklearn.linear_model")
    spec |= {"replicates": 2}
    spec["generator"]["sphere-margin"]["examples"] = 25
    study = lab.run(measured(beside(spec)), learners={"mine": linear.Perceptron(fit_intercept=False, tol=None)})
    assert counts(study, "mine") == counts(study, "plain")
    assert "follows_rule = false" in (study.path / "manifest.toml").read_text(encoding="utf-8")
    study = lab.run(beside(spec, learner={"process": {"follows_rule": True}}), learners={"mine": linear.Perceptron(fit_intercept=False)}, name="same")
    assert "follows_rule = true" in (study.path / "manifest.toml").read_text(encoding="utf-8")


def test_an_estimator_without_partial_fit_is_fitted_to_all_examples_since_the_reset() -> None:
    numpy = pytest.importorskip("numpy")
    neighbors, linear = pytest.importorskip("sklearn.neighbors"), pytest.importorskip("sklearn.linear_model")
    random = numpy.random.default_rng(5)
    X = random.normal(size=(25, 2))
    y = numpy.where(X[:, 0] * X[:, 1] > 0, 1, -1)
    y[:3] = 1
    for estimator, has_weights in [(neighbors.KNeighborsClassifier(1), False), (linear.LogisticRegression(fit_intercept=False), True)]:
        spec = {
            "title": "Estimators",
            "question": "How many mistakes?",
            "seed": 1,
            "replicates": 1,
            "variants": {"mine": {"rule": {"perceptron": {}}, "order": "stream"}},
            "measure": ["mistakes", "updates"],
        }
        study = lab.run(spec, learners={"mine": estimator}, data=(X, y), fresh=True)
        told = [0, *([1] * 3)]
        for place in range(4, 25):
            told.append(estimator.fit(X[:place], y[:place]).predict(X[place : place + 1])[0] if len(set(y[:place])) == 2 else 1)
        mistakes, updates = study.trials.select("mistakes", "updates").collect().row(0)
        assert mistakes == sum(a != b for a, b in zip(told, y, strict=True))
        # One without weights is believed that it learns from every example.
        assert (updates < 25) == has_weights


def test_a_learner_that_fails_at_once_ends_the_run_with_its_exception(spec: Spec, folder: Path) -> None:
    class Fails(Right):
        def learn(self, x: Any, y: int) -> Any:
            raise ValueError("cannot learn")

    class Answers(Right):
        def predict(self, x: Any) -> Any:
            return "yes"

    class Waits(Right):
        def reset(self, features: int) -> None:
            time.sleep(60)

    spec["replicates"] = 300
    began = time.monotonic()
    with pytest.raises(lab.Error, match="the variant `mine` failed before it had learned an example: .*ValueError: cannot learn") as raised:
        lab.run(beside(spec), learners={"mine": Fails})
    assert isinstance(raised.value.__cause__, ValueError)
    assert "in learn" in "".join(traceback.format_tb(raised.value.__cause__.__traceback__))
    with pytest.raises(lab.Error, match="`predict` returned 'yes', of type str"):
        lab.run(spec, learners={"mine": Answers})
    with pytest.raises(lab.Error, match="no answer within the `timeout`"):
        lab.run(beside(spec, learner={"process": {"timeout": 0.2}}), learners={"mine": Waits})
    assert time.monotonic() - began < 60
    assert not (folder / "results" / "half-the-mistake-bound.toml").exists()


@pytest.mark.filterwarnings(FLAGS)
def test_a_failed_trial_has_the_lines_of_the_learner(spec: Spec) -> None:
    class Picky(Right):
        shown = 0

        def learn(self, x: Any, y: int) -> Any:
            self.shown += 1
            if self.shown == 30 and x[0] > 0:
                raise RuntimeError("picky")
            return super().learn(x, y)

    with pytest.warns(lab.Incomplete, match="RuntimeError: picky") as warned:
        study = lab.run(beside(spec), learners={"mine": Picky})
    assert warned[-1].filename == __file__
    failed = study.trials.filter(pl.col("failure").is_not_null()).select("variant", "failure").collect()
    assert 0 < failed.height < 20 and failed["variant"].unique().to_list() == ["mine"]
    assert 'raise RuntimeError("picky")' in failed["failure"][0] and "in learn" in failed["failure"][0]
    assert isinstance(study.exception, RuntimeError)
    assert "in learn" in traceback.format_tb(study.exception.__traceback__)[0]


@pytest.mark.filterwarnings(FLAGS)
def test_a_learner_that_ends_or_waits_fails_its_trial_only(spec: Spec) -> None:
    class Ends(Right):
        def learn(self, x: Any, y: int) -> Any:
            if x[0] > 0.9:
                os._exit(7)
            if x[0] < -0.9:
                time.sleep(60)
            return super().learn(x, y)

    began = time.monotonic()
    study = lab.run(beside(spec, learner={"process": {"timeout": 0.3}}), learners={"mine": Ends})
    assert time.monotonic() - began < 40
    failures = study.trials.filter(pl.col("failure").is_not_null()).collect()["failure"].to_list()
    assert any("exit status: 7" in failure for failure in failures) and any("0.3 s" in failure for failure in failures)
    assert len(failures) < 20


def test_results_do_not_depend_on_the_number_of_threads(spec: Spec) -> None:
    spec["replicates"] = 200
    studies = [lab.run(measured(beside(spec)), learners={"mine": Right}, threads=threads) for threads in (1, 4)]
    assert studies[0].path == studies[1].path
    assert counts(studies[1], "mine") == counts(studies[1], "plain")


@pytest.mark.parametrize(
    ("learners", "words"),
    [
        ({"mien": Right}, "the spec has no variant `mien`(.|\n)*allowed: plain, mine(.|\n)*did you mean `mine`"),
        ([Right], "`learners` is .*type list"),
        ({"mine": 17}, "type int cannot be run: it has no reset and no predict and no learn"),
        ({"mine": ["python3", "my.py"]}, 'command = \\["python3", "my.py"\\]'),
        ({"mine": lambda: 1 / 0}, "ZeroDivisionError"),
    ],
)
def test_what_is_no_learner_of_a_variant_is_refused(spec: Spec, folder: Path, learners: Any, words: str) -> None:
    with pytest.raises(lab.Error, match=words):
        lab.run(beside(spec), learners=learners)
    assert not (folder / "results").exists()


def test_variants_that_have_no_place_for_the_learner_are_refused(spec: Spec) -> None:
    linear = pytest.importorskip("sklearn.linear_model")
    with pytest.raises(lab.Error, match="`mine` has a learner already"):
        lab.run(beside(spec, learner={"process": {"command": ["python3"]}}), learners={"mine": Right})
    with pytest.raises(lab.Error, match="has an intercept(.|\n)*`offset`"):
        lab.run(beside(spec), learners={"mine": linear.Perceptron})
    with pytest.raises(lab.Error, match='ends with a pass without an update(.|\n)*"stop": {"passes": 1}'):
        lab.run(beside(spec), learners={"mine": linear.LogisticRegression(fit_intercept=False)})


def test_an_interrupt_ends_the_learners(spec: Spec) -> None:
    class Slow(Right):
        def learn(self, x: Any, y: int) -> Any:
            time.sleep(0.05)
            return super().learn(x, y)

    spec["replicates"] = 100_000
    timer = threading.Timer(1.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    began = time.monotonic()
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt, match="the same call runs all trials again") as raised:
            lab.run(beside(spec), learners={"mine": Slow})
    finally:
        timer.cancel()
    assert isinstance(raised.value, lab.Interrupted) and time.monotonic() - began < 30
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_an_object_allows_no_programs(spec: Spec, folder: Path) -> None:
    program = {"process": {"command": ["sh", "-c", "touch ran"]}}
    spec["variants"]["theirs"] = {**spec["variants"]["plain"], "learner": program}
    with pytest.raises(lab.Error, match="touch ran(.|\n)*allow_processes=True"):
        lab.run(beside(spec), learners={"mine": Right})
    assert not (folder / "ran").exists()


def test_a_learner_without_weights_says_whether_it_updated(spec: Spec) -> None:
    class Silent(Weightless):
        def learn(self, x: Any, y: int) -> Any:
            super().learn(x, y)

    with pytest.raises(lab.Error, match="a learner without `weights` says whether it updated"):
        lab.run(beside(spec), learners={"mine": Silent})


def test_a_file_is_a_spec_too_and_stays_as_it_is(spec: Spec, folder: Path) -> None:
    (folder / "own").mkdir()
    (folder / "own" / "flowers.csv").write_text("a,b,kind\n1,0,yes\n0,1,no\n2,1,yes\n1,2,no\n", encoding="utf-8")
    spec["generator"] = {"file": {"path": "flowers.csv", "shuffled": True}}
    spec["claims"] = []
    text = _toml.document(measured(beside(spec)))
    path = folder / "own" / "mine.toml"
    path.write_text(text, encoding="utf-8")
    study = lab.run("own/mine.toml", learners={"mine": Right})
    assert study.name == "mine" and counts(study, "mine") == counts(study, "plain") and path.read_text(encoding="utf-8") == text
    assert lab.run("mine", learners={"mine": Right}, experiments="own", name="other").name == "other"
    with pytest.raises(lab.Error, match="would be replaced"):
        lab.run(path, learners={"mine": Right}, results="own")
    (folder / "elsewhere.csv").write_text("a,kind\n1,yes\n2,no\n", encoding="utf-8")
    path.write_text(text.replace("flowers.csv", "../elsewhere.csv"), encoding="utf-8")
    with pytest.raises(lab.Error, match="neither in the spec's folder"):
        lab.run(path, learners={"mine": Right}, name="third")
    with pytest.raises(lab.Error, match="there is no file nowhere.toml"):
        lab.run("nowhere.toml", learners={"mine": Right})


def test_commands_that_cannot_repeat_the_trials_refuse_them_by_name(spec: Spec) -> None:
    study = lab.run(beside(spec), learners={"mine": Right})
    words = "the variant `mine` is learned by a Python object (Right), which only `lab.run` can call"
    for options in ([], ["--allow-processes"]):
        for arguments in (["verify", str(study.path)], ["run", "results/half-the-mistake-bound.toml"]):
            ended = _process.call([*arguments, *options])
            assert ended.code == 2 and words in ended.errors
    with pytest.raises(lab.Error) as raised:
        lab.replay(study.verdicts["closest"][0])
    assert words in str(raised.value) and "with the same spec and learners" in (raised.value.help or "")
    assert f"# {words}" in study.report.markdown
    for arguments in (["judge", str(study.path)], ["report", str(study.path)]):
        # 1: a verdict of this study is not as expected.
        assert _process.call(arguments).code in (0, 1)
