"""Specs and learners for the tests. Every test runs in an empty folder whose name has a blank."""

import copy
import signal
from pathlib import Path
from typing import Any

import pytest

SPEC: dict[str, Any] = {
    "title": "Half the mistake bound",
    "question": "Is (R/γ)² twice too large?",
    "seed": 1,
    "replicates": 20,
    "generator": {"sphere-margin": {"dimension": 5, "target_margin": 0.2, "examples": 60}},
    "variants": {"plain": {"rule": {"perceptron": {}}, "order": "cyclic"}},
    "claims": [
        {"name": "online-mistake-bound"},
        {"id": "too small", "observed": "updates", "limit": "radius^2/sample_margin^2/50"},
    ],
}


# A shell starts what runs in its background with interrupts ignored; the tests send some.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the current one."""
    own = tmp_path / "my folder"
    own.mkdir()
    monkeypatch.chdir(own)
    return own


@pytest.fixture
def spec() -> dict[str, Any]:
    """A small spec whose second claim is refuted."""
    return copy.deepcopy(SPEC)
