//! Runs the command `calibrate`: prints the judge's error rates and the faults that its claims detect, and writes a page about them.

use super::settings::{Settings, print_json};
use crate::report;
use crate::report::calibration;
use crate::study::{Outcome, StudyError};
use claims::calibrate::{Calibration, Effort};
use clap::Args;

/// Options of `calibrate`.
#[derive(Debug, Args)]
pub(super) struct CalibrateOptions {
    /// Simulate 600 studies per row of the table instead of 10 000; results go to results/quick
    #[arg(long)]
    pub quick: bool,
}

pub(super) fn calibrate(
    options: &CalibrateOptions,
    settings: &Settings,
) -> Result<Outcome, StudyError> {
    let quick = options.quick;
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
    Ok(if calibration.is_promise_kept() {
        Outcome::AsExpected
    } else {
        Outcome::Unexpected
    })
}
