//! Judges conjectures of a spec: refuted or not, exactly if the formulas are fractions, and with a reason if a formula has no value.

use claims::claim::VerdictKind;
use claims::judge::Verdict;
use claims::spec::Spec;
use claims::trial::Measure;
use std::path::Path;
use testing::{CYCLIC, SpecText};

fn spec(generator: &str, more: &str, claims: &str) -> Spec {
    SpecText::new(generator)
        .replicates(60)
        .variant("a", CYCLIC)
        .more(more)
        .more(claims)
        .read(Spec::from_text)
}

/// The verdicts on all cells, in their order.
fn verdicts(spec: &Spec) -> Vec<Verdict> {
    let bench = spec.judge_spec();
    let judged = spec.cells.iter().enumerate().flat_map(|(index, cell)| {
        let block = spec.design(cell).block(0..spec.most_replicates(cell));
        bench.judge(index, &block)
    });
    judged.collect()
}

fn words(spec: &Spec) -> Vec<&'static str> {
    let all = verdicts(spec);
    all.iter().map(|verdict| verdict.verdict.as_str()).collect()
}

fn claim(observed: &str, limit: &str, more: &str) -> String {
    format!(
        "[[claims]]\nid = \"{observed} {limit}\"\nobserved = \"{observed}\"\nlimit = \"{limit}\"\n{more}\n"
    )
}

/// Basis vectors, each shown once: the updates, the vectors and R²/γ² are equally many.
const BASIS: &str = "basis\ndimension = 9\nlabels = \"alternating\"";

const SPHERE: &str = "sphere-margin\ndimension = 5\ntarget_margin = 0.3\nexamples = 30";

#[test]
fn conjecture_without_an_id_is_named_by_its_formula_in_symbols() {
    let claims = "[[claims]]\nobserved = \"updates\"\nlimit = \"radius^2/sample_margin^2/2\"\n";
    let named = spec(
        BASIS,
        "",
        &format!("{claims}{}", claim("updates", "20", "")),
    );
    let names: Vec<String> = named
        .claims
        .iter()
        .map(|claim| claim.name_on_page())
        .collect();
    assert_eq!(names[1], "updates 20");
    assert!(
        names[0].contains("R") && names[0].contains("γ"),
        "{names:?}"
    );
    assert!(!names[0].contains("radius"), "{names:?}");
}

#[test]
fn false_conjecture_is_violated_and_true_one_holds() {
    let half = claim("updates", "radius^2/sample_margin^2/2", "");
    let whole = claim("updates", "radius^2/sample_margin^2", "");
    let spec = spec(BASIS, "", &(half + &whole));
    let found = verdicts(&spec);
    assert_eq!(words(&spec), ["violated", "holds"]);
    assert_eq!(found[0].tightness_max, Some(2.0));
    assert_eq!(found[1].tightness_max, Some(1.0));
    assert_eq!(found[0].claim, "conjecture");
    assert_eq!(found[0].source, "this spec");
    assert!(found[0].replay.is_some() && found[1].replay.is_none());
}

#[test]
fn tight_limit_survives_rounding_and_a_slightly_smaller_one_is_violated() {
    // In floats d > (1/γ)² for 80 of these 300 dimensions.
    let sweep: Vec<String> = (1..=300).map(|d: u32| d.to_string()).collect();
    let sweep = format!(
        "[[sweep]]\n\"generator.basis.dimension\" = [{}]\n",
        sweep.join(", ")
    );
    let formulas = [
        "(radius/sample_margin)^2",
        "radius^2/sample_margin^2",
        "1/sample_margin*radius/sample_margin*radius",
        "generator.dimension",
        "dimension",
    ];
    for formula in formulas {
        let at = words(&spec(BASIS, &sweep, &claim("updates", formula, "")));
        assert_eq!(at, ["holds"; 300], "{formula}");
        let below = claim("updates", &format!("{formula} - 1e-30"), "");
        assert_eq!(
            words(&spec(BASIS, &sweep, &below)),
            ["violated"; 300],
            "{formula}"
        );
    }
}

#[test]
fn enclosed_value_is_violated_only_beyond_its_rounding_error() {
    let tight = claim("updates", "sqrt(2)*sqrt(2)*updates/2", "");
    let open = claim("log(updates)", "2*log(sqrt(updates))", "");
    let beyond = claim("log(updates)", "2*log(sqrt(updates)) - 1e-9", "");
    let spec = spec(BASIS, "", &(tight + &open + &beyond));
    assert_eq!(words(&spec), ["holds", "holds", "violated"]);
}

#[test]
fn conjectures_of_every_form_get_the_expected_verdict() {
    let on_risk = |form: &str| claim("risk", "1/2", &format!("form = \"{form}\""));
    let claims = [
        on_risk("in-expectation"),
        on_risk("lower-bound").replace("risk 1/2", "b"),
        claim(
            "updates",
            "examples",
            "form = \"with-probability\"\ndelta = 0.5",
        ),
        claim("updates", "examples", "form = \"exists\"").replace("updates examples", "c"),
        claim("updates", "mistakes", "form = \"identity\""),
        claim("updates", "1", "form = \"identity\""),
        claim(
            "updates",
            "examples",
            "form = \"illustration\"\nexpect = \"shown\"",
        )
        .replace("updates examples", "d"),
        claim(
            "draws",
            "updates",
            "form = \"illustration\"\nexpect = \"not-shown\"",
        ),
    ];
    let spec = spec(SPHERE, "", &claims.concat());
    let expected = [
        "holds",
        "violated",
        "holds",
        "holds",
        "holds",
        "violated",
        "shown",
        "not-shown",
    ];
    assert_eq!(words(&spec), expected);
}

#[test]
fn sample_dependent_limit_is_judged_by_the_difference_from_the_observed() {
    let above = claim("risk", "1/2 + risk/2", "form = \"in-expectation\"");
    let below = claim("1", "risk", "form = \"in-expectation\"");
    let same = claim("risk", "0 + risk", "form = \"expectation-identity\"");
    let found = verdicts(&spec(SPHERE, "", &(above + &below + &same)));
    let words: Vec<&str> = found
        .iter()
        .map(|verdict| verdict.verdict.as_str())
        .collect();
    assert_eq!(words[..2], ["holds", "violated"]);
    assert_ne!(words[2], "violated");
}

#[test]
fn value_outside_the_range_of_an_expectation_counts_as_missing() {
    let outside = claim("updates", "3", "form = \"in-expectation\"");
    let inside = claim(
        "updates",
        "30",
        "form = \"in-expectation\"\nrange = [0, 40]",
    )
    .replace("updates 30", "b");
    let found = verdicts(&spec(BASIS, "", &(outside + &inside)));
    assert_eq!(found[0].verdict, VerdictKind::Inconclusive);
    assert_eq!(
        found[0].missing.as_deref(),
        Some("updates is 9, outside of the range [0, 1]")
    );
    assert_eq!(
        (found[1].verdict, &found[1].missing),
        (VerdictKind::Holds, &None)
    );
}

#[test]
fn wrong_range_is_inconclusive_and_never_violated() {
    let claims: Vec<String> = ["in-expectation", "lower-bound", "expectation-identity"]
        .map(|form| claim("updates", "9", &format!("form = \"{form}\"")).replace("updates 9", form))
        .into();
    let found = words(&spec(BASIS, "", &claims.concat()));
    assert_eq!(found, ["inconclusive"; 3]);
}

#[test]
fn trial_without_a_value_prevents_holds_unless_a_premise_excludes_it() {
    let noisy = "label-noise\ndimension = 2\ntarget_margin = 0.1\nrate = 0.3\nexamples = 5";
    let capped = "stop = { updates = 1000 }";
    let limit = "radius^2/max_margin^2";
    let open = verdicts(&spec(noisy, capped, &claim("updates", limit, "")));
    assert_eq!(open[0].verdict, VerdictKind::Inconclusive);
    assert_eq!(open[0].missing.as_deref(), Some("max_margin has no value"));
    let premise = "premises = [\"positive-max-margin\"]";
    let stated = verdicts(&spec(noisy, capped, &claim("updates", limit, premise)));
    assert_eq!(stated[0].verdict, VerdictKind::Holds);
    assert!(stated[0].inapplicable > 0 && stated[0].missing.is_none());
}

#[test]
fn required_measures_are_derived_from_the_formulas() {
    let measures = |observed: &str| spec(SPHERE, "", &claim(observed, "9", "")).measures;
    assert!(measures("updates").is_empty());
    assert!(measures("updates*max_margin^2").contains(&Measure::MaxMargin));
    assert!(measures("min(risk, 1)").contains(&Measure::Risk));
    assert!(measures("leave_one_out_error").contains(&Measure::LeaveOneOut));
}

#[test]
fn a_pair_compares_its_variants_in_their_order() {
    let other =
        "[variants.b]\nrule = { margin-perceptron = { threshold = 3 } }\norder = \"cyclic\"";
    let claims = |order: &str| {
        claim(
            "first.updates",
            "second.updates",
            &format!("variants = {order}"),
        )
    };
    let forward = verdicts(&spec(SPHERE, other, &claims("[\"a\", \"b\"]")));
    let backward = verdicts(&spec(SPHERE, other, &claims("[\"b\", \"a\"]")));
    assert_eq!((forward.len(), forward[0].scope.as_str()), (1, "pair"));
    assert_eq!(forward[0].verdict, VerdictKind::Holds);
    assert_eq!(backward[0].verdict, VerdictKind::Violated);
}

#[test]
fn control_without_a_name_inherits_the_claim() {
    let control = "[[claims]]\nid = \"less\"\ncontrol_of = \"updates generator.dimension\"\nscale = 0.99\nexpect = \"violated\"\n";
    let found = verdicts(&spec(
        BASIS,
        "",
        &(claim("updates", "generator.dimension", "") + control),
    ));
    let words: Vec<&str> = found
        .iter()
        .map(|verdict| verdict.verdict.as_str())
        .collect();
    assert_eq!(words, ["holds", "violated"]);
    assert!(found.iter().all(|verdict| verdict.as_expected));
}

#[test]
fn capped_run_violates_only_a_limit_it_provably_exceeds() {
    let capped = "stop = { updates = 5 }";
    let known = claim("2*updates + 1", "radius^2*9", "");
    let unknown = claim("updates", "draws/9", "");
    let found = verdicts(&spec(BASIS, capped, &(known + &unknown)));
    assert_eq!(found[0].verdict, VerdictKind::Violated);
    assert_eq!(found[1].verdict, VerdictKind::Inconclusive);
}

#[test]
fn conjecture_without_an_id_is_named_by_its_formula() {
    let unnamed =
        "[[claims]]\nobserved = \"risk\"\nlimit = \"1/(examples+1)\"\nform = \"in-expectation\"\n";
    assert_eq!(
        spec(BASIS, "", unnamed).claims[0].id,
        "E[risk] ≤ 1/(examples + 1)"
    );
}

#[test]
fn every_premise_has_a_name_that_is_its_own() {
    let mut names: Vec<&str> = claims::claim::premise::DOCS
        .iter()
        .map(|doc| doc.name)
        .collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), claims::claim::premise::DOCS.len());
    let listed: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let all = format!("premises = [{}]", listed.join(", "));
    let spec = spec(BASIS, "", &claim("updates", "9", &all));
    let stated: std::collections::BTreeSet<&str> = spec.claims[0]
        .statement
        .premises
        .iter()
        .map(|premise| premise.label())
        .collect();
    assert!(stated.len() >= names.len(), "two names mean the same");
}

#[test]
fn conjecture_about_the_sample_alone_is_decided_despite_a_capped_run() {
    let capped = "stop = { updates = 2 }";
    let of_sample = claim(
        "radius^2/sample_margin^2",
        "1/generator.target_margin^2",
        "",
    );
    let of_run = claim("updates", "1000", "");
    let spec = spec(SPHERE, capped, &(of_sample + &of_run));
    assert_eq!(words(&spec), ["holds", "inconclusive"]);
}

#[test]
fn the_probability_of_an_excess_is_above_0_and_below_1() {
    let read = |delta: &str| {
        let form = format!("form = \"with-probability\"\ndelta = {delta}");
        let text = SpecText::new(BASIS)
            .variant("plain", CYCLIC)
            .more(claim("updates", "examples", &form))
            .to_string();
        Spec::from_text("t", Path::new("t.toml"), &text).map(|_| ())
    };
    assert!(read("0.5").is_ok());
    for wrong in ["0", "1", "1.5", "-0.5"] {
        let error = read(wrong).unwrap_err().to_string();
        assert!(error.contains("above 0 and below 1"), "{wrong}: {error}");
    }
}
