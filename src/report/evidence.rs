//! Collects what verdicts say of one statement of a note: those of the statement itself, their controls, and apart from them its steps
//! and whatever else had to be refuted.

use super::gauge::Tick;
use super::note_statement::{NoteStatement, Reference};
use super::summary_row::{LIMITING, SummaryRow, closest, summarise};
use claims::judge::Verdict;

/// What verdicts say of a statement. A claim without any verdict is `None`.
pub(super) struct StatementEvidence<'a> {
    /// The claims that are the statement itself.
    pub own: Vec<NamedRow<'a>>,
    /// Steps of its proof, other links, special cases and consequences.
    pub steps: Vec<NamedRow<'a>>,
    /// Its own claims made wrong on purpose.
    pub controls: Vec<SummaryRow>,
    /// Other wrong statements.
    pub counterexamples: Vec<NamedRow<'a>>,
    /// Whether a number limits it.
    pub has_limit: bool,
}

/// A claim as the catalogue names it, with its verdicts.
pub(super) type NamedRow<'a> = (Reference<'a>, Option<SummaryRow>);

impl<'a> StatementEvidence<'a> {
    /// The evidence for a statement among the verdicts of all experiments.
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

    /// The rows of the statement itself that were judged.
    pub(super) fn rows(&self) -> Vec<&SummaryRow> {
        self.own
            .iter()
            .filter_map(|(_, row)| row.as_ref())
            .collect()
    }

    /// The rows of the statement itself that have a limit; none of a statement without one.
    pub(super) fn limited(&self) -> Vec<&SummaryRow> {
        let rows = self.rows().into_iter();
        rows.filter(|row| self.has_limit && is_limited(Some(row)))
            .collect()
    }

    /// Observed ÷ limit of the row of the statement itself that came closest.
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

/// Whether observed ÷ limit is known of a claim that a number limits.
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

/// Listed claims, and after them others that are not listed.
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

/// What specs call a control of a claim.
pub(super) struct RefutedControl<'a> {
    /// The claim itself, made wrong on purpose.
    pub controls: Vec<&'a Verdict>,
    /// Other statements that are wrong.
    pub others: Vec<&'a Verdict>,
}

impl<'a> RefutedControl<'a> {
    /// The controls of a claim, of which these are the verdicts. Where it has a limit, they are the same claim in the same cells and
    /// variants with another factor on the limit; otherwise the same claim about a broken construction.
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
        // The same formula elsewhere, scaled, is wrong of that place, and says nothing of this statement.
        let is_foreign = |verdict: &&Verdict| own.iter().any(|own| is_same(verdict, own));
        let others = others.into_iter().filter(|verdict| !is_foreign(verdict));
        Self {
            controls,
            others: others.collect(),
        }
    }
}

/// Whether a verdict is one of a control of the claim of another verdict, by its id, or else by its name.
fn is_of(control: &Verdict, own: &Verdict, theorems: &[&Verdict]) -> bool {
    let Some(of) = &control.control_of else {
        return false;
    };
    let is_id = |other: &&Verdict| other.experiment == own.experiment && other.id == *of;
    control.experiment == own.experiment
        && (own.id == *of || own.claim == *of && !theorems.iter().any(is_id))
}

/// Whether two verdicts are on the same formula with different factors on its limit.
fn is_same(control: &Verdict, own: &Verdict) -> bool {
    let is_formula = |one: &Verdict| (one.claim.clone(), one.form, one.margin.clone());
    is_formula(control) == is_formula(own) && control.scale > 0.0 && control.scale != own.scale
}

/// Whether a verdict is on the same formula for the same runs, with another factor on its limit.
fn is_scaled(control: &Verdict, own: &Verdict) -> bool {
    is_same(control, own) && control.cell == own.cell && control.variant == own.variant
}

/// Whether a claim with a limit, of which these are the verdicts, has a control that was refuted.
pub(super) fn has_refuted_control(own: &[&Verdict], verdicts: &[&Verdict]) -> bool {
    let controls = summarise(&owned(&RefutedControl::of(own, verdicts, true).controls));
    controls.iter().any(SummaryRow::is_refuted)
}

/// The words that rows agree on, each once.
pub(super) fn words<'a>(rows: impl Iterator<Item = Option<&'a SummaryRow>>) -> String {
    let mut words: Vec<&str> = rows
        .map(|row| row.map_or("not judged", |row| row.verdict.as_str()))
        .collect();
    words.sort_unstable();
    words.dedup();
    words.join(", ")
}
