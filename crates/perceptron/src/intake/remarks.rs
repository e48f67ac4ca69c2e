//! Says what a reader should check first in a file that was read: features that number the rows, and labels that are numbers to predict.

use super::content::Intake;
use super::format::Format;
use std::collections::BTreeSet;

/// Names under which programs write row numbers.
const ROW_NUMBERS: [&str; 8] = [
    "index",
    "level_0",
    "row",
    "rownames",
    "row.names",
    "row_number",
    "rownum",
    "id",
];

/// Fewest rows for which consecutive numbers in a column are evidence that it counts them.
const FEWEST_COUNTED: usize = 4;

/// Fewest numbers as classes that look like numbers to predict although some repeat.
const FEWEST_VALUES: usize = 8;

impl Intake {
    /// Features that number the rows: they count them in the order of the file, or have the name of a row number and a different integer in each row.
    pub fn row_counters(&self) -> Vec<String> {
        let names = self.features.iter().enumerate();
        let counting = names.filter(|&(index, name)| numbers_rows(self, index, name));
        counting.map(|(_, name)| name.clone()).collect()
    }

    /// Sentences that advise the user on features that number the rows.
    pub fn counted_rows(&self) -> Vec<String> {
        let is_table = self.format != Format::Libsvm;
        let counting = self.row_counters().into_iter();
        let is_only = self.features.len() == 1;
        counting
            .map(|name| numbering(&name, is_table, is_only))
            .collect()
    }

    /// Says that the classes look like numbers to predict, as the target of a regression: every example has its own, or there are many and all are
    /// numbers; `None` if they do not.
    pub fn values_as_classes(&self) -> Option<String> {
        let place = match self.format {
            Format::Libsvm => String::new(),
            _ => format!(" in the column {}", self.label),
        };
        let (examples, classes) = (self.lines.len(), self.classes.len());
        let is_number = |class: &(String, u64)| class.0.parse::<f64>().is_ok();
        let many = classes >= FEWEST_VALUES && 4 * classes > 3 * examples;
        let what = match classes == examples {
            true if classes > 2 => format!("Every example has a different class{place}"),
            false if many && self.classes.iter().all(is_number) => {
                format!("{examples} examples have {classes} different numbers as classes{place}")
            }
            _ => return None,
        };
        Some(format!(
            "{what}: these look like numbers to predict, not classes."
        ))
    }
}

/// Advises the user on a feature that numbers the rows; the only one cannot be left out.
pub fn numbering(name: &str, is_table: bool, is_only: bool) -> String {
    if is_only {
        return format!(
            "The feature {name} numbers the rows, as an index does, and there is no other."
        );
    }
    let next = match is_table {
        true => "leave it out: name the other features with `--features`",
        false => "remove its entries from the file",
    };
    format!(
        "The feature {name} numbers the rows, as an index does. If you did not measure it, {next}."
    )
}

fn numbers_rows(intake: &Intake, index: usize, name: &str) -> bool {
    let features = &intake.sample.features;
    let name = name.to_ascii_lowercase();
    let is_named = ROW_NUMBERS.contains(&name.as_str())
        || name.starts_with("unnamed: ")
        || name.starts_with("__index_level_");
    let value = |example: usize| features.value(example, index);
    let (rows, first) = (intake.lines.len(), value(0));
    if rows < FEWEST_COUNTED {
        return false;
    }
    let counts =
        |example: usize| value(example) - first == (intake.lines[example] - intake.lines[0]) as f64;
    if (1..rows).all(counts) {
        return true;
    }
    if !is_named {
        return false;
    }
    let values: BTreeSet<u64> = (0..rows).map(|example| value(example).to_bits()).collect();
    values.len() == rows && (0..rows).all(|example| value(example).fract() == 0.0)
}
