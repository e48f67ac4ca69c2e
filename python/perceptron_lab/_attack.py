"""The search for a sample that refutes a claim."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Literal

from . import _process
from ._arguments import texts, whole

_COUNT = "give a whole number from 1"


@dataclass(frozen=True)
class Attack:
    """What a search found about a claim for one learner or pair.

    Attributes:
        claim: the id of the claim.
        learners: the names of the learners.
        result: ``"refuted"`` or ``"proved"`` by the sample; ``"survived"``, which is no verdict; ``"unconfirmed"`` or ``"untried"``.
        samples: the number of samples that were measured.
        is_every_order: whether these are all orders of the samples of the spec.
        reaches: the largest observed ÷ limit; None if no sample was within the premises.
        features: the numerators of the closest sample, a list for each example.
        labels: its labels, 1 or −1.
        denominator: the denominator of all features.
        files: the specs of the closest samples, which `run` takes.
    """

    claim: str
    learners: list[str]
    result: Literal["refuted", "proved", "survived", "unconfirmed", "untried"]
    samples: int
    is_every_order: bool
    reaches: float | None
    features: list[list[int]]
    labels: list[int]
    denominator: int
    files: list[Path]

    @property
    def X(self) -> Any:
        """The features of the closest sample as a NumPy array of floats."""
        import numpy

        return numpy.array(self.features, dtype=float) / self.denominator

    @property
    def y(self) -> Any:
        """The labels of the closest sample as a NumPy array."""
        import numpy

        return numpy.array(self.labels)


def attack(
    what: str | PathLike[str],
    *,
    claims: str | Sequence[str] = (),
    budget: int | None = None,
    seed: int | None = None,
    examples: int | None = None,
    largest: int | None = None,
    dimension: int | None = None,
    learner: str | None = None,
    premises: str | Sequence[str] = (),
    constructions: bool = True,
    orders: bool = False,
    results: str | PathLike[str] = "results",
    experiments: str | PathLike[str] = "experiments",
) -> list[Attack]:
    """Searches for a sample that refutes a claim.

    Args:
        what: a spec file or the name of an experiment, the name of a theorem, or a formula such as ``"updates <= radius^2/max_margin^2"``.
        claims: the ids of the claims of the spec to attack; by default all theorems and conjectures about every run.
        budget: the number of samples to measure for each claim and learner.
        seed: the seed of the search.
        examples: the largest number of examples of a sample.
        largest: the largest number in the samples.
        dimension: the number of features, if a formula is attacked.
        learner: the keys of the learner as in a spec, if a formula is attacked.
        premises: names of premises of the formula.
        constructions: also start from the constructions and opponents of the program.
        orders: change only the order of the examples in the samples of the spec; all orders are measured if the budget suffices.
        results: the folder below which the search and the samples are stored.
        experiments: the folder in which experiments are found by their names.

    Raises:
        Error: there is no such claim, or no single sample decides it.
    """
    counts = {"budget": budget, "seed": seed, "examples": examples, "largest": largest, "dimension": dimension}
    given = [f"--{name}={value if name == 'seed' else whole(name, value, _COUNT)}" for name, value in counts.items() if value is not None]
    given += [f"--claim={claim}" for claim in texts("claims", claims, "give the ids of claims")]
    given += [f"--premise={premise}" for premise in texts("premises", premises, "give the names of premises")]
    given += [f"--learner={learner}"] if learner is not None else []
    given += [] if constructions else ["--without-constructions"]
    given += ["--orders"] if orders else []
    given += [f"--results={fspath(results)}", f"--experiments={fspath(experiments)}"]
    ended = _process.call(["attack", "--json", "--quiet", *given, "--", fspath(what)])
    if ended.code not in (0, 1):
        raise ended.failure()
    return [_attack(told) for told in json.loads(ended.output)]


def _attack(told: dict[str, Any]) -> Attack:
    sample = told["sample"] or {"features": [], "labels": [], "denominator": 1}
    kept = {name: told[name] for name in ("claim", "learners", "result", "samples", "is_every_order", "reaches")}
    return Attack(**kept, **sample, files=[Path(file).absolute() for file in told["files"]])
