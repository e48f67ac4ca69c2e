//! Writes a table as CSV below lines that begin with `#`.

/// First letter of a line that is a comment. A field with this letter is quoted.
const COMMENT: char = '#';

/// The rows as CSV, the names of the columns first, below a comment for each line that says where they come from.
pub fn csv_text(
    comments: impl Iterator<Item = String>,
    rows: impl Iterator<Item = Vec<String>>,
) -> String {
    let comments: String = comments.map(|line| format!("{COMMENT} {line}\n")).collect();
    let mut writer = csv::WriterBuilder::new()
        .comment(Some(COMMENT as u8))
        .flexible(true)
        .from_writer(comments.into_bytes());
    for row in rows {
        // Rows of any length can be written into memory.
        let _ = writer.write_record(row);
    }
    let text = writer.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&text).into_owned()
}
