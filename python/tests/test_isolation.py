"""Tests that a learner can neither end nor hang its caller, nor change what is the caller's."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import perceptron_lab as lab

SECONDS = {"time": 3.0, "timeout": 0.5}


class Perceptron:
    """The perceptron."""

    weights: Any = ()

    def reset(self, features: int) -> Any:
        self.weights = [0.0] * features

    def score(self, x: Any) -> float:
        return float(sum(a * b for a, b in zip(self.weights, x, strict=True)))

    def predict(self, x: Any) -> Any:
        return 1 if self.score(x) > 0 else -1

    def learn(self, x: Any, y: int) -> Any:
        if y * self.score(x) <= 0:
            self.weights = [float(a + y * b) for a, b in zip(self.weights, x, strict=True)]


def doing(act: Callable[[], Any], method: str = "predict") -> type[Perceptron]:
    """A perceptron that does something else in one of its methods, when it is shown three features."""
    usual = getattr(Perceptron, method)

    def odd(self: Perceptron, *arguments: Any) -> Any:
        shown = arguments[0] if isinstance(arguments[0], int) else len(arguments[0])
        done = act() if shown == 3 else None
        return usual(self, *arguments) if done is None else done

    return type("Odd", (Perceptron,), {method: odd})


def witness(learner: Any, **options: Any) -> lab.Witness:
    """The witness that refutes the protocol, which another learner repeats."""
    grade = lab.grade(learner, **{**SECONDS, **options})
    assert grade.witness is not None and grade.witness.id == "protocol" and grade.witness.repeats, grade
    return grade.witness


def stop(problem: BaseException) -> Any:
    raise problem


def loop() -> Any:
    while True:
        pass


class Local(BaseException):
    """An exception that is no `Exception`."""


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda: sys.exit("more than two features"), "your learner raised SystemExit: more than two features at `"),
        (lambda: stop(SystemExit()), "your learner raised SystemExit at `"),
        (lambda: stop(KeyboardInterrupt()), "your learner raised KeyboardInterrupt at `"),
        (lambda: stop(GeneratorExit()), "your learner raised GeneratorExit at `"),
        (lambda: stop(Local("mine")), "your learner raised Local: mine at `"),
        (lambda: os._exit(3), "your learner ended its process with exit code 3"),
        (lambda: os._exit(0), "your learner ended its process with exit code 0"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "ended by the signal SIGKILL"),
        (lambda: os.kill(os.getpid(), signal.SIGTERM), "ended by the signal SIGTERM"),
    ],
    ids=["exit", "bare exit", "interrupt", "generator", "own", "process exit", "exit 0", "killed", "terminated"],
)
def test_a_learner_that_ends_refutes_the_protocol(act: Callable[[], Any], words: str) -> None:
    found = witness(doing(act))
    assert words in found.words and [len(x) for x, _ in found.samples[-1]] == [3]


@pytest.mark.parametrize("method", ["reset", "learn"])
def test_a_learner_may_end_in_any_method(method: str) -> None:
    assert "your learner raised SystemExit: 1 at" in witness(doing(lambda: sys.exit(1), method)).words
    assert "exit code 3" in witness(doing(lambda: os._exit(3), method)).words


@pytest.mark.parametrize("act", [loop, lambda: time.sleep(3600), lambda: signal.raise_signal(signal.SIGSTOP)], ids=["loop", "sleep", "stop"])
def test_a_learner_that_never_answers_is_ended(act: Callable[[], Any]) -> None:
    began = time.monotonic()
    found = witness(doing(act))
    assert "your learner took longer than the `timeout` of 0.5 s" in found.words and '"x":[0,0,0]' in found.words
    assert time.monotonic() - began < 15


def test_an_answer_may_not_take_longer_than_all_samples() -> None:
    grade = lab.grade(doing(loop), time=0.5)
    assert grade.witness is None or "longer than the `time` of 0.5 s" in grade.witness.words

    class Loops(Perceptron):
        def reset(self, features: int) -> Any:
            loop()

    began = time.monotonic()
    grade = lab.grade(Loops, time=1.0, timeout=3600)
    assert grade.witness is not None and "longer than the `time` of 1 s" in grade.witness.words and "isolated=False" in repr(grade)
    assert time.monotonic() - began < 20


def test_a_learner_that_cannot_be_made_ends_nothing() -> None:
    class Exits(Perceptron):
        def __init__(self) -> None:
            sys.exit(2)

    class Loops(Perceptron):
        def __deepcopy__(self, memo: Any) -> Any:
            loop()

    assert "your learner raised SystemExit: 2" in witness(Exits).words
    assert "made anew, your learner took longer than the `timeout`" in witness(Loops()).words


def test_the_next_learner_is_graded() -> None:
    learners = [Perceptron, doing(lambda: sys.exit(1)), Perceptron, doing(lambda: os._exit(1)), Perceptron]
    assert [lab.grade(learner, time=1).refuted for learner in learners] == [False, True, False, True, False]


def test_what_is_the_callers_stays_as_it_is(capfd: pytest.CaptureFixture[str]) -> None:
    seen: list[int] = []

    def change() -> None:
        os.chdir("/")
        os.environ.clear()
        seen.append(1)
        sys.stdout.close()

    folder, home, out = Path.cwd(), os.environ["PATH"], sys.stdout
    assert not lab.grade(doing(change), time=2).refuted
    assert (Path.cwd(), os.environ["PATH"], sys.stdout, seen) == (folder, home, out, [])
    print("still here")
    assert "still here" in capfd.readouterr().out


def test_what_a_learner_prints_appears_once() -> None:
    script = "import perceptron_lab as lab, test_isolation as own\nprint('before')\nlab.grade(own.Prints, time=0.5)\nprint('after')\n"
    lines = _printed(script).splitlines()
    assert lines.count("before") == lines.count("after") == 1 and len(lines) >= 4 and set(lines[1:-1]) == {"made"}


class Prints(Perceptron):
    """Prints when it is made."""

    def __init__(self) -> None:
        print("made")


def _printed(script: str) -> str:
    """What a script prints, which finds this file; its standard output is a pipe, and so it is written late."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])}
    environment.pop("PYTHONUNBUFFERED", None)
    ended = subprocess.run([sys.executable, "-c", script], env=environment, stdin=subprocess.DEVNULL, check=True, capture_output=True, text=True)
    return ended.stdout


def test_processes_of_the_learner_end_with_it(folder: Path) -> None:
    _printed(f"import perceptron_lab as lab, test_isolation as own\nlab.grade(own.beginning({str(folder)!r}), time=1.0, timeout=0.3)\n")
    children = (folder / "children").read_text().split()
    assert children
    deadline = time.monotonic() + 10
    while any(_runs(child) for child in children) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(_runs(child) for child in children)


def beginning(folder: str) -> type[Perceptron]:
    """A learner that starts a program, notes it in the folder, and never answers."""

    class Begins(Perceptron):
        def reset(self, features: int) -> Any:
            child = subprocess.Popen(["sleep", "100"])
            with open(Path(folder) / "children", "a") as file:
                file.write(f"{child.pid}\n")
            loop()

    return Begins


def _runs(process: str) -> bool:
    try:
        os.kill(int(process), 0)
        return not Path(f"/proc/{process}").exists() or bool(Path(f"/proc/{process}/cmdline").read_bytes())
    except OSError:
        return False


def test_a_learner_may_fork_start_threads_and_interrupt_itself() -> None:
    def fork() -> None:
        os.fork()

    for act in (fork, lambda: signal.raise_signal(signal.SIGINT), lambda: threading.Thread(target=time.sleep, args=(100,)).start()):
        assert not lab.grade(doing(act), time=2).refuted


def test_closed_pipes_and_what_is_written_into_them_are_failures() -> None:
    assert "closed the pipes" in witness(doing(lambda: os.closerange(3, 200)), timeout=5).words

    def opened() -> list[int]:
        return [number for number in range(3, 64) if os.access(f"/dev/fd/{number}", os.F_OK)]

    before = opened()

    def write() -> None:
        own = set(opened()) - set(before)
        assert len(own) == 2, "the learner has pipes of the program"
        for pipe in own:
            with contextlib.suppress(OSError):
                os.write(pipe, b"nonsense\n")

    grade = lab.grade(doing(write), time=5)
    assert "wrote into the pipes" in grade.witnesses[-1].words and grade.exception is None


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ([1, -1], "`predict` returned [1, -1], of type list, which has 2 elements"),
        ((), "`predict` returned (), of type tuple, which is empty"),
        (10**5000, "`predict` returned …, of type int"),
        (1j, "`predict` returned 1j, of type complex"),
    ],
    ids=["list", "tuple", "long", "complex"],
)
def test_a_prediction_of_several_numbers_is_named(answer: Any, words: str) -> None:
    assert witness(doing(lambda: answer)).words.startswith(words)


def test_arrays_of_several_numbers_are_no_exceptions() -> None:
    numpy = pytest.importorskip("numpy")
    for answer, words in [(numpy.array([1.0, -1.0]), "array([ 1., -1.]), of type ndarray, which has 2 elements"), (numpy.array([]), "is empty")]:
        grade = lab.grade(doing(lambda: answer))  # noqa: B023
        assert grade.exception is None and grade.witness is not None and words in grade.witness.words
    assert lab.grade(doing(lambda: numpy.longdouble(1)), time=1).exception is None


@pytest.mark.parametrize("weights", [{0: 0.0}, b"\0", {0.0}, [10**400], None])
def test_weights_that_are_no_list_of_numbers_are_named(weights: Any) -> None:
    class Wrong(Perceptron):
        def reset(self, features: int) -> Any:
            self.weights = weights

    grade = lab.grade(Wrong, time=2)
    assert grade.exception is None and grade.witnesses[0].words.startswith(("`weights` is", "`weights` contains 1000"))


def test_an_exception_keeps_its_class_its_causes_and_its_lines() -> None:
    class Mine(Exception):
        def __init__(self, one: int, two: str) -> None:
            super().__init__(f"{one} and {two}")
            self.one = one

    def fail() -> None:
        try:
            Path("nowhere/at all").read_text()
        except OSError as problem:
            raise Mine(1, "two") from problem

    problem = lab.grade(doing(fail)).exception
    assert type(problem) is Mine and str(problem) == "1 and two" and problem.one == 1
    assert isinstance(problem.__cause__, FileNotFoundError) and "nowhere/at all" in str(problem.__cause__)
    frames = traceback.extract_tb(problem.__traceback__)
    assert [frame.name for frame in frames] == ["odd", "fail"] and frames[-1].line == 'raise Mine(1, "two") from problem'
    trace = problem.__traceback__
    last = trace.tb_next.tb_frame if trace is not None and trace.tb_next is not None else None
    assert last is not None and last.f_code.co_firstlineno == fail.__code__.co_firstlineno and last.f_code.co_qualname.endswith("<locals>.fail")
    assert frames[-1].lineno == last.f_lineno == last.f_code.co_firstlineno + 4


def test_exceptions_that_cannot_be_made_again_have_a_class_of_the_same_name() -> None:
    def fail() -> None:
        class Late(ValueError):
            def __init__(self, one: int, two: Any) -> None:
                super().__init__(one, two)

        raise Late(1, object())

    for act, name, base in [(fail, "Late", ValueError), (lambda: b"\xff".decode(), "UnicodeDecodeError", ValueError)]:
        problem = lab.grade(doing(act)).exception
        assert type(problem).__name__ == name and isinstance(problem, base)


def test_an_interrupt_ends_the_learner_too() -> None:
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(lab.Interrupted):
        lab.grade(doing(lambda: time.sleep(60), "reset"), timeout=60)
    assert time.monotonic() - began < 10


def test_learners_are_graded_in_several_threads() -> None:
    with ThreadPoolExecutor(3) as pool:
        grades = list(pool.map(lambda learner: lab.grade(learner, time=2), [Perceptron, doing(lambda: os._exit(1)), Perceptron]))
    assert [grade.refuted for grade in grades] == [False, True, False] and all(grade.data["samples"] > 10 for grade in grades)


@pytest.mark.parametrize("has_fork", [True, False])
def test_without_a_process_the_result_says_that_time_cannot_be_enforced(has_fork: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not has_fork:
        monkeypatch.delattr(os, "fork")
    options: dict[str, Any] = {**SECONDS, **({"isolated": False} if has_fork else {})}
    assert not lab.grade(Perceptron, **{**options, "timeout": 2}).refuted
    assert "raised SystemExit: 1" in witness(doing(lambda: sys.exit(1)), **options).words
    began = time.monotonic()
    grade = lab.grade(doing(lambda: time.sleep(5)), **options)
    assert time.monotonic() - began < 4
    assert grade.witness is not None and "longer than the `timeout` of 0.5 s; it runs in a thread, which cannot be ended" in grade.witness.words
    for shown in (repr(grade), grade._repr_html_()):
        assert "cannot be enforced" in shown
    seen = []
    lab.grade(doing(lambda: seen.append(1)), **{**options, "timeout": 2})
    assert seen, "it ran in another process"


def test_a_study_is_found_after_the_folder_changed(spec: dict[str, Any], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study = lab.run({**spec, "figures": {"show": ["tightness"]}})
    figure, report = study.figure(), study.report
    again = lab.Figure(figure.path.relative_to(folder))
    assert repr(report) == "Report('results/half-the-mistake-bound/report.html')" and 'href="results/' in report._repr_html_()
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert study.trials.collect().height == 20 and study.table(by="variant").height == 1 and "as expected" in repr(study)
    assert figure.save("own.svg").exists() and (elsewhere / "own.svg").exists()
    assert "<svg" in figure.svg == again.svg and report.markdown and Path(report).is_file() and lab.open(study.path).as_expected == study.as_expected
