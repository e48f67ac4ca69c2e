//! Joins the catalogue of all statements of the notes with the verdicts on them. The result is the table of docs/claims.md.

use super::attacked::closest;
use super::document::{Block, Document, Table, TableCell, TableColumn};
use super::error::ReportError;
use super::evidence::{NamedRow, StatementEvidence, verdict_words};
use super::gauge::Tick;
use super::note_statement::{NoteStatement, catalogue};
use super::summary_row::{StatementKind, SummaryRow};
use claims::claim::{formal, not_a_theorem, proof};
use claims::judge::Verdict;
use claims::numbers::counted;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Returns the catalogue with the verdicts on every statement, read from the file `source`. Cells are empty where a claim has no verdict yet.
///
/// # Errors
/// `Catalogue` if the catalogue compiled into the program cannot be read.
pub fn claims_document(verdicts: &[Verdict], source: &str) -> Result<Document, ReportError> {
    let verdicts: Vec<&Verdict> = verdicts.iter().collect();
    let entries = catalogue()?;
    let found: Vec<(&NoteStatement, StatementEvidence)> = entries
        .iter()
        .map(|entry| (entry, StatementEvidence::of(entry, &verdicts)))
        .collect();
    let made = format!(
        "Made by `perceptron-lab list claims --markdown` from `src/report/catalogue.toml` and `{source}`."
    );
    let blocks = vec![
        Block::paragraph(CHECKED),
        Block::paragraph(MEASURED),
        Block::paragraph(&format!("{CONTROLLED} {}", controlled(&found))),
        Block::paragraph(&made),
        Block::Table(table(&found, &verdicts)),
    ];
    Ok(Document {
        title: "The statements of the notes, and the verdicts on them".into(),
        blocks,
    })
}

const CHECKED: &str = "Every statement of the five notes, and of those beyond them (X1 to X10), with the claims of experiments that check it, each as `experiment: claim`; the note and the \
    theorem are named in the second column. The verdict, the tightness and the refuted factors come from the claims under “checked by” alone: \
    they are the statement itself. Steps of its proof, other links, special cases and consequences stand apart and do not count. In parentheses are verdicts. \
    `perceptron-lab explain CLAIM` states a claim in full.";

const MEASURED: &str = "**Tightness** is observed ÷ limit where it came closest, in a single run or, of an expectation, in the mean of a cell: \
    1 means that the limit was reached. **Refuted** says how wrong a limit these runs notice: “below 0.3” means that they \
    refute the statement with its limit multiplied by any factor below 0.3; a lower bound is refuted above a factor. The factor is the most \
    extreme over all cells and variants. Where a probability is bounded, it is the factor of the mildest control that was refuted. Both columns are empty for a statement without a limit. **Closest by attack** is the largest observed ÷ limit \
    that an attack found on any sample (`scripts/bench-attack`; the sample is results/benchmarks/attack/THEOREM.toml). It is no verdict. **Proof** names \
    the formal theorems of `proofs` that the statement's claims follow from, or those that have its number and prove it or a part of it; other proofs are by hand in docs/theory.md under the number, or cited there.";

const CONTROLLED: &str = "A **control** is a claim made wrong on purpose, which must be refuted. Of a statement with a limit it is the same claim on the same \
    runs, with another factor on the limit; of an identity, a witness or a trend it is a named broken construction. Other wrong statements \
    (misprints, guesses of our own, statements without their premise, controls of steps) stand apart. The last column has the other experiments with a claim \
    about the statement: a claim of a theorem whose entry in `theorems` has the statement's number, or one that has it under its key `number`.";

/// Says how many statements have a refuted control, counted separately for statements with a numeric limit and without.
fn controlled(found: &[(&NoteStatement, StatementEvidence)]) -> String {
    let checked = found.iter().filter(|(entry, _)| !entry.checks.is_empty());
    let (limited, others): (Vec<_>, Vec<_>) = checked.partition(|(_, found)| found.has_limit);
    let refuted = |some: &[&(&NoteStatement, StatementEvidence)]| {
        let has = |one: &&&(&NoteStatement, StatementEvidence)| {
            let controls = &one.1.controls;
            !controls.is_empty() && controls.iter().all(SummaryRow::is_refuted)
        };
        some.iter().filter(has).count()
    };
    format!(
        "Of {} with a limit, {} have controls that are all refuted; of {} checked without a limit, {}.",
        counted(limited.len() as u64, "statement"),
        refuted(&limited),
        counted(others.len() as u64, "statement"),
        refuted(&others),
    )
}

fn table(found: &[(&NoteStatement, StatementEvidence)], verdicts: &[&Verdict]) -> Table {
    let columns = vec![
        TableColumn::left_aligned("number"),
        TableColumn::left_aligned("note, theorem"),
        TableColumn::left_aligned("statement"),
        TableColumn::left_aligned("form"),
        TableColumn::left_aligned("checked by"),
        TableColumn::left_aligned("verdict"),
        TableColumn::right("tightness"),
        TableColumn::left_aligned("closest by attack"),
        TableColumn::left_aligned("proof"),
        TableColumn::left_aligned("refuted"),
        TableColumn::left_aligned("controls"),
        TableColumn::left_aligned("steps and consequences"),
        TableColumn::left_aligned("other wrong statements"),
        TableColumn::left_aligned("also in"),
    ];
    let rows = found
        .iter()
        .map(|(entry, found)| cells(entry, found, verdicts));
    Table::plain(columns, rows.collect())
}

fn cells<'a>(
    entry: &NoteStatement,
    found: &StatementEvidence<'a>,
    verdicts: &[&'a Verdict],
) -> Vec<TableCell> {
    let elsewhere = found.elsewhere(&entry.number, verdicts);
    let elsewhere: Vec<&str> = elsewhere.into_iter().collect();
    let own: Vec<String> = found.own.iter().map(|(name, _)| name.to_string()).collect();
    let controls: Vec<String> = found
        .controls
        .iter()
        .map(|row| format!("{}: {}", row.experiment, row.id))
        .collect();
    let of_controls = verdict_words(found.controls.iter().map(Some));
    vec![
        entry.number.as_str().into(),
        of_note(entry).into(),
        entry.statement.as_str().into(),
        entry.form.as_str().into(),
        listed(&own.join("; "), &entry.explained).into(),
        verdict_words(found.own.iter().map(|(_, row)| row.as_ref())).into(),
        found.tightness().into(),
        closest_by_attack(found).into(),
        proofs(entry, found).into(),
        found.refuted().map(Tick::range).unwrap_or_default().into(),
        judged(&controls, &of_controls).into(),
        together(&found.steps).into(),
        together(&found.counterexamples).into(),
        elsewhere.join("; ").into(),
    ]
}

/// The closest sample that an attack found to the limit of a theorem that is the statement.
fn closest_by_attack(found: &StatementEvidence) -> String {
    let rows = found.own.iter().filter_map(|(_, row)| row.as_ref());
    let theorems: BTreeSet<&str> = rows.map(|row| row.claim.as_str()).collect();
    let known = theorems
        .into_iter()
        .filter_map(|theorem| Some((theorem, closest(theorem)?)));
    let largest = known.max_by(|a, b| a.1.reaches.total_cmp(&b.1.reaches));
    largest.map_or(String::new(), |(theorem, found)| {
        format!("{theorem}: {}", found.words())
    })
}

/// How the theorems that are the statement are proved: the formal theorems, or that a proof is by hand or cited. Empty for a definition and an
/// illustration.
fn proofs(entry: &NoteStatement, found: &StatementEvidence) -> String {
    if ["definition", "illustration"].contains(&entry.form.as_str()) {
        return String::new();
    }
    let rows = found.own.iter().filter_map(|(_, row)| row.as_ref());
    let theorems = rows.filter(|row| not_a_theorem(&row.claim).is_none());
    let of_theorem = |theorem: &str| match (formal(theorem), proof(theorem)) {
        (Some(names), _) => names.to_owned(),
        (None, Some(text)) if text.starts_with("Cited") => "cited".to_owned(),
        (None, _) => "by hand".to_owned(),
    };
    let kinds: BTreeSet<String> = theorems.map(|row| of_theorem(&row.claim)).collect();
    let is_formal = kinds.iter().any(|kind| kind.contains('.'));
    match PROVED.get(&entry.number).filter(|_| !is_formal) {
        Some(names) => some_of(names),
        None if kinds.is_empty() => "by hand".into(),
        None => kinds.into_iter().collect::<Vec<_>>().join("; "),
    }
}

/// The formal theorems by the numbers of their statements.
static PROVED: LazyLock<BTreeMap<String, Vec<String>>> =
    LazyLock::new(|| toml::from_str(include_str!("proved.toml")).unwrap_or_default());

/// Most theorems that a row names.
const MOST_NAMES: usize = 3;

fn some_of(names: &[String]) -> String {
    let first = names.iter().take(MOST_NAMES).cloned();
    let more = names.len().saturating_sub(MOST_NAMES);
    let more = (more > 0).then(|| format!("{more} more"));
    first.chain(more).collect::<Vec<_>>().join("; ")
}

/// Lists claims by name, with their verdicts in parentheses. A guess that no note states is called one.
fn together(claims: &[NamedRow]) -> String {
    let is_guess = |row: &SummaryRow| row.kind() == StatementKind::Guess;
    let name = |(name, row): &NamedRow| match row.as_ref().is_some_and(is_guess) {
        true => format!("{name} (a guess)"),
        false => name.to_string(),
    };
    let names: Vec<String> = claims.iter().map(name).collect();
    judged(
        &names,
        &verdict_words(claims.iter().map(|(_, row)| row.as_ref())),
    )
}

fn judged(names: &[String], words: &str) -> String {
    match names {
        [] => String::new(),
        names => format!("{} ({words})", names.join("; ")),
    }
}

/// The note of a statement, and the statement's name there.
fn of_note(entry: &NoteStatement) -> String {
    match entry.note() {
        Some(note) => format!("{note}, {}", entry.theorem),
        None => entry.theorem.clone(),
    }
}

/// Names of claims, followed by an explanation of them.
fn listed(claims: &str, explained: &str) -> String {
    let parts = [claims, explained].map(|part| (!part.is_empty()).then_some(part));
    parts.into_iter().flatten().collect::<Vec<_>>().join(". ")
}

#[cfg(test)]
mod tests {
    use super::{PROVED, some_of};

    #[test]
    fn formal_theorems_are_listed_by_the_numbers_of_statements() {
        assert!(PROVED["X10"] == ["Plane.plane_mistake_bound"] && PROVED.len() > 50);
        let many = ["a", "b", "c", "d", "e"].map(str::to_owned);
        assert_eq!(some_of(&many), "a; b; c; 2 more");
        assert_eq!(some_of(&many[..3]), "a; b; c");
    }
}
