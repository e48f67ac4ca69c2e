//! Makes trials: one variant on one replicate of one cell, with everything that was measured on it, in columns.
//!
//! `columns` declares what can be known of one, `setting` holds what is constant, `batch` holds the values, `design` draws and measures, and the
//! other files fill the columns of one measure each. A measure is made only where a claim or a figure of the spec reads one of its columns. A
//! measurement sets what it found and leaves the rest missing; it judges nothing. `audit` recomputes what a row says along another path, and a row
//! that does not keep an identity is a failed trial. `repeat` makes one trial again, for witnesses.

mod addresses;
mod any_column;
mod audit;
mod batch;
mod boundary;
mod coefficients;
mod column;
pub mod columns;
mod common;
mod counts;
mod coupling;
mod cycle;
mod design;
mod dichotomies;
mod drawn;
mod excess_risk;
mod expected_excess_risk;
mod exploration;
mod failure;
mod geometry;
mod held;
mod invariants;
mod iterates;
mod leave_one_out;
mod measure;
mod measurement;
mod parameter;
mod pieces;
mod record;
mod regions;
mod repeat;
mod risk;
mod seen;
mod setting;
mod setting_columns;
mod steps;
mod supremum_deviation;
#[cfg(test)]
pub(crate) mod tests;
mod training;
mod unseen_mass;
mod update_sequence;
mod value;

pub use addresses::{Addresses, Role};
pub use any_column::AnyColumn;
pub use audit::Audit;
pub use batch::{Batch, Block, Row};
pub use column::{Column, Declared, Origin};
pub use common::Common;
pub use design::Design;
pub use failure::{is_measuring, measuring_for_another};
pub use held::Held;
pub use measure::Measure;
pub use parameter::{Owner, numbers, parameter};
pub use record::Record;
pub use repeat::Repetition;
pub use setting::Setting;
pub use value::{Halves, Kind, Stored, Values};
