//! Judges a claim on trials that are stated by hand: on its limit, beyond it, without a premise, cut off, failed, and with a limit that says nothing.
//!
//! Every theorem states such trials in its entry. A test judges those of the program, and `check` those of a file of theorems.

mod entry;
mod trials;

pub use entry::{Change, Entry, Spoken, Trials};
pub use trials::JudgedTrials;

use crate::claim::{Form, TheoremFile, tested_trials};
use std::collections::BTreeMap;

/// The verdict words for a claim of this form if the numbers agree with it, and if they do not.
pub fn words(form: Form) -> [&'static str; 2] {
    match form {
        Form::Illustration => ["shown", "not-shown"],
        _ => ["holds", "violated"],
    }
}

/// The changes by which each premise, in words, is broken, for claims that do not state their own.
pub fn shared_breaks() -> BTreeMap<String, Vec<Change>> {
    toml::from_str(include_str!("breaks.toml")).unwrap_or_default()
}

/// The trials that the theorems of the program state.
///
/// # Errors
/// In words, what is wrong with the trials of a theorem.
pub fn of_all() -> Result<Vec<Entry>, String> {
    let entries = tested_trials();
    let read = entries.map(|(theorem, trials)| {
        Entry::of(theorem, trials).map_err(|problem| format!("{}: {problem}", theorem.name))
    });
    read.collect()
}

/// Judges the trials that the theorems of a file state, and returns what does not agree, by theorem.
pub fn disagreements(file: &TheoremFile) -> Vec<(&'static str, Vec<String>)> {
    let of = |theorem: &&'static crate::claim::Theorem| {
        let found = theorem.tested.iter().flat_map(|trials| {
            let judged = Entry::of(theorem, trials).and_then(|entry| entry.disagreements());
            judged.unwrap_or_else(|problem| vec![problem])
        });
        let mut found: Vec<String> = found.collect();
        if theorem.tested.is_empty() {
            found.push(UNTESTED.to_owned());
        }
        (theorem.name, found)
    };
    file.theorems.iter().map(of).collect()
}

const UNTESTED: &str = "it states no trials: add [[NAME.tested]] with `row`, the columns of a trial on the limit, and `beyond`, what moves it off";

impl Entry {
    /// What does not agree when these trials are judged, in words.
    ///
    /// # Errors
    /// The trials state something that cannot be.
    fn disagreements(&self) -> Result<Vec<String>, String> {
        let statement = self.stated(None)?.statement;
        let [agreeing, refuting] = words(statement.form);
        let mut found = Vec::new();
        let mut judge = |what: &str, trials: &Trials, due: &str| -> Result<(), String> {
            let word = JudgedTrials::of(self, trials)?.word();
            if word != due {
                found.push(format!("{what}: the verdict is {word}, and {due} was due"));
            }
            Ok(())
        };
        judge("the trials on the limit", &self.trials, agreeing)?;
        let beyond = self.trials.with(&self.beyond);
        judge("the trials beyond it", &beyond, refuting)?;
        if let Some(vacuous) = &self.vacuous {
            let trials = self.trials.with(vacuous);
            judge("the trials whose limit says nothing", &trials, "vacuous")?;
        }
        let cut_off = self.cut_off.as_ref().map(|spoken| spoken.word.as_str());
        let ended = self.trials.ended("update-cap");
        judge(
            "the trials, cut off",
            &ended,
            cut_off.unwrap_or("inconclusive"),
        )?;
        for premise in &statement.premises {
            found.extend(self.without(premise.label())?);
        }
        Ok(found)
    }

    /// What does not agree if this premise, in words, is broken.
    fn without(&self, premise: &str) -> Result<Vec<String>, String> {
        let Some(changes) = self.changes_without(premise) else {
            return Ok(vec![format!(
                "nothing breaks the premise “{premise}”: add breaks = {{ \"{premise}\" = [CHANGE] }}"
            )]);
        };
        let mut found = Vec::new();
        for change in &changes {
            let broken = JudgedTrials::of(self, &self.trials.with(change))?;
            let (failing, word) = (broken.failing(), broken.word());
            if !failing.contains(premise) || word != "inapplicable" {
                let failing = Vec::from_iter(failing).join("; ");
                found.push(format!("without the premise “{premise}”: the verdict is {word}, and these premises fail: {failing}"));
            }
        }
        Ok(found)
    }

    /// The changes that break a premise, in words: those of the entry, or else the shared ones; `None` if the premise has neither.
    pub fn changes_without(&self, premise: &str) -> Option<Vec<Change>> {
        // It depends on the learner, and another learner breaks further premises; the tests of learners' results break it.
        if premise == "separable: the learner has no result on other samples" {
            return Some(Vec::new());
        }
        let own = self.breaks.get(premise).cloned();
        own.or_else(|| shared_breaks().remove(premise))
    }
}
