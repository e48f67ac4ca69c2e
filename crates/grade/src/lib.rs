//! Starts learners that run as processes, and grades a learner of somebody else against what is proved of the rule that it is to follow.

pub mod grading;
pub mod process;
