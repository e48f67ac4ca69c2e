"""Tests `analyze` on frames of polars and pandas, arrays and files."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import perceptron_lab as lab

FRAME = pl.DataFrame({"a": [1.0, 1.0, -1.0, 2.5], "b": [1, -2, 2, -1], "kind": ["no", "yes", "no", "yes"]})
XOR = pl.DataFrame({"a": [1, 1, -1, -1], "b": [1, -1, 1, -1], "kind": ["no", "yes", "yes", "no"]})


def test_a_frame_of_polars_is_analyzed() -> None:
    found = lab.analyze(FRAME, label="kind", positive="yes")
    assert found.separable and found.separable_with_offset
    assert found.radius == pytest.approx(7.25**0.5)
    assert found.margin == pytest.approx(1.0)
    bound = found.bounds.filter(pl.col("claim") == "online-mistake-bound")["limit"][0]
    assert bound == pytest.approx(7.25)
    assert found.learners.filter(pl.col("learner") == "perceptron")["file.mistakes"].to_list() == [2]
    assert "separable" in repr(found) and "<table>" in found._repr_html_()
    assert found.text.startswith("Analysis of")
    assert lab.analyze(FRAME, "kind").data["data"] == found.data["data"]


def test_what_nothing_separates_is_said_to_be_so() -> None:
    found = lab.analyze(XOR.lazy(), label="kind")
    assert found.separable is False and found.separable_with_offset is False and found.margin is None
    assert found.certificate["proofs"]


def test_pandas_gives_the_same_and_leaves_its_index_out() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(FRAME.to_dict(as_series=False), index=[7, 8, 9, 10])
    frame["kind"] = frame["kind"].astype("category")
    found = lab.analyze(frame, label="kind")
    assert found.data["data"]["features"] == ["a", "b"]
    assert found.margin == lab.analyze(FRAME, label="kind").margin
    named = frame.set_index("kind")
    assert lab.analyze(named, label="kind").margin == found.margin
    assert lab.analyze(named[["a", "b"]], frame["kind"]).data["data"]["label"] == "kind"


def test_arrays_come_with_their_labels() -> None:
    numpy = pytest.importorskip("numpy")
    features = numpy.array(FRAME.select("a", "b"))
    for labels, positive in [([0, 1, 0, 1], 1), ([-1.0, 1.0, -1.0, 1.0], 1.0), ([False, True, False, True], True), (["n", "y", "n", "y"], "y")]:
        found = lab.analyze(features, numpy.array(labels), positive=positive)
        assert found.margin == pytest.approx(1.0) and found.data["data"]["positive_examples"] == 2
    with pytest.raises(lab.Error, match=r"analyze\(X, y\)"):
        lab.analyze(features)
    with pytest.raises(lab.Error, match="4 rows and 3 labels"):
        lab.analyze(features, [1, 2, 3])
    with pytest.raises(lab.Error, match="reshape"):
        lab.analyze(features[:, 0], [0, 1, 0, 1])


def test_a_file_is_read_where_it_is(folder: Path) -> None:
    (folder / "my data.csv").write_text(FRAME.write_csv(), encoding="utf-8")
    found = lab.analyze("my data.csv", label="kind")
    assert found.margin == pytest.approx(1.0)
    assert found.text.startswith("Analysis of my data.csv")


@pytest.mark.parametrize(
    ("data", "options", "words"),
    [
        (FRAME, {"label": "knd"}, "did you mean `kind`"),
        (FRAME, {"label": "kind", "features": ["a", "c"]}, "`c`"),
        (FRAME.with_columns(a=pl.Series([1.0, None, 2.0, 3.0])), {"label": "kind"}, 'row 1, column `a`(.|\n)*`missing="drop"`'),
        (FRAME.with_columns(a=pl.Series([[1], [2], [3], [4]])), {"label": "kind"}, "neither numbers nor texts"),
        (FRAME.head(0), {"label": "kind"}, "no rows"),
        (3, {}, "type int"),
        ("nowhere.csv", {}, "nowhere.csv"),
    ],
)
def test_wrong_data_are_refused_in_words_of_python(data: Any, options: dict[str, Any], words: str) -> None:
    with pytest.raises(lab.Error, match=words):
        lab.analyze(data, **options)


def test_the_first_line_of_a_table_is_read_as_asked(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("5.1,3.5,s\n7,3.2,v\n7.5,3.2,w\n")
    with pytest.raises(lab.Error, match=r"`header=True` reads it as names, `header=False` as a row"):
        lab.analyze(table)
    counts = [lab.analyze(table, header=header).data["data"]["examples"] for header in (True, False)]
    assert counts == [2, 3]


def test_missing_values_are_left_out_if_asked() -> None:
    frame = pl.concat([FRAME, pl.DataFrame({"a": [None], "b": [1], "kind": ["yes"]}, schema=FRAME.schema)])
    assert lab.analyze(frame, label="kind", missing="drop").data["data"]["examples"] == 4


def test_the_summary_has_the_warnings_and_the_merged_classes() -> None:
    frame = pl.DataFrame({"id": [1, 2, 3, 4, 5, 6], "a": [1, 2, 3, -1, 2, 3], "b": [2, 1, 3, 2, 5, 1], "kind": list("abcabc")})
    found = lab.analyze(frame, label="kind")
    for shown in (repr(found), found._repr_html_()):
        assert "+1 is c, −1 is a, b (together one class)" in shown
        assert "The feature id numbers the rows" in shown and "name the other features with `features`." in shown
    assert lab.analyze(FRAME, label="kind").warnings == [] and "−1 is no;" in repr(lab.analyze(FRAME, label="kind"))
    numbers = lab.analyze(pl.DataFrame({"a": [float(3 * n % 11) for n in range(9)], "target": [n + 0.5 for n in range(9)]}))
    assert "these look like numbers to predict" in numbers.warnings[0] and "and 3 more" in repr(numbers)


def test_the_summary_marks_vacuous_bounds() -> None:
    found = lab.analyze(FRAME, label="kind", positive="yes")
    bounds, _ = found._summary()
    marked = bounds.filter(vacuous="yes")["claim"].unique().to_list()
    assert marked == ["distinct-mistakes-bound"] and "vacuous" in repr(found)
    assert found.text.count("  vacuous") == found.bounds.filter(pl.col("vacuous")).height
