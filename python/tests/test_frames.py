"""Tests that what is in a frame is analyzed exactly or refused, in the forms that other packages give it."""

import datetime
import os
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

import perceptron_lab as lab

TOP = 2**53
KINDS = ["b", "a", "a"]
ROWS = [[1, 2], [3, 1], [0, 4], [5, 1]]
LABELS = ["a", "b", "a", "b"]


def pandas_frame(column: list[Any]) -> Any:
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame({"x": pandas.Series(column, dtype=object), "kind": KINDS})


def numpy_table(column: list[Any]) -> Any:
    numpy = pytest.importorskip("numpy")
    return numpy.array([[value] for value in column], dtype=object)


FORMS: dict[str, Callable[[list[Any]], lab.Analysis]] = {
    "rows": lambda column: lab.analyze([[value] for value in column], KINDS),
    "dict": lambda column: lab.analyze({"x": column, "kind": KINDS}),
    "records": lambda column: lab.analyze([{"x": value, "kind": kind} for value, kind in zip(column, KINDS, strict=True)]),
    "polars": lambda column: lab.analyze(pl.DataFrame({"x": pl.Series(column, dtype=pl.Object), "kind": KINDS})),
    "pandas": lambda column: lab.analyze(pandas_frame(column)),
    "numpy": lambda column: lab.analyze(numpy_table(column), KINDS),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "column",
    [
        [TOP + 1, TOP, 0.5],
        [Fraction(TOP + 1), Fraction(TOP), Fraction(1, 2)],
        [Decimal(TOP + 1), Decimal(TOP), 0.5],
        [Decimal("0.10000000000000000001"), Fraction(1, 10), 0],
        [2**64 + 1, float(2**64), True],
        [Decimal("1.5"), Decimal(1), Fraction(1, 2)],
    ],
    ids=["integers", "fractions", "decimals", "tenths", "beyond 64 bits", "short"],
)
def test_numbers_without_a_common_type_stay_exact(form: str, column: list[Any]) -> None:
    found = FORMS[form](column)
    assert found.separable_with_offset is True and found.data["data"]["numbers"] == "decimals"


def test_numbers_of_numpy_stay_exact() -> None:
    numpy = pytest.importorskip("numpy")
    for column in ([numpy.int64(TOP + 1), numpy.uint64(TOP), numpy.float16(0.5)], [numpy.longdouble(TOP) + 1, numpy.longdouble(TOP), 0]):
        assert FORMS["rows"](column).separable_with_offset is True
    assert lab.analyze(numpy.array(ROWS, dtype=numpy.longdouble), LABELS).separable is True


def test_rounding_is_never_silent() -> None:
    found = FORMS["rows"]([TOP + 1, TOP, 0.1])
    assert found.separable_with_offset is None and "rounded" in found.warnings[0]
    floats = FORMS["rows"]([1, 0.1, Fraction(1, 2)])
    assert floats.data["data"]["numbers"] == "doubles" and floats.warnings == []


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ([Fraction(1, 3), 1, 2], r"`x1` has the value 1/3, which no decimal equals(.|\n)*multiply all features by 3"),
        ([Fraction(1, 3**40), 1, 2], r"which no decimal equals\n  = help: turn the column into floats"),
        ([10**5000, 0.5, 2], "`x1` has the value …, of type int, which no column of numbers holds"),
        ([Decimal("Infinity"), 1, 2], "is not finite"),
        ([Decimal("1E+99999999"), 1, 2], "beyond"),
        ([Decimal("sNaN"), 1, 2], "a value is missing"),
        (["\ud800", 1, 2], "cannot be written in UTF-8"),
        ([b"1", 1, 2], "`x1` has bytes beside other values"),
    ],
)
def test_numbers_that_no_column_holds_are_refused(column: list[Any], words: str) -> None:
    with pytest.raises(lab.Error, match=words) as raised:
        FORMS["rows"](column)
    assert raised.value.help


def test_a_column_that_is_not_used_stops_nothing() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(ROWS, columns=["x", "y"]).assign(kind=LABELS)
    odd = frame.assign(when=pandas.to_datetime(["2020-01-01"] * 4), bin=pandas.cut(frame.x, 2), any=[object(), [1], None, 1j])
    twice = frame.assign(z=1, w=2).set_axis(["x", "y", "kind", "z", "z"], axis=1)
    known = {"x": frame.x, "y": frame.y.tolist(), "kind": LABELS}
    for data in (odd, twice, {**known, "name": "four", "short": [1]}, pl.DataFrame(known).with_columns(pl.Series("l", [[1]] * 4))):
        assert lab.analyze(data, label="kind", features=["x", "y"]).separable is True
    apart = lab.analyze(frame, pandas.Series([1, 2, 1, 2], name="kind"), features=["x", "y"])
    assert apart.separable is True and apart.data["data"]["positive"] == "2"
    with pytest.raises(lab.Error, match="when .Timestamp., bin .Interval"):
        lab.analyze(odd, label="kind")
    with pytest.raises(lab.Error, match="several columns have the name z"):
        lab.analyze(twice, label="kind", features=["x", "z"])
    assert "x, y, kind" in str(pytest.raises(lab.Error, lab.analyze, odd, label="knd").value)


def test_structured_arrays_have_columns() -> None:
    numpy = pytest.importorskip("numpy")
    kinds = [("x", int), ("y", float), ("z", complex), ("kind", "S1")]
    data = numpy.array([(1, 2.0, 1j, b"a"), (3, 1.0, 1j, b"b"), (0, 4.0, 1j, b"a"), (5, 1.0, 1j, b"b")], dtype=kinds)
    for form in (data, data.reshape(-1, 1), data.view(numpy.recarray)):
        assert lab.analyze(form, label="kind", features=["x", "y"]).separable is True
    assert lab.analyze(data[["x", "y"]], LABELS).data["data"]["features"] == ["x", "y"]


def test_times_of_numpy_are_no_integers() -> None:
    numpy = pytest.importorskip("numpy")
    days = numpy.array(["2020-01-01", "2020-01-02", "2020-01-03", "2020-01-04"], dtype="datetime64[ns]")
    table = numpy.array([(1, days[0]), (2, days[1])], dtype=[("x", int), ("day", days.dtype)])
    for wrong in (lambda: lab.analyze(days.reshape(-1, 1), LABELS), lambda: lab.analyze(ROWS, days), lambda: lab.analyze(table, ["a", "b"])):
        with pytest.raises(lab.Error, match=r"neither numbers nor texts: (x1|label|day) \(datetime64\)"):
            wrong()


def test_labels_of_bytes_are_texts() -> None:
    numpy = pytest.importorskip("numpy")
    for labels in (numpy.array(LABELS, dtype="S1"), [label.encode() for label in LABELS]):
        assert lab.analyze(ROWS, labels).data["data"]["positive"] == "b"
        assert lab.analyze(ROWS, labels, positive=b"a").data["data"]["positive"] == "a"
    assert lab.analyze(pl.DataFrame({"x": [1, 2, 3], "kind": [b"b", b"a", b"a"]})).data["data"]["negative"] == ["a"]
    for labels, words in [([b"\xff", b"a", b"a", b"a"], "no text in UTF-8"), ([b"a", "a", "b", "b"], "bytes beside other values")]:
        with pytest.raises(lab.Error, match=words):
            lab.analyze(ROWS, labels)


@pytest.mark.parametrize(
    ("labels", "options", "positive"),
    [
        ([TOP + 1, TOP, 0.5, 0.5], {"positive": TOP + 1}, "9007199254740993"),
        ([1, 1.0, True, Decimal("0.5")], {"positive": Fraction(1, 2)}, "0.5"),
        ([1, "a", 1, "a"], {"positive": 1}, "1"),
        ([Fraction(1, 3), 1, 1, 1], {"positive": Fraction(1, 3)}, "1/3"),
    ],
)
def test_classes_are_one_if_they_are_equal(labels: list[Any], options: dict[str, Any], positive: str) -> None:
    about = lab.analyze(ROWS, labels, **options).data["data"]
    assert about["positive"] == positive and about["positive_examples"] == labels.count(options["positive"])
    assert len(about["classes"]) == len(set(labels))


def test_classes_that_are_none_are_refused() -> None:
    dates = [datetime.date(2020, 1, 1)] * 2 + [datetime.date(2020, 1, 2)] * 2
    for labels, words in [
        ([1, "1", "2", "2"], "the classes 1, of type int, and '1', of type str"),
        (dates, r"label \(date\)"),
        (pl.Series(dates), r"label \(Date\)"),
        ([{1}, {2}, {1}, {2}], r"label \(set\)"),
    ]:
        with pytest.raises(lab.Error, match=words):
            lab.analyze(ROWS, labels)
    with pytest.raises(lab.Error, match="`positive` is nan"):
        lab.analyze(ROWS, [1, 2, 1, 2], positive=float("nan"))


def test_a_bunch_and_a_pair_are_told_apart_from_a_table() -> None:
    numpy = pytest.importorskip("numpy")

    class Bunch(dict[str, Any]):
        """As scikit-learn has it."""

    for data, words in [(Bunch(data=ROWS, target=LABELS), r"bunch\.data, bunch\.target"), ((numpy.array(ROWS), LABELS), r"analyze\(X, y\)")]:
        with pytest.raises(lab.Error, match=words):
            lab.analyze(data)
    assert lab.analyze({"data": [1, 2], "target": [1, 2]}).separable_with_offset is True


def test_tables_of_arrow_are_read() -> None:
    arrow = pytest.importorskip("pyarrow")
    wide = arrow.array([Decimal(TOP + 1), Decimal(TOP), Decimal("0.5")], arrow.decimal256(60, 1))
    when = arrow.array([1, 2, 3], arrow.timestamp("ns"))
    table = arrow.table({"x": [TOP + 1, TOP, None], "wide": wide, "when": when, "kind": KINDS})
    for data in (table, table.to_batches()[0], SimpleNamespace(__arrow_c_stream__=table.__arrow_c_stream__)):
        assert lab.analyze(data, label="kind", features=["wide"]).separable_with_offset is True
        assert lab.analyze(data, label="kind", features=["x"], missing="drop").separable_with_offset is True
    for labels in (table["kind"], table["kind"].chunk(0), table.select(["kind"])):
        assert lab.analyze([[1], [2], [3]], labels).data["data"]["positive_examples"] == 1
    with pytest.raises(lab.Error, match=r"when \(datetime|when \(Timestamp"):
        lab.analyze(table, label="kind", features=["when"])


@pytest.mark.parametrize(
    ("data", "labels", "words"),
    [
        ([], [], "no rows"),
        ({"x": [], "kind": []}, None, "no rows"),
        (pl.DataFrame({"x": [], "kind": []}), None, "no rows"),
        ([[], []], ["a", "b"], "no columns"),
        ({}, None, "no columns"),
        (pl.DataFrame(), None, "no columns"),
        (pl.DataFrame({"kind": ["a", "b"]}), None, "no column besides the label `kind`"),
        ([[1], [2]], [], "2 rows and 0 labels"),
        (pl.Series([1, 2]), ["a", "b"], "not a table"),
        (None, None, "of type NoneType"),
    ],
)
def test_what_is_empty_is_said_to_be_so(data: Any, labels: Any, words: str) -> None:
    with pytest.raises(lab.Error, match=words) as raised:
        lab.analyze(data, labels)
    assert raised.value.help


def test_an_empty_array_has_no_rows_or_no_columns() -> None:
    numpy = pytest.importorskip("numpy")
    for data, labels, words in [(numpy.zeros((0, 2)), [], "no rows"), (numpy.zeros((4, 0)), LABELS, "no columns"), (numpy.zeros(0), [], "no rows")]:
        with pytest.raises(lab.Error, match=words):
            lab.analyze(data, labels)


def test_names_of_columns_are_taken_as_they_are() -> None:
    frame = pl.DataFrame({"*": [1, 2, 3], "^a.*$": [2, 1, 3], "kind": KINDS})
    assert lab.analyze(frame).data["data"]["features"] == ["*", "^a.*$"]
    with pytest.raises(lab.Error, match="a character that no file and no program can have"):
        lab.analyze(frame.rename({"kind": "k\0"}), label="k\0")
    pandas, numpy = pytest.importorskip("pandas"), pytest.importorskip("numpy")
    with pytest.raises(lab.Error, match="`label` is array"):
        lab.analyze(pandas.DataFrame(ROWS), label=numpy.array(LABELS))


def test_a_wrong_path_is_shown_as_a_whole(folder: Path) -> None:
    (folder / "table.csv").write_text("x,kind\n1,a\n2,b\n", encoding="utf-8")
    (folder / "own").mkdir()
    for path, words in [
        ("no/such/folder/table.csv", r"there is no file no/such/folder/table\.csv\n.*has no no$"),
        ("own/table.csv", r"there is no file own/table\.csv\n.*has no table\.csv$"),
        (folder / "own", "own is a folder"),
        ("~/none/such.csv", "none/such.csv"),
        ("https://example.org/data/iris.csv", "https://example.org/data/iris.csv is a web address"),
        ("file:///data/iris.csv", "without file://"),
        ("-", "there is no file -"),
        ("", "`data` is ''"),
        ("x,kind\n1,a\n", "give the path of a file"),
    ]:
        with pytest.raises(lab.Error, match=words) as raised:
            lab.analyze(path)
        assert raised.value.help
    (folder / "table.csv").rename("-")
    assert lab.analyze("own/../-").separable_with_offset is True and lab.analyze("-").separable_with_offset is True


def test_addresses_of_specs_and_results_are_said_to_be_some(spec: dict[str, Any]) -> None:
    spec["generator"] = {"file": {"path": "https://example.org/iris.csv"}}
    for wrong in (lambda: lab.run("https://example.org/q.toml?raw=1"), lambda: lab.run(spec), lambda: lab.open("s3://results/q")):
        with pytest.raises(lab.Error, match="is a web address"):
            wrong()


def test_a_program_named_by_a_relative_path_is_found_from_any_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERCEPTRON_LAB", os.path.relpath(lab.program()))
    assert lab.analyze(ROWS, LABELS).separable is True


def test_a_text_of_an_analysis_is_found_after_the_folder_changed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "table.csv").write_text("x,kind\n1,a\n2,b\n", encoding="utf-8")
    found = lab.analyze("table.csv")
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    assert found.text.startswith("Analysis of table.csv")
