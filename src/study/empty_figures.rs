//! Warns, before anything is run, of figures of a spec that will be empty.

use claims::claim::{Closeness, Form, LimitDirection, StatedClaim};
use claims::figure::{FigureKind, Request};
use claims::spec::{Cell, Spec};
use claims::trial::{AnyColumn, columns};
use std::collections::BTreeSet;

/// Columns with counts over a run, such as mistakes, whose limits are drawn by the figures about mistakes.
pub(super) const COUNTS: [AnyColumn; 4] = [
    columns::MISTAKES.any(),
    columns::MARGIN_MISTAKES.any(),
    columns::DISTINCT_MARGIN_MISTAKES.any(),
    columns::UPDATES.any(),
];

/// Returns one warning for every figure that will be empty, and for every figure that is requested twice.
pub(super) fn warnings(spec: &Spec) -> Vec<String> {
    let kinds: Vec<FigureKind> = spec.figures.iter().filter_map(kind).collect();
    let line = |kind: FigureKind, what: &str| {
        let (name, figure) = (&spec.name, kind.name());
        format!("{name}: the figure `{figure}` {what}")
    };
    let empty = kinds.iter().filter_map(|&kind| {
        let why = lacks(kind, spec)?;
        Some(line(kind, &format!("has nothing to show: {why}")))
    });
    let twice = kinds.iter().enumerate().filter_map(|(place, &kind)| {
        let again = kinds[..place].contains(&kind);
        again.then(|| line(kind, "is listed twice"))
    });
    empty.chain(twice).collect()
}

fn kind(request: &Request) -> Option<FigureKind> {
    match request {
        Request::Kind(kind) => Some(*kind),
        Request::Own(_) | Request::Default => None,
    }
}

/// Returns what a kind of figure needs but the spec lacks, as advice to the user; `None` if nothing is lacking.
fn lacks(kind: FigureKind, spec: &Spec) -> Option<&'static str> {
    let has = |wanted: &dyn Fn(&StatedClaim) -> bool| {
        let mut theorems = spec
            .claims
            .iter()
            .filter(|claim| claim.control_of.is_none());
        theorems.any(wanted)
    };
    let learns = spec.cells.iter().any(|cell| !cell.variants.is_empty());
    match kind {
        FigureKind::DistributionFunction if has(&|claim| claim.form() == Form::HasDistribution) => {
            None
        }
        FigureKind::MistakesAgainstBound
        | FigureKind::Distribution
        | FigureKind::DistributionFunction
            if !has(&limits_a_count) =>
        {
            Some(
                "no claim limits mistakes or updates on every trial; add one, such as [[claims]] name = \"online-mistake-bound\"",
            )
        }
        FigureKind::Tightness if !has(&has_a_limit) => Some(
            "no claim has an upper limit; add one, such as [[claims]] name = \"online-mistake-bound\"",
        ),
        FigureKind::TightnessMap if swept(spec) < 2 => Some(
            "fewer than two parameters differ between cells; add one, such as [sweep] \"generator.NAME.KEY\" = [1, 2]",
        ),
        FigureKind::ConfidenceSequence
            if !spec.claims.iter().any(|claim| claim.form().is_bet_on()) =>
        {
            Some(
                "no claim is about an expectation or a probability; add one, such as [[claims]] name = \"leave-one-out-risk-bound\"",
            )
        }
        FigureKind::Scaling if !has(&|claim| claim.statement.trend.is_some()) => Some(
            "no claim is about a trend over cells; add one, such as [[claims]] name = \"scaling-exponent\"",
        ),
        FigureKind::MistakesAgainstExamples
        | FigureKind::RiskAgainstExamples
        | FigureKind::LeaveOneOutAgainstExamples
            if !learns =>
        {
            Some("the spec has no learner; add a table [variants.NAME]")
        }
        _ => None,
    }
}

/// Number of parameters of a spec that differ between its cells.
fn swept(spec: &Spec) -> usize {
    let Some((first, others)) = spec.cells.split_first() else {
        return 0;
    };
    let keys = spec.cells.iter().flat_map(|cell| cell.parameters.keys());
    let keys: BTreeSet<&String> = keys.collect();
    let differs = |key: &&String| {
        let value = |cell: &Cell| cell.parameters.get(*key).cloned();
        others.iter().any(|cell| value(cell) != value(first))
    };
    keys.into_iter().filter(differs).count()
}

fn limits_a_count(claim: &StatedClaim) -> bool {
    let column = claim.statement.observed.as_column();
    claim.form() == Form::Surely && column.is_some_and(|column| COUNTS.contains(&column))
}

fn has_a_limit(claim: &StatedClaim) -> bool {
    let form = claim.form();
    form.direction() == LimitDirection::Above && form.closeness() != Closeness::None
}
