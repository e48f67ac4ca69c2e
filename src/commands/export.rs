//! Exports the sample of a trial and says what was written.

use super::{Outcome, Settings, print_json};
use crate::study::StudyError;
use crate::study::export::{Exported, export};
use std::path::Path;

pub(super) fn show(
    address: &str,
    path: &Path,
    certificate: Option<&Path>,
    settings: &Settings,
) -> Result<Outcome, StudyError> {
    let (results, experiments) = (&settings.results, &settings.experiments);
    let exported = export(address, path, certificate, results, experiments)?;
    if settings.json {
        print_json(&exported)?;
    } else {
        print(&exported);
    }
    Ok(Outcome::AsExpected)
}

fn print(exported: &Exported) {
    let Exported {
        examples, features, ..
    } = exported;
    println!("{examples} examples of {features} features, labels -1 and 1");
    let numbers = match (exported.exact, exported.endless_decimals) {
        (false, _) => "doubles, in the shortest decimals that read as the same".to_owned(),
        (true, 0) => "exact decimals".to_owned(),
        (true, endless) => format!(
            "exact, but {endless} are no finite decimals: p/q in CSV, rounded to doubles in other formats"
        ),
    };
    println!("the numbers are {numbers}");
    for file in &exported.files {
        println!("written: {}", file.display());
    }
}
