//! Checks exactly known numbers: iris, fractions of complete enumerations, and counts in exact and float arithmetic.

use claims::judge::Verdict;
use claims::spec::Spec;
use claims::trial::columns;
use perceptron::generate::ExampleSource;
use perceptron::learn::{Learner, StopReason};
use perceptron::margin::{Separability, separability};
use perceptron::sample::Rational;
use perceptron::seed::Seed;
use testing::{CYCLIC, SpecText};

fn spec(name: &str) -> Spec {
    Spec::read(&crate::root(&format!("experiments/{name}.toml")))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn verdicts(name: &str) -> Vec<Verdict> {
    let spec = spec(name);
    let bench = spec.judge_spec();
    let judged = spec.cells.iter().enumerate().map(|(index, cell)| {
        let block = spec.design(cell).block(0..spec.most_replicates(cell));
        bench.judge(index, &block)
    });
    judged.flatten().collect()
}

#[test]
fn perceptron_on_iris_has_known_mistakes_passes_and_weights() {
    let spec = spec("real-data/iris");
    let cell = &spec.cells[0];
    let ExampleSource::Sampler(sampler) = cell.generator.source() else {
        panic!("a file is no opponent")
    };
    let sample = sampler.draw(Seed::root(0), cell.generator.examples());
    let learned = Learner::new(&cell.variants[0].1, &sample, Seed::root(0))
        .map(|learner| learner.run(None))
        .unwrap();
    let weights = learned
        .hypothesis
        .unwrap()
        .linear()
        .unwrap()
        .weights
        .clone();
    assert_eq!(
        (learned.counts.mistakes, learned.counts.passes, weights),
        (4, 3, vec![0.5, 0.8, -2.0])
    );

    let block = spec.design(cell).block([0]);
    let row = block.row(0, 0).unwrap();
    let radius = row.copied(columns::RADIUS).unwrap();
    assert!((radius - 5.438).abs() < 5e-4, "{radius}");
    let margin = row.get(columns::MAX_MARGIN_SQUARED).unwrap();
    assert!(
        (margin.value.sqrt() - 0.2685).abs() < 5e-5
            && margin.upper - margin.lower < 1e-9 * margin.value
    );
}

#[test]
fn iris_petals_without_the_constant_feature_are_not_separable() {
    let spec = spec("real-data/iris");
    let ExampleSource::Sampler(sampler) = spec.cells[0].generator.source() else {
        panic!("a file is no opponent")
    };
    let sample = sampler.draw(Seed::root(0), 0);
    assert!(matches!(
        separability(&sample),
        Separability::NotSeparable(_)
    ));
}

#[test]
fn expected_risk_of_a_uniform_basis_has_its_closed_form() {
    let fraction = |d: i64, n: u32| {
        let missed = Rational::new(d - 1, d);
        (0..n)
            .fold(Rational::one(), |power, _| &power * &missed)
            .to_string()
    };
    let risks: Vec<Verdict> = verdicts("leave-one-out-exact")
        .into_iter()
        .filter(|verdict| verdict.id == "leave-one-out-risk-bound")
        .collect();
    assert_eq!(risks.len(), 4);
    for verdict in risks {
        let cell = verdict.cell.as_ref().unwrap();
        let (d, n) = (
            cell["generator.basis.dimension"].as_i64().unwrap(),
            cell["generator.basis.examples"].as_i64().unwrap(),
        );
        assert_eq!(
            verdict.exact,
            Some(fraction(d, n as u32)),
            "d = {d}, N = {n}"
        );
    }
}

#[test]
fn expected_leave_one_out_error_equals_expected_risk_at_n_minus_one() {
    for verdict in verdicts("leave-one-out-exact")
        .into_iter()
        .filter(|verdict| verdict.id == "leave-one-out-error-bound")
    {
        let cell = verdict.cell.as_ref().unwrap();
        let (d, n) = (
            cell["generator.basis.dimension"].as_i64().unwrap(),
            cell["generator.basis.examples"].as_i64().unwrap(),
        );
        let missed = Rational::new(d - 1, d);
        let power = (1..n).fold(Rational::one(), |power, _| &power * &missed);
        assert_eq!(verdict.exact, Some(power.to_string()));
    }
}

#[test]
fn floats_need_extra_updates_on_tenths_but_not_on_binary_fractions() {
    let spec = spec("exact-arithmetic");
    let updates = |cell: usize| {
        let block = spec.design(&spec.cells[cell]).block([0]);
        let updates = block.all().map(|row| row.copied(columns::UPDATES).unwrap());
        updates.collect::<Vec<_>>()
    };
    assert_eq!(
        (0..4).map(updates).collect::<Vec<_>>(),
        [[3, 3], [12, 12], [48, 48], [300, 303]]
    );
}

#[test]
fn basis_of_norm_two_violates_only_the_unit_norm_bound() {
    let found = verdicts("exact-arithmetic");
    let of = |id: &str| {
        found
            .iter()
            .find(|verdict| {
                verdict.id == id && verdict.cell.as_ref().unwrap()["generator.basis.norm"] == 2
            })
            .unwrap()
    };
    let (unit, general) = (of("3/γ² without unit norm"), of("margin-mistake-bound"));
    assert_eq!(
        (unit.limit_min, unit.observed_max, unit.verdict.as_str()),
        (Some(2.25), Some(3.0), "violated")
    );
    assert_eq!(
        (general.limit_min, general.verdict.as_str()),
        (Some(4.5), "holds")
    );
}

#[test]
fn tie_unresolved_in_floats_makes_the_trial_undecided_and_prevents_holds() {
    let text = SpecText::new(
        "points\nexamples = [{ x = [1, 1, 1], y = 1 }, { x = [1, 1, -2], y = 1 }]\nseparator = [3, 3, -1]",
    );
    let spec = text
        .replicates("\"all\"")
        .variant("a", CYCLIC.replace("perceptron", "normalized-perceptron"))
        .claim("normalized-mistake-bound")
        .read(Spec::from_text);
    let block = spec.design(&spec.cells[0]).block([0]);
    let reason = block.row(0, 0).unwrap().stop_reason();
    assert_eq!(reason, Some(StopReason::Undecided));
    let verdict = &spec.judge_spec().judge(0, &block)[0];
    assert_eq!(
        (verdict.verdict.as_str(), verdict.undecided),
        ("inconclusive", 1)
    );
}
