//! Holds a theorem as a spec states it: with the values of its own keys, and with formulas in place of those of the theorem.

use super::entry::{JudgedParts, Replaced, Theorem};
use super::key::{KeyValue, TheoremKey};
use super::text::filled;
use super::written::CutOff;
use crate::claim::form::StatedRelation;
use crate::claim::{
    Claim, ClaimText, Form, Formula, MarginSource, PairedNumbers, Scope, Statement,
};
use crate::numbers::significant;
use perceptron::documented::{Declared, Invalid};
use perceptron::sample::{Quantity, Rational};
use std::collections::BTreeMap;
use toml::Value;

/// A value of a key in a statement: a long decimal with six digits. The relation that is judged has them all.
fn stated(value: &KeyValue) -> String {
    match value {
        KeyValue::Number(number) if value.to_string().len() > 9 => significant(*number, 6),
        value => value.to_string(),
    }
}

/// A theorem with the values of its own keys.
#[derive(Debug, Clone)]
pub struct TheoremClaim {
    pub(super) theorem: &'static Theorem,
    /// The values that a spec states.
    pub(super) given: BTreeMap<&'static str, KeyValue>,
    /// Replacements that the spec makes.
    pub(super) own: Replaced,
}

impl PartialEq for TheoremClaim {
    fn eq(&self, other: &Self) -> bool {
        let keys = self.theorem.keys.iter().map(|key| key.name);
        let has_equal_keys = || {
            keys.into_iter()
                .all(|key| self.value(key) == other.value(key))
        };
        self.theorem.name == other.theorem.name && self.own == other.own && has_equal_keys()
    }
}

impl TheoremClaim {
    /// The theorem that is stated.
    pub(crate) fn theorem(&self) -> &'static Theorem {
        self.theorem
    }

    /// The text of the theorem as a file, if it is not one that the program has.
    pub fn text_of_own_theorem(&self) -> Option<&'static str> {
        let is_known = Theorem::named(self.theorem.name).is_some();
        (!is_known).then_some(self.theorem.text.as_str())
    }

    /// The value of an own key: the one that the spec states, otherwise its default.
    fn value(&self, key: &str) -> Option<&KeyValue> {
        let given = self.given.get(key);
        given.or_else(|| self.theorem.key(key)?.default.as_ref())
    }

    /// The value of an own key in a spec, such as "any" of `norm`.
    pub fn word(&self, key: &str) -> Option<&str> {
        match self.value(key)? {
            KeyValue::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The value of an own key that is a number.
    pub fn number(&self, key: &str) -> Option<Rational> {
        self.value(key)?.number()
    }

    /// Whether the spec states formulas of its own in place of those of the theorem.
    pub fn has_own_formulas(&self) -> bool {
        let Replaced { says, formula, .. } = &self.own;
        let texts = Replaced {
            says: says.clone(),
            formula: formula.clone(),
            ..Replaced::default()
        };
        self.own != texts
    }

    /// Whether the claim, with its keys and this margin, is the theorem: not a variation of it, and no statement that is true in some settings only.
    pub fn is_theorem(&self, margin: &MarginSource) -> bool {
        let is_variation = self.has_own_formulas()
            || self
                .theorem
                .keys
                .iter()
                .any(|key| key.is_retired && self.given.contains_key(key.name));
        let has = |(key, values): (&String, &Vec<Value>)| {
            let value = match key.as_str() {
                "margin" => Some(KeyValue::Word(margin.label())),
                key => self.value(key).cloned(),
            };
            values
                .iter()
                .any(|allowed| is_equal(value.as_ref(), allowed))
        };
        self.theorem.not_a_theorem.is_none()
            && !is_variation
            && self.theorem.theorem_with.iter().all(has)
    }

    /// The cases of the theorem that apply with these keys, in their order.
    pub(super) fn cases(&self) -> impl Iterator<Item = &Replaced> {
        let applies = |when: &BTreeMap<String, Value>| {
            when.iter().all(|(key, wanted)| match wanted.as_str() {
                Some("*") => self.given.contains_key(key.as_str()),
                _ => is_equal(self.value(key), wanted),
            })
        };
        let cases = self.theorem.cases.iter();
        let applying: Vec<_> = cases.filter(|case| applies(&case.when)).collect();
        applying.into_iter().map(|case| &case.replaced)
    }

    /// What is compared, how, and when, with these keys.
    fn judged(&self) -> JudgedParts {
        let replaced = self.cases().chain([&self.own]);
        replaced.fold(self.theorem.judged.clone(), JudgedParts::with)
    }

    /// The keys that the spec states and that only stored results may have.
    pub fn retired_keys(&self) -> Vec<&'static str> {
        let keys = self.theorem.keys.iter().filter(|key| key.is_retired);
        let given = keys.filter(|key| self.given.contains_key(key.name));
        given.map(|key| key.name).collect()
    }

    /// The lines of a spec that say the same as this claim without its retired keys.
    pub fn instead_of_retired_keys(&self) -> Vec<String> {
        let mut without = self.clone();
        let retired = self.retired_keys();
        without.given.retain(|key, _| !retired.contains(key));
        let (own, plain) = (self.judged(), without.judged());
        let number = |key: &str| retired.contains(&key).then(|| self.number(key)).flatten();
        let typed = |key: &str, own: &Formula, plain: &Formula| {
            let line = || format!("{key} = \"{}\"", own.with_keys(&number).typed());
            (own != plain).then(line)
        };
        let premises = || {
            let names: Vec<String> = own
                .premises
                .iter()
                .map(|name| format!("\"{}\"", name.text()))
                .collect();
            format!("premises = [{}]", names.join(", "))
        };
        let says = self.cases().filter_map(|case| case.says.as_ref()).last();
        let says = says.filter(|_| self.judged() != plain);
        let lines = [
            typed("observed", &own.observed, &plain.observed),
            typed("limit", &own.limit, &plain.limit),
            (own.premises != plain.premises).then(premises),
            says.map(|says| format!("says = \"{}\"", self.filled(says))),
        ];
        lines.into_iter().flatten().collect()
    }

    fn stated(&self, formula: &Formula, margin: &MarginSource) -> Formula {
        formula.stated(&|key| self.number(key), margin)
    }

    fn constant(&self, formula: &Formula) -> Option<Quantity> {
        self.stated(formula, &MarginSource::Sample).constant()
    }

    fn delta(&self) -> Rational {
        let delta = self.theorem.delta.as_ref();
        let delta = delta.and_then(|delta| self.constant(delta)?.exact);
        delta.unwrap_or_else(Rational::zero)
    }
}

/// Whether a value of a key is one that an entry writes.
fn is_equal(value: Option<&KeyValue>, written: &Value) -> bool {
    match (value, written) {
        (Some(KeyValue::Truth(value)), Value::Boolean(written)) => value == written,
        (Some(KeyValue::Word(value)), Value::String(written)) => value == written,
        (Some(value), Value::Integer(written)) => value.number() == Some(Rational::from(*written)),
        _ => false,
    }
}

impl Declared for TheoremClaim {
    fn in_range(&self) -> Result<(), Invalid> {
        let key = |name: &&'static str| self.theorem.key(name);
        let given = self.given.iter();
        let mut given = given.filter_map(|(name, value)| Some((key(name)?, value)));
        given.try_for_each(|(key, value): (&TheoremKey, _)| key.check(value))
    }
}

impl Claim for TheoremClaim {
    fn statement(&self, margin: &MarginSource) -> Statement {
        let judged = self.judged();
        let of = |formula: &Formula| self.stated(formula, margin);
        let (observed, limit) = (of(&judged.observed), of(&judged.limit));
        let is_of_pairs = observed.is_of_pairs() || limit.is_of_pairs();
        let observed_term = self
            .theorem
            .measures
            .iter()
            .fold(observed.term(None), |term, column| term.reading(*column));
        let stated = Statement::new(judged.form, observed_term, limit.term(None));
        let premises = judged.premises.iter();
        let ends = self.theorem.range.as_ref().map(|ends| {
            let [least, most] = ends.each_ref().map(|end| self.constant(end));
            [least, most].map(|end| end.map_or(0.0, |end| end.value))
        });
        let [least, most] = ends.unwrap_or([0.0, 1.0]);
        let statement = Statement {
            scope: if is_of_pairs {
                Scope::Pair
            } else {
                Scope::Trial
            },
            premises: premises
                .filter_map(|premise| premise.premise(margin))
                .collect(),
            counts_up: self.theorem.cut_off == Some(CutOff::CountsUp),
            speaks_of_cut_off_runs: self.theorem.cut_off == Some(CutOff::AsFinished),
            trivial: judged.trivial.map(|trivial| of(&trivial).term(None)),
            variation: self.theorem.variation,
            allowed: self.delta(),
            equality_is_beyond: self.theorem.equality_is_beyond,
            usual_margin: self.theorem.margin.clone(),
            slack_kind: self.theorem.slack_kind,
            ..stated.between(least, most)
        };
        match is_of_pairs && judged.form.is_about_a_mean() {
            true => statement.comparing(PairedNumbers::of([&observed, &limit])),
            false => statement,
        }
    }

    fn formulas(&self) -> Vec<(&'static str, &Formula)> {
        let trivial = self.own.trivial.as_ref().and_then(Option::as_ref);
        let own = [
            ("observed", self.own.observed.as_ref()),
            ("limit", self.own.limit.as_ref()),
            ("trivial", trivial),
        ];
        own.into_iter()
            .filter_map(|(key, formula)| Some((key, formula?)))
            .collect()
    }

    fn text(&self) -> Option<ClaimText> {
        let texts = &self.theorem.texts;
        let cases: Vec<&Replaced> = self.cases().chain([&self.own]).collect();
        let last = |of: fn(&Replaced) -> Option<&String>, own: &String| {
            let found = cases.iter().rev().find_map(|case| of(case));
            self.filled(found.unwrap_or(own))
        };
        let says = last(|case| case.says.as_ref(), &texts.says);
        let tex = last(|case| case.formula.as_ref(), &texts.formula);
        let text = ClaimText {
            statement: String::new(),
            tex: String::new(),
            formula: String::new(),
            premise: perceptron::documented::unicode(&texts.premise),
            source: perceptron::documented::unicode(&texts.source).replace('\n', " "),
        };
        Some(match self.has_own_formulas() {
            false => text.saying(says, tex),
            true => self.varied(text, &says),
        })
    }
}

impl TheoremClaim {
    /// The texts of a claim with formulas of its own.
    fn varied(&self, text: ClaimText, says: &str) -> ClaimText {
        let judged = self.judged();
        let margin = self.theorem.margin.clone();
        let margin = margin.unwrap_or_else(|| judged.form.default_margin());
        let formulas = self.formulas(&judged, &margin);
        let relation = self.relation_of(judged.form, &formulas);
        let says = match &self.own.says {
            Some(own) => own.clone(),
            None => format!("With other formulas than the theorem: {says}"),
        };
        let source = format!("This spec, after {}.", self.theorem.name);
        ClaimText { source, ..text }.saying(says, relation.typeset())
    }

    /// The observed number and the limit that are judged, with this margin.
    fn formulas(&self, judged: &JudgedParts, margin: &MarginSource) -> [Formula; 2] {
        [&judged.observed, &judged.limit].map(|formula| self.stated(formula, margin))
    }

    /// The relation of two formulas, in TeX.
    fn relation_of(&self, form: Form, [observed, limit]: &[Formula; 2]) -> StatedRelation {
        StatedRelation {
            form,
            observed: observed.tex(),
            limit: limit.tex(),
            is_constant: limit.is_constant(),
            delta: self.delta().to_f64().to_string(),
        }
    }

    /// The relation that is judged, with this margin, in TeX between dollar signs, and what its symbols stand for.
    pub fn relation(&self, margin: &MarginSource) -> String {
        let judged = self.judged();
        let formulas = self.formulas(&judged, margin);
        self.relation_of(judged.form, &formulas)
            .explained(&formulas)
    }

    /// A text with the values of the keys.
    fn filled(&self, text: &str) -> String {
        filled(text, |key, _| match self.value(key) {
            Some(value) => stated(value),
            None => {
                let formula = self.theorem.formula(key).ok();
                let value = formula.and_then(|formula| self.constant(&formula));
                value.map_or_else(|| key.to_owned(), |value| value.value.to_string())
            }
        })
    }
}
