//! Says of the data files of a spec what was left out of them, and which of their examples every replicate is trained on and tested on; and what is
//! measured on fewer replicates.

use super::Spec;
use crate::figure::Request;
use crate::numbers::{counted, listed};
use crate::trial::Measure;
use perceptron::generate::{File, Generate, Generator};
use perceptron::intake::Intake;
use std::collections::BTreeSet;
use std::path::Path;

/// Most sentences about one spec; a sweep over sizes has one for each.
const MOST: usize = 4;

impl Spec {
    /// Sentences about the data files and their parts, each once, in the order of the cells, of many the first; and about columns that are measured on
    /// fewer replicates.
    pub fn data_in_words(&self) -> Vec<String> {
        let mut said = self.data_contents.clone();
        for cell in &self.cells {
            if let Generator::File(file) = &cell.generator {
                said.push(parts(file));
            }
        }
        let mut seen = BTreeSet::new();
        said.retain(|sentence| seen.insert(sentence.clone()));
        said.truncate(MOST);
        let read = |measure: &Measure| {
            let claimed = self.claims.iter().flat_map(|claim| claim.statement.reads());
            let drawn = self.figures.iter().flat_map(Request::columns);
            let read = claimed
                .chain(drawn)
                .chain(self.named_columns.iter().copied());
            let own = read.filter(|column| column.measure() == *measure);
            let names: BTreeSet<String> =
                own.map(|column| format!("`{}`", column.name())).collect();
            listed(&names.into_iter().collect::<Vec<_>>())
        };
        let fewer = self
            .fewer_replicates
            .iter()
            .map(|(measure, first)| (read(measure), first));
        let fewer = fewer.filter(|(names, _)| !names.is_empty());
        said.extend(fewer.map(|(names, first)| {
            format!("At most the first {first} replicates of a setting have {names}.")
        }));
        said
    }
}

fn name(path: &str) -> String {
    let name = Path::new(path).file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The number of examples in a file, and of the rows that were left out.
pub(super) fn content(name: &str, intake: &Intake) -> String {
    let reasons = [
        (intake.other_classes, "of other classes"),
        (intake.dropped, "of these classes with a missing value"),
    ];
    let left_out = reasons.into_iter().filter(|(rows, _)| *rows > 0);
    let left_out = left_out.map(|(rows, reason)| format!("{} {reason}", counted(rows, "row")));
    let left_out: Vec<String> = left_out.collect();
    let left_out = match left_out.as_slice() {
        [] => String::new(),
        parts => format!("; left out: {}", listed(parts)),
    };
    let examples = counted(intake.sample.labels.len() as u64, "example");
    format!("The file {name} has {examples}{left_out}.")
}

/// What a replicate is trained on, and what it is tested on.
fn parts(file: &File) -> String {
    let [trained, tested] =
        [file.examples(), file.tested()].map(|count| counted(count as u64, "example"));
    let in_proportion = match file.stratified {
        true => ", each class in the same proportion",
        false => "",
    };
    if let Some(folds) = file.folds {
        return format!(
            "Every replicate divides {trained} at random into {folds} folds{in_proportion}, and tests on each fold what is trained on the others."
        );
    }
    if let Some(test) = &file.test_file {
        return format!(
            "Every replicate is trained on {trained} and tested on the {tested} of {}.",
            name(test)
        );
    }
    match (file.test_share, file.is_fixed(), file.shuffled) {
        (Some(_), ..) => format!(
            "Every replicate is trained on {trained} and tested on {} others, drawn anew{in_proportion}.",
            file.tested()
        ),
        (None, true, _) => "Every replicate takes them all, in the order of the file.".into(),
        (None, _, true) => format!("Every replicate takes {trained} of it in a random order."),
        (None, ..) => {
            format!("Every replicate takes {trained} of it at random, in the order of the file.")
        }
    }
}
