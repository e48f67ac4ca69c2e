//! Reads tables that the program writes as CSV.

/// The names of the columns, and the rows; lines that begin with # are comments.
pub(crate) fn csv_rows(text: &str) -> (Vec<String>, Vec<csv::StringRecord>) {
    let mut reader = csv::ReaderBuilder::new();
    reader.comment(Some(b'#'));
    let mut reader = reader.from_reader(text.as_bytes());
    let names = reader.headers().unwrap().iter().map(str::to_owned);
    (
        names.collect(),
        reader.records().map(Result::unwrap).collect(),
    )
}
