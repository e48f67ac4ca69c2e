//! Holds the mathematics of the perceptron: samples, seeded generators, learners, certified margins and exact risks.
//!
//! The crate can be used without the rest of the program. Features are floats, signs, or fractions over one denominator; on fractions, every result
//! is exact.
//!
//! # Examples
//! The mistake bound on a sample: the perceptron in cyclic order makes at most R²/γ² mistakes; both sides are fractions.
//! ```
//! use perceptron::learn::{Learner, Variant};
//! use perceptron::margin::{Separability, separability};
//! use perceptron::sample::{Features, Integers, Label, Sample};
//! use perceptron::seed::Seed;
//!
//! // (0.5, 2)+, (1, -1)+ and (-3, 0)-, in halves.
//! let sample = Sample {
//!     features: Features::Integers(Integers::new(2, vec![1, 4, 2, -2, -6, 0], 2)),
//!     labels: vec![Label::Positive, Label::Positive, Label::Negative],
//!     planted: None,
//! };
//! let variant: Variant = toml::from_str("rule = { perceptron = {} }\norder = \"cyclic\"")?;
//! let learned = Learner::new(&variant, &sample, Seed::root(1))?.run(None);
//! assert_eq!((learned.counts.mistakes, learned.updates), (2, vec![0, 1]));
//!
//! let Separability::Separable(largest) = separability(&sample) else { panic!("separable") };
//! let bound = sample.features.radius_squared().over(&largest.squared);
//! assert_eq!(bound.exact.map(|bound| bound.to_string()), Some("333/25".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! The certified margin of a CSV file: the largest margin with a separator that attains it, or a proof that no vector separates the data.
//! ```
//! use perceptron::margin::{Separability, separability};
//! use perceptron::sample::{Features, Integers, Label, Rational, Sample};
//!
//! let text = "height,width,class\n1.5,0.5,yes\n0.25,1,yes\n-1,-0.75,no\n";
//! let (mut numbers, mut labels) = (Vec::<Rational>::new(), Vec::new());
//! for record in csv::Reader::from_reader(text.as_bytes()).records() {
//!     let record = record?;
//!     numbers.extend([record[0].parse()?, record[1].parse()?]);
//!     labels.push(Label::of_sign(&record[2] == "yes"));
//! }
//! let features = Features::Integers(Integers::from_rationals(2, &numbers)?);
//! match separability(&Sample { features, labels, planted: None }) {
//!     Separability::Separable(largest) => {
//!         assert!(largest.relative_gap() < 1e-9);
//!         println!("margin {}, by {:?}", largest.margin().value, largest.separator);
//!     }
//!     Separability::NotSeparable(gordan) => println!("no vector separates: {:?}", gordan.multipliers),
//!     Separability::Open { why, .. } => println!("open: {why}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cancellation;
pub mod conform;
pub mod documented;
pub mod generate;
pub mod intake;
pub mod learn;
pub mod long_run;
pub mod margin;
pub mod risk;
pub mod sample;
pub mod seed;
pub mod special;
pub mod threads;
