//! Words mistakes in the columns, keys and conditions of a table.

use crate::study::StudyError;
use claims::claim::TextMistake;
use claims::problem::Problem;
use claims::spec::nearest;
use claims::trial::{AnyColumn, ColumnKind};

/// Most names that are listed as allowed.
const MOST_NAMES: usize = 24;

/// Words a mistake in a text of the command line: the text, the place of the mistake in it, what is allowed, and the nearest name.
pub(super) fn in_text(option: &str, text: &str, problem: &TextMistake) -> StudyError {
    let start = problem.at.start.min(text.len());
    let end = problem.at.end.clamp(start, text.len());
    let before = text.get(..start).map_or(0, |before| before.chars().count());
    let length = text.get(start..end).map_or(1, |part| part.chars().count());
    let marks = format!("{}{}", " ".repeat(before), "^".repeat(length.max(1)));
    let marks = match problem.at.is_empty() && start == 0 {
        true => String::new(),
        false => format!("\n    {marks}"),
    };
    let wrong = &problem.problem;
    let mut found = Problem::new(format!("{option}: {wrong}\n    {text}{marks}"));
    if !problem.allowed.is_empty() {
        found = found.note("allowed", &problem.allowed);
    }
    if let Some((given, valid)) = &problem.names {
        found = among(found, given, valid, in_condition(given, &problem.problem));
    }
    StudyError::Usage(found)
}

/// The next step after a name that a condition cannot have as it is written there; `problem` is what is wrong with it.
fn in_condition(given: &str, problem: &str) -> Option<String> {
    let column = AnyColumn::named(given).map(|column| column.declared().kind);
    let key = problem.split_once("the key of the generator is ");
    Some(match (given, key, column) {
        ("variant", ..) => {
            "variants are chosen by their names: variant = NAME, or variant = [NAME, NAME]"
                .to_owned()
        }
        (_, Some((_, key)), _) => {
            format!("compare it as `{key}`, or choose its values: {given} = VALUE")
        }
        (_, _, Some(ColumnKind::Text | ColumnKind::Reason)) => {
            format!("`{given}` is a column of words: `--by {given}` has a row for each")
        }
        (_, _, Some(_)) => format!(
            "`{given}` is a column of trials, which is compared: {given} == VALUE, or <, <=, >, >=, !="
        ),
        _ => return None,
    })
}

/// Words a wrong name.
pub(super) fn of_name(problem: &str, given: &str, valid: &[String]) -> StudyError {
    StudyError::Usage(among(Problem::new(problem), given, valid, None))
}

/// Adds the names that are allowed, and the next step: `next`, or the name nearest to the given name.
fn among(problem: Problem, given: &str, valid: &[String], next: Option<String>) -> Problem {
    let listed = valid.iter().take(MOST_NAMES).cloned();
    let listed = listed.collect::<Vec<_>>().join(", ");
    let more = match valid.len().saturating_sub(MOST_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let help = match given == "replicate" {
        true => Some("a table counts equal trials together, without their replicates; trials.parquet lists them".to_owned()),
        false => next.or_else(|| nearest(given, valid).map(|name| format!("did you mean `{name}`?"))),
    };
    let problem = problem.note("allowed", format!("{listed}{more}"));
    match help {
        Some(help) => problem.help(help),
        None => problem,
    }
}
