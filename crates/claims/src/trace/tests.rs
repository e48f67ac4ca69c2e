//! Traces known runs: the bounds on ‖w‖ hold wherever they are promised, and elsewhere the trace gives the reason.

use super::*;
use crate::spec::Spec;
use testing::{CYCLIC, SpecText};

fn traced(generator: &str, variant: &str) -> Result<Trace, NoTrace> {
    let spec = SpecText::new(generator)
        .variant("v", variant)
        .read(Spec::from_text);
    let design = spec.design(&spec.cells[0]);
    Trace::of(&design.repeat(0, Some(0), true).unwrap())
}

fn trace(generator: &str, variant: &str) -> Trace {
    traced(generator, variant).unwrap_or_else(|error| panic!("{error}"))
}

/// [‖w‖, ⟨w, u⟩, kγ, upper] after every update.
fn numbers(trace: &Trace) -> Vec<[Option<f64>; 4]> {
    let mut all = Vec::new();
    trace.for_each_step(|step| all.push([Some(step.norm), step.along, step.lower, step.upper]));
    all
}

#[test]
fn trace_on_an_orthogonal_basis_has_known_values_and_tight_bounds() {
    let found = trace("basis\ndimension = 4\nnorm = \"1/3\"", CYCLIC);
    assert_eq!(found.updates, [0, 1, 2, 3]);
    for (k, row) in numbers(&found).into_iter().enumerate() {
        let k = k as f64;
        // w is k of the four vectors of length 1/3, u the diagonal, γ = 1/6.
        let due = [k.sqrt() / 3.0, k / 6.0, k / 6.0, k.sqrt() / 3.0];
        for (found, due) in row.into_iter().zip(due) {
            assert!((found.unwrap() - due).abs() < 1e-12, "{k}: {found:?} {due}");
        }
    }
    assert!((found.squeeze.most_updates().unwrap() - 4.0).abs() < 1e-9);
}

#[test]
fn norm_lies_between_both_proof_bounds_at_every_update() {
    let sphere = "sphere-margin\ndimension = 5\ntarget_margin = 0.1\nexamples = 60";
    for rule in [
        "rule = { perceptron = {} }\norder = \"random\"",
        "rule = { perceptron = {} }\norder = \"cyclic\"\nties = \"positive\"\noffset = \"1/2\"",
        "rule = { margin-perceptron = { threshold = \"3/2\", step = \"1/2\" } }\norder = \"cyclic\"",
        "rule = { normalized-perceptron = {} }\norder = \"shuffled\"",
        "rule = { perceptron = {} }\norder = \"cyclic\"\nhypothesis = \"averaged\"",
        "rule = { perceptron = {} }\norder = \"cyclic\"\ntransform = { rescale = \"1/7\" }",
    ] {
        for generator in [
            sphere,
            "majority\ndimension = 9\nrelevant = 3\nexamples = 40",
        ] {
            let found = trace(generator, rule);
            assert!(found.updates.len() > 3);
            for [norm, along, lower, upper] in numbers(&found) {
                let rising = [lower, along, norm, upper].map(Option::unwrap);
                assert!(
                    rising.windows(2).all(|two| two[0] <= two[1] + 1e-9),
                    "{rule}: {rising:?}"
                );
            }
        }
    }
}

#[test]
fn threshold_raises_the_upper_bound_and_is_explained_in_the_text() {
    let rule =
        "rule = { margin-perceptron = { threshold = 3, step = \"1/2\" } }\norder = \"cyclic\"";
    let found = trace("basis\ndimension = 3", rule);
    // R² + 2τ/η = 1 + 12.
    assert!((found.squeeze.upper(1).unwrap() - 13_f64.sqrt()).abs() < 1e-12);
    let words = found.paragraphs().join(" ");
    assert!(
        words.contains("τ/η = 6, so the upper end is √(k·G) with G = R² + 2τ/η = 13.")
            && words.contains("units of the step, 1/2"),
        "{words}"
    );
}

#[test]
fn inapplicable_trace_values_are_missing_with_a_reason() {
    let xor = "logic-gate\ngate = \"xor\"\ncoding = \"signs\"";
    let capped = format!("{CYCLIC}\noffset = 1\nstop = {{ updates = 12 }}");
    let found = trace(xor, &capped);
    let last = numbers(&found).pop().unwrap();
    assert_eq!((last[1], last[2]), (None, None));
    // After every fourth update w is zero again.
    assert_eq!(last[0], Some(0.0));
    assert!(
        found.paragraphs()[0].contains("no direction separates them"),
        "{:?}",
        found.paragraphs()
    );
    let words = found.paragraphs().join(" ");
    for part in [
        "it can be one of 15 vectors, and ‖w‖² ≤ 4.",
        "its period is 1 pass, after 0 passes without repetition",
        "12/25 = 0.48 of the examples shown have y⟨w, x⟩ ≤ 0, 9/25 = 0.36 have",
        "the mean of ‖w‖² is 72/25 = 2.88",
    ] {
        assert!(words.contains(part), "{words}");
    }
    let majority = "majority\ndimension = 9\nrelevant = 3\nexamples = 40";
    let rule = |name: &str| format!("rule = {{ {name} = {{}} }}\norder = \"stream\"");
    let anti = trace(majority, &rule("anti-perceptron"));
    assert!(anti.squeeze.lower(1).is_none() && anti.squeeze.upper(1).is_none());
    let always = trace(majority, &rule("update-always"));
    assert!(always.squeeze.lower(1).is_some() && always.squeeze.upper(1).is_none());
    assert!(
        always
            .paragraphs()
            .iter()
            .any(|word| word.contains("does not") || word.contains("Not every"))
    );
}

#[test]
fn trial_that_cannot_be_traced_reports_why() {
    let other = format!("{CYCLIC}\nlearner = {{ dual = {{}} }}");
    let basis = "basis\ndimension = 3";
    assert_eq!(
        traced(basis, &other).err(),
        Some(NoTrace::OtherLearner("dual"))
    );
    let endless = "points\nexamples = [{ x = [1], y = 1 }, { x = [1], y = -1 }]";
    let all = "rule = { perceptron = {} }\norder = \"all-orders\"";
    assert!(matches!(
        traced(endless, all).err(),
        Some(NoTrace::NoRun(_))
    ));
}

#[test]
fn truncated_trace_is_a_prefix_of_the_full_trace() {
    let majority = "majority\ndimension = 9\nrelevant = 3\nexamples = 40";
    let whole = numbers(&trace(majority, CYCLIC));
    let found = trace(majority, CYCLIC).until(3);
    assert_eq!(numbers(&found), whole[..4]);
    assert_eq!((found.updates.len(), found.all), (3, whole.len() - 1));
    let more = trace(majority, CYCLIC).until(1000);
    assert_eq!(more.updates.len(), whole.len() - 1);
}

#[test]
fn thinned_trace_has_at_most_n_points_and_keeps_both_ends() {
    assert_eq!(thinned(3, 10), [0, 1, 2, 3]);
    for last in [40, 99, 1000, 12_345_678] {
        let kept = thinned(last, 40);
        assert_eq!((kept.len(), kept[0], kept[7], kept[39]), (40, 0, 7, last));
        assert!(kept.windows(2).all(|two| two[0] < two[1]), "{kept:?}");
    }
}

#[test]
fn plotted_side_of_each_example_matches_the_sign_of_its_score() {
    for (generator, variant, axes) in [
        ("basis\ndimension = 2", CYCLIC.to_owned(), Axes::Features),
        ("basis\ndimension = 1", CYCLIC.to_owned(), Axes::Feature),
        (
            "logic-gate\ngate = \"and\"\ncoding = \"zero-one\"",
            format!("{CYCLIC}\noffset = \"1/2\""),
            Axes::Affine,
        ),
        (
            "majority\ndimension = 9\nrelevant = 3\nexamples = 40",
            CYCLIC.to_owned(),
            Axes::Projection,
        ),
    ] {
        let found = trace(generator, &variant);
        let plane = Plane::of(&found, 30, 50);
        assert_eq!(plane.axes, axes);
        let mut weights = Vec::new();
        found.for_each_step(|step| weights.push(step.weights.to_vec()));
        for scene in &plane.scenes {
            for (&example, place) in plane.examples.iter().zip(&scene.places) {
                let score =
                    dot(&weights[scene.updates], &found.rows[example]) * found.unit * found.unit;
                let seen =
                    scene.vector[0] * place[0] + scene.vector[1] * place[1] + scene.intercept;
                assert!(
                    (score - seen).abs() < 1e-9 * (1.0 + score.abs()),
                    "{generator}: {score} {seen}"
                );
            }
        }
    }
}
