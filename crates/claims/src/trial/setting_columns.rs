//! Reads the columns of a setting, and says which columns it knows before a run.

use super::{AnyColumn, Column, Origin, Setting, Stored, Values, columns};
use perceptron::generate::Generator;
use perceptron::learn::OtherLearner;
use std::sync::OnceLock;

impl Setting {
    /// The one value of a column of the setting; a missing one for columns that every trial has of its own.
    pub fn value(&self, column: AnyColumn) -> &Values {
        let declared = column.declared();
        let none = || AnyColumn::all().map(|_| OnceLock::new()).collect();
        let known = self.known.columns.get_or_init(none);
        known[column.index()].get_or_init(|| match declared.origin {
            Origin::Setting(value) => value(self),
            Origin::Trial => Values::missing(declared.kind, 1),
        })
    }

    /// What a column of the setting says.
    pub fn get<T: Stored>(&self, column: Column<T>) -> Option<&T> {
        T::of(self.value(column.any()))?.first()?.as_ref()
    }

    /// Whether a column is computed from the cell and the variant alone, without a run.
    pub fn computes(&self, column: AnyColumn) -> bool {
        const SIZES: [AnyColumn; 2] = [columns::EXAMPLES.any(), columns::DIMENSION.any()];
        let is_of_setting = matches!(column.declared().origin, Origin::Setting(_));
        // The planted separator learns nothing, and a distribution with closed risks gives its risk as a formula.
        let is_planted = matches!(self.learner(), Some(OtherLearner::Planted(_)));
        let has_closed_risk = is_planted && self.law.distribution.is_some();
        is_of_setting
            || !self.is_answered && SIZES.contains(&column)
            || has_closed_risk && column == columns::RISK.any()
    }

    /// Whether a column has one value on all samples of the cell: nothing that enters it is drawn.
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
