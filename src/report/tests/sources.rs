//! Tests that pages and counts tell statements of a note, exercises, guesses, and verdicts that could refute nothing apart.

use super::{control, named, summary, theorem, verdicts};
use crate::report::verdicts::table as verdict_table;
use crate::report::{markdown, write_index};
use claims::claim::{LectureNote, StatedClaim, StatedIn};
use claims::judge::Verdict;
use std::fs::read_to_string;

/// A false statement with this id that is no control, and where it is stated.
fn false_statement(id: &str, stated_in: Option<StatedIn>) -> StatedClaim {
    StatedClaim {
        id: id.into(),
        control_of: None,
        stated_in,
        ..control()
    }
}

/// A false statement that a note prints.
pub(super) fn printed() -> StatedClaim {
    let place = StatedIn::Note {
        note: LectureNote::Vaughan,
        place: "Theorem 9".into(),
    };
    false_statement("as printed", Some(place))
}

#[test]
fn only_statements_of_a_note_are_called_printed_and_guesses_are_called_guesses() {
    let exercise = StatedIn::Exercise {
        exercise: "sheet 1".into(),
    };
    let claims = [
        printed(),
        false_statement("by hand", Some(exercise)),
        false_statement("half of it", None),
    ];
    let found = named("mit/basis", &verdicts(claims.to_vec()));
    let own = summary("mit/basis", &claims, &found);
    let rows = markdown::table(&crate::report::table(&own.rows));
    for title in [
        "| as printed (Vaughan, Theorem 9) |",
        "| by hand (exercise) |",
        "| half of it (a guess) |",
    ] {
        assert!(rows.contains(title), "{title} is missing in {rows}");
    }
}

#[test]
fn verdicts_that_could_refute_nothing_are_counted_as_no_agreement() {
    let claims = [theorem()];
    let mut found = named("mit/basis", &verdicts(claims.to_vec()));
    found[0].nothing_refutable = true;
    let own = summary("mit/basis", &claims, &found);
    let results = tempfile::tempdir().unwrap();
    write_index(results.path(), std::slice::from_ref(&own)).unwrap();
    let index = read_to_string(results.path().join("index.md")).unwrap();
    let said = "1 of 2 checks came out as the theory says; the other 1 tested nothing";
    assert!(index.contains(said), "{index}");

    let listed: Vec<&Verdict> = found.iter().collect();
    let page = markdown::table(&verdict_table(&listed, &found));
    assert_eq!(
        page.matches("holds, but nothing could be refuted").count(),
        1
    );
}
