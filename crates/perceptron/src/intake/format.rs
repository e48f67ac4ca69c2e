//! Names the formats of data files and the file extensions that stand for them.

/// The format of a data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// A text table.
    Csv,
    /// A text table with tabs between its columns.
    Tsv,
    /// Lines with a label and the entries that are not zero.
    Libsvm,
    /// Columns with types.
    Parquet,
}

impl Format {
    /// The format that a file extension stands for.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "tsv" => Some(Self::Tsv),
            "libsvm" | "svm" | "svmlight" => Some(Self::Libsvm),
            "parquet" => Some(Self::Parquet),
            _ => None,
        }
    }
}
