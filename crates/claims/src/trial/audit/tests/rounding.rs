//! Tests how far rounding may move a value before the audit reports it.

use super::*;

#[test]
fn audit_accepts_a_leave_one_out_error_of_one() {
    let all = |row: &mut Record, _: &mut RunResult| {
        row.set(columns::LEAVE_ONE_OUT_ERRORS, Halves(12));
        row.set(columns::LEAVE_ONE_OUT_ERROR, 1.0);
    };
    assert_eq!(found(&design(BASIS, CYCLIC), all), None);
}

/// Long vectors do not widen the tolerance: the margins are of a separator of length 19 000 and of examples of length 5000.
#[test]
fn long_vectors_do_not_widen_the_audit_tolerance() {
    let points = "points\nexamples = [{ x = [-3000, 4000], y = 1 }, { x = [2000, 2000], y = -1 }]\n\
                  separator = [-16000, 11000]\nfloats = true";
    let design = design(points, CYCLIC);
    let moved = |by: f64, normalized_by: f64| {
        found(&design, |row, _| {
            let (margin, square) = (10_000.0 / 377_f64.sqrt(), 12.5 / 377.0);
            row.set(columns::SAMPLE_MARGIN, margin * (1.0 + by));
            let square = Quantity::float(square * (1.0 + normalized_by));
            row.set(columns::NORMALIZED_MARGIN_SQUARED, square);
        })
    };
    assert_eq!(moved(0.0, 0.0), None);
    assert!(moved(1e-12, 0.0).is_some_and(|words| words.contains("sample_margin is 515")));
    assert!(
        moved(0.0, 1e-12).is_some_and(|words| words.contains("normalized_margin_squared is 0.03"))
    );
}

/// A score of 1 and a length of 1 are off by at most 9ε. The audit allows twice as much.
#[test]
fn audit_tolerates_rounding_error_in_a_margin() {
    let point = "points\nexamples = [{ x = [1], y = 1 }]\nseparator = [1]\nfloats = true";
    let design = design(point, CYCLIC);
    let off = |by: f64| {
        found(&design, |row, _| {
            row.set(columns::SAMPLE_MARGIN, 1.0 + by * f64::EPSILON)
        })
    };
    assert_eq!((off(0.0), off(17.0)), (None, None));
    assert!(off(19.0).is_some());
}

/// Asserts that the audit accepts numbers that are off by just under `most` ε and refuses those just above.
fn assert_allowed(design: &Design, most: f64, change: impl Fn(&mut Record, &mut RunResult, f64)) {
    for sign in [-1.0, 1.0] {
        let off = |by: f64| {
            found(design, |row, learned| {
                change(row, learned, sign * by * f64::EPSILON)
            })
        };
        assert_eq!(off(0.0), None);
        assert_eq!(off(most - 1.0), None, "{most} {sign}");
        assert!(off(most + 1.0).is_some(), "{most} {sign}");
    }
}

/// For integers the float of a margin, a radius or a weight differs from the exact number by the rounding of one root or one product.
#[test]
fn audit_tolerates_a_few_roundings_in_floats_of_exact_numbers() {
    let point = "points\nexamples = [{ x = [1, 0], y = 1 }]\nseparator = [1, 0]";
    let design = design(point, CYCLIC);
    assert_allowed(&design, 16.0, |row, _, by| {
        row.set(columns::SAMPLE_MARGIN, 1.0 + by)
    });
    assert_allowed(&design, 16.0, |_, learned, by| pulled(learned, 0, by));
    let half = "rule = { margin-perceptron = { step = \"1/2\", threshold = \"1/2\" } }\norder = \"cyclic\"";
    let words = found(&self::design(point, half), |_, learned| {
        pulled(learned, 0, 0.25)
    });
    let due = "weight 0 of the last vector is 0.75, and by the list of updates 0.5";
    assert!(words.is_some_and(|words| words.ends_with(due)));
    // Rounding weighs twice as much in the square as in the root.
    assert_allowed(&design, 2.0, |row, _, by| {
        row.set(columns::RADIUS, 1.0 + by)
    });
}

/// One update on (1, 2) with step 1/2 gives (1/2, 1), each entry off by at most (1 + 4)·2ε of itself. Its square 5/4 is off by 2·10ε of itself, and
/// by 2·6ε of its own sum.
#[test]
fn audit_tolerates_accumulated_rounding_in_a_float_weight_vector() {
    let point = "points\nexamples = [{ x = [1, 2], y = 1 }]\nseparator = [1, 0]\nfloats = true";
    let half =
        "rule = { margin-perceptron = { step = \"1/2\", threshold = 1 } }\norder = \"cyclic\"";
    let design = design(point, half);
    assert_allowed(&design, 5.0, |_, learned, by| pulled(learned, 0, by));
    assert_allowed(&design, 10.0, |_, learned, by| pulled(learned, 1, by));
    assert_allowed(&design, 40.0, |row, _, by| {
        row.set(columns::OUTPUT_NORM_SQUARED, Quantity::float(1.25 + by));
    });
}

/// The planted (1, −1) scores 0 on the first example, so it is no separator. On the other examples alone it is one.
#[test]
fn audit_refuses_a_margin_if_the_planted_direction_does_not_separate() {
    for (first, floats) in [
        ("0, 0", ""),
        ("2, 2", ""),
        ("1, 2", ""),
        ("2, 2", "\nfloats = true"),
    ] {
        let points = format!(
            "points\nexamples = [{{ x = [{first}], y = 1 }}, {{ x = [1, 3], y = -1 }}]\nseparator = [1, -1]{floats}"
        );
        let capped = format!("{CYCLIC}\nstop = {{ updates = 9 }}");
        let design = design(&points, &capped);
        assert_eq!(found(&design, |_, _| {}), None, "{points}");
        let with = found(&design, |row, _| {
            row.set(columns::SAMPLE_MARGIN_SQUARED, fraction(1, 9))
        });
        assert!(with.is_some(), "{points}");
    }
}

#[test]
fn audit_refuses_a_sample_margin_without_a_planted_direction() {
    for floats in ["", "\nfloats = true"] {
        let points = "points\nexamples = [{ x = [1, 2], y = 1 }, { x = [1, 3], y = -1 }]";
        let design = design(
            &format!("{points}{floats}"),
            &format!("{CYCLIC}\nstop = {{ updates = 9 }}"),
        );
        assert_eq!(found(&design, |_, _| {}), None);
        let planted = found(&design, |row, _| row.set(columns::SAMPLE_MARGIN, 0.5));
        assert!(planted.is_some_and(|words| words.contains("sample_margin is 0.5")));
    }
}
