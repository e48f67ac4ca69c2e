//! Compares every closed form with the golden values of docs/theory.md, section 4, and tests the arguments that it must refuse.

use super::{ClosedForm, FormError};
use crate::risk::closed::minimax;

fn values(command: &str) -> Vec<f64> {
    let mut words = command.split(' ');
    let name = words.next().unwrap();
    let answer =
        ClosedForm::parse(name, &words.collect::<Vec<_>>()).and_then(|form| form.evaluate());
    answer
        .unwrap_or_else(|error| panic!("{command}: {error}"))
        .quantities
        .iter()
        .map(|quantity| quantity.value)
        .collect()
}

fn fractions(command: &str) -> Vec<String> {
    let mut words = command.split(' ');
    let name = words.next().unwrap();
    let answer = ClosedForm::parse(name, &words.collect::<Vec<_>>())
        .and_then(|form| form.evaluate())
        .unwrap();
    answer
        .quantities
        .iter()
        .map(|quantity| {
            quantity
                .exact
                .as_ref()
                .map_or_else(String::new, ToString::to_string)
        })
        .collect()
}

fn fault(command: &str) -> FormError {
    let mut words = command.split(' ');
    let name = words.next().unwrap();
    let answer =
        ClosedForm::parse(name, &words.collect::<Vec<_>>()).and_then(|form| form.evaluate());
    answer.map_or_else(|error| error, |answer| panic!("{command} gave {answer:?}"))
}

/// A closed form with arguments, its value in docs/theory.md, and the number of digits printed there.
const GOLDEN: &[(&str, f64, i32)] = &[
    (
        "sphere-margin dimension=2 target_margin=0.2 angle=0.7",
        0.182061,
        6,
    ),
    (
        "sphere-margin dimension=3 target_margin=0.2 angle=0.7",
        0.163112,
        6,
    ),
    (
        "sphere-margin dimension=4 target_margin=0.2 angle=0.7",
        0.149203,
        6,
    ),
    (
        "sphere-margin dimension=5 target_margin=0.2 angle=0.7",
        0.138004,
        6,
    ),
    (
        "sphere-margin dimension=8 target_margin=0.1 angle=1.3",
        0.395268,
        6,
    ),
    (
        "sphere-margin dimension=20 target_margin=0.1 angle=1.3",
        0.382085,
        6,
    ),
    ("coin-deviation examples=100 delta=1/20", 0.006016, 6),
    (
        "coin-deviation examples=100 delta=1/20 root=1/2",
        0.096674,
        6,
    ),
    ("coin-deviation examples=100 delta=1/20 root=0", 0.539795, 6),
    (
        "coin-deviation examples=100 delta=1/20 root=2",
        2.818e-7,
        10,
    ),
    ("basis-votes dimension=10 examples=20", 0.348678, 6),
    (
        "fixed-margin-sphere dimension=3 margin=0.2 angle=0.7",
        0.422084,
        6,
    ),
    (
        "fixed-margin-sphere dimension=10 margin=0.1 angle=0.5",
        0.305455,
        6,
    ),
    (
        "fixed-margin-sphere dimension=50 margin=0.3 angle=1.0",
        0.079822,
        6,
    ),
    ("truncated-gaussian margin=0.2 angle=0.7", 0.179452, 6),
    ("truncated-gaussian margin=1.0 angle=1.3", 0.337287, 6),
    (
        "agnostic-basis examples=50 dimension=5 rho=0.3",
        0.0511739,
        7,
    ),
    (
        "agnostic-basis examples=200 dimension=5 rho=0.2",
        0.0204302,
        7,
    ),
    (
        "agnostic-basis examples=100 dimension=20 rho=0.3",
        0.0762308,
        7,
    ),
    ("isotropic-gaussians distance=2 angle=0", 0.158655, 6),
    ("isotropic-gaussians distance=2", 0.158655, 6),
];

#[test]
fn closed_forms_match_the_published_golden_values() {
    for (command, golden, digits) in GOLDEN {
        let tolerance = 0.51 * f64::powi(10.0, -digits);
        assert!((values(command)[0] - golden).abs() < tolerance, "{command}");
    }
}

#[test]
fn closed_forms_give_exact_fractions() {
    for (command, golden) in [
        (
            "minimax examples=3 dimension=3",
            &["8/81", "4/27", "8/27"][..],
        ),
        (
            "minimax examples=4 dimension=3",
            &["81/1024", "97/1024", "97/512"],
        ),
        ("circle examples=5", &["1/4", "1/9", "1/12"]),
        ("majority weights=1,0,0,0,0,0,0 relevant=7", &["11/32"]),
        (
            "majority weights=1,0,0,0,0 relevant=5 test_ties=half",
            &["5/16"],
        ),
        ("basis dimension=3 examples=3 labels=negative", &["8/27"]),
        ("basis dimension=3 examples=3 test_ties=positive", &["0"]),
        (
            "basis masses=1/2,1/4,1/4 examples=2 labels=1,-1,1 test_ties=half",
            &["13/64"],
        ),
        ("basis-distinct dimension=3 examples=4", &["65/27"]),
        ("basis-votes dimension=1 examples=1", &["1", "1/2"]),
        (
            "basis-votes dimension=10 examples=3",
            &["9/10", "3439/4000"],
        ),
        (
            "basis-votes masses=1/2,1/4,1/4 examples=2",
            &["5/8", "65/96"],
        ),
        ("coin-deviation examples=4 delta=1/2", &["1/16", "", "0"]),
        (
            "coin-deviation examples=4 delta=1/2 root=0",
            &["11/16", "", "2"],
        ),
        ("basis-unseen points=2 examples=1", &["0", "1", "0"]),
        ("basis-unseen points=4 examples=6 unseen=2", &["93/1024"]),
        (
            "finite-support masses=1/2,1/4,1/4 labels=1,-1,1 scores=0.3,2,0 test_ties=half",
            &["3/8"],
        ),
    ] {
        assert_eq!(fractions(command), golden, "{command}");
    }
}

#[test]
fn light_masses_and_listed_masses_give_the_same_risk() {
    for ties in ["mistake", "positive", "half"] {
        let light = fractions(&format!(
            "basis dimension=4 examples=7 masses=light labels=alternating test_ties={ties}"
        ));
        let listed = fractions(&format!(
            "basis examples=7 masses=1/8,1/8,1/8,5/8 labels=1,-1,1,-1 test_ties={ties}"
        ));
        assert_eq!(light, listed);
    }
}

#[test]
fn the_minimax_bound_and_average_are_those_of_the_closed_form() {
    for (n, d) in [(1, 1), (1, 5), (2, 2), (7, 3), (3, 9), (40, 11)] {
        let expected = [
            minimax::lower_bound(n, d).to_string(),
            minimax::average_risk(n, d).to_string(),
        ];
        assert_eq!(
            fractions(&format!("minimax examples={n} dimension={d}"))[..2],
            expected
        );
    }
}

/// Expected number of different atoms in 100 000 draws from 200 000 atoms of equal mass. In `light` there are 30 000 atoms, all but the last with the
/// mass 1/100001.
const DISTINCT: f64 = 78_694.019_690_548_92;
const LIGHT_DISTINCT: f64 = 18_963.929_464_451_04;
/// The mass that those draws leave unseen, and the part of it with negative labels, which every second atom has, the last one included.
const LIGHT_RISK: f64 = 0.110_359_601_759_472_01;
const LIGHT_POSITIVE: f64 = 0.055_177_961_491_727_08;

#[test]
fn floats_replace_fractions_that_are_too_long() {
    let long = values("minimax examples=100000 dimension=11");
    assert!((long[0] / (1e-4 / 2.0 * libm::exp(1e5 * libm::log1p(-1e-5))) - 1.0).abs() < 1e-12);
    assert_eq!(fractions("minimax examples=100000 dimension=11")[0], "");
    // Computed with 50 digits.
    let light = "dimension=30000 masses=light examples=100000";
    let risk = |ties: &str| format!("basis {light} labels=alternating test_ties={ties}");
    for (command, due) in [
        (
            "basis-distinct dimension=200000 examples=100000".into(),
            DISTINCT,
        ),
        (format!("basis-distinct {light}"), LIGHT_DISTINCT),
        (risk("mistake"), LIGHT_RISK),
        (risk("half"), LIGHT_RISK / 2.0),
        (risk("positive"), LIGHT_POSITIVE),
    ] {
        let found = values(&command)[0];
        assert!(
            (found / due - 1.0).abs() < 1e-11,
            "{command}: {found} {due}"
        );
        assert_eq!(fractions(&command)[0], "", "{command}");
    }
}

#[test]
fn a_scale_of_the_weights_does_not_matter() {
    let risks = ["1,2", "1e300,2e300", "1e-300,2e-300"]
        .map(|weights| values(&format!("isotropic-gaussians distance=2 weights={weights}"))[0]);
    assert!(
        risks.iter().all(|risk| (risk - risks[0]).abs() < 1e-15),
        "{risks:?}"
    );
}

#[test]
fn a_wrong_value_is_refused_under_its_key() {
    for (command, wrong) in [
        (
            "sphere-margin dimension=1 target_margin=0.2 angle=0.7",
            "dimension",
        ),
        (
            "sphere-margin dimension=4 target_margin=1 angle=0.7",
            "target_margin",
        ),
        (
            "sphere-margin dimension=4 target_margin=0.2 angle=3.2",
            "angle",
        ),
        (
            "sphere-margin dimension=4.5 target_margin=0.2 angle=1",
            "dimension",
        ),
        ("truncated-gaussian margin=NaN angle=1", "margin"),
        ("truncated-gaussian margin=inf angle=1", "margin"),
        ("owens-t h=1e999 a=1", "h"),
        ("isotropic-gaussians distance=2 weights=0,0", "weights"),
        (
            "isotropic-gaussians distance=2 weights=1,2 angle=1",
            "angle",
        ),
        ("isotropic-gaussians distance=2 norm=2", "norm"),
        ("isotropic-gaussians distance=2 deviation=0", "deviation"),
        ("isotropic-gaussians distance=2 prior=1.1", "prior"),
        ("majority weights=1,2,3 relevant=2", "relevant"),
        ("majority weights=1,2,3 relevant=5", "relevant"),
        ("majority weights=1,2.5 relevant=1", "weights"),
        (
            "majority weights=1,2 relevant=1 test_ties=mistke",
            "test_ties",
        ),
        ("basis dimension=5 examples=3 masses=light", "dimension"),
        ("basis examples=3 masses=1/2,1/4", "masses"),
        ("basis examples=3 masses=3/2,-1/2", "masses"),
        ("basis examples=3 masses=1/2,1/2 labels=1,1,1", "labels"),
        ("basis dimension=2 examples=3 labels=1,0", "labels"),
        ("basis-unseen points=3 mass=1/2 examples=3", "mass"),
        ("basis-unseen points=3 examples=3 unseen=4", "unseen"),
        ("basis-unseen points=300 examples=100000", "examples"),
        ("finite-support labels=1,1 scores=1,1,1", "labels"),
        ("circle examples=3 angle=1", "angle"),
        ("circle hypothesis=gibbs angle=1", "hypothesis"),
        ("circle examples=0", "examples"),
    ] {
        let FormError::Value { key, problem } = fault(command) else {
            panic!("{command}: {}", fault(command))
        };
        assert!(
            key == wrong && !problem.is_empty(),
            "{command}: {key}: {problem}"
        );
    }
}

#[test]
fn unknown_names_and_malformed_arguments_are_refused() {
    assert_eq!(
        fault("sphere angle=1"),
        FormError::UnknownName {
            name: "sphere".into()
        }
    );
    assert_eq!(
        fault("rotation-invariant angel=1"),
        FormError::UnknownKey {
            key: "angel".into()
        }
    );
    assert_eq!(
        fault("rotation-invariant"),
        FormError::MissingKey {
            key: "angle".into()
        }
    );
    assert_eq!(
        fault("rotation-invariant 1"),
        FormError::Shape {
            argument: "1".into()
        }
    );
    assert_eq!(
        fault("rotation-invariant angle=1 angle=1"),
        FormError::Repeated {
            key: "angle".into()
        }
    );
    assert_eq!(
        fault("basis examples=3"),
        FormError::MissingKey {
            key: "dimension".into()
        }
    );
}

#[test]
fn more_than_127_weights_are_marked_as_inexact() {
    let weights = vec!["1"; 129].join(",");
    let answer = ClosedForm::parse(
        "majority",
        &[format!("weights={weights}"), "relevant=3".into()],
    )
    .and_then(|form| form.evaluate())
    .unwrap();
    assert!(answer.quantities[0].exact.is_none() && answer.note.unwrap().contains("127"));
}

#[test]
fn every_form_is_documented_and_its_examples_run() {
    for doc in ClosedForm::DOCS {
        assert!(
            !doc.section("Formula").is_empty() && !doc.section("Source").is_empty(),
            "{}",
            doc.name
        );
        assert!(
            doc.keys.iter().all(|(_, about)| !about.trim().is_empty()),
            "{}",
            doc.name
        );
        for line in doc.section("Examples").lines() {
            let command = line.strip_prefix("perceptron-lab risk ").unwrap();
            assert!(
                command.starts_with(doc.name) && !values(command).is_empty(),
                "{line}"
            );
        }
    }
}
