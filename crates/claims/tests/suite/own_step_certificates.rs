//! Certifies runs of passive-aggressive and Winnow in every order, and plants a false line in each.

use super::certificates::certified;
use claims::certificate::{Certificate, CertifiedLearner, CheckResult, check};
use perceptron::sample::Rational;

const ORDERS: [&str; 6] = [
    "order = \"cyclic\"",
    "order = \"stream\"",
    "order = \"shuffled\"",
    "order = \"random\"",
    "order = \"most-violated\"",
    "order = \"first-misclassified\"",
];
const INTEGERS: &str = "integer-points\ndimension = 3\nexamples = 8\nbound = 5";
const NOISE: &str = "label-noise\ndimension = 4\nexamples = 12\ntarget_margin = 0.2\nrate = 0.2";
/// Of these, steps of passive-aggressive are so small that rounding to a fixed unit would lose them.
const LARGE: &str = "points\nexamples = [{ x = [100000, 1], y = 1 }, { x = [-100000, 7], y = -1 }, { x = [3000000000, 1], y = 1 }]";
const DISJUNCTION: &str = "disjunction\ndimension = 8\nrelevant = 3\ndensity = 0.4\nexamples = 20";

/// A generator, and the keys of a learner with steps of its own.
fn runs() -> Vec<(&'static str, String)> {
    let passive = [
        "",
        "kind = \"pa-1\", aggressiveness = \"1/10\"",
        "kind = \"pa-2\", aggressiveness = 3",
    ];
    let passive = passive.iter().flat_map(|keys| {
        let learner = format!("learner = {{ passive-aggressive = {{ {keys} }} }}");
        [INTEGERS, NOISE, LARGE].map(|generator| (generator, learner.clone()))
    });
    let winnow = [
        "",
        "promotion = 3, threshold = 2",
        "promotion = \"11/10\", threshold = \"121/100\"",
        "threshold = \"5/2\"",
    ];
    let winnow = winnow.iter().map(|keys| {
        (
            DISJUNCTION,
            format!("offset = 1\nlearner = {{ winnow = {{ {keys} }} }}"),
        )
    });
    passive.chain(winnow).collect()
}

/// The keys of the tie convention; Winnow has its own.
fn ties(learner: &str) -> &'static [&'static str] {
    match learner.contains("winnow") {
        true => &[""],
        false => &["", "\nties = \"positive\""],
    }
}

fn in_order(learner: &str, order: &str) -> String {
    let stop = if order.contains("stream") {
        ""
    } else {
        "\nstop = { updates = 40 }"
    };
    format!("{learner}\n{order}{stop}")
}

#[test]
fn runs_with_steps_of_their_own_are_certified_in_every_order() {
    let mut updates = 0;
    for (generator, learner) in runs() {
        let kept = ORDERS
            .iter()
            .flat_map(|order| ties(&learner).iter().map(move |ties| (order, ties)));
        for (order, ties) in kept {
            let keys = in_order(&learner, order) + ties;
            let (trial, blank, made) = certified(generator, &keys);
            let answer = check(&made, &blank, &trial);
            assert!(
                matches!(answer, CheckResult::Valid { .. }),
                "{generator} {keys}: {answer:?}"
            );
            assert_eq!(Certificate::read(&made.text()).as_ref(), Ok(&made));
            updates += made.updates.len();
        }
    }
    assert!(updates > 500, "{updates}");
}

/// After one full step the score of the only example is 1, and the next pass is clean.
#[test]
fn a_step_that_was_not_taken_is_refused_where_the_score_is_one() {
    let one = "points\nexamples = [{ x = [3, 1], y = 1 }]";
    let (trial, blank, mut made) = certified(
        one,
        "learner = { passive-aggressive = {} }\norder = \"cyclic\"",
    );
    assert_eq!(made.updates, [0]);
    made.updates = vec![0; 5];
    let counts = made.counts.as_mut().unwrap();
    (counts.updates, counts.margin_mistakes) = (5, 5);
    (counts.draws, counts.passes) = (6, 6);
    let CheckResult::Refused { field, .. } = check(&made, &blank, &trial) else {
        panic!("five updates of which one was made")
    };
    assert_eq!(field, "updates[1]");
}

/// A change of a certificate.
type Lie = fn(&mut Certificate);

const LIES: [Lie; 5] = [
    |made| {
        made.updates.pop();
        made.counts.as_mut().unwrap().updates -= 1;
    },
    |made| made.updates.swap(0, 1),
    |made| made.updates.insert(0, made.updates[0]),
    |made| made.counts.as_mut().unwrap().mistakes += 1,
    |made| made.stop_reason = Some("end-of-stream".into()),
];

#[test]
fn a_certificate_with_one_false_line_is_refused() {
    for (generator, learner) in runs() {
        let (trial, blank, made) = certified(generator, &in_order(&learner, ORDERS[0]));
        assert!(
            made.updates.len() > 1 && made.updates[0] != made.updates[1],
            "{learner}"
        );
        for (number, lie) in LIES.into_iter().enumerate() {
            let mut changed = made.clone();
            lie(&mut changed);
            let answer = check(&changed, &blank, &trial);
            assert!(
                matches!(answer, CheckResult::Refused { .. }),
                "{learner} {number}: {answer:?}"
            );
        }
    }
}

#[test]
fn the_run_of_another_learner_is_refused() {
    let order = ORDERS[0];
    let of = |keys: &str| {
        let learner = format!("learner = {{ passive-aggressive = {{ {keys} }} }}");
        certified(INTEGERS, &in_order(&learner, order))
    };
    let (trial, blank, made) = of("kind = \"pa-1\", aggressiveness = \"1/100\"");
    let (_, _, other) = of("");
    assert_ne!(made.updates, other.updates);
    let mut claimed = other;
    claimed.learner.clone_from(&made.learner);
    claimed.address.clone_from(&made.address);
    let answer = check(&claimed, &blank, &trial);
    assert!(matches!(answer, CheckResult::Refused { .. }), "{answer:?}");
    let mut changed = made;
    changed.learner = Some(CertifiedLearner::Winnow {
        promotion: Rational::from(2_i64),
        threshold: Rational::one(),
    });
    let CheckResult::Refused { field, .. } = check(&changed, &blank, &trial) else {
        panic!("the header says another learner")
    };
    assert_eq!(field, "learner");
}
