//! Checks what the learner and the transform of a variant require of the generator and of the variant's other keys.

use super::diagnostic::SpecFinding;
use super::{Cell, sweep, tree};
use perceptron::documented::Invalid;
use perceptron::generate::{Distribution, ExampleSource, Generator, Sampler};
use perceptron::learn::{Requirement, TieRule, Transform, Variant};
use perceptron::sample::TestTies;
use perceptron::seed::Seed;
use std::collections::BTreeMap;
use toml::de::DeTable;

/// Returns the key that a variant lacks: every variant needs a rule and an order, unless its learner uses none.
pub(super) fn missing_key(variant: &Variant, has: impl Fn(&str) -> bool) -> Option<&'static str> {
    let needs_rule = variant
        .learner
        .as_ref()
        .is_none_or(|learner| !learner.facts().rules.is_empty());
    if needs_rule && !has("rule") {
        return Some("rule");
    }
    (variant.walks() && !has("order")).then_some("order")
}

/// Returns a mistake for every variant that has the key `test_ties` although its learner has a tie rule of its own, which tests use.
pub(super) fn needless_test_ties(root: &DeTable, cells: &[Cell]) -> Vec<SpecFinding> {
    let found = cells.iter().flat_map(|cell| {
        let own = cell.variants.iter();
        own.filter_map(|(name, variant)| Some((name, stated_ties(root, cell, name, variant)?)))
    });
    let first: BTreeMap<&String, SpecFinding> = found.collect();
    first.into_values().collect()
}

/// Returns a mistake if the variant with this name has the key `test_ties`, itself or in the sweep, and its learner a tie rule of its own.
fn stated_ties(root: &DeTable, cell: &Cell, name: &str, variant: &Variant) -> Option<SpecFinding> {
    let predicts = match variant.tie_rule() {
        TieRule::Stated => return None,
        TieRule::Own(TestTies::Negative) => "predicts −1 at a score of exactly its threshold",
        TieRule::Own(_) | TieRule::Answered => "has a tie rule of its own",
    };
    let paths = [name, sweep::ALL].map(|name| format!("variants.{name}.test_ties"));
    let stated = tree::find(root, &["variants", name, "test_ties"]).map(|(key, _)| key);
    let swept = || {
        let points = sweep::points(root).ok()?.into_iter().flatten();
        let is_set = paths.iter().any(|path| cell.parameters.contains_key(path));
        let mut swept = points.filter(|_| is_set);
        let found = swept.find(|swept| paths.contains(&swept.path));
        found.map(|swept| swept.key)
    };
    let place = stated.or_else(swept)?;
    let problem = format!(
        "`test_ties` of variant `{name}`: its learner {predicts}, and its test examples are scored by that"
    );
    let finding = SpecFinding::new(place, problem).allowed("no `test_ties` for this learner");
    Some(finding.help("delete the line"))
}

/// Returns the TOML line to suggest for a missing key of a variant, `rule` or `order`: the most usual one.
pub(super) fn usual(key: &str) -> &'static str {
    match key {
        "rule" => "rule = { perceptron = {} }",
        _ => "order = \"cyclic\"",
    }
}

/// Checks that the variant's learner, rule and transform can be used on the examples of this generator.
pub(super) fn check(variant: &Variant, generator: &Generator) -> Result<(), Invalid> {
    let ExampleSource::Sampler(sampler) = generator.source() else {
        let key = match (&variant.learner, &variant.transform) {
            (Some(_), _) => "learner",
            (None, Some(_)) => "transform",
            (None, None) => "offset",
        };
        let plain = variant.learner.is_none() && variant.view().is_some_and(|view| view.is_plain());
        let fault = || {
            let problem = "this generator answers the learning loop only";
            Invalid::new(key, problem, "no `learner`, no `transform` and no `offset`")
        };
        if variant.rule.facts().normalizes && !generator.distribution().unit_norm {
            return Err(Invalid::new(
                "rule",
                "the examples of this adversary have several norms",
                "a rule that does not normalize, such as rule = { perceptron = {} }",
            ));
        }
        if variant.hypothesis.needs_sample() {
            return Err(Invalid::new(
                "hypothesis",
                "the pocket counts errors on the whole sample, which this adversary chooses during the run",
                "another hypothesis, such as \"last\"",
            ));
        }
        return if plain { Ok(()) } else { Err(fault()) };
    };
    check_size(variant, generator.examples(), sampler)?;
    let requirement = variant
        .learner
        .as_ref()
        .map_or(Requirement::Nothing, |learner| learner.facts().requirement);
    if requirement != Requirement::Nothing
        && (variant.offset.0.is_some() || variant.transform.is_some())
    {
        return Err(Invalid::new(
            "learner",
            "this learner needs the features as the generator draws them",
            "no `offset` and no `transform` in this variant",
        ));
    }
    match requirement {
        Requirement::Atoms if !has_atoms(generator) => Err(Invalid::new(
            "learner",
            "it learns the labels of basis vectors, and this generator does not draw basis vectors",
            GENERATORS,
        )),
        Requirement::Plane if sampler.draw(Seed::root(0), 1).features.dimension() != 2 => {
            Err(Invalid::new(
                "learner",
                "it needs examples with exactly two features",
                "a generator of examples with two features, such as one with dimension = 2",
            ))
        }
        _ => Ok(()),
    }
}

/// Refuses a polynomial feature map if its features of one sample are too many to be computed explicitly.
fn check_size(variant: &Variant, examples: usize, sampler: &dyn Sampler) -> Result<(), Invalid> {
    let Some(Transform::PolynomialMap { degree, .. }) = &variant.transform else {
        return Ok(());
    };
    let dimension = sampler.draw(Seed::root(0), 1).features.dimension() as u64;
    let features = (dimension + 1).checked_pow(*degree);
    let entries = features.and_then(|features| features.checked_mul(examples as u64));
    if entries.is_some_and(|entries| entries <= MOST_ENTRIES) {
        return Ok(());
    }
    let problem = format!(
        "degree {degree} gives {} features to each of {examples} examples of dimension {dimension}",
        features.map_or("more than 2⁶⁴".to_owned(), |features| features
            .to_string())
    );
    let allowed = format!(
        "(dimension + 1)^degree × examples of at most {MOST_ENTRIES}; or no `transform` and learner = {{ kernel = {{ polynomial = {{ degree = {degree}, constant = … }} }} }}, which needs no feature map"
    );
    Err(Invalid::new("transform", problem, allowed))
}

/// Largest number of features, summed over the examples of a sample, that an explicit polynomial feature map may compute.
const MOST_ENTRIES: u64 = 1_000_000;

const GENERATORS: &str =
    "[generator.minimax], [generator.agnostic-basis], or [generator.basis] with the key `examples`";

fn has_atoms(generator: &Generator) -> bool {
    use Distribution::{Atoms, NoisyAtoms, PlantedAtoms, PlantedNoisyAtoms};
    let distribution = generator.distribution().distribution;
    distribution.is_some_and(|distribution| {
        matches!(
            distribution,
            Atoms { .. } | PlantedAtoms { .. } | NoisyAtoms { .. } | PlantedNoisyAtoms { .. }
        )
    })
}

#[cfg(test)]
mod tests {
    use crate::spec::Spec;
    use crate::trial::{Block, Row, columns};
    use perceptron::learn::Variant;
    use testing::{CYCLIC, SpecText};

    const CLAIM: &str = "[[claims]]\nname = \"same-update-sequence\"\n";

    /// One replicate of a majority sample with two variants.
    fn block(first: &str, second: &str, claims: &str) -> Block {
        let spec = SpecText::new("majority\ndimension = 9\nrelevant = 5\nexamples = 30")
            .replicates(2)
            .variant("a", first)
            .variant("b", second)
            .more(claims)
            .read(Spec::from_text);
        spec.design(&spec.cells[0]).block([0])
    }

    /// The trials of both variants.
    fn rows(block: &Block) -> [Row<'_>; 2] {
        [0, 1].map(|variant| block.row(0, variant).unwrap())
    }

    const RANDOM: &str = "rule = { perceptron = {} }\norder = \"random\"";

    #[test]
    fn variants_that_name_the_same_draws_share_them() {
        let share = |first: &str, second: &str| {
            let block = block(
                &format!("{RANDOM}\n{first}"),
                &format!("{RANDOM}\n{second}"),
                CLAIM,
            );
            let [first, second] = rows(&block).map(|row| row.get(columns::UPDATE_DIGEST));
            first.is_some() && first == second
        };
        assert!(share("draws = \"c\"", "draws = \"c\""));
        assert!(share("", "draws = \"a\"") && !share("", ""));
    }

    #[test]
    fn rule_column_names_the_rule_only_if_that_rule_runs() {
        let dual = |mutant: &str| {
            format!("{CYCLIC}\nstop = {{ updates = 99 }}\nlearner = {{ dual = {{ {mutant} }} }}")
        };
        let block = block(&dual(""), &dual("corrupted = [1, 0]"), CLAIM);
        let words = rows(&block).map(|row| {
            let word = |column| row.get(column).map(String::as_str);
            (word(columns::RULE), word(columns::LEARNER))
        });
        assert_eq!(words[0], (Some("perceptron"), Some("dual")));
        assert_eq!(words[1], (Some("dual"), Some("dual")));
    }

    #[test]
    fn a_column_that_no_claim_asks_for_is_absent() {
        let block = block(
            &format!("{CYCLIC}\nlearner = {{ dual = {{}} }}"),
            CYCLIC,
            "",
        );
        for column in [
            columns::UPDATE_DIGEST.any(),
            columns::COEFFICIENTS_SUM.any(),
            columns::EXCESS_RISK.any(),
        ] {
            let mut batches = block.batches.iter();
            assert!(batches.all(|batch| !batch.has(column)), "{column:?}");
            let rows = rows(&block);
            assert!(rows.iter().all(|row| row.quantity(column).is_none()));
        }
    }

    #[test]
    fn every_wrong_learner_and_transform_is_a_mutant_and_no_right_one_is() {
        let is_mutant = |extra: &str| {
            let variant: Variant = toml::from_str(&format!("{CYCLIC}\n{extra}"))
                .unwrap_or_else(|error| panic!("{error}"));
            variant.is_mutant()
        };
        for wrong in [
            "learner = { dual = { corrupted = [0, 1] } }",
            "learner = { leaking = {} }",
            "learner = { version-space = { point = \"worst\" } }",
            "learner = { offset-perceptron = { frozen = true } }",
            "learner = { offset-perceptron = { increment = true } }",
            "transform = \"invert\"",
            "transform = { polynomial-map = { degree = 2, constant = 1, dropped = true } }",
        ] {
            assert!(is_mutant(wrong), "{wrong}");
        }
        for right in [
            "learner = { dual = {} }",
            "learner = { memorizer = {} }",
            "transform = \"normalize\"",
            "draws = \"c\"",
        ] {
            assert!(!is_mutant(right), "{right}");
        }
    }
}
