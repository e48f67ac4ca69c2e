//! Collects the verdicts that belong to one statement of a note: those of the statement itself and of its controls. Steps of its proof and other
//! statements that must be refuted are kept apart.

use super::gauge::Tick;
use super::note_statement::{NoteStatement, Reference};
use super::summary_row::{LIMITING, SummaryRow, closest, summarise};
use claims::claim::{VerdictKind, numbers};
use claims::judge::Verdict;
use std::collections::BTreeSet;

/// The verdicts that belong to one statement of a note, claim by claim. A claim without any verdict is `None`.
pub(super) struct StatementEvidence<'a> {
    /// The claims of experiments that state the note's statement itself.
    pub own: Vec<NamedRow<'a>>,
    /// Claims on steps of the statement's proof, other links, special cases and consequences.
    pub steps: Vec<NamedRow<'a>>,
    /// The controls of the statement: its claims made wrong on purpose, which must be refuted.
    pub controls: Vec<SummaryRow>,
    /// Claims that state other wrong things, such as misprints, which must be refuted, too.
    pub counterexamples: Vec<NamedRow<'a>>,
    /// Whether the statement has a numeric limit.
    pub has_limit: bool,
}

/// A claim of an experiment, as the catalogue of statements refers to it, with the summary of its verdicts, if it has any.
pub(super) type NamedRow<'a> = (Reference<'a>, Option<SummaryRow>);

impl<'a> StatementEvidence<'a> {
    /// Collects the evidence for a statement of a note from the verdicts of all experiments.
    pub(super) fn of(entry: &'a NoteStatement, verdicts: &[&'a Verdict]) -> Self {
        let own = named(&entry.checks, verdicts);
        let has_ratio = own.iter().any(|(_, row)| is_limited(row.as_ref()));
        let has_limit = has_ratio && LIMITING.iter().any(|form| form.as_str() == entry.form);
        let (mut controls, mut others) = (Vec::new(), Vec::new());
        for (reference, _) in &own {
            let rows = selected(reference, verdicts);
            let found = RefutedControl::of(&rows, verdicts, has_limit);
            controls.extend(found.controls);
            others.extend(found.others);
        }
        let listed = named(&entry.counterexamples, verdicts);
        Self {
            own,
            steps: named(&entry.steps, verdicts),
            controls: summarise(&owned(&controls)),
            counterexamples: joined(listed, &others),
            has_limit,
        }
    }

    /// The other experiments with a claim about the statement, by its theorem or by its key `number`, that is expected to hold.
    pub(super) fn elsewhere(&self, number: &str, verdicts: &[&'a Verdict]) -> BTreeSet<&'a str> {
        let listed = [&self.own, &self.steps, &self.counterexamples];
        let listed: BTreeSet<&str> = listed
            .into_iter()
            .flatten()
            .map(|(reference, _)| reference.experiment)
            .collect();
        let is_about = |verdict: &&&Verdict| {
            let of_theorem = numbers(&verdict.claim);
            let mut all = of_theorem.iter().chain(&verdict.number);
            verdict.control_of.is_none()
                && matches!(verdict.expected, VerdictKind::Holds | VerdictKind::Shown)
                && all.any(|own| own == number)
        };
        let experiments = verdicts.iter().filter(is_about);
        let experiments = experiments.map(|verdict| verdict.experiment.as_str());
        experiments.filter(|name| !listed.contains(name)).collect()
    }

    /// The claims that state the note's statement itself and have a verdict.
    pub(super) fn rows(&self) -> Vec<&SummaryRow> {
        self.own
            .iter()
            .filter_map(|(_, row)| row.as_ref())
            .collect()
    }

    /// The claims that state the note's statement itself and have a numeric limit; empty for a statement without one.
    pub(super) fn limited(&self) -> Vec<&SummaryRow> {
        let rows = self.rows().into_iter();
        rows.filter(|row| self.has_limit && is_limited(Some(row)))
            .collect()
    }

    /// Observed ÷ limit of the claim closest to a violation, among those that state the note's statement itself.
    pub(super) fn tightness(&self) -> Option<f64> {
        let rows = self.limited();
        let nearer = closest(rows.first()?.direction);
        rows.iter().filter_map(|row| row.tightness).reduce(nearer)
    }

    /// The range of factors on the limit with which the runs refute the statement, for its bar, if it has one.
    pub(super) fn refuted(&self) -> Option<Tick> {
        let rows = self.limited();
        let direction = rows.first()?.direction;
        let by_rows = rows.iter().filter_map(|row| row.refuted_below);
        let by_controls = self.controls.iter().filter(|row| row.is_refuted());
        let factor = by_rows
            .chain(by_controls.map(|row| row.scale))
            .reduce(closest(direction))?;
        Some(Tick::refuted(direction, factor))
    }
}

/// Whether a claim has a numeric limit and a known ratio observed ÷ limit. A claim without verdicts (`None`) has not.
fn is_limited(row: Option<&SummaryRow>) -> bool {
    row.is_some_and(|row| row.has_limit && row.tightness.is_some())
}

fn named<'a>(references: &'a [String], verdicts: &[&Verdict]) -> Vec<NamedRow<'a>> {
    let row = |text: &'a String| {
        let reference = Reference::parse(text);
        let rows = owned(&selected(&reference, verdicts));
        (reference, summarise(&rows).pop())
    };
    references.iter().map(row).collect()
}

fn selected<'a>(reference: &Reference, verdicts: &[&'a Verdict]) -> Vec<&'a Verdict> {
    let all = verdicts.iter().copied();
    all.filter(|verdict| reference.names(verdict)).collect()
}

fn owned(verdicts: &[&Verdict]) -> Vec<Verdict> {
    verdicts.iter().map(|verdict| (*verdict).clone()).collect()
}

/// Appends to the claims in `listed` those of the verdicts `others` that are not listed yet.
fn joined<'a>(mut listed: Vec<NamedRow<'a>>, others: &[&'a Verdict]) -> Vec<NamedRow<'a>> {
    for verdict in others {
        let reference = Reference::of(verdict);
        if listed.iter().all(|(known, _)| *known != reference) {
            let rows = owned(&selected(&reference, others));
            listed.push((reference, summarise(&rows).pop()));
        }
    }
    listed
}

/// The verdicts of the claims that a spec marks as controls of one claim, which were made wrong on purpose.
pub(super) struct RefutedControl<'a> {
    /// Controls in the strict sense: the same claim, made wrong on purpose.
    pub controls: Vec<&'a Verdict>,
    /// Verdicts on other wrong statements that the spec marks as controls of the claim.
    pub others: Vec<&'a Verdict>,
}

impl<'a> RefutedControl<'a> {
    /// Finds the controls of the claim whose verdicts are `own`. If the claim has a limit, its controls are the same claim in the same cells and
    /// variants with another factor on the limit; otherwise they are the same claim about a broken construction.
    pub(super) fn of(own: &[&Verdict], verdicts: &[&'a Verdict], has_limit: bool) -> Self {
        let theorems: Vec<&Verdict> = verdicts
            .iter()
            .copied()
            .filter(|verdict| verdict.control_of.is_none())
            .collect();
        let linked = verdicts.iter().copied().filter(|verdict| {
            own.first()
                .is_some_and(|own| is_of(verdict, own, &theorems))
        });
        let (controls, others): (Vec<_>, Vec<_>) = linked.partition(|verdict| match has_limit {
            true => own.iter().any(|own| is_scaled(verdict, own)),
            false => own.iter().any(|own| own.claim == verdict.claim),
        });
        // A scaled copy of the formula in other cells or variants is a control of the claim there, and no evidence about this statement.
        let is_foreign = |verdict: &&Verdict| own.iter().any(|own| is_same(verdict, own));
        let others = others.into_iter().filter(|verdict| !is_foreign(verdict));
        Self {
            controls,
            others: others.collect(),
        }
    }
}

/// Whether the verdict `control` belongs to a control of the claim that `own` is a verdict on; the spec names that claim by its id or by its name.
fn is_of(control: &Verdict, own: &Verdict, theorems: &[&Verdict]) -> bool {
    let Some(of) = &control.control_of else {
        return false;
    };
    let is_id = |other: &&Verdict| other.experiment == own.experiment && other.id == *of;
    control.experiment == own.experiment
        && (own.id == *of || own.claim == *of && !theorems.iter().any(is_id))
}

/// Whether two verdicts are about the same formula with different factors on its limit.
fn is_same(control: &Verdict, own: &Verdict) -> bool {
    let is_formula = |one: &Verdict| (one.claim.clone(), one.form, one.margin.clone());
    is_formula(control) == is_formula(own) && control.scale > 0.0 && control.scale != own.scale
}

/// Whether two verdicts are about the same formula on the same runs with different factors on its limit.
fn is_scaled(control: &Verdict, own: &Verdict) -> bool {
    is_same(control, own) && control.cell == own.cell && control.variant == own.variant
}

/// Whether the claim with a limit whose verdicts are `own` has a refuted control.
pub(super) fn has_refuted_control(own: &[&Verdict], verdicts: &[&Verdict]) -> bool {
    let controls = summarise(&owned(&RefutedControl::of(own, verdicts, true).controls));
    controls.iter().any(SummaryRow::is_refuted)
}

/// The distinct verdicts on some claims, as words, sorted and joined by commas.
pub(super) fn verdict_words<'a>(rows: impl Iterator<Item = Option<&'a SummaryRow>>) -> String {
    let mut words: Vec<&str> = rows
        .map(|row| row.map_or("not judged", |row| row.verdict.as_str()))
        .collect();
    words.sort_unstable();
    words.dedup();
    words.join(", ")
}
