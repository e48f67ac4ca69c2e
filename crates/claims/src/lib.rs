//! States theorems as values and judges them: specs, trials in columns, claims, verdicts, figures as data, and certificates.
//!
//! # Examples
//! A learner written in Rust, judged by the mistake bound on samples that a spec draws, beside the program's own perceptron.
//! ```
//! use claims::spec::Spec;
//! use perceptron::learn::outside::{Attendance, Fault, Figure, Host, Pupil, Response, Shown};
//! use std::path::Path;
//! use std::sync::Arc;
//!
//! /// Updates on every mistake, and never forgets that a tie is one.
//! #[derive(Default)]
//! struct Mine(Vec<f64>);
//!
//! impl Pupil for Mine {
//!     fn attend(&mut self, begin: Option<usize>, examples: &[Shown]) -> Result<Attendance, Box<Fault>> {
//!         if let Some(features) = begin {
//!             self.0 = vec![0.0; features];
//!         }
//!         let told = |w: &[f64]| w.iter().map(|&w| Figure::Float(w)).collect::<Vec<_>>();
//!         let start = begin.map(|_| told(&self.0));
//!         let responses = examples.iter().map(|shown| {
//!             let x: Vec<f64> = shown.x.iter().map(|x| x.to_f64()).collect();
//!             let score: f64 = self.0.iter().zip(&x).map(|(w, x)| w * x).sum();
//!             let updated = shown.y.value() * score <= 0.0;
//!             if updated {
//!                 self.0.iter_mut().zip(&x).for_each(|(w, x)| *w += shown.y.value() * x);
//!             }
//!             let prediction = if score > 0.0 { 1 } else { -1 };
//!             Response { prediction, updated, weights: told(&self.0) }
//!         });
//!         Ok(Attendance { start, responses: responses.collect() })
//!     }
//! }
//!
//! struct Desk;
//!
//! impl Host for Desk {
//!     fn pupil(&self, _: &[String], _: f64) -> Result<Box<dyn Pupil>, Box<Fault>> {
//!         Ok(Box::new(Mine::default()))
//!     }
//!     fn give_back(&self, _: &[String], _: f64, _: Box<dyn Pupil>) {}
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
//! let host: Arc<dyn Host> = Arc::new(Desk);
//! let spec = Spec::from_text("mine", Path::new("mine.toml"), text)?.allowing(&host);
//! let block = spec.design(&spec.cells[0]).block(0..20);
//! let verdicts = spec.bench().judge(0, &block);
//! let words: Vec<&str> = verdicts.iter().map(|verdict| verdict.verdict.word()).collect();
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
