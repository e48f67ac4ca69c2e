//! Reads experiment specs, runs their trials, and judges theorems on them: claims, verdicts, figures as data, and certificates.
//!
//! # Examples
//! A perceptron written in Rust, run as an external learner on samples that a spec draws, and judged by the mistake bound and a control of it.
//! ```
//! use claims::spec::Spec;
//! use perceptron::learn::external::{ExternalExample, ExternalLearner, LearnerFault, ProcessPool, Response, Transcript, WireNumber};
//! use std::path::Path;
//! use std::sync::Arc;
//!
//! /// Updates on every mistake; a tie counts as one.
//! #[derive(Default)]
//! struct Mine(Vec<f64>);
//!
//! impl ExternalLearner for Mine {
//!     fn answer(&mut self, begin: Option<usize>, examples: &[ExternalExample]) -> Result<Transcript, Box<LearnerFault>> {
//!         if let Some(features) = begin {
//!             self.0 = vec![0.0; features];
//!         }
//!         let written = |w: &[f64]| w.iter().map(|&w| WireNumber::Float(w)).collect::<Vec<_>>();
//!         let start = begin.map(|_| written(&self.0));
//!         let responses = examples.iter().map(|example| {
//!             let x: Vec<f64> = example.x.iter().map(|x| x.to_f64()).collect();
//!             let score: f64 = self.0.iter().zip(&x).map(|(w, x)| w * x).sum();
//!             let updated = example.y.value() * score <= 0.0;
//!             if updated {
//!                 self.0.iter_mut().zip(&x).for_each(|(w, x)| *w += example.y.value() * x);
//!             }
//!             let prediction = if score > 0.0 { 1 } else { -1 };
//!             Response { prediction, updated, weights: written(&self.0) }
//!         });
//!         Ok(Transcript { start, responses: responses.collect() })
//!     }
//! }
//!
//! struct Pool;
//!
//! impl ProcessPool for Pool {
//!     fn external_learner(&self, _: &[String], _: f64) -> Result<Box<dyn ExternalLearner>, Box<LearnerFault>> {
//!         Ok(Box::new(Mine::default()))
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

pub mod calibrate;
pub mod certificate;
pub mod claim;
pub mod figure;
pub mod judge;
pub mod numbers;
pub mod prose;
pub mod run;
pub mod spec;
pub mod stats;
pub mod trace;
pub mod trial;
