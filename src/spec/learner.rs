//! Checks what a variant's learner and transform require of the generator and of the other keys.

use crate::generate::{Distribution, Generate, Generator, Source};
use crate::learn::independent::Fault;
use crate::learn::{OtherLearning, Requirement, Variant};
use crate::seed::Seed;

/// The key that a variant lacks: a rule and an order, unless its learner knows none.
pub(super) fn missing_key(variant: &Variant, has: impl Fn(&str) -> bool) -> Option<&'static str> {
    let needs_rule = variant.learner.as_ref().is_none_or(|learner| !learner.rules().is_empty());
    if needs_rule && !has("rule") {
        return Some("rule");
    }
    (variant.walks() && !has("order")).then_some("order")
}

/// What is wrong with a variant under this generator.
pub(super) fn check(variant: &Variant, generator: &Generator) -> Result<(), Fault> {
    let Source::Sampler(sampler) = generator.source() else {
        let key = if variant.learner.is_some() { "learner" } else { "transform" };
        let plain = variant.learner.is_none() && variant.transform.is_none();
        let fault = || (key, "this generator answers the one loop only".into(), "no `learner` and no `transform`".into());
        return if plain { Ok(()) } else { Err(fault()) };
    };
    match variant.learner.as_ref().map_or(Requirement::Nothing, OtherLearning::requirement) {
        Requirement::Atoms if !has_atoms(generator) => {
            Err(("learner", "it learns labels of basis vectors, and this law has none".into(), GENERATORS.into()))
        }
        Requirement::Plane if sampler.draw(Seed::root(0), 1).features.dimension() != 2 => {
            Err(("learner", "it knows the plane only".into(), "a generator with two features".into()))
        }
        _ => Ok(()),
    }
}

const GENERATORS: &str = "the generators minimax and agnostic-basis, or basis with `examples`";

fn has_atoms(generator: &Generator) -> bool {
    use Distribution::{Atoms, NoisyAtoms, PlantedAtoms, PlantedNoisyAtoms};
    let law = generator.law().distribution;
    law.is_some_and(|law| matches!(law, Atoms { .. } | PlantedAtoms { .. } | NoisyAtoms { .. } | PlantedNoisyAtoms { .. }))
}
