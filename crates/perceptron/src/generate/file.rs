//! Takes examples from a data file: all of them in the order of the file, or a random part in a random order.

use super::test_set::{self, TestSet};
use super::{ExampleSource, Generate, Invalid, KnownDistribution, Sampler, Weighted};
use crate::documented::documented;
use crate::intake::{DataFault, Missing, Request};
use crate::sample::{Features, Integers, Label, Rational, Sample};
use crate::seed::Seed;
use std::sync::Arc;

documented! {
    name = "file";
    /// Examples from a CSV, LIBSVM, ARFF or parquet file. A decimal is read exactly as it is written; a double of a parquet file keeps its value.
    ///
    /// # Formula
    /// The rows whose label column says `positive` (+1) or `negative` (−1), in the order of the file; other rows are left out. With `examples`, every
    /// replicate draws that many of them without replacement; with `shuffled`, in a uniformly random order. With `test_share`, `test_file` or `folds`,
    /// `test_error` is measured on examples that the learner did not see.
    /// # Premise
    /// Nothing is assumed of the data; no separator is planted, so bounds need margin = "max".
    /// # Source
    /// Real data; docs/theory.md, 8.11, for iris.
    /// # Examples
    /// ```toml
    /// [generator.file]
    /// path     = "../data/iris.csv"
    /// features = ["petal_length_cm", "petal_width_cm"]
    /// label    = "species"
    /// positive = "versicolor"
    /// negative = "setosa"
    /// ```
    pub struct File {
        /// The file, relative to the spec. It must lie below the folder of the experiments or that of the spec, unless the command line allows
        /// others.
        pub path: String,
        /// The columns that are features, in order; all but the label if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub features: Option<Vec<String>>,
        /// The column with the classes; the last one if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub label: Option<String>,
        /// The class with label +1; the last in order if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub positive: Option<String>,
        /// The class with label −1; all others if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub negative: Option<String>,
        /// Whether the first line of a table names its columns; decided from the whole file if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub header: Option<bool>,
        /// How missing values are handled: "refuse" the file, "drop" their rows, or fill in the "mean" of the column.
        #[serde(skip_serializing_if = "Missing::refuses")]
        pub missing: Missing = "refuse",
        /// Number of examples that every replicate draws without replacement; all if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub examples: Option<usize> as "[1, ∞)",
        /// Whether every replicate shuffles the examples anew; otherwise they come in the order of the file.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub shuffled: bool = false,
        /// The share of the examples that every replicate holds out, drawn anew, and on which `test_error` is measured; everything else is about the
        /// other examples. The number is rounded down, for each class apart if `stratified`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub test_share: Option<f64> as "(0, 1)",
        /// A second file, with the same columns and classes, on which `test_error` is measured.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub test_file: Option<String>,
        /// Number of folds of a cross validation: every replicate divides its examples at random into that many parts, whose sizes differ by one at
        /// most. `test_error` is measured on each part by the hypothesis trained on the others, in their order, and counts the errors on all parts;
        /// all other columns are of the run on all examples.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub folds: Option<usize> as "[2, ∞)",
        /// Whether `test_share` and `folds` divide each class in the same proportion.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub stratified: bool = false,
        /// Filled in by the program: SHA-256 of the test file.
        #[serde(default, skip_deserializing, skip_serializing_if = "Option::is_none")]
        pub test_digest: Option<String>,
        /// Filled in by the program: the examples of the test file.
        #[serde(skip)]
        pub test_sample: Option<Arc<Sample>>,
        /// Filled in by the program: SHA-256 of the file, so that a cell identifies the data it ran on.
        #[serde(default, skip_deserializing)]
        pub digest: String,
        /// Filled in by the program: the examples.
        #[serde(skip)]
        pub sample: Option<Arc<Sample>>,
    }
}

impl File {
    /// The request for the data file: which columns are read, which class gets which label, whether there is a header, and what to do with missing
    /// values.
    pub fn request(&self) -> Request {
        Request {
            label: self.label.clone(),
            positive: self.positive.clone(),
            negative: self.negative.clone(),
            features: self.features.clone(),
            missing: self.missing,
            header: self.header,
            without: Vec::new(),
            indices: None,
        }
    }

    /// The key of the generator in the spec that a fault of the data file belongs to, for error messages.
    pub fn key_of(&self, fault: &DataFault) -> &'static str {
        let given = fault.unknown.as_ref().map(|(given, _)| given);
        let is = |key: &Option<String>| key.is_some() && key.as_ref() == given;
        match given {
            Some(_) if is(&self.label) => "label",
            Some(_) if is(&self.positive) => "positive",
            Some(_) if is(&self.negative) => "negative",
            Some(_) if self.features.is_some() => "features",
            _ => "path",
        }
    }

    /// Number of examples in the data file.
    fn all(&self) -> usize {
        let sample = self.sample.as_ref();
        sample.map_or(0, |sample| sample.labels.len())
    }

    /// Number of examples on which `test_error` is measured; 0 without a test set.
    pub fn tested(&self) -> usize {
        let of_file = self.test_sample.as_ref().map(|test| test.labels.len());
        let of_folds = self.folds.map(|_| self.examples());
        let held_out = || self.held_out(Seed::root(0)).len();
        of_file.or(of_folds).unwrap_or_else(held_out)
    }

    /// Whether every replicate has the same sample and the same test examples: the whole data file in the order of its rows.
    pub fn is_fixed(&self) -> bool {
        let is_divided = self.test_share.is_some() || self.folds.is_some();
        self.examples.is_none() && !self.shuffled && !is_divided
    }

    /// Whether `test_error` can be measured.
    pub fn has_test_examples(&self) -> bool {
        self.test_share.is_some() || self.test_file.is_some() || self.folds.is_some()
    }

    /// Refuses keys of test examples that contradict each other, and a test that would use what it must not know.
    fn has_one_test_set(&self) -> Result<(), Invalid> {
        let given = [
            ("test_share", self.test_share.is_some()),
            ("test_file", self.test_file.is_some()),
            ("folds", self.folds.is_some()),
        ];
        let given: Vec<&'static str> = given
            .iter()
            .filter(|(_, is)| *is)
            .map(|(key, _)| *key)
            .collect();
        let refused = |key, problem: &str, allowed: &str| Err(Invalid::new(key, problem, allowed));
        match given.as_slice() {
            [_, second, ..] => refused(
                second,
                "there is another test set",
                "one of `test_share`, `test_file` and `folds`",
            ),
            [] if self.stratified => refused(
                "stratified",
                "nothing is divided",
                "only with `test_share` or `folds`",
            ),
            ["test_file"] if self.stratified => refused(
                "stratified",
                "nothing is divided",
                "only with `test_share` or `folds`",
            ),
            [_] if self.missing == Missing::Mean => refused(
                "missing",
                "the mean of a column would be taken over test examples, too",
                "\"drop\", which leaves such rows out, with a test set",
            ),
            ["folds"] if self.folds > Some(self.examples()) => refused(
                "folds",
                "there are more folds than examples",
                "at most one fold for each example",
            ),
            ["test_share"] if self.sample.is_some() => self.divides_into_two_parts(),
            _ => Ok(()),
        }
    }

    fn divides_into_two_parts(&self) -> Result<(), Invalid> {
        let tested = self.held_out(Seed::root(0)).len();
        match tested > 0 && tested < self.all() {
            true => Ok(()),
            false => Err(Invalid::new(
                "test_share",
                format!("{tested} of {} examples would be tested", self.all()),
                "a share that leaves examples for both parts",
            )),
        }
    }

    /// The examples of the file that a replicate holds out, in the order of the file.
    fn held_out(&self, seed: Seed) -> Vec<usize> {
        // A key that is a decimal is the fraction it spells: 0.29 of 100 are 29.
        let share = self.test_share.map(|share| share.to_string().parse());
        let (Some(Ok(share)), Some(sample)) = (share, &self.sample) else {
            return Vec::new();
        };
        test_set::held_out(&sample.labels, &share, self.stratified, seed)
    }
}

impl Generate for File {
    fn fits(&self) -> Result<(), Invalid> {
        let labels = self
            .sample
            .as_ref()
            .map_or(&[][..], |sample| &sample.labels);
        for (key, class, label) in [
            ("positive", &self.positive, Label::Positive),
            ("negative", &self.negative, Label::Negative),
        ] {
            if !labels.contains(&label) {
                let class = class.as_ref().map_or("", String::as_str);
                return Err(Invalid::new(
                    key,
                    format!("no row has the class `{class}`"),
                    "a value of the label column",
                ));
            }
        }
        self.has_one_test_set()?;
        let available = labels.len() - self.held_out(Seed::root(0)).len();
        match self.examples {
            Some(examples) if examples > available => Err(Invalid::new(
                "examples",
                format!("{examples} are more than the file has"),
                format!("an integer from 1 to {available}"),
            )),
            _ => Ok(()),
        }
    }

    fn distribution(&self) -> KnownDistribution {
        KnownDistribution::fixed()
    }

    fn examples(&self) -> usize {
        // How many are held out does not depend on the draw.
        let training = || self.all() - self.held_out(Seed::root(0)).len();
        self.examples.unwrap_or_else(training)
    }

    fn is_exact(&self) -> bool {
        let sample = self.sample.as_ref();
        sample.is_none_or(|sample| sample.features.is_exact())
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Sampler for File {
    fn draw(&self, seed: Seed, _: usize) -> Sample {
        let Some(sample) = self.sample.as_deref() else {
            return Sample {
                features: Features::Integers(Integers::default()),
                labels: Vec::new(),
                planted: None,
            };
        };
        if self.is_fixed() {
            return sample.clone();
        }
        let held_out = self.held_out(seed);
        let mut drawn: Vec<usize> = (0..self.all()).collect();
        drawn.retain(|example| held_out.binary_search(example).is_err());
        seed.stream().shuffle(&mut drawn);
        drawn.truncate(self.examples());
        if !self.shuffled {
            drawn.sort_unstable();
        }
        test_set::selected(sample, &drawn)
    }

    fn test_set(&self, seed: Seed, drawn: &Sample) -> Option<TestSet> {
        if let Some(folds) = self.folds {
            return Some(TestSet::folds(drawn, folds, self.stratified, seed));
        }
        if let Some(file) = &self.test_sample {
            return Some(TestSet::HeldOut(Box::new(Sample::clone(file))));
        }
        let sample = self.sample.as_ref().filter(|_| self.test_share.is_some())?;
        let held_out = test_set::selected(sample, &self.held_out(seed));
        Some(TestSet::HeldOut(Box::new(held_out)))
    }

    fn outcomes(&self) -> Option<u64> {
        self.is_fixed().then_some(1)
    }

    fn outcome(&self, index: u64) -> Option<Weighted> {
        let is_it = index == 0 && self.is_fixed();
        is_it.then(|| (Rational::one(), self.draw(Seed::root(0), 0)))
    }
}

#[cfg(test)]
mod tests;
