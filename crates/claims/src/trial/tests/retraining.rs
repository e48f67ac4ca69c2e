//! Checks how many leave-one-out runs a trial makes, depending on its measures.

use super::spec;
use crate::trial::{Measure, columns};

/// The number of leave-one-out runs of a trial with these measures, and whether its columns of leave-one-out and of coupling have values.
fn retrained(generator: &str, stop: &str, measures: &[Measure]) -> (Option<u64>, [bool; 2]) {
    let rest = format!("[variants.v]\nrule = {{ perceptron = {{}} }}\norder = \"cyclic\"\n{stop}");
    let spec = spec(generator, &rest);
    let mut design = spec.design(&spec.cells[0]);
    design.measures.extend(measures);
    let block = design.block([0]);
    let row = block.row(0, 0).unwrap();
    let tells = [
        columns::LEAVE_ONE_OUT_ERRORS.any(),
        columns::COUPLING_DIFFERENCES.any(),
    ];
    (
        row.copied(columns::RETRAININGS),
        tells.map(|column| row.has_values(column)),
    )
}

const SPHERE: &str = "sphere-margin\ndimension = 3\nexamples = 60\ntarget_margin = 0.2";

#[test]
fn measures_that_test_the_retraining_shortcut_disable_it() {
    use Measure::{Coupling, EveryRetraining, LeaveOneOut};
    let (coupled, _) = retrained(SPHERE, "", &[LeaveOneOut]);
    assert!(coupled > Some(0) && coupled < Some(60), "{coupled:?}");
    for tests in [Coupling, EveryRetraining] {
        let (retrainings, _) = retrained(SPHERE, "", &[LeaveOneOut, tests]);
        assert_eq!(retrainings, Some(60), "{tests:?}");
    }
}

#[test]
fn run_ended_by_the_work_cap_is_not_retrained_without_each_example() {
    let points =
        "points\nexamples = [{ x = [1], y = 1 }, { x = [1], y = -1 }, { x = [2], y = -1 }]";
    let measures = [Measure::LeaveOneOut, Measure::Coupling];
    let capped = retrained(points, "stop = { updates = 50 }", &measures);
    assert_eq!(capped, (Some(3), [true; 2]));
    assert_eq!(retrained(points, "", &measures), (None, [false; 2]));
}
