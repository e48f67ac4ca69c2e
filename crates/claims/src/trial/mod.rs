//! Makes trials: one variant on one replicate of one cell, with everything that was measured on it, in columns.

mod addresses;
mod audit;
mod batch;
mod boundary;
mod coefficients;
mod column;
pub mod columns;
mod counts;
mod coupling;
mod cycle;
mod design;
mod dichotomies;
mod excess_risk;
mod exploration;
mod failure;
mod geometry;
mod invariants;
mod iterates;
mod leave_one_out;
mod measure;
mod parameter;
mod pieces;
mod regions;
mod repeat;
mod risk;
mod seen;
mod setting;
mod steps;
mod supremum_deviation;
#[cfg(test)]
pub(crate) mod tests;
mod training;
mod unseen_mass;
mod update_sequence;
mod value;

pub use addresses::{Addresses, Role};
pub use audit::Audit;
pub use batch::{Batch, Block, Record, Row};
pub use column::{AnyColumn, Column, Declared, Origin};
pub use design::Design;
pub use failure::is_measuring;
pub use measure::Measure;
pub use parameter::{Owner, numbers, parameter};
pub use repeat::Repetition;
pub use setting::Setting;
pub use value::{Halves, Kind, Stored, Values};
