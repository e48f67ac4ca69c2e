//! Writes the page of one experiment: question, answer, claims, verdicts, figures, and everything needed to reproduce it.

use super::answer::Answer;
use super::document::{Block, Document, Inline, PictureFile, Voice};
use super::error::ReportError;
use super::figure_files::{Exports, draw_all};
use super::files::write_both;
use super::page_content::{Missing, Page};
use super::summary::{Summary, table};
use super::summary_row::{self, SummaryRow};
use super::verdict_words::verdict_words;
use super::{answer, choices, means, pairs, stated, tight, uncounted, verdicts};
use claims::claim::VerdictKind;
use claims::judge::Verdict;
use claims::numbers::counted;
use std::collections::BTreeMap;
use std::path::Path;
use toml::de::DeTable;

/// Writes `report.md`, `report.html` and the figures into the experiment's folder, and removes figures of earlier specs.
///
/// # Errors
/// `Disk` if something cannot be written or removed, `Draw` if a figure cannot be drawn.
pub fn write(page: &Page, folder: &Path) -> Result<Summary, ReportError> {
    // If the trials cannot be read, existing figures are left unchanged.
    let figures = match page.missing.contains(&Missing::Figures) {
        true => Vec::new(),
        false => {
            let exports = Exports {
                formats: page.formats,
                source: page.provenance(),
            };
            draw_all(page.charts, &folder.join("figures"), Some(&exports))?
        }
    };
    let summary = Summary::of(page, picture(page.experiment, &figures));
    let nothing = BTreeMap::new();
    write_both(folder, "report", |dialect| {
        // The pages of runs are not committed to the repository, so links to them would be broken in the Markdown report.
        let runs = if dialect == "html" {
            page.runs
        } else {
            &nothing
        };
        document(
            &Page {
                runs,
                ..page.clone()
            },
            &summary.rows,
            &figures,
        )
    })?;
    Ok(summary)
}

/// The first figure of an experiment as a picture, with its path relative to the folder of all results.
fn picture(experiment: &str, figures: &[Block]) -> Option<PictureFile> {
    let Some(Block::Figure(figure)) = figures.first() else {
        return None;
    };
    let (width, height) = figure.size();
    Some(PictureFile {
        src: format!("{experiment}/figures/{}.svg", figure.name),
        alt: figure.alt.clone(),
        width,
        height,
    })
}

fn document(page: &Page, rows: &[SummaryRow], figures: &[Block]) -> Document {
    let (first, others) = figures.split_at(figures.len().min(1));
    let answer = answer::answer(page.claims, page.verdicts, page.words);
    let gloss = answer.as_ref().map(|answer| answer.gloss.clone());
    let gloss = gloss.map(|gloss| Block::Call(Voice::Note, gloss));
    let sections = [
        vec![Block::Present],
        opening(page, rows, answer),
        first.to_vec(),
        gloss.into_iter().collect(),
        data(page),
        means::table(page.means),
        choices::told(page.choices),
        section("Analysis", analysis(page)),
        fold("Further figures", others.to_vec()),
        section(CLAIMS, claims(page, rows)),
        folds(page, rows),
    ];
    Document {
        title: page.title.into(),
        blocks: sections.concat(),
    }
}

/// What the data files hold, and which part of them a replicate takes.
fn data(page: &Page) -> Vec<Block> {
    let said = (!page.data.is_empty()).then(|| Block::paragraph(&page.data.join(" ")));
    said.into_iter().collect()
}

/// The heading above the table of claims.
const CLAIMS: &str = "How close to the bound, and would an error have shown?";

/// The part of the page by which a reader judges the answer: every claim, the runs that did not count, and what the verdicts are about.
fn claims(page: &Page, rows: &[SummaryRow]) -> Vec<Block> {
    let listed = verdicts::listed(page.verdicts);
    let pairs = pairs::blocks(&listed, page.verdicts);
    let rest = pairs
        .into_iter()
        .chain(uncounted::exceptions(page.verdicts));
    let equal = verdicts::equal(page.verdicts).into_iter();
    let rest = rest.chain(equal).chain(in_floats(page.learners_in_floats));
    tight(page, rows).into_iter().chain(rest).collect()
}

/// The folded blocks for a reader who wants to check the answer: every setting, the statements in full, the witnesses, the methods, and the spec.
fn folds(page: &Page, rows: &[SummaryRow]) -> Vec<Block> {
    let is_statistical = page.verdicts.iter().any(|verdict| verdict.alpha > 0.0);
    let methods = match is_statistical {
        true => methods(page),
        false => Vec::new(),
    };
    let folds = [
        fold(
            "The claims in full: statement, premise and source",
            stated::claims(page.claims),
        ),
        cells(page, rows),
        fold(
            "Runs that refute a claim, to repeat",
            verdicts::witnesses(page.verdicts),
        ),
        fold("How the verdicts are reached", methods),
        fold("How to make this page again", commands(page)),
    ];
    section("To check", folds.concat())
}

/// The blocks in one folded block; no block if `blocks` is empty.
fn fold(summary: &str, blocks: Vec<Block>) -> Vec<Block> {
    match blocks.is_empty() {
        true => blocks,
        false => vec![Block::Details {
            summary: summary.into(),
            blocks,
        }],
    }
}

/// The top of an experiment's page: unexpected verdicts, question, answer, and the number of verdicts and runs.
fn opening(page: &Page, rows: &[SummaryRow], answer: Option<Answer>) -> Vec<Block> {
    let alarm = alarm(rows).map(|alarm| Block::Call(Voice::Alarm, alarm));
    let question = Block::Call(Voice::Question, Inline::parse(page.question));
    let own = Block::prose(page.own_answer.unwrap_or_default());
    let answer = match answer {
        Some(answer) => {
            let others = Some(answer.others).filter(|others| !others.is_empty());
            let others = others.map(|others| Block::Call(Voice::Detail, others));
            let headline = Block::Call(Voice::Answer, answer.headline);
            let outcome = Block::Call(Voice::Note, outcome(page.verdicts, rows));
            let blocks = [headline].into_iter().chain(own).chain(others);
            blocks.chain([outcome]).collect()
        }
        None if page.missing.contains(&Missing::Verdicts) => own,
        None => {
            let note = Block::Call(Voice::Note, Inline::parse(UNCLAIMED));
            [own, vec![note]].concat()
        }
    };
    let missing = page.missing.iter();
    let missing = missing.map(|missing| Block::Call(Voice::Alarm, Inline::parse(missing.label())));
    let opening = alarm.into_iter().chain(missing).chain([question]);
    opening.chain(answer).collect()
}

/// Text that a page shows in place of an answer if the experiment claims nothing.
const UNCLAIMED: &str = "This experiment claims nothing, so nothing is judged: its figures and its table of runs show what was measured.";

/// Text that names the claims with unexpected verdicts, if any are.
fn alarm(rows: &[SummaryRow]) -> Option<Vec<Inline>> {
    let wrong = rows.iter().filter(|row| !row.as_expected);
    let named: Vec<String> = wrong
        .map(|row| {
            format!(
                "“{}”: {}, and expected was: {}",
                row.id,
                verdict_words(&row.verdict),
                verdict_words(row.expected.as_str())
            )
        })
        .collect();
    let said = Inline::Strong(format!("Not as expected: {}.", named.join("; ")));
    (!named.is_empty()).then(|| vec![said])
}

fn tight(page: &Page, rows: &[SummaryRow]) -> Vec<Block> {
    let table = tight::section(page.claims, rows);
    if table.is_empty() {
        return table;
    }
    let same_runs = verdicts::same_runs(page.verdicts).into_iter();
    [
        table,
        same_runs.collect(),
        tight::closest_runs(page.claims, page.verdicts, page.runs),
    ]
    .concat()
}

/// The analysis in the spec. Its own answer stands at the top, below the generated one.
fn analysis(page: &Page) -> Vec<Block> {
    let texts = [page.own_answer.unwrap_or_default(), page.analysis];
    let blocks = Block::prose(page.analysis);
    let has_interval = texts.iter().any(|text| text.contains('±'));
    let note = has_interval.then(|| Block::Call(Voice::Note, Inline::parse(HALF_WIDTH)));
    blocks.into_iter().chain(note).collect()
}

/// Text that explains the sign ± below prose that uses it.
const HALF_WIDTH: &str = "A number after ± is half the width of a 99 % confidence interval on the mean before it (Student's).";

/// A heading followed by blocks; empty if there are no blocks.
fn section(name: &str, blocks: Vec<Block>) -> Vec<Block> {
    let heading = (!blocks.is_empty()).then(|| Block::Heading(2, name.into()));
    heading.into_iter().chain(blocks).collect()
}

/// Every verdict, folded: the terms of the tables, and the tables of all claims and of all settings.
fn cells(page: &Page, rows: &[SummaryRow]) -> Vec<Block> {
    if rows.is_empty() {
        return Vec::new();
    }
    let (listed, all) = (verdicts::listed(page.verdicts), page.verdicts.len());
    let (summary, rest) = match listed.len() == all {
        true => (format!("Every verdict, setting by setting ({all})"), None),
        false => (
            format!("{} of {all} verdicts, setting by setting", listed.len()),
            Some(Block::paragraph(THINNED)),
        ),
    };
    let words = [Block::paragraph(verdicts::WORDS), Block::Table(table(rows))];
    let verdicts = Block::Table(verdicts::table(&listed, page.verdicts));
    fold(
        &summary,
        words.into_iter().chain(rest).chain([verdicts]).collect(),
    )
}

/// Explains verdicts on learners that are defined in floats; `None` if the study has only other learners.
fn in_floats(learners: &[String]) -> Option<Block> {
    let names: Vec<String> = learners.iter().map(|name| format!("`{name}`")).collect();
    (!names.is_empty()).then(|| {
        Block::paragraph(&format!(
            "Defined in floats: {}. A verdict is about what these floats do: where a score meets its threshold exactly, rounding decides whether a step is due.",
            names.join(", ")
        ))
    })
}

/// Text below the verdicts on a page that does not list all of them.
const THINNED: &str = "The unexpected verdicts, and for every claim those that came closest to their limit. [verdicts.json](verdicts.json) has all verdicts, \
    and `trials.parquet` every run.";

fn methods(page: &Page) -> Vec<Block> {
    if page.verdicts.is_empty() {
        return Vec::new();
    }
    verdicts::methods(page.verdicts, &page.theorems, &page.controls)
}

fn commands(page: &Page) -> Vec<Block> {
    vec![
        Block::Code(page.command.into()),
        Block::paragraph(&format!("Made by {}, from this spec:", page.revision)),
        Block::Code(without_prose(page.spec)),
    ]
}

/// The text of a spec without its `answer` and `analysis`, which the page shows.
fn without_prose(spec: &str) -> String {
    let Ok(root) = DeTable::parse(spec) else {
        return spec.to_owned();
    };
    let root = root.get_ref().iter();
    let prose = root.filter(|(key, _)| ["answer", "analysis"].contains(&key.get_ref().as_ref()));
    let mut places: Vec<_> = prose
        .map(|(key, value)| (key.span().start, value.span(), key))
        .collect();
    places.sort_by_key(|(start, ..)| std::cmp::Reverse(*start));
    let mut text = spec.to_owned();
    for (start, value, key) in places {
        text.replace_range(start..value.end, &format!("# {}: as above", key.get_ref()));
    }
    text
}

/// One line of text on an experiment: the number of runs, of expected verdicts, of goals, and of refuted controls.
fn outcome(verdicts: &[Verdict], rows: &[SummaryRow]) -> Vec<Inline> {
    let judged = verdicts
        .iter()
        .filter(|verdict| !verdict.goal && !verdict.asks_which);
    let expected = judged.clone().filter(|verdict| verdict.as_expected);
    let (expected, all) = (expected.count(), judged.count());
    let runs = counted(super::summary::runs(verdicts), "run");
    let count = Inline::Strong(match all {
        0 => runs,
        1 if expected == 1 => format!("{runs}; the verdict is as expected"),
        _ if expected == all => format!("{runs}; all {all} verdicts as expected"),
        _ => format!(
            "{runs}; {expected} of {} as expected",
            counted(all as u64, "verdict")
        ),
    });
    let goals: Vec<bool> = rows.iter().filter_map(|row| row.reached).collect();
    let reached = goals.iter().filter(|reached| **reached).count();
    let of_goals = format!(
        "{reached} of {} reached",
        counted(goals.len() as u64, "goal")
    );
    let of_goals = (!goals.is_empty()).then_some(Inline::Text(of_goals));
    let controls = rows.iter().filter(|row| row.control);
    let (refuted, spared): (Vec<&SummaryRow>, Vec<_>) = controls.partition(|row| row.is_refuted());
    let then = |inline| [Inline::Text("; ".into()), inline];
    let parts = [
        decided(rows),
        of_goals,
        refuted_controls(refuted.len(), spared.is_empty()),
        spared_controls(spared.len()),
    ];
    let after = parts.into_iter().flatten().flat_map(then);
    let end = Inline::Text(".".into());
    [count].into_iter().chain(after).chain([end]).collect()
}

/// Text with the number of decided comparisons of claims that ask which of several learners is better; `None` without such a claim.
fn decided(rows: &[SummaryRow]) -> Option<Inline> {
    let asked = rows.iter().filter(|row| row.asks_which);
    let words: Vec<VerdictKind> = asked.flat_map(|row| row.words.clone()).collect();
    let said = summary_row::decided(&words) + " comparisons decided";
    (!words.is_empty()).then_some(Inline::Text(said))
}

/// Text with the number of refuted controls, and what it shows if they are all; `None` if it is 0.
fn refuted_controls(count: usize, are_all: bool) -> Option<Inline> {
    let claims = counted(count as u64, "claim");
    let shows = if are_all {
        ", so an error would have shown"
    } else {
        ""
    };
    let words = format!("{claims} made wrong on purpose refuted{shows}");
    (count > 0).then_some(Inline::Text(words))
}

/// Text, in bold, with the number of controls that some trials did not refute; `None` if it is 0.
fn spared_controls(count: usize) -> Option<Inline> {
    let claims = counted(count as u64, "claim");
    let words = format!("{claims} made wrong on purpose not refuted everywhere");
    (count > 0).then_some(Inline::Strong(words))
}
