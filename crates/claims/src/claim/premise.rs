//! Holds premises as values: their words, who decides them, and the predicate; each is declared once, below.

use super::MarginSource;
use crate::trial::{AnyColumn, Column, Row, Setting, Stored, columns};
use perceptron::learn::{Arithmetic, HypothesisKind, LearnerKind, Order, OtherLearner, RuleKind};
use perceptron::learn::{Stop, StopReason};
use perceptron::sample::{Quantity, Rational, TestTies, Ties};
use std::fmt;
use std::sync::Arc;

/// A predicate that says whether a claim speaks of a trial.
#[derive(Clone)]
pub struct Premise {
    words: String,
    reads: Vec<AnyColumn>,
    /// What is known before a run.
    before: Option<Arc<dyn Fn(&Setting) -> bool + Send + Sync>>,
    /// What only the sample, or the run, can tell.
    after: Option<Arc<dyn Fn(&Row) -> bool + Send + Sync>>,
}

impl fmt::Debug for Premise {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.words)
    }
}

impl Premise {
    /// A premise that is known before a run.
    fn setting(
        words: impl Into<String>,
        holds: impl Fn(&Setting) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self {
            words: words.into(),
            reads: Vec::new(),
            before: Some(Arc::new(holds)),
            after: None,
        }
    }

    /// A premise that only the sample, or the run, can tell, with the columns it reads.
    fn sample<const N: usize>(
        words: impl Into<String>,
        reads: [AnyColumn; N],
        holds: impl Fn(&Row) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self {
            words: words.into(),
            reads: reads.to_vec(),
            before: None,
            after: Some(Arc::new(holds)),
        }
    }

    /// The same, where it is known of some settings before a run that it fails.
    fn only_if(self, may_hold: impl Fn(&Setting) -> bool + Send + Sync + 'static) -> Self {
        Self {
            before: Some(Arc::new(may_hold)),
            ..self
        }
    }

    /// A column that the setting has.
    fn known<T: Stored>(words: &str, column: Column<T>) -> Self {
        let premise = Self::setting(words, move |setting| setting.get(column).is_some());
        Self {
            reads: vec![column.any()],
            ..premise
        }
    }

    /// The premise in words, for tables and for `explain`.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// The columns it reads.
    pub fn reads(&self) -> &[AnyColumn] {
        &self.reads
    }

    /// Whether it holds of a trial.
    pub fn holds(&self, row: &Row) -> bool {
        let after = || self.after.as_ref().is_none_or(|after| after(row));
        !self.fails_before_a_run(row.setting()) && after()
    }

    /// Whether it holds of a trial, or nobody knows: of a trial that failed before what it reads was measured, as little is known as
    /// of any other that failed.
    pub fn may_hold(&self, row: &Row) -> bool {
        let lacks = |column: &AnyColumn| !row.tells(*column);
        let unknown = self.after.is_some() && row.is_failed() && self.reads.iter().any(lacks);
        if unknown {
            !self.fails_before_a_run(row.setting())
        } else {
            self.holds(row)
        }
    }

    /// Whether it is known before a run that it fails.
    pub fn fails_before_a_run(&self, setting: &Setting) -> bool {
        self.before.as_ref().is_some_and(|before| !before(setting))
    }
}

/// The margin that the limit uses exists and is positive; a stated one is the margin of some separator.
pub fn positive_margin(source: &MarginSource) -> Premise {
    match source {
        MarginSource::Number(margin) => separable_with(margin.clone()),
        MarginSource::Population => population_margin(source),
        MarginSource::Sample => measured_margin(source, columns::SAMPLE_MARGIN_SQUARED),
        MarginSource::Max => measured_margin(source, columns::MAX_MARGIN_SQUARED),
    }
}

/// The margin that the limit uses is one of all examples of the law, so that it is known before a sample is drawn; or it is measured.
pub fn margin_of_every_sample(source: &MarginSource) -> Premise {
    match source {
        MarginSource::Number(_) | MarginSource::Population => population_margin(source),
        MarginSource::Sample | MarginSource::Max => positive_margin(source),
    }
}

fn measured_margin(source: &MarginSource, column: Column<Quantity>) -> Premise {
    let words = format!("separable: positive {} margin", source.word());
    Premise::sample(words, [column.any()], move |row| {
        row.get(column).is_some_and(|square| square.value > 0.0)
    })
}

/// The law gives a margin, and one at least as large as the stated one.
fn population_margin(source: &MarginSource) -> Premise {
    let (words, least) = match source {
        MarginSource::Number(margin) => {
            let words = format!("separable: the law's margin is at least {margin}");
            (words, margin.square())
        }
        _ => {
            let words = format!("separable: positive {} margin", source.word());
            (words, Rational::zero())
        }
    };
    let least = Quantity::exact(least);
    Premise::setting(words, move |setting| {
        let squared = setting.seen.population_margin_squared.as_ref();
        squared.is_some_and(|squared| squared.value > 0.0 && !least.exceeds(squared))
    })
}

/// The planted separator has at least this margin on the sample, or the largest margin is as large.
fn separable_with(margin: Rational) -> Premise {
    let columns = [columns::SAMPLE_MARGIN_SQUARED, columns::MAX_MARGIN_SQUARED];
    let words = format!("separable: some separator has the margin {margin}");
    let least = Quantity::exact(margin.square());
    Premise::sample(words, columns.map(|column| column.any()), move |row| {
        let reaches = |squared: &Quantity| squared.value > 0.0 && !least.exceeds(squared);
        columns
            .iter()
            .any(|column| row.get(*column).is_some_and(reaches))
    })
}

/// The planted separator has a positive normalised margin.
pub fn positive_normalized_margin() -> Premise {
    let column = columns::NORMALIZED_MARGIN_SQUARED;
    let words = "separable: positive normalised margin";
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// No example is longer than one; those that have unit norm by law may be so up to the rounding of their generator.
pub fn within_the_unit_ball() -> Premise {
    let column = columns::RADIUS_SQUARED;
    Premise::sample("no norm above 1", [column.any()], move |row| {
        let one = Quantity::count(1);
        let is_short = || row.get(column).is_some_and(|radius| !radius.exceeds(&one));
        row.setting().seen.unit_norm || is_short()
    })
}

/// ‖x‖ is bounded by law.
pub fn bounded_norm() -> Premise {
    Premise::known("bounded norm by law", columns::POPULATION_RADIUS_SQUARED)
}

/// Examples are independent and identically distributed.
pub fn iid() -> Premise {
    Premise::setting("iid", |setting| setting.law.iid)
}

/// Examples are independent and identically distributed, or are once the target of this sample is given.
pub fn independent_examples() -> Premise {
    Premise::setting("independent examples, given the target", |setting| {
        setting.law.iid || setting.law.independent_given_target
    })
}

/// The rule is one of these.
pub fn rule(kinds: &'static [RuleKind]) -> Premise {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
    Premise::setting(format!("rule is {}", names.join(" or ")), |setting| {
        setting
            .rule()
            .is_some_and(|rule| kinds.contains(&rule.kind()))
    })
}

/// The rule is the perceptron's, with a threshold or without.
pub fn perceptron_rule() -> Premise {
    rule(&[RuleKind::Perceptron, RuleKind::MarginPerceptron])
}

/// The learner beside the one loop is one of these.
pub fn learner(kinds: &'static [LearnerKind]) -> Premise {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
    Premise::setting(format!("learner is {}", names.join(" or ")), |setting| {
        setting
            .learner()
            .is_some_and(|learner| kinds.contains(&learner.kind()))
    })
}

/// Features are signs, and the label is the majority of an odd number of them.
pub fn majority() -> Premise {
    Premise::known("label is a majority of signs", columns::MAJORITY_OF)
}

/// The run was computed in integers.
pub fn exact_arithmetic() -> Premise {
    Premise::setting("exact arithmetic", |setting| {
        setting.arithmetic() == Some(Arithmetic::Exact)
    })
}

fn fact(words: &str, column: Column<bool>, wanted: bool) -> Premise {
    Premise::sample(words, [column.any()], move |row| {
        row.copied(column) == Some(wanted)
    })
}

/// Any d of the points, or all if there are fewer, are independent.
pub fn general_position() -> Premise {
    fact(
        "points in general position",
        columns::GENERAL_POSITION,
        true,
    )
}

/// The points are linearly independent.
pub fn independent_points() -> Premise {
    fact("linearly independent points", columns::INDEPENDENT, true)
}

/// No vector separates the sample.
pub fn not_separable() -> Premise {
    fact("not separable", columns::SEPARABLE, false)
}

const SIZE: [AnyColumn; 2] = [columns::EXAMPLES.any(), columns::DIMENSION.any()];

fn size(words: &str, holds: fn(examples: u64, dimension: u64) -> bool) -> Premise {
    Premise::sample(words, SIZE, move |row| {
        let sizes = row
            .copied(columns::EXAMPLES)
            .zip(row.copied(columns::DIMENSION));
        sizes.is_some_and(|(examples, dimension)| holds(examples, dimension))
    })
}

/// There are more examples than features.
pub fn more_examples_than_features() -> Premise {
    size("more examples than features", |examples, dimension| {
        examples > dimension
    })
}

/// The number of features is odd.
pub fn odd_dimension() -> Premise {
    size("odd number of features", |_, dimension| dimension % 2 == 1)
}

/// The labels of the atoms are fair coins, drawn for every sample.
pub fn uniform_labelling() -> Premise {
    Premise::setting("labels are drawn uniformly", |setting| {
        setting.law.uniform_labelling
    })
}

/// A test example that scores zero is no sure error.
pub fn fair_test_ties() -> Premise {
    Premise::setting("test_ties is positive or half", |setting| {
        setting.test_ties() != Some(TestTies::Mistake)
    })
}

/// A test example that scores zero is an error.
pub fn test_ties_are_errors() -> Premise {
    Premise::setting("test_ties is mistake", |setting| {
        setting.test_ties() == Some(TestTies::Mistake)
    })
}

/// A test example is scored as an example in training is.
pub fn same_test_ties() -> Premise {
    Premise::setting("test_ties equal to ties", Setting::tests_as_it_trains)
}

/// What would be an error in the test calls for an update in training.
pub fn test_errors_call_for_updates() -> Premise {
    let words =
        "a test error calls for an update: ties = mistake, test_ties equal to ties, or a threshold";
    Premise::setting(words, Setting::tests_no_stricter_than_it_trains)
}

/// The vector at which a run ends by itself separates the sample strictly.
pub fn ends_on_separators_only() -> Premise {
    let words = "a clean pass separates strictly: ties = mistake, or a threshold above 0";
    Premise::setting(words, Setting::ends_on_separators_only)
}

/// What an atom taught is not unlearned by what the others teach.
pub fn right_on_what_it_saw() -> Premise {
    let words = "hypothesis is last, or examples keep their directions (no offset, no map)";
    Premise::setting(words, |setting| {
        let keeps = setting.view().is_some_and(|view| view.keeps_directions());
        keeps || returns_the_last_vector(setting)
    })
}

/// Every position of the sample is shown alike.
pub fn exchangeable_order() -> Premise {
    let words = "order is shuffled, random or random-misclassified";
    Premise::setting(words, |setting| {
        let order = setting.order();
        order.is_some_and(|order| {
            matches!(
                order,
                Order::Shuffled | Order::Random | Order::RandomMisclassified
            )
        })
    })
}

/// Every example has a constant feature.
pub fn offset() -> Premise {
    Premise::known("with an offset", columns::OFFSET)
}

/// The run can end only where a full scan finds nothing to update on, or at a cap.
pub fn stops_at_clean_passes() -> Premise {
    Premise::setting("stop is clean-pass", wants_a_clean_pass)
}

fn wants_a_clean_pass(setting: &Setting) -> bool {
    setting.variant.as_ref().is_some_and(|variant| {
        let stop = variant.effective_stop();
        let ends = variant.walks() && variant.order.ends();
        !ends && !matches!(stop, Stop::EndOfStream | Stop::QuietPeriod)
    })
}

/// The run ended because a full scan found nothing to update on; of one that was cut off or failed, nobody knows.
pub fn ran_to_clean_pass() -> Premise {
    let reason = columns::STOP_REASON;
    let ended = move |row: &Row| {
        let reason = row.stop_reason();
        reason.is_some_and(|reason| {
            let open = reason.is_cut_off() || reason.is_failure();
            open || matches!(reason, StopReason::CleanPass | StopReason::Undecided)
        })
    };
    Premise::sample("run to a clean pass", [reason.any()], ended).only_if(wants_a_clean_pass)
}

/// Leaving out an example that was never updated on leaves the run as it was.
pub fn coupled() -> Premise {
    let words = "coupled draws: order is not random-misclassified or all-orders";
    Premise::setting(words, |setting| setting.order().is_none_or(Order::couples))
}

/// The hypothesis is the last vector.
pub fn last_vector() -> Premise {
    Premise::setting("hypothesis is last", returns_the_last_vector)
}

fn returns_the_last_vector(setting: &Setting) -> bool {
    let variant = setting.variant.as_ref();
    variant.is_some_and(|variant| variant.hypothesis == HypothesisKind::Last)
}

/// The hypothesis is the last vector, and the sum of the updates of the rule: of the one loop, or of its dual.
pub fn sum_of_updates() -> Premise {
    Premise::setting(
        "hypothesis is last, of the one loop or its dual",
        |setting| {
            let is_sum = matches!(setting.learner(), None | Some(OtherLearner::Dual(_)));
            returns_the_last_vector(setting) && is_sum
        },
    )
}

/// The learner makes updates, one example at a time.
pub fn online() -> Premise {
    let column = columns::UPDATES;
    let words = "a learner that makes updates";
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// The order is not a list of positions, so that leaving out any example is like leaving out another.
pub fn position_free() -> Premise {
    Premise::setting("order is not given", |setting| {
        !matches!(setting.order(), Some(Order::Given(_)))
    })
}

/// The mean risk of the vectors of an online run is known.
pub fn known_iterate_risk() -> Premise {
    let column = columns::ITERATE_RISK;
    let words = "a stream of the one loop, of a law whose risks are exact";
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// The smallest risk of any classifier is known.
pub fn known_bayes_risk() -> Premise {
    Premise::known("known Bayes risk", columns::BAYES_RISK)
}

/// An exact run of the one loop in cyclic passes, a tie being a mistake.
pub fn cyclic_passes() -> Premise {
    let words = "exact run of the one loop in cyclic order, a tie being a mistake";
    Premise::setting(words, |setting| {
        let cyclic = setting.is_the_loop() && matches!(setting.order(), Some(Order::Cyclic));
        let exact = setting.arithmetic() == Some(Arithmetic::Exact);
        cyclic && exact && setting.ties() == Some(Ties::Mistake)
    })
}

/// The law is of the minimax family, with n ≥ d ≥ 2.
pub fn minimax_family() -> Premise {
    Premise::sample("minimax family with n ≥ d ≥ 2", SIZE, |row| {
        let sizes = row
            .copied(columns::EXAMPLES)
            .zip(row.copied(columns::DIMENSION));
        let is_large =
            sizes.is_some_and(|(examples, dimension)| dimension >= 2 && examples >= dimension);
        is_large && row.setting().law.minimax.is_some()
    })
}

/// Theory has the expected risk of this learner under this law.
pub fn known_expected_risk() -> Premise {
    Premise::known(
        "the expected risk is known in closed form",
        columns::EXPECTED_EXCESS_RISK,
    )
}

/// Examples are independent basis vectors, so that the unseen ones score zero.
pub fn unseen_mass() -> Premise {
    Premise::known(
        "independent draws of basis vectors, no offset",
        columns::UNSEEN_MASS_RISK,
    )
}

/// Independent Gaussian examples labelled by a half-space, each shown once.
pub fn teacher_student_stream() -> Premise {
    Premise::setting("generator teacher-student, order stream", |setting| {
        setting.law.is_teachers && matches!(setting.order(), Some(Order::Stream))
    })
}
