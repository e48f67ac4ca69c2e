//! Names the formats of data files and the file extensions that stand for them.

/// The format of a data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// A text table with commas, semicolons, tabs, vertical bars or blanks between its columns.
    Csv,
    /// A text table with tabs between its columns.
    Tsv,
    /// Text lines with a label and the features that are not zero, such as `+1 3:0.5 7:2`.
    Libsvm,
    /// Text lines that name attributes with types, then rows, as Weka writes them.
    Arff,
    /// A binary table whose columns have types.
    Parquet,
}

impl Format {
    /// The format that a file extension stands for.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "tsv" => Some(Self::Tsv),
            "libsvm" | "svm" | "svmlight" => Some(Self::Libsvm),
            "arff" => Some(Self::Arff),
            "parquet" => Some(Self::Parquet),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_in_upper_or_lower_case_stands_for_its_format() {
        for (ending, format) in [
            ("csv", Some(Format::Csv)),
            ("TSV", Some(Format::Tsv)),
            ("libsvm", Some(Format::Libsvm)),
            ("svm", Some(Format::Libsvm)),
            ("SVMlight", Some(Format::Libsvm)),
            ("arff", Some(Format::Arff)),
            ("Parquet", Some(Format::Parquet)),
            ("txt", None),
            ("", None),
        ] {
            assert_eq!(Format::of_ending(ending), format, "{ending}");
        }
    }
}
