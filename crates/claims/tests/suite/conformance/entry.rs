//! Reads the entries of the conformance table: a claim, trials on its limit, and what moves them.

use claims::claim::{MarginSource, Registered, StatedClaim};
use perceptron::generate::{Distribution, Generator, KnownDistribution};
use perceptron::sample::{Quantity, Rational};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use toml::{Table, Value};

/// Said of a key, or a column, that is taken away.
const NONE: &str = "none";

/// A claim, with trials that meet every premise and lie on its limit.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    /// Its name in the registry.
    pub name: String,
    /// The keys of its own.
    #[serde(default)]
    pub keys: Table,
    /// Where γ comes from, if not from where the form takes it.
    pub margin: Option<MarginSource>,
    /// The pre-stated slack, for what only bets decide.
    #[serde(default)]
    pub slack: f64,
    /// The number of equal draws, where a learner draws so that no enumeration is exhaustive.
    pub draws: Option<usize>,
    /// The trials on the limit.
    #[serde(flatten)]
    pub trials: Trials,
    /// Why no trial is exactly on the limit, where none is.
    pub off_limit: Option<String>,
    /// What moves them just beyond.
    pub beyond: Change,
    /// What breaks a premise, by its words; in place of the shared changes.
    #[serde(default)]
    pub breaks: BTreeMap<String, Vec<Change>>,
    /// What is said of runs that were cut off, where the claim speaks of them, and why.
    pub cut_off: Option<Spoken>,
    /// What makes the limit say nothing.
    pub vacuous: Option<Change>,
    /// Why no limit says nothing, where none does.
    pub never_vacuous: Option<String>,
}

/// A verdict and its reason.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spoken {
    pub word: String,
    pub because: String,
}

/// Trials as they are written: settings, and columns by name.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct Trials {
    /// The generator; a point if left out.
    generator: Option<Table>,
    /// What is known of its law otherwise.
    #[serde(default)]
    law: KnownLaw,
    /// Keys of the variant beside a rule and an order.
    #[serde(default)]
    variant: Table,
    /// Whether the sample answers the learner.
    #[serde(default)]
    pub answered: bool,
    /// Columns that all trials share.
    #[serde(default)]
    pub row: Table,
    /// Columns of the second of two variants.
    #[serde(default)]
    pub second: Table,
    /// Columns of each outcome, with its weight; one outcome if left out.
    #[serde(default)]
    pub outcomes: Vec<Table>,
    /// Columns of each cell; one cell if left out.
    #[serde(default)]
    pub cells: Vec<Table>,
    /// A factor on the limit.
    pub scale: Option<Rational>,
}

/// A change of trials: what it names is replaced, and "none" takes away.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
    #[serde(flatten)]
    trials: Trials,
    /// The other premises that fall with the one that is broken.
    #[serde(default)]
    pub with: Vec<String>,
    /// Why they fall together.
    pub because: Option<String>,
}

/// What is known of a law, where it is not what the generator says.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownLaw {
    iid: Option<bool>,
    independent_given_target: Option<bool>,
    is_teachers: Option<bool>,
    uniform_labelling: Option<bool>,
    fair_labels: Option<bool>,
    is_majority: Option<bool>,
    minimax: Option<(usize, usize)>,
    population_margin_squared: Option<String>,
    population_radius_squared: Option<String>,
    /// Whether risks have closed forms: false takes the distribution away.
    has_distribution: Option<bool>,
    /// Whether the largest deviation of an empirical risk is computed, of labels without noise.
    has_deviation: Option<bool>,
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
        }
    }

    fn of(&self, law: KnownDistribution) -> KnownDistribution {
        let squared = |known: &Option<String>, own: Option<Quantity>| match known.as_deref() {
            None => own,
            Some(NONE) => None,
            Some(text) => Some(Quantity::exact(text.parse().unwrap())),
        };
        let keeps = |known: Option<bool>| known.unwrap_or(true);
        let distribution = law
            .distribution
            .filter(|_: &Distribution| keeps(self.has_distribution));
        KnownDistribution {
            iid: self.iid.unwrap_or(law.iid),
            independent_given_target: self
                .independent_given_target
                .unwrap_or(law.independent_given_target),
            is_teachers: self.is_teachers.unwrap_or(law.is_teachers),
            uniform_labelling: self.uniform_labelling.unwrap_or(law.uniform_labelling),
            fair_labels: self.fair_labels.unwrap_or(law.fair_labels),
            majority_of: law.majority_of.filter(|_| keeps(self.is_majority)),
            minimax: self.minimax.or(law.minimax),
            label_noise: self.has_deviation.unwrap_or(false).then_some(0.0),
            population_margin_squared: squared(
                &self.population_margin_squared,
                law.population_margin_squared,
            ),
            population_radius_squared: squared(
                &self.population_radius_squared,
                law.population_radius_squared,
            ),
            distribution,
            ..law
        }
    }
}

/// A table with the keys of another one put in; "none" takes one away.
pub(super) fn merged(own: &Table, change: &Table) -> Table {
    let mut table = own.clone();
    for (key, value) in change {
        if value.as_str() == Some(NONE) {
            table.remove(key);
        } else {
            table.insert(key.clone(), value.clone());
        }
    }
    table
}

impl Change {
    /// Whether it says why the run ended.
    pub(super) fn moves_the_end(&self) -> bool {
        self.trials.row.contains_key("stop_reason")
    }
}

impl Trials {
    /// The same with a change.
    pub(super) fn with(&self, Change { trials, .. }: &Change) -> Self {
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

    /// The same runs, ended for this reason.
    pub(super) fn ended(&self, reason: &str) -> Self {
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

    /// The same trials with nothing measured of them but why they ended.
    pub(super) fn unmeasured(&self) -> Self {
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

    /// The names of the columns that are written.
    pub(super) fn columns(&self) -> BTreeSet<String> {
        let shared = [&self.row, &self.second];
        let tables = shared.into_iter().chain(&self.outcomes).chain(&self.cells);
        tables.flat_map(Table::keys).cloned().collect()
    }

    pub(super) fn generator(&self) -> Generator {
        let points = || toml::from_str("[points]\nexamples = [{ x = [2], y = 1 }]").unwrap();
        let table = self.generator.clone().unwrap_or_else(points);
        table.try_into().unwrap_or_else(|error| panic!("{error}"))
    }

    pub(super) fn law(&self, generator: &Generator) -> KnownDistribution {
        self.law.of(generator.law())
    }

    pub(super) fn variant(&self) -> perceptron::learn::Variant {
        let plain = toml::from_str("rule = { perceptron = {} }\norder = \"cyclic\"").unwrap();
        let variant = merged(&plain, &self.variant).try_into();
        variant.unwrap_or_else(|error| panic!("{error}: {:?}", self.variant))
    }
}

impl Entry {
    /// The claim as these trials are judged under it.
    pub(super) fn stated(&self, scale: Option<&Rational>) -> StatedClaim {
        let keyed = Table::from_iter([(self.name.clone(), Value::Table(self.keys.clone()))]);
        let claim: Registered = keyed
            .try_into()
            .unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let plain = StatedClaim::plain(claim);
        let margin = self.margin.clone().unwrap_or_else(|| plain.margin.clone());
        StatedClaim {
            slack: self.slack,
            scale: scale.cloned().unwrap_or_else(Rational::one),
            ..plain.with_margin(margin)
        }
    }

    /// The entry in words, with its keys.
    pub(super) fn title(&self) -> String {
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
