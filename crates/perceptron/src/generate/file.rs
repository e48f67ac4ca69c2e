//! Takes examples from a data file: all of them in the order of the file, or a random part in a random order.

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
    /// replicate draws that many of them without replacement; with `shuffled`, in a uniformly random order.
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

    /// Whether every replicate has the same sample: the whole data file in the order of its rows.
    fn is_fixed(&self) -> bool {
        self.examples.is_none() && !self.shuffled
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
        let Some(examples) = self.examples else {
            return Ok(());
        };
        if examples <= labels.len() {
            return Ok(());
        }
        Err(Invalid::new(
            "examples",
            format!("{examples} are more than the file has"),
            format!("an integer from 1 to {}", labels.len()),
        ))
    }

    fn distribution(&self) -> KnownDistribution {
        KnownDistribution::fixed()
    }

    fn examples(&self) -> usize {
        self.examples.unwrap_or_else(|| self.all())
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
        let mut drawn: Vec<usize> = (0..self.all()).collect();
        seed.stream().shuffle(&mut drawn);
        drawn.truncate(self.examples());
        if !self.shuffled {
            drawn.sort_unstable();
        }
        Sample {
            features: sample.features.selected(&drawn),
            labels: drawn
                .iter()
                .map(|&example| sample.labels[example])
                .collect(),
            planted: None,
        }
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
mod tests {
    use super::*;
    use crate::intake;
    use std::collections::BTreeSet;

    fn file(keys: &str) -> File {
        toml::from_str(&format!("path = \"marks.csv\"\n{keys}"))
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// The examples from a file with a column of marks, a column of classes, and a column that the keys do not name.
    fn loaded(keys: &str, rows: &str) -> File {
        let mut file = file(keys);
        let text = format!("height,class,other,mark\n{rows}");
        let taken = intake::read(&text.as_bytes(), None, &file.request());
        let taken = taken.unwrap_or_else(|fault| panic!("{fault}"));
        file.sample = Some(Arc::new(taken.sample));
        file
    }

    const CLASSES: &str = "label = \"class\"\npositive = \"yes\"\nnegative = \"no\"\nfeatures = [\"mark\", \"height\"]";

    #[test]
    fn rows_of_two_classes_are_read_exactly_and_other_rows_are_dropped() {
        let file = loaded(CLASSES, "0.1,yes,9,3\n7,perhaps,9,4\n-2,no,9,0.25\n");
        assert!(file.validate().is_ok());
        let sample = file.draw(Seed::root(1), 2);
        assert_eq!(sample.labels, [Label::Positive, Label::Negative]);
        let row = |example: usize| sample.features.exact_row(example);
        let due = |x: [(i64, i64); 2]| Some(x.map(|(p, q)| Rational::new(p, q)).to_vec());
        assert_eq!(row(0), due([(3, 1), (1, 10)]));
        assert_eq!(row(1), due([(1, 4), (-2, 1)]));
    }

    #[test]
    fn unset_options_are_omitted_from_serialization() {
        let written = serde_json::to_value(file("label = \"class\"")).unwrap();
        let keys: Vec<&String> = written.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["digest", "label", "path"]);
    }

    #[test]
    fn rows_are_drawn_without_replacement_in_the_requested_order() {
        let rows: String = (0..20)
            .map(|i| format!("{i},{},0,0\n", ["yes", "no"][i % 2]))
            .collect();
        let heights = |keys: &str, seed: u64| {
            let file = loaded(&format!("{CLASSES}\n{keys}"), &rows);
            let sample = file.draw(Seed::root(seed), file.examples());
            let height = |example| sample.features.row(example)[1] as usize;
            let drawn: Vec<usize> = (0..sample.labels.len()).map(height).collect();
            for (height, label) in drawn.iter().zip(&sample.labels) {
                assert_eq!(*label == Label::Positive, height % 2 == 0);
            }
            drawn
        };
        let part = heights("examples = 7", 1);
        assert!(
            part.len() == 7 && part.is_sorted_by(|a, b| a < b),
            "{part:?}"
        );
        assert_ne!(part, heights("examples = 7", 2));
        let order = heights("shuffled = true", 1);
        assert_eq!(order.iter().copied().collect::<BTreeSet<_>>().len(), 20);
        assert!(!order.is_sorted());
        let both = heights("shuffled = true\nexamples = 19", 1);
        assert!(both.len() == 19 && !both.is_sorted());
        assert_eq!(heights("", 1), (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn empty_class_or_too_many_examples_is_refused_by_key() {
        let rows = "1,no,9,3\n2,yes,9,3\n";
        let key = |file: File| file.validate().map_err(|invalid| invalid.key);
        let mut one = loaded(CLASSES, rows);
        assert_eq!(key(one.clone()), Ok(()));
        one.examples = Some(3);
        assert_eq!(key(one.clone()), Err("examples"));
        one.examples = Some(0);
        assert_eq!(key(one), Err("examples"));
        let of = |label| {
            let mut file = file(CLASSES);
            file.sample = Some(Arc::new(Sample {
                features: Features::Integers(Integers::new(1, vec![1], 1)),
                labels: vec![label],
                planted: None,
            }));
            file
        };
        assert_eq!(key(of(Label::Negative)), Err("positive"));
        assert_eq!(key(of(Label::Positive)), Err("negative"));
    }
}
