//! Reads experiment specs, runs their trials, and judges theorems on them: claims, verdicts, figures as data, and certificates.
//!
//! The crate writes no files and prints nothing: trials and verdicts are values. Only a spec and the data files that it names are read. The package `perceptron-lab` adds results
//! folders, reports and commands.
//!
//! # What to use
//! | purpose | use |
//! |---|---|
//! | read a spec, with all its mistakes at their places | [`Spec::from_text`](spec::Spec::from_text) |
//! | run replicates of one cell | [`Spec::design`](spec::Spec::design), then [`Design::block`](trial::Design::block) |
//! | run a whole spec on all threads, and store or reuse trials | [`run::run`] with a [`TrialSink`](run::TrialSink) |
//! | read trials column by column | [`Block`](trial::Block) and [`columns`](trial::columns) |
//! | judge the claims of a cell | [`Spec::judge_spec`](spec::Spec::judge_spec), then a [`Verdict`](judge::Verdict) for each claim and variant |
//! | list the registered theorems | [`Registered`](claim::Registered) |
//! | get figures as axes and series | [`figure::Gallery`] |
//! | check the certificate of a trial without the code that made it | [`certificate::check`] |
//! | state intervals that are valid after every observation | [`stats::betting`] |
//!
//! The package is `perceptron-lab-claims`, and its library is `claims`. Its program `examples/verdicts.rs` runs a spec and prints the verdicts.
//!
//! # Examples
//! A perceptron written in Rust, run as an external learner on samples that a spec draws, and judged by the mistake bound and a control of it.
//! ```
//! use claims::spec::Spec;
//! use perceptron::learn::external::{ExternalLearner, FunctionLearner, LearnerFault, ProcessPool};
//! use std::path::Path;
//! use std::sync::Arc;
//!
//! /// Updates on every mistake; a tie counts as one.
//! fn mine(w: &mut [f64], x: &[f64], y: f64) -> f64 {
//!     let score: f64 = w.iter().zip(x).map(|(w, x)| w * x).sum();
//!     if y * score <= 0.0 {
//!         w.iter_mut().zip(x).for_each(|(w, x)| *w += y * x);
//!     }
//!     score
//! }
//!
//! struct Pool;
//!
//! impl ProcessPool for Pool {
//!     fn external_learner(&self, _: &[String], _: f64) -> Result<Box<dyn ExternalLearner>, Box<LearnerFault>> {
//!         Ok(Box::new(FunctionLearner::new(mine)))
//!     }
//!     fn give_back(&self, _: &[String], _: f64, _: Box<dyn ExternalLearner>) {}
//! }
//!
//! let text = r#"
//! title      = "My perceptron"
//! question   = "Does it keep the bound?"
//! seed       = 1
//! replicates = 20
//! [generator.sphere-margin]
//! dimension     = 5
//! target_margin = 0.2
//! examples      = 50
//! [variants.mine]
//! rule    = { perceptron = {} }
//! order   = "cyclic"
//! learner = { process = { command = ["mine"] } }
//! [[claims]]
//! name = "online-mistake-bound"
//! [[claims]]
//! name       = "online-mistake-bound"
//! id         = "a twentieth of the bound"
//! control_of = "online-mistake-bound"
//! scale      = 0.05
//! "#;
//! let pool: Arc<dyn ProcessPool> = Arc::new(Pool);
//! let spec = Spec::from_text("mine", Path::new("mine.toml"), text)?.allowing(&pool);
//! let block = spec.design(&spec.cells[0]).block(0..20);
//! let verdicts = spec.judge_spec().judge(0, &block);
//! let words: Vec<&str> = verdicts.iter().map(|verdict| verdict.verdict.as_str()).collect();
//! assert_eq!(words, ["holds", "violated"]);
//! # Ok::<(), claims::spec::SpecError>(())
//! ```
//!
//! # What is not stable
//! Before version 1.0, any release may rename types and functions; the changelog lists them. The keys of specs, the names of claims and columns, and
//! the fields of [`Verdict`](judge::Verdict) as JSON go on working. The modules [`calibrate`], [`prose`], [`numbers`] and [`trace`] serve the
//! program, and change without notice.

pub mod aligned;
pub mod attack;
pub mod calibrate;
pub mod certificate;
pub mod claim;
pub mod figure;
pub mod judge;
pub mod numbers;
pub mod problem;
pub mod prose;
pub mod run;
pub mod spec;
pub mod stats;
pub mod trace;
pub mod trial;
