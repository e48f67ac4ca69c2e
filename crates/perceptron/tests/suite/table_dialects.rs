//! Writes random tables in the dialects of many programs, and checks that each is read back as the same examples.

use perceptron::intake::{Intake, Request, read};
use perceptron::sample::Rational;
use proptest::prelude::*;

/// Numbers with few digits, and the words of their classes.
#[derive(Debug, Clone)]
struct Table {
    names: Vec<String>,
    rows: Vec<(Vec<i32>, usize)>,
    classes: [String; 2],
    decimals: u32,
}

/// The conventions of a program that writes tables.
#[derive(Debug, Clone, Copy)]
struct Dialect {
    delimiter: char,
    line_end: &'static str,
    has_mark: bool,
    quotes: Quotes,
    decimal: char,
    names: Names,
    trailing_delimiters: bool,
    blank_rows: bool,
    comment: bool,
    ends_last_line: bool,
}

/// Which fields a writer quotes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Quotes {
    /// Fields that need it: Python's csv, pandas, polars, Excel.
    Needed,
    /// All words: R.
    Words,
    /// All fields: csv.QUOTE_ALL.
    All,
}

/// How columns are named.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Names {
    /// Names in the first line.
    Plain,
    /// Names, with a first column that counts the rows and has an empty name: pandas.
    Index,
    /// Names, with a first column that counts the rows and has no field in the line of names: R's write.table.
    UnnamedIndex,
    /// Names after Excel's line with the separator.
    Separator,
    /// Names in a comment: numpy.savetxt.
    Comment,
    /// No names.
    None,
}

fn field(text: &str, is_word: bool, dialect: &Dialect) -> String {
    let special = [dialect.delimiter, '"', '\n', '\r', '#'];
    let is_needed = text.contains(special) || text.is_empty() || text != text.trim();
    let is_quoted = match dialect.quotes {
        Quotes::Needed => is_needed,
        Quotes::Words => is_word || is_needed,
        Quotes::All => true,
    };
    match is_quoted {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

fn number(value: i32, decimals: u32, decimal: char) -> String {
    let power = 10_i64.pow(decimals);
    let size = i64::from(value).abs();
    let sign = if value < 0 { "-" } else { "" };
    match decimals {
        0 => format!("{sign}{size}"),
        _ => format!(
            "{sign}{}{decimal}{:0width$}",
            size / power,
            size % power,
            width = decimals as usize
        ),
    }
}

fn written(table: &Table, dialect: &Dialect) -> String {
    let delimiter = dialect.delimiter.to_string();
    let tail = if dialect.trailing_delimiters {
        delimiter.as_str()
    } else {
        ""
    };
    let line = |fields: Vec<String>| fields.join(&delimiter) + tail + dialect.line_end;
    let names = table.names.iter().map(|name| field(name, true, dialect));
    let mut names: Vec<String> = names.collect();
    let mut text = String::from(if dialect.has_mark { "\u{feff}" } else { "" });
    match dialect.names {
        Names::Separator => text += &format!("sep={delimiter}{}", dialect.line_end),
        Names::Index => names.insert(0, String::new()),
        Names::Comment => text += "# ",
        Names::Plain | Names::UnnamedIndex | Names::None => {}
    }
    if dialect.names != Names::None {
        text += &line(names);
    }
    let has_index = matches!(dialect.names, Names::Index | Names::UnnamedIndex);
    for (place, (values, class)) in table.rows.iter().enumerate() {
        let values = values.iter().map(|&value| {
            let text = number(value, table.decimals, dialect.decimal);
            field(&text, false, dialect)
        });
        let index = has_index.then(|| field(&(place + 1).to_string(), true, dialect));
        let class = field(&table.classes[*class], true, dialect);
        text += &line(index.into_iter().chain(values).chain([class]).collect());
        if dialect.comment && place == 0 {
            text += &format!("# half way{}", dialect.line_end);
        }
        if dialect.blank_rows && place == 1 {
            text += &(delimiter.repeat(table.names.len() - 1) + dialect.line_end);
        }
    }
    match dialect.ends_last_line {
        true => text,
        false => text.trim_end_matches(dialect.line_end).to_owned(),
    }
}

fn tables() -> impl Strategy<Value = Table> {
    let name = "[a-zé長][a-z0-9 ,;|'\"&<é長]{0,8}[a-z]";
    let class = "[b-m長][a-z ,;'\"&<長]{0,6}[a-z]";
    (1_usize..4, 0_u32..3).prop_flat_map(move |(features, decimals)| {
        let names = prop::collection::btree_set(name, features + 1);
        let classes = prop::collection::btree_set(class, 2);
        let row = (prop::collection::vec(-9999_i32..9999, features), 0_usize..2);
        let rows = prop::collection::vec(row, 4..12);
        (names, classes, rows).prop_map(move |(names, classes, mut rows)| {
            // Both classes occur more than once, so that a row differs from a line of names.
            for (place, row) in rows.iter_mut().enumerate().take(4) {
                row.1 = place % 2;
            }
            let classes: Vec<String> = classes.into_iter().collect();
            Table {
                names: names.into_iter().collect(),
                rows,
                classes: [classes[0].clone(), classes[1].clone()],
                decimals,
            }
        })
    })
}

fn dialects() -> impl Strategy<Value = Dialect> {
    let names = [
        Names::Plain,
        Names::Index,
        Names::UnnamedIndex,
        Names::Separator,
        Names::Comment,
        Names::None,
    ];
    (
        prop::sample::select(vec![',', ';', '\t', '|']),
        prop::sample::select(vec!["\n", "\r\n", "\r"]),
        prop::sample::select(vec![Quotes::Needed, Quotes::Words, Quotes::All]),
        prop::sample::select(names.to_vec()),
        any::<[bool; 5]>(),
    )
        .prop_map(
            |(delimiter, line_end, quotes, names, [mark, comma, trailing, blank, more])| Dialect {
                delimiter,
                line_end,
                // Programs that write names as a comment, or no names, write no byte order mark before them.
                has_mark: mark && names == Names::Plain,
                quotes,
                decimal: if comma { ',' } else { '.' },
                names,
                trailing_delimiters: trailing
                    && !matches!(names, Names::UnnamedIndex | Names::None | Names::Comment),
                blank_rows: blank && !matches!(names, Names::UnnamedIndex | Names::Index),
                comment: more && names != Names::None,
                ends_last_line: !more,
            },
        )
}

/// Whether the table, written in this dialect, can be read in one way only.
fn is_plain(table: &Table, dialect: &Dialect) -> bool {
    // numpy quotes no field. A comma between digits needs a sign that it does not separate thousands.
    let quoted = table
        .names
        .iter()
        .any(|name| name.contains(['"', dialect.delimiter]));
    // A name such as NA may also be a value.
    let is_value = |name: &String| ["na", "nan", "null"].contains(&name.to_lowercase().as_str());
    let is_clear = |place: usize| {
        table
            .rows
            .iter()
            .any(|(values, _)| table.decimals > 0 && table.decimals < 3 && values.len() > place)
    };
    let has_comma = dialect.decimal == ',' && table.decimals > 0;
    let has_value = table.names.iter().any(is_value);
    !(has_value || dialect.names == Names::Comment && (quoted || dialect.quotes != Quotes::Needed))
        && (!has_comma || (0..table.names.len() - 1).all(is_clear))
}

fn values(intake: &Intake) -> Vec<Vec<Rational>> {
    let rows = 0..intake.lines.len();
    rows.map(|row| intake.sample.features.exact_row(row).unwrap_or_default())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 1 << 16, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn table_gives_the_same_examples_in_every_csv_dialect((table, dialect) in (tables(), dialects())) {
        prop_assume!(is_plain(&table, &dialect));
        let text = written(&table, &dialect);
        let intake = read(&text.as_bytes(), None, &Request::default());
        let intake = intake.map_err(|fault| TestCaseError::fail(format!("{fault}\n{text:?}")))?;
        let power = 10_i64.pow(table.decimals);
        let due = table.rows.iter().map(|(values, _)| {
            let fractions = values.iter().map(|&value| Rational::new(value.into(), power));
            fractions.collect::<Vec<_>>()
        });
        prop_assert_eq!(values(&intake), due.collect::<Vec<_>>(), "{:?}", text);
        let features = table.names.len() - 1;
        if dialect.names != Names::None {
            prop_assert_eq!(&intake.features, &table.names[..features], "{:?}", text);
        }
        let positive = table.rows.iter().map(|(_, class)| *class == 1);
        let labels = intake.sample.labels.iter().map(|label| label.sign() > 0);
        prop_assert!(labels.eq(positive), "{:?}", text);
        prop_assert_eq!(&intake.positive, &table.classes[1]);
    }
}
