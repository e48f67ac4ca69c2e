//! Runs learners: a rule, an order, a stop and a hypothesis make a variant, and one learning loop runs all variants.
//!
//! The learning loop compares a prediction with a label, updates and counts. Its five counts are never synonyms: passes, examples shown (`draws`),
//! updates, mistakes, margin mistakes. The loop is generic over the feature store. Offset and normalizing are conversions before the loop, which
//! knows neither. `independent` holds learners that share no prediction and no update with the loop: independent implementations, which check
//! identities, and rules of another kind. Rules made wrong on purpose are marked as mutants, for controls.

mod budget;
mod comparator;
mod counts;
mod exploration;
mod explore;
pub mod external;
mod hypothesis;
pub mod independent;
mod invariants;
mod key_choice;
mod learner;
mod left_out;
mod observer;
mod offset;
pub mod order;
mod paused_run;
mod prepared_features;
pub mod rule;
mod run_result;
mod session;
mod squared_losses;
mod stop;
mod stop_reason;
mod symmetry;
mod test_ties;
#[cfg(test)]
mod testing;
mod transform;
mod variant;
mod view;

pub use budget::{MOST_PRODUCTS, MOST_UPDATES};
pub use comparator::{Comparator, ComparatorVector, Losses};
pub use counts::Counts;
pub use exploration::Explored;
pub use hypothesis::{Hypothesis, HypothesisKind, Linear, PreparedHypothesis};
pub use independent::{
    Candidates, KernelHypothesis, LearnerFacts, LearnerKind, OtherLearner, OtherLearning,
    PassiveAggressiveKind, Process, Requirement, Select, TieRule,
};
pub use invariants::{InvariantObserver, Invariants};
pub use key_choice::KeyChoice;
pub use learner::{Learner, learn_against};
pub use left_out::{LeftOut, Retraining};
pub use observer::{Observer, Observers, RunEvents, WeightVector};
pub use offset::Offset;
pub use order::Order;
pub use paused_run::PausedRun;
pub use rule::{LearningRule, Rule, RuleFacts, RuleKind};
pub use run_result::RunResult;
pub use squared_losses::SquaredLosses;
pub use stop::Stop;
pub use stop_reason::StopReason;
pub use transform::Transform;
pub use variant::{Arithmetic, Variant};
pub use view::{InnerProducts, View};
