//! Writes the results of a calibration: JSON for programs, and a page with tables and a figure.

use super::document::{Block, Document, Table, TableCell, TableColumn};
use super::{self as report, ReportError};
use claims::calibrate::{Calibration, Catch, Tally};
use claims::figure::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};
use std::path::Path;

/// Returns the tables of a calibration: how often the judge was wrong, and which planted faults the claims noticed.
pub fn table(calibration: &Calibration) -> [Table; 2] {
    let calibrated = calibration.calibration.iter().map(rate_row).collect();
    let gauntlet = calibration.gauntlet.iter().map(catch_row).collect();
    [
        Table::plain(rate_columns(), calibrated),
        Table::plain(catch_columns(), gauntlet),
    ]
}

fn rate_columns() -> Vec<TableColumn> {
    vec![
        TableColumn::left_aligned("form"),
        TableColumn::left_aligned("setting"),
        TableColumn::right("studies"),
        TableColumn::right("α"),
        TableColumn::right("level"),
        TableColumn::right("false violated"),
        TableColumn::right("upper 99 %"),
        TableColumn::right("false holds"),
        TableColumn::right("coverage"),
        TableColumn::right("power"),
        TableColumn::right("mean trials"),
        TableColumn::left_aligned("promise"),
    ]
}

fn catch_columns() -> Vec<TableColumn> {
    vec![
        TableColumn::left_aligned("fault"),
        TableColumn::left_aligned("theory"),
        TableColumn::left_aligned("caught by"),
        TableColumn::right("trials"),
        TableColumn::left_aligned("without it"),
        TableColumn::left_aligned("caught"),
    ]
}

fn rate_row(tally: &Tally) -> Vec<TableCell> {
    vec![
        tally.form.as_str().into(),
        tally.setting.as_str().into(),
        tally.studies.into(),
        tally.alpha.into(),
        tally.level.into(),
        tally.false_violated.into(),
        tally.upper_99.into(),
        tally.false_holds.into(),
        tally.coverage.into(),
        tally.power.into(),
        tally.mean_trials.into(),
        yes_or_no(tally.is_promise_kept(), "kept", "broken"),
    ]
}

fn catch_row(catch: &Catch) -> Vec<TableCell> {
    vec![
        catch.name.as_str().into(),
        catch.theory.clone().into(),
        catch.by.as_str().into(),
        catch.trials.into(),
        catch.twin.as_str().into(),
        yes_or_no(catch.is_promise_kept(), "yes", "no"),
    ]
}

fn yes_or_no(kept: bool, yes: &str, no: &str) -> TableCell {
    TableCell::Verdict {
        word: if kept { yes } else { no }.into(),
        as_expected: kept,
    }
}

/// Writes `calibration.json`, `calibration.md`, `calibration.html` and their figure into a folder.
///
/// # Errors
/// `Disk` if something cannot be written, `Draw` if the figure cannot be drawn.
pub fn write(calibration: &Calibration, folder: &Path, command: &str) -> Result<(), ReportError> {
    let figures = report::draw_all(&[chart(calibration)], &folder.join("figures"), None)?;
    let page = document(calibration, figures, command);
    report::write_document(folder, "calibration", &page)?;
    let path = folder.join("calibration.json");
    let json = serde_json::to_string_pretty(calibration)
        .map_err(|error| ReportError::disk("write", &path, error))?;
    report::save(&path, &(json + "\n"))
}

const MEANING: &str = "Every row simulates studies whose truth is known, and judges them by the judge that reaches the verdicts of all \
    experiments. **False violated**: how often a claim whose limit is met exactly came out `violated`, watched after every trial, with the \
    first decision final. **False holds**: how often `holds` came out although the limit was slightly wrong. **Coverage**: how \
    often the interval contained the truth at every look. **Power** and **mean trials**: how often, and after how many trials, a claim that is \
    false by a factor of 2 to 4 was refuted. A study's α is split in two: half of it is the **level** of \
    false violations, whether one bound decides or, for an identity, two with half the level each. The promise is kept if the upper 99 % limit (Clopper and Pearson) on \
    the false violations is below 1.2 times the level (of fewer than 10 000 studies: if their lower limit is not above the level), and if neither false holds nor coverage are worse than promised beyond their own 99 % limits. Where one trial decides no α is spent: \
    every injected violation must be found, and no clean study refuted.";

const GAUNTLET: &str = "Every row plants one fault: in the learner, the data, the measurement or the limit; the claim is changed only if the fault is a wrong limit. It must \
    come out `violated` with the fault, and must not without it.";

fn document(calibration: &Calibration, figures: Vec<Block>, command: &str) -> Document {
    let [rates, gauntlet] = table(calibration);
    let heading = |text: &str| Block::Heading(2, text.into());
    let outcome = if calibration.is_promise_kept() {
        "Every promise is kept."
    } else {
        "**A promise is broken.**"
    };
    let opening = vec![
        Block::paragraph(outcome),
        heading("How often the judge is wrong"),
        Block::paragraph(MEANING),
    ];
    let rest = vec![
        Block::Table(rates),
        heading("What is caught"),
        Block::paragraph(GAUNTLET),
        Block::Table(gauntlet),
        heading("How to make this page again"),
        Block::Code(command.into()),
    ];
    Document {
        title: "How often the program is wrong".into(),
        blocks: [opening, figures, rest].concat(),
    }
}

/// Describes the figure of the rates of false `violated` verdicts, with their upper limits, against the promised rate.
fn chart(calibration: &Calibration) -> Chart {
    let statistical: Vec<&Tally> = calibration
        .calibration
        .iter()
        .filter(|tally| tally.level > 0.0)
        .collect();
    let names = statistical
        .iter()
        .map(|tally| format!("{}: {}", tally.form, tally.setting))
        .collect();
    let points = |y: fn(&Tally) -> Point| {
        statistical
            .iter()
            .enumerate()
            .map(|(x, tally)| Point {
                x: x as f64,
                ..y(tally)
            })
            .collect()
    };
    let rates = points(|tally| {
        Point::interval(
            0.0,
            tally.false_violated,
            tally.false_violated,
            tally.upper_99,
        )
    });
    let promised = points(|tally| Point::new(0.0, tally.level));
    Chart {
        name: "false-violated".into(),
        title: "False `violated` under continuous watching".replace('`', ""),
        caption: "With the limit met exactly, watched after every trial: the rate of false violations, its upper 99 % limit, and the level that is promised for them.".into(),
        x: Axis::categories("form and law", names),
        y: Axis::linear("false violated"),
        series: vec![
            Series::new("observed, with its upper limit", SeriesRole::Observed, Mark::Points, rates),
            Series::new("promised", SeriesRole::Bound, Mark::Points, promised),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::claims::calibrate::Effort;

    #[test]
    fn a_calibration_is_written_as_json_for_programs_and_as_a_page_for_people() {
        let folder = tempfile::TempDir::new().unwrap();
        let calibration = Calibration::run(Effort { studies: 10 });
        write(&calibration, folder.path(), "perceptron-lab calibrate").unwrap();
        let read = |file: &str| std::fs::read_to_string(folder.path().join(file)).unwrap();
        let json: serde_json::Value = serde_json::from_str(&read("calibration.json")).unwrap();
        assert_eq!(
            json.as_object().unwrap().keys().collect::<Vec<_>>(),
            ["calibration", "gauntlet"]
        );
        for key in [
            "form",
            "setting",
            "studies",
            "false_violated",
            "upper_99",
            "coverage",
            "power",
            "mean_trials",
        ] {
            assert!(json["calibration"][0].get(key).is_some(), "{key}");
        }
        for key in ["name", "caught", "by", "trials"] {
            assert!(json["gauntlet"][0].get(key).is_some(), "{key}");
        }
        assert!(
            read("calibration.md").contains("| XOR |") && read("calibration.html").contains("<svg")
        );
        assert!(folder.path().join("figures/false-violated.png").exists());
    }
}
