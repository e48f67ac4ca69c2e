//! Reruns experiments about the perceptron and says of every theorem in five lecture notes whether the numbers agree.
//!
//! This package is first a program, `perceptron-lab`. Use its library if your own program needs files: results folders, reports, and the analysis of
//! a data file. For mathematics without files use `perceptron-lab-core`, for specs and verdicts `perceptron-lab-claims`, and for learners that are
//! graded `perceptron-lab-grade`; these need neither polars nor plotters. From Python, `import perceptron_lab` calls the program.
//!
//! # What to use
//! | purpose | use |
//! |---|---|
//! | say what the theorems say of a data file | [`analyze::analyze`], which returns an [`Analysis`](analyze::Analysis) |
//! | run specs into a results folder, judge and report them | [`study::run_all`] with [`RunOptions`](study::RunOptions) |
//! | judge or report a results folder again | [`study::judge`], [`study::report`] |
//! | read stored trials and verdicts | [`TrialReader`](store::TrialReader), [`read_verdicts`](store::read_verdicts) |
//! | draw a figure, write a page | [`report::draw`], [`report::html`], [`report::markdown`] |
//!
//! # Examples
//! Whether the examples of a file are separable, through the origin and with an offset, and the mistake bound where they are:
//! ```
//! use perceptron_lab::analyze::{AnalysisProgress, Frame, Options, analyze};
//!
//! struct Silent;
//!
//! impl AnalysisProgress for Silent {
//!     fn stage(&self, _: &str, _: u64) {}
//!     fn reached(&self, _: u64) {}
//! }
//!
//! # let folder = tempfile::tempdir()?;
//! # let data = folder.path().join("flowers.csv");
//! std::fs::write(&data, "height,width,class\n1,2,rose\n2,1,rose\n3,3,iris\n4,3,iris\n")?;
//! let options = Options { data, request: Default::default(), standardize: false, shuffles: 10, seed: 1 };
//! let analysis = analyze(&options, &Silent)?;
//! let mut frames = analysis.geometry.iter();
//! let offset = frames.find(|found| found.frame == Frame::Offset).ok_or("no such frame")?;
//! assert_eq!(offset.separable, Some(true));
//! let bound = offset.bound.as_ref().ok_or("separable examples have a bound")?;
//! println!("at most {} mistakes", bound.value.floor());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is not stable
//! Before version 1.0, any release may rename types and functions; the changelog lists them. Commands with their flags, exit codes and JSON, spec
//! keys, and the files of a results folder go on working. [`commands`] is public for the program and its tests only. What [`report`] writes for
//! readers, pages and figures, changes from release to release.

pub mod analyze;
pub mod commands;
pub mod partial;
pub mod report;
pub mod store;
pub mod study;
