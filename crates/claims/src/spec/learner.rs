//! Checks what a variant's learner and transform require of the generator and of the other keys.

use perceptron::generate::{Distribution, Generator, Source};
use perceptron::learn::independent::Fault;
use perceptron::learn::{Requirement, Variant};
use perceptron::seed::Seed;

/// The key that a variant lacks: a rule and an order, unless its learner knows none.
pub(super) fn missing_key(variant: &Variant, has: impl Fn(&str) -> bool) -> Option<&'static str> {
    let needs_rule = variant
        .learner
        .as_ref()
        .is_none_or(|learner| !learner.rules().is_empty());
    if needs_rule && !has("rule") {
        return Some("rule");
    }
    (variant.walks() && !has("order")).then_some("order")
}

/// What is wrong with a variant under this generator.
pub(super) fn check(variant: &Variant, generator: &Generator) -> Result<(), Fault> {
    let Source::Sampler(sampler) = generator.source() else {
        let key = if variant.learner.is_some() {
            "learner"
        } else {
            "transform"
        };
        let plain = variant.learner.is_none() && variant.transform.is_none();
        let fault = || {
            (
                key,
                "this generator answers the one loop only".into(),
                "no `learner` and no `transform`".into(),
            )
        };
        if variant.rule.normalizes() && !generator.law().unit_norm {
            return Err((
                "rule",
                "the examples of this opponent have several norms".into(),
                "a rule that does not normalize".into(),
            ));
        }
        return if plain { Ok(()) } else { Err(fault()) };
    };
    let requirement = variant
        .learner
        .as_ref()
        .map_or(Requirement::Nothing, |learner| learner.requirement());
    if requirement != Requirement::Nothing
        && (variant.offset.0.is_some() || variant.transform.is_some())
    {
        return Err((
            "learner",
            "it knows the features as they are drawn only".into(),
            "no `offset` and no `transform`".into(),
        ));
    }
    match requirement {
        Requirement::Atoms if !has_atoms(generator) => Err((
            "learner",
            "it learns labels of basis vectors, and this law has none".into(),
            GENERATORS.into(),
        )),
        Requirement::Plane if sampler.draw(Seed::root(0), 1).features.dimension() != 2 => Err((
            "learner",
            "it knows the plane only".into(),
            "a generator with two features".into(),
        )),
        _ => Ok(()),
    }
}

const GENERATORS: &str = "the generators minimax and agnostic-basis, or basis with `examples`";

fn has_atoms(generator: &Generator) -> bool {
    use Distribution::{Atoms, NoisyAtoms, PlantedAtoms, PlantedNoisyAtoms};
    let law = generator.law().distribution;
    law.is_some_and(|law| {
        matches!(
            law,
            Atoms { .. } | PlantedAtoms { .. } | NoisyAtoms { .. } | PlantedNoisyAtoms { .. }
        )
    })
}

#[cfg(test)]
mod tests {
    use crate::spec::Spec;
    use crate::trial::Trial;
    use perceptron::learn::Variant;
    use std::path::Path;

    const CLAIM: &str = "[[claims]]\nname = \"same-update-sequence\"\n";

    /// The rows of one replicate of a majority sample under two variants.
    fn rows(first: &str, second: &str, claims: &str) -> Vec<Trial> {
        let generator = "[generator.majority]\ndimension = 9\nrelevant = 5\nexamples = 30";
        let head = "title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 2";
        let source =
            format!("{head}\n{generator}\n[variants.a]\n{first}\n[variants.b]\n{second}\n{claims}");
        let spec = Spec::from_text("t", Path::new("t.toml"), &source)
            .unwrap_or_else(|error| panic!("{error}"));
        spec.design(&spec.cells[0]).trials(0)
    }

    const CYCLIC: &str = "rule = { perceptron = {} }\norder = \"cyclic\"";
    const RANDOM: &str = "rule = { perceptron = {} }\norder = \"random\"";

    #[test]
    fn a_transformed_row_keeps_the_geometry_of_the_sample_and_has_no_risk() {
        let claims = format!("{CLAIM}[[claims]]\nname = \"leave-one-out-risk-bound\"");
        let rows = rows(
            CYCLIC,
            &format!("{CYCLIC}\ntransform = \"invert\""),
            &claims,
        );
        assert_eq!(
            (&rows[0].radius_squared, &rows[0].sample_margin_squared),
            (&rows[1].radius_squared, &rows[1].sample_margin_squared)
        );
        assert!(rows[0].risk.is_some() && rows[1].risk.is_none());
        assert_eq!(rows[1].transform.as_deref(), Some("invert"));
        assert!(rows[0].keeps_geometry() && !rows[1].keeps_geometry());
    }

    #[test]
    fn a_margin_bound_speaks_of_a_transformed_sample_only_after_an_isometry() {
        let generator = "[generator.majority]\ndimension = 9\nrelevant = 5\nexamples = 30";
        for (transform, verdict) in [
            ("\"invert\"", "inapplicable"),
            ("{ rescale = 2 }", "inapplicable"),
            ("\"reflect\"", "holds"),
        ] {
            let head = "title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 2";
            let claim = "[[claims]]\nname = \"online-mistake-bound\"";
            let source = format!(
                "{head}\n{generator}\n[variants.a]\n{CYCLIC}\ntransform = {transform}\n{claim}"
            );
            let spec = Spec::from_text("t", Path::new("t.toml"), &source)
                .unwrap_or_else(|error| panic!("{error}"));
            let verdicts = spec
                .bench()
                .judge(0, &spec.design(&spec.cells[0]).trials(0));
            assert_eq!(verdicts[0].verdict.word(), verdict, "{transform}");
        }
    }

    #[test]
    fn variants_that_name_the_same_draws_share_them() {
        let digests = |first: &str, second: &str| {
            let rows = rows(
                &format!("{RANDOM}\n{first}"),
                &format!("{RANDOM}\n{second}"),
                CLAIM,
            );
            rows[0].update_digest.is_some() && rows[0].update_digest == rows[1].update_digest
        };
        assert!(
            digests("draws = \"c\"", "draws = \"c\"")
                && digests("", "draws = \"a\"")
                && !digests("", "")
        );
    }

    #[test]
    fn a_row_names_the_rule_only_where_the_rule_is_what_runs() {
        let dual = |mutant: &str| {
            format!("{CYCLIC}\nstop = {{ updates = 99 }}\nlearner = {{ dual = {{ {mutant} }} }}")
        };
        let rows = rows(&dual(""), &dual("corrupted = [1, 0]"), CLAIM);
        let words = |row: &Trial| {
            (
                row.rule.clone().unwrap_or_default(),
                row.learner.clone().unwrap_or_default(),
            )
        };
        assert_eq!(words(&rows[0]), ("perceptron".into(), "dual".into()));
        assert_eq!(words(&rows[1]), ("dual".into(), "dual".into()));
    }

    #[test]
    fn a_column_that_no_claim_asks_for_stays_empty() {
        let rows = rows(
            &format!("{CYCLIC}\nlearner = {{ dual = {{}} }}"),
            CYCLIC,
            "",
        );
        assert!(rows.iter().all(|row| row.update_digest.is_none()
            && row.coefficients_sum.is_none()
            && row.excess_risk.is_none()));
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
