//! Puts the examples that decide radius and margins at every position of the sample, and reads columns and certificates.

use claims::certificate::{Address, Certificate, CheckResult, Decimal, certify, check};
use claims::spec::Spec;
use claims::trial::{Design, Measure, Repetition, Row, columns};
use perceptron::sample::{Quantity, Rational};
use testing::{CYCLIC, SpecText};

/// With the separator (3, 4), the first example has the smallest score 1, the second the smallest score per norm, 4/√89, the third the largest norm
/// 50, and the fourth decides nothing. The point of the hull of y·x that is nearest to the origin lies between the first two, at the distance 1/√13.
const EXAMPLES: [&str; 4] = [
    "{ x = [1, -1], y = -1 }",
    "{ x = [8, -5], y = 1 }",
    "{ x = [-30, -40], y = -1 }",
    "{ x = [1, 1], y = 1 }",
];

/// All orders of the four examples.
fn orders() -> Vec<[usize; 4]> {
    let codes = (0..256).map(|code: usize| [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6]);
    let all_different = |order: &[usize; 4]| (0..4).all(|place| order.contains(&place));
    codes.filter(all_different).collect()
}

fn design(order: &[usize], variant: &str) -> Design {
    let examples = order
        .iter()
        .map(|&place| EXAMPLES[place])
        .collect::<Vec<_>>();
    let examples = examples.join(", ");
    let spec = SpecText::new(format_args!("points\nexamples = [{examples}]"))
        .more("separator = [3, 4]")
        .replicates("\"all\"")
        .variant("a", variant)
        .read(Spec::from_text);
    let mut design = spec.design(&spec.cells[0]);
    design.measures.insert(Measure::MaxMargin);
    design
}

/// R², γ², γₙ² and γ*².
fn geometry(row: &Row) -> [Option<Rational>; 4] {
    let exact = |number: Option<&Quantity>| number.and_then(|number| number.exact.clone());
    [
        exact(row.get(columns::RADIUS_SQUARED)),
        exact(row.get(columns::SAMPLE_MARGIN_SQUARED)),
        exact(row.get(columns::NORMALIZED_MARGIN_SQUARED)),
        exact(row.get(columns::MAX_MARGIN_SQUARED)),
    ]
}

#[test]
fn radius_and_margin_columns_are_exact_in_every_example_order() {
    let offset = format!("{CYCLIC}\noffset = 20");
    let scaled = format!("{CYCLIC}\ntransform = {{ rescale = \"1/10\" }}");
    for (variant, due) in [
        (CYCLIC, [(2500, 1), (1, 25), (16, 2225), (1, 13)]),
        (&scaled, [(25, 1), (1, 2500), (16, 2225), (1, 1300)]),
    ] {
        let due = due.map(|(numerator, denominator)| Some(Rational::new(numerator, denominator)));
        for order in orders() {
            let block = design(&order, variant).block([0]);
            assert_eq!(
                geometry(&block.row(0, 0).unwrap()),
                due,
                "{variant} {order:?}"
            );
        }
    }
    // With the constant 20 the first example has the smallest score per norm, 1/√402.
    let due = [(2900, 1), (1, 25), (1, 10050)].map(|(a, b)| Some(Rational::new(a, b)));
    for order in orders() {
        let block = design(&order, &offset).block([0]);
        assert_eq!(geometry(&block.row(0, 0).unwrap())[..3], due, "{order:?}");
    }
}

/// A trial and its blank certificate, which states what is known before the run.
fn trial(order: &[usize]) -> (Repetition, Certificate) {
    let design = design(order, CYCLIC);
    let address = Address {
        experiment: "t".into(),
        cell: design.key().into(),
        variant: Some("a".into()),
        replicate: 0,
    };
    let trial = design.repeat(0, Some(0), true).unwrap();
    let blank = Certificate::blank(&address, &design.settings[0], &trial.sample);
    (trial, blank)
}

#[test]
fn certificates_state_exact_radius_and_margin_in_every_example_order() {
    for order in orders() {
        let (trial, blank) = trial(&order);
        let made = certify(blank.clone(), &trial.sample, trial.learned.as_ref());
        assert_eq!(
            made.radius_squared.exact,
            Some(Rational::from(2500_i64)),
            "{order:?}"
        );
        let margin = made.margin_squared.clone().unwrap();
        assert_eq!(margin.exact, Some(Rational::new(1, 13)), "{order:?}");
        let answer = check(&made, &blank, &trial);
        assert!(
            matches!(answer, CheckResult::Valid { .. }),
            "{order:?}: {answer:?}"
        );
    }
}

/// A change of one line of a certificate, and the field for which `check` must refuse it.
type Lie = (&'static str, fn(&mut Certificate));

const LIES: [Lie; 9] = [
    ("counts.updates", |made| {
        made.updates.pop();
    }),
    // After one update on this example it is classified correctly, so a second update is false.
    ("updates", |made| made.updates.insert(0, made.updates[0])),
    ("updates", |made| made.updates.push(3)),
    ("counts", |made| made.counts.as_mut().unwrap().updates += 1),
    ("counts", |made| made.counts.as_mut().unwrap().mistakes += 1),
    ("radius_squared", |made| {
        made.radius_squared.exact = Some(Rational::from(89_i64))
    }),
    ("margin_squared", |made| {
        made.margin_squared.as_mut().unwrap().exact = Some(Rational::new(1, 12));
    }),
    ("separator", |made| {
        made.separator = Some(vec![Rational::from(1_i64), Rational::from(1_i64)])
    }),
    ("sample_digest", |made| {
        made.sample_digest.replace_range(0..1, "x")
    }),
];

#[test]
fn a_certificate_with_one_false_line_is_refused_for_that_line() {
    for order in [[0, 1, 2, 3], [1, 0, 3, 2], [0, 3, 1, 2]] {
        let (trial, blank) = trial(&order);
        let made = certify(blank.clone(), &trial.sample, trial.learned.as_ref());
        for (number, (due, lie)) in LIES.into_iter().enumerate() {
            let mut changed = made.clone();
            lie(&mut changed);
            let answer = check(&changed, &blank, &trial);
            let CheckResult::Refused { field, .. } = &answer else {
                panic!("{order:?} {number}: {answer:?}")
            };
            assert!(field.starts_with(due), "{order:?} {number}: {field}");
        }
    }
}

#[test]
fn separator_proves_only_its_own_margin_in_every_example_order() {
    for order in orders() {
        let (trial, blank) = trial(&order);
        let made = certify(blank.clone(), &trial.sample, trial.learned.as_ref());
        // The separator (3, 4) has the squared margin 1/25, less than the maximum 1/13.
        let with_lower = |lower: f64| {
            let mut changed = made.clone();
            changed.separator = Some(vec![Rational::from(3_i64), Rational::from(4_i64)]);
            let interval = changed.margin_squared.as_mut().unwrap();
            (interval.lower, interval.exact) = (Decimal(lower), None);
            check(&changed, &blank, &trial)
        };
        let answer = with_lower(0.04_f64.next_down());
        assert!(
            matches!(answer, CheckResult::Valid { .. }),
            "{order:?}: {answer:?}"
        );
        for (lower, due) in [(0.0401, "margin_squared.lower"), (0.0399, "margin_squared")] {
            let answer = with_lower(lower);
            let CheckResult::Refused { field, .. } = &answer else {
                panic!("{order:?}: {answer:?}")
            };
            assert_eq!(field, due);
        }
    }
}
