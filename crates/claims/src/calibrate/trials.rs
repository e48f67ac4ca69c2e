//! Makes trials without a learner, whose columns hold simulated numbers, and the [`JudgeSpec`] that judges them.

use super::simulation::ALPHA;
use crate::claim::{Scope, StatedClaim};
use crate::judge::{JudgeSpec, JudgedCell};
use crate::trial::{AnyColumn, Batch, Block, Column, ColumnValue, Setting, columns};
use perceptron::generate::{Generator, KnownDistribution, LFamily};
use perceptron::learn::rule::Perceptron;
use perceptron::learn::{HypothesisKind, Offset, Order, Rule, Stop, StopReason, Variant};
use perceptron::sample::{Quantity, TestTies, Ties};
use serde_json::Map;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The names of the two simulated variants; a claim about single trials applies to the first, a claim about pairs to both.
const NAMES: [&str; 2] = ["first", "second"];

/// Makes a claim apply to the simulated variants.
pub(super) fn of_simulated_variants(claim: StatedClaim) -> StatedClaim {
    let count = if claim.statement.scope == Scope::Pair {
        2
    } else {
        1
    };
    StatedClaim {
        id: "simulated".into(),
        variants: NAMES[..count].iter().map(|&name| name.into()).collect(),
        // Simulated numbers are exact, whatever the distribution of the setting would give.
        about_estimates: true,
        ..claim
    }
}

/// Returns a [`JudgeSpec`] of one cell with this one claim and the error probability [`ALPHA`]; `complete` says whether the cell is a complete
/// enumeration.
pub(super) fn judge_spec_of(claim: StatedClaim, complete: bool) -> JudgeSpec {
    JudgeSpec {
        experiment: "calibrate".into(),
        alpha: ALPHA,
        cells: vec![JudgedCell {
            parameters: Map::new(),
            complete,
        }],
        claims: vec![claim],
        most_replicates: None,
    }
}

/// Returns the constant columns of the simulated trials, one [`Setting`] per variant of the claim; they meet every premise of the simulated claims.
pub(super) fn settings(
    judge_spec: &JudgeSpec,
    distribution: &KnownDistribution,
) -> Vec<Arc<Setting>> {
    // A setting needs a generator, but this one draws nothing.
    let generator = Generator::LFamily(LFamily { length: 2 });
    let setting = |name: &String| {
        let named = (name.clone(), variant());
        let setting = Setting::new("simulated", &generator, Some(&named));
        Arc::new(setting.under(distribution.clone()))
    };
    judge_spec.claims[0].variants.iter().map(setting).collect()
}

/// Returns a distribution of independent examples on the unit sphere with fair labels.
pub(super) fn distribution() -> KnownDistribution {
    KnownDistribution {
        iid: true,
        unit_norm: true,
        uniform_labelling: true,
        minimax: Some((4, 2)),
        population_radius_squared: Some(Quantity::float(1.0)),
        ..KnownDistribution::fixed()
    }
}

fn variant() -> Variant {
    Variant {
        rule: Rule::Perceptron(Perceptron {}),
        order: Order::Cyclic,
        stop: Some(Stop::CleanPass),
        ties: Ties::Mistake,
        test_ties: TestTies::Positive,
        hypothesis: HypothesisKind::Last,
        offset: Offset(None),
        arithmetic: None,
        learner: None,
        transform: None,
        draws: None,
        comparator: None,
        select: None,
    }
}

/// Simulated trials of successive replicates in the form that the judge reads, each made from one drawn value.
pub(super) struct SimulatedTrials<'a, D> {
    block: Block,
    drawn: &'a [D],
}

impl<'a, D> SimulatedTrials<'a, D> {
    /// Makes one trial per drawn value and variant, with replicates numbered from `first` on; only the stop reason, a clean pass, is filled in.
    pub(super) fn from(first: u64, settings: &[Arc<Setting>], drawn: &'a [D]) -> Self {
        let nothing = BTreeSet::new();
        let batch = |setting: &Arc<Setting>| {
            Batch::new(setting.clone(), AnyColumn::measured(&nothing), drawn.len())
        };
        let block = Block {
            replicates: (first..).take(drawn.len()).collect(),
            batches: settings.iter().map(batch).collect(),
        };
        Self { block, drawn }.in_all(columns::STOP_REASON, |_| StopReason::CleanPass)
    }

    /// Fills a column of the variant at position `variant` with `value` of each trial's drawn value.
    pub(super) fn with<T: ColumnValue>(
        mut self,
        variant: usize,
        column: Column<T>,
        value: impl Fn(&D) -> T,
    ) -> Self {
        let values = self.drawn.iter().map(|drawn| Some(value(drawn)));
        self.block.batches[variant].put(column.any(), T::column(values.collect()));
        self
    }

    /// Fills a column of every variant with `value` of each trial's drawn value.
    pub(super) fn in_all<T: ColumnValue>(self, column: Column<T>, value: impl Fn(&D) -> T) -> Self {
        let variants = 0..self.block.batches.len();
        variants.fold(self, |trials, variant| trials.with(variant, column, &value))
    }

    /// Returns the trials as a [`Block`].
    pub(super) fn block(self) -> Block {
        self.block
    }
}
