//! Says what is asked of a data file: its label column, its classes, its features, and what becomes of missing values.

use super::decimal::Decimal;
use super::fault::{Fault, shortened};

/// What becomes of a missing value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Missing {
    /// The file is refused.
    #[default]
    Refuse,
    /// Its row is left out.
    Drop,
    /// It becomes the mean of its column over the other rows, rounded to the decimals that the file has.
    Mean,
}

impl Missing {
    /// Whether a missing value is a fault.
    pub fn refuses(&self) -> bool {
        *self == Self::Refuse
    }
}

/// What is asked of a data file; empty, a file is read as its own layout suggests.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The column with the classes; the last one if left out.
    pub label: Option<String>,
    /// The class with label +1.
    pub positive: Option<String>,
    /// The class with label −1; all others if left out.
    pub negative: Option<String>,
    /// The columns that are features, in this order; all but the label if left out.
    pub features: Option<Vec<String>>,
    /// What becomes of missing values.
    pub missing: Missing,
}

/// The most different values that a label column may have.
const MOST_CLASSES: usize = 1000;

/// Which columns of a table mean what, by their places.
#[derive(Debug)]
pub(super) struct Roles {
    pub label: usize,
    pub features: Vec<usize>,
}

impl Roles {
    /// Finds the columns that are asked for among these names; an index column is label or feature only if the request names it.
    pub fn of(
        names: &[String],
        is_index: impl Fn(usize) -> bool,
        request: &Request,
    ) -> Result<Self, Fault> {
        let place = |name: &String| {
            names.iter().position(|other| other == name).ok_or_else(|| {
                let problem = format!("the file has no column `{}`", shortened(name));
                Fault::unknown(problem, name, names)
            })
        };
        let label = match &request.label {
            Some(name) => place(name)?,
            None => (0..names.len())
                .rfind(|&place| !is_index(place))
                .unwrap_or_default(),
        };
        let features = match &request.features {
            Some(chosen) => {
                let twice = (1..chosen.len()).find(|&at| chosen[..at].contains(&chosen[at]));
                if let Some(at) = twice {
                    let problem = format!("the column `{}` is named twice", shortened(&chosen[at]));
                    return Err(Fault::new(problem, "every feature once"));
                }
                chosen.iter().map(place).collect::<Result<Vec<_>, _>>()?
            }
            None => (0..names.len())
                .filter(|&other| other != label && !is_index(other))
                .collect(),
        };
        if features.contains(&label) {
            let problem = format!("`{}` is the label and a feature", names[label]);
            return Err(Fault::new(problem, "a label that is no feature")
                .help("name another column with --label, or leave it out of --features"));
        }
        if features.is_empty() {
            let only = names
                .get(label)
                .map_or_else(String::new, |name| shortened(name));
            return Err(Fault::new(
                format!("there is no feature beside the label, the column `{only}`"),
                "a label column and at least one other",
            )
            .help("look whether the columns are separated by a comma, a semicolon or a tab"));
        }
        Ok(Self { label, features })
    }
}

/// The values of the label column, in the order in which they come.
#[derive(Debug, Default)]
pub(super) struct Classes {
    names: Vec<String>,
    counts: Vec<u64>,
}

/// A label in one spelling: numbers as short as they can be, words as they are.
pub(super) fn canonical(label: &str) -> String {
    match Decimal::parse(label) {
        Ok(short @ Decimal::Short { .. }) => short.to_rational().to_string(),
        _ => label.to_owned(),
    }
}

impl Classes {
    /// The index of a class, which is new if it was not seen before.
    pub fn index(&mut self, label: &str) -> Result<u32, Fault> {
        let known = self.names.iter().position(|name| name == label);
        let index = known.map_or_else(|| self.add(label), Ok)?;
        self.counts[index] += 1;
        Ok(index as u32)
    }

    fn add(&mut self, label: &str) -> Result<usize, Fault> {
        if self.names.len() == MOST_CLASSES {
            let problem = format!("the label column has more than {MOST_CLASSES} different values");
            return Err(
                Fault::new(problem, "a column with classes, such as two words")
                    .help("name the column with the classes by --label"),
            );
        }
        self.names.push(label.to_owned());
        self.counts.push(0);
        Ok(self.names.len() - 1)
    }

    /// Takes one back that was counted.
    pub fn forget(&mut self, index: u32) {
        self.counts[index as usize] -= 1;
    }

    /// The classes that have examples with their numbers, sorted: numbers by size, before words.
    pub fn sorted(&self) -> Vec<(String, u64)> {
        let pairs = self.names.iter().cloned().zip(self.counts.iter().copied());
        let mut pairs: Vec<_> = pairs.filter(|(_, count)| *count > 0).collect();
        pairs.sort_by(|a, b| {
            key(&a.0)
                .partial_cmp(&key(&b.0))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        pairs
    }

    /// The class that is asked for, or the last of all.
    pub fn positive(&self, request: &Request) -> Result<String, Fault> {
        let known: Vec<String> = self.sorted().into_iter().map(|(name, _)| name).collect();
        for asked in [&request.positive, &request.negative].into_iter().flatten() {
            if !known.contains(&canonical(asked)) {
                let problem = format!("no row has the class `{}`", shortened(asked));
                return Err(Fault::unknown(problem, asked, &known));
            }
        }
        match (known.as_slice(), &request.positive) {
            ([], _) => Err(Fault::new(
                "the file has no example",
                "a header and at least one row of each class",
            )),
            ([only], _) => {
                let problem = format!("all examples have the label `{}`", shortened(only));
                Err(Fault::new(problem, "examples of two classes").help(
                    "name the column with the classes by --label, or add examples of another class",
                ))
            }
            (_, Some(asked)) => Ok(canonical(asked)),
            ([.., last], None) => Ok(last.clone()),
        }
    }

    /// The name of a class.
    pub fn name(&self, index: u32) -> &str {
        &self.names[index as usize]
    }
}

/// Numbers come before words, and in their own order.
fn key(name: &str) -> (bool, f64, &str) {
    match name.parse::<f64>() {
        Ok(number) => (false, number, name),
        Err(_) => (true, 0.0, name),
    }
}
