//! Runs external learners as processes, and grades such a learner against what is proved of the rule that it claims to follow.

pub mod grading;
pub mod process;
