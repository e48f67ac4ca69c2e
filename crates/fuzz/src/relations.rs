//! Applies changes to a spec that must not change its results, apart from names, and compares the trials.

use crate::draw::Chance;
use crate::spec_text::parse;
use claims::run::{self, ReplicateDecision, ReusableTrials, ReusePolicy, TrialSink};
use claims::spec::{Replicates, Spec};
use claims::trial::{AnyColumn, Block, Design, Measure, Row, columns};
use perceptron::generate::{Generator, LabelledPoint, Points};
use perceptron::learn::{
    Arithmetic, LearnerKind, Order, OtherLearner, RuleKind, StopReason, Transform, Variant,
};
use perceptron::sample::Rational;
use rayon::ThreadPoolBuilder;
use std::convert::Infallible;
use std::ops::Range;

/// Largest number of replicates that are compared before and after a change of the spec.
const MOST: u64 = 4;

/// The columns in which trials before and after a change must agree: all of them, the updates and counts, or the updates, the counts and the norm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ComparedColumns {
    All,
    Counts,
    CountsAndNorm,
}

/// A function that applies a change to a spec and returns the trials before and after with the columns to compare; `None` if the change does not
/// apply.
type Change = fn(&Spec, &Design) -> Option<(Block, Block, ComparedColumns)>;

/// A change that must not affect the results of a spec: its name, and the function that applies it.
type Relation = (&'static str, Change);

/// All changes of a spec that must not affect its results.
const RELATIONS: &[Relation] = &[
    ("rescaling by a power of two", |_, design| {
        let factor = Rational::new(1, 4);
        let rescaled = edited(design, |variant| {
            variant.transform = Some(Transform::Rescale(factor.clone()));
        });
        plain(design, false).then(|| both(design, &rescaled, ComparedColumns::Counts))
    }),
    ("a signed permutation of the features", |_, design| {
        let permuted = edited(design, |variant| {
            variant.transform = Some(Transform::SignedPermutation { seed: 5 });
        });
        let exact = is_exact(design);
        (plain(design, true) && exact)
            .then(|| both(design, &permuted, ComparedColumns::CountsAndNorm))
    }),
    ("the dual form", |_, design| {
        let dual = edited(design, |variant| {
            variant.learner = toml::from_str::<OtherLearner>("[dual]").ok();
        });
        let known = design
            .variants
            .iter()
            .all(|(_, variant)| known_to_the_dual(variant));
        (plain(design, true) && is_exact(design) && known)
            .then(|| both(design, &dual, ComparedColumns::CountsAndNorm))
    }),
    ("the kernel of the inner product", |_, design| {
        let kernel = "[kernel]\npolynomial = { degree = 1, constant = 0 }";
        let dual = edited(design, |variant| {
            variant.learner = toml::from_str::<OtherLearner>(kernel).ok();
        });
        let known = design
            .variants
            .iter()
            .all(|(_, variant)| known_to_the_dual(variant));
        (plain(design, true) && is_exact(design) && known)
            .then(|| both(design, &dual, ComparedColumns::Counts))
    }),
    ("another variant name with the same `draws`", |_, design| {
        let mut renamed = design.clone();
        for (name, variant) in &mut renamed.variants {
            variant.draws.get_or_insert_with(|| name.clone());
            name.push_str(" renamed");
        }
        (!design.variants.is_empty()).then(|| both(design, &again(renamed), ComparedColumns::All))
    }),
    ("floats in place of small integers", |_, design| {
        let floats = edited(design, |variant| variant.arithmetic = Some(Arithmetic::F64));
        (plain(design, false) && has_small_integers(design))
            .then(|| both(design, &floats, ComparedColumns::Counts))
    }),
    ("a sample written out as points", |_, design| {
        let first = design.repeat(0, None, false).ok()?;
        let count = first.sample.labels.len();
        let features = &first.sample.features;
        let point = |place: usize| LabelledPoint {
            x: features.exact_row(place).unwrap_or_default(),
            y: first.sample.labels[place].sign(),
        };
        let examples: Vec<LabelledPoint> = (0..count).map(point).collect();
        let written = examples
            .iter()
            .all(|point| point.x.len() == features.dimension());
        let points = Points {
            examples,
            separator: None,
            floats: false,
        };
        let read = again(Design {
            generator: Generator::Points(points),
            ..design.clone()
        });
        let fits = written && count > 0 && is_exact(design) && uses_no_chance(design);
        fits.then(|| (design.block([0]), read.block([0]), ComparedColumns::Counts))
    }),
    ("another number of threads", |spec, design| {
        let pool = ThreadPoolBuilder::new().num_threads(3).build().ok()?;
        let mut sink = RecordedTrials::default();
        let Ok(_) = pool.install(|| run::run(spec, ReusePolicy::Kept, &mut sink, &|_| {}));
        let fixed = matches!(spec.replicates, Replicates::Fixed(_) | Replicates::All);
        let kept = sink.0.filter(|_| fixed && spec.cells.len() == 1)?;
        let alone = design.block(0..kept.len() as u64);
        Some((alone, kept, ComparedColumns::All))
    }),
    ("fewer replicates", |_, design| {
        let most = MOST + 3;
        (!design.enumerated).then(|| {
            let places: Vec<usize> = (0..MOST as usize).collect();
            (
                design.block(0..MOST),
                design.block(0..most).selected(&places),
                ComparedColumns::All,
            )
        })
    }),
];

/// Keeps the trials of a run that has one cell, instead of writing them to files.
#[derive(Default)]
struct RecordedTrials(Option<Block>);

impl TrialSink for RecordedTrials {
    type Error = Infallible;

    fn earlier(&mut self, _: usize, _: Range<u64>) -> Result<Option<ReusableTrials>, Infallible> {
        Ok(None)
    }

    fn take(&mut self, _: usize, block: Block, _: bool) -> Result<(), Infallible> {
        match &mut self.0 {
            Some(kept) => kept.append(block),
            kept => *kept = Some(block),
        }
        Ok(())
    }

    fn decide(&mut self, _: usize) -> ReplicateDecision {
        ReplicateDecision::Continue
    }
}

/// Result of applying a change, which must not affect the results, to a spec.
#[derive(Debug, Clone)]
pub struct RelationResult {
    /// Name of the change.
    pub name: &'static str,
    /// The first difference between the trials before and after the change, if any.
    pub difference: Option<String>,
}

/// Applies the change that a seed selects to the spec `text`, and compares the trials; `None` if the change does not apply to the spec.
pub fn tried(text: &str, seed: u64) -> Option<RelationResult> {
    let mut chance = Chance::new("relation", seed);
    let (name, change) = chance.pick(RELATIONS);
    let difference = difference_under(text, change)?;
    Some(RelationResult { name, difference })
}

/// Whether the named change, which must not affect the results of the spec `text`, affects them.
pub fn is_broken(text: &str, name: &str) -> bool {
    let relation = RELATIONS.iter().find(|(other, _)| *other == name);
    relation.is_some_and(|(_, change)| difference_under(text, *change).flatten().is_some())
}

/// The first difference between the trials of the spec `text` before and after a change, if any; the outer `None` means that the change does not
/// apply.
fn difference_under(text: &str, change: Change) -> Option<Option<String>> {
    let mut spec = parse(text).ok()?;
    let mut design = spec.design(&spec.cells[0]);
    design.measures.insert(Measure::UpdateSequence);
    design.measures.insert(Measure::Training);
    spec.measures = design.measures.clone();
    let (before, after, compared) = change(&spec, &design)?;
    Some(difference(&before, &after, compared))
}

/// Edits the variants of a design (generator and variants of a cell) without changing its random draws.
fn edited(design: &Design, edit: impl Fn(&mut Variant)) -> Design {
    let mut edited = design.clone();
    edited
        .variants
        .iter_mut()
        .for_each(|(_, variant)| edit(variant));
    again(edited)
}

/// Recomputes the settings of a design, one for each variant, after the generator or the variants were changed.
fn again(design: Design) -> Design {
    use claims::trial::Setting;
    let settings = Setting::all(design.key(), &design.generator, &design.variants);
    Design { settings, ..design }
}

fn both(
    before: &Design,
    after: &Design,
    compared: ComparedColumns,
) -> (Block, Block, ComparedColumns) {
    (before.block(0..MOST), after.block(0..MOST), compared)
}

/// Whether every variant of a design runs the common learning loop on the untransformed sample. Variants with a threshold or an offset pass only if
/// `thresholds` is set.
fn plain(design: &Design, thresholds: bool) -> bool {
    let is_plain = |variant: &Variant| {
        let rule = variant.rule.kind();
        let loops = variant.learner.is_none() && variant.transform.is_none();
        let scales = rule == RuleKind::Perceptron && variant.offset.0.is_none();
        loops && (scales || thresholds && !variant.rule.facts().normalizes)
    };
    let sampled = matches!(
        design.generator.source(),
        perceptron::generate::ExampleSource::Sampler(_)
    );
    let mut variants = design.variants.iter();
    sampled && !design.variants.is_empty() && variants.all(|(_, variant)| is_plain(variant))
}

fn is_exact(design: &Design) -> bool {
    let exact = design.generator.is_exact();
    let mut variants = design.variants.iter();
    variants.all(|(_, variant)| variant.arithmetic(exact) == Arithmetic::Exact)
}

fn known_to_the_dual(variant: &Variant) -> bool {
    let kind = variant.rule.kind();
    let known =
        matches!(kind, RuleKind::Perceptron | RuleKind::MarginPerceptron) && !variant.is_mutant();
    known
        && variant.check(true, usize::MAX).is_ok()
        && dual_of(variant).check(true, usize::MAX).is_ok()
}

fn dual_of(variant: &Variant) -> Variant {
    Variant {
        learner: toml::from_str::<OtherLearner>("[dual]").ok(),
        ..variant.clone()
    }
}

fn has_small_integers(design: &Design) -> bool {
    let name = design.generator.documentation().name;
    let integers = [
        "majority",
        "majority-cube",
        "hadamard",
        "nested",
        "l-family",
        "shift",
        "logic-gate",
        "integer-points",
    ];
    let explores = |variant: &Variant| matches!(variant.order, Order::AllOrders(_));
    let mut variants = design.variants.iter();
    integers.contains(&name) && variants.all(|(_, variant)| !explores(variant))
}

/// Whether no variant of the design makes random choices or uses the planted separator.
fn uses_no_chance(design: &Design) -> bool {
    let fixed = |variant: &Variant| {
        let order = &variant.order;
        let planted = variant
            .learner
            .as_ref()
            .is_some_and(|learner| learner.kind() != LearnerKind::Dual);
        let drawn = matches!(
            order,
            Order::Random | Order::Shuffled | Order::RandomMisclassified
        );
        !planted && !drawn
    };
    let mut variants = design.variants.iter();
    variants.all(|(_, variant)| fixed(variant))
}

/// Describes the first difference between the trials before and after a change: column, trial and both values.
fn difference(before: &Block, after: &Block, compared: ComparedColumns) -> Option<String> {
    if before.len() != after.len() {
        return Some(format!("{} and {} trials", before.len(), after.len()));
    }
    // The states that a search has visited at its cap depend on the order of vectors, and so on their coordinates.
    let is_cut = |row: &Row| row.stop_reason() == Some(StopReason::StateCap);
    let pairs = before.all().zip(after.all());
    let pairs = pairs
        .filter(|(one, other)| compared == ComparedColumns::All || !(is_cut(one) || is_cut(other)));
    pairs.into_iter().find_map(|(one, other)| {
        let mut columns = columns_of(compared).into_iter();
        let differs = columns.find(|column| !is_same(&one, &other, *column, compared))?;
        let (a, b) = (shown(&one, differs), shown(&other, differs));
        Some(format!(
            "{} of {}: {a} and {b}",
            differs.name(),
            one.address()
        ))
    })
}

/// Whether two trials have equal values in a column. If the change may alter the order in which floats are added, overlapping enclosures count as
/// equal.
fn is_same(one: &Row, other: &Row, column: AnyColumn, compared: ComparedColumns) -> bool {
    let enclosed = |row: &Row| row.quantity(column).filter(|value| value.exact.is_none());
    let pair = enclosed(one).zip(enclosed(other));
    let overlap = || pair.is_some_and(|(a, b)| !a.differs(&b));
    shown(one, column) == shown(other, column) || compared != ComparedColumns::All && overlap()
}

fn columns_of(compared: ComparedColumns) -> Vec<AnyColumn> {
    let mut counts = vec![
        columns::PASSES.any(),
        columns::DRAWS.any(),
        columns::UPDATES.any(),
        columns::MISTAKES.any(),
        columns::MARGIN_MISTAKES.any(),
        columns::DISTINCT_MARGIN_MISTAKES.any(),
        columns::STOP_REASON.any(),
        columns::UPDATE_DIGEST.any(),
    ];
    match compared {
        ComparedColumns::Counts => counts,
        ComparedColumns::CountsAndNorm => {
            counts.push(columns::OUTPUT_NORM_SQUARED.any());
            counts
        }
        ComparedColumns::All => AnyColumn::all().collect(),
    }
}

/// The complete value of one column of a trial as text, for comparison and display.
fn shown(row: &Row, column: AnyColumn) -> String {
    match row.value(column) {
        Some((values, place)) => format!("{:?}", values.selected(&[place])),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testing::{CYCLIC, SpecText};

    fn plain() -> String {
        SpecText::new("majority\ndimension = 5\nrelevant = 3\nexamples = 12")
            .replicates(9)
            .variant("a", CYCLIC)
            .to_string()
    }

    #[test]
    fn every_metamorphic_relation_applies_to_and_holds_on_a_plain_spec() {
        let spec = parse(&plain()).unwrap();
        for (name, change) in RELATIONS {
            let design = spec.design(&spec.cells[0]);
            assert!(change(&spec, &design).is_some(), "{name}");
            assert!(!is_broken(&plain(), name), "{name}");
        }
    }

    #[test]
    fn a_difference_in_the_counts_is_seen_and_named() {
        let spec = parse(&plain()).unwrap();
        let design = spec.design(&spec.cells[0]);
        let other = edited(&design, |variant| variant.order = Order::Stream);
        let (before, after, compared) = both(&design, &other, ComparedColumns::Counts);
        let found = difference(&before, &after, compared);
        assert!(found.is_some_and(|found| found.starts_with("passes of")));
    }
}
