//! Collects the verdicts that belong to one statement of a note: those of the statement itself and of its controls. Steps of its proof and other
//! statements that must be refuted are kept apart.

use super::gauge::Tick;
use super::note_statement::{NoteStatement, Reference};
use super::summary_row::{LIMITING, SummaryRow, closest, summarise};
use claims::judge::Verdict;

/// The verdicts that belong to one statement. A claim without any verdict is `None`.
pub(super) struct StatementEvidence<'a> {
    /// The claims that state the statement itself.
    pub own: Vec<NamedRow<'a>>,
    /// Steps of its proof, other links, special cases and consequences.
    pub steps: Vec<NamedRow<'a>>,
    /// Its controls: its own claims made wrong on purpose.
    pub controls: Vec<SummaryRow>,
    /// Other wrong statements.
    pub counterexamples: Vec<NamedRow<'a>>,
    /// Whether the statement has a numeric limit.
    pub has_limit: bool,
}

/// A claim as the catalogue refers to it, with its verdicts.
pub(super) type NamedRow<'a> = (Reference<'a>, Option<SummaryRow>);

impl<'a> StatementEvidence<'a> {
    /// Collects the evidence for a statement from the verdicts of all experiments.
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

    /// The rows of the statement itself that have a verdict.
    pub(super) fn rows(&self) -> Vec<&SummaryRow> {
        self.own
            .iter()
            .filter_map(|(_, row)| row.as_ref())
            .collect()
    }

    /// The rows of the statement itself that have a limit; empty for a statement without one.
    pub(super) fn limited(&self) -> Vec<&SummaryRow> {
        let rows = self.rows().into_iter();
        rows.filter(|row| self.has_limit && is_limited(Some(row)))
            .collect()
    }

    /// Observed ÷ limit of the row of the statement itself that is closest to a violation.
    pub(super) fn tightness(&self) -> Option<f64> {
        let rows = self.limited();
        let nearer = closest(rows.first()?.direction);
        rows.iter().filter_map(|row| row.tightness).reduce(nearer)
    }

    /// The factors on the limit with which these runs refute the statement.
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

/// Whether a claim has a numeric limit and a known ratio observed ÷ limit.
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

/// Appends to the listed claims those of `others` that are not listed.
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

/// The verdicts of the claims that a spec marks as controls of one claim.
pub(super) struct RefutedControl<'a> {
    /// Controls in the strict sense: the claim itself, made wrong on purpose.
    pub controls: Vec<&'a Verdict>,
    /// Other statements that are wrong.
    pub others: Vec<&'a Verdict>,
}

impl<'a> RefutedControl<'a> {
    /// Finds the controls of the claim whose verdicts are `own`. If it has a limit, they are the same claim in the same cells and variants with
    /// another factor on the limit; otherwise they are the same claim about a broken construction.
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

/// Whether a verdict belongs to a control of the claim of another verdict; the spec names that claim by its id or by its name.
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

/// The distinct verdicts of some rows, sorted and joined by commas.
pub(super) fn verdict_words<'a>(rows: impl Iterator<Item = Option<&'a SummaryRow>>) -> String {
    let mut words: Vec<&str> = rows
        .map(|row| row.map_or("not judged", |row| row.verdict.as_str()))
        .collect();
    words.sort_unstable();
    words.dedup();
    words.join(", ")
}
