//! Checks that the next step of an error is one for the file at hand, and not for another one with the same error.

use super::*;

fn help(text: &str) -> String {
    plain(text).unwrap_err().help.clone()
}

/// The next step for a file of a format, read as asked.
fn help_of(text: &[u8], format: Option<Format>, request: &Request) -> String {
    read(&text, format, request).unwrap_err().help.clone()
}

fn handling(missing: Missing) -> Request {
    Request {
        missing,
        ..Request::default()
    }
}

#[test]
fn a_text_in_place_of_a_number_is_advised_by_what_it_is() {
    for (values, part) in [
        (
            &[
                "10%",
                "£5",
                "$3",
                "\"1,234,567\"",
                "1 234",
                "1.234.567",
                "12'000",
            ][..],
            "without separators of thousands",
        ),
        (&["-", "—", "n/a", "#DIV/0!"], "write NA"),
        (&["'1'", "“1”", "«1»"], "without these quotes"),
        (&["5cm", "'red'", "2020-01-01", "yes"], "--features"),
        (&["\"1,234\""], "decimal commas are read if"),
    ] {
        for value in values {
            let help = help(&format!("x,y,c\n{value},2,a\n1,3,b\n"));
            assert!(help.contains(part), "{value}: {help}");
            assert_eq!(help.contains("NA"), part.contains("NA"), "{value}: {help}");
        }
    }
    let arff = b"@relation r\n@attribute x string\n@attribute y real\n@attribute c {a,b}\n@data\n'1,5',2,a\n2,3,b\n";
    let help = help_of(arff, None, &Request::default());
    assert!(
        help.contains("with a point") && !help.contains("decimal commas"),
        "{help}"
    );
}

#[test]
fn the_only_feature_is_not_advised_to_be_left_out() {
    let of_text = help("text,c\nhello,a\nbye,b\n");
    assert!(
        of_text.contains("only feature") && of_text.contains("--label"),
        "{of_text}"
    );
    for missing in [Missing::Drop, Missing::Mean] {
        let help = help_of(b"x,c\n,a\n,b\n", None, &handling(missing));
        assert!(
            help.contains("only feature") && !help.contains("--features"),
            "{help}"
        );
    }
    let counted = plain("id,c\n1,a\n2,b\n3,a\n4,b\n")
        .unwrap()
        .counted_rows()
        .concat();
    assert!(
        counted.contains("there is no other") && !counted.contains("--features"),
        "{counted}"
    );
    let two = plain("id,x,c\n1,5,a\n2,7,b\n3,5,a\n4,5,b\n")
        .unwrap()
        .counted_rows()
        .concat();
    assert!(two.contains("--features"), "{two}");
}

#[test]
fn a_file_without_features_is_advised_by_its_columns() {
    let of_index = help(",c\n0,a\n1,b\n");
    assert!(
        of_index.contains("`Unnamed: 0`") && of_index.contains("--features"),
        "{of_index}"
    );
    let arff = b"@relation r\n@attribute c {a,b}\n@data\na\nb\n";
    assert_eq!(
        help_of(arff, None, &Request::default()),
        "add a column of numbers"
    );
    let words = Request {
        without: vec!["x".into()],
        ..Request::default()
    };
    let of_words = help_of(b"x,c\nred,a\nblue,b\n", None, &words);
    assert!(of_words.contains("only numbers"), "{of_words}");
}

#[test]
fn missing_and_equal_classes_are_advised_by_what_was_asked() {
    let all_missing = help_of(b"x,c\n1,\n2,\n", None, &handling(Missing::Drop));
    assert!(
        all_missing.contains("--label") && !all_missing.contains("mean"),
        "{all_missing}"
    );
    let asked = |positive: &str, negative: Option<&str>| Request {
        positive: Some(positive.into()),
        negative: negative.map(str::to_owned),
        ..Request::default()
    };
    let text = b"x,c\n1,None\n2,a\n3,b\n";
    let open = help_of(text, None, &Request::default());
    assert!(
        open.contains("--positive None") && !open.contains("--negative"),
        "{open}"
    );
    let taken = help_of(text, None, &asked("a", None));
    assert!(
        taken.contains("--negative None") && !taken.contains("--positive"),
        "{taken}"
    );
    let same = help_of(b"x,c\n1,a\n2,b\n", None, &asked("a", Some("a")));
    assert!(same.contains("the same class"), "{same}");
}

#[test]
fn a_row_of_another_length_is_advised_by_what_most_rows_have() {
    for (text, part) in [
        (
            "My data, 2020\nx,y,z,c\n1,2,3,a\n3,4,5,b\n",
            "most rows have 4 fields",
        ),
        ("x,y,c\n1,2,a\n3,4,b\nTotal: 2 rows\n", "if it is no row"),
        ("x,y,c\n1,000,2,a\n3,4,b\n5,6,a\n", "needs quotes"),
        ("x,y,c\n1,2,a\n3,4,b\n5,6", "copy or write the file again"),
        ("sep=,\nx;y;c\n1;2;a\n3;4;b\n", "remove that line"),
        (
            "\"x,y,c\"\n\"1,2,a\"\n\"3,4,b\"\n",
            "quotes around whole lines",
        ),
    ] {
        let help = help(text);
        assert!(help.contains(part), "{text:?}: {help}");
    }
}

#[test]
fn a_file_with_the_ending_of_another_format_is_advised_to_change_it() {
    let asked = Request::default();
    for (text, format, part) in [
        (
            &b"x,y,c\n1,2,a\n3,4,b\n"[..],
            Format::Tsv,
            "the ending .csv",
        ),
        (
            b"+1 1:0.5 2:3\n-1 1:2 2:4\n",
            Format::Csv,
            "the ending .svm",
        ),
        (b"x,y,c\n1,2,a\n3,4,b\n", Format::Libsvm, "the ending .csv"),
        (b"1,2 1:3\n1 1:4\n", Format::Libsvm, "one file per label"),
        (b"1 1:1e80\n0 1:2\n", Format::Libsvm, "change the unit"),
        (b"1 1:0,5\n0 1:2\n", Format::Libsvm, "with a point"),
    ] {
        let help = help_of(text, Some(format), &asked);
        assert!(help.contains(part), "{part}: {help}");
    }
}

#[test]
fn zero_bytes_are_those_of_another_encoding_or_of_a_binary_file() {
    let asked = Request::default();
    let little = b"x\0,\0c\0\n\x001\0,\0a\0\n\0";
    assert!(help_of(little, None, &asked).contains("-f UTF-16LE -t UTF-8 FILE"));
    let big = b"\0x\0,\0c\0\n\x001\0,\0a\0\n";
    assert!(help_of(big, None, &asked).contains("-f UTF-16BE"));
    for text in [
        &b"\x7fELF\x02\x01\x01\0\0\0"[..],
        b"x,c\n1,a\n2,b\n\0\0\0\0",
    ] {
        let help = help_of(text, None, &asked);
        assert!(
            help.contains("remove its zero bytes") && !help.contains("ending"),
            "{help}"
        );
    }
}
