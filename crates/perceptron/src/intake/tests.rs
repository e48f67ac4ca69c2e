//! Reads small files of all layouts, whole and broken.

mod advice;
mod strangers;

use super::*;
use crate::sample::{Features, Label, Rational};

fn taken(text: &str, request: &Request) -> Result<Intake, DataFault> {
    read(&text.as_bytes(), None, request)
}

fn plain(text: &str) -> Result<Intake, DataFault> {
    taken(text, &Request::default())
}

fn place(text: &str) -> (Option<u64>, Option<u64>) {
    let fault = plain(text).expect_err("a broken file");
    assert!(!fault.problem.is_empty() && !fault.expected.is_empty());
    (fault.line, fault.column)
}

fn row(intake: &Intake, example: usize) -> Vec<String> {
    let row = intake.sample.features.exact_row(example).expect("exact");
    row.iter().map(Rational::to_string).collect()
}

#[test]
fn csv_table_is_read_with_exact_decimals_and_text_labels() {
    let intake = plain("a,b,kind\r\n0.1,2,yes\r\n-3,0.25,no\r\n").unwrap();
    assert_eq!(row(&intake, 0), ["1/10", "2"]);
    assert_eq!(row(&intake, 1), ["-3", "1/4"]);
    assert_eq!(intake.sample.labels, [Label::Positive, Label::Negative]);
    assert_eq!(
        (intake.label.as_str(), intake.positive.as_str()),
        ("kind", "yes")
    );
    assert_eq!(intake.lines, [2, 3]);
}

#[test]
fn label_features_and_classes_can_be_chosen() {
    let request = Request {
        label: Some("kind".into()),
        positive: Some("b".into()),
        negative: Some("a".into()),
        features: Some(vec!["y".into(), "x".into()]),
        ..Request::default()
    };
    let text = "kind;x;note;y\na;1;n;2\nb;3;m;4\nc;5;l;6\n";
    let intake = taken(text, &request).unwrap();
    assert_eq!(row(&intake, 1), ["4", "3"]);
    assert_eq!((intake.rows, intake.other_classes), (3, 1));
    assert_eq!(intake.unused, ["note"]);
    assert_eq!(intake.sample.labels, [Label::Negative, Label::Positive]);
}

#[test]
fn more_than_two_classes_are_one_against_the_rest() {
    let intake = plain("x,c\n1,10\n2,9\n3,-1\n").unwrap();
    assert_eq!(intake.positive, "10");
    let names: Vec<&str> = intake
        .classes
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(names, ["-1", "9", "10"]);
}

#[test]
fn unknown_column_name_is_refused_with_the_known_names() {
    let request = Request {
        label: Some("clas".into()),
        ..Request::default()
    };
    let fault = taken("x,class\n1,a\n2,b\n", &request).expect_err("no such column");
    let known = vec!["x".to_owned(), "class".to_owned()];
    assert_eq!(fault.unknown, Some(("clas".to_owned(), known)));
    let request = Request {
        positive: Some("c".into()),
        ..Request::default()
    };
    assert!(taken("x,class\n1,a\n2,b\n", &request).is_err());
}

#[test]
fn missing_values_are_refused_dropped_or_filled() {
    let text = "x,y,c\n1,0.5,a\n2,,b\n4,1.5,b\n?,3.1,a\n";
    assert_eq!(place(text), (Some(3), Some(2)));
    let with = |missing| {
        let request = Request {
            missing,
            ..Request::default()
        };
        taken(text, &request).unwrap()
    };
    let dropped = with(Missing::Drop);
    assert_eq!(
        (dropped.lines.as_slice(), dropped.dropped),
        (&[2, 4][..], 2)
    );
    assert_eq!(dropped.classes, [("a".to_owned(), 1), ("b".to_owned(), 1)]);
    let filled = with(Missing::Mean);
    // (0.5 + 1.5 + 3.1)/3 = 1.7 and (1 + 2 + 4)/3 = 2.3 with one decimal.
    assert_eq!(row(&filled, 1), ["2", "17/10"]);
    assert_eq!(row(&filled, 3), ["23/10", "31/10"]);
    let places: Vec<(u64, &str)> = filled
        .filled
        .iter()
        .map(|hole| (hole.line, hole.name.as_str()))
        .collect();
    assert_eq!(places, [(3, "y"), (5, "x")]);
    assert_eq!(filled.gap_count, 2);
}

#[test]
fn broken_tables_are_refused_with_line_and_column() {
    for (text, due) in [
        ("", (Some(1), None)),
        ("\n\n  \n", (Some(1), None)),
        ("7,2,a\n3,4,b\n3,4,c\n", (Some(1), Some(1))),
        ("x,x,c\n1,2,a\n", (Some(1), Some(2))),
        ("x,,c\n1,2,a\n", (Some(1), Some(2))),
        ("x,y,c\n1,2,a\n1,2\n", (Some(3), Some(3))),
        ("x,y,c\n1,2,3,a\n", (Some(2), Some(4))),
        ("x,y,c\n1,two,a\n", (Some(2), Some(2))),
        ("x,y,c\n1,inf,a\n", (Some(2), Some(2))),
        ("x,y,c\n1,NaN,a\n", (Some(2), Some(2))),
        ("x,y,c\n1,2,\n", (Some(2), Some(3))),
        ("x,y,c\n1,1e999,a\n", (Some(2), Some(2))),
        ("x,y,c\n1,1e300,a\n", (Some(2), Some(2))),
        ("x,c\n\"1,a\n2,b\n", (Some(2), Some(1))),
        ("words alone\nmore\n", (Some(1), None)),
        ("x,y,c\n", (Some(1), Some(1))),
        ("x,y,c\n1,2,a\n2,3,a\n", (Some(2), Some(3))),
    ] {
        assert_eq!(place(text), due, "{text:?}");
    }
    let long = format!("x,y,c\n1,{},a\n", "9".repeat(5000));
    assert_eq!(place(&long), (Some(2), Some(2)));
}

fn first_line(text: &str, header: Option<bool>) -> Result<(usize, Vec<String>, usize), DataFault> {
    let request = Request {
        header,
        ..Request::default()
    };
    let intake = taken(text, &request)?;
    let examples = intake.sample.labels.len();
    Ok((examples, intake.features, intake.reading.len()))
}

#[test]
fn the_whole_file_decides_whether_the_first_line_is_a_row() {
    let named = |names: &[&str]| {
        names
            .iter()
            .map(|&name| name.to_owned())
            .collect::<Vec<_>>()
    };
    let rows = "1,2,a\n3,4,b\n";
    for (text, due) in [
        // A first line with words above numbers holds names, even if some of its fields are numbers.
        (format!("x,y,c\n{rows}"), (2, named(&["x", "y"]), 0)),
        (format!("x,1990,c\n{rows}"), (2, named(&["x", "1990"]), 0)),
        // Numbers that count the columns are names, as pandas writes them, unless the label of the first line occurs again.
        (format!("0,1,c\n{rows}"), (2, named(&["0", "1"]), 1)),
        (format!("1,2,c\n{rows}"), (2, named(&["1", "2"]), 1)),
        (
            format!("0,1,a\n{rows}"),
            (3, named(&["column_1", "column_2"]), 1),
        ),
        (
            "0,1,2\n5,7,0\n6,8,1\n".to_owned(),
            (2, named(&["0", "1"]), 1),
        ),
        // The first line is a row of data: it does not count the columns, and its label occurs again or is needed for a second class.
        (
            format!("5.1,2,a\n{rows}"),
            (3, named(&["column_1", "column_2"]), 1),
        ),
        (
            "0,0,0\n0,1,1\n1,0,1\n".to_owned(),
            (3, named(&["column_1", "column_2"]), 1),
        ),
        (
            "1,1,yes\n0,1,no\n0,0,no\n".to_owned(),
            (3, named(&["column_1", "column_2"]), 1),
        ),
        (
            "7,2,a\n3,4,b\n".to_owned(),
            (2, named(&["column_1", "column_2"]), 1),
        ),
        (
            "?,2,a\n3,4,b\n5,6,a\n".to_owned(),
            (2, named(&["column_1", "column_2"]), 1),
        ),
    ] {
        let request = Request {
            missing: Missing::Drop,
            ..Request::default()
        };
        let intake = taken(&text, &request).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let found = (
            intake.sample.labels.len(),
            intake.features,
            intake.reading.len(),
        );
        assert_eq!(found, due, "{text:?}");
    }
    assert_eq!(place("7,2,a\n3,4,b\n3,4,c\n"), (Some(1), Some(1)));
}

#[test]
fn request_overrides_header_detection() {
    let text = "7,2,a\n3,4,b\n3,4,c\n";
    assert_eq!(first_line(text, Some(false)).unwrap().0, 3);
    let (examples, names, _) = first_line(text, Some(true)).unwrap();
    assert_eq!((examples, names), (2, vec!["7".to_owned(), "2".to_owned()]));
    let request = Request {
        label: Some("a".into()),
        ..Request::default()
    };
    assert_eq!(taken(text, &request).unwrap().sample.labels.len(), 2);
}

#[test]
fn decimal_commas_are_read_only_if_unambiguous() {
    let intake = plain("x;y;c\n1,5;2;a\n2,5;1,234;b\n").map(|intake| row(&intake, 0));
    // In the second column the comma may separate thousands.
    assert_eq!(
        intake.map_err(|fault| (fault.line, fault.column)),
        Err((Some(2), Some(1)))
    );
    let intake = plain("x;y;c\n1,5;-2,25e1;a\n2,5;1,234;b\n").unwrap();
    assert_eq!(row(&intake, 0), ["3/2", "-45/2"]);
    assert_eq!(row(&intake, 1), ["5/2", "617/500"]);
    assert!(intake.reading[0].contains("Decimal commas"));
    assert_eq!(
        row(&plain("x,c\n\"1,5\",a\n\"2,5\",b\n").unwrap(), 0),
        ["3/2"]
    );
    for text in [
        "x,c\n\"1,234\",a\n\"2,000\",b\n",
        "x;y;c\n1,5;2.5;a\n2,5;1.5;b\n",
        "x;c\n1.234,5;a\n2,5;b\n",
    ] {
        assert_eq!(place(text), (Some(2), Some(1)), "{text:?}");
    }
}

#[test]
fn tables_written_by_r_pandas_numpy_and_spreadsheets_are_read() {
    for (text, features, indices) in [
        // R: the line of names has one field less than the rows.
        (
            "\"x\",\"y\",\"c\"\n\"1\",1,2,\"a\"\n\"2\",3,4,\"b\"\n",
            "x y",
            "row.names",
        ),
        // pandas: an index without a name.
        (",x,y,c\n0,1,2,a\n1,3,4,b\n", "x y", "Unnamed: 0"),
        // Spreadsheets: delimiters at the ends of rows, with or without one in the line of names, and rows that contain delimiters only.
        ("x,y,c\n1,2,a,\n3,4,b,\n", "x y", ""),
        ("x,y,c,\n1,2,a,\n3,4,b,\n", "x y", ""),
        ("x,y,c\n1,2,a\n3,4,b\n,,\n,,\n", "x y", ""),
        ("sep=;\nx;y;c\n1;2;a\n3;4;b\n", "x y", ""),
        // numpy: names in a comment; comments anywhere; line ends of old Macs.
        ("# x,y,c\n1,2,a\n3,4,b\n", "x y", ""),
        ("# x y c\n1,2,a\n3,4,b\n", "x y", ""),
        ("# by hand\nx,y,c\n1,2,a\n# half, way\n3,4,b\n", "x y", ""),
        ("x,y,c\r1,2,a\r3,4,b\r", "x y", ""),
    ] {
        let intake = plain(text).unwrap_or_else(|fault| panic!("{text:?}: {fault}"));
        assert_eq!(intake.features.join(" "), features, "{text:?}");
        assert_eq!(intake.indices.join(" "), indices, "{text:?}");
        assert_eq!(row(&intake, 0), ["1", "2"], "{text:?}");
        assert_eq!(row(&intake, 1), ["3", "4"], "{text:?}");
        assert_eq!(intake.sample.labels, [Label::Negative, Label::Positive]);
    }
}

#[test]
fn cut_off_last_line_is_reported() {
    let fault = plain("x,y,c\n1,2,a\n3,4,b\n5,6").unwrap_err();
    assert_eq!((fault.line, fault.column), (Some(4), Some(3)));
    assert!(fault.problem.contains("cut off"), "{fault}");
    let fault = plain("x,y,c\n1,2,a\n3,4\n5,6,b\n").unwrap_err();
    assert!(!fault.problem.contains("cut off"), "{fault}");
}

#[test]
fn columns_separated_by_blanks_and_tabs_are_read_and_said_to_be() {
    for text in [
        "x y c\n1 2 a\n3 4 b\n",
        "   1.0   2.0 \t\"a\"\n   3.0   4.0 \tb\n",
        "\"x\" \"y\" \"c\"\n\"one car\" 1 2 \"a\"\n\"two\" 3 4 \"b\"\n",
        "1,0 2,0 a\n3,0 4,0 b\n",
        "# by blanks\n1\t2  a\n3 4\tb\n",
    ] {
        let intake = taken(text, &Request::default()).unwrap();
        assert_eq!(row(&intake, 0), ["1", "2"], "{text:?}");
        assert_eq!(row(&intake, 1), ["3", "4"], "{text:?}");
        assert_eq!(intake.positive, "b");
        assert!(intake.reading.concat().contains("separated by blanks"));
    }
}

#[test]
fn a_word_between_blanks_is_refused_by_naming_the_blanks() {
    let fault = plain("SEQ_0  0.49 0.29  cp\nSEQ_1 0.07  0.40  im\n").unwrap_err();
    assert_eq!((fault.line, fault.column), (Some(1), Some(1)));
    assert!(fault.help.contains("separated by blanks"), "{}", fault.help);
}

#[test]
fn truth_values_count_as_one_and_zero_and_a_class_called_none_is_kept_if_asked() {
    let text = "x,is red,c\n1,True,None\n2,FALSE,b\n3,true,None\n";
    let fault = plain(text).unwrap_err();
    assert!(fault.problem.contains("`None` stands for a missing value"));
    assert!(fault.help.contains("--positive None") && !fault.help.contains("mean"));
    let asked = Request {
        positive: Some("None".into()),
        ..Request::default()
    };
    let intake = taken(text, &asked).unwrap();
    assert_eq!(intake.sample.labels.len(), 3);
    assert_eq!(
        (row(&intake, 0), row(&intake, 1)),
        (
            vec!["1".to_owned(), "1".into()],
            vec!["2".to_owned(), "0".into()]
        )
    );
    assert!(
        intake
            .reading
            .concat()
            .contains("is red, true and false were read as 1 and 0, 3 times")
    );
}

#[test]
fn many_different_numbers_as_classes_look_like_numbers_to_predict() {
    let fares = "8.1,11.2,16.3,12.4,8.1,10.6,11.9,12.7,7.11".split(',');
    let rows = |fare: &dyn Fn(&str) -> String| -> String {
        fares
            .clone()
            .map(|value| format!("1,{}\n", fare(value)))
            .collect()
    };
    let said = |rows: String| {
        plain(&format!("x,fare\n{rows}"))
            .unwrap()
            .values_as_classes()
    };
    let numbers = said(rows(&str::to_owned)).unwrap();
    assert!(
        numbers.starts_with("9 examples have 8 different numbers as classes in the column fare")
    );
    // Words that repeat are classes, and so are a few numbers.
    assert_eq!(said(rows(&|fare| format!("kind {fare}"))), None);
    assert_eq!(said(rows(&|fare| fare[..1].to_owned())), None);
    assert!(said("1,a\n2,b\n3,c\n".into()).is_some());
}

#[test]
fn columns_that_are_left_out_stop_nothing() {
    let chosen = |features: &[&str]| Request {
        label: Some("c".into()),
        features: Some(features.iter().map(|&name| name.to_owned()).collect()),
        ..Request::default()
    };
    let text = "x,size,note,note,c\n1,5\" disk,2020-01-01,a,p\n2,3\" disk,,b,n\n\x1a";
    let intake = taken(text, &chosen(&["x"])).unwrap();
    assert_eq!(
        (row(&intake, 0), row(&intake, 1)),
        (vec!["1".to_owned()], vec!["2".to_owned()])
    );
    for features in [["size"], ["note"]] {
        assert!(taken(text, &chosen(&features)).is_err(), "{features:?}");
    }
}

#[test]
fn a_first_column_of_different_words_without_a_name_names_the_rows() {
    let text = "\"\",\"x\",\"c\"\n\"Mazda RX4\",1,a\n\"Datsun 710\",2,b\n";
    let intake = taken(text, &Request::default()).unwrap();
    assert_eq!(
        (intake.features.as_slice(), intake.indices.as_slice()),
        (&["x".to_owned()][..], &["Unnamed: 0".to_owned()][..])
    );
    assert!(intake.reading.concat().contains("names of the rows"));
    // A word that occurs twice may be a class.
    assert!(plain(",x,c\na,1,p\nb,2,n\na,3,p\n").is_err());
}

#[test]
fn marks_of_databases_and_other_quotes_are_told() {
    let fault = plain("x,c\n\\N,a\n1,b\n").unwrap_err();
    assert!(fault.problem.contains("missing"), "{fault}");
    let fault = plain("x,c\n'1',a\n2,b\n").unwrap_err();
    assert!(fault.help.contains("without these quotes"), "{fault}");
}

#[test]
fn non_table_files_are_refused_with_an_explanation() {
    for (text, due) in [
        ("\u{1f}binary", "column"),
        ("@relation w\n@data\n1,2\n", "attribute"),
        ("x y c\n1 2 a\n3 b\n", "spaces"),
        ("# 1,2,a\n# 3,4,b\n", "comments"),
        ("title\n1,2,a\n3,4,b\n", "most rows have 3"),
        ("1,2 3:1\n2 4:1\n", "several labels"),
    ] {
        let fault = plain(text).expect_err(text);
        assert!(fault.problem.contains(due), "{text:?}: {fault}");
    }
}

#[test]
fn whole_numbers_and_decimals_of_many_digits_keep_their_values() {
    for text in [
        "x,c\n72057594037927936,a\n72057594037927937,b\n",
        "x,y,c\n72057594037927936,0.5,a\n72057594037927937,0.5,b\n",
        "x,c\n9223372036854775807,a\n9223372036854775806,b\n",
        "x,c\n0.12345678901234567,a\n0.12345678901234568,b\n",
    ] {
        let intake = plain(text).unwrap();
        assert_eq!(
            (intake.held, intake.rounded_count),
            (NumberFormat::Decimals, 0)
        );
        assert_ne!(row(&intake, 0), row(&intake, 1), "{text:?}");
    }
    let intake = plain("x,y,c\n1e38,1e-30,a\n3,0.5,b\n").unwrap();
    assert_eq!(intake.held, NumberFormat::RoundedDecimals);
    let spot = |name: &str| NumberPlace {
        line: 2,
        name: name.into(),
    };
    assert_eq!(intake.rounded, [spot("x"), spot("y")]);
    assert!(matches!(intake.sample.features, Features::Rounded(_)));
}

#[test]
fn sparse_files_keep_the_features_that_occur() {
    let text = "# made by hand\n+1 3:0.5 900000:2 # first\n-1 qid:4 3:1\n\n+1.0 17:-1\n-1\n";
    let intake = plain(text).unwrap();
    assert_eq!(intake.format, Format::Libsvm);
    assert_eq!(intake.features, ["3", "17", "900000"]);
    assert_eq!(row(&intake, 0), ["1/2", "0", "2"]);
    assert_eq!(row(&intake, 2), ["0", "-1", "0"]);
    assert_eq!(row(&intake, 3), ["0", "0", "0"]);
    assert_eq!(intake.lines, [2, 3, 5, 6]);
    assert_eq!(intake.classes, [("-1".to_owned(), 2), ("1".to_owned(), 2)]);
    let mostly_full = plain("a 1:1 2:2\nb 1:3 2:4\n").unwrap();
    assert!(matches!(mostly_full.sample.features, Features::Integers(_)));
}

#[test]
fn broken_sparse_files_are_refused_with_line_and_column() {
    for (text, due) in [
        ("+1 1:2\n-1 2\n", (Some(2), Some(4))),
        ("+1 1:2\n-1 2:x\n", (Some(2), Some(4))),
        ("+1 1:2\n-1 2:nan\n", (Some(2), Some(4))),
        ("+1 1:2\n-1 x:1\n", (Some(2), Some(4))),
        ("+1 1:2\n-1 2:1 2:3\n", (Some(2), Some(8))),
        ("+1 1:2\n3:1 4:1\n", (Some(2), Some(1))),
        ("+1 1:2\n-1 99999999999999999999:1\n", (Some(2), Some(4))),
        ("+1 1:2\n-1 999999999:1\n", (Some(2), Some(4))),
        ("+1 1:2\n+1 3:1\n", (Some(1), Some(1))),
    ] {
        assert_eq!(place(text), due, "{text:?}");
    }
}

#[test]
fn typed_rows_keep_doubles_as_they_are() {
    let request = Request::default();
    let names = ["x", "n", "c", "i"].map(|name| (name.to_owned(), name == "i"));
    let mut typed = Typed::new(names.to_vec(), &request).unwrap();
    assert_eq!(typed.wanted(), [2, 0, 1]);
    let rows = [("a", 0.1, 3), ("b", -2.5, 4)];
    for (class, x, n) in rows {
        let cells = [
            FieldValue::Text(class),
            FieldValue::Double(x),
            FieldValue::Exact {
                mantissa: n,
                decimals: 0,
            },
        ];
        typed.push(|place| cells[place]).unwrap();
    }
    let intake = typed.finish().unwrap();
    assert_eq!(intake.held, NumberFormat::Doubles);
    assert_eq!(intake.indices, ["i"]);
    assert_eq!(intake.sample.features.row(0).as_ref(), [0.1, 3.0]);
    let mut typed = Typed::new(vec![("x".into(), false), ("c".into(), false)], &request).unwrap();
    let bad = [FieldValue::Text("a"), FieldValue::Double(f64::INFINITY)];
    let fault = typed.push(|place| bad[place]).expect_err("not finite");
    assert_eq!((fault.line, fault.column), (Some(1), Some(1)));
}
