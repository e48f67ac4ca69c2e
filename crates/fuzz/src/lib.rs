//! Fuzzes the program in two ways. It draws random specs over the whole grammar, runs and judges them in process, and reports faults such as violated
//! theorems and panics. It also feeds mutated files to the parsers.

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
