//! Reruns experiments about the perceptron and says of every theorem in five lecture notes whether the numbers agree.

pub mod application;
pub mod cli;
pub mod grade;
pub mod process;
pub mod report;
pub mod store;
