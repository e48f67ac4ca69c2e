//! Holds premises as values: their words, who decides them, and the predicate; each is declared once, below.

use super::MarginSource;
use super::mend::Mend;
use crate::trial::{AnyColumn, Column, Row, Setting, Stored, columns};
use perceptron::learn::Stop;
use perceptron::learn::{Arithmetic, HypothesisKind, LearnerKind, Order, OtherLearner, RuleKind};
use perceptron::sample::{TestTies, Ties};
use std::fmt;
use std::sync::Arc;

/// A predicate that says whether a claim speaks of a trial.
#[derive(Clone)]
pub struct Premise {
    words: String,
    /// Whether it is about norms and margins of what the learner is shown, which a transform may change.
    geometric: bool,
    reads: Vec<AnyColumn>,
    decided: Decided,
    mend: Option<Mend>,
}

/// Who decides.
#[derive(Clone)]
enum Decided {
    BySetting(Arc<dyn Fn(&Setting) -> bool + Send + Sync>),
    BySample(Arc<dyn Fn(&Row) -> bool + Send + Sync>),
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
        let decided = Decided::BySetting(Arc::new(holds));
        Self {
            words: words.into(),
            geometric: false,
            reads: Vec::new(),
            decided,
            mend: None,
        }
    }

    /// A premise that only the sample, or the run, can tell, with the columns it reads.
    fn sample<const N: usize>(
        words: impl Into<String>,
        reads: [AnyColumn; N],
        holds: impl Fn(&Row) -> bool + Send + Sync + 'static,
    ) -> Self {
        let decided = Decided::BySample(Arc::new(holds));
        Self {
            words: words.into(),
            geometric: false,
            reads: reads.to_vec(),
            decided,
            mend: None,
        }
    }

    /// The same, about norms and margins of what the learner is shown.
    fn of_geometry(self) -> Self {
        Self {
            geometric: true,
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

    /// The same with what a spec can set so that it holds.
    fn mended_by(self, mend: impl Into<Mend>) -> Self {
        Self {
            mend: Some(mend.into()),
            ..self
        }
    }

    /// What a spec can set so that it holds under a setting of which it is known before a run that it fails.
    pub fn mend(&self, setting: &Setting) -> Option<String> {
        if self.geometric && !setting.keeps_geometry() {
            return Some(
                "`transform` to nothing, or to one that keeps all norms and angles".to_owned(),
            );
        }
        self.mend.as_ref().map(Mend::words)
    }

    /// The columns it reads.
    pub fn reads(&self) -> &[AnyColumn] {
        &self.reads
    }

    /// Whether it holds of a trial.
    pub fn holds(&self, row: &Row) -> bool {
        match &self.decided {
            _ if self.geometric && !row.setting().keeps_geometry() => false,
            Decided::BySetting(holds) => holds(row.setting()),
            Decided::BySample(holds) => holds(row),
        }
    }

    /// Whether it holds of a trial, or nobody knows: of a trial that failed before what it reads was measured, as little is known as
    /// of any other that failed.
    pub fn may_hold(&self, row: &Row) -> bool {
        let lacks = |column: &AnyColumn| !row.tells(*column);
        let unknown = row.is_failed() && self.reads.iter().any(lacks);
        match &self.decided {
            Decided::BySample(_) if unknown => !self.fails_before_a_run(row.setting()),
            _ => self.holds(row),
        }
    }

    /// Whether it is known before a run that it fails.
    pub fn fails_before_a_run(&self, setting: &Setting) -> bool {
        match &self.decided {
            _ if self.geometric && !setting.keeps_geometry() => true,
            Decided::BySetting(holds) => !holds(setting),
            Decided::BySample(_) => false,
        }
    }
}

/// The margin that the limit uses exists and is positive.
pub fn positive_margin(source: &MarginSource) -> Premise {
    let words = format!("separable: positive {} margin", source.word());
    let source = source.clone();
    let is_known = matches!(source, MarginSource::Population | MarginSource::Number(_));
    let premise = match source.column() {
        Some(column) if !is_known => Premise::sample(words, [column.any()], move |row| {
            row.get(column).is_some_and(|square| square.value > 0.0)
        }),
        _ => Premise::setting(words, move |setting| {
            source
                .known(setting)
                .is_some_and(|square| square.value > 0.0)
        })
        .mended_by("`margin` of the claim to \"sample\" or \"max\", or to a positive number"),
    };
    premise.of_geometry()
}

/// The planted separator has a positive normalised margin.
pub fn positive_normalized_margin() -> Premise {
    let column = columns::NORMALIZED_MARGIN_SQUARED;
    let words = "separable: positive normalised margin";
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some()).of_geometry()
}

/// Every example has unit norm by law.
pub fn unit_norm() -> Premise {
    Premise::setting("unit_norm", |setting| setting.law.unit_norm)
        .of_geometry()
        .mended_by(Mend::Generator(|law| law.unit_norm))
}

/// ‖x‖ is bounded by law.
pub fn bounded_norm() -> Premise {
    Premise::known("bounded_norm", columns::POPULATION_RADIUS_SQUARED)
        .of_geometry()
        .mended_by(Mend::Generator(|law| {
            law.population_radius_squared.is_some()
        }))
}

/// Examples are independent and identically distributed.
pub fn iid() -> Premise {
    Premise::setting("iid", |setting| setting.law.iid).mended_by(Mend::Generator(|law| law.iid))
}

/// Examples are independent and identically distributed, or are once the target of this sample is given.
pub fn independent_examples() -> Premise {
    Premise::setting("independent examples, given the target", |setting| {
        setting.law.iid || setting.law.independent_given_target
    })
    .mended_by(Mend::Generator(|law| {
        law.iid || law.independent_given_target
    }))
}

/// The rule is one of these.
pub fn rule(kinds: &'static [RuleKind]) -> Premise {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
    Premise::setting(format!("rule is {}", names.join(" or ")), |setting| {
        setting
            .rule()
            .is_some_and(|rule| kinds.contains(&rule.kind()))
    })
    .mended_by(format!(
        "`rule` to {}, without a `learner` of another rule",
        names.join(" or ")
    ))
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
    .mended_by(format!("`learner` to {}", names.join(" or ")))
}

/// Features are signs, and the label is the majority of an odd number of them.
pub fn majority() -> Premise {
    Premise::known("label is a majority of signs", columns::MAJORITY_OF)
        .of_geometry()
        .mended_by(Mend::Generator(|law| law.majority_of.is_some()))
}

/// The run was computed in integers.
pub fn exact_arithmetic() -> Premise {
    Premise::setting("exact arithmetic", |setting| {
        setting.arithmetic() == Some(Arithmetic::Exact)
    })
    .mended_by("the generator to one of exact features, and drop `arithmetic = \"f64\"`")
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
    .mended_by(Mend::Generator(|law| law.uniform_labelling))
}

/// A test example that scores zero is no sure error.
pub fn fair_test_ties() -> Premise {
    Premise::setting("test_ties is positive or half", |setting| {
        setting.test_ties() != Some(TestTies::Mistake)
    })
    .mended_by("`test_ties` to \"positive\" or \"half\"")
}

/// A test example is scored as an example in training is.
pub fn same_test_ties() -> Premise {
    Premise::setting("test_ties equal to ties", Setting::tests_as_it_trains)
        .mended_by("`ties` and `test_ties` both to \"mistake\", or both to \"positive\"")
}

/// Every example has a constant feature.
pub fn offset() -> Premise {
    Premise::known("with an offset", columns::OFFSET).mended_by("`offset` of the variant to true")
}

/// Every example was shown until a full scan found nothing to update on.
pub fn run_to_clean_pass() -> Premise {
    Premise::setting("run to a clean pass", |setting| {
        let stop = setting
            .variant
            .as_ref()
            .map(|variant| variant.effective_stop());
        stop.is_some_and(|stop| !matches!(stop, Stop::EndOfStream | Stop::QuietPeriod))
    })
    .mended_by("`stop` to \"clean-pass\", with an `order` that shows the sample again")
}

/// Leaving out an example that was never updated on leaves the run as it was, and a tie in the test is a mistake in
/// training too.
pub fn coupled() -> Premise {
    let words = "coupled draws: not random-misclassified or all-orders, and test_ties no stricter than ties";
    Premise::setting(words, |setting| {
        let same_ties = setting.ties() == Some(Ties::Mistake) || setting.tests_as_it_trains();
        same_ties && setting.order().is_none_or(Order::couples)
    })
    .mended_by("`order` to one that is neither random-misclassified nor all-orders, and `test_ties` as `ties`")
}

/// The hypothesis is the last vector.
pub fn last_vector() -> Premise {
    Premise::setting("hypothesis is last", returns_the_last_vector)
        .mended_by("`hypothesis` to \"last\"")
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
    .mended_by("`hypothesis` to \"last\", and no `learner` but dual")
}

/// What the learner was shown has the norms and margins of the sample.
pub fn sample_geometry() -> Premise {
    Premise::setting("no transform but an isometry", |_| true).of_geometry()
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
    .mended_by("`order` to one that is not a list of positions")
}

/// The mean risk of the vectors of an online run is known.
pub fn known_iterate_risk() -> Premise {
    let column = columns::ITERATE_RISK;
    let words = "a stream without offset and transform, of a law whose risks are exact";
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// The smallest risk of any classifier is known.
pub fn known_bayes_risk() -> Premise {
    Premise::known("known Bayes risk", columns::BAYES_RISK).mended_by(Mend::Generator(|law| {
        use perceptron::generate::Distribution::{Gaussians, PlantedNoisyAtoms};
        let known = |law: &_| matches!(law, Gaussians { .. } | PlantedNoisyAtoms { .. });
        law.distribution.as_ref().is_some_and(known)
    }))
}

/// An exact run of the one loop in cyclic passes, a tie being a mistake.
pub fn cyclic_passes() -> Premise {
    let words = "exact run of the one loop in cyclic order, a tie being a mistake";
    Premise::setting(words, |setting| {
        let cyclic = setting.is_the_loop() && matches!(setting.order(), Some(Order::Cyclic));
        let exact = setting.arithmetic() == Some(Arithmetic::Exact);
        cyclic && exact && setting.ties() == Some(Ties::Mistake)
    })
    .mended_by("`order` to \"cyclic\", `ties` to \"mistake\", the generator to one of exact features, and drop `learner`")
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
    .mended_by("the generator to agnostic-basis and `learner` to majority-of-atoms, or `learner` to version-space on examples of a law that no rotation changes")
}

/// Examples are independent basis vectors, so that the unseen ones score zero.
pub fn unseen_mass() -> Premise {
    Premise::known(
        "independent draws of basis vectors, no offset",
        columns::UNSEEN_MASS_RISK,
    )
    .mended_by("the generator to basis with a number of `examples`, and no `offset`")
}

/// Independent Gaussian examples labelled by a half-space, each shown once.
pub fn teacher_student_stream() -> Premise {
    Premise::setting("generator teacher-student, order stream", |setting| {
        setting.law.is_teachers && matches!(setting.order(), Some(Order::Stream))
    })
    .mended_by("the generator to teacher-student, and `order` to \"stream\"")
}
