//! Draws a spec as TOML text, as a user would write it. The spec is a pure function of its seed.

mod chance;
mod claim_keys;
mod claims;
mod comparator;
mod declared;
mod distributions;
mod generator_table;
mod generators;
mod keys;
mod learners;
mod other_learners;
mod points;
mod rules;

pub use chance::Chance;

use crate::spec_text::parse;
use ::claims::spec::{Cell, Spec};
use ::claims::trial::{Measure, Setting};
use perceptron::generate::ExampleSource;
use perceptron::learn::{HypothesisKind, Order, Variant};

/// Largest number of outcomes of a generator for which a drawn spec asks for a complete enumeration.
const MOST_OUTCOMES: u64 = 400;

/// Error probability of all statistical verdicts of a spec together, so small that none should be wrong by chance in a hundred thousand specs.
const ALPHA: &str = "1e-9";

/// Draws the random spec of a seed, as TOML text.
pub fn spec(seed: u64) -> String {
    let mut chance = Chance::new("spec", seed);
    let generator = generators::draw(&mut chance);
    let variants = learners::draw(&mut chance, &generator);
    let body = format!("{}{variants}", generator.text);
    let head = |replicates: &str| {
        let seed = seed % 1_000_000;
        format!(
            "title = \"t\"\nquestion = \"q\"\nseed = {seed}\nalpha = {ALPHA}\nreplicates = {replicates}\n"
        )
    };
    let Ok(bare) = parse(&format!("{}{body}", head("1"))) else {
        return format!("{}{body}", head("1"));
    };
    let claims = stated(&mut chance, &bare);
    let sweep = sweep(&mut chance, &generator.text);
    let rest = format!("{body}{sweep}{claims}");
    let replicates = match parse(&format!("{}{rest}", head("1"))) {
        Ok(spec) if is_dear(&spec) => chance.between(1, 2).to_string(),
        spec => replicates(&mut chance, spec.as_ref().unwrap_or(&bare)),
    };
    format!("{}{rest}", head(&replicates))
}

/// Whether one trial of the spec is expensive, because risks are estimated or linear dependencies among more than 10 points are measured.
fn is_dear(spec: &Spec) -> bool {
    use Measure::{IterateRisk, Position, Risk, RiskWithoutLast};
    let estimated = |setting: &Setting| {
        let variant = setting.variant.as_ref();
        let other = variant.is_some_and(|variant| {
            let keeps = variant.view().is_none_or(|view| view.keeps_directions());
            !keeps || variant.hypothesis == HypothesisKind::Voted
        });
        other || setting.distribution.distribution.is_none()
    };
    let asks = |measures: &[Measure]| measures.iter().any(|of| spec.measures.contains(of));
    spec.cells.iter().any(|cell| {
        let settings = spec.design(cell).settings;
        let estimated = settings.iter().any(|setting| estimated(setting));
        let large = cell.generator.examples() > 10;
        estimated && asks(&[Risk, RiskWithoutLast, IterateRisk]) || large && asks(&[Position])
    })
}

/// Draws the key `replicates` of a spec: often all outcomes of the generator if there are few, fewer for a large sample, and more if examples depend
/// on each other, because only averages reveal that.
fn replicates(chance: &mut Chance, spec: &Spec) -> String {
    let cell = &spec.cells[0];
    let outcomes_of = |cell: &Cell| match cell.generator.source() {
        ExampleSource::Sampler(sampler) => sampler.outcomes(),
        ExampleSource::Opponent(_) => Some(1),
    };
    let all = spec.cells.iter().map(outcomes_of);
    let outcomes = all.reduce(|most, more| Some(most?.max(more?))).flatten();
    let known = cell.generator.distribution();
    let explores = |variant: &Variant| matches!(variant.order, Order::AllOrders(_));
    let one_run = !cell.variants.iter().any(|(_, variant)| explores(variant));
    let depends = !known.iid && !known.independent_given_target && known.distribution.is_some();
    match outcomes {
        // Every trial explores hundreds of thousands of states.
        _ if !one_run => chance.between(1, 4).to_string(),
        Some(outcomes) if outcomes <= MOST_OUTCOMES && chance.percent(75) => "\"all\"".into(),
        _ if depends && one_run => chance.pick(&[20, 40, 80]).to_string(),
        _ if cell.generator.examples() > 24 => chance.between(1, 4).to_string(),
        _ if chance.percent(6) => "{ min = 2, max = 9, until = \"decided\" }".into(),
        _ => chance.pick(&[1, 2, 3, 4, 8, 8, 20, 40]).to_string(),
    }
}

fn stated(chance: &mut Chance, spec: &Spec) -> String {
    let cell = &spec.cells[0];
    let mut design = spec.design(cell);
    design.measures.insert(Measure::MaxMargin);
    if cell.generator.examples() <= 10 {
        design.measures.insert(Measure::Position);
    }
    let names: Vec<&str> = cell
        .variants
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    claims::draw(chance, &design.block([0]), &names)
}

/// Draws the TOML table of a sweep with two cells over the number of examples; mostly the text is empty.
fn sweep(chance: &mut Chance, generator: &str) -> String {
    let name = generator.split(['.', ']']).nth(1).unwrap_or_default();
    let swept = generator.contains("\nexamples = ") && !generator.contains("examples = [");
    if swept && name != "duplicates" && name != "labelings" && chance.percent(3) {
        format!("[[sweep]]\n\"generator.{name}.examples\" = [2, 5]\n")
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_spec_is_determined_by_its_seed() {
        for seed in 0..20 {
            assert_eq!(spec(seed), spec(seed));
            assert_ne!(spec(seed), spec(seed + 1));
        }
    }
}
