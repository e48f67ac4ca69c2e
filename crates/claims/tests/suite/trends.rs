//! Judges trends over cells and contrasts between variants on hand-made trials.

use claims::judge::{Sweep, Verdict};
use claims::spec::Spec;
use claims::trial::{AnyColumn, Batch, Block, Measure, columns};
use perceptron::learn::StopReason;
use perceptron::sample::Quantity;
use std::collections::BTreeSet;
use testing::{CYCLIC, SpecText};

fn spec(claims: &str) -> Result<Spec, String> {
    let sizes = "10, 20, 40, 80, 160, 320";
    let text = SpecText::new("sphere-margin\ndimension = 3\ntarget_margin = 0.2\nexamples = 10")
        .replicates(16)
        .variant("one", CYCLIC)
        .variant("two", CYCLIC)
        .sweep("generator.sphere-margin.examples", sizes)
        .more(format_args!("[[claims]]\n{claims}"));
    let read = text.try_read(Spec::from_text);
    read.map_err(|error| error.to_string())
}

/// The trials of both variants in one cell: `one` as given, `two` always with 5 updates.
fn cell(examples: u64, replicates: u64, updates: impl Fn(u64) -> u64) -> Block {
    let spec = spec(&exponent(2.0)).unwrap_or_else(|error| panic!("{error}"));
    let measures = BTreeSet::from([Measure::Risk]);
    let settings = spec.design(&spec.cells[0]).settings.into_iter();
    let batches = settings.enumerate().map(|(variant, setting)| {
        let mut batch = Batch::new(setting, AnyColumn::measured(&measures), replicates as usize);
        for replicate in 0..replicates {
            let place = replicate as usize;
            let updates = if variant == 0 { updates(replicate) } else { 5 };
            batch.set(place, columns::EXAMPLES, Some(examples));
            batch.set(place, columns::UPDATES, Some(updates));
            batch.set(place, columns::STOP_REASON, Some(StopReason::CleanPass));
        }
        batch
    });
    Block {
        replicates: (0..replicates).collect(),
        batches: batches.collect(),
    }
}

fn trend(claims: &str, cells: &[Block]) -> Vec<Verdict> {
    let spec = spec(claims).unwrap_or_else(|error| panic!("{error}"));
    let bench = spec.judge_spec();
    let mut sweep = Sweep::new(&bench);
    cells
        .iter()
        .enumerate()
        .for_each(|(index, block)| sweep.add(index, block));
    sweep.verdicts()
}

fn exponent(exponent: f64) -> String {
    format!(
        "name = \"scaling-exponent\"\nof = \"updates\"\nagainst = \"examples\"\nexponent = {exponent}\ntolerance = 0.1\nvariants = [\"one\"]\n"
    )
}

fn squares(replicates: u64) -> Vec<Block> {
    let sizes = [10, 20, 40, 80];
    sizes.map(|examples| square(replicates, examples)).into()
}

/// A cell whose count is about the square of its number of examples.
fn square(replicates: u64, examples: u64) -> Block {
    cell(examples, replicates, |replicate| {
        examples * examples + replicate % 3
    })
}

#[test]
fn counts_that_grow_like_the_square_have_the_exponent_two_and_no_other() {
    let verdict = &trend(&exponent(2.0), &squares(16))[0];
    assert_eq!(
        (verdict.verdict.as_str(), &verdict.cell, verdict.trials),
        ("shown", &None, 64)
    );
    assert!(
        verdict
            .observed_mean
            .is_some_and(|slope| (slope - 2.0).abs() < 0.01)
            && verdict.interval.is_some()
    );
    assert_eq!(
        trend(&exponent(1.0), &squares(16))[0].verdict.as_str(),
        "not-shown"
    );
}

#[test]
fn heavy_tails_move_the_mean_but_not_the_median() {
    let wild = |examples: u64| {
        cell(examples, 80, |replicate| {
            if replicate % 7 == 0 {
                1_000_000_000
            } else {
                examples * examples
            }
        })
    };
    let cells = [10, 20, 40, 80].map(wild);
    assert_eq!(trend(&exponent(2.0), &cells)[0].verdict.as_str(), "shown");
    assert_eq!(
        trend(&(exponent(2.0) + "statistic = \"mean\"\n"), &cells)[0]
            .verdict
            .as_str(),
        "not-shown"
    );
}

#[test]
fn a_failed_trial_or_too_few_replicates_decide_nothing() {
    let mut cells = squares(16);
    cells[1].batches[0].set(0, columns::STOP_REASON, Some(StopReason::UpdateCap));
    assert_eq!(
        trend(&exponent(2.0), &cells)[0].verdict.as_str(),
        "inconclusive"
    );
    let few = &trend(&exponent(2.0), &squares(7))[0];
    assert_eq!((few.verdict.as_str(), few.interval), ("inconclusive", None));
}

#[test]
fn rank_correlation_claim_is_directional_with_one_verdict_per_variant() {
    let claim = |rest: &str| {
        format!(
            "name = \"rank-correlation\"\nof = \"updates\"\nagainst = \"examples\"\nat_least = 0.9\n{rest}"
        )
    };
    let six = [10, 20, 40, 80, 160, 320].map(|examples| square(16, examples));
    let words_over = |cells: &[Block], claim: &str| {
        trend(claim, cells)
            .iter()
            .map(|verdict| verdict.verdict.as_str())
            .collect::<Vec<_>>()
    };
    let words = |claim: &str| words_over(&six, claim);
    // Five cells may be in the right order by chance.
    let one = claim("variants = [\"one\"]\n");
    assert_eq!(words_over(&six[..5], &one), ["inconclusive"]);
    assert_eq!(words(&claim("variants = [\"one\"]\n")), ["shown"]);
    assert_eq!(
        words(&claim("falling = true\nvariants = [\"one\"]\n")),
        ["not-shown"]
    );
    assert_eq!(words(&claim(""))[0], "shown");
    assert_eq!(words(&claim("")).len(), 2);
}

#[test]
fn claims_about_all_cells_give_no_verdict_on_a_single_one() {
    let spec = spec(&exponent(2.0)).unwrap_or_else(|error| panic!("{error}"));
    assert!(spec.judge_spec().judge(0, &squares(16)[0]).is_empty());
    assert_eq!(spec.judge_spec().verdicts(), 1);
}

#[test]
fn an_unknown_column_is_reported_with_the_nearest_one_and_text_is_no_number() {
    let refused = |claim: &str| spec(claim).err().unwrap_or_default();
    let misspelt = refused(&exponent(2.0).replace("\"updates\"", "\"mistaks\""));
    assert!(
        misspelt.contains("`mistaks` is neither a column nor a parameter")
            && misspelt.contains("did you mean `mistakes`?"),
        "{misspelt}"
    );
    assert!(
        refused(&exponent(2.0).replace("\"updates\"", "\"rule\"")).contains("`rule` is neither")
    );
}

#[test]
fn trend_claim_requests_the_measure_of_its_column() {
    let asked = |column: &str| {
        spec(&exponent(2.0).replace("\"updates\"", column)).map(|spec| spec.measures)
    };
    assert!(asked("\"updates\"").is_ok_and(|measures| measures.is_empty()));
    assert!(asked("\"risk\"").is_ok_and(|measures| measures.contains(&Measure::Risk)));
    assert!(
        asked("\"max_margin_squared\"")
            .is_ok_and(|measures| measures.contains(&Measure::MaxMargin))
    );
}

fn contrast(claim: &str, variants: &str, block: &Block) -> Verdict {
    let spec = spec(&format!("name = \"{claim}\"\nvariants = {variants}\n"))
        .unwrap_or_else(|error| panic!("{error}"));
    spec.judge_spec().judge(0, block).remove(0)
}

#[test]
fn exchanging_the_variants_of_a_contrast_exchanges_holds_and_violated() {
    let block = cell(10, 400, |replicate| if replicate % 3 == 0 { 7 } else { 3 });
    let verdict = |variants: &str| contrast("fewer-updates-usually", variants, &block);
    let (one, two) = (verdict("[\"one\", \"two\"]"), verdict("[\"two\", \"one\"]"));
    assert_eq!(
        (one.verdict.as_str(), two.verdict.as_str()),
        ("holds", "violated")
    );
    assert_eq!(one.interval.map(|[low, high]| [-high, -low]), two.interval);
    assert_eq!((one.refuted_below, one.tightness_max), (None, None));
}

#[test]
fn equal_counts_are_no_evidence_for_either_variant() {
    let verdict = contrast(
        "fewer-updates-usually",
        "[\"one\", \"two\"]",
        &cell(10, 400, |_| 5),
    );
    assert_eq!(
        (verdict.verdict.as_str(), verdict.observed_mean),
        ("inconclusive", Some(0.0))
    );
}

#[test]
fn capped_pairs_count_against_a_contrast_in_both_directions() {
    let mut block = cell(10, 400, |replicate| if replicate % 3 == 0 { 7 } else { 3 });
    for batch in &mut block.batches {
        for place in (0..400).step_by(2) {
            batch.set(place, columns::STOP_REASON, Some(StopReason::UpdateCap));
        }
    }
    for variants in ["[\"one\", \"two\"]", "[\"two\", \"one\"]"] {
        assert_eq!(
            contrast("fewer-updates-usually", variants, &block)
                .verdict
                .as_str(),
            "inconclusive"
        );
    }
}

#[test]
fn a_mean_difference_of_risks_is_bounded_on_both_sides() {
    let mut block = cell(10, 600, |_| 5);
    for place in 0..600 {
        let noise = 0.1 * (place % 5) as f64;
        let other = noise + 0.02 * (place % 3) as f64 + 0.1;
        let risks = [noise + 0.01, other].map(|risk| Some(Quantity::float(risk)));
        for (batch, risk) in block.batches.iter_mut().zip(risks) {
            batch.set(place, columns::RISK, risk);
        }
    }
    let verdict = |variants: &str| contrast("smaller-risk-on-average", variants, &block);
    assert_eq!(verdict("[\"one\", \"two\"]").verdict.as_str(), "holds");
    let other = verdict("[\"two\", \"one\"]");
    assert!(
        other.verdict.as_str() == "violated"
            && other
                .interval
                .is_some_and(|[low, high]| low < 0.11 && 0.11 < high),
        "{other:?}"
    );
}

#[test]
fn a_rarely_more_claim_counts_the_pairs_with_more_updates() {
    let block = cell(10, 400, |replicate| if replicate % 5 == 0 { 7 } else { 5 });
    let word = |probability: f64| {
        let claim = format!(
            "name = \"rarely-more-updates\"\nvariants = [\"one\", \"two\"]\nprobability = {probability}\n"
        );
        let spec = spec(&claim).unwrap_or_else(|error| panic!("{error}"));
        spec.judge_spec().judge(0, &block)[0].verdict.as_str()
    };
    assert_eq!((word(0.4), word(0.1)), ("holds", "violated"));
}

#[test]
fn a_trend_may_be_of_formulas() {
    let words = |of: &str, exponent: f64| {
        let text = self::exponent(exponent).replace("\"updates\"", &format!("\"{of}\""));
        trend(&text, &squares(16))[0].verdict.as_str()
    };
    assert_eq!(words("updates", 2.0), "shown");
    assert_eq!(words("updates^2", 4.0), "shown");
    assert_eq!(words("1/updates", -2.0), "shown");
    assert_eq!(words("1/updates", 2.0), "not-shown");
    assert_eq!(words("sqrt(updates*generator.dimension)", 1.0), "shown");
}

#[test]
fn a_formula_without_a_value_in_a_cell_shows_no_trend() {
    let text = exponent(2.0).replace("\"updates\"", "\"log(updates - updates)\"");
    let verdict = &trend(&text, &squares(16))[0];
    assert_eq!(verdict.verdict.as_str(), "inconclusive");
    let reason = "log(updates − updates) takes a logarithm of a number that is not above 0";
    assert_eq!(verdict.missing.as_deref(), Some(reason));
}
