//! Reruns experiments about the perceptron and says of every theorem in five lecture notes whether the numbers agree.
pub mod claim;
pub mod cli;
mod documented;
pub mod figure;
pub mod generate;
pub mod judge;
pub mod learn;
pub mod margin;
pub mod report;
pub mod risk;
pub mod run;
pub mod sample;
pub mod seed;
pub mod spec;
pub mod special;
pub mod stats;
pub mod store;
pub mod trial;
