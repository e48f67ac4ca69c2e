//! Tests that `verify` accepts results that belong to their spec, and names the first difference otherwise.

use crate::support::study_folder::StudyFolder;
use std::fs;

fn verified(place: &StudyFolder, more: &[&str]) -> (i32, String) {
    let words = [&["verify", "results"], more].concat();
    let output = place.command(&words).output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.code().unwrap(), said)
}

#[test]
fn unchanged_results_verify_also_without_trials_or_for_fewer_replicates() {
    let place = StudyFolder::new(20);
    assert_eq!(place.run().0, 0);
    let (code, said) = verified(&place, &[]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("byte for byte  yes"), "{said}");
    place.ask(12);
    assert_eq!(place.run().0, 0);
    let (code, said) = verified(&place, &[]);
    assert!(code == 0 && said.contains("byte for byte  yes"), "{said}");
    fs::remove_file(place.file("trials.parquet")).unwrap();
    let (code, said) = verified(&place, &[]);
    assert!(code == 0 && said.contains("by digest  yes"), "{said}");
    let (code, said) = verified(&place, &["--share", "2/2"]);
    assert!(code == 0 && !said.contains("yes"), "{said}");
}

#[test]
fn verify_names_the_first_verdict_that_differs() {
    let place = StudyFolder::new(20);
    assert_eq!(place.run().0, 0);
    let verdicts = fs::read_to_string(place.file("verdicts.json")).unwrap();
    let changed = verdicts.replacen("\"trials\": 20", "\"trials\": 21", 1);
    assert_ne!(verdicts, changed);
    fs::write(place.file("verdicts.json"), changed).unwrap();
    let (code, said) = verified(&place, &[]);
    assert_eq!(code, 1, "{said}");
    assert!(
        said.contains("the verdict `online-mistake-bound`")
            && said.contains("`trials` is 21 in the results and 20 now"),
        "{said}"
    );
}

#[test]
fn verify_fails_on_missing_or_damaged_results() {
    let place = StudyFolder::new(20);
    let (code, said) = verified(&place, &[]);
    assert_eq!(code, 3, "{said}");
    fs::create_dir_all(place.root().join("results")).unwrap();
    let (code, said) = verified(&place, &[]);
    assert!(code == 2 && said.contains("holds no results"), "{said}");
    assert_eq!(place.run().0, 0);
    let mut bytes = place.bytes("trials.parquet");
    bytes[200] ^= 2;
    fs::write(place.file("trials.parquet"), bytes).unwrap();
    let (code, said) = verified(&place, &[]);
    assert!(code != 0 && said.contains("trials.parquet"), "{said}");
}
