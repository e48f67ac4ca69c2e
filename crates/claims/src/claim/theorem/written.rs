//! Mirrors an entry of a file of theorems as it is written.

use crate::claim::{Form, MarginSource, SlackKind};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::{Spanned, Table, Value};

/// An entry: a theorem, its texts, and how it is judged. `spec::THEOREM` documents its keys.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenTheorem {
    pub says: String,
    pub formula: String,
    pub premise: String,
    pub source: String,
    #[serde(default)]
    pub number: Vec<String>,
    pub proof: String,
    pub formal: Option<String>,
    pub not_a_theorem: Option<String>,
    #[serde(default)]
    pub theorem_with: BTreeMap<String, Vec<Value>>,
    #[serde(default)]
    pub example: String,
    pub form: Form,
    pub observed: Spanned<String>,
    pub limit: Spanned<String>,
    #[serde(default, rename = "where")]
    pub abbreviations: BTreeMap<String, Spanned<String>>,
    pub delta: Option<Spanned<String>>,
    pub range: Option<[Spanned<String>; 2]>,
    pub trivial: Option<Spanned<String>>,
    #[serde(default)]
    pub premises: Vec<Spanned<String>>,
    pub cut_off: Option<CutOff>,
    pub random_limit: Option<RandomLimit>,
    #[serde(default)]
    pub equality_is_beyond: bool,
    #[serde(default)]
    pub slack_kind: SlackKind,
    pub margin: Option<MarginSource>,
    #[serde(default)]
    pub measures: Vec<Spanned<String>>,
    #[serde(default)]
    pub keys: BTreeMap<Spanned<String>, WrittenKey>,
    #[serde(default)]
    pub case: Vec<WrittenCase>,
    #[serde(default)]
    pub tested: Vec<Table>,
    #[serde(default)]
    pub fault: Vec<Table>,
}

/// What is known of runs that were cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum CutOff {
    /// The observed number only grows, and the limit is known before a run, so that a run that was cut off can refute the theorem.
    CountsUp,
    /// The theorem applies to such runs as if they had finished.
    AsFinished,
}

/// Which limits may differ between samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum RandomLimit {
    /// The proof permits a limit that uses the sample's own margin.
    Permitted,
    /// The limit is measured on the sample.
    Measured,
}

perceptron::documented::choice!(CutOff, RandomLimit);

/// An own key of a theorem.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenKey {
    /// Description of the key.
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

/// Changes for some values of keys.
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
