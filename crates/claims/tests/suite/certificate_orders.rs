//! Certifies a run of every order, forges runs that the order cannot make, and checks the reason if an order cannot be checked.

use crate::certificates::certified;
use claims::certificate::{Address, Certificate, CheckResult, certify, check};
use claims::problem::Problem;
use claims::spec::Spec;
use claims::trial::Repetition;
use std::path::Path;
use testing::{CYCLIC, STREAM, SpecText};

const ORDERS: [&str; 8] = [
    "\"stream\"",
    "\"cyclic\"",
    "\"shuffled\"",
    "\"random\"",
    "\"first-misclassified\"",
    "\"random-misclassified\"",
    "\"most-violated\"",
    "\"least-violated\"",
];

const SAMPLES: [&str; 3] = [
    "integer-points\ndimension = 3\nbound = 4\nexamples = 12",
    "sphere-margin\ndimension = 4\ntarget_margin = 0.1\nexamples = 25",
    "majority\ndimension = 9\nrelevant = 3\nexamples = 40",
];

/// No threshold is a multiple of a step. Otherwise runs in floats and in fractions could differ on unit vectors.
const RULES: [&str; 4] = [
    "rule = { perceptron = {} }",
    "rule = { perceptron = {} }\nties = \"positive\"\noffset = \"1/2\"",
    "rule = { margin-perceptron = { threshold = \"3/2\", step = \"2/5\" } }",
    "rule = { normalized-perceptron = {} }",
];

/// Certifies every order on every sample with every rule.
fn each(mut take: impl FnMut(&str, (Repetition, Certificate, Certificate))) {
    for order in ORDERS {
        for sample in SAMPLES {
            for rule in RULES {
                let name = format!("{order} {sample} {rule}");
                take(
                    &name,
                    certified(sample, &format!("{rule}\norder = {order}")),
                );
            }
        }
    }
}

/// Whether the order compares normalized scores of examples with different norms, for which there are no exact numbers.
fn is_beyond(name: &str) -> bool {
    name.contains("normalized") && !name.contains("majority") && name.contains("-violated")
}

#[test]
fn certificates_of_runs_in_every_order_are_valid() {
    let (mut in_full, mut undecided) = (0, 0);
    each(|name, (trial, blank, made)| {
        let (_, variant) = trial.variant.as_ref().unwrap();
        match check(&made, &blank, &trial) {
            CheckResult::Valid { order } => {
                assert!(order.starts_with(variant.order.as_str()), "{name}: {order}");
                in_full += 1;
            }
            CheckResult::OrderNotChecked { why } if is_beyond(name) => {
                assert!(why.contains("different norms"), "{name}: {why}");
            }
            // Rounded norms can leave the sign of a score open even during the run.
            CheckResult::OrderNotChecked { why }
                if made.stop_reason.as_deref() == Some("undecided") =>
            {
                assert!(why.contains("left a sign open"), "{name}: {why}");
                undecided += 1;
            }
            other => panic!("{name}: {other:?}"),
        }
    });
    let all = ORDERS.len() * SAMPLES.len() * RULES.len();
    assert_eq!(in_full + undecided, all - 4);
    assert!(undecided <= ORDERS.len(), "{undecided}");
}

#[test]
fn certificate_of_another_order_is_refused_at_the_first_differing_update() {
    let mut other_courses = 0;
    each(|name, (trial, blank, made)| {
        if is_beyond(name) {
            return;
        }
        // A run of the rule in another order is a valid run, but not of this order.
        let (_, variant) = trial.variant.clone().unwrap();
        let cyclic = variant.order.as_str() == "cyclic";
        let other = if cyclic { "\"shuffled\"" } else { "\"cyclic\"" };
        let order = format!("\"{}\"", variant.order.as_str());
        let (sample, rule) = name[order.len() + 1..].split_once(" rule").unwrap();
        let (_, _, forged) = certified(sample, &format!("rule{rule}\norder = {other}"));
        if forged.updates == made.updates {
            return;
        }
        other_courses += 1;
        match check(&forged, &blank, &trial) {
            CheckResult::Refused { field, .. } => {
                let place = (0..made.updates.len().max(forged.updates.len()))
                    .find(|&place| made.updates.get(place) != forged.updates.get(place));
                let place = place.unwrap();
                let due = match forged.updates.len() {
                    all if place < all => format!("updates[{place}]"),
                    _ => "updates".into(),
                };
                assert_eq!(field, due, "{name}");
            }
            CheckResult::RoundingDependent { .. } => panic!("{name}"),
            other => panic!("{name}: {other:?}"),
        }
    });
    assert!(other_courses > 40, "{other_courses}");
}

/// The field for which a changed certificate is refused.
fn refused_for(
    (trial, blank, made): &(Repetition, Certificate, Certificate),
    change: impl Fn(&mut Certificate),
) -> String {
    let mut changed = made.clone();
    change(&mut changed);
    match check(&changed, blank, trial) {
        CheckResult::Refused { field, .. } => field,
        other => panic!("{other:?}"),
    }
}

/// Three examples; one update on any of them classifies all three correctly.
const CLOSE: &str =
    "points\nexamples = [{ x = [3, 1], y = 1 }, { x = [3, 0], y = 1 }, { x = [3, -1], y = 1 }]";

#[test]
fn a_forged_run_that_the_cyclic_order_cannot_make_is_refused() {
    let cyclic = certified(CLOSE, CYCLIC);
    assert_eq!(
        (cyclic.2.updates.as_slice(), cyclic.2.counts.unwrap().passes),
        (&[0][..], 2)
    );
    let forged = |made: &mut Certificate| {
        made.updates = vec![2];
        made.hull = Some(vec![(2, perceptron::sample::Rational::one())]);
        let counts = made.counts.as_mut().unwrap();
        (counts.passes, counts.draws) = (99, 297);
    };
    assert_eq!(refused_for(&cyclic, forged), "updates[0]");
    let count = |change: fn(&mut claims::certificate::CertifiedCounts)| {
        refused_for(&cyclic, |made| change(made.counts.as_mut().unwrap()))
    };
    assert_eq!(count(|counts| counts.passes = 99), "counts.passes");
    assert_eq!(count(|counts| counts.passes = 1), "counts.passes");
    assert_eq!(count(|counts| counts.draws = 7), "counts.draws");
    for reason in ["end-of-stream", "update-cap", "undecided", "clean", ""] {
        let field = refused_for(&cyclic, |made| made.stop_reason = Some(reason.into()));
        assert_eq!(field, "stop_reason", "{reason}");
    }
    assert_eq!(
        refused_for(&cyclic, |made| made.stop_reason = None),
        "stop_reason"
    );
}

#[test]
fn certified_run_ends_exactly_at_its_update_cap_or_given_list() {
    let capped = certified(
        "points\nexamples = [{ x = [1], y = 1 }, { x = [1], y = -1 }]",
        "rule = { perceptron = {} }\norder = \"cyclic\"\nstop = { updates = 5 }",
    );
    assert!(matches!(
        check(&capped.2, &capped.1, &capped.0),
        CheckResult::Valid { .. }
    ));
    let shorter = refused_for(&capped, |made| {
        made.updates.truncate(3);
        let counts = made.counts.as_mut().unwrap();
        (counts.updates, counts.mistakes, counts.margin_mistakes) = (3, 3, 3);
        (counts.draws, counts.passes) = (3, 1);
    });
    assert_eq!(shorter, "updates");
    let given = certified(
        CLOSE,
        "rule = { perceptron = {} }\norder = { given = [2, 0, 1] }",
    );
    assert_eq!(given.2.updates, [2]);
    assert!(matches!(
        check(&given.2, &given.1, &given.0),
        CheckResult::Valid { .. }
    ));
    assert_eq!(
        refused_for(&given, |made| made.updates = vec![0]),
        "updates[0]"
    );
}

#[test]
fn check_reports_why_an_order_was_not_replayed() {
    let not_checked = |(trial, blank, made): (Repetition, Certificate, Certificate)| match check(
        &made, &blank, &trial,
    ) {
        CheckResult::OrderNotChecked { why } => why,
        other => panic!("{other:?}"),
    };
    let all = "rule = { perceptron = {} }\norder = \"all-orders\"";
    assert!(not_checked(certified(CLOSE, all)).contains("none is longer"));
    // Without a stated cap, the program's own cap on work ends a run that never stops.
    let endless = "rule = { perceptron = {} }\norder = \"most-violated\"";
    let twins: Vec<String> = (0..400)
        .map(|i| format!("{{ x = [1, {i}], y = 1 }}, {{ x = [1, {i}], y = -1 }}"))
        .collect();
    let twins = format!("points\nexamples = [{}]", twins.join(", "));
    let why = not_checked(certified(&twins, endless));
    assert!(why.contains("cap on work"), "{why}");
}

#[test]
fn run_against_an_adversary_is_checked_in_the_order_of_its_answers() {
    let forced = certified("forced-mistakes\ndimension = 5", STREAM);
    let answer = check(&forced.2, &forced.1, &forced.0);
    let CheckResult::Valid { order } = answer else {
        panic!("{answer:?}")
    };
    assert!(order.contains("with the adversary's answers"), "{order}");
    let swapped = refused_for(&forced, |made| made.updates.swap(0, 1));
    assert!(swapped.starts_with("updates["), "{swapped}");
    assert_eq!(
        refused_for(&forced, |made| made.counts.as_mut().unwrap().passes = 2),
        "counts.passes"
    );
}

#[test]
fn certificate_of_a_trial_without_a_learner_contains_no_run() {
    let (trial, blank, made) = {
        let spec = SpecText::new(CLOSE).read(Spec::from_text);
        let design = spec.design(&spec.cells[0]);
        let trial = design.repeat(0, None, true).unwrap();
        let address: Address = "e:c:-:0".parse().unwrap();
        let blank = Certificate::blank(&address, &design.settings[0], &trial.sample);
        let made = certify(blank.clone(), &trial.sample, None);
        (trial, blank, made)
    };
    assert!(matches!(
        check(&made, &blank, &trial),
        CheckResult::Valid { .. }
    ));
    let all = (trial, blank, made);
    assert_eq!(
        refused_for(&all, |made| made.stop_reason = Some("clean-pass".into())),
        "stop_reason"
    );
    assert_eq!(refused_for(&all, |made| made.updates.push(0)), "updates");
}

#[test]
fn errors_about_oversized_input_quote_little_and_name_its_position() {
    let long = "x".repeat(100_000);
    let error = Certificate::read(&format!("{{\n\"{long}\": 1}}")).unwrap_err();
    assert!(error.len() < 1000 && error.contains("line 2"), "{error}");
    let error = Problem::from(long.parse::<Address>().unwrap_err()).to_string();
    assert!(error.len() < 1000 && error.contains("= help"), "{error}");
    let text = format!("title = \"t\"\nquestion = [\"{long}\", nonsense]\n");
    let error = Spec::from_text("e", Path::new("e.toml"), &text)
        .unwrap_err()
        .to_string();
    assert!(
        error.len() < 2000 && error.contains("e.toml:2:100017"),
        "{error}"
    );
    // The caret points at the fault, even if the printed line begins in the middle.
    let lines: Vec<&str> = error.lines().collect();
    let caret = lines.iter().position(|line| line.contains('^')).unwrap();
    let column = lines[caret]
        .chars()
        .position(|letter| letter == '^')
        .unwrap();
    let above: String = lines[caret - 1].chars().skip(column).take(3).collect();
    assert_eq!(above, "non", "{error}");
}

#[test]
fn spec_with_an_offset_whose_square_overflows_is_accepted() {
    let spec = SpecText::new(CLOSE)
        .variant("v", CYCLIC)
        .more("offset = 1e308")
        .read(Spec::from_text);
    // If such numbers leave the range of exact integers, the trial fails, not the spec.
    let block = spec.design(&spec.cells[0]).block([0]);
    assert!(block.row(0, 0).is_some_and(|row| row.is_failed()));
}

#[test]
fn a_run_that_ends_after_some_passes_is_checked_up_to_there() {
    let xor = "logic-gate\ngate = \"xor\"\ncoding = \"signs\"";
    for order in ["cyclic", "shuffled", "random"] {
        let variant =
            format!("rule = {{ perceptron = {{}} }}\norder = \"{order}\"\nstop = {{ passes = 3 }}");
        let (trial, blank, made) = certified(xor, &variant);
        assert_eq!(made.counts.unwrap().passes, 3);
        assert!(
            matches!(check(&made, &blank, &trial), CheckResult::Valid { .. }),
            "{order}"
        );
        let mut more = made.clone();
        more.counts.as_mut().unwrap().passes = 2;
        assert!(
            matches!(check(&more, &blank, &trial), CheckResult::Refused { .. }),
            "{order}"
        );
    }
}
