//! Reads trials on the limit of a claim, and the changes that move them off it.

use super::super::merged::{NONE, merged};
use crate::claim::{MarginSource, Registered, StatedClaim, Theorem, TheoremSeed};
use crate::trial::Setting;
use perceptron::generate::{Distribution, Generator, KnownDistribution};
use perceptron::learn::Variant;
use perceptron::sample::{Quantity, Rational};
use serde::Deserialize;
use serde::de::DeserializeSeed;
use std::collections::{BTreeMap, BTreeSet};
use toml::{Table, Value};

/// A claim, with trials that meet every premise and lie on its limit.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The name of the claim.
    #[serde(default)]
    pub name: String,
    /// The theorem that the claim states, if it is one.
    #[serde(skip)]
    pub(super) theorem: Option<&'static Theorem>,
    /// The keys of the claim.
    #[serde(default)]
    pub keys: Table,
    /// The source of γ, if it is not the default of the form.
    pub margin: Option<MarginSource>,
    /// The slack stated in advance, for claims that only bets can decide.
    #[serde(default)]
    pub slack: f64,
    /// The number of random draws, for learners that use random numbers, where enumerating the samples is not exhaustive, and for claims that no
    /// enumeration decides. They are equal, or take turns among the outcomes.
    pub draws: Option<usize>,
    /// The trials on the limit.
    #[serde(flatten)]
    pub trials: Trials,
    /// The reason if no trial can be exactly on the limit.
    pub off_limit: Option<String>,
    /// The change that moves the trials just beyond the limit.
    pub beyond: Change,
    /// The changes that break a premise, by the words of the premise; they replace the shared changes.
    #[serde(default)]
    pub breaks: BTreeMap<String, Vec<Change>>,
    /// The verdict on runs that were cut off and its reason, if the claim applies to them.
    pub cut_off: Option<Spoken>,
    /// The change that makes the limit vacuous.
    pub vacuous: Option<Change>,
    /// The reason if the limit can never be vacuous.
    pub never_vacuous: Option<String>,
}

/// A verdict word and its reason.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spoken {
    /// The verdict.
    pub word: String,
    /// Why runs that were cut off have it.
    pub because: String,
}

/// Trials as the table states them: settings, and columns by name.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Trials {
    /// The generator; a single point by default.
    generator: Option<Table>,
    /// Declared properties of the distribution that differ from those of the generator.
    #[serde(default)]
    law: KnownLaw,
    /// Keys of the variant in addition to rule and order.
    #[serde(default)]
    variant: Table,
    /// Whether an adversary chooses the sample in answer to the learner.
    #[serde(default)]
    pub answered: bool,
    /// Columns of all trials.
    #[serde(default)]
    pub row: Table,
    /// Columns of the second variant.
    #[serde(default)]
    pub second: Table,
    /// Columns of each outcome, with its weight; one outcome by default.
    #[serde(default)]
    pub outcomes: Vec<Table>,
    /// Columns of each cell; one cell by default.
    #[serde(default)]
    pub cells: Vec<Table>,
    /// A factor on the limit.
    pub scale: Option<Rational>,
}

/// A change of trials: the columns and keys that it names are replaced, and "none" removes one.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    #[serde(flatten)]
    trials: Trials,
    /// The other premises that the change breaks too.
    #[serde(default)]
    pub with: Vec<String>,
    /// The reason why they break together.
    pub because: Option<String>,
}

/// Properties of a distribution that differ from those that the generator declares.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownLaw {
    iid: Option<bool>,
    independent_given_target: Option<bool>,
    is_teachers: Option<bool>,
    uniform_labelling: Option<bool>,
    fair_labels: Option<bool>,
    is_majority: Option<bool>,
    is_disjunction: Option<bool>,
    has_orthogonal_signs: Option<bool>,
    minimax: Option<(usize, usize)>,
    population_margin_squared: Option<String>,
    population_radius_squared: Option<String>,
    /// Whether risks have closed forms; `false` removes the distribution.
    has_distribution: Option<bool>,
    /// Whether the largest deviation of the empirical risk is computed, for labels without noise.
    has_deviation: Option<bool>,
    unit_norm: Option<bool>,
}

impl KnownLaw {
    fn or(self, other: &Self) -> Self {
        let text = |own: Option<String>, other: &Option<String>| own.or_else(|| other.clone());
        Self {
            iid: self.iid.or(other.iid),
            independent_given_target: self
                .independent_given_target
                .or(other.independent_given_target),
            is_teachers: self.is_teachers.or(other.is_teachers),
            uniform_labelling: self.uniform_labelling.or(other.uniform_labelling),
            fair_labels: self.fair_labels.or(other.fair_labels),
            is_majority: self.is_majority.or(other.is_majority),
            is_disjunction: self.is_disjunction.or(other.is_disjunction),
            has_orthogonal_signs: self.has_orthogonal_signs.or(other.has_orthogonal_signs),
            minimax: self.minimax.or(other.minimax),
            population_margin_squared: text(
                self.population_margin_squared,
                &other.population_margin_squared,
            ),
            population_radius_squared: text(
                self.population_radius_squared,
                &other.population_radius_squared,
            ),
            has_distribution: self.has_distribution.or(other.has_distribution),
            has_deviation: self.has_deviation.or(other.has_deviation),
            unit_norm: self.unit_norm.or(other.unit_norm),
        }
    }

    fn of(&self, law: KnownDistribution) -> Result<KnownDistribution, String> {
        let squared = |known: &Option<String>, own: Option<Quantity>| match known.as_deref() {
            None => Ok(own),
            Some(NONE) => Ok(None),
            Some(text) => {
                let wrong = || format!("law: `{text}` is no fraction");
                let fraction: Rational = text.parse().map_err(|_| wrong())?;
                Ok::<_, String>(Some(Quantity::exact(fraction)))
            }
        };
        let keeps = |known: Option<bool>| known.unwrap_or(true);
        let distribution = law
            .distribution
            .filter(|_: &Distribution| keeps(self.has_distribution));
        Ok(KnownDistribution {
            iid: self.iid.unwrap_or(law.iid),
            unit_norm: self.unit_norm.unwrap_or(law.unit_norm),
            independent_given_target: self
                .independent_given_target
                .unwrap_or(law.independent_given_target),
            is_teachers: self.is_teachers.unwrap_or(law.is_teachers),
            uniform_labelling: self.uniform_labelling.unwrap_or(law.uniform_labelling),
            fair_labels: self.fair_labels.unwrap_or(law.fair_labels),
            majority_of: law.majority_of.filter(|_| keeps(self.is_majority)),
            disjunction: law.disjunction.filter(|_| keeps(self.is_disjunction)),
            orthogonal_signs: law
                .orthogonal_signs
                .filter(|_| keeps(self.has_orthogonal_signs)),
            minimax: self.minimax.or(law.minimax),
            label_noise: self.has_deviation.unwrap_or(false).then_some(0.0),
            population_margin_squared: squared(
                &self.population_margin_squared,
                law.population_margin_squared,
            )?,
            population_radius_squared: squared(
                &self.population_radius_squared,
                law.population_radius_squared,
            )?,
            distribution,
            ..law
        })
    }
}

impl Change {
    /// Whether the change sets the reason why the run ended.
    pub fn moves_the_end(&self) -> bool {
        self.trials.row.contains_key("stop_reason")
    }
}

impl Trials {
    /// The trials with a change.
    pub fn with(&self, Change { trials, .. }: &Change) -> Self {
        let or = |new: &[Table], own: &[Table]| {
            let is_new = !new.is_empty();
            if is_new { new } else { own }.to_vec()
        };
        Self {
            generator: trials.generator.clone().or_else(|| self.generator.clone()),
            law: trials.law.clone().or(&self.law),
            variant: merged(&self.variant, &trials.variant),
            answered: self.answered || trials.answered,
            row: merged(&self.row, &trials.row),
            second: merged(&self.second, &trials.second),
            outcomes: or(&trials.outcomes, &self.outcomes),
            cells: or(&trials.cells, &self.cells),
            scale: trials.scale.clone().or_else(|| self.scale.clone()),
        }
    }

    /// The trials, ended for this reason.
    pub fn ended(&self, reason: &str) -> Self {
        let row = Table::from_iter([("stop_reason".to_owned(), Value::from(reason))]);
        let trials = Self {
            row,
            ..Self::default()
        };
        self.with(&Change {
            trials,
            ..Change::default()
        })
    }

    /// The trials without measured columns, only with their weights and the reason why they ended.
    pub fn unmeasured(&self) -> Self {
        let kept = |table: &Table, keys: &[&str]| -> Table {
            let kept = table.iter().filter(|(key, _)| keys.contains(&key.as_str()));
            kept.map(|(key, value)| (key.clone(), value.clone()))
                .collect()
        };
        let of_outcomes = |tables: &[Table]| -> Vec<Table> {
            tables
                .iter()
                .map(|table| kept(table, &["weight"]))
                .collect()
        };
        Self {
            row: kept(&self.row, &["stop_reason"]),
            second: Table::new(),
            outcomes: of_outcomes(&self.outcomes),
            cells: of_outcomes(&self.cells),
            ..self.clone()
        }
    }

    /// The names of all columns that these trials state.
    pub fn columns(&self) -> BTreeSet<String> {
        let shared = [&self.row, &self.second];
        let tables = shared.into_iter().chain(&self.outcomes).chain(&self.cells);
        tables.flat_map(Table::keys).cloned().collect()
    }

    fn generator(&self) -> Result<Generator, String> {
        let points = "[points]\nexamples = [{ x = [2], y = 1 }]";
        let read = match &self.generator {
            Some(table) => table.clone().try_into(),
            None => toml::from_str(points),
        };
        read.map_err(|error| format!("generator: {error}"))
    }

    fn variant(&self) -> Result<Variant, String> {
        let plain = toml::from_str("rule = { perceptron = {} }\norder = \"cyclic\"");
        let plain: Table = plain.map_err(|error: toml::de::Error| error.to_string())?;
        let variant = merged(&plain, &self.variant).try_into();
        variant.map_err(|error| format!("variant: {error}"))
    }

    /// The setting of these trials, for a variant of this name.
    pub fn setting(&self, name: &str) -> Result<Setting, String> {
        let generator = self.generator()?;
        let law = self.law.of(generator.distribution())?;
        let named = (name.to_owned(), self.variant()?);
        let mut setting = Setting::new("by-hand", &generator, Some(&named)).under(law);
        setting.is_answered |= self.answered;
        Ok(setting)
    }
}

impl Entry {
    /// The trials that a theorem states.
    ///
    /// # Errors
    /// A key is unknown, or a value is of another kind.
    pub(super) fn of(theorem: &'static Theorem, trials: &Table) -> Result<Self, String> {
        let read: Result<Self, _> = trials.clone().try_into();
        let entry = read.map_err(|error| format!("tested: {}", error.message()))?;
        Ok(Self {
            name: theorem.name.to_owned(),
            theorem: Some(theorem),
            ..entry
        })
    }

    /// The claim as the judge applies it to these trials.
    ///
    /// # Errors
    /// The keys are not those of the claim.
    pub fn stated(&self, scale: Option<&Rational>) -> Result<StatedClaim, String> {
        let claim = match self.theorem {
            Some(theorem) => {
                let read = TheoremSeed(theorem).deserialize(self.keys.clone());
                Registered::Theorem(read.map_err(|error| format!("keys: {error}"))?)
            }
            None => {
                let keys = Value::Table(self.keys.clone());
                let keyed = Table::from_iter([(self.name.clone(), keys)]);
                keyed.try_into().map_err(|error| format!("keys: {error}"))?
            }
        };
        let plain = StatedClaim::plain(claim);
        let margin = self.margin.clone().unwrap_or_else(|| plain.margin.clone());
        Ok(StatedClaim {
            slack: self.slack,
            scale: scale.cloned().unwrap_or_else(Rational::one),
            ..plain.with_margin(margin)
        })
    }

    /// The name of the entry with its keys, for messages.
    pub fn title(&self) -> String {
        let margin = self
            .margin
            .as_ref()
            .map(|margin| ("margin".to_owned(), Value::from(margin.label())));
        let keys = self.keys.clone().into_iter().chain(margin);
        let keys: Vec<String> = keys
            .map(|(key, value)| format!("{key} = {value}"))
            .collect();
        if keys.is_empty() {
            self.name.clone()
        } else {
            format!("{}, {}", self.name, keys.join(", "))
        }
    }
}
