//! Measures, after every update of a run, the quantities that the proofs of the mistake bounds control.

mod exact;
mod float;
mod run_invariants;

pub use run_invariants::Invariants;

use super::{Learner, Observer, WeightVector};
use exact::ExactObserver;
use float::FloatObserver;

/// Observes every update of a run, and keeps the extremes of the quantities that the proofs of the mistake bounds control, such as ‖w_t‖²/t.
pub struct InvariantObserver<'a>(Arithmetic<'a>);

enum Arithmetic<'a> {
    /// Integers, for exact features.
    Exact(Box<ExactObserver<'a>>),
    /// Enclosures, for floats.
    Float(Box<FloatObserver<'a>>),
}

impl<'a> InvariantObserver<'a> {
    /// Creates an observer of a run from w = 0, with the separator that is planted in the learner's sample.
    pub fn new(learner: &'a Learner) -> Self {
        let (features, labels, planted) = (learner.features(), learner.labels(), learner.planted());
        Self(match features.is_exact() {
            true => Arithmetic::Exact(Box::new(ExactObserver::new(features, labels, planted))),
            false => Arithmetic::Float(Box::new(FloatObserver::new(features, labels, planted))),
        })
    }

    /// Returns the extremes over all updates of the run; `None` if there was no update, or if integers exceeded 128 bits.
    pub fn invariants(self) -> Option<Invariants> {
        match self.0 {
            Arithmetic::Exact(observer) => observer.invariants(),
            Arithmetic::Float(observer) => observer.invariants(),
        }
    }
}

impl Observer for InvariantObserver<'_> {
    fn updated(&mut self, example: usize, vector: &dyn WeightVector) {
        match &mut self.0 {
            Arithmetic::Exact(observer) => observer.observe(example, vector.to_integers()),
            Arithmetic::Float(observer) => observer.observe(example, &vector.to_floats()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::testing::sample;
    use crate::learn::{Observers, Variant};
    use crate::sample::{Quantity, Rational};
    use crate::seed::Seed;

    fn watched(variant: &str, generator: &str) -> Invariants {
        let (variant, sample): (Variant, _) =
            (toml::from_str(variant).unwrap(), sample(generator, 4));
        let learner = Learner::new(&variant, &sample, Seed::root(5)).unwrap();
        let mut observer = InvariantObserver::new(&learner);
        learner.watch(None, &Observers::new([&mut observer as &mut dyn Observer]));
        observer.invariants().unwrap_or_else(|| panic!("no update"))
    }

    const CYCLIC: &str = "rule = { perceptron = {} }\norder = \"cyclic\"";

    #[test]
    fn invariants_are_fractions_in_the_units_of_the_features() {
        let found = watched(CYCLIC, "[basis]\ndimension = 4\nnorm = \"0.1\"");
        let exact = |quantity: &Quantity| quantity.exact.clone();
        let growth = found.norm_growth_most.as_ref();
        assert_eq!(
            growth.map(|growth| (exact(&growth.0), growth.1)),
            Some((Some(Rational::new(1, 100)), 2))
        );
        assert_eq!(exact(&found.increment_most), Some(Rational::new(1, 100)));
        assert_eq!(exact(&found.hull_norm_least), Some(Rational::new(1, 400)));
        assert_eq!(
            (
                found.progress_least.and_then(|q| q.exact),
                found.norm_identity_failures
            ),
            (Some(Rational::new(1, 10)), Some(0))
        );
    }

    #[test]
    fn invariants_of_floats_enclose_those_of_the_same_run_in_integers() {
        for generator in [
            "[majority]\ndimension = 9\nrelevant = 3\nexamples = 80",
            "[l-family]\nlength = 20",
        ] {
            let (exact, float) = (
                watched(CYCLIC, generator),
                watched(&format!("{CYCLIC}\narithmetic = \"f64\""), generator),
            );
            let place = |found: &Invariants| found.norm_growth_most.as_ref().map(|growth| growth.1);
            assert_eq!(place(&exact), place(&float), "{generator}");
            let pairs = [
                (exact.planted_least, float.planted_least),
                (exact.progress_least, float.progress_least),
                (
                    exact.norm_growth_most.map(|growth| growth.0),
                    float.norm_growth_most.map(|growth| growth.0),
                ),
                (Some(exact.increment_most), Some(float.increment_most)),
                (Some(exact.hull_norm_least), Some(float.hull_norm_least)),
            ];
            for (exact, float) in pairs {
                let (Some(exact), Some(float)) = (exact, float) else {
                    panic!("{generator}")
                };
                assert!(
                    float.lower <= exact.value
                        && exact.value <= float.upper
                        && float.upper - float.lower < 1e-9,
                    "{exact:?} {float:?}"
                );
            }
        }
    }

    #[test]
    fn wrong_update_rules_violate_the_norm_identity_and_the_progress() {
        let wrong = |rule: &str| {
            watched(
                &format!("rule = {{ {rule} = {{}} }}\norder = \"stream\""),
                "[majority]\ndimension = 9\nrelevant = 3\nexamples = 80",
            )
        };
        let anti = wrong("anti-perceptron");
        assert!(
            anti.norm_identity_failures > Some(0)
                && anti.progress_least.is_some_and(|least| least.value < 0.0)
        );
        assert!(wrong("label-blind").norm_identity_failures > Some(0));
        assert!(
            wrong("update-always")
                .norm_growth_most
                .is_some_and(|growth| growth.0.value > 9.0)
        );
    }
}
