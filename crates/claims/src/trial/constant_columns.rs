//! Says which columns of a setting are known before a run, and which have the same value on all its samples.

use super::{AnyColumn, Origin, Setting, columns};
use perceptron::generate::Generator;
use perceptron::learn::OtherLearner;

impl Setting {
    /// Whether the value of a column is known from the cell and the variant alone, before anything is drawn or run.
    pub fn computes(&self, column: AnyColumn) -> bool {
        const SIZES: [AnyColumn; 2] = [columns::EXAMPLES.any(), columns::DIMENSION.any()];
        let is_of_setting = matches!(column.declared().origin, Origin::Setting(_));
        // The planted separator does not learn, and a distribution with risks in closed form gives its risk as a formula.
        let is_planted = matches!(self.learner(), Some(OtherLearner::Planted(_)));
        let has_closed_risk = is_planted && self.distribution.distribution.is_some();
        is_of_setting
            || !self.is_answered && SIZES.contains(&column)
            || has_closed_risk && column == columns::RISK.any()
    }

    /// Whether a column has the same value in all trials of this cell and variant, because nothing that the value depends on is drawn at random.
    pub fn fixes(&self, column: AnyColumn) -> bool {
        const OF_POINTS: [AnyColumn; 4] = [
            columns::DICHOTOMIES.any(),
            columns::INDEPENDENT.any(),
            columns::DEPENDENCY.any(),
            columns::GENERAL_POSITION.any(),
        ];
        let has_fixed_points = matches!(self.generator, Generator::Labelings(_));
        self.computes(column)
            || has_fixed_points && OF_POINTS.contains(&column)
            || self.repeats_one_run()
    }
}
