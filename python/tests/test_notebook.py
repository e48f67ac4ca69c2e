"""Tests what a notebook shows, in a kernel, and that the extra `notebook` has what docs/notebook.ipynb needs."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SPEC = """
import perceptron_lab as lab
spec = {
    "title": "Half", "question": "Is it?", "seed": 1, "replicates": 20,
    "generator": {"sphere-margin": {"dimension": 5, "target_margin": 0.2, "examples": 60}},
    "variants": {"plain": {"rule": {"perceptron": {}}, "order": "cyclic"}},
    "claims": [{"name": "online-mistake-bound"}],
}
"""


def outputs(*cells: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[Any]]:
    """The outputs of cells that run in a new kernel."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    monkeypatch.setenv("IPYTHONDIR", str(folder / ".ipython"))
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(book, timeout=60, kernel_name="python3", allow_errors=True, resources={"metadata": {"path": str(folder)}}).execute()
    return [cell.outputs for cell in book.cells]


def test_an_error_shows_the_line_of_the_cell_and_its_text(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    define = "def ask():\n    return lab.run({'titl': 3})"
    learner = "class Learner:\n    def __init__(self):\n        raise ValueError('no file')\nlab.grade(Learner)"
    _, _, [error], [chained] = outputs(SPEC, define, "x = 1\nask()", learner, folder=folder, monkeypatch=monkeypatch)
    lines = "\n".join(error.traceback).splitlines()
    assert lines[:3] == ["Cell In[3], line 2: ask()", "Cell In[2], line 2: return lab.run({'titl': 3})", "Error: unknown key `titl`"]
    assert len(lines) < 12 and lines[-1] == "  = help: did you mean `title`?"
    text = "\n".join(chained.traceback)
    assert "Cell In[4], line 4: lab.grade(Learner)" in text and "Cell In[4], line 3: raise ValueError('no file')\nValueError: no file" in text
    assert "perceptron_lab/_" not in text


def test_replaced_results_are_one_short_output(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = [SPEC, "study = lab.run(spec); study", "lab.run({**spec, 'seed': 2}, fresh=True)\nstudy"]
    _, [first], [shown] = outputs(*cells, folder=folder, monkeypatch=monkeypatch)
    assert "as expected" in first.data["text/plain"]
    assert shown.output_type == "execute_result" and shown.data["text/plain"].count("has replaced") == 1
    assert len(shown.data["text/plain"].splitlines()) == 2


def test_progress_leaves_a_short_line_and_no_empty_output(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = [SPEC, "from perceptron_lab import _progress\n_progress.DELAY = 0.0", "study = lab.run({**spec, 'replicates': 20000})"]
    *_, [shown] = outputs(*cells, folder=folder, monkeypatch=monkeypatch)
    assert re.fullmatch(r"half: ([\d,]+) of \1 replicates, \d+\.\d s", shown.data["text/plain"])
    assert shown.data["text/html"] == shown.data["text/plain"]


def test_progress_of_a_grade_counts_samples(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learner = (
        "import perceptron_lab as lab\nfrom perceptron_lab import _progress\n_progress.DELAY = 0.0\nclass Waits:\n    weights = []\n"
        "    def reset(self, features): self.weights = [0.0] * features\n    def predict(self, x): return 1\n    def learn(self, x, y): pass"
    )
    *_, [shown] = outputs(learner, "found = lab.grade(Waits, time=2)", folder=folder, monkeypatch=monkeypatch)
    assert re.fullmatch(r"grading: [\d,]+ samples, \d+\.\d s", shown.data["text/plain"])


def test_progress_of_an_analysis_names_its_stage(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = (
        "import perceptron_lab as lab, random\nfrom perceptron_lab import _progress\n_progress.DELAY = 0.0\ndraw = random.Random(1)\n"
        "rows = [[draw.gauss(0, 10**(k % 4)) for k in range(20)] for _ in range(600)]\nlabels = [1 if sum(row) > 0 else -1 for row in rows]"
    )
    *_, [shown] = outputs(data, "import numpy as np\nfound = lab.analyze(np.array(rows), labels)", folder=folder, monkeypatch=monkeypatch)
    assert re.fullmatch(r"[a-zγ ]+(: [\d,]+ of [\d,]+)?[,:] \d+\.\d s", shown.data["text/plain"])


def test_the_extra_has_what_the_notebook_imports() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages = [re.split(r"[<>=]", package)[0] for package in project["dependencies"] + project["optional-dependencies"]["notebook"]]
    book = json.loads((ROOT / "docs" / "notebook.ipynb").read_text(encoding="utf-8"))
    code = "\n".join("".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code")
    imported = set(re.findall(r"^(?:import|from) (\w+)", code, re.MULTILINE)) - {"perceptron_lab"}
    assert imported <= set(packages) and "ipykernel" in packages
    for page in ("python.md", "notebook.ipynb"):
        assert 'pip install ".[notebook]"' in (ROOT / "docs" / page).read_text(encoding="utf-8").replace('\\"', '"')
