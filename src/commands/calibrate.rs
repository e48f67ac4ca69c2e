//! Calibrates: prints how often the judge is wrong and what its claims catch, and writes the page about it.

use super::{Outcome, Settings, print_json};
use crate::report;
use crate::report::calibration;
use crate::study::StudyError;
use claims::calibrate::{Calibration, Effort};

pub(super) fn calibrate(quick: bool, settings: &Settings) -> Result<Outcome, StudyError> {
    let effort = if quick { Effort::QUICK } else { Effort::FULL };
    let results = if quick {
        settings.results.join("quick")
    } else {
        settings.results.clone()
    };
    let command = if quick {
        "perceptron-lab calibrate --quick"
    } else {
        "perceptron-lab calibrate"
    };
    let calibration = Calibration::run(effort);
    calibration::write(&calibration, &results.join("calibration"), command)?;
    if settings.json {
        print_json(&calibration)?;
    } else {
        let tables = calibration::table(&calibration).map(|table| report::text(&table));
        println!("{}", tables.join("\n"));
    }
    Ok(if calibration.is_kept() {
        Outcome::AsExpected
    } else {
        Outcome::Unexpected
    })
}
