"""Commands that answer without running an experiment."""

from pathlib import Path
from typing import Any

import pytest

import perceptron_lab as lab


def test_a_spec_is_checked_and_planned_without_leaving_a_file(folder: Path, spec: dict[str, Any]) -> None:
    told = lab.check(spec)
    assert (told["experiment"], told["cells"], told["trials_at_most"]) == ("half-the-mistake-bound", 1, 20)
    planned = lab.plan(spec)
    assert planned.height == 1 and planned["trials"].to_list() == [20] and planned["processor_seconds"][0] > 0
    assert not list(folder.iterdir())
    spec["replicates"] = 0
    with pytest.raises(lab.Error) as wrong:
        lab.check(spec)
    assert "integer `0`" in wrong.value.message and (wrong.value.place or "").startswith("half-the-mistake-bound.toml:")


def test_warnings_of_a_spec_are_warnings(spec: dict[str, Any]) -> None:
    spec["figures"] = {"show": ["scaling"]}
    with pytest.warns(lab.ProgramWarning, match="has nothing to show"):
        lab.check(spec)


def test_names_are_listed_and_explained() -> None:
    claims = lab.list("claims")
    assert set(claims["family"]) == {"claims"} and "online-mistake-bound" in claims["name"].to_list()
    assert "rules" in lab.list()["family"].to_list()
    assert "(D/γ)²" in lab.explain("online-mistake-bound")
    with pytest.raises(lab.Error, match="tightnes"):
        lab.explain("tightnes")
    with pytest.raises(lab.Error):
        lab.list("claim")  # type: ignore[arg-type]


def test_a_trial_is_replayed_and_exported(folder: Path, spec: dict[str, Any]) -> None:
    study = lab.run(spec)
    address = study.verdicts["closest"].drop_nulls()[0]
    lab.replay(address, page=folder / "run.html")
    assert "<svg" in (folder / "run.html").read_text(encoding="utf-8")
    sample = lab.export(address, "sample.csv", certificate="certificate.json")
    assert len(sample.read_text(encoding="utf-8").splitlines()) >= 60 and Path("certificate.json").is_file()
    with pytest.raises(lab.Error):
        lab.replay("nowhere:a=1:plain:0")


def test_results_are_opened_by_the_name_of_the_experiment(spec: dict[str, Any]) -> None:
    study = lab.run(spec)
    assert lab.open("half-the-mistake-bound").path == study.path == lab.open("results/half-the-mistake-bound").path
    with pytest.raises(lab.Error, match="nothing"):
        lab.open("nothing")


def test_the_version_is_that_of_the_program() -> None:
    assert lab.__version__.split(".")[0].isdigit()
    with pytest.raises(AttributeError):
        lab.no_such_name  # type: ignore[attr-defined]  # noqa: B018
