//! Tests which smaller samples a search tries, and how many.

use super::super::{GradedRule, ReturnedWeights, RuleName, RuleSettings};
use super::*;
use perceptron::sample::{Label, Ties};

#[test]
fn pieces_halve_until_they_are_single_indices() {
    let found: Vec<Range<usize>> = pieces(5, 2).collect();
    assert_eq!(found, [0..2, 2..4, 4..5, 0..1, 1..2, 2..3, 3..4, 4..5]);
    assert_eq!(pieces(1, 0).count(), 0);
}

#[test]
fn wide_sample_is_first_made_narrower_by_many_features() {
    let x: Vec<f64> = (0..65_537).map(f64::from).collect();
    let wide = Exercise::new(x.len(), vec![(x, Label::Positive)]);
    let samples = [wide];
    let mut versions = smaller(&samples).map(|samples| samples[0].clone());
    assert_eq!(versions.next().map(|version| version.len()), Some(0));
    let narrow = versions.next().unwrap();
    assert_eq!(
        (narrow.dimension, narrow.shown[0].0[32_768]),
        (32_769, 32_768.0)
    );
}

fn task(named: RuleName) -> GradingTask<'static> {
    let (last, settings) = (ReturnedWeights::Last, RuleSettings::default());
    GradingTask {
        start: &|| unreachable!("no sample is shown"),
        is_over: &|| false,
        graded: GradedRule::new(named, Ties::Mistake, last, &settings).unwrap(),
        seconds: 36_000.0,
        attack: 0,
        wide: false,
    }
}

fn search<'a>(task: &'a GradingTask<'a>) -> Search<'a> {
    let end = Instant::now() + Duration::from_secs_f64(task.seconds);
    Search::new((task, end), Check::SameUpdates, None)
}

/// A sample of one positive and one negative example, each with one feature.
fn pair(positive: f64, negative: f64) -> [Exercise; 1] {
    let examples = [(positive, Label::Positive), (negative, Label::Negative)];
    let shown = examples.map(|(x, label)| (vec![x], label));
    [Exercise::new(1, shown.to_vec())]
}

#[test]
fn no_example_becomes_zero_for_a_rule_that_divides_by_its_norm() {
    for (named, divides) in [
        (RuleName::Perceptron, false),
        (RuleName::MarginPerceptron, false),
        (RuleName::NormalizedPerceptron, true),
        (RuleName::PassiveAggressive, true),
    ] {
        let task = task(named);
        let is_fit = |x, before| search(&task).is_fit(&pair(1.0, x), &pair(1.0, before));
        assert_eq!(is_fit(0.0, 2.0), !divides, "{named:?}");
        assert!(is_fit(1.0, 2.0) && is_fit(0.0, 0.0), "{named:?}");
    }
}

#[test]
fn a_smaller_sample_for_winnow_is_labelled_by_a_disjunction() {
    for (named, needs) in [(RuleName::Winnow, true), (RuleName::Perceptron, false)] {
        let task = task(named);
        let is_fit = |x, other| search(&task).is_fit(&pair(x, other), &pair(1.0, 0.0));
        assert!(is_fit(1.0, 0.0), "{named:?}");
        // No disjunction tells two equal examples apart, and every disjunction is false on 0.
        assert_eq!(is_fit(1.0, 1.0), !needs, "{named:?}");
        assert_eq!(is_fit(0.0, 1.0), !needs, "{named:?}");
    }
}

#[test]
fn a_search_tries_four_hundred_smaller_samples_and_no_more() {
    let task = task(RuleName::Perceptron);
    let mut search = search(&task);
    let long = [Exercise::new(1, vec![(vec![7.0], Label::Positive); 300])];
    let mut tried = 0;
    for _ in 0..2 {
        let found = search.next_smaller(&long, &mut |_, _| {
            tried += 1;
            None
        });
        assert_eq!((found, tried), (None, 400));
    }
}

#[test]
fn a_number_may_become_plus_or_minus_one_at_once_and_none_becomes_larger() {
    let versions = |value: f64| {
        let exercise = Exercise::new(1, vec![(vec![value], Label::Positive)]);
        let versions = simpler(&exercise, 0, 0).into_iter();
        let values: Vec<f64> = versions.map(|version| version.shown[0].0[0]).collect();
        values
    };
    for value in [-70.0, -2.5, 0.25, 3.0] {
        let found = versions(value);
        assert!(found.contains(&1.0) && found.contains(&-1.0), "{found:?}");
        let largest = f64::max(value.abs(), 1.0);
        assert!(
            found.iter().all(|other| other.abs() <= largest),
            "{found:?}"
        );
    }
    // −1 may become 1, and 1 only 0, so that the search ends.
    assert!(versions(-1.0).contains(&1.0) && !versions(-1.0).contains(&-1.0));
    assert!(versions(1.0).iter().all(|other| *other == 0.0));
    assert!(versions(0.0).is_empty());
}
