//! Mirrors an entry of a file of theorems as it is written.

use crate::claim::{Form, MarginSource, SlackKind};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::{Spanned, Table, Value};

/// An entry: a theorem, its texts, and how it is judged.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenTheorem {
    /// The statement, in a sentence; `{{ KEY }}` stands for the value of a key.
    pub says: String,
    /// The statement as a formula: text with TeX between dollar signs, as its source writes it.
    pub formula: String,
    /// The conditions under which it applies, in words.
    pub premise: String,
    /// Where it is stated, with the page.
    pub source: String,
    /// Its numbers in docs/theory.md, such as C-V3 or X8.
    #[serde(default)]
    pub number: Vec<String>,
    /// The idea of the proof, in at most three lines.
    pub proof: String,
    /// The reason why it is no theorem, if it is none.
    pub not_a_theorem: Option<String>,
    /// The values of keys and of `margin` with which it is a theorem, if it is not one with all.
    #[serde(default)]
    pub theorem_with: BTreeMap<String, Vec<Value>>,
    /// Lines of a claim that states it, after its name.
    #[serde(default)]
    pub example: String,
    /// How observed number and limit are compared.
    pub form: Form,
    /// The observed number, a formula.
    pub observed: Spanned<String>,
    /// The limit, a formula.
    pub limit: Spanned<String>,
    /// Abbreviations in the formulas: names, each with a formula.
    #[serde(default, rename = "where")]
    pub abbreviations: BTreeMap<String, Spanned<String>>,
    /// The probability with which the observed number may exceed its limit, a formula of keys.
    pub delta: Option<Spanned<String>>,
    /// The least and the largest value of the observed number, formulas of keys.
    pub range: Option<[Spanned<String>; 2]>,
    /// The bound that the observed number can never exceed, a formula.
    pub trivial: Option<Spanned<String>>,
    /// The premises, by name.
    #[serde(default)]
    pub premises: Vec<Spanned<String>>,
    /// What is known of runs that were cut off.
    pub cut_off: Option<CutOff>,
    /// Which limits may differ between samples, of a claim about an expectation.
    pub random_limit: Option<RandomLimit>,
    /// Whether an observed number that equals its limit counts as beyond it.
    #[serde(default)]
    pub equality_is_beyond: bool,
    /// What the slack of a claim is.
    #[serde(default)]
    pub slack_kind: SlackKind,
    /// Which margin γ is, if it is not the one that is usual for the form.
    pub margin: Option<MarginSource>,
    /// Columns that are measured in addition to those of the formulas.
    #[serde(default)]
    pub measures: Vec<Spanned<String>>,
    /// The own keys of a claim that states it.
    #[serde(default)]
    pub keys: BTreeMap<Spanned<String>, WrittenKey>,
    /// What changes with the values of keys; a later case overrides an earlier one.
    #[serde(default)]
    pub case: Vec<WrittenCase>,
    /// Trials on the limit, beyond it, and without a premise, which `check` judges.
    #[serde(default)]
    pub tested: Vec<Table>,
}

/// What is known of runs that were cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CutOff {
    /// The observed number only grows, and the limit is known before a run, so that a run that was cut off can refute the theorem.
    CountsUp,
    /// The theorem applies to such runs as if they had finished.
    AsFinished,
}

/// Which limits may differ between samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RandomLimit {
    /// The proof permits a limit that uses the sample's own margin.
    Permitted,
    /// The limit is measured on the sample.
    Measured,
}

/// An own key of a theorem.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenKey {
    /// What the key is.
    pub about: String,
    /// The kind of its value, if it is no choice.
    pub kind: Option<WrittenKind>,
    /// The names among which a spec chooses.
    #[serde(default)]
    pub choice: Vec<String>,
    /// The range of its value, an interval such as "(0, 1)".
    pub range: Option<String>,
    /// Its value where a spec leaves it out.
    pub default: Option<Value>,
    /// Whether only stored results may have the key: new specs state another formula instead.
    #[serde(default)]
    pub retired: bool,
}

/// The kind of the value of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum WrittenKind {
    /// true or false.
    Truth,
    /// An integer from 0.
    Natural,
    /// A number.
    Number,
    /// An integer, or a fraction or decimal in quotes.
    Exact,
}

/// What changes for some values of keys.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenCase {
    /// The keys with their values; "*" stands for any value that a spec states.
    pub when: BTreeMap<String, Value>,
    pub form: Option<Form>,
    pub observed: Option<Spanned<String>>,
    pub limit: Option<Spanned<String>>,
    /// The bound that the observed number can never exceed; empty for none.
    pub trivial: Option<Spanned<String>>,
    pub premises: Option<Vec<Spanned<String>>>,
    pub says: Option<String>,
    pub formula: Option<String>,
}
