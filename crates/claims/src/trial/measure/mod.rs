//! Holds all measurements. Each one declares its columns, observes a run if it must, and fills a record.
//!
//! A measurement is made only if a claim or a figure of the spec reads one of its columns. It sets the values that it found, leaves the rest missing,
//! and judges nothing. Every measurement is one file, registered here.

mod all_orders;
mod boundary;
mod coefficients;
mod comparator;
mod comparator_of_all;
mod comparator_of_examples;
mod completed_run;
mod consistent_arc;
mod counts;
mod coupling;
mod cycle;
mod dichotomies;
mod every_retraining;
mod excess_risk;
mod expected_excess_risk;
mod first_pass;
mod fresh_examples;
mod geometry;
mod invariants;
mod iterate_risk;
mod iterates;
mod largest_norm;
mod leave_one_out;
mod long_run;
mod majority_vote;
mod max_margin;
mod measurement;
mod minimax_least;
mod mistakes_by_convention;
mod output_progress;
mod places;
mod plane;
mod position;
mod regions;
mod risk;
mod risk_without_last;
mod run;
mod selection;
mod shortest_vector;
mod squared_losses;
mod steps;
mod supremum_deviation;
mod teacher_curves;
mod test_error;
mod training;
mod unseen_mass;
mod update_sequence;
mod updates_left;

pub(super) use completed_run::CompletedRun;
pub(super) use counts::fill as fill_counts;
pub(super) use fresh_examples::FreshExamples;
pub(super) use geometry::Geometry;
pub(super) use measurement::Measurement;

use super::{AnyColumn, Origin, Setting};
use perceptron::documented::{Member, Shape, Shaped};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use strum::IntoStaticStr;

/// Registers the measurements, in the order in which they fill a record and are listed in a manifest.
macro_rules! measurements {
    ($first:ident = $first_module:ident, $($name:ident = $module:ident),* $(,)?) => {
        /// The name of a measurement, as a manifest lists it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
        #[strum(serialize_all = "kebab-case")]
        pub enum Measure {
            #[doc = concat!("What `trial/measure/", stringify!($first_module), ".rs` measures.")]
            $first,
            $(
                #[doc = concat!("What `trial/measure/", stringify!($module), ".rs` measures.")]
                $name,
            )*
        }

        impl Measure {
            /// The implementation of the measurement with this name.
            pub(super) fn measurement(self) -> &'static dyn Measurement {
                match self {
                    Self::$first => &$first_module::$first,
                    $(Self::$name => &$module::$name,)*
                }
            }
        }

        /// Each measurement with the columns that it fills, in the order in which files have them. The columns of the sample's geometry and the
        /// counts count as those of the first measurement, which is always made.
        const DECLARED: &[(Measure, &[AnyColumn])] = &[
            (Measure::$first, $first_module::columns::ALL),
            (Measure::$first, geometry::columns::ALL),
            (Measure::$first, counts::columns::ALL),
            $((Measure::$name, $module::columns::ALL),)*
        ];

        /// The names of the same columns, from which their places follow.
        const NAMES: &[&[&str]] = &[
            $first_module::columns::NAMES,
            geometry::columns::NAMES,
            counts::columns::NAMES,
            $($module::columns::NAMES,)*
        ];

        /// All columns of the table of trials as constants, such as `MISTAKES`, from the files of the measurements that fill them.
        pub mod columns {
            pub use super::counts::columns::*;
            pub use super::geometry::columns::*;
            pub use super::$first_module::columns::*;
            $(pub use super::$module::columns::*;)*
        }
    };
}

measurements! {
    Run = run,
    AllOrders = all_orders,
    Risk = risk,
    LeaveOneOut = leave_one_out,
    EveryRetraining = every_retraining,
    MaxMargin = max_margin,
    UpdatesLeft = updates_left,
    Training = training,
    OutputProgress = output_progress,
    RiskWithoutLast = risk_without_last,
    Coupling = coupling,
    IterateRisk = iterate_risk,
    Cycle = cycle,
    UpdateSequence = update_sequence,
    Coefficients = coefficients,
    ExcessRisk = excess_risk,
    Invariants = invariants,
    Steps = steps,
    Regions = regions,
    Boundary = boundary,
    ShortestVector = shortest_vector,
    UnseenMass = unseen_mass,
    MinimaxLeast = minimax_least,
    Dichotomies = dichotomies,
    Position = position,
    SupremumDeviation = supremum_deviation,
    FirstPass = first_pass,
    LargestNorm = largest_norm,
    LongRun = long_run,
    Coplanarity = plane,
    Comparator = comparator,
    ComparatorOfAll = comparator_of_all,
    ComparatorOfExamples = comparator_of_examples,
    MajorityVote = majority_vote,
    ConsistentArc = consistent_arc,
    SquaredLossesOfRun = squared_losses,
    TeacherCurves = teacher_curves,
    TestError = test_error,
    Selection = selection,
    MistakesByConvention = mistakes_by_convention,
}

/// The index of a column in files and batches; a measurement that is not registered here does not compile.
const fn place_of(name: &str) -> usize {
    let place = places::place_of(NAMES, name);
    assert!(place < AnyColumn::COUNT);
    place
}

/// Every column with the measurement that fills it, in the order in which `trials.parquet` has the columns.
static COLUMNS: LazyLock<Vec<(AnyColumn, Measure)>> = LazyLock::new(|| {
    let declared = DECLARED.iter().flat_map(|(measure, columns)| {
        let columns = columns.iter();
        columns.map(|column| (*column, *measure))
    });
    declared.collect()
});

impl Measure {
    /// The measurement's name in a manifest, such as `leave-one-out`.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Whether this measurement works if an opponent chooses the examples in answer to the learner. Other measurements need a distribution, or
    /// further runs on the same sample.
    pub fn is_of_answers(self) -> bool {
        self.measurement().is_of_answers()
    }

    /// Whether this measurement is made if `measures` are requested: `Run` always, any other only if it is among them.
    pub fn is_requested(self, measures: &BTreeSet<Self>) -> bool {
        self == Self::Run || measures.contains(&self)
    }

    /// Whether this measurement is about the hypotheses that a learner returns.
    pub fn is_of_hypothesis(self) -> bool {
        self.measurement().is_of_hypothesis()
    }

    /// The measurement that must be made before this one, because this one reads a column of it.
    pub fn needs(self) -> Option<Self> {
        self.measurement().reads().map(AnyColumn::measure)
    }
}

impl AnyColumn {
    /// The number of columns of all measurements.
    pub(super) const COUNT: usize = places::place_of(NAMES, "");

    /// All columns of the table of trials, in the order in which `trials.parquet` has them.
    pub fn all() -> impl Iterator<Item = Self> {
        COLUMNS.iter().map(|(column, _)| *column)
    }

    /// Finds a column by its name, such as `mistakes`.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|column| column.name() == name)
    }

    /// The measurement that fills this column.
    pub fn measure(self) -> Measure {
        COLUMNS[self.place()].1
    }

    /// Whether the column is a Monte Carlo estimate in trials of this setting, and not the number itself. It is known before a run.
    pub fn is_estimate_in(self, setting: &Setting) -> bool {
        self.measure().measurement().estimates(self, setting)
    }

    /// The columns that these measurements and `Run` fill with a value for each trial.
    pub fn measured(measures: &BTreeSet<Measure>) -> impl Iterator<Item = Self> {
        let own = COLUMNS.iter().filter(|(column, measure)| {
            matches!(column.declared().origin, Origin::Trial) && measure.is_requested(measures)
        });
        own.map(|(column, _)| *column)
    }
}

impl Setting {
    /// Why no trial of this setting can have a value in a column, and what to do, as far as both are known before a run. `enumerated` is whether the
    /// samples are a complete enumeration.
    pub fn missing_everywhere(&self, column: AnyColumn, enumerated: bool) -> Option<&'static str> {
        if let Origin::Setting(_) = column.declared().origin {
            let has_value = self.value(column).is_known(0);
            return (!has_value)
                .then_some("this generator and learner have none; choose another column");
        }
        let measurement = column.measure().measurement();
        if self.is_answered && !measurement.is_of_answers() {
            return Some(
                "it needs a sample that is drawn before the run; choose another generator",
            );
        }
        let read = measurement.reads();
        let of_read = read.and_then(|column| self.missing_everywhere(column, enumerated));
        of_read.or_else(|| measurement.missing_everywhere(self, enumerated))
    }
}

impl Serialize for AnyColumn {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}

impl Shaped for AnyColumn {
    /// A choice among the names of all columns that hold numbers.
    fn shape() -> Shape {
        let numbers = Self::all().filter(|column| column.declared().kind.is_number());
        let names = numbers.map(|column| Member::alone(column.name(), None));
        Shape::Choice(names.collect())
    }
}

impl<'de> Deserialize<'de> for AnyColumn {
    /// Reads the name of a column that holds numbers.
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        static NUMBERS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
            let numbers = AnyColumn::all().filter(|column| column.declared().kind.is_number());
            numbers.map(AnyColumn::name).collect()
        });
        let name = String::deserialize(input)?;
        let found = Self::named(&name).filter(|column| column.declared().kind.is_number());
        found.ok_or_else(|| de::Error::unknown_variant(&name, &NUMBERS))
    }
}
