"""The search for a sample that refutes a claim."""

from pathlib import Path

import pytest

import perceptron_lab as lab

QUARTER = "updates <= radius^2/(4*max_margin^2) + 1"


def test_the_sample_that_refutes_a_formula_does_so_for_a_perceptron_written_here(folder: Path) -> None:
    numpy = pytest.importorskip("numpy")
    (found,) = lab.attack(QUARTER, budget=100_000)
    assert found.result == "refuted" and found.learners == ["learner"] and found.files[0].is_file()
    weights, updates = numpy.zeros(found.X.shape[1]), 0
    while any((wrong := found.y * (found.X @ weights) <= 0)):
        for x, y in zip(found.X, found.y, strict=True):
            if y * (x @ weights) <= 0:
                weights, updates = weights + y * x, updates + 1
    angles = numpy.linspace(0, 2 * numpy.pi, 200_001)
    directions = numpy.array([numpy.cos(angles), numpy.sin(angles)])
    margin = (found.y[:, None] * (found.X @ directions)).min(axis=0).max()
    radius = numpy.linalg.norm(found.X, axis=1).max()
    # The margin on the grid of angles is below the largest one by less than a part of 10⁻⁴.
    assert margin > 0 and not wrong.any() and updates > 0.999 * radius**2 / (4 * margin**2) + 1
    assert lab.run(found.files[0]).as_expected


def test_a_theorem_survives_and_a_missing_claim_is_an_error(folder: Path) -> None:
    (found,) = lab.attack("online-mistake-bound", budget=10_000, experiments=folder)
    assert found.result == "survived" and found.reaches is not None and found.reaches <= 1
    with pytest.raises(lab.Error, match="no claim `other`"):
        lab.attack(QUARTER, claims="other")
    with pytest.raises(lab.Error, match="budget"):
        lab.attack(QUARTER, budget=0)


def test_all_orders_of_a_sample_are_measured(folder: Path) -> None:
    (closest,) = lab.attack("updates <= 1000000*examples", budget=20_000, examples=4, premises="positive-sample-margin")
    (every,) = lab.attack(closest.files[0], orders=True)
    assert every.result == "survived" and every.is_every_order and not closest.is_every_order
    assert every.reaches >= closest.reaches
    assert sorted(every.features) == sorted(closest.features)
