//! Draws claims with their keys. Most have no premise that is known to fail, so that they can apply.

use super::chance::Chance;
use super::claim_keys::own_keys;
use claims::claim::{MarginSource, Premise, Registered, Scope, StatedClaim, Variation};
use claims::trial::{Block, Row, columns};
use perceptron::sample::Rational;
use std::collections::BTreeMap;

/// Largest number of theorems in a drawn spec whose premises are not known to fail.
const MOST: usize = 10;

/// Claims that enumerate all labelings of the points; they are drawn for at most `MOST_LABELLED` points.
const COUNT_LABELINGS: [&str; 3] = ["cover-count", "shatters", "is-not-shattered"];
const MOST_LABELLED: u64 = 6;

/// Claims that need one run per example of the sample; they are drawn for at most `MOST_LEFT_OUT` examples.
const LEAVE_ONE_OUT: [&str; 4] = [
    "coupled-runs",
    "leave-one-out-errors-bound",
    "leave-one-out-error-bound",
    "leave-one-out-identity",
];
const MOST_LEFT_OUT: u64 = 40;

/// Claims that list all reachable weight vectors, and the dimensions and radii of samples on which there are few of them.
const CLOSED_SETS: [&str; 2] = ["stays-in-closed-set", "long-run-error-rate"];
const MOST_LISTED_DIMENSION: u64 = 4;
const MOST_LISTED_RADIUS_SQUARED: f64 = 20.0;
/// Largest threshold over step of the rule; above it the vectors grow long before updates end.
const MOST_LISTED_THRESHOLD: f64 = 4.0;

/// A randomly drawn claim: its TOML table, and the number of its premises that are known to fail.
struct DrawnClaim {
    text: String,
    failing: usize,
    is_theorem: bool,
}

/// Draws claims about the variants `names`, and returns their TOML tables. The trials in `probe` tell which premises fail.
pub(super) fn draw(chance: &mut Chance, probe: &Block, names: &[&str]) -> String {
    let docs = Registered::docs().iter();
    let mut drawn: Vec<DrawnClaim> = docs
        .filter_map(|doc| one(chance, doc.name, probe, names))
        .collect();
    chance.shuffle(&mut drawn);
    let (speaking, mut silent): (Vec<DrawnClaim>, Vec<DrawnClaim>) =
        drawn.into_iter().partition(|claim| claim.failing == 0);
    // If a single premise fails, a violation without that premise shows why it is needed.
    silent.sort_by_key(|claim| claim.failing);
    let (theorems, others): (Vec<DrawnClaim>, Vec<DrawnClaim>) =
        speaking.into_iter().partition(|claim| claim.is_theorem);
    let others = others.into_iter().take(chance.between(0, 2) as usize);
    let silent = silent.into_iter().take(usize::from(chance.percent(40)));
    let all = theorems.into_iter().take(MOST).chain(others).chain(silent);
    all.map(|claim| claim.text).collect()
}

/// Draws the keys of the claim `name`, its margin and its variants among `names`; `None` if the spec cannot state the claim.
fn one(chance: &mut Chance, name: &str, probe: &Block, names: &[&str]) -> Option<DrawnClaim> {
    let own = own_keys(chance, name);
    let rows: Vec<Row> = probe.all().collect();
    let examples = rows.first().map_or(0, |row| row.setting().examples());
    if examples > MOST_LEFT_OUT && LEAVE_ONE_OUT.contains(&name) {
        return None;
    }
    if examples > MOST_LABELLED && (COUNT_LABELINGS.contains(&name) || own.contains("dichotomies"))
    {
        return None;
    }
    if CLOSED_SETS.contains(&name) && !rows.iter().all(has_few_vectors) {
        return None;
    }
    let claim: BTreeMap<String, toml::Table> =
        BTreeMap::from([(name.to_owned(), toml::from_str(&own).ok()?)]);
    let claim: Registered = toml::Table::try_from(claim).ok()?.try_into().ok()?;
    let plain = StatedClaim::plain(claim);
    let scope = plain.statement.scope;
    let pair = pair(chance, scope, names)?;
    let subjects: Vec<Vec<Row>> = match &pair {
        Some(places) => vec![places.iter().map(|&place| rows[place]).collect()],
        None => rows.iter().map(|row| vec![*row]).collect(),
    };
    let failing = |claim: &StatedClaim| {
        let counts = subjects.iter().map(|rows| failing(claim, rows));
        counts.min().unwrap_or(0)
    };
    let mut stated = with_margin(chance, &plain);
    for _ in 0..2 {
        if failing(&stated) > 0 {
            stated = with_margin(chance, &plain);
        }
    }
    let mut text = format!("[[claims]]\nname = \"{name}\"\n{own}");
    if stated.margin != plain.margin {
        text += &format!("margin = \"{}\"\n", stated.margin.label());
    }
    if let Some(places) = pair {
        text += &format!(
            "variants = [\"{}\", \"{}\"]\n",
            names[places[0]], names[places[1]]
        );
    }
    let is_theorem = crate::theorems::is_theorem(&stated);
    Some(DrawnClaim {
        text,
        failing: failing(&stated),
        is_theorem,
    })
}

fn has_few_vectors(row: &Row) -> bool {
    let dimension = row.copied(columns::DIMENSION);
    let radius = row.number(columns::RADIUS_SQUARED.any());
    let [threshold, step] =
        [columns::THRESHOLD, columns::STEP].map(|column| row.number(column.any()));
    let ratio = threshold
        .zip(step)
        .map_or(0.0, |(threshold, step)| threshold / step);
    ratio <= MOST_LISTED_THRESHOLD
        && dimension.is_some_and(|dimension| dimension <= MOST_LISTED_DIMENSION)
        && radius.is_some_and(|square| square <= MOST_LISTED_RADIUS_SQUARED)
}

/// Number of premises of a claim that fail on some of these trials; premises whose columns were not measured are not counted.
fn failing(claim: &StatedClaim, rows: &[Row]) -> usize {
    let measured = |premise: &Premise, row: &Row| {
        let mut reads = premise.reads().iter();
        reads.all(|column| row.has_values(*column))
    };
    let fails = |premise: &Premise, row: &Row| {
        premise.fails_before_a_run(row.setting())
            || measured(premise, row) && !premise.may_hold(row)
    };
    let premises = claim.statement.premises.iter();
    let failing = premises.filter(|premise| rows.iter().any(|row| fails(premise, row)));
    failing.count()
}

/// Draws the indices of two variants for a claim about pairs; other claims get `Some(None)`. The outer `None` means that the claim cannot be drawn,
/// because there are no two variants, or that a claim about sweeps is left out.
fn pair(chance: &mut Chance, scope: Scope, names: &[&str]) -> Option<Option<[usize; 2]>> {
    match scope {
        Scope::Trial => Some(None),
        Scope::Sweep => chance.one_in(30).then_some(None),
        Scope::Pair if names.len() < 2 => None,
        Scope::Pair => {
            let mut places: Vec<usize> = (0..names.len()).collect();
            chance.shuffle(&mut places);
            Some(Some([places[0], places[1]]))
        }
    }
}

/// Returns the claim with a randomly chosen γ in its bound (sample margin, maximum margin, population margin or a number), if its form permits that.
fn with_margin(chance: &mut Chance, plain: &StatedClaim) -> StatedClaim {
    let forbidden = plain.statement.variation == Variation::Forbidden;
    let only_law = plain.form().is_statistical() && forbidden;
    let number = |chance: &mut Chance| {
        let text = chance.pick(&["1/100", "1/10", "1/4", "1/2", "1", "3"]);
        text.parse::<Rational>().map(MarginSource::Number).ok()
    };
    let source = match chance.between(0, 19) {
        _ if plain.statement.scope == Scope::Sweep => None,
        // A conjecture has its margin in its formulas.
        _ if matches!(plain.claim, Registered::Conjecture(_)) => None,
        0..8 => None,
        8..13 if !only_law => Some(MarginSource::Max),
        13..15 if !only_law => Some(MarginSource::Sample),
        15..18 => Some(MarginSource::Population),
        18 | 19 => number(chance),
        _ => None,
    };
    match source {
        Some(source) => plain.clone().with_margin(source),
        None => plain.clone(),
    }
}
