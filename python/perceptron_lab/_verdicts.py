"""Turns the verdicts of a study into tables, and says why some of them are inconclusive or unexpected."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import polars as pl

_RANKS = {kind: rank for rank, kind in enumerate(["violated", "inconclusive", "not-shown", "vacuous", "holds", "shown", "inapplicable"])}

_FRONT: dict[str, Any] = {
    "id": pl.String,
    "variant": pl.String,
    "cell": pl.String,
    "verdict": pl.String,
    "expected": pl.String,
    "as_expected": pl.Boolean,
}
_BACK: dict[str, Any] = {
    **dict.fromkeys(["experiment", "claim", "control_of", "form", "scope", "source", "stated_in"], pl.String),
    **dict.fromkeys(["scale", "slack"], pl.Float64),
    **dict.fromkeys(["margin", "ties", "test_ties"], pl.String),
    **dict.fromkeys(["trials", "applicable", "independent"], pl.Int64),
    "same_runs_as": pl.String,
    "inapplicable": pl.Int64,
    "failed_premise": pl.String,
    "failed": pl.Int64,
    "missing": pl.String,
    **dict.fromkeys(["undecided", "needed", "deciding"], pl.Int64),
    **dict.fromkeys(["observed_max", "observed_mean", "limit_min", "tightness_max", "refuted_below"], pl.Float64),
    "nothing_refutable": pl.Boolean,
    **dict.fromkeys(["exceeded", "allowed"], pl.Float64),
    "exact": pl.String,
    "pairs": pl.String,
    "shares_draws": pl.Boolean,
    **dict.fromkeys(["interval_low", "interval_high", "power", "alpha"], pl.Float64),
    **dict.fromkeys(["method", "closest", "witness", "replay"], pl.String),
}
_SUMMARY: dict[str, Any] = {
    "claim": pl.String,
    "cells": pl.Int64,
    "trials": pl.Int64,
    "worst tightness": pl.Float64,
    "verdict": pl.String,
    "expected": pl.String,
    "as_expected": pl.Boolean,
}
_MOST_REASONS = 5


def read(text: str) -> list[dict[str, Any]]:
    """The verdicts of a file `verdicts.json`; the parameters of each cell are in `parameters`, and `cell` is its name, as in the trials."""
    verdicts: list[dict[str, Any]] = json.loads(text)
    # The name has its numbers as the program spells them.
    for verdict, spelled in zip(verdicts, json.loads(text, parse_float=str), strict=True):
        verdict["parameters"] = verdict["cell"] or {}
        verdict["cell"] = None if spelled["cell"] is None else ",".join(map(_pair, sorted(spelled["cell"].items())))
    return verdicts


def table(verdicts: list[dict[str, Any]]) -> pl.DataFrame:
    """One row for each verdict. The columns are the same for all studies, but for those of parameters and of newer programs."""
    rows = []
    for verdict in verdicts:
        low, high = verdict["interval"] or (None, None)
        row = {key: value for key, value in verdict.items() if key not in ("interval", "parameters")}
        told = {"stated_in": _stated_in(verdict), "nothing_refutable": verdict.get("nothing_refutable", False)}
        rows.append(row | told | {"variant": _variant(verdict), "interval_low": low, "interval_high": high})
    parameters = dict.fromkeys(key for verdict in verdicts for key in verdict["parameters"])
    columns = [_column(key, [row.get(key) for row in rows], kind) for key, kind in _FRONT.items()]
    columns += [_column(key, [verdict["parameters"].get(key) for verdict in verdicts]) for key in parameters]
    columns += [_column(key, [row.get(key) for row in rows], kind) for key, kind in _BACK.items()]
    newer = dict.fromkeys(key for row in rows for key in row if key not in _FRONT and key not in _BACK)
    return pl.DataFrame(columns + [_column(key, [row.get(key) for row in rows]) for key in newer])


def summary(verdicts: list[dict[str, Any]]) -> pl.DataFrame:
    """One row for each claim."""
    groups: dict[tuple[str, bool], list[dict[str, Any]]] = {}
    for verdict in verdicts:
        groups.setdefault((verdict["id"], verdict["control_of"] is not None), []).append(verdict)
    rows = [
        {
            "claim": f"{name} (control)" if is_control else name,
            "cells": len({json.dumps(verdict["cell"]) for verdict in group}),
            "trials": sum(verdict["trials"] for verdict in group),
            "worst tightness": _worst(group),
            "verdict": _verdict_words([verdict["verdict"] for verdict in group]),
            "expected": group[0]["expected"],
            "as_expected": all(verdict["as_expected"] for verdict in group),
        }
        for (name, is_control), group in groups.items()
    ]
    return pl.DataFrame(rows, schema=_SUMMARY)


def marked(claims: pl.DataFrame) -> pl.DataFrame:
    """A summary for reading: unexpected verdicts have a mark, as the command line shows them."""
    mark = pl.when("as_expected").then(pl.lit("")).otherwise(pl.lit(" ✗ unexpected"))
    return claims.with_columns(pl.col("verdict") + mark).drop("as_expected")


def reasons(verdicts: list[dict[str, Any]]) -> list[str]:
    """Why verdicts are inconclusive or unexpected: one line for each, the unexpected first, and the next step if more replicates decide."""
    open_ones = [verdict for verdict in verdicts if verdict["verdict"] == "inconclusive" or not verdict["as_expected"]]
    open_ones.sort(key=lambda verdict: bool(verdict["as_expected"]))
    spread: dict[str, set[str]] = {}
    for verdict in verdicts:
        for key, value in verdict["parameters"].items():
            spread.setdefault(key, set()).add(json.dumps(value))
    varying = [key for key, values in spread.items() if len(values) > 1]
    lines = [f"{verdict['id']}{_place(verdict, varying)}: {_reason(verdict)}" for verdict in open_ones[:_MOST_REASONS]]
    lines += [f"and {len(open_ones) - _MOST_REASONS} more"] if len(open_ones) > _MOST_REASONS else []
    needed = [verdict["needed"] for verdict in open_ones if verdict["needed"] and not verdict.get("judged_on")]
    if needed:
        lines.append(f"next step: raise `replicates` in the spec (or its `max`) by {max(needed)} and run it again; stored trials are kept")
    fewer = [verdict["needed"] for verdict in open_ones if verdict["needed"] and verdict.get("judged_on")]
    if fewer:
        lines.append(f"next step: raise `fewer_replicates` of the slow column by {max(fewer)} and run it again, all trials anew")
    return lines


def _reason(verdict: dict[str, Any]) -> str:
    kind, expected = verdict["verdict"], verdict["expected"]
    details = {"violated": _violation, "inconclusive": _lack, "inapplicable": _failing_premise}
    found = details[kind](verdict) if kind in details else "the limit says nothing at this size" if kind == "vacuous" else ""
    words = f"{kind}, but {expected} is expected" if not verdict["as_expected"] else kind
    return f"{words}: {found}" if found else words


def _violation(verdict: dict[str, Any]) -> str:
    ratio, witness = verdict["tightness_max"], verdict["witness"]
    parts = [] if ratio is None else [f"observed ÷ limit is {ratio:.4g}"]
    parts += [] if witness is None else [f"replicate {witness.rpartition(':')[2]} violates it"]
    return ", and ".join(parts)


def _lack(verdict: dict[str, Any]) -> str:
    failed, missing, undecided = verdict["failed"], verdict.get("missing"), verdict["undecided"]
    if missing:
        return f"{failed} of the trials have no value; the first: {missing}"
    if failed:
        return f"{failed} of the trials gave no result"
    if undecided:
        return f"rounding leaves the sign of a score open in {undecided} of the trials"
    if verdict["needed"]:
        return f"needs about {verdict['needed']} more replicate{'s' if verdict['needed'] > 1 else ''}"
    if verdict["form"] == "exists":
        return "no trial shows it so far"
    if verdict["method"].startswith("confidence sequence"):
        return "the number of replicates it needs cannot be estimated"
    return str(verdict["method"])


def _failing_premise(verdict: dict[str, Any]) -> str:
    if not verdict["inapplicable"]:
        return str(verdict["method"])
    premise = verdict.get("failed_premise")
    return f"a premise fails on all {verdict['inapplicable']} trials" + (f": {premise}" if premise else "")


def _place(verdict: dict[str, Any], varying: list[str]) -> str:
    """The parameters that differ between cells, and the variant, in parentheses."""
    parts = [f"{key}={value}" for key, value in verdict["parameters"].items() if key in varying]
    parts = ["all cells"] if verdict["cell"] is None else parts
    parts += [name] if (name := _variant(verdict)) else []
    return f" ({', '.join(parts)})" if parts else ""


def _worst(group: list[dict[str, Any]]) -> float | None:
    """The ratio observed ÷ limit that is closest to a violation: for a lower bound the smallest, otherwise the largest."""
    ratios = [float(verdict["tightness_max"]) for verdict in group if verdict["tightness_max"] is not None]
    return (min if group[0]["form"] == "lower-bound" else max)(ratios, default=None)


def _verdict_words(kinds: Sequence[str]) -> str:
    """The verdict that all cells and variants share, or how many have each, the worst first."""
    counts = {kind: kinds.count(kind) for kind in sorted(kinds, key=lambda kind: _RANKS.get(kind, 0))}
    return kinds[0] if len(counts) == 1 else ", ".join(f"{count} {kind}" for kind, count in counts.items())


def _variant(verdict: dict[str, Any]) -> str | None:
    variant = verdict["variant"]
    return ", ".join(variant) if isinstance(variant, list) else variant


def _stated_in(verdict: dict[str, Any]) -> str | None:
    """The note and the place in it, or the exercise, that makes the statement."""
    return ", ".join((verdict.get("stated_in") or {}).values()) or None


def _pair(item: tuple[str, Any]) -> str:
    key, value = item
    return f"{key.removeprefix('generator.')}={value if isinstance(value, str) else json.dumps(value)}"


def _column(name: str, values: list[Any], kind: Any = None) -> pl.Series:
    """A column; what is nested becomes a text, and values of several types become texts."""
    flat = [json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value for value in values]
    return pl.Series(name, flat, dtype=kind, strict=False)
