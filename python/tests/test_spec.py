"""Tests how specs that are dicts and texts are checked, named and kept."""

import os
import signal
import subprocess
import threading
import warnings
from pathlib import Path
from typing import Any

import pytest

import perceptron_lab as lab
from perceptron_lab import _process, _spec, _toml

Spec = dict[str, Any]


def test_the_command_in_the_report_repeats_the_run(spec: Spec, folder: Path) -> None:
    first = lab.run(spec, results="my results")
    report = Path(first.report).read_bytes()
    file = Path("my results/half-the-mistake-bound.toml")
    assert "perceptron-lab run 'my results/half-the-mistake-bound.toml'" in first.report.markdown
    assert file.read_text(encoding="utf-8") == _toml.document(_toml.plain(spec))
    assert Path(lab.run(spec, results="my results", fresh=True).report).read_bytes() == report
    ended = subprocess.run([os.environ["PERCEPTRON_LAB"], "run", file, "--results", "my results"], capture_output=True, text=True)
    assert ended.returncode == 1 and Path(first.report).read_bytes() == report


def test_a_failed_run_leaves_no_file_and_no_folder(spec: Spec, folder: Path) -> None:
    with pytest.raises(lab.Error):
        lab.run({**spec, "sed": 1}, results="new/folder")
    assert list(folder.iterdir()) == []
    lab.run(spec)
    before = Path("results/half-the-mistake-bound.toml").read_bytes()
    for wrong in ({**spec, "sed": 1}, {**spec, "seed": 2}):
        with pytest.raises(lab.Error):
            lab.run(wrong)
        assert Path("results/half-the-mistake-bound.toml").read_bytes() == before
    lab.run({**spec, "seed": 2}, fresh=True)
    assert b"seed = 2" in Path("results/half-the-mistake-bound.toml").read_bytes()


FILE = Path("results/half-the-mistake-bound.toml")


def test_an_interrupted_run_without_trials_leaves_no_file(spec: Spec, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise lab.Interrupted("interrupted: 0 of at most 20 replicates of half-the-mistake-bound are stored")

    monkeypatch.setattr(_process, "call", interrupted)
    with pytest.raises(lab.Interrupted):
        lab.run(spec)
    assert not FILE.exists()


@pytest.mark.parametrize("options", [{}, {"quick": True}, {"set": {"generator.sphere-margin.dimension": 3}}, {"results": "results"}])
def test_a_late_interrupt_keeps_the_file_and_says_that_all_is_stored(spec: Spec, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]) -> None:
    call = _process.call

    def interrupted(*arguments: Any, **named: Any) -> None:
        call(*arguments, **named)
        raise lab.Interrupted("interrupted")

    monkeypatch.setattr(_process, "call", interrupted)
    with pytest.raises(lab.Interrupted, match="interrupted: all 20 replicates of half-the-mistake-bound.* are stored; the same call reads them"):
        lab.run(spec, **options)
    assert FILE.exists()


def test_parts_of_an_interrupted_run_keep_the_file(spec: Spec) -> None:
    spec["replicates"] = 1_000_000
    timer = threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(lab.Interrupted, match="are stored; the same call continues the run"):
        lab.run(spec, threads=1)
    assert FILE.exists()


def test_an_error_after_the_trials_are_stored_keeps_the_file(spec: Spec) -> None:
    Path("results/half-the-mistake-bound/report.html").mkdir(parents=True)
    with pytest.raises(lab.Error):
        lab.run(spec)
    assert FILE.exists() and Path("results/half-the-mistake-bound/trials.parquet").exists()
    spec["variants"]["mine"] = {**spec["variants"]["plain"], "learner": {"process": {"command": ["sh", "-c", "read line; echo '{\"hello\":1}'"]}}}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(lab.ProgramWarning):
            lab.run(spec, name="warned", allow_processes=True)
    assert Path("results/warned.toml").exists()


def test_data_files_keep_their_whole_path(spec: Spec, folder: Path) -> None:
    (folder / "flowers.csv").write_text("a,b,kind\n1,0,yes\n0,1,no\n2,1,yes\n1,2,no\n", encoding="utf-8")
    spec["generator"] = {"file": {"path": "flowers.csv", "label": "kind", "positive": "yes", "negative": "no", "examples": 4, "shuffled": True}}
    lab.run({**spec, "claims": spec["claims"][:1]})
    assert f'path = "{folder / "flowers.csv"}"' in Path("results/half-the-mistake-bound.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Half the mistake bound", "half-the-mistake-bound"),
        ("γ²", "γ²"),
        ("½ of R²/γ²", "½-of-r²-γ²"),
        ("Ueber /Grösse_ 3", "ueber-grösse-3"),
        ("Grosse O\u0308lmenge", "grosse-ölmenge"),
        ("हिन्दी में", "हिन्दी-में"),
        (".hidden/../x", "hidden-x"),
        ("?!", "study"),
        ("", "study"),
        ("a" * 59 + " b", "a" * 59),
    ],
)
def test_a_title_gives_a_name_in_any_script(title: str, name: str) -> None:
    assert _spec.named(_toml.document({"title": title}), None) == name


def test_names_are_short_enough_for_file_systems(spec: Spec) -> None:
    name = _spec.named(_toml.document({"title": "𝔄" * 60}), None)
    assert len(f"{name}.toml".encode()) <= 200 and len(name) == 48
    with pytest.raises(lab.Error, match="cannot be the name"):
        lab.run(spec, name="n" * 196)
    spec["title"] = "γ² ½ 漢字" * 20
    assert lab.run(spec).name.startswith("γ²-½-漢字γ²")


@pytest.mark.parametrize(
    ("key", "value", "words", "help"),
    [
        ("claims", ["mean(updates) <= 10"], r'`claims\[0\]` is "mean\(updates\) <= 10", of type str', '"observed": "updates"'),
        ("claims", [{"name": "online-mistake-bound"}, 3], r"`claims\[1\]` is 3, of type int", "online-mistake-bound"),
        ("claims", {"name": "online-mistake-bound"}, "`claims` is .*, of type dict", '[{"name": "online-mistake-bound"}]'),
        ("variants", [{"rule": {}}], "`variants` is .*, of type list", '{"plain": {'),
        ("variants", {"plain": "perceptron"}, '`variants.plain` is "perceptron", of type str', '{"plain": {'),
        ("generator", "sphere-margin", '`generator` is "sphere-margin", of type str', '{"basis": {'),
        ("generator", {"basis": 5}, "`generator.basis` is 5, of type int", '{"basis": {'),
        ("sweep", {"generator.basis.norm": [1]}, "`sweep` is .*, of type dict", "[{"),
        ("figures", ["tightness"], r"`figures\[0\]` is", '{"show": ['),
        ("figures", "tightness", "`figures` is", '{"show": ['),
    ],
)
def test_parts_of_a_wrong_type_are_refused_in_words_of_python(spec: Spec, folder: Path, key: str, value: Any, words: str, help: str) -> None:
    with pytest.raises(lab.Error, match=words) as raised:
        lab.run({**spec, key: value})
    assert help in (raised.value.help or "") and "[[" not in str(raised.value)
    assert list(folder.iterdir()) == []


def test_a_line_of_toml_in_a_help_becomes_a_key_of_a_dict(spec: Spec) -> None:
    spec["variants"]["plain"]["rule"] = "perceptron"
    with pytest.raises(lab.Error) as raised:
        lab.run(spec)
    assert raised.value.help == 'write "rule": {"perceptron": {}}'


def test_a_missing_data_file_is_looked_for_below_the_working_folder(spec: Spec) -> None:
    spec["generator"] = {"file": {"path": "nowhere.csv", "label": "kind", "positive": "yes", "examples": 4}}
    for given in (spec, _toml.document(spec)):
        with pytest.raises(lab.Error, match="the path is relative to the working folder"):
            lab.run(given)


def test_an_experiment_that_is_not_found_names_the_argument(folder: Path) -> None:
    with pytest.raises(lab.Error, match="no experiment of this name") as raised:
        lab.run("mit/xor")
    assert (raised.value.help or "").endswith('give the repository\'s folder `experiments` too: experiments="perceptron-lab/experiments"')
    experiments = Path(__file__).parents[2] / "experiments"
    assert lab.run("mit/xor", experiments=experiments, quick=True).path == Path("results/quick/mit/xor").absolute()
