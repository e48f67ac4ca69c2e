//! Recognizes files that are not tables by their first bytes, so that an error can say what they are.

use super::arff;
use super::fault::shortened;

/// The kind of a file, and advice for the user.
type Kind = (&'static str, &'static str);

/// The kind of a file that begins with these bytes, and advice; `None` if it may be one that is read.
pub(super) fn known(start: &[u8]) -> Option<(String, &'static str)> {
    let begins = |(mark, ..): &&(&[u8], &str, &str)| start.starts_with(mark);
    let binary = BINARY
        .iter()
        .find(begins)
        .map(|&(_, name, help)| (name, help));
    if let Some((name, help)) = binary.or_else(|| archive(start)) {
        return Some((name.to_owned(), help));
    }
    let text = String::from_utf8_lossy(start);
    let body = without_comments(&text);
    let reads = |(mark, ..): &&(&[u8], &str, &str)| {
        let own = body.as_bytes().get(..mark.len());
        own.is_some_and(|own| own.eq_ignore_ascii_case(mark))
    };
    let found = TEXT.iter().find(reads).map(|&(_, name, help)| (name, help));
    let found = found.or_else(|| json(body));
    let owned = found.map(|(name, help)| (name.to_owned(), help));
    owned.or_else(|| of_lines(&text))
}

/// Whether a text begins as an ARFF file does, after blanks, comments and a byte order mark.
pub(super) fn begins_as_arff(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let first = without_comments(&text).lines().next();
    first.is_some_and(arff::is_first_line)
}

/// A text without its byte order mark, and without the blank lines and the comments in front, which begin with % or #.
fn without_comments(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    // A Matrix Market file begins with what looks like a comment.
    while rest.starts_with(['%', '#']) && !rest.starts_with("%%MatrixMarket") {
        let end = rest.find('\n').unwrap_or(rest.len());
        rest = rest[end..].trim_start();
    }
    rest
}

fn json(body: &str) -> Option<Kind> {
    let inside = body.strip_prefix(['{', '['])?.trim_start();
    let begins = match body.starts_with('{') {
        true => inside.starts_with('"'),
        false => inside.starts_with(['{', '[']),
    };
    begins.then_some(("JSON", EXPORT))
}

/// What a zip archive is, by the names in its first bytes, and a tar archive by its mark.
fn archive(start: &[u8]) -> Option<Kind> {
    const OFFICE: [&[u8]; 4] = [
        b"[Content_Types].xml",
        b"docProps/",
        b"xl/",
        b"opendocument",
    ];
    let has = |name: &[u8]| start.windows(name.len()).any(|part| part == name);
    let is_zip = start.starts_with(b"PK\x03\x04");
    match is_zip {
        true if OFFICE.into_iter().any(has) => Some((
            "an Excel workbook, or another document of an office program",
            EXPORT,
        )),
        true if has(b".npy") => Some(("a zip archive of numpy arrays", EXPORT)),
        true => Some(("a zip archive", UNPACK)),
        false if start.get(257..262) == Some(b"ustar") => Some(("a tar archive", UNPACK)),
        false => None,
    }
}

/// Number of lines by which a format of another learner is recognized.
const LINES: usize = 20;

/// The formats of other learners are told by their lines, of which the last one of the start may be cut off. The name quotes what tells them.
fn of_lines(text: &str) -> Option<(String, &'static str)> {
    // Old files of the Macintosh end their lines with a carriage return alone.
    let mut lines: Vec<&str> = text.split(['\n', '\r']).collect();
    if lines.len() > 1 {
        lines.pop();
    }
    let lines = lines
        .into_iter()
        .map(|line| line.trim_start_matches('\u{feff}').trim());
    let lines: Vec<&str> = lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .take(LINES)
        .collect();
    let all = |of: fn(&str) -> bool| !lines.is_empty() && lines.iter().all(|line| of(line));
    let any = |of: fn(&str) -> bool| lines.iter().any(|line| of(line));
    let words = lines.first()?.split_whitespace();
    let quoting = |(name, help): Kind, place: usize| {
        let word = words.clone().nth(place).unwrap_or_default();
        Some((format!("{name}, such as `{}`", shortened(word)), help))
    };
    if all(is_vowpal) && any(has_vowpal_features) {
        return Some((VOWPAL.0.to_owned(), VOWPAL.1));
    }
    if all(is_json_list) {
        return Some(("JSON".to_owned(), EXPORT));
    }
    if lines.get(1).is_some_and(|line| is_rule(line)) && lines[0].contains('|') {
        return Some((RULED.0.to_owned(), RULED.1));
    }
    if all(|line| has_entries(line, 3)) {
        return quoting(FFM, 1);
    }
    match all(|line| has_entries(line, 2) && is_weighted(line)) {
        true => quoting(XGBOOST, 0),
        false => None,
    }
}

const VOWPAL: Kind = (
    "in the format of Vowpal Wabbit",
    "write it as LIBSVM, a label and INDEX:VALUE for each feature on a line, or as a table",
);
const FFM: Kind = (
    "in the format of libffm, whose entries are FIELD:INDEX:VALUE",
    "write it as LIBSVM, with one index for every field and index: INDEX:VALUE",
);
const XGBOOST: Kind = (
    "LIBSVM with a weight after each label, as XGBoost reads it (LABEL:WEIGHT)",
    "examples have no weights here: remove them, or repeat examples; if these are entries without a label, write one before them",
);
const RULED: Kind = (
    "a table with a line of hyphens below its names, as Markdown and psql write it",
    "remove that line, and lines below the table that are no rows",
);

/// Whether a line is a list of JSON without lists in it.
fn is_json_list(line: &str) -> bool {
    let inside = line.trim_end_matches(',').strip_prefix('[');
    inside
        .and_then(|rest| rest.strip_suffix(']'))
        .is_some_and(|inside| {
            let begins = |letter: char| letter.is_ascii_digit() || matches!(letter, '"' | '-');
            inside.trim_start().starts_with(begins) && !inside.contains(['[', ']'])
        })
}

/// Whether a line has only hyphens and marks between columns.
fn is_rule(line: &str) -> bool {
    line.contains("--") && line.chars().all(|letter| "-|+: ".contains(letter))
}

/// Whether a line may be one of Vowpal Wabbit: a label with an importance and a tag, or nothing, and then a bar before each list of features, which a
/// namespace may follow at once.
fn is_vowpal(line: &str) -> bool {
    let Some((before, after)) = line.split_once('|') else {
        return false;
    };
    let is_tag = |word: &str| word.starts_with('\'');
    let mut words = before.split_whitespace();
    let is_head = words.all(|word| word.parse::<f64>().is_ok() || is_tag(word));
    let stands_alone = before.is_empty() || before.ends_with([' ', '\t']) || before.contains('\'');
    let is_list = |list: &str| {
        list.is_empty() || !list.ends_with(' ') || list.trim().contains(' ') || list.contains(':')
    };
    is_head && stands_alone && after.split('|').all(is_list)
}

/// Whether a line has a feature after a bar: a word after a namespace, or a name with a value.
fn has_vowpal_features(line: &str) -> bool {
    let lists = line.split('|').skip(1);
    lists.into_iter().any(|list| {
        let mut words = list.split_whitespace();
        let is_namespace = !list.starts_with([' ', '\t']);
        let features = if is_namespace {
            words.nth(1)
        } else {
            words.next()
        };
        features.is_some_and(|word| is_namespace || word.contains(':'))
    })
}

/// Whether the words of a line after the first one, at least one, all have this number of parts between colons.
fn has_entries(line: &str, parts: usize) -> bool {
    let mut words = line.split_whitespace().skip(1).peekable();
    words.peek().is_some()
        && words.all(|word| word.split(':').count() == parts && !word.starts_with("qid:"))
}

/// Whether the first word of a line is a label with a weight, `LABEL:WEIGHT`.
fn is_weighted(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    first.split_once(':').is_some_and(|(label, weight)| {
        label.parse::<f64>().is_ok() && weight.parse::<f64>().is_ok()
    })
}

const UNPACK: &str = "unpack it first, and analyze the table in it";
const EXPORT: &str = "export the table as CSV or parquet";

const BINARY: [(&[u8], &str, &str); 16] = [
    (b"\x1f\x8b", "a file compressed by gzip", UNPACK),
    (b"BZh", "a file compressed by bzip2", UNPACK),
    (b"\xfd7zXZ\0", "a file compressed by xz", UNPACK),
    (b"\x28\xb5\x2f\xfd", "a file compressed by zstd", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!", "a RAR archive", UNPACK),
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
        b"<table",
        "a table of a web page (HTML)",
        "open it in a browser or a spreadsheet, and save the table as CSV",
    ),
    (b"%%MatrixMarket", "a Matrix Market file", EXPORT),
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
    (
        b"<!--",
        "a web page (HTML)",
        "save the table itself, not the page that shows it",
    ),
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
            (b"PK\x03\x04\x14\0docProps/app.xml", "Excel"),
            (b"PK\x03\x04\x14\0x.npy\x93NUMPY", "numpy"),
            (b"PK\x03\x04\x14\0table.csv", "a zip archive"),
            (b"[1, 2, \"a\"]\n[3, 4, \"b\"]\n", "JSON"),
            (b"| x | c |\n|---|:-:|\n| 1 | a |\n", "line of hyphens"),
            (b" x | c\n---+---\n 1 | a\n(1 row)\n", "line of hyphens"),
            (b"<!DOCTYPE html>", "HTML"),
            (b"{\"x\": 1}", "JSON"),
            (b"[{\"x\": 1}]", "JSON"),
            (b"\xef\xbb\xbf\n[\n  {\n    \"x\": 1", "JSON"),
            (b"# exported\n\n  {\n  \"x\": [1]}", "JSON"),
            (b"<table class=\"d\"><tr>", "HTML"),
            (
                b"%%MatrixMarket matrix coordinate real general\n",
                "Matrix Market",
            ),
            (b"1 |f a:1 b:2\n-1 |f a:2 b:1\n", "Vowpal"),
            (b"1 |w free money now\n-1 |w hello |x it is\n", "Vowpal"),
            (b"1 2.0 'first|f a:1\n-1 1.0 'second |f b:2\n", "Vowpal"),
            (b"-1 | 0:1 1:2\n1 | 0:2\n", "Vowpal"),
            (b"| price:0.2 sqft:1\n| price:0.1\n", "Vowpal"),
            (
                b"1 0:1:0.5 1:7:1\n0 0:2:1\n",
                "libffm, whose entries are FIELD:INDEX:VALUE, such as `0:1:0.5`",
            ),
            (b"1:0.5 1:2 3:4\n0:1.5 2:1\n", "such as `1:0.5`"),
            (b"version https://git-lfs.github.com/spec/v1", "Git LFS"),
        ] {
            let (name, help) = known(start).unwrap_or_default();
            assert!(name.contains(due) && !help.is_empty(), "{due}: {name}");
        }
        for table in [
            &b"x,y,c\n1,2,a\n"[..],
            b"+1 1:2\n",
            b"",
            b"{a},b\n",
            b"a|b|c\n1|2|x\n",
            b"1 |2 |a\n3 |4 |b\n",
            b"1 | 2 | a\n3 | 4 | b\n",
            b"1|a b|x\n2|c d|y\n",
            b"% @relation x\n1,2\n",
            b"1:2 3:4 a\n",
            b"[0,1],[2,3]\n[0,2],[1,3]\n",
            b"a|b\n-|-\n1|2\n",
            b"1 qid:1 1:2\n",
            b"|aa|c\r1|0|ba\r2|0|bb\r",
        ] {
            assert_eq!(known(table), None, "{}", String::from_utf8_lossy(table));
        }
        let tar = [&b"table.csv"[..], &[0; 248], b"ustar"].concat();
        let advice = |start: &[u8]| known(start).unwrap_or_default().1;
        assert_eq!(advice(&tar), UNPACK);
        assert_eq!(advice(b"PK\x03\x04\x14\0table.csv"), UNPACK);
        assert!(advice(b"1:2 2:3\n1:4 2:5\n").contains("without a label"));
        assert!(begins_as_arff(b"\xef\xbb\xbf% c\n\n@RELATION weather\n"));
        assert!(!begins_as_arff(b"x,y\n"));
    }
}
