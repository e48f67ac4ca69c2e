"""Puts learners that are Python objects into a spec: each variant that is named is learned by the object."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from ._arguments import wrong
from ._errors import Error
from ._estimator import Estimator
from ._learner import Host
from ._makers import STUDY
from ._objects import COMMAND

_HELP = 'give a dict with the names of variants and their learners, such as learners={"mine": MyPerceptron}'


def hosts(spec: dict[str, Any], learners: Any) -> tuple[dict[str, Any], dict[str, Host]]:
    """The spec with the command of each learner in its variant, and what answers for them.

    Raises:
        Error: a learner is none, or the spec has no such variant.
    """
    if not isinstance(learners, Mapping) or not all(isinstance(name, str) for name in learners):
        raise wrong("learners", learners, _HELP)
    variants = spec.get("variants")
    variants = dict(variants) if isinstance(variants, dict) else {}
    found = {}
    for name, given in learners.items():
        _require_known(name, variants)
        found[name] = Host(given, STUDY)
        variants[name] = _variant(name, variants[name], found[name].prepare())
    return {**spec, "variants": variants}, found


def names_programs(spec: Any) -> bool:
    """Whether a spec has a key `command`, anywhere, that is not the command of an object: running objects allows no programs."""
    if isinstance(spec, list):
        return any(map(names_programs, spec))
    if not isinstance(spec, dict):
        return False
    found = [value for key, value in spec.items() if key.rpartition(".")[2] == "command"]
    return any(not isinstance(value, list) or value[:1] != [COMMAND] for value in found) or any(map(names_programs, spec.values()))


def _require_known(name: str, variants: dict[str, Any]) -> None:
    if isinstance(variants.get(name), dict):
        return
    known = ", ".join(variants) or "none"
    close = difflib.get_close_matches(name, variants, 1)
    help = f"did you mean `{close[0]}`?" if close else 'write for example "variants": {"mine": {"rule": {"perceptron": {}}, "order": "cyclic"}}'
    raise Error(f"error: `learners`: the spec has no variant `{name}`\n  = allowed: {known}\n  = help: {help}")


def _variant(name: str, variant: dict[str, Any], made: Any) -> dict[str, Any]:
    """A variant with the command that stands for an object; its other keys stay."""
    kind = made.kind if isinstance(made, Estimator) else type(made).__name__
    command = [COMMAND, name, kind]
    learner = variant.get("learner", {})
    process = learner.get("process", {}) if isinstance(learner, dict) and set(learner) <= {"process"} else None
    if not isinstance(process, dict) or process.get("command", command)[:1] != [COMMAND]:
        raise Error(
            f"error: `learners`: the variant `{name}` has a learner already\n  = help: leave its key `learner` out, or the variant out of `learners`"
        )
    if isinstance(made, Estimator):
        _require_end(name, variant, made)
        process = {"follows_rule": False, **process}
    return {**variant, "learner": {"process": {**process, "command": command}}}


def _require_end(name: str, variant: dict[str, Any], made: Estimator) -> None:
    """Refuses an estimator that learns from every example in a variant that ends with a pass without an update.

    Raises:
        Error: it is one.
    """
    if made.learns_always and variant.get("order") in ("cyclic", "shuffled", "random") and "stop" not in variant:
        raise Error(
            f"error: {made.kind} learns from every example, but the variant `{name}` ends with a pass without an update\n"
            '  = help: write how it ends, such as "stop": {"passes": 1}, or "order": "stream"'
        )
