//! Makes the stored row: one variant on one replicate of one cell, with everything that was measured on it.

mod coefficients;
mod column;
mod coupling;
mod cycle;
mod design;
mod dichotomies;
mod excess_risk;
mod exploration;
mod geometry;
mod invariants;
mod iterates;
mod leave_one_out;
mod measure;
mod repeat;
mod risk;
mod row;
mod supremum_deviation;
mod training;
mod unseen_mass;
mod update_sequence;

pub use column::{Entry, Field, Kind};
pub use design::Design;
pub use measure::Measure;
pub use repeat::Repetition;
pub use row::Trial;
