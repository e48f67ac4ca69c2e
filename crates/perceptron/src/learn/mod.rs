//! Learns: a rule, an order, a stop and a hypothesis make a variant, and one loop runs them all.

mod budget;
mod counts;
mod exploration;
mod explore;
mod hypothesis;
pub mod independent;
mod invariants;
mod left_out;
mod offset;
mod online;
pub mod order;
pub mod outside;
mod prepare;
pub mod rule;
mod session;
mod shown;
mod steps;
mod stop;
mod stop_reason;
mod symmetry;
#[cfg(test)]
mod testing;
mod transform;
mod variant;
mod view;
mod watch;

pub use budget::{MOST_PRODUCTS, MOST_UPDATES};
pub use counts::Counts;
pub use exploration::Explored;
pub use hypothesis::{Hypothesis, Linear};
pub use independent::{LearnerKind, OtherLearner, OtherLearning, Process, Requirement};
pub use invariants::Invariants;
pub use left_out::{LeftOut, Retraining};
pub use offset::Offset;
pub use online::Online;
pub use order::Order;
pub use prepare::{Learned, Learner, learn_against};
pub use rule::{LearningRule, Rule, RuleKind};
pub use steps::Steps;
pub use stop::Stop;
pub use stop_reason::StopReason;
pub use transform::Transform;
pub use variant::{Arithmetic, HypothesisKind, Variant};
pub use view::{InnerProducts, View};
pub use watch::Watch;
