"""Tests the tables and the lines that a study shows of its verdicts."""

import os
import subprocess
from typing import Any

import polars as pl
import pytest

import perceptron_lab as lab

Spec = dict[str, Any]

CLAIMS: list[dict[str, Any]] = [
    {"name": "online-mistake-bound"},
    {"id": "too small", "observed": "updates", "limit": "radius^2/sample_margin^2/50"},
    {"id": "mean at least", "observed": "updates", "limit": "3", "form": "lower-bound", "range": [0, 100]},
    {"id": "mean at most", "observed": "updates", "limit": "6", "form": "in-expectation", "range": [0, 100]},
    {"id": "mean equal", "observed": "updates", "limit": "4", "form": "expectation-identity", "range": [0, 100]},
    {"id": "mostly", "observed": "updates", "limit": "5", "form": "with-probability", "delta": 0.4},
    {"id": "once", "observed": "updates", "limit": "9", "form": "exists"},
    {"id": "same", "observed": "updates", "limit": "mistakes", "form": "identity"},
    {"id": "picture", "observed": "updates", "limit": "5.5", "form": "illustration"},
    {"id": "never", "observed": "updates", "limit": "1000", "premises": ["not-separable"]},
    {"id": "mixed", "observed": "updates", "limit": "6", "expect": "violated"},
    {"id": "no range", "observed": "updates", "limit": "3", "form": "lower-bound"},
    {"id": "says nothing", "observed": "mistakes/updates", "limit": "1", "form": "in-expectation", "range": [0, 1], "trivial": "1"},
]


@pytest.fixture
def forms(spec: Spec) -> Spec:
    """A spec with a claim of every form and, in two cells, with every verdict."""
    spec["variants"]["other"] = {**spec["variants"]["plain"], "order": "shuffled"}
    spec["sweep"] = [{"generator.sphere-margin.target_margin": [0.1, 0.2]}]
    return {**spec, "claims": CLAIMS}


@pytest.mark.filterwarnings("ignore::perceptron_lab.ProgramWarning")
def test_the_worst_tightness_and_the_marks_are_those_of_the_command_line(forms: Spec) -> None:
    study = lab.run(forms)
    command = [os.environ["PERCEPTRON_LAB"], "run", "results/half-the-mistake-bound.toml"]
    printed = subprocess.run(command, capture_output=True, text=True).stdout.split("\n\n")[0].splitlines()
    end = printed[0].index("worst tightness") + len("worst tightness")
    of_command = [(line[end - 15 : end].strip(), "unexpected" in line) for line in printed[1:]]
    rows = study.claims.select("worst tightness", "as_expected").rows()
    assert of_command == [("" if ratio is None else f"{ratio:.4g}", not expected) for ratio, expected in rows]
    assert study.verdicts["form"].n_unique() == 8
    ratios = study.verdicts.filter(id="mean at least")["tightness_max"]
    assert study.claims.filter(claim="mean at least")["worst tightness"].item() == ratios.min() < ratios.max()
    assert repr(study).count("✗ unexpected") == study._repr_html_().count("✗ unexpected") == sum(mark for _, mark in of_command)


@pytest.mark.filterwarnings("ignore::perceptron_lab.ProgramWarning")
def test_a_study_says_why_verdicts_are_open_or_unexpected(forms: Spec) -> None:
    reasons = {
        "too small": "violated, but holds is expected: observed ÷ limit is ",
        "mean at most": "needs about ",
        "never": "inapplicable, but holds is expected: a premise fails on all 20 trials",
        "mixed": "holds, but violated is expected",
        "no range": "of the trials have no value; the first: updates is ",
        "says nothing": "vacuous, but holds is expected: the limit says nothing at this size",
    }
    for claim in CLAIMS:
        name = claim.get("id", "")
        if name in reasons:
            lines = repr(lab.run({**forms, "claims": [claim]}, name=name)).splitlines()
            assert any(line.startswith(f"{name} (generator.sphere-margin.target_margin=0.") and reasons[name] in line for line in lines), lines
            if name == "mean at most":
                assert lines[-1].startswith("next step: raise `replicates`")
    lines = repr(lab.run(forms)).splitlines()
    assert lines[-2].startswith("and ") and lines[-2].endswith(" more") and lines[-8].startswith("└")


@pytest.mark.filterwarnings("ignore::perceptron_lab.ProgramWarning")
def test_verdicts_always_have_the_same_columns_and_types(forms: Spec) -> None:
    def own(study: lab.Study) -> dict[str, Any]:
        return {name: kind for name, kind in study.verdicts.schema.items() if not name.startswith("generator.")}

    many, few, none = (lab.run({**forms, "claims": CLAIMS[:count]}, name=f"{count} claims") for count in (len(CLAIMS), 1, 0))
    assert own(many) == own(few) == own(none)
    assert pl.Null not in own(none).values() and own(few)["needed"] == pl.Int64 and own(few)["missing"] == pl.String
    assert many.verdicts["missing"].null_count() not in (0, many.verdicts.height)


def test_a_verdict_names_its_cell_as_the_trials_do(forms: Spec) -> None:
    forms["claims"] = CLAIMS[:2]
    forms["sweep"] = [{"generator.sphere-margin.target_margin": [0.00001, 0.25]}]
    study = lab.run(forms)
    cells = study.trials.select("cell").unique().collect()
    assert study.verdicts.join(cells, on="cell", how="semi").height == study.verdicts.height == 8
    assert study.verdicts["cell"].n_unique() == 2


def test_the_headline_counts_unexpected_verdicts(spec: Spec) -> None:
    assert repr(lab.run(spec)).startswith("half-the-mistake-bound: 1 verdict is not as expected\n")
    assert "every verdict is as expected" in repr(lab.run({**spec, "claims": CLAIMS[:1]}, name="right"))
