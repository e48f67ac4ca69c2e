//! Reads files that strangers brought: values that look like names, rounded numbers, and faults without a table's columns.

use super::*;

#[test]
fn a_value_above_numbers_is_no_name() {
    for first in [
        "<NA>",
        "-",
        "n/a",
        "inf",
        "-Infinity",
        "1e400",
        "#N/A",
        "5%",
        "\"1 234\"",
        "12'000",
        "$3",
    ] {
        let text = format!("{first},2.5,1\n3,4,0\n5,5,1\n4,4,0\n");
        let fault = plain(&text).unwrap_err();
        assert_eq!(
            (fault.line, fault.column),
            (Some(1), Some(1)),
            "{text:?}: {fault}"
        );
    }
    // Without another number in the line it may be either; if other fields are words, the line holds names.
    assert_eq!(place("1e400,2.5,a\n3,4,b\n4,3,c\n"), (Some(1), Some(1)));
    let intake = plain("5%,95%,height,c\n1,2,3,a\n4,5,6,b\n").unwrap();
    assert_eq!(intake.features, ["5%", "95%", "height"]);
}

#[test]
fn numbers_that_were_rounded_are_recorded_by_example_and_feature() {
    let digits = "0.10000000000000000000000000000000000000000000000001";
    let intake = plain(&format!("x,y,c\n0.1,1,b\n{digits},2,a\n0.5,3,a\n")).unwrap();
    assert_eq!(intake.rounded_examples, [0, 1]);
    assert_eq!(Vec::from_iter(&intake.rounded_features), ["x"]);
    let exact = plain("x,y,c\n0.1,1,b\n0.2,2,a\n").unwrap();
    assert!(exact.rounded_examples.is_empty() && exact.rounded_features.is_empty());
}

#[test]
fn blanks_and_line_ends_in_quotes_are_part_of_a_label() {
    let intake = plain("x,c\n1,\"a\nb\"\n2,\"a b\"\n3, a b \n").unwrap();
    let names: Vec<&str> = intake
        .classes
        .iter()
        .map(|class| class.0.as_str())
        .collect();
    assert_eq!(names, ["a\nb", "a b"]);
    let numbers = plain("\" x\",c\n\" 1 \",\" 5\"\n2,5\n3,6\n").unwrap();
    assert_eq!(row(&numbers, 0), ["1"]);
    assert_eq!(
        (numbers.features, numbers.classes.len()),
        (vec!["x".to_owned()], 2)
    );
}

#[test]
fn rows_that_were_dropped_are_named_by_the_error() {
    let dropping = Request {
        missing: Missing::Drop,
        ..Request::default()
    };
    let fault = taken("x,y,c\n1,NA,a\n2,NA,b\n", &dropping).unwrap_err();
    assert_eq!((fault.line, fault.column), (Some(2), Some(2)));
    assert!(
        fault.problem.contains("all 2") && fault.help.contains("--features"),
        "{fault}"
    );
    let fault = taken("x,y,c\n1,NA,a\n2,3,b\n4,4,b\n", &dropping).unwrap_err();
    assert_eq!(fault.line, Some(3), "the first row that is left");
    assert!(
        fault.problem.contains("1 row with a missing value"),
        "{fault}"
    );
}

#[test]
fn a_column_without_values_is_left_out_and_is_no_index() {
    for text in ["x,y,c,\n1,2,a,\n3,4,b,\n", "1,2,a,\n3,4,b,\n5,6,a,\n"] {
        let intake = plain(text).unwrap();
        assert_eq!(
            (intake.features.len(), !intake.label.is_empty()),
            (2, true),
            "{text:?}"
        );
        assert!(
            intake.indices.is_empty() && intake.unused.is_empty(),
            "{text:?}"
        );
        let told = intake.reading.iter().any(|line| line.contains("left out"));
        assert!(told, "{:?}", intake.reading);
    }
}

#[test]
fn faults_of_sparse_files_advise_nothing_about_columns() {
    for text in [
        "+1 1:1\n",
        "1 1:nan\n0 1:2\n",
        "1 1:1e400\n0 1:2\n",
        "nan 1:2\n0 1:1\n",
        "1 1:\n0 1:2\n",
    ] {
        let fault = read(&text.as_bytes(), Some(Format::Libsvm), &Request::default()).unwrap_err();
        assert!(
            !fault.help.is_empty() && fault.line.is_some(),
            "{text:?}: {fault:?}"
        );
        assert!(
            !fault.help.contains("--label") && !fault.help.contains("--features"),
            "{fault:?}"
        );
    }
    let dropping = Request {
        missing: Missing::Drop,
        ..Request::default()
    };
    let intake = taken("nan 1:2\n0 1:1\n1 1:3\n", &dropping).unwrap();
    assert_eq!((intake.sample.labels.len(), intake.dropped), (2, 1));
}

#[test]
fn wide_encodings_and_tables_of_r_are_told_apart() {
    let problem = |bytes: &[u8]| {
        read(&bytes, None, &Request::default())
            .unwrap_err()
            .problem
            .clone()
    };
    assert!(problem(b"\xFF\xFE\0\0x\0\0\0").contains("UTF-32"));
    assert!(problem(b"\xFF\xFEx\0").contains("UTF-16"));
    let of_r = b"\"x\" \"c\"\n\"1\" 1 \"a\"\n\"2\" 2 \"b\"\n";
    let intake = read(&&of_r[..], None, &Request::default()).unwrap();
    assert_eq!(
        (intake.features, intake.indices),
        (vec!["x".to_owned()], vec!["row.names".to_owned()])
    );
}

#[test]
fn unnamed_column_is_refused_only_if_it_would_be_a_feature() {
    let text = ",x,y,c\n7,1,2,a\n5,3,4,b\n";
    assert_eq!(place(text), (Some(1), Some(1)));
    let asked = |features: &[&str]| Request {
        features: Some(features.iter().map(|&name| name.to_owned()).collect()),
        ..Request::default()
    };
    let intake = taken(text, &asked(&["x"])).unwrap();
    assert_eq!(intake.unused, ["Unnamed: 0", "y"]);
    assert_eq!(
        row(&taken(text, &asked(&["Unnamed: 0"])).unwrap(), 0),
        ["7"]
    );
    let counted = ",x,y,c\n0,1,2,a\n1,3,4,b\n";
    let intake = taken(counted, &asked(&["Unnamed: 0"])).unwrap();
    assert_eq!(row(&intake, 1), ["1"]);
}

#[test]
fn a_nameless_column_of_words_and_numbers_is_not_empty() {
    let asked = Request {
        features: Some(vec!["x".to_owned()]),
        ..Request::default()
    };
    for (column, unused) in [
        (["7", "seven"], &["Unnamed: 1"][..]),
        (["7", "9"], &["Unnamed: 1"]),
        (["", ""], &[]),
    ] {
        let text = format!("x,,c\n1,{},a\n2,{},b\n", column[0], column[1]);
        let intake = taken(&text, &asked).unwrap();
        assert_eq!(intake.unused, unused, "{text:?}");
    }
}

#[test]
fn the_only_row_of_a_text_tells_tabs_from_blanks() {
    for (text, due) in [
        ("red car\t5\n", b'\t'),
        ("1\t2\n", b'\t'),
        ("1 2\t3\n", b' '),
    ] {
        let bytes = text.as_bytes();
        let survey = Survey::of(&mut Lines::of(&bytes).unwrap()).unwrap();
        assert_eq!(survey.delimiter(), due, "{text:?}");
    }
}
