"""Follows the advice of errors to the letter, and sees that the next call works."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy
import polars as pl
import pytest

import perceptron_lab as lab
from perceptron_lab._words import in_python

X = numpy.array([[1.0, 2.0], [3.0, -4.0], [0.5, 5.0], [2.0, -2.0]])
Y = numpy.array([0, 1, 0, 1])


def help_of(*arguments: Any, **options: Any) -> str:
    """The next step of the error of an analysis."""
    with pytest.raises(lab.Error) as raised:
        lab.analyze(*arguments, shuffles=1, **options)
    return raised.value.help or ""


def code_of(help: str) -> str:
    """The Python that an advice ends with."""
    found = re.search(r"(?:: |such as )([A-Za-z\[][^;]*?)(?: for one feature)?(?:;.*)?$", help)
    assert found, help
    return found.group(1)


def followed(help: str, **known: Any) -> Any:
    """What the advice says to write, with the user's names."""
    return eval(code_of(help), {"numpy": numpy, "len": len, **known})


@pytest.mark.parametrize(
    "labels",
    [numpy.eye(2)[Y], numpy.eye(2)[Y].tolist(), numpy.array([[0.9, 0.1], [0.2, 0.8], [0.7, 0.3], [0.4, 0.6]], dtype=numpy.float32), Y.reshape(1, -1)],
)
def test_labels_that_are_a_table_become_one_label_for_each_row(labels: Any) -> None:
    y = followed(help_of(X, labels), y=labels)
    assert lab.analyze(X, y, shuffles=1).data["data"]["positive"] == "1"


@pytest.mark.parametrize("labels", [numpy.array([[1, 1], [0, 1], [1, 0], [0, 0]]), [[1, 1], [0, 1], [1, 0], [0, 0]]])
def test_one_of_several_columns_of_labels_is_taken(labels: Any) -> None:
    y = followed(help_of(X, labels), y=labels)
    assert lab.analyze(X, y, shuffles=1).data["data"]["examples"] == 4


def test_a_single_feature_becomes_a_table() -> None:
    for column in (X[:, 1], X[:, 1].tolist(), pl.Series("height", X[:, 1])):
        table = followed(help_of(column, Y), X=column)
        assert len(lab.analyze(table, Y, shuffles=1).data["data"]["features"]) == 1
    pandas = pytest.importorskip("pandas")
    column = pandas.Series(X[:, 1], name="height")
    assert lab.analyze(followed(help_of(column, Y), X=column), Y, shuffles=1).data["data"]["features"] == ["height"]


def test_images_become_rows_of_numbers() -> None:
    for images in (X.reshape(4, 1, 2), X.reshape(4, 1, 2).tolist()):
        assert lab.analyze(followed(help_of(images, Y), X=images), Y, shuffles=1).data["data"]["features"] == ["x1", "x2"]


def test_columns_of_arrays_are_not_advised_by_name() -> None:
    data = numpy.column_stack([Y, X])
    help = help_of(data, Y)
    assert "label=" not in help
    rest = followed(help, X=data)
    assert lab.analyze(rest, Y, shuffles=1).data["data"]["features"] == ["x1", "x2"]
    help = help_of(data, label=-1)
    assert "lab.analyze(X[:, 1:], X[:, 0])" in help
    assert 'label="class"' in help_of(X, pl.Series("x1", Y))


def test_classes_given_apart_are_no_column() -> None:
    for help in (help_of(X, [1, 1, 1, 1]), help_of(pl.DataFrame(X), [1, 1, 1, 1])):
        assert help == "give labels of two classes"
    assert "`label`" in help_of(pl.DataFrame({"a": [1, 2], "b": [1, 1]}))
    numbers = lab.analyze(X, [0.1, 0.2, 0.3, 0.4], shuffles=1)
    assert any("numbers to predict" in line for line in numbers.warnings) and not any("`label`" in line for line in numbers.warnings)
    assert help_of(X, [None] * 4, missing="drop") == "give a class for every row"


def test_classes_that_are_no_texts_are_not_left_out() -> None:
    days = numpy.array(["2020-01-01"] * 4, dtype="datetime64[D]")
    help = help_of(X, days)
    assert help == "turn the classes into texts or numbers"
    assert lab.analyze(X, [str(day) + "ab"[place % 2] for place, day in enumerate(days)], shuffles=1)
    frame = pl.DataFrame({"a": [1, 2], "kind": ["p", "q"], "day": days[:2]})
    assert "name another column with the classes by `label`" in help_of(frame)


def test_missing_labels_and_durations_and_sparse_matrices_are_seen_as_what_they_are() -> None:
    labels = numpy.array([[1], [2], None, [1]], dtype=object)
    assert '`missing="drop"`' in help_of(X, labels)
    durations = numpy.array([[1, 2]] * 4, dtype="m8[s]")
    with pytest.raises(lab.Error, match=r"neither numbers nor texts: x1 \(timedelta64\)"):
        lab.analyze(durations, Y)
    sparse = pytest.importorskip("scipy.sparse")
    assert lab.analyze(sparse.dok_matrix(X), Y, shuffles=1).data["data"]["examples"] == 4


def test_the_only_feature_is_not_advised_to_be_left_out() -> None:
    frame = pl.DataFrame({"code": [5, 7, 5, 7], "kind": ["a", "b", "a", "b"]})
    told = [line for line in lab.analyze(frame, shuffles=1).warnings if "so it alone tells the class" in line]
    assert told and "`features`" not in told[0]
    frame = frame.with_columns(other=pl.Series([1.5, 2.5, 9, 3])).select("code", "other", "kind")
    told = [line for line in lab.analyze(frame, shuffles=1).warnings if "so it alone tells the class" in line]
    assert told and "`features`" in told[0]


def test_a_class_is_named_as_an_argument() -> None:
    text = "error: x\n  = help: `--missing drop` leaves such rows out; if None is a class, name it: `--positive None`"
    assert in_python(text).endswith('name it: `positive="None"`')


def test_addresses_of_specs_are_not_advised_to_be_frames() -> None:
    for call in (lambda: lab.run("https://example.org/a.toml"), lambda: lab.analyze("https://example.org/a.csv")):
        with pytest.raises(lab.Error, match="is a web address") as raised:
            call()
        assert ("given as a frame" in str(raised.value)) == ("a.csv" in str(raised.value))


def test_a_maker_that_fails_of_itself_is_not_advised_about_arguments() -> None:
    class Broken:
        def __init__(self) -> None:
            raise ValueError("no data")

    class Sized:
        def __init__(self, size: int) -> None:
            self.size = size

    for maker, has_help in [(Broken, False), (lambda: 1 / 0, False), (Sized, True)]:
        with pytest.raises(lab.Error, match="makes no learner") as raised:
            lab.grade(maker, time=1)
        assert (raised.value.help is not None) == has_help


def test_commands_in_place_of_learners_are_advised_to_be_graded_in_a_shell(tmp_path: Path) -> None:
    for command in ("python3 a.py", ["python3", "a.py"], tmp_path / "a.py"):
        with pytest.raises(lab.Error, match="cannot be graded") as raised:
            lab.grade(command, time=1)
        assert "`perceptron-lab grade " in str(raised.value.help) and "a.py" in str(raised.value.help)
