//! Compares replicates that share cached results with replicates that are computed one by one.

use super::{CYCLIC, assert_same, failure, spec, with_wrong_learner};
use crate::trial::{Block, CellCache, Design, Measure, columns};

const ONE_SAMPLE: [&str; 4] = [
    "basis\ndimension = 4",
    "basis\ndimension = 1\nexamples = 5",
    "points\nexamples = [{ x = [1, 0], y = 1 }, { x = [1, 2], y = -1 }, { x = [\"1/2\", 3], y = 1 }]",
    "points\nexamples = [{ x = [\"0.25\", 1], y = 1 }, { x = [\"-0.75\", 2], y = -1 }]\nfloats = true",
];

const OPPONENT: &str = "dimension-free-adversary\nmargin = \"1/3\"\nonline = true";

/// Learners that use no random numbers, and learners that do.
const VARIANTS: &str = "[variants.cyclic]\nrule = { perceptron = {} }\norder = \"cyclic\"\nstop = { updates = 30 }
[variants.random]\nrule = { perceptron = {} }\norder = \"random\"\nstop = { updates = 30 }
[variants.averaged]\nrule = { perceptron = {} }\norder = \"stream\"\nhypothesis = \"averaged\"
[variants.shuffled]\nrule = { perceptron = {} }\norder = \"shuffled\"\noffset = 1\nstop = { updates = 30 }
[variants.normalized]\nrule = { normalized-perceptron = {} }\narithmetic = \"f64\"\norder = \"cyclic\"\nstop = { updates = 30 }
";

fn design(generator: &str, variants: &str, measures: &[Measure]) -> Design {
    let spec = spec(generator, variants);
    let mut design = spec.design(&spec.cells[0]);
    design.measures.extend(measures);
    design
}

/// Computes each replicate separately, without a shared cache.
fn alone(design: &Design, replicates: std::ops::Range<u64>) -> Block {
    let mut block = design.empty(Vec::new());
    for replicate in replicates {
        block.append(design.fresh_block(vec![replicate]));
    }
    block
}

#[test]
fn cached_replicates_of_a_fixed_sample_equal_separate_runs() {
    use Measure::{Coupling, IterateRisk, LeaveOneOut, MaxMargin, Risk, Steps, Training};
    let measured = [MaxMargin, Training, LeaveOneOut, Steps];
    let risks = [Risk, IterateRisk, Coupling];
    for generator in ONE_SAMPLE {
        for measures in [&[][..], &measured, &risks] {
            let (design, common) = (design(generator, VARIANTS, measures), CellCache::default());
            assert!(design.is_cacheable());
            let mut block = design.block_with(0..1, &common);
            for replicates in [1..70, 70..71, 71..131] {
                block.append(design.block_with(replicates, &common));
            }
            assert_same(&block, &alone(&design, 0..131), &[0, 1, 2, 3, 4]);
        }
    }
}

#[test]
fn cached_trials_against_an_adversary_equal_separate_runs() {
    let variants = "[variants.a]\nrule = { perceptron = {} }\norder = \"stream\"\n[variants.b]\n\
                    rule = { margin-perceptron = {} }\norder = \"stream\"";
    let (design, common) = (
        design(OPPONENT, variants, &[Measure::Training]),
        CellCache::default(),
    );
    assert!(design.is_cacheable());
    let block = design.block_with(0..67, &common);
    assert_same(&block, &alone(&design, 0..67), &[0, 1]);
}

#[test]
fn random_or_enumerated_samples_are_not_cacheable() {
    let drawn = "basis\ndimension = 4\nexamples = 4";
    assert!(!design(drawn, VARIANTS, &[]).is_cacheable());
    let mut enumerated = design(ONE_SAMPLE[0], VARIANTS, &[]);
    enumerated.enumerated = true;
    assert!(!enumerated.is_cacheable());
}

#[test]
fn cached_trials_are_rerun_only_if_audited() {
    let updates = |block: &Block| -> Vec<u64> {
        let rows = block.all().map(|row| row.copied(columns::UPDATES));
        rows.collect::<Option<_>>().unwrap_or_default()
    };
    let one = |stop: &str| {
        design(
            ONE_SAMPLE[0],
            &format!("[variants.v]\n{CYCLIC}\n{stop}"),
            &[],
        )
    };
    // A cache filled by another design gives wrong results for this one.
    let (common, design) = (CellCache::default(), one(""));
    let told = one("stop = { updates = 2 }").block_with([0], &common);
    assert_eq!(updates(&told), [2]);
    let block = design.block_with(63..66, &common);
    assert_eq!(updates(&block), [2, 4, 2]);
    common.clear();
    assert_eq!(updates(&design.block_with(65..68, &common)), [4, 4, 4]);
}

#[test]
fn failed_trials_are_not_cached() {
    let wrong = with_wrong_learner(ONE_SAMPLE[0]);
    let common = CellCache::default();
    let block = wrong.block_with(1..4, &common);
    assert!(wrong.is_cacheable() && format!("{common:?}").contains("None"));
    assert!(
        block
            .all()
            .any(|row| failure(&row).contains("index out of bounds"))
    );
    assert_same(&block, &alone(&wrong, 1..4), &[0, 1]);
}
