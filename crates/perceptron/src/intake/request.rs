//! Holds the request with which a data file is read: label column, classes, features, and the handling of missing values.

use super::fault::{DataFault, shortened};

/// What is done with missing values in a data file.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    serde::Serialize,
    serde::Deserialize,
    strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Missing {
    /// The file is refused with an error.
    #[default]
    Refuse,
    /// The row of the missing value is left out.
    Drop,
    /// The missing value is replaced by the mean of its column over the other rows, rounded to the number of decimals in the file.
    Mean,
}

crate::documented::choice!(Missing);

impl Missing {
    /// Whether a missing value is an error.
    pub fn refuses(&self) -> bool {
        *self == Self::Refuse
    }
}

/// The request with which a data file is read. The default reads a file as its own layout suggests.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Name of the column with the classes; the last column if left out.
    pub label: Option<String>,
    /// The class that gets the label +1; the last one in sorted order if left out.
    pub positive: Option<String>,
    /// The class that gets the label −1; all other classes if left out.
    pub negative: Option<String>,
    /// Names of the columns that are features, in this order; all but the label if left out.
    pub features: Option<Vec<String>>,
    /// Names of columns that are not features unless `features` names them.
    pub without: Vec<String>,
    /// What is done with missing values.
    pub missing: Missing,
    /// Whether the first line of a table names its columns; decided from the whole file if left out.
    pub header: Option<bool>,
    /// The indices of a LIBSVM file that are features, in order, whether they occur or not; all that occur if left out.
    pub indices: Option<Vec<u32>>,
}

impl Request {
    /// Whether the user named this column as the label or as a feature.
    pub(super) fn names(&self, column: &str) -> bool {
        let mut named = self.features.iter().flatten().chain(&self.label);
        named.any(|name| name == column)
    }
}

/// Indices of the label column and of the feature columns among all columns of a file.
#[derive(Debug)]
pub(super) struct ColumnRoles {
    pub label: usize,
    pub features: Vec<usize>,
}

impl ColumnRoles {
    /// Finds the requested label and feature columns among the column names of a file. An index column is label or feature only if the request names
    /// it.
    pub(super) fn of(
        names: &[String],
        is_index: impl Fn(usize) -> bool,
        request: &Request,
    ) -> Result<Self, DataFault> {
        let place = |name: &String| {
            names.iter().position(|other| other == name).ok_or_else(|| {
                let problem = format!("there is no column `{}`", shortened(name));
                DataFault::unknown(problem, name, names)
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
                    return Err(DataFault::new(problem, "every feature once"));
                }
                chosen.iter().map(place).collect::<Result<Vec<_>, _>>()?
            }
            None => (0..names.len())
                .filter(|&other| other != label && !is_index(other))
                .filter(|&other| !request.without.contains(&names[other]))
                .collect(),
        };
        if features.contains(&label) {
            let problem = format!("`{}` is the label and a feature", names[label]);
            return Err(DataFault::new(problem, "a label that is not a feature")
                .help("name another column with `--label`, or leave it out of `--features`"));
        }
        if features.is_empty() {
            return Err(no_feature(names, label, is_index, request));
        }
        Ok(Self { label, features })
    }
}

/// The error of a file without a feature: it has one column only, or the others are indices, without values, or left out by the request.
fn no_feature(
    names: &[String],
    label: usize,
    is_index: impl Fn(usize) -> bool,
    request: &Request,
) -> DataFault {
    let only = names
        .get(label)
        .map_or_else(String::new, |name| shortened(name));
    let problem = format!("there is no feature in addition to the label, the column `{only}`");
    let fault = DataFault::new(problem, "a label column and at least one other of numbers");
    let others = || (0..names.len()).filter(|&place| place != label);
    let index = others().find(|&place| is_index(place));
    match index {
        _ if others().any(|place| request.without.contains(&names[place])) => fault.help(
            "none of the other columns has only numbers: write one as numbers, such as a word as 0 or 1",
        ),
        Some(place) => fault.help(format!(
            "add a column of numbers; if `{}` has numbers that are no index of the rows, name it with `--features`",
            shortened(&names[place])
        )),
        None => fault.help("add a column of numbers"),
    }
}
