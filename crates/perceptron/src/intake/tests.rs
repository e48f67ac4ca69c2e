//! Reads small files of all layouts, whole and broken.

use super::*;
use crate::sample::{Features, Label};

fn taken(text: &str, request: &Request) -> Result<Intake, Fault> {
    read(&mut text.as_bytes(), None, request)
}

fn plain(text: &str) -> Result<Intake, Fault> {
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
fn a_table_is_examples_with_exact_decimals_and_labels_in_words() {
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
        missing: Missing::Refuse,
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
fn a_name_that_is_not_there_comes_with_those_that_are() {
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
        ("7,2,a\n3,4,b\n", (Some(1), Some(1))),
        ("x,5.1,c\n1,2,a\n", (Some(1), Some(2))),
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

#[test]
fn counted_columns_may_be_named_by_numbers() {
    for header in ["0,1,c", "1,2,c"] {
        assert!(
            plain(&format!("{header}\n1,2,a\n3,4,b\n")).is_ok(),
            "{header}"
        );
    }
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
    let names = ["x", "n", "c"].map(String::from).to_vec();
    let mut typed = Typed::new(names, &request).unwrap();
    assert_eq!(typed.wanted(), ["c", "x", "n"]);
    let rows = [("a", 0.1, 3), ("b", -2.5, 4)];
    for (class, x, n) in rows {
        let cells = [
            Cell::Text(class),
            Cell::Double(x),
            Cell::Exact {
                mantissa: n,
                decimals: 0,
            },
        ];
        typed.push(|place| cells[place]).unwrap();
    }
    let intake = typed.finish().unwrap();
    assert_eq!(intake.held, Held::Doubles);
    assert_eq!(intake.sample.features.row(0).as_ref(), [0.1, 3.0]);
    let mut typed = Typed::new(vec!["x".into(), "c".into()], &request).unwrap();
    let bad = [Cell::Text("a"), Cell::Double(f64::INFINITY)];
    let fault = typed.push(|place| bad[place]).expect_err("not finite");
    assert_eq!((fault.line, fault.column), (Some(1), Some(1)));
}
