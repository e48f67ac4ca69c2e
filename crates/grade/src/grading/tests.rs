//! Tests grading with correct learners, and with learners that each have one fault that students make.

mod example_learner;
mod own_theorems;
mod passive_aggressive;
mod student;
mod time_limit;
mod winnow;

use super::{
    Check, ClaimGrade, CutOff, Grade, GradeVerdict, GradedRule, GradingTask, ReturnedWeights,
    RuleName, RuleSettings, Step, grade,
};
use perceptron::learn::external::{LearnerFault, Transcript};
use perceptron::sample::{Rational, Ties};

use student::{Habit, Habit::*, Student};

fn graded(habit: Habit, named: RuleName, ties: Ties, returns: ReturnedWeights) -> Grade {
    let graded = GradedRule::new(named, ties, returns, &RuleSettings::default());
    let order = GradingTask {
        start: &|| Ok(Box::new(Student::new(habit))),
        is_over: &|| false,
        graded: graded.unwrap_or_else(|invalid| panic!("{invalid:?}")),
        seconds: 30.0,
        attack: 0,
        wide: false,
    };
    grade(&order)
}

fn as_perceptron(habit: Habit) -> Grade {
    graded(
        habit,
        RuleName::Perceptron,
        Ties::Mistake,
        ReturnedWeights::Last,
    )
}

/// The name of a check of a rule.
fn id(check: Check) -> &'static str {
    let (last, settings) = (ReturnedWeights::Last, RuleSettings::default());
    check.id(&GradedRule::new(RuleName::Perceptron, Ties::Mistake, last, &settings).unwrap())
}

fn ruling(grade: &Grade, check: Check) -> &ClaimGrade {
    grade
        .checks
        .iter()
        .find(|ruling| ruling.id == id(check))
        .unwrap()
}

/// The number of examples shown in the witness against a check, over all samples.
fn witness(grade: &Grade, check: Check) -> usize {
    let witness = ruling(grade, check).witness.as_ref();
    let witness = witness.unwrap_or_else(|| panic!("{} is not refuted", id(check)));
    assert!(witness.repeats, "{}", witness.words);
    witness.samples.iter().map(|sample| sample.len()).sum()
}

#[test]
fn right_learners_of_every_rule_and_convention_are_not_refuted() {
    for (habit, named, ties, returns) in [
        (
            Right,
            RuleName::Perceptron,
            Ties::Mistake,
            ReturnedWeights::Last,
        ),
        (
            Positive,
            RuleName::Perceptron,
            Ties::Positive,
            ReturnedWeights::Last,
        ),
        (
            Averages,
            RuleName::Perceptron,
            Ties::Mistake,
            ReturnedWeights::Averaged,
        ),
        (
            Margin,
            RuleName::MarginPerceptron,
            Ties::Mistake,
            ReturnedWeights::Last,
        ),
        (
            Normalizes,
            RuleName::NormalizedPerceptron,
            Ties::Mistake,
            ReturnedWeights::Last,
        ),
    ] {
        let grade = graded(habit, named, ties, returns);
        let refuted = grade.checks.iter().find(|ruling| ruling.witness.is_some());
        assert!(refuted.is_none(), "{habit:?}: {refuted:?}");
        assert!(grade.complete && !grade.refuted && grade.samples > 5000);
        let held =
            |ruling: &ClaimGrade| ruling.verdict == GradeVerdict::Holds && ruling.samples > 100;
        assert!(
            grade.checks.iter().all(held),
            "{habit:?}: {:?}",
            grade.checks
        );
    }
}

#[test]
fn every_fault_is_refuted_by_its_own_claim_with_at_most_three_examples() {
    use Check::*;
    for (habit, check, most) in [
        (StrictTie, UpdatesWhenDue, 1),
        (ForgottenLabel, AddsExample, 1),
        (WrongSide, RestsWhenRight, 2),
        (Wraps16, AddsExample, 2),
        (Wraps32, AddsExample, 2),
        (Truncates, UpdatesWhenDue, 1),
        (Stale, PredictsByWeights, 2),
        (Always, RestsWhenRight, 2),
        (IgnoresFirst, UpdatesWhenDue, 1),
        (DividesByNorm, AddsExample, 1),
        (IgnoresLastFeature, AddsExample, 1),
        (IgnoresThe32nd, AddsExample, 1),
        (Copies, PredictsByWeights, 2),
        (Boasts, TellsUpdates, 1),
        (Slow, AddsExample, 1),
        (Margin, RestsWhenRight, 2),
        (Normalizes, AddsExample, 1),
        (Dies, Protocol, 1),
    ] {
        let grade = as_perceptron(habit);
        assert!(grade.refuted, "{habit:?}");
        let size = witness(&grade, check);
        assert!(
            size <= most,
            "{habit:?}: {:?}",
            ruling(&grade, check).witness
        );
    }
}

#[test]
fn only_the_claims_that_a_fault_touches_are_refuted() {
    let refuted = |habit| {
        let grade = as_perceptron(habit);
        let refuted = grade
            .checks
            .iter()
            .filter(|ruling| ruling.witness.is_some());
        refuted.map(|ruling| ruling.id).collect::<Vec<_>>()
    };
    assert_eq!(refuted(Copies), ["predicts-by-its-weights"]);
    assert_eq!(refuted(Boasts)[0], "tells-its-updates");
    assert_eq!(
        refuted(StrictTie),
        ["updates-when-due", "same-updates", "mistake-bound"]
    );
    assert_eq!(refuted(Slow), ["adds-the-example", "progress"]);
}

/// The words of the witness against a check.
fn words(grade: &Grade, check: Check) -> &str {
    let witness = ruling(grade, check).witness.as_ref();
    witness.map_or("", |witness| witness.words.as_str())
}

#[test]
fn other_convention_is_proposed_only_to_a_learner_that_predicts_plus_one_on_ties() {
    let positive = as_perceptron(Positive);
    let said = words(&positive, Check::UpdatesWhenDue);
    assert!(
        said.contains("on (1)+") && said.contains("--ties positive"),
        "{said}"
    );
    let negative = as_perceptron(Negative);
    let said = words(&negative, Check::UpdatesWhenDue);
    assert!(
        said.contains("on (1)−") && !said.contains("--ties"),
        "{said}"
    );
    assert!(said.contains("whatever the label"), "{said}");
    // What is proposed must help.
    let by_positive = |habit| {
        let (rule, last) = (RuleName::Perceptron, ReturnedWeights::Last);
        graded(habit, rule, Ties::Positive, last).refuted
    };
    assert!(!by_positive(Positive) && by_positive(Negative));
}

#[test]
fn wrong_component_of_a_long_vector_is_shown() {
    let grade = as_perceptron(IgnoresThe17th);
    let said = words(&grade, Check::AddsExample);
    assert!(
        said.contains("w₁₇ went from 0 to 0, but by the rule to "),
        "{said}"
    );
    let sample = &ruling(&grade, Check::AddsExample)
        .witness
        .as_ref()
        .unwrap()
        .samples[0];
    assert!(sample.to_string().contains("x₁₇ = "), "{sample}");
    assert!(sample.to_string().ends_with(", 17 features)+"), "{sample}");
}

#[test]
fn component_that_a_reset_leaves_in_a_long_vector_is_shown() {
    let grade = as_perceptron(KeepsThe17th);
    let said = words(&grade, Check::StartsAtZero);
    assert!(
        said.contains("(w₁₇ = ") && said.ends_with(", 17 features)"),
        "{said}"
    );
}

#[test]
fn changed_component_of_a_long_vector_is_shown() {
    let grade = as_perceptron(HidesThe17th);
    let said = words(&grade, Check::TellsUpdates);
    assert!(
        said.contains("but its weight w") && said.contains("w₁₇ went from 0 to −1"),
        "{said}"
    );
}

#[test]
fn incomplete_reset_is_refuted_by_a_witness_of_two_samples() {
    let grade = as_perceptron(KeepsWeights);
    let found = ruling(&grade, Check::StartsAtZero)
        .witness
        .as_ref()
        .unwrap();
    assert!(found.repeats && found.samples.len() == 2, "{found:?}");
    assert_eq!(found.samples[0].len(), 1, "one update is enough");
    assert!(ruling(&grade, Check::StartsAnew).witness.is_some());
}

#[test]
fn incomplete_reset_at_a_single_dimension_is_refuted() {
    let grade = as_perceptron(KeepsSix);
    let found = ruling(&grade, Check::StartsAtZero).witness.as_ref();
    assert!(
        found.is_some_and(|found| found.samples.len() == 2),
        "{found:?}"
    );
}

#[test]
fn fault_that_a_fresh_process_does_not_repeat_is_refuted_and_marked() {
    let grade = as_perceptron(Tires);
    let found = ruling(&grade, Check::UpdatesWhenDue)
        .witness
        .as_ref()
        .unwrap();
    assert!(!found.repeats);
    assert!(ruling(&grade, Check::StartsAnew).witness.is_some());
}

#[test]
fn learner_that_cannot_be_started_is_refuted_only_by_the_protocol_check() {
    let graded = GradedRule::new(
        RuleName::Perceptron,
        Ties::Mistake,
        ReturnedWeights::Last,
        &RuleSettings::default(),
    );
    let order = GradingTask {
        start: &|| {
            Err(Box::new(LearnerFault {
                words: "it did not greet".into(),
                before: Transcript::default(),
            }))
        },
        is_over: &|| false,
        graded: graded.unwrap(),
        seconds: 30.0,
        attack: 0,
        wide: false,
    };
    let grade = grade(&order);
    assert!(grade.refuted && !grade.complete && grade.samples < 10);
    assert_eq!(grade.cut_off, Some(CutOff::Failures));
    let protocol = ruling(&grade, Check::Protocol);
    assert_eq!(protocol.witness.as_ref().unwrap().words, "it did not greet");
    let others = grade.checks.iter().filter(|ruling| ruling.id != "protocol");
    assert!(
        others
            .into_iter()
            .all(|ruling| ruling.verdict == GradeVerdict::Untried)
    );
}

#[test]
fn examples_that_overflow_i64_are_shown_only_if_wide_is_set() {
    // A learner that computes in i64 wraps at 2⁶³. Samples reach that only with `wide`.
    let graded = |wide| {
        let graded = GradedRule::new(
            RuleName::Perceptron,
            Ties::Mistake,
            ReturnedWeights::Last,
            &RuleSettings::default(),
        );
        let largest = super::catalogue::Catalogue::new(&graded.unwrap(), wide)
            .flat_map(|exercise| exercise.shown)
            .flat_map(|(x, _)| x)
            .fold(0.0_f64, |most, x| most.max(x.abs()));
        largest.log2()
    };
    assert!(graded(false) < 33.0 && graded(true) == 62.0);
}

#[test]
fn a_threshold_of_another_rule_and_a_step_of_zero_are_refused() {
    let threshold = || RuleSettings {
        threshold: Some(Rational::one()),
        ..RuleSettings::default()
    };
    let step = |step| RuleSettings {
        step: Some(Step::Size(step)),
        ..RuleSettings::default()
    };
    let new = |named, settings: RuleSettings| {
        GradedRule::new(named, Ties::Mistake, ReturnedWeights::Last, &settings)
    };
    assert!(
        new(RuleName::Perceptron, threshold()).is_err_and(|invalid| invalid.key == "threshold")
    );
    let zero = step(Rational::zero());
    assert!(new(RuleName::MarginPerceptron, zero).is_err_and(|invalid| invalid.key == "step"));
    let both = RuleSettings {
        step: step(Rational::one()).step,
        ..threshold()
    };
    assert!(new(RuleName::MarginPerceptron, both).is_ok());
}

#[test]
fn graded_claims_have_their_names_in_the_registry() {
    let named = |rule, check: Check| {
        let settings = RuleSettings::default();
        let graded = GradedRule::new(rule, Ties::Mistake, ReturnedWeights::Last, &settings);
        check.named(&graded.unwrap_or_else(|invalid| panic!("{invalid:?}")))
    };
    for (rule, bound) in [
        (RuleName::Perceptron, "online-mistake-bound"),
        (RuleName::NormalizedPerceptron, "normalized-mistake-bound"),
        (RuleName::MarginPerceptron, "margin-mistake-bound"),
    ] {
        assert_eq!(named(rule, Check::MistakeBound), Some(bound));
        assert_eq!(named(rule, Check::Norm), Some("norm-invariant"));
        assert_eq!(named(rule, Check::Progress), Some("progress-invariant"));
        assert_eq!(named(rule, Check::Protocol), None);
    }
    let of_other_rules = [
        (
            RuleName::PassiveAggressive,
            Check::LossBound,
            "squared-loss-bound",
        ),
        (
            RuleName::PassiveAggressive,
            Check::MistakeBound,
            "capped-step-mistake-bound",
        ),
        (
            RuleName::Winnow,
            Check::MistakeBound,
            "winnow-mistake-bound",
        ),
    ];
    for (rule, check, due) in of_other_rules {
        assert_eq!(named(rule, check), Some(due));
        assert_eq!(named(rule, Check::Norm), None);
    }
}
