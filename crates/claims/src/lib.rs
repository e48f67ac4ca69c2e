//! States theorems as values and judges them: specs, trials in columns, claims, verdicts, figures as data, and certificates.

pub mod calibrate;
pub mod certificate;
pub mod claim;
pub mod figure;
pub mod judge;
pub mod run;
pub mod spec;
pub mod stats;
pub mod trial;
