//! Runs external learners as processes, and grades such a learner against what is proved of the rule that it claims to follow.
//!
//! # What to use
//! | purpose | use |
//! |---|---|
//! | grade a learner | [`grading::grade`]; each refuted claim of the [`Grade`](grading::Grade) has a [`Witness`](grading::Witness) |
//! | say which rule it should follow | [`GradedRule`](grading::GradedRule) |
//! | grade a program in any language | [`process::start`] with its command |
//! | grade a learner in your own program | [`FunctionLearner`](perceptron::learn::external::FunctionLearner) |
//! | give each student exercises of its own, and mark the answers | [`Sheet`](homework::Sheet), and [`hand_in`](homework::hand_in) as a command does |
//! | let a spec run such programs | [`Processes`](process::Processes), given to [`Spec::allowing`](claims::spec::Spec::allowing) |
//!
//! The package is `perceptron-lab-grade`, and its library is `grade`. Its program `examples/grade_learner.rs` prints a witness against a learner with
//! a fault. A verdict `holds` is no proof: no sample that was shown refutes the claim.
//!
//! # Examples
//! A learner that never updates is refuted by one example.
//! ```
//! use grade::grading::{GradedRule, GradingTask, ReturnedWeights, RuleName, RuleSettings, grade};
//! use perceptron::learn::external::FunctionLearner;
//! use perceptron::sample::Ties;
//!
//! let (rule, returns) = (RuleName::Perceptron, ReturnedWeights::Last);
//! let graded = GradedRule::new(rule, Ties::Mistake, returns, &RuleSettings::default());
//! let grade = grade(&GradingTask {
//!     start: &|| Ok(Box::new(FunctionLearner::new(|_, _, _| 0.0))),
//!     is_over: &|| false,
//!     graded: graded.map_err(|fault| fault.problem)?,
//!     seconds: 10.0,
//!     attack: 0,
//!     wide: false,
//! });
//! let witness = grade.checks.iter().find_map(|check| check.witness.as_ref()).ok_or("no witness")?;
//! assert!(grade.refuted && witness.samples[0].len() == 1);
//! # Ok::<(), String>(())
//! ```
//! For a program, `start` starts its process; an answer may take 5 seconds:
//! ```
//! use grade::process;
//!
//! let command = ["python3".to_owned(), "my_perceptron.py".to_owned()];
//! let start = || process::start(&command, 5.0).map_err(Box::from);
//! # let _: grade::grading::StartLearner = &start;
//! ```
//!
//! # What is not stable
//! Before version 1.0, any release may rename types and functions; the changelog lists them. The protocol of processes has a version of its own,
//! [`PROTOCOL`](process::PROTOCOL), and [`Grade`](grading::Grade) as JSON keeps its fields. The samples that are shown, and so their number and the
//! witnesses, change with the catalogue.

#[cfg(feature = "clap")]
pub mod command;
pub mod grading;
pub mod homework;
pub mod points;
pub mod process;
