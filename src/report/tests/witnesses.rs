//! Tests that pages name the trial that refutes a claim, and the command that repeats it.

use super::*;

const REFUTING: &str = "Runs that refute a claim, to repeat</summary>";

#[test]
fn a_page_names_the_trial_that_refutes_a_claim_and_the_command_that_repeats_it() {
    let results = tempfile::tempdir().unwrap();
    let (markdown, html) = written(vec![theorem(), control()], results.path());
    let found = verdicts(vec![theorem(), control()]);
    let refuted = found.iter().find(|verdict| verdict.id == "half of it");
    let refuted = refuted.unwrap();
    let (witness, command) = (
        refuted.witness.as_deref().unwrap(),
        refuted.replay.as_deref().unwrap(),
    );
    let (_, section) = markdown.split_once(REFUTING).unwrap();
    assert!(section.contains(&format!(
        "`half of it` (violated): the trial `{witness}` shows it"
    )));
    assert!(section.contains(command), "{section}");
    assert!(html.contains(REFUTING), "{html}");
    let (unrefuted, _) = written(vec![theorem()], results.path());
    assert!(!unrefuted.contains(REFUTING), "{unrefuted}");
}
