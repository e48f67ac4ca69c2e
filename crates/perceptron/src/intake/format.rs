//! The layouts of data files, and the endings of their names.

/// The layout of a data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// A table of text.
    Csv,
    /// A table of text with tabs between its columns.
    Tsv,
    /// Labels and entries that are not zero.
    Libsvm,
    /// Typed columns.
    Parquet,
}

impl Format {
    /// The layout that the ending of a file's name stands for.
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
