//! Takes its examples from a table of exact decimals in a CSV file.

use super::points::{LabelledPoint, features};
use super::{Generate, Invalid, Law, Sampler, Source, Weighted};
use crate::documented::documented;
use crate::sample::{Features, Integers, Label, Rational, Sample};
use crate::seed::Seed;
use sha2::{Digest, Sha256};
use std::sync::Arc;

documented! {
    name = "file";
    /// Examples from a CSV file with a header, exact: every decimal is read as the fraction it is.
    ///
    /// # Formula
    /// The rows whose label column says `positive` or `negative`, in the order of the file; other rows are left out.
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
        /// The file, relative to the spec.
        pub path: String,
        /// The columns that are features, in order.
        pub features: Vec<String>,
        /// The column with the classes.
        pub label: String,
        /// The class with label +1.
        pub positive: String,
        /// The class with label −1.
        pub negative: String,
        /// SHA-256 of the file; filled in by the program, so that a cell names the very data it ran on.
        #[serde(default, skip_deserializing)]
        pub digest: String,
        /// The examples; filled in by the program from the file. None where the numbers do not fit 64 bits over one denominator.
        #[serde(skip)]
        pub sample: Option<Arc<Sample>>,
    }
}

impl File {
    /// Takes the examples from the text of the file.
    pub(super) fn load(&mut self, text: &str) -> Result<(), Invalid> {
        let wrong = |key: &'static str, problem: String| {
            Invalid::new(
                key,
                problem,
                "a CSV file with a header line and exact decimals",
            )
        };
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = reader
            .headers()
            .map_err(|error| wrong("path", error.to_string()))?
            .clone();
        let column = |key: &'static str, name: &String| {
            let names: Vec<&str> = header.iter().collect();
            let known = names.iter().position(|other| other == name);
            known.ok_or_else(|| {
                Invalid::new(
                    key,
                    format!("the file has no column `{name}`"),
                    names.join(", "),
                )
            })
        };
        let label = column("label", &self.label)?;
        let chosen = self
            .features
            .iter()
            .map(|name| column("features", name))
            .collect::<Result<Vec<_>, _>>()?;
        let mut examples = Vec::new();
        for (index, record) in reader.records().enumerate() {
            let record = record.map_err(|error| wrong("path", error.to_string()))?;
            let class = record.get(label).unwrap_or_default();
            let Some(y) = self.class(class) else { continue };
            let number =
                |&column: &usize| record.get(column).unwrap_or_default().parse::<Rational>();
            let x = chosen.iter().map(number).collect::<Result<Vec<_>, _>>();
            let x = x.map_err(|error| wrong("path", format!("line {}: {error}", index + 2)))?;
            examples.push(LabelledPoint { x, y });
        }
        self.sample = sample(&examples).map(Arc::new);
        self.digest = Sha256::digest(text.as_bytes())
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        Ok(())
    }

    fn class(&self, name: &str) -> Option<i64> {
        if name == self.positive {
            Some(1)
        } else {
            (name == self.negative).then_some(-1)
        }
    }
}

/// The examples in one store; `None` if a numerator over the common denominator exceeds 64 bits.
fn sample(examples: &[LabelledPoint]) -> Option<Sample> {
    let label = |point: &LabelledPoint| Label::of_sign(point.y > 0);
    Some(Sample {
        features: Features::Integers(features(examples)?),
        labels: examples.iter().map(label).collect(),
        planted: None,
    })
}

impl Generate for File {
    fn check(&self) -> Result<(), Invalid> {
        if self.features.is_empty() {
            return Err(Invalid::new(
                "features",
                "no column is named",
                "at least one column of the file",
            ));
        }
        let Some(sample) = &self.sample else {
            return Err(Invalid::new(
                "features",
                "over a common denominator a number exceeds 64 bits",
                "fewer decimals",
            ));
        };
        for (key, class, label) in [
            ("positive", &self.positive, Label::Positive),
            ("negative", &self.negative, Label::Negative),
        ] {
            if !sample.labels.contains(&label) {
                return Err(Invalid::new(
                    key,
                    format!("no row has the class `{class}`"),
                    format!("a value of the column {}", self.label),
                ));
            }
        }
        Ok(())
    }

    fn law(&self) -> Law {
        Law::fixed()
    }

    fn examples(&self) -> usize {
        let sample = self.sample.as_ref();
        sample.map_or(0, |sample| sample.labels.len())
    }

    fn is_exact(&self) -> bool {
        let sample = self.sample.as_ref();
        sample.is_none_or(|sample| sample.features.is_exact())
    }

    fn source(&self) -> Source<'_> {
        Source::Sampler(self)
    }
}

impl Sampler for File {
    fn draw(&self, _: Seed, _: usize) -> Sample {
        let none = || Sample {
            features: Features::Integers(Integers::default()),
            labels: Vec::new(),
            planted: None,
        };
        let sample = self.sample.as_deref();
        sample.cloned().unwrap_or_else(none)
    }

    fn outcomes(&self) -> Option<u64> {
        Some(1)
    }

    fn outcome(&self, index: u64) -> Option<Weighted> {
        (index == 0).then(|| (Rational::one(), self.draw(Seed::root(0), 0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is taken from a file with a column of marks, one of classes, and one that nobody names.
    fn loaded(rows: &str) -> File {
        let mut file = File {
            path: "marks.csv".into(),
            features: vec!["mark".into(), "height".into()],
            label: "class".into(),
            positive: "yes".into(),
            negative: "no".into(),
            digest: String::new(),
            sample: None,
        };
        let text = format!("height,class,other,mark\n{rows}");
        file.load(&text).unwrap_or_else(|error| panic!("{error:?}"));
        file
    }

    #[test]
    fn rows_of_the_two_classes_are_examples_with_exact_decimals_and_others_are_left_out() {
        let file = loaded("0.1,yes,9,3\n7,perhaps,9,4\n-2,no,9,0.25\n");
        let example = |x: [Rational; 2], y| LabelledPoint { x: x.into(), y };
        let due = [
            example([Rational::new(3, 1), Rational::new(1, 10)], 1),
            example([Rational::new(1, 4), Rational::new(-2, 1)], -1),
        ];
        assert!(file.check().is_ok());
        let sample = file.draw(Seed::root(1), 2);
        assert_eq!(sample.labels, [Label::Positive, Label::Negative]);
        let row = |example: usize| sample.features.exact_row(example);
        assert_eq!([row(0), row(1)], due.map(|point| Some(point.x)));
    }

    #[test]
    fn a_class_without_rows_is_refused_by_its_key() {
        let key = |rows| loaded(rows).check().map_err(|invalid| invalid.key);
        assert_eq!(key("1,no,9,3\n"), Err("positive"));
        assert_eq!(key("1,yes,9,3\n"), Err("negative"));
    }
}
