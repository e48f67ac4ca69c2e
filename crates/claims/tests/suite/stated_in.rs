//! Tests the keys `stated_in` and `number`: where a spec says that the statement of a claim is made, which one it is, and which values are refused.

use claims::claim::{LectureNote, StatedIn};
use claims::spec::{Spec, SpecError};
use testing::{CYCLIC, SpecText};

/// A spec with a claim that has these further keys.
fn read(keys: &str) -> Result<Spec, SpecError> {
    let text = SpecText::new("basis\ndimension = 3\nexamples = 2")
        .variant("plain", CYCLIC)
        .claim("online-mistake-bound")
        .claim(format_args!(
            "online-mistake-bound\nid = \"half of it\"\nscale = 0.5\nexpect = \"violated\"\n{keys}"
        ));
    text.try_read(Spec::from_text)
}

fn refused(keys: &str) -> String {
    read(keys).unwrap_err().to_string()
}

#[test]
fn source_of_a_statement_reaches_claim_and_verdict() {
    let note = StatedIn::Note {
        note: LectureNote::HardtRecht,
        place: "Lemma".into(),
    };
    let spec = read("stated_in = { note = \"hardt-recht\", place = \"Lemma\" }").unwrap();
    assert_eq!(spec.claims[1].stated_in.as_ref(), Some(&note));
    assert_eq!(note.to_string(), "Hardt and Recht, Lemma");

    let block = spec.design(&spec.cells[0]).block(0..1);
    let verdicts = spec.judge_spec().judge(0, &block);
    assert_eq!(verdicts[0].stated_in, None);
    let json = serde_json::to_value(&verdicts[1]).unwrap();
    let place = serde_json::json!({ "note": "hardt-recht", "place": "Lemma" });
    assert_eq!(json["stated_in"], place);

    let spec = read("number = [\"C-H8\"]").unwrap();
    let verdicts = spec.judge_spec().judge(0, &block);
    let json = serde_json::to_value(&verdicts).unwrap();
    assert_eq!(json[1]["number"], serde_json::json!(["C-H8"]));
    assert!(json[0].get("number").is_none());

    let spec = read("stated_in = { exercise = \"sheet 2\" }").unwrap();
    let exercise = StatedIn::Exercise {
        exercise: "sheet 2".into(),
    };
    assert_eq!(spec.claims[1].stated_in, Some(exercise));
}

#[test]
fn unknown_notes_are_refused_with_the_list_of_notes() {
    let error = refused("stated_in = { note = \"vaughn\", place = \"Theorem 2\" }");
    for part in [
        "bartlett",
        "vaughan",
        "mit",
        "hardt-recht",
        "urner",
        "did you mean",
    ] {
        assert!(error.contains(part), "{part} is missing in {error}");
    }
}

#[test]
fn sources_without_a_place_and_sources_of_controls_are_refused() {
    for value in [
        "{ note = \"mit\" }",
        "{ place = \"Theorem 2\" }",
        "{ note = \"mit\", place = \" \" }",
        "{ exercise = \"\" }",
        "{ note = \"mit\", place = \"Theorem 2\", exercise = \"sheet 2\" }",
        "{ place = \"Theorem 2\", exercise = \"sheet 2\" }",
        "{}",
    ] {
        let error = refused(&format!("stated_in = {value}"));
        let said = "`stated_in` names neither a place in a note nor an exercise";
        assert!(
            error.contains(said) && error.contains("exercise = \"EXERCISE\""),
            "{value}: {error}"
        );
    }
    for key in [
        "stated_in = { note = \"mit\", place = \"eq. (4)\" }",
        "number = [\"C-M2\"]",
    ] {
        let error = refused(&format!("control_of = \"online-mistake-bound\"\n{key}"));
        assert!(
            error.contains("a control is wrong on purpose, and nobody states it")
                && error.contains("delete `control_of`"),
            "{error}"
        );
    }
}
