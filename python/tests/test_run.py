"""Tests `run`, `open` and `Study`."""

import os
import shutil
import signal
import threading
import time
import warnings
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import perceptron_lab as lab
from perceptron_lab import _toml

Spec = dict[str, Any]


def test_a_dict_is_run_and_a_refuted_claim_is_a_value(spec: Spec) -> None:
    study = lab.run(spec)
    assert study.path == Path("results/half-the-mistake-bound").absolute()
    assert not study.as_expected
    verdicts = dict(study.verdicts.select("id", "verdict").iter_rows())
    assert verdicts == {"online-mistake-bound": "holds", "too small": "violated"}
    assert study.verdicts["generator.sphere-margin.dimension"].to_list() == [5, 5]
    assert study.trials.select(pl.len()).collect().item() == 20
    assert "too small" in repr(study) and "violated" in study._repr_html_()
    assert study.report.markdown.startswith("#") and Path(study.report).suffix == ".html"
    assert lab.open(study.path).verdicts.equals(study.verdicts)


def test_a_study_of_replaced_results_does_not_show_the_new_ones(spec: Spec) -> None:
    old = lab.run(spec)
    with pytest.raises(lab.Error, match="holds trials of another spec") as raised:
        lab.run({**spec, "seed": 2})
    assert "`fresh=True`" in str(raised.value) and not str(raised.value).startswith("error")
    new = lab.run({**spec, "seed": 2}, fresh=True)
    for use in (lambda: old.as_expected, lambda: old.trials, lambda: old.report, lambda: old.figure(), lambda: old.table()):
        with pytest.raises(lab.Error, match="a run of another spec has replaced"):
            use()
    for shown in (repr(old), old._repr_html_()):
        assert "a run of another spec has replaced" in shown and "`name`" in shown and "online-mistake-bound" not in shown
    assert new.verdicts.equals(lab.open(old.path).verdicts)
    shutil.rmtree(old.path)
    assert "are gone" in repr(new)


def test_tables_are_texts_too_and_the_only_figure_needs_no_name(spec: Spec) -> None:
    spec["variants"]["again"] = {**spec["variants"]["plain"], "ties": "positive"}
    study = lab.run({**spec, "figures": {"show": ["mistakes-against-bound"]}})
    assert study.figure().name == "mistakes-against-bound"
    assert "\\toprule" in study.table(by="variant", show="mean(mistakes)", format="latex")
    assert study.table(by="variant", show="mean(mistakes)", where={"variant": "again"})["variant"].to_list() == ["again"]
    two = lab.run({**spec, "title": "two figures", "figures": {"show": ["mistakes-against-bound", "tightness"]}})
    with pytest.raises(lab.Error, match="has 2 figures"):
        two.figure()


def test_text_path_and_dict_are_the_same_spec(spec: Spec, folder: Path) -> None:
    text = _toml.document(_toml.plain(spec))
    (folder / "half the bound.toml").write_text(text, encoding="utf-8")
    studies = [lab.run(spec), lab.run(text, name="by text"), lab.run("half the bound.toml"), lab.run(folder / "half the bound.toml", results="other")]
    assert [study.name for study in studies] == ["half-the-mistake-bound", "by text", "half the bound", "half the bound"]
    trials = [study.trials.drop("experiment", strict=False).collect() for study in studies]
    assert all(frame.equals(trials[0]) for frame in trials)


def test_the_second_run_uses_stored_trials(spec: Spec) -> None:
    first = lab.run(spec)
    written = (first.path / "trials.parquet").stat().st_mtime_ns
    assert lab.run(spec).verdicts.equals(first.verdicts)
    assert (first.path / "trials.parquet").stat().st_mtime_ns == written
    spec["replicates"] = 30
    assert lab.run(spec).trials.collect().height == 30


def test_keys_are_set_and_results_go_into_a_folder_of_their_own(spec: Spec) -> None:
    study = lab.run(spec, replicates=7, set={"generator.sphere-margin.dimension": 3}, threads=1)
    assert study.name.startswith("half-the-mistake-bound--") and "replicates=7" in study.name
    assert study.trials.collect().height == 7
    assert study.trials.collect()["generator.sphere-margin.dimension"].unique().to_list() == [3]


def test_numbers_of_numpy_are_numbers(spec: Spec) -> None:
    numpy = pytest.importorskip("numpy")
    plain = lab.run(spec, name="plain").trials.drop("experiment", strict=False).collect()
    spec["seed"] = numpy.int64(1)
    spec["generator"] = {"sphere-margin": {"dimension": numpy.int32(5), "target_margin": numpy.float64(0.2), "examples": numpy.array(60)}}
    assert lab.run(spec, name="numpy").trials.drop("experiment", strict=False).collect().equals(plain)
    assert _toml.inline(_toml.plain({"a": numpy.array([1.5, 2]), "b": (numpy.bool_(True), "x")})) == '{ a = [1.5, 2.0], b = [true, "x"] }'


def test_dict_with_sweep_survives_the_way_to_toml() -> None:
    import tomllib

    spec = {
        "title": 'quotes " and \\ and é\n',
        "sweep": [{"generator.basis.norm": [1, 2.5]}],
        "generator": {"basis": {"norm": 1, "a key": {"deep": [{"x": 1}]}}, "empty": {}},
        "stop": {},
        "claims": [{"premises": ["iid"], "limit": "a < b"}],
        "big": 1e300,
        "shuffled": [True, False],
    }
    assert tomllib.loads(_toml.document(_toml.plain(spec))) == spec


def test_errors_have_place_and_help(spec: Spec) -> None:
    with pytest.raises(lab.Error) as raised:
        lab.run("nowhere.toml")
    assert raised.value.code == 2 and "nowhere.toml" in raised.value.message and raised.value.help is not None
    spec["sed"] = spec.pop("seed")
    with pytest.raises(lab.Error) as raised:
        lab.run(spec)
    assert raised.value.message == "unknown key `sed`"
    assert raised.value.place is not None and raised.value.place.startswith("half-the-mistake-bound.toml:")
    assert raised.value.help == "did you mean `seed`?"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"seed": None}, "`seed` is None"),
        ({"seed": {1, 2}}, "a set"),
        (17, "type int"),
    ],
)
def test_what_is_no_spec_is_refused(wrong: Any, words: str) -> None:
    with pytest.raises(lab.Error, match=words):
        lab.run(wrong)


@pytest.mark.parametrize("name", ["a/b", "", ".hidden", "x.toml"])
def test_names_that_are_no_folders_are_refused(spec: Spec, name: str) -> None:
    with pytest.raises(lab.Error, match="cannot be the name"):
        lab.run(spec, name=name)


def test_a_dict_may_name_a_data_file_by_a_relative_path(spec: Spec, folder: Path) -> None:
    (folder / "flowers.csv").write_text("a,b,kind\n1,0,yes\n0,1,no\n2,1,yes\n1,2,no\n", encoding="utf-8")
    spec["generator"] = {"file": {"path": "flowers.csv", "label": "kind", "positive": "yes", "negative": "no", "examples": 4, "shuffled": True}}
    spec["claims"] = [{"name": "online-mistake-bound"}]
    assert lab.run(spec).trials.collect().height == 20
    shutil.copy("flowers.csv", "more.csv")
    spec["generator"]["file"] = {"path": "flowers.csv", "label": "kind", "test_file": "more.csv"}
    study = lab.run({**spec, "claims": [], "measure": ["test_error"]}, name="tested")
    assert study.trials.collect()["test_error"].null_count() == 0


def test_results_that_cannot_be_written_are_an_error(spec: Spec, folder: Path) -> None:
    (folder / "file").write_text("", encoding="utf-8")
    with pytest.raises(lab.Error) as raised:
        lab.run(spec, results="file")
    assert "`results`" in (raised.value.help or "")


@pytest.mark.filterwarnings("ignore::perceptron_lab.ProgramWarning")
def test_failed_trials_are_a_warning_and_the_study_is_read(spec: Spec) -> None:
    spec["variants"]["mine"] = {**spec["variants"]["plain"], "learner": {"process": {"command": ["sh", "-c", "read line; echo '{\"hello\":1}'"]}}}
    with pytest.raises(lab.Error, match="then add `allow_processes=True`"):
        lab.run(spec)
    with pytest.warns(lab.Incomplete, match="gave no result") as warned:
        study = lab.run(spec, allow_processes=True)
    assert warned[0].filename == __file__
    assert "`lab.run(…, retry_failed=True)` runs only those again" in str(warned[-1].message)
    assert study.trials.filter(pl.col("failure").is_not_null()).collect().height == 20


def stored_at_interrupt(spec: Spec) -> int:
    """The number of stored replicates after a run that was interrupted in its second second."""
    timer = threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt) as raised:
            lab.run(spec, threads=1)
    finally:
        timer.cancel()
    assert isinstance(raised.value, lab.Interrupted) and "are stored" in str(raised.value)
    assert time.monotonic() - began < 30
    return int(str(raised.value).split(": ")[1].split()[0])


def test_an_interrupt_stops_the_run_and_the_next_call_continues_it(spec: Spec) -> None:
    spec["replicates"] = 1_000_000
    first = stored_at_interrupt(spec)
    second = stored_at_interrupt(spec)
    assert 0 < first < second < 1_000_000


def test_open_names_the_folders_that_have_results(spec: Spec) -> None:
    lab.run(spec)
    with pytest.raises(lab.Error, match="half-the-mistake-bound"):
        lab.open("results")
    with pytest.raises(lab.Error, match="there is no folder"):
        lab.open("result")


def test_figures_are_svg_and_a_wrong_name_lists_them(spec: Spec) -> None:
    spec["figures"] = {"show": ["tightness"]}
    study = lab.run(spec)
    assert study.figures == ["tightness"]
    assert "<svg" in study.figure("tightness")._repr_svg_()
    with pytest.raises(lab.Error, match="tightness"):
        study.figure("tight")


def test_a_figure_is_saved_in_every_format(spec: Spec, folder: Path) -> None:
    study = lab.run({**spec, "figures": {"show": ["tightness"]}})
    figure = study.figure()
    beginnings = {"pdf": b"%PDF", "svg": b"<svg", "png": b"\x89PNG"}
    for ending, beginning in beginnings.items():
        path = figure.save(f"a figure.{ending}", width="8cm", height="6cm", title="")
        assert path == Path(f"a figure.{ending}") and path.read_bytes().startswith(beginning)
    assert "tightness" in figure.save(folder / "numbers.csv").read_text(encoding="utf-8")
    assert "Half" in figure.save("titled.svg", title="Half of it").read_text(encoding="utf-8")
    with pytest.raises(lab.Error, match="no known format"):
        figure.save("figure.txt")
    with pytest.raises(lab.Error, match="it has no unit"):
        figure.save("figure.pdf", width="8")
    assert lab.Figure(figure.path).save("again.pdf").exists()


def test_numbers_of_trials_are_integers_in_tables(spec: Spec) -> None:
    study = lab.run(spec)
    assert study.table()["trials"].to_list() == [20] and study.table().schema["trials"] == pl.Int64
    show = ["trials()", "count(mistakes > 3) as many", "count(mistakes > 3) / trials()", "max(mistakes)"]
    table = study.table(by="variant", show=show)
    assert [table.schema[name] for name in ("trials()", "many")] == [pl.Int64, pl.Int64]
    assert [table.schema[name] for name in show[2:]] == [pl.Float64, pl.Float64]


def test_rows_are_sorted_by_the_text_of_a_column_or_its_name(spec: Spec) -> None:
    spec["sweep"] = [{"generator.sphere-margin.target_margin": [0.1, 0.2, 0.4]}]
    study = lab.run(spec)
    rising = [0.4, 0.2, 0.1]
    for show, sort in [("median(updates)", "median(updates)"), ("median(updates) as middle", "middle"), ("median(updates)", "updates")]:
        assert study.table(by="target_margin", show=show, sort=sort)["target_margin"].to_list() == rising
        assert study.table(by="target_margin", show=show, sort=f"-{sort}")["target_margin"].to_list() == rising[::-1]
    with pytest.raises(lab.Error, match="`sort`: the table has no column `median`"):
        study.table(by="target_margin", show="median(updates)", sort="-median")


def test_notes_of_a_table_are_warnings(spec: Spec) -> None:
    study = lab.run(spec)
    with pytest.warns(lab.ProgramWarning, match="has no value in 1 of the rows: it has no value on any trial") as warned:
        table = study.table(by="updates", show="mean(1 / (mistakes - 3))")
    assert [warning.filename for warning in warned] == [__file__]
    assert table.filter(pl.col("updates") == 3).to_series(1).to_list() == [None]


def test_table_says_if_the_program_is_too_old(spec: Spec) -> None:
    study = lab.run(spec)
    try:
        table = study.table(by="variant", show="mean(mistakes)")
    except lab.Error as problem:
        assert "too old" in str(problem)
    else:
        assert table.shape == (1, 2) and table.columns[0] == "variant"
        assert study.table(by="variant", show=["interval(mistakes)"], where="mistakes > 3", sort="variant").shape == (1, 3)


def test_the_program_is_found_by_the_variable(monkeypatch: pytest.MonkeyPatch, spec: Spec) -> None:
    monkeypatch.setenv("PERCEPTRON_LAB", "/no/such program")
    with pytest.raises(lab.Error, match="is no program"):
        lab.run(spec)


def test_a_spec_without_claims_is_run_without_warnings(spec: Spec) -> None:
    del spec["claims"]
    spec["measure"] = ["updates"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        study = lab.run(spec)
    assert study.verdicts.height == 0 and study.as_expected
    for shown in (repr(study), study._repr_html_()):
        assert "the spec has no claims" in shown and "study.table()" in shown and "┌" not in shown and "<table>" not in shown
    assert "the spec has no claims" in repr(lab.run({**spec, "claims": []}, name="empty list"))
