//! Recognizes files that are not tables by their first bytes, so that an error can say what they are.

/// The kind of a file that begins with these bytes, and advice for the user; `None` if it may be a table.
pub(super) fn known(start: &[u8]) -> Option<(&'static str, &'static str)> {
    let trimmed = start.trim_ascii_start();
    let begins = |(mark, ..): &&(&[u8], &str, &str)| start.starts_with(mark);
    let reads = |(mark, ..): &&(&[u8], &str, &str)| {
        trimmed.len() >= mark.len() && trimmed[..mark.len()].eq_ignore_ascii_case(mark)
    };
    let found = BINARY.iter().find(begins);
    let found = found.or_else(|| TEXT.iter().find(reads));
    found.map(|&(_, name, help)| (name, help))
}

const UNPACK: &str = "unpack it first, and analyze the table in it";
const EXPORT: &str = "export the table as CSV or parquet";

const BINARY: [(&[u8], &str, &str); 17] = [
    (b"\x1f\x8b", "a file compressed by gzip", UNPACK),
    (b"BZh", "a file compressed by bzip2", UNPACK),
    (b"\xfd7zXZ\0", "a file compressed by xz", UNPACK),
    (b"\x28\xb5\x2f\xfd", "a file compressed by zstd", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!", "a RAR archive", UNPACK),
    (
        b"PK\x03\x04",
        "a zip archive, as Excel workbooks are",
        EXPORT,
    ),
    (
        b"\xd0\xcf\x11\xe0",
        "an old Excel or Office document",
        EXPORT,
    ),
    (b"\x93NUMPY", "a binary array of numpy", EXPORT),
    (b"\x80\x02", "a binary pickle of Python", EXPORT),
    (b"\x80\x03", "a binary pickle of Python", EXPORT),
    (b"\x80\x04", "a binary pickle of Python", EXPORT),
    (b"\x80\x05", "a binary pickle of Python", EXPORT),
    (b"\x89HDF", "an HDF5 file", EXPORT),
    (b"ARROW1", "an Arrow or Feather file", EXPORT),
    (b"SQLite format 3", "a database of SQLite", EXPORT),
    (b"%PDF", "a PDF", EXPORT),
];

const TEXT: [(&[u8], &str, &str); 7] = [
    (
        b"@relation",
        "an ARFF file of Weka",
        "keep the rows below @data, and write the names of the attributes above them, separated by commas",
    ),
    (
        b"<!doctype",
        "a web page (HTML)",
        "save the table itself, not the page that shows it",
    ),
    (
        b"<html",
        "a web page (HTML)",
        "save the table itself, not the page that shows it",
    ),
    (b"<?xml", "an XML file", EXPORT),
    (b"{\"", "JSON", EXPORT),
    (b"[{", "JSON", EXPORT),
    (
        b"version https://git-lfs",
        "a pointer of Git LFS, in place of the file itself",
        "fetch the file with `git lfs pull`",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn non_table_file_formats_are_recognized() {
        for (start, due) in [
            (&b"\x1f\x8b\x08\0"[..], "gzip"),
            (b"PK\x03\x04\x14", "Excel"),
            (b"\n@RELATION weather\n", "ARFF"),
            (b"<!DOCTYPE html>", "HTML"),
            (b"{\"x\": 1}", "JSON"),
            (b"[{\"x\": 1}]", "JSON"),
            (b"version https://git-lfs.github.com/spec/v1", "Git LFS"),
        ] {
            let (name, help) = known(start).unwrap_or_default();
            assert!(name.contains(due) && !help.is_empty(), "{due}: {name}");
        }
        for table in [&b"x,y,c\n1,2,a\n"[..], b"+1 1:2\n", b"", b"{a},b\n"] {
            assert_eq!(known(table), None);
        }
    }
}
