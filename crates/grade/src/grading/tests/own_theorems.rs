//! Tests theorems of the user by which the runs of a learner are judged.

use super::super::{
    ClaimGrade, CutOff, GradeVerdict, GradedRule, GradingTask, ReturnedWeights, RuleName,
    RuleSettings, Step, grade,
};
use super::student::{Habit, Student};
use claims::claim::TheoremFile;
use perceptron::sample::{Rational, Ties};

/// A file with one theorem about every run.
fn file(observed: &str, limit: &str, more: &str) -> TheoremFile {
    let texts = ["says", "formula", "premise", "source", "proof"]
        .map(|key| format!("{key} = \"of mine\"\n"));
    let text = format!(
        "[mine]\n{}form = \"surely\"\nobserved = \"{observed}\"\nlimit = \"{limit}\"\n{more}",
        texts.concat()
    );
    TheoremFile::read(&text).unwrap()
}

fn perceptron() -> GradedRule {
    rule(RuleName::Perceptron, RuleSettings::default())
}

fn rule(named: RuleName, settings: RuleSettings) -> GradedRule {
    GradedRule::new(named, Ties::Mistake, ReturnedWeights::Last, &settings).unwrap()
}

/// The verdict on the theorem of a file about a correct perceptron, with the number of examples in the witness, and what it says.
fn judged(theorem: &TheoremFile) -> (GradeVerdict, Option<(usize, String)>) {
    let own = attacked(theorem, 0);
    let shown = own.witness.map(|witness| {
        assert!(witness.repeats);
        (
            witness.samples.iter().map(|sample| sample.len()).sum(),
            witness.words,
        )
    });
    (own.verdict, shown)
}

/// The result of the theorem of a file about a correct perceptron, after a search with this number of samples.
fn attacked(theorem: &TheoremFile, attack: u64) -> ClaimGrade {
    let task = GradingTask {
        start: &|| Ok(Box::new(Student::new(Habit::Right))),
        is_over: &|| false,
        graded: perceptron().with_theorems(theorem).unwrap(),
        seconds: 30.0,
        attack,
        wide: false,
    };
    let mut grade = grade(&task);
    let own = grade.checks.pop().unwrap();
    assert!(
        grade
            .checks
            .iter()
            .all(|check| check.verdict == GradeVerdict::Holds)
    );
    assert_eq!(
        (own.id, own.named, &*own.claim),
        ("mine", Some("mine"), "of mine")
    );
    own
}

#[test]
fn a_search_refutes_what_the_catalogue_does_not_and_comes_close_to_what_is_true() {
    let premises = "premises = [\"rule = perceptron\", \"positive-margin\"]";
    let fewer = file(
        "updates",
        "12 + 0.1*radius_squared/margin_squared",
        premises,
    );
    assert_eq!(judged(&fewer), (GradeVerdict::Holds, None));
    let found = attacked(&fewer, 3000);
    assert_eq!(
        (found.verdict, found.reaches),
        (GradeVerdict::Refuted, None)
    );
    let found = attacked(
        &file("updates", "radius_squared/margin_squared + 1", premises),
        3000,
    );
    assert_eq!(found.verdict, GradeVerdict::Holds);
    let reaches = found.reaches.unwrap();
    assert!(reaches > 0.6 && reaches < 1.0, "{reaches}");
}

#[test]
fn a_search_that_is_ended_says_how_close_it_came() {
    let asked = std::cell::Cell::new(0);
    let task = GradingTask {
        start: &|| Ok(Box::new(Student::new(Habit::Right))),
        is_over: &|| asked.replace(asked.get() + 1) > 12_000,
        graded: perceptron(),
        seconds: 30.0,
        attack: u64::MAX,
        wide: false,
    };
    let grade = grade(&task);
    assert_eq!(grade.cut_off, Some(CutOff::Ended));
    let bound = grade
        .checks
        .iter()
        .find(|check| check.id == "mistake-bound");
    // Its first samples reach the limit, up to the rounding of the margin.
    assert!((bound.unwrap().reaches.unwrap() - 1.0).abs() < 1e-12);
}

#[test]
fn a_true_theorem_holds_for_a_right_learner_and_a_false_one_has_a_small_witness() {
    let premises = "premises = [\"rule = perceptron\", \"positive-margin\"]";
    let bound = file("mistakes", "radius_squared/margin_squared", premises);
    assert_eq!(judged(&bound), (GradeVerdict::Holds, None));
    let half = file("mistakes", "radius_squared/margin_squared/2", premises);
    let (verdict, witness) = judged(&half);
    assert_eq!(verdict, GradeVerdict::Refuted);
    let (examples, words) = witness.unwrap();
    assert_eq!(examples, 1);
    assert_eq!(
        words,
        "on this sample the observed number is 1; the theorem allows 0.5"
    );
    // A run never shows fewer examples than it has mistakes.
    let counts = file("mistakes", "min(updates, draws, examples)", "");
    assert_eq!(judged(&counts).0, GradeVerdict::Holds);
}

#[test]
fn a_theorem_about_another_rule_is_not_tried() {
    let other = file("mistakes", "0", "premises = [\"rule = hebb\"]");
    assert_eq!(judged(&other), (GradeVerdict::Untried, None));
}

#[test]
fn theorems_that_no_single_run_decides_are_refused() {
    let refusal = |theorem: &TheoremFile| perceptron().with_theorems(theorem).unwrap_err();
    let unknown = refusal(&file("risk", "1", ""));
    assert!(
        unknown.starts_with("mine needs risk; of a graded run are known: mistakes, updates"),
        "{unknown}"
    );
    let pairs = refusal(&file("first.mistakes", "second.mistakes", ""));
    assert!(
        pairs.contains("no statement about every single run"),
        "{pairs}"
    );
    let keyed = "[mine.keys.part]\nabout = \"a part\"\nkind = \"exact\"";
    let keyed = refusal(&file("mistakes", "claim.part", keyed));
    assert!(
        keyed.starts_with("mine: ") && keyed.contains("part"),
        "{keyed}"
    );
}

#[test]
fn the_learner_of_a_study_has_the_numbers_of_the_rule() {
    let half = Some("1/2".parse::<Rational>().unwrap());
    let capped = RuleSettings {
        step: Some(Step::PaTwo),
        aggressiveness: half.clone(),
        ..RuleSettings::default()
    };
    let winnow = RuleSettings {
        threshold: half,
        promotion: Some(3_i64.into()),
        ..RuleSettings::default()
    };
    for (named, settings, parts) in [
        (
            RuleName::PassiveAggressive,
            RuleSettings::default(),
            ["Pa", "PassiveAggressive"],
        ),
        (RuleName::PassiveAggressive, capped, ["Pa2", "Words(1, 2)"]),
        (RuleName::Winnow, winnow, ["Words(1, 2)", "Words(3, 1)"]),
    ] {
        let variant = format!("{:?}", rule(named, settings).variant().unwrap().learner);
        assert!(parts.iter().all(|part| variant.contains(part)), "{variant}");
    }
}
