//! Tests that the answer sentence is right for every form and outcome, and names only the controls of its own claim.

use super::{answer, lead};
use crate::report::document::Inline;
use claims::claim::{Answers, Registered, StatedClaim, VerdictKind};
use claims::judge::Verdict;
use claims::spec::Spec;
use perceptron::sample::Rational;
use serde_json::json;
use std::collections::BTreeMap;
use testing::{CYCLIC, SpecText};

fn claim(registered: serde_json::Value) -> StatedClaim {
    let claim: Registered = serde_json::from_value(registered).unwrap();
    StatedClaim {
        variants: vec!["a".into()],
        ..StatedClaim::plain(claim)
    }
}

fn bound() -> StatedClaim {
    claim(json!({"online-mistake-bound": {}}))
}

fn conjecture(form: &str, more: serde_json::Value) -> StatedClaim {
    let mut keys = json!({"observed": "updates", "limit": "2*passes", "form": form});
    for (key, value) in more.as_object().unwrap() {
        keys[key] = value.clone();
    }
    claim(json!({ "conjecture": keys }))
}

fn verdict(of: &StatedClaim, word: VerdictKind, runs: u64, ratio: Option<f64>) -> Verdict {
    Verdict {
        id: of.id.clone(),
        control_of: of.control_of.clone(),
        form: of.form(),
        variant: json!("a"),
        verdict: word,
        expected: of.expect,
        as_expected: word == of.expect,
        trials: runs,
        applicable: runs,
        tightness_max: ratio,
        ..Verdict::default()
    }
}

/// The answer as plain text.
fn said(claims: &[StatedClaim], verdicts: &[Verdict]) -> String {
    said_in(claims, verdicts, &BTreeMap::new())
}

/// All sentences of the answer, where claims have words of their own, by their ids.
fn said_in(
    claims: &[StatedClaim],
    verdicts: &[Verdict],
    words: &BTreeMap<String, String>,
) -> String {
    let answer = answer(claims, verdicts, words).expect("an answer");
    answer.plain()
}

fn of_one(claim: &StatedClaim, verdict: Verdict) -> String {
    said(std::slice::from_ref(claim), &[verdict])
}

#[test]
fn answer_about_a_bound_names_its_tightness_and_the_refuted_control() {
    let lead = StatedClaim {
        answers: Some(Answers::No),
        ..bound()
    };
    let control = StatedClaim {
        id: "a twentieth".into(),
        control_of: Some(lead.id.clone()),
        scale: Rational::new(1, 20),
        expect: VerdictKind::Violated,
        ..bound()
    };
    let verdicts = [
        verdict(&lead, VerdictKind::Holds, 700, Some(0.2)),
        verdict(&lead, VerdictKind::Holds, 700, Some(0.65)),
        verdict(&control, VerdictKind::Violated, 1400, Some(13.0)),
    ];
    let claims = [lead, control];
    assert_eq!(
        said(&claims, &verdicts),
        "No: in 1400 runs, mistakes came to at most 65 % of (D/γ)². A bound a twentieth as large is refuted."
    );
    let gloss = answer(&claims, &verdicts, &BTreeMap::new()).unwrap().gloss;
    let gloss = Inline::plain(&gloss);
    for part in ["D = max ‖x‖", "γ is the margin", "A run is"] {
        assert!(gloss.contains(part), "{part} in {gloss}");
    }
}

#[test]
fn answer_names_only_its_own_controls_and_any_that_are_not_refuted() {
    let lead = bound();
    let other = claim(json!({"margin-mistake-bound": {}}));
    let control = |of: &StatedClaim| StatedClaim {
        id: format!("half of {}", of.id),
        control_of: Some(of.id.clone()),
        scale: Rational::new(1, 2),
        expect: VerdictKind::Violated,
        ..of.clone()
    };
    let (mine, foreign) = (control(&lead), control(&other));
    let claims = [lead.clone(), other, mine.clone(), foreign.clone()];
    let holds = verdict(&lead, VerdictKind::Holds, 4, Some(1.0));
    let refuted = verdict(&foreign, VerdictKind::Violated, 4, Some(2.0));
    let alone = said(&claims, &[holds.clone(), refuted.clone()]);
    assert_eq!(
        alone,
        "In 4 runs, mistakes reached (D/γ)² and never exceeded it."
    );
    let spared = verdict(&mine, VerdictKind::Holds, 4, Some(1.0));
    let alarmed = said(&claims, &[holds, refuted, spared]);
    let end = " But 1 of 1 claim made wrong on purpose was not refuted, so these runs could have missed an error.";
    assert!(alarmed.ends_with(end), "{alarmed}");
}

#[test]
fn answer_has_a_sentence_for_every_verdict_on_a_bound() {
    use VerdictKind::{Inapplicable, Inconclusive, Vacuous, Violated};
    let lead = bound();
    let none = Verdict {
        trials: 300,
        applicable: 0,
        ..verdict(&lead, Inapplicable, 0, None)
    };
    let cut = Verdict {
        failed: 12,
        missing: Some("a root of a negative number".into()),
        ..verdict(&lead, Inconclusive, 40, Some(0.5))
    };
    let rounded = Verdict {
        undecided: 3,
        ..verdict(&lead, Inconclusive, 40, None)
    };
    let cases = [
        (
            Verdict {
                deciding: Some(12),
                ..verdict(&lead, Violated, 50, Some(1.25))
            },
            "Refuted: in 12 of 50 runs, mistakes exceeded (D/γ)², up to 1.25 times.",
        ),
        (
            verdict(&lead, Vacuous, 5, Some(1e-8)),
            "The numbers cannot tell: (D/γ)² allows everything that can happen in 5 runs, so staying within it says nothing.",
        ),
        (
            none,
            "Nothing was tested: on 300 runs the claim says nothing, because its condition is not met (“A separator with positive margin γ on the sample; rule perceptron”).",
        ),
        (
            cut,
            "Not decided: 12 of 40 runs gave no result (a root of a negative number).",
        ),
        (rounded, "Not decided: rounding left 3 of 40 runs open."),
    ];
    for (verdict, due) in cases {
        assert_eq!(of_one(&lead, verdict), due);
    }
    let mixed = [
        verdict(&lead, VerdictKind::Holds, 5, Some(0.5)),
        verdict(&lead, Violated, 5, Some(2.0)),
    ];
    assert_eq!(
        said(std::slice::from_ref(&lead), &mixed),
        "In 1 of 2 settings it is refuted: among 10 runs, mistakes exceeded (D/γ)², up to 2 times."
    );
    let some = [
        verdict(&lead, VerdictKind::Holds, 5, Some(0.5)),
        verdict(&lead, Vacuous, 5, Some(0.1)),
    ];
    assert_eq!(
        said(&[lead], &some),
        "In 10 runs, mistakes came to at most 50 % of (D/γ)², so half of it would have sufficed here (in 1 of 2 settings the numbers say nothing)."
    );
}

/// The answer for a conjecture of a form with one verdict on nine runs.
fn of_form(form: &str, word: VerdictKind, ratio: Option<f64>) -> String {
    let more = match form {
        "lower-bound" | "in-expectation" => json!({"range": [0.0, 9.0]}),
        _ => json!({}),
    };
    let claim = conjecture(form, more);
    of_one(&claim, verdict(&claim, word, 9, ratio))
}

#[test]
fn answer_has_a_sentence_for_every_form_of_conjecture() {
    use VerdictKind::{Holds, Violated};
    let cases = [
        (
            of_form("surely", Holds, Some(0.5)),
            "Not refuted: in 9 runs, updates came to at most 50 % of 2 · passes, so half of it would have sufficed here. (No proof.)",
        ),
        (
            of_form("identity", Violated, None),
            "Refuted: among 9 runs it is not so: “A conjecture of this spec, of form identity”.",
        ),
        (
            {
                let claim = conjecture("identity", json!({}));
                of_one(&claim, verdict(&claim, Violated, 1, None))
            },
            "Refuted: in the only run it is not so: “A conjecture of this spec, of form identity”.",
        ),
        (
            of_form("exists", Holds, Some(0.5)),
            "Among 9 runs one shows it: “A conjecture of this spec, of form exists”.",
        ),
        (
            of_form("in-expectation", Holds, Some(0.25)),
            "Over 9 runs, the mean updates came to 25 % of E[2 · passes].",
        ),
        (
            of_form("lower-bound", Violated, Some(0.25)),
            "Refuted: over 9 runs, the mean updates came to 25 % of E[2 · passes] only.",
        ),
    ];
    for (said, due) in cases {
        assert_eq!(said, due);
    }
}

#[test]
fn answer_has_sentences_for_probabilities_and_exact_means() {
    use VerdictKind::{Holds, Violated};
    let rarely = conjecture("with-probability", json!({"delta": 0.1}));
    let rare = Verdict {
        interval: Some([0.0, 0.03]),
        ..verdict(&rarely, Holds, 9, Some(0.5))
    };
    // Stored without the share of the runs beyond the limit.
    assert_eq!(
        of_one(&rarely, rare.clone()),
        "In 9 runs, updates exceeded 2 · passes with probability at most 3 %, where 10 % is allowed."
    );
    let counted = |word, share: f64| Verdict {
        exceeded: Some(share),
        allowed: Some(0.1),
        tightness_max: Some(share / 0.1),
        verdict: word,
        ..rare.clone()
    };
    let exact = Verdict {
        exact: Some("1/80".into()),
        ..counted(Holds, 0.0125)
    };
    let open = Verdict {
        needed: Some(40),
        ..counted(VerdictKind::Inconclusive, 0.0125)
    };
    let said = [counted(Holds, 0.0125), counted(Violated, 0.2), exact, open];
    let due = [
        "Over 9 runs, updates exceeded 2 · passes in 1.25 % of them (10 % are allowed): with probability at most 3 %.",
        "Refuted: over 9 runs, updates exceeded 2 · passes in 20 % of them (10 % are allowed).",
        "Over all 9 runs, updates exceeded 2 · passes with probability 1.25 % (10 % are allowed).",
        "Not decided: over 9 runs, updates exceeded 2 · passes in 1.25 % of them (10 % are allowed), and about 40 runs more in a setting would be needed.",
    ];
    assert_eq!(said.map(|verdict| of_one(&rarely, verdict)), due);
    let stated = conjecture("has-distribution", json!({}));
    let apart = |word| Verdict {
        interval: Some([0.125, 0.25]),
        ..verdict(&stated, word, 9, None)
    };
    assert_eq!(
        of_one(&stated, apart(Holds)),
        "Over 9 runs this held: “A conjecture of this spec, of form has-distribution”; the distribution functions differ by at most 0.25 wherever a number was observed."
    );
    assert_eq!(
        of_one(&stated, apart(Violated)),
        "Refuted: 9 runs show that it is not so: “A conjecture of this spec, of form has-distribution”; the distribution functions differ by at least 0.125 somewhere."
    );
    let between = Verdict {
        independent: Some(8),
        ..apart(Holds)
    };
    assert!(of_one(&stated, between).starts_with("Over the first 8 of 9 runs this held"));
    let mean = conjecture("expectation-identity", json!({"range": [0.0, 9.0]}));
    let exact = Verdict {
        exact: Some("3/2".into()),
        ..verdict(&mean, Holds, 9, Some(1.0))
    };
    assert_eq!(
        of_one(&mean, exact),
        "Over all 9 runs, each with its probability, the mean updates is exactly E[2 · passes]."
    );
    assert_eq!(
        of_one(&mean, verdict(&mean, Violated, 9, Some(1.5))),
        "Refuted: over 9 runs, the mean updates came to 150 % of E[2 · passes], farther from it than chance allows."
    );
}

#[test]
fn of_two_settings_the_one_is_named_in_which_a_mean_is_farther_from_its_limit() {
    let mean = conjecture("expectation-identity", json!({"range": [0.0, 9.0]}));
    for (ratios, farthest) in [([0.5, 1.2], "50 %"), ([0.75, 1.5], "150 %")] {
        let both = ratios.map(|ratio| verdict(&mean, VerdictKind::Violated, 9, Some(ratio)));
        let text = said(std::slice::from_ref(&mean), &both);
        assert!(text.contains(&format!("came to {farthest} of")), "{text}");
    }
}

#[test]
fn a_long_statement_is_quoted_up_to_its_first_colon_and_a_short_one_as_a_whole() {
    let said = |says: &str| {
        let claim = conjecture("exists", json!({ "says": says }));
        of_one(&claim, verdict(&claim, VerdictKind::Holds, 9, Some(0.5)))
    };
    let short = "Some run has two updates: it is one of the first";
    assert!(
        said(short).contains(&format!("“{short}”")),
        "{}",
        said(short)
    );
    let rest =
        "and of all the others that come after them until the last one of the whole study is over";
    let long = said(&format!("{short}, {rest}"));
    assert!(long.contains("“Some run has two updates”"), "{long}");
}

#[test]
fn inconclusive_mean_states_missing_runs_and_trend_states_its_exponent() {
    let mean = claim(json!({"leave-one-out-risk-bound": {}}));
    let open = Verdict {
        needed: Some(400),
        ..verdict(&mean, VerdictKind::Inconclusive, 50, Some(0.9))
    };
    assert_eq!(
        of_one(&mean, open),
        "Not decided: over 50 runs, the mean risk came to 90 % of (R² + 2τ/η)/(γ²(N+1)), and about 400 runs more in a setting would be needed."
    );
    let trend = claim(json!({"scaling-exponent": {
        "of": "mistakes", "against": "examples", "exponent": 0.5, "tolerance": 0.1
    }}));
    let shown = |word| Verdict {
        observed_mean: Some(0.48),
        interval: Some([0.45, 0.52]),
        ..verdict(&trend, word, 80, None)
    };
    let due = "over 80 runs, the exponent of mistakes in examples is 0.48, between 0.45 and 0.52 (0.5 ± 0.1 is claimed).";
    let found = of_one(&trend, shown(VerdictKind::Shown));
    assert_eq!(found, due.replacen("over", "Over", 1));
    let missed = of_one(&trend, shown(VerdictKind::NotShown));
    assert_eq!(missed, format!("Refuted: {due}"));
}

#[test]
fn answer_names_both_variants_of_a_pair_and_is_absent_without_verdicts() {
    let pair = StatedClaim {
        variants: vec!["primal".into(), "dual".into()],
        answers: Some(Answers::Yes),
        ..claim(json!({"same-updates": {}}))
    };
    let same = Verdict {
        variant: json!(["primal", "dual"]),
        ..verdict(&pair, VerdictKind::Holds, 2, None)
    };
    assert_eq!(
        said(std::slice::from_ref(&pair), &[same]),
        "Yes: in both pairs of runs this held: “‘primal’ and ‘dual’ make the same number of updates on every sample”."
    );
    assert_eq!(answer(&[], &[], &BTreeMap::new()), None);
    assert_eq!(answer(&[pair], &[], &BTreeMap::new()), None);
}

#[test]
fn answer_to_a_refuted_statement_reports_that_the_repaired_one_holds() {
    let printed = StatedClaim {
        id: "as printed".into(),
        expect: VerdictKind::Violated,
        ..bound()
    };
    let repaired = StatedClaim {
        id: "repaired".into(),
        ..bound()
    };
    let verdicts = [
        verdict(&printed, VerdictKind::Violated, 1, Some(4.0)),
        verdict(&repaired, VerdictKind::Holds, 1, Some(1.0)),
    ];
    assert_eq!(
        said(&[printed, repaired], &verdicts),
        "As stated, no: in the only run, mistakes came to 4 times (D/γ)². Repaired, the statement holds."
    );
}

#[test]
fn answering_claim_is_chosen_by_the_spec_and_is_never_a_control() {
    let spec = |claims: &str| {
        let text = SpecText::new("basis\ndimension = 4\nexamples = 3")
            .replicates(3)
            .variant("plain", CYCLIC)
            .more(claims);
        let read = text.try_read(Spec::from_text);
        read.map_err(|fault| fault.to_string())
    };
    let bound = "[[claims]]\nname = \"online-mistake-bound\"\n";
    let second = "[[claims]]\nname = \"stops-at-clean-pass\"\nanswers = \"no\"\n";
    let read = spec(&format!("{bound}{second}")).unwrap();
    assert_eq!(lead(&read.claims).unwrap().id, "stops-at-clean-pass");
    assert_eq!(
        lead(&spec(bound).unwrap().claims).unwrap().id,
        "online-mistake-bound"
    );
    let unknown = spec(&format!("{bound}answers = {{ perhaps = \"so\" }}\n")).unwrap_err();
    assert!(unknown.contains("perhaps"), "{unknown}");
    let control = "[[claims]]\nid = \"c\"\ncontrol_of = \"online-mistake-bound\"\nscale = 0.5\nanswers = \"yes\"\n";
    let control = spec(&format!("{bound}{control}")).unwrap_err();
    assert!(control.contains("cannot answer the question"), "{control}");
}

#[test]
fn claims_answer_in_the_words_of_the_question_one_after_the_other() {
    let answering = |id: &str| StatedClaim {
        id: id.to_owned(),
        answers: Some(Answers::Yes),
        ..bound()
    };
    let (first, second) = (answering("first"), answering("second"));
    let words = [
        ("first", "few mistakes are made"),
        ("second", "none is made late"),
    ];
    let words = words.map(|(claim, words)| (claim.to_owned(), words.to_owned()));
    let words = BTreeMap::from(words);
    let holds = |claim| verdict(claim, VerdictKind::Holds, 20, Some(0.5));
    let claims = [first.clone(), second.clone()];
    let details = "In 20 runs, mistakes came to at most 50 % of (D/γ)², so half of it would have sufficed here.";
    assert_eq!(
        said_in(&claims, &[holds(&first), holds(&second)], &words),
        format!(
            "Yes: few mistakes are made (in all 20 runs). None is made late (in all 20 runs). {details}"
        )
    );
    let refuted = Verdict {
        deciding: Some(3),
        ..verdict(&second, VerdictKind::Violated, 20, Some(2.0))
    };
    let both = said_in(&claims, &[holds(&first), refuted], &words);
    assert!(
        both.starts_with(
            "No: in 3 of 20 runs, mistakes exceeded (D/γ)², up to 2 times. Yes: few mistakes are"
        ),
        "{both}"
    );
}

#[test]
fn answer_counts_runs_shared_by_variants_once() {
    let lead = StatedClaim {
        variants: vec!["a".into(), "b".into()],
        ..bound()
    };
    let cut = Verdict {
        failed: 2,
        ..verdict(&lead, VerdictKind::Inconclusive, 3, None)
    };
    let same = Verdict {
        variant: json!("b"),
        same_runs_as: Some("a".into()),
        ..cut.clone()
    };
    assert_eq!(
        said(std::slice::from_ref(&lead), &[cut, same]),
        "Not decided: in 2 of 2 settings, 2 of 3 runs gave no result (they failed or were cut off)."
    );
}

#[test]
fn refuted_beliefs_come_first_and_claims_with_letters_are_told_together() {
    let named = |id: &str, says: &str| StatedClaim {
        id: id.to_owned(),
        ..conjecture("surely", json!({ "says": says }))
    };
    let claims = [
        named("A: first", "One."),
        named("B: second", "Two."),
        named("C: third", "No update turns w."),
    ];
    let refuted = Verdict {
        deciding: Some(49),
        ..verdict(&claims[2], VerdictKind::Violated, 200, None)
    };
    let holds = |claim| verdict(claim, VerdictKind::Holds, 200, Some(0.9));
    let verdicts = [holds(&claims[0]), holds(&claims[1]), refuted];
    assert_eq!(
        said(&claims, &verdicts),
        "C is refuted: “No update turns w” fails in 49 of 200 runs. A and B held in all 200 runs."
    );
}

#[test]
fn a_goal_is_reached_or_not_yet() {
    let goal = StatedClaim {
        id: "goal 1: fewer than ten".into(),
        goal: true,
        expect: VerdictKind::Violated,
        ..conjecture("surely", json!({ "limit": "9" }))
    };
    let theorem = bound();
    let said = |word, ratio| {
        let own = verdict(&goal, word, 1, Some(ratio));
        let holds = verdict(&theorem, VerdictKind::Holds, 1, Some(0.7));
        said(&[theorem.clone(), goal.clone()], &[holds, own])
    };
    assert_eq!(
        said(VerdictKind::Holds, 1.0 / 9.0),
        "Goal 1 is not reached yet: in the only run, updates came to 11.1 % of 9. In the only run, mistakes came to 70 % of (D/γ)²."
    );
    assert!(
        said(VerdictKind::Violated, 10.0 / 9.0)
            .starts_with("Goal 1 is reached: in the only run, updates came to 1.111 times 9. ")
    );
}

/// A comparison of two learners, and its verdict at a rate of noise.
fn better(names: [&str; 2], rate: f64, by: f64) -> (StatedClaim, Verdict) {
    let lead = StatedClaim {
        id: format!("{} beats {} at {rate}", names[0], names[1]),
        variants: names.map(str::to_owned).into(),
        ..claim(json!({"smaller-risk-on-average": {}}))
    };
    let found = Verdict {
        variant: json!(names),
        cell: json!({ "rate": rate }).as_object().cloned(),
        observed_mean: Some(-by),
        interval: Some([-2.0 * by, -0.5 * by]),
        ..verdict(&lead, VerdictKind::Holds, 30, None)
    };
    (lead, found)
}

fn ranked(found: &[(StatedClaim, Verdict)]) -> String {
    let (claims, verdicts): (Vec<StatedClaim>, Vec<Verdict>) = found.iter().cloned().unzip();
    said(&claims, &verdicts)
}

#[test]
fn learner_with_the_smallest_risk_is_named_with_its_differences() {
    let same = [better(["a", "b"], 0.0, 0.1), better(["a", "c"], 0.0, 0.2)];
    assert_eq!(
        ranked(&same),
        "On the same samples, ‘a’ has a smaller mean risk than ‘b’ and ‘c’. ‘a’ is below ‘b’ by 0.1 (0.05 to 0.2) and ‘c’ by 0.2 (0.1 to 0.4)."
    );
    let both = [better(["a", "b"], 0.0, 0.1), better(["a", "b"], 0.5, 0.2)];
    assert_eq!(
        ranked(&both),
        "On the same samples, ‘a’ has a smaller mean risk than ‘b’. ‘a’ is below ‘b’ by 0.1 to 0.2, depending on the setting."
    );
    let other = [better(["a", "b"], 0.0, 0.1), better(["b", "a"], 0.5, 0.2)];
    assert_eq!(
        ranked(&other),
        "On the same samples, the smallest mean risk of the learners compared is that of ‘a’ at rate = 0 and that of ‘b’ at rate = 0.5. At rate = 0, \
         ‘a’ is below ‘b’ by 0.1 (0.05 to 0.2). At rate = 0.5, ‘b’ is below ‘a’ by 0.2 (0.1 to 0.4)."
    );
}

#[test]
fn a_learner_is_not_called_better_than_one_that_it_is_not_compared_with() {
    // Of a and d neither is known to be better, and d was not compared with c.
    let chain = [
        better(["a", "b"], 0.0, 0.1),
        better(["b", "c"], 0.0, 0.1),
        better(["d", "b"], 0.0, 0.1),
    ];
    assert!(
        ranked(&chain).starts_with("Over 30 pairs of runs this held"),
        "{}",
        ranked(&chain)
    );
    // Through b, a is better than c, too.
    assert!(
        ranked(&chain[..2])
            .starts_with("On the same samples, ‘a’ has a smaller mean risk than ‘b’ and ‘c’.")
    );
}

/// Verdicts on one claim that compares each of three learners with each; the numbers are mean differences, first − second, 0 for one that is not decided.
fn each_with_each(settings: &[(f64, [f64; 3])]) -> String {
    compared(settings, true)
}

fn compared(settings: &[(f64, [f64; 3])], asks_which: bool) -> String {
    let lead = StatedClaim {
        id: "each with each".into(),
        variants: ["a", "b", "c"].map(str::to_owned).into(),
        asks_which,
        ..claim(json!({"smaller-risk-on-average": {}}))
    };
    let pairs = [["a", "b"], ["a", "c"], ["b", "c"]];
    let of_pair = |rate: f64, names: [&str; 2], by: f64| {
        let word = match by {
            0.0 => VerdictKind::Inconclusive,
            less if less < 0.0 => VerdictKind::Holds,
            _ => VerdictKind::Violated,
        };
        let pairs = claims::judge::PairCounts {
            equal: if by == 0.0 && rate == 0.5 { 30 } else { 29 },
            ..Default::default()
        };
        Verdict {
            variant: json!(names),
            cell: json!({ "rate": rate }).as_object().cloned(),
            pairs: Some(pairs),
            observed_mean: Some(by),
            interval: Some([by - 0.01, by + 0.01]),
            ..verdict(&lead, word, 30, None)
        }
    };
    let verdicts = settings.iter().flat_map(|(rate, by)| {
        let pairs = pairs.iter().zip(by);
        pairs.map(|(names, by)| of_pair(*rate, *names, *by))
    });
    let verdicts: Vec<Verdict> = verdicts.collect();
    said(std::slice::from_ref(&lead), &verdicts)
}

#[test]
fn of_many_learners_the_best_is_named_or_those_between_which_nothing_is_decided() {
    assert_eq!(
        each_with_each(&[(0.0, [0.1, 0.2, 0.1])]),
        "On the same samples, ‘c’ has a smaller mean risk than ‘a’ and ‘b’. ‘c’ is below ‘a’ by 0.2 (0.19 to 0.21) and ‘b’ by 0.1 (0.09 to 0.11)."
    );
    assert_eq!(
        each_with_each(&[(0.0, [0.0, -0.2, -0.1])]),
        "On the same samples, ‘a’ and ‘b’ have smaller mean risks than ‘c’. ‘a’ is below ‘c’ by 0.2 (0.19 to 0.21); ‘b’ is below ‘c’ by 0.1 (0.09 to 0.11). \
         Between ‘a’ and ‘b’ it is not decided."
    );
    // That b is below c does not say how a and c compare.
    assert_eq!(
        each_with_each(&[(0.0, [0.0, 0.0, -0.1])]),
        "On the same samples, the smallest mean risk is that of ‘a’ or ‘b’ (not decided). ‘b’ is below ‘c’ by 0.1 (0.09 to 0.11)."
    );
    assert_eq!(
        each_with_each(&[(0.0, [0.0; 3])]),
        "On the same samples, the smallest mean risk is that of ‘a’, ‘b’ or ‘c’ (not decided)."
    );
    assert_eq!(
        each_with_each(&[(0.0, [0.0, -0.2, -0.1]), (0.5, [0.1, 0.2, 0.1])]),
        "On the same samples, the smallest mean risk of the learners compared is that of ‘a’ or ‘b’ (not decided) at rate = 0 and that of ‘c’ at rate = 0.5. \
         At rate = 0, ‘a’ is below ‘c’ by 0.2 (0.19 to 0.21); ‘b’ is below ‘c’ by 0.1 (0.09 to 0.11). At rate = 0.5, ‘c’ is below ‘a’ by 0.2 (0.19 to 0.21) and ‘b’ by 0.1 (0.09 to 0.11)."
    );
}

#[test]
fn learners_with_equal_errors_in_every_pair_are_named() {
    let said = each_with_each(&[(0.5, [0.0, -0.2, -0.1])]);
    let due =
        "Between ‘a’ and ‘b’ it is not decided. ‘a’ and ‘b’ have equal risks in each of 30 pairs.";
    assert!(said.ends_with(due), "{said}");
}

#[test]
fn a_stated_order_of_many_learners_holds_or_is_refuted_by_named_ones() {
    assert!(compared(&[(0.0, [-0.1, -0.2, -0.1])], false).starts_with(
        "In all 3 comparisons the mean risk of each of ‘a’, ‘b’ and ‘c’ is at most that of each later one."
    ));
    let refuted = compared(&[(0.0, [0.1, -0.2, -0.1])], false);
    let due = "1 of 3 comparisons refute “each with each”: ‘b’ is below ‘a’ by 0.1 (0.09 to 0.11).";
    assert!(refuted.contains(due), "{refuted}");
}

#[test]
fn refuted_event_and_zero_limit_say_what_happened() {
    let event = claim(json!({"never-stops": {}}));
    let found = verdict(&event, VerdictKind::Violated, 1, None);
    assert!(of_one(&event, found).contains("in the only run, the run ended at a clean pass."));
    let zero = conjecture("surely", json!({"limit": "0"}));
    let found = Verdict {
        observed_max: Some(3.0),
        ..verdict(&zero, VerdictKind::Violated, 1, None)
    };
    assert!(of_one(&zero, found).contains("updates came to 3, where 0 is claimed"));
}

#[test]
fn largest_count_is_told_beside_its_bound() {
    let lead = bound();
    let found = |runs, most| Verdict {
        observed_max: Some(most),
        ..verdict(&lead, VerdictKind::Holds, runs, Some(0.65))
    };
    assert_eq!(
        of_one(&lead, found(7, 12.0)),
        "In 7 runs, mistakes (up to 12) came to at most 65 % of (D/γ)²."
    );
    assert_eq!(
        of_one(&lead, found(1, 12.0)),
        "In the only run, mistakes (12) came to 65 % of (D/γ)²."
    );
}
