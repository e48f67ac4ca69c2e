//! Holds an entry of a file of theorems with its formulas read.

use super::key::{TheoremKey, kept};
use super::text::{self, TheoremTexts};
use super::written::{CutOff, RandomLimit, WrittenCase, WrittenKey, WrittenTheorem};
use crate::claim::form::StatedRelation;
use crate::claim::formula::Scope;
use crate::claim::premise::NamedPremise;
use crate::claim::{Form, Formula, MarginSource, SlackKind, Variation};
use crate::trial::AnyColumn;
use perceptron::documented::Documentation;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::{Spanned, Table, Value};

/// A theorem, an identity or a sentence of the notes, as an entry of a file of theorems states it.
#[derive(Debug)]
pub(crate) struct Theorem {
    pub name: &'static str,
    /// What `explain`, lists and the schema print.
    pub documentation: Documentation,
    /// The statement, its formula, its premise and its source, in which `{{ KEY }}` stands for a value.
    pub texts: TheoremTexts,
    /// Its numbers in docs/theory.md.
    pub number: Vec<String>,
    pub proof: String,
    /// The name of the theorem that was proved formally, such as `Perceptron.novikoff`; `None` if none was.
    pub formal: Option<String>,
    /// The reason why the statement is not a theorem; `None` if it is one.
    pub not_a_theorem: Option<String>,
    /// The values of keys, and of `margin`, with which it is a theorem, if it is not one with all.
    pub theorem_with: BTreeMap<String, Vec<Value>>,
    pub keys: Vec<TheoremKey>,
    pub judged: JudgedParts,
    pub cases: Vec<Case>,
    pub cut_off: Option<CutOff>,
    pub variation: Variation,
    pub delta: Option<Formula>,
    pub range: Option<[Formula; 2]>,
    pub equality_is_beyond: bool,
    pub slack_kind: SlackKind,
    pub margin: Option<MarginSource>,
    pub measures: Vec<AnyColumn>,
    /// Trials on the limit, beyond it, and without a premise.
    pub tested: Vec<Table>,
    /// Studies in which faults are planted that its claims must catch.
    pub fault: Vec<Table>,
    /// The entry as the text of a file of its own.
    pub text: String,
    scope: Scope,
}

/// What is compared, how, and when.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct JudgedParts {
    pub form: Form,
    pub observed: Formula,
    pub limit: Formula,
    pub trivial: Option<Formula>,
    pub premises: Vec<NamedPremise>,
}

/// Replacements that a case, or the spec of a claim, makes; `None` for a part that stays.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Replaced {
    pub form: Option<Form>,
    pub observed: Option<Formula>,
    pub limit: Option<Formula>,
    /// The bound that the observed number can never exceed; `Some(None)` for none.
    pub trivial: Option<Option<Formula>>,
    pub premises: Option<Vec<NamedPremise>>,
    pub says: Option<String>,
    pub formula: Option<String>,
}

/// Changes for some values of keys.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    /// The keys with their values; "*" stands for any value that a spec states.
    pub when: BTreeMap<String, Value>,
    pub replaced: Replaced,
}

/// A mistake in an entry: the place in the text, what is wrong, and what is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryMistake {
    /// The byte range of the text.
    pub at: Range<usize>,
    /// What is wrong.
    pub problem: String,
}

type Read<T> = Result<T, EntryMistake>;

impl JudgedParts {
    /// The relation that is judged, of the formulas as they are written.
    fn relation(&self, delta: Option<&Formula>) -> String {
        let relation = StatedRelation {
            form: self.form,
            observed: self.observed.tex(),
            limit: self.limit.tex(),
            is_constant: self.limit.is_constant(),
            delta: delta.map(Formula::tex).unwrap_or_default(),
        };
        relation.explained([&self.observed, &self.limit])
    }

    /// What is judged if some of it is replaced.
    pub(super) fn with(self, replaced: &Replaced) -> Self {
        let new = replaced.clone();
        Self {
            form: new.form.unwrap_or(self.form),
            observed: new.observed.unwrap_or(self.observed),
            limit: new.limit.unwrap_or(self.limit),
            trivial: new.trivial.unwrap_or(self.trivial),
            premises: new.premises.unwrap_or(self.premises),
        }
    }
}

impl Theorem {
    /// Reads an entry.
    pub(super) fn of(name: &Spanned<String>, written: WrittenTheorem, text: String) -> Read<Self> {
        let keys = keys(&written)?;
        let scope = scope(&written, &keys)?;
        let cases = written.case.iter().map(|case| read_case(case, &scope));
        let range = written
            .range
            .as_ref()
            .map(|[least, most]| Ok([formula(least, &scope)?, formula(most, &scope)?]));
        let texts = text::of(&written);
        let judged = JudgedParts {
            form: written.form,
            observed: formula(&written.observed, &scope)?,
            limit: formula(&written.limit, &scope)?,
            trivial: optional(written.trivial.as_ref(), &scope)?,
            premises: premises(&written.premises)?,
        };
        let delta = optional(written.delta.as_ref(), &scope)?;
        let relation = judged.relation(delta.as_ref());
        let theorem = Self {
            name: kept(name.get_ref().clone()),
            documentation: text::documentation(name.get_ref(), &texts, &relation, &written, &keys),
            texts,
            judged,
            delta,
            range: range.transpose()?,
            measures: measures(&written.measures)?,
            variation: match written.random_limit {
                None => Variation::Forbidden,
                Some(RandomLimit::Permitted) => Variation::Permitted,
                Some(RandomLimit::Measured) => Variation::Measured,
            },
            cases: cases.collect::<Read<_>>()?,
            number: written.number,
            proof: written.proof,
            formal: written.formal,
            not_a_theorem: written.not_a_theorem,
            theorem_with: written.theorem_with,
            cut_off: written.cut_off,
            equality_is_beyond: written.equality_is_beyond,
            slack_kind: written.slack_kind,
            margin: written.margin,
            tested: written.tested,
            fault: written.fault,
            text,
            keys,
            scope,
        };
        theorem.checked(name.span())
    }

    /// Checks that a claim about a probability says which, and no other claim does.
    fn checked(self, at: Range<usize>) -> Read<Self> {
        let wants_delta = self.judged.form == Form::WithProbability;
        match wants_delta == self.delta.is_some() {
            true => Ok(self),
            false => Err(EntryMistake {
                at,
                problem: "`delta` belongs to the form with-probability, and it needs one"
                    .to_owned(),
            }),
        }
    }

    /// Reads a formula in which the keys and the margin of this theorem can stand.
    pub(crate) fn formula(&self, text: &str) -> Result<Formula, crate::claim::TextMistake> {
        Formula::parse_in(&self.scope, text)
    }

    /// The own key of this name.
    pub(crate) fn key(&self, name: &str) -> Option<&TheoremKey> {
        self.keys.iter().find(|key| key.name == name)
    }
}

/// The own keys of an entry, in the order in which it writes them.
fn keys(written: &WrittenTheorem) -> Read<Vec<TheoremKey>> {
    let mut keys: Vec<_> = written.keys.clone().into_iter().collect();
    keys.sort_by_key(|(key, _)| key.span().start);
    let read = |(key, own): (Spanned<String>, WrittenKey)| {
        TheoremKey::of(key.get_ref(), own).map_err(|problem| EntryMistake {
            at: key.span(),
            problem,
        })
    };
    keys.into_iter().map(read).collect()
}

fn measures(names: &[Spanned<String>]) -> Read<Vec<AnyColumn>> {
    let column = |name: &Spanned<String>| {
        AnyColumn::named(name.get_ref()).ok_or_else(|| EntryMistake {
            at: name.span(),
            problem: format!("no column is named `{}`", name.get_ref()),
        })
    };
    names.iter().map(column).collect()
}

/// The names that the formulas of an entry can use: its keys, its abbreviations, and the margin.
fn scope(written: &WrittenTheorem, keys: &[TheoremKey]) -> Read<Scope> {
    let mut scope = Scope::of_claim(keys.iter().map(|key| key.name));
    // An abbreviation can use the ones that are written above it.
    let mut abbreviations: Vec<_> = written.abbreviations.iter().collect();
    abbreviations.sort_by_key(|(_, text)| text.span().start);
    for (name, text) in abbreviations {
        formula(text, &scope)?.abbreviated(name, &mut scope);
    }
    Ok(scope)
}

fn formula(text: &Spanned<String>, scope: &Scope) -> Read<Formula> {
    Formula::parse_in(scope, text.get_ref()).map_err(|error| EntryMistake {
        at: text.span(),
        problem: format!("{}; allowed: {}", error.problem, error.allowed),
    })
}

fn optional(text: Option<&Spanned<String>>, scope: &Scope) -> Read<Option<Formula>> {
    text.map(|text| formula(text, scope)).transpose()
}

fn premises(names: &[Spanned<String>]) -> Read<Vec<NamedPremise>> {
    let premise = |name: &Spanned<String>| {
        NamedPremise::named(name.get_ref()).map_err(|problem| EntryMistake {
            at: name.span(),
            problem,
        })
    };
    names.iter().map(premise).collect()
}

fn read_case(case: &WrittenCase, scope: &Scope) -> Read<Case> {
    let trivial = case.trivial.as_ref().map(|text| match text.get_ref() {
        none if none.is_empty() => Ok(None),
        _ => formula(text, scope).map(Some),
    });
    let named = case.premises.as_ref().map(|names| premises(names));
    Ok(Case {
        when: case.when.clone(),
        replaced: Replaced {
            form: case.form,
            observed: optional(case.observed.as_ref(), scope)?,
            limit: optional(case.limit.as_ref(), scope)?,
            trivial: trivial.transpose()?,
            premises: named.transpose()?,
            says: case.says.clone(),
            formula: case.formula.clone(),
        },
    })
}
