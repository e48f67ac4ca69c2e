//! Writes the page of errata: what the notes print, verbatim, in three classes, each with a witness and the true statement. `errata.toml` says what is
//! false and what is true, the spec of an erratum shows its witness, and docs/theory.md has the proof.

mod catalogue;

pub use catalogue::{Errata, Erratum, ErratumClass, Quotation, RULE, Retired, counted};

use super::document::{Block, Document, Inline, Table, TableCell, TableColumn};
use super::error::ReportError;
use super::files::write_both;
use super::notes::is_erratum;
use super::summary::Summary;
use super::summary_row::{StatementKind, SummaryRow};
use claims::claim::VerdictKind;
use claims::judge::Verdict;
use std::collections::BTreeSet;
use std::path::Path;

/// Explains the small table below each erratum that has an experiment.
const TABLES: &str = "In the small tables \"observed\" is the largest value that the statement's quantity has in a run, \"limit\" is what it is compared with (the \
    smallest limit of a run), and \"claim\" is the program's name of the comparison, which `perceptron-lab explain CLAIM` shows: at most the limit, at \
    least, or equal, where a 1 or a 0 may stand for yes or no. A `conjecture` compares two formulas of the spec, a `stated-value` a quantity with a given \
    number. Rows with the same statement and learner are about different data, in the order in which the spec lists the data.";

/// Writes `errata.md` and `errata.html` into the folder that holds the experiments' folders, if any experiment is about an erratum. Returns whether
/// it did.
///
/// # Errors
/// `Disk` if a file cannot be written, `Errata` if the catalogue compiled into the program cannot be read.
pub fn write_errata(
    results: &Path,
    summaries: &[Summary],
    verdicts: &[Verdict],
) -> Result<bool, ReportError> {
    let own: Vec<&Summary> = summaries
        .iter()
        .filter(|summary| is_erratum(&summary.experiment))
        .collect();
    if own.is_empty() {
        return Ok(false);
    }
    let errata = Errata::read()?;
    write_both(results, "errata", |dialect| {
        let page = ErrataPage {
            own: &own,
            verdicts,
            dialect,
        };
        page.document(&errata)
    })?;
    Ok(true)
}

/// Lists the errata of the experiments `own`: for each class a heading and a table with printed statement in short, true statement and witness.
pub(super) fn overview(own: &[&Summary], errata: &Errata, dialect: &str) -> Vec<Block> {
    let page = ErrataPage {
        own,
        verdicts: &[],
        dialect,
    };
    let known = errata.among(&page.names());
    let classes = ErratumClass::ALL.into_iter().flat_map(|class| {
        let of_class = of_class(&known, class);
        let table = (!of_class.is_empty()).then(|| page.table(&of_class));
        let heading = table.is_some().then(|| heading(3, class));
        let meaning = table.is_some().then(|| Block::paragraph(class.meaning()));
        heading.into_iter().chain(meaning).chain(table)
    });
    classes.chain(page.unknown_table(errata)).collect()
}

fn of_class<'a>(errata: &[&'a Erratum], class: ErratumClass) -> Vec<&'a Erratum> {
    let own = errata.iter().filter(|erratum| erratum.class == class);
    own.copied().collect()
}

/// The heading of a class of errata, such as `(a) False as printed`.
fn heading(level: u8, class: ErratumClass) -> Block {
    let name = class.name();
    let (first, rest) = name.split_at(1);
    let text = format!("({}) {}{rest}", class.letter(), first.to_uppercase());
    Block::Heading(level, text)
}

/// The experiments on errata that a page shows.
struct ErrataPage<'a> {
    own: &'a [&'a Summary],
    verdicts: &'a [Verdict],
    dialect: &'a str,
}

impl ErrataPage<'_> {
    fn names(&self) -> Vec<&str> {
        let names = self.own.iter().map(|summary| summary.experiment.as_str());
        names.collect()
    }

    /// The experiment that runs an erratum's printed statement, if the page shows it.
    fn summary(&self, erratum: &Erratum) -> Option<&Summary> {
        let name = erratum.experiment.as_deref()?;
        let mut own = self.own.iter().copied();
        own.find(|summary| summary.experiment == name)
    }

    /// Experiments on errata whose erratum is missing in the catalogue.
    fn unknown(&self, errata: &Errata) -> Vec<&Summary> {
        let is_known = |summary: &Summary| {
            let mut entries = errata.entries.iter();
            entries.any(|erratum| erratum.experiment.as_ref() == Some(&summary.experiment))
        };
        let own = self.own.iter().copied();
        own.filter(|summary| !is_known(summary)).collect()
    }

    fn document(&self, errata: &Errata) -> Document {
        let known = errata.among(&self.names());
        let preface = format!(
            "{} {RULE} What a note prints is quoted verbatim, with the marks of its transcription. Where a statement is run, it is run as it is printed and must come out \
             violated, with a witness that one command repeats; the repaired statement is tested in the same way. {TABLES}",
            counted(&known)
        );
        let classes = ErratumClass::ALL
            .into_iter()
            .flat_map(|class| self.class(class, &of_class(&known, class)));
        let unknown = self.unknown(errata).into_iter().flat_map(|summary| {
            let title = Block::Heading(2, summary.title.clone());
            [vec![title], self.experiment(summary)].concat()
        });
        let blocks = [Block::paragraph(&preface)].into_iter().chain(classes);
        Document {
            title: "Errors, conventions and misprints in the notes".into(),
            blocks: blocks.chain(unknown).chain(retired(errata)).collect(),
        }
    }

    /// The section of a class of errata: its meaning, its errata as a table, then each erratum in full.
    fn class(&self, class: ErratumClass, errata: &[&Erratum]) -> Vec<Block> {
        if errata.is_empty() {
            return Vec::new();
        }
        let opening = [
            heading(2, class),
            Block::paragraph(class.meaning()),
            self.table(errata),
        ];
        let each = errata.iter().flat_map(|erratum| self.entry(erratum));
        opening.into_iter().chain(each).collect()
    }

    /// The section of an erratum: what is printed and where, the true statement, the witness, and the result of its experiment.
    fn entry(&self, erratum: &Erratum) -> Vec<Block> {
        let summary = self.summary(erratum);
        let title = summary.map_or("", |summary| summary.title.as_str());
        let said = |what: &str, text: &str| {
            let strong = Inline::Strong(format!("{what}:"));
            let space = Inline::Text(" ".into());
            let end = Inline::Text(".".into());
            let words = [vec![strong, space], Inline::parse(text), vec![end]];
            Block::Paragraph(words.concat())
        };
        let own = [
            Block::Heading(3, erratum.title(title).to_owned()),
            Block::List(
                erratum
                    .quotations
                    .iter()
                    .map(|one| quoted(one, erratum))
                    .collect(),
            ),
            said(
                &format!("Class ({})", erratum.class.letter()),
                &erratum.rule,
            ),
            said("True", &erratum.truth),
            said("Witness", &erratum.witness),
        ];
        let found = summary.map(|summary| self.experiment(summary));
        own.into_iter().chain(found.into_iter().flatten()).collect()
    }

    /// The prose of an experiment on an erratum, its verdicts, and the commands that repeat its witnesses.
    fn experiment(&self, summary: &Summary) -> Vec<Block> {
        let all = self.verdicts.iter();
        let own: Vec<&Verdict> = all
            .filter(|verdict| verdict.experiment == summary.experiment)
            .collect();
        let mut blocks = Block::prose(&summary.analysis);
        blocks.push(Block::Table(verdict_table(&own)));
        blocks.extend(witnesses(&own));
        blocks.push(Block::Paragraph(vec![Inline::Link {
            text: format!("{}: spec, data and every verdict", summary.experiment),
            href: summary.page(self.dialect),
        }]));
        blocks
    }

    /// A table of some errata: number, note, printed statement in short, true statement, witness and verdict.
    fn table(&self, errata: &[&Erratum]) -> Block {
        let is_convention = |erratum: &&Erratum| erratum.class == ErratumClass::Convention;
        let verdict = match errata.iter().all(is_convention) {
            true => "with that sign(0) it is",
            false => "as printed it is",
        };
        let names = ["", "note", "printed, in short", "true", "witness", verdict];
        let rows = errata.iter().map(|erratum| self.line(erratum)).collect();
        Block::Table(Table::plain(
            names.map(TableColumn::left_aligned).to_vec(),
            rows,
        ))
    }

    fn line(&self, erratum: &Erratum) -> Vec<TableCell> {
        let prose = |text: &str| TableCell::Prose(Inline::parse(text));
        let summary = self.summary(erratum);
        let number = match summary {
            Some(summary) => TableCell::Link {
                text: erratum.number.clone(),
                href: summary.page(self.dialect),
            },
            None => erratum.number.as_str().into(),
        };
        vec![
            number,
            erratum.note.as_str().into(),
            prose(&erratum.short),
            prose(&erratum.truth),
            prose(&erratum.witness),
            summary.map_or(TableCell::Empty, printed_verdict),
        ]
    }

    /// A table of the experiments whose erratum is missing in the catalogue, if any is.
    fn unknown_table(&self, errata: &Errata) -> Option<Block> {
        let line = |summary: &Summary| {
            let link = TableCell::Link {
                text: summary.experiment.clone(),
                href: summary.page(self.dialect),
            };
            let title = summary.title.as_str().into();
            vec![link, title, printed_verdict(summary)]
        };
        let rows: Vec<_> = self.unknown(errata).into_iter().map(line).collect();
        let columns =
            ["experiment", "what it is about", "as printed it is"].map(TableColumn::left_aligned);
        (!rows.is_empty()).then(|| Block::Table(Table::plain(columns.to_vec(), rows)))
    }
}

/// A quotation as running text: the note, the place in the note, and the quoted words.
fn quoted(quotation: &Quotation, erratum: &Erratum) -> Vec<Inline> {
    vec![
        Inline::Text(format!("{}, {}: ", erratum.note, quotation.place)),
        Inline::Code(quotation.text.clone()),
    ]
}

/// Table cell with the verdict of an experiment on the statement as the note prints it.
fn printed_verdict(summary: &Summary) -> TableCell {
    let rows = summary.rows.iter();
    let printed: Vec<&SummaryRow> = rows
        .filter(|row| row.kind() == StatementKind::Printed)
        .collect();
    let words: BTreeSet<&str> = printed.iter().map(|row| row.verdict.as_str()).collect();
    match words.is_empty() {
        true => TableCell::Empty,
        false => TableCell::Verdict {
            word: words.into_iter().collect::<Vec<_>>().join(", "),
            as_expected: printed.iter().all(|row| row.as_expected),
        },
    }
}

/// A list of the numbers that no longer denote an erratum, with the reasons.
fn retired(errata: &Errata) -> Vec<Block> {
    let line = |one: &Retired| {
        let number = Inline::Strong(format!("{}.", one.number));
        vec![number, Inline::Text(format!(" {}", one.reason))]
    };
    vec![
        Block::Heading(2, "Numbers that are no longer errata".into()),
        Block::List(errata.retired.iter().map(line).collect()),
    ]
}

fn verdict_table(verdicts: &[&Verdict]) -> Table {
    let columns = vec![
        TableColumn::left_aligned("statement"),
        TableColumn::left_aligned("claim"),
        TableColumn::left_aligned("learner"),
        TableColumn::right("observed"),
        TableColumn::right("limit"),
        TableColumn::left_aligned("verdict"),
    ];
    let rows = verdicts.iter().map(|verdict| row(verdict)).collect();
    Table::plain(columns, rows)
}

fn row(verdict: &Verdict) -> Vec<TableCell> {
    let variant = verdict.variant.as_str().unwrap_or("").to_owned();
    let word = TableCell::Verdict {
        word: verdict.verdict.as_str().into(),
        as_expected: verdict.as_expected,
    };
    let (observed, limit) = (verdict.observed_max.into(), verdict.limit_min.into());
    vec![
        verdict.id.as_str().into(),
        verdict.claim.as_str().into(),
        variant.as_str().into(),
        observed,
        limit,
        word,
    ]
}

/// The commands that repeat the runs which witness the violations, if any do.
fn witnesses(verdicts: &[&Verdict]) -> Option<Block> {
    let violated = verdicts
        .iter()
        .filter(|verdict| verdict.verdict == VerdictKind::Violated);
    let commands: BTreeSet<&str> = violated
        .filter_map(|verdict| verdict.replay.as_deref())
        .collect();
    (!commands.is_empty()).then(|| Block::Code(commands.into_iter().collect::<Vec<_>>().join("\n")))
}
