"""Tests that arguments of other packages mean the obvious, and that others are refused with a next step."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import perceptron_lab as lab
from perceptron_lab._words import in_python

FRAME = pl.DataFrame({"a": [1.0, 1.0, -1.0, 2.5], "b": [1, -2, 2, -1], "kind": [-1, 1, -1, 1]})
ROWS = FRAME.select("a", "b").rows()
LABELS = FRAME["kind"].to_list()
ORDERED = ["low", "high", "low", "high"]


def features(found: lab.Analysis) -> Any:
    return found.data["data"]["features"]


def test_features_are_texts_in_any_list() -> None:
    pandas, numpy = pytest.importorskip("pandas"), pytest.importorskip("numpy")
    frame = pandas.DataFrame(FRAME.to_dict(as_series=False))
    for names in (frame.columns[:2], numpy.array(["a", "b"]), pl.Series(["a", "b"]), ("a", "b")):
        assert features(lab.analyze(frame, label="kind", features=names)) == ["a", "b"]
    assert features(lab.analyze(frame, label="kind", features="a")) == ["a"]
    numbered = pandas.DataFrame({0: frame["a"], 1: frame["b"], 2: frame["kind"]})
    assert features(lab.analyze(numbered, label=numpy.int64(2), features=[numpy.int64(0), 1])) == ["0", "1"]


@pytest.mark.parametrize(
    ("options", "words", "help"),
    [
        ({"features": [0, 1]}, "`features` is .0, 1., of type list", 'features=["a"]'),
        ({"features": 3}, "`features` is 3, of type int", 'features=["a"]'),
        ({"features": []}, "`features` is ", "leave it out to use all"),
        ({"features": "ab"}, "no column `ab`", "did you mean"),
        ({"label": 2.0}, "`label` is 2.0, of type float", 'label="a"'),
        ({"label": ["kind"]}, "`label` is .*, of type list", 'label="a"'),
        ({"label": "2"}, "no column `2`", "one of the expected names"),
        ({"positive": 5}, "no row has the class `5`", "one of the expected names"),
        ({"negative": [1, 2]}, "`negative` is .1, 2., of type list", "one class"),
        ({"positive": {1}}, "`positive` is .1., of type set", "one class"),
        ({"shuffles": -1}, "`shuffles` is -1, which is no integer from 0", "shuffles=1"),
        ({"seed": 2.5}, "`seed` is 2.5, which is no integer from 0", "seed=1"),
        ({"missing": "no"}, "`missing` is 'no'", "drop, mean"),
    ],
)
def test_wrong_options_have_a_next_step(options: dict[str, Any], words: str, help: str) -> None:
    with pytest.raises(lab.Error, match=words) as raised:
        lab.analyze(FRAME, **{"label": "kind", **options})
    assert help in (raised.value.help or ""), raised.value


def test_labels_may_be_a_frame_or_an_array_with_one_column() -> None:
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    frame = FRAME.select("kind")
    for labels in (frame, frame.lazy(), pandas.DataFrame({"kind": LABELS}), numpy.array(LABELS).reshape(-1, 1)):
        assert lab.analyze(ROWS, labels).data["data"]["positive_examples"] == 2
    for labels, words in [
        (FRAME, "3 columns"),
        (3, "of type int"),
        ({1, 2}, "of type set"),
        (pl.col("kind"), "of type Expr"),
        ([[1, 0], [0, 1]] * 2, "2 columns, one for each class"),
        ([[1, 2]] * 4, r"2 columns(.|\n)*\[row\[0\] for row in y\]"),
        (numpy.array([[1, 2]] * 4), r"2 columns(.|\n)*y\[:, 0\]"),
        ([[1], [2, 3]] * 2, "lists of different lengths"),
    ]:
        with pytest.raises(lab.Error, match=words) as raised:
            lab.analyze(ROWS, labels)
        assert raised.value.help


def test_a_column_that_equals_the_labels_is_refused() -> None:
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    for frame in (FRAME, pandas.DataFrame(FRAME.to_dict(as_series=False))):
        for labels, label in [(numpy.array(LABELS), None), (frame["kind"], None), (frame["kind"], "other"), ([float(y) for y in LABELS], None)]:
            with pytest.raises(lab.Error, match="`kind` equals the labels") as raised:
                lab.analyze(frame, labels, label=label)
            assert 'label="kind", or drop it' in (raised.value.help or "")
        assert features(lab.analyze(frame, LABELS, features=["a", "b"])) == ["a", "b"]
        with pytest.raises(lab.Error, match="a column `kind` too") as raised:
            lab.analyze(frame, [1, 1, 1, -1], label="kind")
        assert 'label="kind", or drop it' in (raised.value.help or "")


def test_a_feature_that_is_the_label_in_other_words_is_a_warning() -> None:
    frame = FRAME.with_columns(again=pl.col("kind") * 3 + 1)
    for found in (lab.analyze(frame, label="kind"), lab.analyze(frame.drop("kind").rows(), LABELS)):
        assert len(found.warnings) == 1 and "has one value for each class of" in found.warnings[0] and "by `features`." not in found.warnings[0]
        assert "with `features`." in repr(found)
    assert lab.analyze(frame, label="kind", features=["a", "b"]).warnings == []
    assert lab.analyze([*map(list, ROWS)], LABELS).warnings == []


def test_an_order_of_the_classes_is_respected() -> None:
    enum = pl.Series("kind", ORDERED, dtype=pl.Enum(["low", "high", "unused"]))
    frame = FRAME.with_columns(enum)
    for found in (lab.analyze(frame, label="kind"), lab.analyze(frame), lab.analyze(ROWS, enum)):
        assert found.data["data"]["positive"] == "high"
    assert lab.analyze(frame, negative="high").data["data"]["positive"] == "low"
    assert lab.analyze(frame, positive="low").data["data"]["positive"] == "low"
    assert lab.analyze(FRAME.with_columns(pl.Series("kind", ORDERED))).data["data"]["positive"] == "low"


def test_an_ordered_categorical_of_pandas_is_respected() -> None:
    pandas = pytest.importorskip("pandas")
    for is_ordered, positive in [(True, "high"), (False, "low")]:
        kind = pandas.Categorical(ORDERED, categories=["low", "high"], ordered=is_ordered)
        frame = pandas.DataFrame({"a": FRAME["a"].to_list(), "b": FRAME["b"].to_list(), "kind": kind})
        indexed = frame.set_index("kind")
        for found in (lab.analyze(frame), lab.analyze(frame, label="kind"), lab.analyze(ROWS, kind), lab.analyze(indexed, label="kind")):
            assert found.data["data"]["positive"] == positive


@pytest.mark.parametrize("big", [2**63 + 1, 10**30, -(2**63) - 1])
def test_integers_may_have_38_digits(big: int) -> None:
    rows = [[big, 1], [1, 2], [3, 4], [4, 5]]
    for found in (lab.analyze(rows, LABELS), lab.analyze({"a": [big, 1, 2, 3], "kind": LABELS})):
        assert found.radius == pytest.approx(abs(big))


@pytest.mark.parametrize("big", [10**38, 10**40, 2**127])
def test_longer_integers_are_refused(big: int) -> None:
    with pytest.raises(lab.Error, match="the column `x1` has the value 1.*, of type int") as raised:
        lab.analyze([[big, 1], [1, 2], [3, 4], [4, 5]], LABELS)
    assert "38 digits" in (raised.value.help or "")


def test_what_is_no_number_is_refused_by_its_column() -> None:
    for column in ([1j, 2, 3, 4], [object(), 1, 2, 3]):
        for data in ({"a": column, "b": [1, 2, 3, 4]}, [[value, 1] for value in column]):
            with pytest.raises(lab.Error, match=r"neither numbers nor texts: (a|x1) \((complex|object)\)"):
                lab.analyze(data, LABELS)
    for data, words in [({"a": [1, 2], "b": [1]}, r"a \(2\), b \(1\)"), ({"a": 3}, "`a` is 3"), ([[1], 2], "different numbers")]:
        with pytest.raises(lab.Error, match=words):
            lab.analyze(data, [1, -1])


@pytest.mark.parametrize(
    ("options", "words", "help"),
    [
        ({"name": 5}, "`name` is 5, of type int", 'name="'),
        ({"threads": "two"}, "`threads` is 'two'", "a number from 1"),
        ({"threads": 1.5}, "`threads` is 1.5", "a number from 1"),
        ({"threads": 0}, "`threads` is 0", "a number from 1"),
        ({"set": [1]}, "`set` is .1., of type list", 'set={"generator.'),
        ({"set": {5: 1}}, "`set` is", 'set={"generator.'),
        ({"set": {"seed=1": 1}}, "`set` is", 'set={"generator.'),
        ({"set": {"generator.dimension": 3}}, "cannot be set", 'such as `set={"seed": 7}` or `set={"generator.sphere-margin.dimension": 20}`'),
        ({"results": None}, "`results` is None", 'results="results"'),
        ({"experiments": 3}, "`experiments` is 3", 'experiments="'),
    ],
)
def test_wrong_arguments_of_a_run_have_a_next_step(spec: dict[str, Any], folder: Path, options: dict[str, Any], words: str, help: str) -> None:
    with pytest.raises(lab.Error, match=words) as raised:
        lab.run(spec, **options)
    assert help in (raised.value.help or "") and "KEY=VALUE" not in str(raised.value)
    assert list(folder.iterdir()) == []


def test_paths_that_are_none_are_refused() -> None:
    for wrong in (lambda: lab.run(""), lambda: lab.open(None)):  # type: ignore[arg-type]
        with pytest.raises(lab.Error) as raised:
            wrong()
        assert raised.value.help


def test_tables_take_numbers_and_lists_of_other_packages(spec: dict[str, Any]) -> None:
    numpy = pytest.importorskip("numpy")
    spec["sweep"] = [{"generator.sphere-margin.target_margin": [0.1, 0.2, 0.4]}]
    study = lab.run(spec)
    for where, height in [({"dimension": numpy.int64(5)}, 3), ({"target_margin": numpy.array([0.1, 0.4])}, 2), ({"variant": "plain"}, 3)]:
        assert study.table(by="target_margin", where=where).height == height
    assert study.table(by=numpy.array(["target_margin"]), show=pl.Series(["trials()"])).columns[1] == "trials()"
    assert study.table(by=None, show=None).height == 3  # type: ignore[arg-type]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"by": 5}, "`by` is 5"),
        ({"where": 5}, "`where` is 5"),
        ({"where": {"variant": None}}, "`variant` is None"),
    ]
    for options, words in [*wrong, ({"format": "pdf"}, "`format` is 'pdf'"), ({"format": 5}, "`format` is 5")]:
        with pytest.raises(lab.Error, match=words) as raised:
            study.table(**options)
        assert raised.value.help


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("run it: `perceptron-lab run SPEC --fresh`", "run it: `lab.run(…, fresh=True)`"),
        ("write one with `perceptron-lab run SPEC --certificates`", "write one with `lab.run(…, certificates=True)`"),
        ("`perceptron-lab table RESULTS` shows them; loosen `--where`", "`study.table()` shows them; loosen `where`"),
        ("name one: `--show 'EXPRESSION as NAME'`", 'name one: `show="EXPRESSION as NAME"`'),
        ("such as `--set seed=7` or `--set variants.plain.order=random`", 'such as `set={"seed": 7}` or `set={"variants.plain.order": "random"}`'),
        ("`--missing drop` or `--retry-failed`", '`missing="drop"` or `retry_failed=True`'),
    ],
)
def test_commands_become_calls(text: str, words: str) -> None:
    assert in_python(text) == words
