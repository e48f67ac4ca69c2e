//! Holds the mathematics of the perceptron: samples, seeded generators, learners, certified margins and exact risks.
//!
//! The crate can be used without the rest of the program. Features are floats, signs, or fractions over one denominator; on fractions, every result
//! is exact.
//!
//! # What to use
//! | purpose | use |
//! |---|---|
//! | hold examples and labels | [`Sample`](sample::Sample), with [`Integers`](sample::Integers) or [`Dense`](sample::Dense) features |
//! | read a CSV, LIBSVM or typed file, with the place of every fault | [`intake::read`] |
//! | draw samples | [`Generator`](generate::Generator) with a [`Seed`](seed::Seed); equal seeds give equal samples on every machine |
//! | run a learner | [`Learner`](learn::Learner) of a [`Variant`](learn::Variant): rule, order, stop and hypothesis |
//! | see every update, pass or example of a run | [`Learner::watch`](learn::Learner::watch) |
//! | write a learner that is judged or graded | [`FunctionLearner`](learn::external::FunctionLearner) |
//! | decide separability and get the largest margin, with a proof | [`margin::separability`] |
//! | compute the risk of a hypothesis | [`risk::exact`], or [`risk::monte_carlo`] if no closed form is known |
//! | calculate with fractions and proved intervals | [`Rational`](sample::Rational), [`Quantity`](sample::Quantity) |
//!
//! The package is `perceptron-lab-core`, and its library is `perceptron`. Its program `examples/mistake_bound.rs` draws a sample and prints updates,
//! margin and bound. Experiments with verdicts are in `perceptron-lab-claims`.
//!
//! # What is not stable
//! Before version 1.0, any release may rename types and functions; the changelog lists them. Names in TOML (generators, variants and their keys) go
//! on working. The modules [`documented`](mod@documented), [`cancellation`], [`threads`] and [`conform`] serve the other crates of the program, and
//! change without notice. A change of the random streams or of a float result is a new results version, which the changelog names.
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
