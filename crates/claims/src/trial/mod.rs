//! Makes trials: one variant on one replicate of one cell, with all measurements on it, in columns.
//!
//! `setting` holds the constant part of a cell, `batch` the values. `replicate` draws a sample, runs the variants on it, and lets each measurement of
//! `measure` fill its columns. `audit` recomputes the values of a row by other code; a row that breaks an identity becomes a failed trial. `repeat`
//! makes one trial again, for witnesses.

mod addresses;
mod audit;
mod batch;
mod cell_cache;
mod column;
mod column_data;
mod constant_columns;
mod design;
mod distinct;
mod drawn_sample;
mod ending;
mod failure;
mod measure;
mod parameter;
mod record;
mod repeat;
mod replicate;
mod setting;
mod setting_columns;
mod streamed;
#[cfg(test)]
pub(crate) mod tests;
mod value;
mod viewed_geometry;

pub use addresses::{Addresses, StreamRole};
pub use audit::Audit;
pub use batch::{Batch, Block, Row};
pub use cell_cache::CellCache;
pub use column::{AnyColumn, Column, Declared, Origin};
pub use column_data::ColumnData;
pub use design::{Design, TEST_EXAMPLES};
pub use distinct::DistinctTrials;
pub use measure::{Measure, columns};
pub use parameter::{Owner, numbers, parameter};
pub use record::Record;
pub use repeat::Repetition;
pub use setting::Setting;
pub use value::{ColumnKind, ColumnValue, Halves, Values};
