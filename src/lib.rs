//! Reruns experiments about the perceptron and says of every theorem in five lecture notes whether the numbers agree.

pub mod analyze;
pub mod commands;
pub mod partial;
pub mod report;
pub mod store;
pub mod study;
