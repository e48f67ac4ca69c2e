//! Judges claims about pairs of variants on hand-made risks: signs, counts of pairs, stated ranges and shared draws.

use claims::judge::{PairCounts, Verdict};
use claims::spec::Spec;
use claims::trial::{AnyColumn, Batch, Block, Measure, columns};
use perceptron::learn::StopReason;
use perceptron::sample::{Quantity, Rational};
use std::collections::BTreeSet;
use testing::{CYCLIC, SpecText};

fn text() -> SpecText {
    SpecText::new("teacher-student\ndimension = 3\nexamples = 10")
        .replicates(300)
        .variant("one", CYCLIC)
        .variant("two", CYCLIC)
}

fn spec(claim: &str) -> Spec {
    let text = text().more(format_args!("[[claims]]\n{claim}"));
    text.read(Spec::from_text)
}

/// The trials of both variants with these risks.
fn block(spec: &Spec, risks: &[[f64; 2]]) -> Block {
    let measures = BTreeSet::from([Measure::Risk]);
    let settings = spec.design(&spec.cells[0]).settings.into_iter();
    let batches = settings.enumerate().map(|(variant, setting)| {
        let mut batch = Batch::new(setting, AnyColumn::measured(&measures), risks.len());
        for (place, risks) in risks.iter().enumerate() {
            batch.set(place, columns::RISK, Some(Quantity::float(risks[variant])));
            batch.set(
                place,
                columns::UPDATES,
                Some((1000.0 * risks[variant]) as u64),
            );
            batch.set(place, columns::STOP_REASON, Some(StopReason::CleanPass));
        }
        batch
    });
    Block {
        replicates: (0..risks.len() as u64).collect(),
        batches: batches.collect(),
    }
}

fn judged(claim: &str, risks: &[[f64; 2]]) -> Verdict {
    let spec = spec(claim);
    let block = block(&spec, risks);
    spec.judge_spec().judge(0, &block).remove(0)
}

/// 300 pairs, of which the first risk is smaller in 297 by about 0.02, and larger in 3.
fn nearly_always_smaller() -> Vec<[f64; 2]> {
    let pair = |place: u32| {
        let noise = 0.1 * f64::from(place % 5);
        let gap = 0.01 + 0.001 * f64::from(place % 21);
        let sign = if place % 100 == 50 { -1.0 } else { 1.0 };
        [0.2 + noise, 0.2 + noise + sign * gap]
    };
    (0..300).map(pair).collect()
}

fn reversed(risks: &[[f64; 2]]) -> Vec<[f64; 2]> {
    risks.iter().map(|[one, two]| [*two, *one]).collect()
}

const USUALLY: &str = "name = \"usually-smaller\"\nvariants = [\"one\", \"two\"]\n";

const ON_AVERAGE: &str = "name = \"smaller-risk-on-average\"\nvariants = [\"one\", \"two\"]\n";

#[test]
fn sign_claim_decides_where_the_mean_of_small_differences_cannot() {
    let risks = nearly_always_smaller();
    assert_eq!(judged(ON_AVERAGE, &risks).verdict.as_str(), "inconclusive");
    let word = |least: &str, risks: &[[f64; 2]]| {
        let claim = format!("{USUALLY}column = \"risk\"\n{least}");
        judged(&claim, risks).verdict
    };
    assert_eq!(word("", &risks).as_str(), "holds");
    assert_eq!(word("at_least = \"9/10\"", &risks).as_str(), "holds");
    assert_eq!(
        word("at_least = \"99/100\"", &risks).as_str(),
        "inconclusive"
    );
    assert_eq!(word("", &reversed(&risks)).as_str(), "violated");
    assert_eq!(
        word("at_least = \"-99/100\"", &reversed(&risks)).as_str(),
        "inconclusive"
    );
    assert_eq!(
        word("at_least = \"-1/2\"", &reversed(&risks)).as_str(),
        "violated"
    );
}

#[test]
fn sign_claim_of_updates_is_fewer_updates_usually_with_the_other_sign() {
    let risks = nearly_always_smaller();
    for risks in [risks.clone(), reversed(&risks)] {
        let any = judged(&format!("{USUALLY}column = \"updates\""), &risks);
        let fewer = judged(
            "name = \"fewer-updates-usually\"\nvariants = [\"one\", \"two\"]",
            &risks,
        );
        assert_eq!((any.verdict, &any.pairs), (fewer.verdict, &fewer.pairs));
        let [low, high] = fewer.interval.unwrap();
        assert_eq!(any.interval, Some([-high, -low]));
        assert_eq!(any.observed_mean, fewer.observed_mean.map(|mean| -mean));
    }
}

#[test]
fn equal_numbers_count_for_neither_variant() {
    // Two floats that only rounding makes different are equal.
    let same = [[0.3, 0.1 + 0.2]; 300];
    let verdict = judged(&format!("{USUALLY}column = \"risk\""), &same);
    assert_eq!(
        (verdict.verdict.as_str(), verdict.observed_mean),
        ("inconclusive", Some(0.0))
    );
    let pairs = verdict.pairs.unwrap();
    assert_eq!((pairs.smaller, pairs.equal, pairs.larger), (0, 300, 0));
    assert_eq!(pairs.interval, Some([0.0, 1.0]));
}

#[test]
fn paired_mean_counts_its_pairs_with_an_interval_that_spends_no_alpha() {
    let risks = nearly_always_smaller();
    let conjectures = [
        "observed = \"first.risk\"\nlimit = \"second.risk\"",
        "observed = \"first.risk - second.risk\"\nlimit = \"0.01\"\nrange = [-1, 1]",
        "observed = \"first.risk/second.risk\"\nlimit = 1\nrange = [0, 9]",
    ];
    let conjectures = conjectures.map(|sides| {
        format!("{sides}\nform = \"in-expectation\"\nvariants = [\"one\", \"two\"]\n")
    });
    for claim in conjectures.iter().map(String::as_str).chain([ON_AVERAGE]) {
        let verdict = judged(claim, &risks);
        let pairs = verdict.pairs.clone().unwrap();
        assert_eq!(pairs.compared, ["first.risk", "second.risk"], "{claim}");
        let counts = (pairs.smaller, pairs.equal, pairs.larger, pairs.unknown);
        assert_eq!(counts, (297, 0, 3, 0), "{claim}");
        let [low, high] = pairs.interval.unwrap();
        assert!(
            0.93 < low && low < 0.99 && 0.99 < high && high < 1.0,
            "{low} {high}"
        );
        assert_eq!(verdict.alpha, 0.01);
    }
    // Two columns have no order, so the two sides of the claim are compared.
    let sides = "observed = \"first.risk\"\nlimit = \"second.updates/1000\"\nform = \"in-expectation\"\nvariants = [\"one\", \"two\"]";
    let compared = judged(sides, &risks).pairs.unwrap().compared;
    assert_eq!(compared, ["first.risk", "second.updates/1000"]);
    // A claim about every pair is no mean.
    let every = "observed = \"first.risk\"\nlimit = \"second.risk\"\nexpect = \"violated\"\nvariants = [\"one\", \"two\"]";
    assert_eq!(judged(every, &risks).pairs, None);
}

#[test]
fn pair_without_a_result_counts_as_the_worst_one_for_each_end() {
    let spec = spec(ON_AVERAGE);
    let mut block = block(&spec, &nearly_always_smaller());
    for place in 0..100 {
        block.batches[1].set(place, columns::STOP_REASON, Some(StopReason::UpdateCap));
    }
    let pairs = spec.judge_spec().judge(0, &block).remove(0).pairs.unwrap();
    assert_eq!((pairs.smaller, pairs.larger, pairs.unknown), (198, 2, 100));
    let [low, high] = pairs.interval.unwrap();
    assert!(low < 0.66 && high > 0.99, "{low} {high}");
}

#[test]
fn enumerated_pairs_have_their_probability_in_place_of_an_interval() {
    let text = SpecText::new("basis\ndimension = 2\nexamples = 2")
        .replicates("\"all\"")
        .variant("one", CYCLIC)
        .variant("two", "rule = { perceptron = {} }\norder = { given = [] }")
        .claim("smaller-risk-on-average");
    let spec = text.read(Spec::from_text);
    let cell = &spec.cells[0];
    let block = spec.design(cell).block(0..spec.most_replicates(cell));
    let pairs = spec.judge_spec().judge(0, &block).remove(0).pairs.unwrap();
    assert!(pairs.smaller > 0 && pairs.larger == 0, "{pairs:?}");
    assert_eq!(pairs.interval, Some([1.0, 1.0]));
}

#[test]
fn copies_of_one_pair_have_no_interval() {
    let margin = "rule = { margin-perceptron = { threshold = 1, step = 1 } }\norder = \"cyclic\"";
    let text = SpecText::new("logic-gate\ngate = \"and\"\ncoding = \"signs\"")
        .replicates(30)
        .variant("one", format_args!("{CYCLIC}\noffset = 1"))
        .variant("two", format_args!("{margin}\noffset = 1"))
        .claim("usually-smaller\ncolumn = \"updates\"");
    let spec = text.read(Spec::from_text);
    let block = spec.design(&spec.cells[0]).block(0..30);
    let pairs = spec.judge_spec().judge(0, &block).remove(0).pairs.unwrap();
    assert_eq!(pairs.smaller + pairs.equal + pairs.larger, 30);
    assert_eq!(pairs.interval, None);
}

#[test]
fn stated_range_decides_with_fewer_pairs_and_is_checked_on_every_pair() {
    let risks = nearly_always_smaller();
    let ranged =
        |range: &str, risks: &[[f64; 2]]| judged(&format!("{ON_AVERAGE}range = {range}"), risks);
    let narrow = ranged("[-0.1, 0.1]", &risks);
    assert_eq!(narrow.verdict.as_str(), "holds");
    let width = |verdict: &Verdict| verdict.interval.map(|[low, high]| high - low).unwrap();
    assert!(width(&narrow) < 0.3 * width(&judged(ON_AVERAGE, &risks)));
    assert_eq!(narrow.missing, None);
    // One pair outside is not clipped: it has no value, and nothing is decided.
    let mut outside = risks;
    outside[17] = [0.2, 0.4];
    let verdict = ranged("[-0.1, 0.1]", &outside);
    assert_eq!(
        (verdict.verdict.as_str(), verdict.failed),
        ("inconclusive", 1)
    );
    // Which of the two is smaller is known all the same.
    let pairs = verdict.pairs.unwrap();
    assert_eq!((pairs.smaller, pairs.larger, pairs.unknown), (297, 3, 0));
    let reason = verdict.missing.unwrap();
    assert!(
        reason.contains("outside of the range [-0.1, 0.1]")
            && reason.contains("−0.2") | reason.contains("-0.2"),
        "{reason}"
    );
    assert_eq!(ranged("[-0.3, 0.3]", &outside).missing, None);
}

#[test]
fn limit_at_the_end_of_the_stated_range_is_refused_and_beyond_it_vacuous() {
    let refused = |keys: &str| {
        let text = text().more(format_args!("[[claims]]\n{ON_AVERAGE}{keys}"));
        text.try_read(Spec::from_text)
            .err()
            .map(|error| error.to_string())
    };
    assert_eq!(refused("range = [-0.1, 0.1]\nat_most = \"0.05\""), None);
    let message = refused("range = [-0.1, 0.1]\nat_most = \"0.1\"").unwrap();
    assert!(message.contains("inside `range`"), "{message}");
    for range in ["[0.1, -0.1]", "[-2, 0.5]", "[-0.5, 1.5]", "[0, nan]"] {
        assert!(refused(&format!("range = {range}")).is_some(), "{range}");
    }
    let wide = judged(
        &format!("{ON_AVERAGE}range = [-0.1, 0.1]\nat_most = \"0.05\"\nscale = 2"),
        &nearly_always_smaller(),
    );
    assert_eq!(wide.verdict.as_str(), "vacuous");
}

#[test]
fn verdict_on_a_pair_says_whether_its_variants_share_their_draws() {
    let shares = |one: &str, two: &str| {
        let text = SpecText::new("basis\ndimension = 3\nexamples = 3")
            .replicates(9)
            .variant("one", format_args!("rule = {{ perceptron = {{}} }}\n{one}"))
            .variant("two", format_args!("rule = {{ perceptron = {{}} }}\n{two}"))
            .claim("same-updates");
        let spec = text.read(Spec::from_text);
        let block = spec.design(&spec.cells[0]).block(0..9);
        spec.judge_spec().judge(0, &block).remove(0).shares_draws
    };
    let (random, named) = ("order = \"random\"", "order = \"random\"\ndraws = \"c\"");
    assert_eq!(shares(random, random), Some(false));
    assert_eq!(shares(named, named), Some(true));
    assert_eq!(shares(named, random), Some(false));
    assert_eq!(
        shares("order = \"random\"\ndraws = \"two\"", random),
        Some(true)
    );
    assert_eq!(shares("order = \"cyclic\"", random), None);
    assert_eq!(shares("order = \"cyclic\"", "order = \"cyclic\""), None);
}

#[test]
fn verdicts_without_the_counts_of_pairs_are_read() {
    let verdict = judged(ON_AVERAGE, &nearly_always_smaller());
    let mut stored = serde_json::to_value(&verdict).unwrap();
    let fields = stored.as_object_mut().unwrap();
    assert!(fields.remove("pairs").is_some() && !fields.contains_key("shares_draws"));
    let read: Verdict = serde_json::from_value(stored).unwrap();
    let without = Verdict {
        pairs: None,
        ..verdict.clone()
    };
    assert_eq!(read, without);
    let counts = verdict.pairs.unwrap();
    let text = serde_json::to_string(&counts).unwrap();
    assert!(!text.contains("unknown"), "{text}");
    assert_eq!(serde_json::from_str::<PairCounts>(&text).unwrap(), counts);
}

#[test]
fn exact_risks_are_compared_as_fractions() {
    let spec = spec(&format!("{USUALLY}column = \"risk\""));
    let mut block = block(&spec, &[[0.0; 2]; 40]);
    let close = [
        Rational::new(1, 3),
        Rational::new(1_000_000_000_000_001, 3_000_000_000_000_000),
    ];
    for (batch, risk) in block.batches.iter_mut().zip(close) {
        for place in 0..40 {
            batch.set(place, columns::RISK, Some(Quantity::exact(risk.clone())));
        }
    }
    let pairs = spec.judge_spec().judge(0, &block).remove(0).pairs.unwrap();
    assert_eq!((pairs.smaller, pairs.equal), (40, 0));
}
