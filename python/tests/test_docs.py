"""Runs the snippets of docs/python.md."""

import re
from pathlib import Path

import polars as pl
import pytest

import perceptron_lab as lab

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
FLOWERS = "width,length,species\n1,2,rose\n2,1,lily\n3,4,rose\n5,3,lily\n2,5,rose\n6,2,lily\n"


def test_the_snippets_of_the_page_run(folder: Path) -> None:
    numpy = pytest.importorskip("numpy")
    (folder / "flowers.csv").write_text(FLOWERS, encoding="utf-8")
    frame = pl.read_csv("flowers.csv")
    known = {"frame": frame, "X": numpy.array(frame.select("width", "length")), "y": numpy.array(frame["species"])}
    snippets = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(snippets) == 6
    for snippet in snippets:
        exec(snippet, known)
    assert known["attacked"].result == "refuted"
    assert known["flowers"].as_expected and known["flowers"].claims.height == 1
    assert known["study"].as_expected and known["found"].separable and not known["grade"].refuted
    rows = [row for row in re.findall(r"^\| (`.*`) \|.*\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE) if "witness" not in row]
    calls = [call for row in rows for call in re.findall(r"`([^`]+)`", row)]
    assert len(calls) >= 10
    for call in calls:
        eval(call, known)
    assert (folder / "bound.pdf").read_bytes().startswith(b"%PDF")


def test_the_page_names_everything_that_the_package_has() -> None:
    page = PAGE.read_text(encoding="utf-8")
    study = [name for name in vars(lab.Study) if not name.startswith("_") and name not in ("path", "name", "claims")]
    words = [*(f"study.{name}" for name in study), *(f"lab.{name}" for name in ("run", "open", "analyze", "grade", "program", "Error"))]
    assert [word for word in words if word not in page] == []
