//! Tests `open`: which page of the results it opens, and its advice if that page is missing.

use crate::support::program::lab_in;
use crate::support::study_folder::StudyFolder;
use std::fs;

#[test]
fn the_page_of_an_experiment_is_found_by_its_name_folder_or_spec() {
    let place = StudyFolder::new(1);
    place.run();
    for named in ["t", "results/t", "t.toml"] {
        let (code, page, _) = lab_in(place.root(), &["open", named, "--print"]);
        assert_eq!((code, page.as_str()), (0, "results/t/report.html\n"));
    }
}

#[test]
fn a_page_that_is_not_there_is_refused_with_the_command_that_writes_it() {
    let place = StudyFolder::new(1);
    let refused = |named: &str| {
        let words = ["open", named, "--print", "--experiments", "."];
        let (code, page, error) = lab_in(place.root(), &words);
        assert_eq!((code, page.as_str()), (2, ""));
        error
    };
    assert!(refused("t").contains("perceptron-lab run ./t.toml"));
    assert!(refused("results/t").contains("perceptron-lab run ./t.toml"));
    assert!(refused("u").contains("no experiment"), "{}", refused("u"));
    place.run();
    fs::remove_file(place.file("report.html")).unwrap();
    assert!(refused("t").contains("perceptron-lab report results/t"));
}
