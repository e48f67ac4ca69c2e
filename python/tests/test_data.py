"""Tests `run` with a frame or arrays as its sample."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import perceptron_lab as lab
from perceptron_lab import _process, _toml

Spec = dict[str, Any]
WIDTH = [0.1, 1 / 3, 2.5, -1e-30, 4.0, -0.7]
COUNT = [3, -2, 2**53 + 1, 0, 5, -4]
KIND = ["rose", "lily", "rose", "lily", "rose", "lily"]


@pytest.fixture
def own() -> Spec:
    """A spec whose sample is given as data."""
    return {
        "title": "Flowers",
        "question": "How many mistakes?",
        "seed": 1,
        "replicates": 3,
        "generator": {"file": {"shuffled": True}},
        "variants": {"plain": {"rule": {"perceptron": {}}, "order": "cyclic", "stop": {"passes": 3}}},
        "measure": ["mistakes", "updates", "radius_squared"],
    }


def of_polars() -> Any:
    return pl.DataFrame({"x1": WIDTH, "x2": COUNT, "label": KIND})


def of_lists() -> Any:
    return [list(row) for row in zip(WIDTH, COUNT, strict=True)], KIND


def of_pandas() -> Any:
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame({"x1": WIDTH, "x2": COUNT, "label": pandas.Categorical(KIND)}, index=[7, 8, 9, 1, 2, 3])


def of_numpy() -> Any:
    numpy = pytest.importorskip("numpy")
    return numpy.array(of_lists()[0], dtype=object), numpy.array(KIND)


FORMS: list[Callable[[], Any]] = [of_polars, of_lists, of_pandas, of_numpy, lambda: {"x1": WIDTH, "x2": COUNT, "label": KIND}]


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def values(study: lab.Study) -> list[tuple[Any, ...]]:
    return study.trials.sort("replicate").select("mistakes", "updates", "radius_squared_exact").collect().rows()


@pytest.mark.parametrize("form", FORMS, ids=["polars", "lists", "pandas", "numpy", "dict"])
def test_every_form_of_the_data_is_the_same_sample(own: Spec, form: Callable[[], Any]) -> None:
    study = lab.run(own, data=form())
    stored = study.path / "flowers.parquet"
    written = pl.read_parquet(stored)
    # Not a bit of a number is lost: the largest integer is no double.
    assert written["x1"].to_list() == WIDTH and written["x2"].to_list() == COUNT and written["label"].to_list() == KIND
    assert study.trials.select("generator.file.digest").collect()["generator.file.digest"].unique().to_list() == [digest(stored)]
    assert values(study) == values(lab.run(own, data=of_polars()))


def test_arrays_of_floats_and_sparse_ones_are_the_same_sample(own: Spec) -> None:
    numpy, sparse = pytest.importorskip("numpy"), pytest.importorskip("scipy.sparse")
    X, y = numpy.array([WIDTH, [0, 1, 0, 2, 0, 3]], dtype=float).T, numpy.array([1, -1, 1, -1, 1, -1])
    study = lab.run(own, data=(X, y))
    written = (study.path / "trials.parquet").stat().st_mtime_ns
    for again in ((sparse.csr_array(X), y), (X.tolist(), y.tolist())):
        # Equal numbers make equal files, whose trials are stored already.
        lab.run(own, data=again)
        assert (study.path / "trials.parquet").stat().st_mtime_ns == written


def test_other_data_are_another_study(own: Spec, folder: Path) -> None:
    study = lab.run(own, data=of_polars())
    before = digest(folder / "results" / "flowers.parquet")
    written = (study.path / "trials.parquet").stat().st_mtime_ns
    assert lab.run(own, data=of_polars()).trials.collect().height == 3
    assert (study.path / "trials.parquet").stat().st_mtime_ns == written
    other = of_polars().with_columns(pl.when(pl.col("x2") == 5).then(6).otherwise("x2").alias("x2"))
    with pytest.raises(lab.Error, match="holds trials of another spec(.|\n)*digest"):
        lab.run(own, data=other)
    assert digest(folder / "results" / "flowers.parquet") == before
    assert values(lab.run(own, data=of_polars())) == values(study)
    lab.run(own, data=other, fresh=True)
    assert digest(folder / "results" / "flowers.parquet") != before


def test_a_file_with_the_same_values_keeps_its_bytes(own: Spec, folder: Path) -> None:
    (folder / "results").mkdir()
    file = folder / "results" / "flowers.parquet"
    # As another version of polars may have written it.
    of_polars().write_parquet(file, compression="uncompressed")
    before = digest(file)
    assert digest(lab.run(own, data=of_polars()).path / "flowers.parquet") == before
    lab.run(own, data=of_polars().with_columns(pl.col("x2").cast(pl.Int32, strict=False).fill_null(1)), fresh=True)
    assert digest(file) != before


def test_the_folder_is_complete_without_the_frame(own: Spec, folder: Path) -> None:
    study = lab.run(own, data=of_polars())
    for arguments in (["judge"], ["report"], ["verify"], ["table"]):
        ended = _process.call([*arguments, str(study.path)])
        assert ended.code == 0, ended.errors
    # The spec and its data lie beside each other, so that the command of the report runs.
    (folder / "results").rename(folder / "moved")
    ended = _process.call(["run", "moved/flowers.toml", "--results", "again", "--json"])
    assert ended.code == 0, ended.errors
    assert values(lab.open("again/flowers")) == values(lab.open("moved/flowers"))


def test_keys_of_the_generator_choose_columns_and_classes(own: Spec) -> None:
    frame = of_polars().with_columns(when=pl.lit(1.5), kind=pl.lit(True)).rename({"label": "species"})
    own["generator"] = {"file": {"label": "species", "positive": "lily", "features": ["x2"]}}
    study = lab.run(own, data=frame)
    text = (study.path / "manifest.toml").read_text(encoding="utf-8")
    assert 'label = "species"' in text and 'positive = "lily"' in text and 'features = ["x2"]' in text
    del own["generator"]
    ordered = of_polars().with_columns(pl.col("label").cast(pl.Enum(["rose", "lily"])))
    assert 'positive = "lily"' in (lab.run(own, data=ordered, name="no generator").path / "manifest.toml").read_text(encoding="utf-8")
    own["generator"] = {"file": {"label": "kind", "positive": False}}
    truths = pl.DataFrame({"x": [1, 2, 3], "kind": [True, False, True]})
    assert 'positive = "0"' in (lab.run(own, data=truths, name="truths").path / "manifest.toml").read_text(encoding="utf-8")


def test_a_file_may_be_the_spec_of_data(own: Spec, folder: Path) -> None:
    own["generator"]["file"]["path"] = "nothing.csv"
    (folder / "mine.toml").write_text(_toml.document(own), encoding="utf-8")
    assert lab.run("mine.toml", data=of_polars()).name == "mine"
    assert lab.run((folder / "mine.toml").read_text(encoding="utf-8"), data=of_polars()).name == "flowers"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([[1, 2], [3, 4]], "an array has no classes(.|\n)*data=\\(X, y\\)"),
        ("flowers.csv", '"path": "flowers.csv"'),
        (([[1], [2]], ["a"]), "there are 2 rows and 1 labels"),
        (([[1], [2]], ["a", "a"]), "all examples have the label"),
        (([[1], [2], [3]], ["a", None, "b"]), "the data, row 1, column 2 \\(`label`\\): the label is missing"),
        (([[1], [None], [3]], ["a", "b", "b"]), "the data, row 1, column 1 \\(`x1`\\): a value is missing"),
        (([[1]], ["a"], 3), "`data` is .*, of type tuple"),
        (17, "type int"),
        ({"x": [1, 2]}, "no column besides the label"),
    ],
)
def test_data_that_are_no_sample_are_refused_and_nothing_is_written(own: Spec, folder: Path, data: Any, words: str) -> None:
    with pytest.raises(lab.Error, match=words):
        lab.run(own, data=data)
    assert not list(folder.rglob("*.parquet")) and not list(folder.rglob("*.toml"))


def test_data_and_another_generator_are_refused(own: Spec, spec: Spec) -> None:
    with pytest.raises(lab.Error, match="by the generator `sphere-margin`"):
        lab.run(spec, data=of_polars())


def test_a_feature_that_is_the_label_in_other_words_is_a_warning(own: Spec) -> None:
    frame = of_polars().with_columns(copy=pl.Series([1, 0, 1, 0, 1, 0])).select("x1", "copy", "label")
    with pytest.warns(lab.ProgramWarning, match="copy has one value for each class") as warned:
        lab.run(own, data=frame)
    assert warned[0].filename == __file__


def forms_of_labels() -> dict[str, Any]:
    """Labels of two classes in the forms that scikit-learn takes; the second class is the last."""
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    texts, numbers = ["a", "b", "a", "b"], [0, 1, 0, 1]
    return {
        "texts": texts,
        "truths": [False, True, False, True],
        "numpy truths": numpy.array(numbers, dtype=bool),
        "numpy texts": numpy.array(texts),
        "objects": numpy.array(texts, dtype=object),
        "mixed numbers": numpy.array([0, 1.0, False, True], dtype=object),
        "bytes": numpy.array(texts, dtype="S"),
        "0 and 1": numbers,
        "unsigned": numpy.array(numbers, dtype="u1"),
        "floats": numpy.array([-1.0, 1.0, -1.0, 1.0]),
        "half floats": numpy.array([-1, 1, -1, 1], dtype="f2"),
        "a column": numpy.array(numbers).reshape(-1, 1),
        "categories": pandas.Series(pandas.Categorical(texts)),
        "ordered categories": pandas.Series(pandas.Categorical(["z", "b", "z", "b"], categories=["z", "b"], ordered=True)),
        "pandas texts": pandas.Series(texts, dtype="string"),
        "nullable truths": pandas.Series([False, True, False, True], dtype="boolean"),
        "nullable integers": pandas.Series(numbers, dtype="Int64"),
        "polars categories": pl.Series(texts, dtype=pl.Categorical),
        "polars enum": pl.Series(["z", "b", "z", "b"], dtype=pl.Enum(["z", "b"])),
    }


def test_labels_in_every_form_are_two_classes() -> None:
    pandas = pytest.importorskip("pandas")
    X = [[1, 1], [1, -1], [2, 1], [2, -1]]
    for form, labels in forms_of_labels().items():
        # The second feature is 1 for the first class, so that the weights tell which class is +1.
        apart = lab.analyze(X, labels, shuffles=1)
        assert apart.separable and apart.data["data"]["examples"] == 4, form
        assert apart.data["data"]["positive"] in ("b", "1"), form
        column = labels.ravel() if form == "a column" else labels.to_list() if isinstance(labels, pl.Series) else labels
        if "enum" in form:
            continue
        frame = pandas.DataFrame({"u": [1, 1, 2, 2], "v": [1, -1, 1, -1], "label": column})
        inside = lab.analyze(frame, label="label", shuffles=1)
        assert json.dumps(inside.data["geometry"]) == json.dumps(apart.data["geometry"]), form


@pytest.mark.parametrize("labels", [["a", None, "b"], [1.0, float("nan"), 0.0]])
def test_a_missing_label_is_named_with_its_row(labels: list[Any]) -> None:
    with pytest.raises(lab.Error, match="the label is missing") as raised:
        lab.analyze([[1], [2], [3]], labels)
    assert raised.value.place == "the frame, row 1, column `label`"


def test_of_more_than_two_classes_the_others_are_named() -> None:
    found = lab.analyze([[1], [2], [3], [4]], ["a", "b", "c", "c"], shuffles=1)
    assert "+1 is c, −1 is a, b (together one class)" in repr(found)
