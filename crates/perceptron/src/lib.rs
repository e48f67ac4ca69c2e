//! Holds the mathematics of the perceptron: samples, seeded generators, learners, certified margins and exact risks.

pub mod conform;
pub mod documented;
pub mod generate;
pub mod intake;
pub mod learn;
pub mod margin;
pub mod risk;
pub mod sample;
pub mod seed;
pub mod special;
