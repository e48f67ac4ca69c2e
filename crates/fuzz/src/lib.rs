//! Draws random specs over the whole grammar, runs and judges them in process, and says what must not have happened; feeds parsers with mutated files.

pub mod cases;
pub mod coverage;
pub mod draw;
pub mod evidence;
pub mod finding;
pub mod panics;
pub mod parsers;
pub mod premises;
pub mod relations;
pub mod report;
pub mod session;
pub mod shrink;
pub mod spec_text;
pub mod study;
pub mod theorems;
