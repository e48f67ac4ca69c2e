//! Shows prepared examples one by one, as long as the learner is wrong on the next one.

use super::ExampleSource;
use crate::sample::{
    Dense, FeatureStore, Forecast, Foresee, Label, Opponent, Rational, Reply, Separator,
};

/// The common denominator to which an adversary's float features are rounded. Rounding changes a score by far less than
/// [`PUSH`](super::tightrope::PUSH), and sums of many numerators still fit 64 bits.
const DENOMINATOR: i64 = 1 << 48;

/// The condition under which an opponent shows its next example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExampleCondition {
    /// The learner would make a mistake on the example.
    Mistake,
    /// The learner would make a margin mistake on the example.
    MarginMistake,
}

/// An opponent that shows positive examples in a fixed order, with features over one denominator, until an example does not meet its condition.
#[derive(Debug)]
pub(super) struct OnlineExamples {
    rows: Vec<Vec<(usize, i64)>>,
    shown: usize,
    denominator: i64,
    direction: Vec<i64>,
    wanted: ExampleCondition,
}

impl OnlineExamples {
    /// Creates the opponent from its examples, each a list of pairs (feature index, non-zero numerator), the common denominator, and a direction that
    /// separates the examples.
    pub(super) fn new(
        rows: Vec<Vec<(usize, i64)>>,
        denominator: i64,
        direction: Vec<i64>,
        wanted: ExampleCondition,
    ) -> Self {
        Self {
            rows,
            shown: 0,
            denominator,
            direction,
            wanted,
        }
    }

    /// Creates the opponent from float examples, whose margins are their first coordinates, by rounding the features to fractions; scores are then
    /// exact.
    pub(super) fn rounded(floats: &Dense, wanted: ExampleCondition) -> Self {
        let nonzero =
            |(index, &x): (usize, &f64)| Some((index, numerator(x))).filter(|&(_, x)| x != 0);
        let rows = (0..floats.examples())
            .map(|example| {
                floats
                    .row(example)
                    .iter()
                    .enumerate()
                    .filter_map(nonzero)
                    .collect()
            })
            .collect();
        let direction = (0..floats.dimension())
            .map(|axis| i64::from(axis == 0))
            .collect();
        Self::new(rows, DENOMINATOR, direction, wanted)
    }

    /// Wraps this opponent as the [`ExampleSource`] of a generator.
    pub(super) fn source(self) -> ExampleSource<'static> {
        ExampleSource::Opponent(Box::new(self))
    }
}

fn numerator(x: f64) -> i64 {
    (x * DENOMINATOR as f64).round() as i64
}

/// The square of the margin that examples built with the float `margin` have after their features are rounded to fractions.
pub(super) fn rounded_margin_squared(margin: f64) -> Rational {
    Rational::new(numerator(margin), DENOMINATOR).square()
}

impl Opponent for OnlineExamples {
    fn dimension(&self) -> usize {
        self.direction.len()
    }

    fn denominator(&self) -> i64 {
        self.denominator
    }

    fn reply(&mut self, foresee: Foresee) -> Option<Reply> {
        let next = Reply {
            features: self.rows.get(self.shown)?.clone(),
            label: Label::Positive,
        };
        let Forecast {
            mistake,
            margin_mistake,
            ..
        } = foresee(&next);
        let wrong = if self.wanted == ExampleCondition::Mistake {
            mistake
        } else {
            margin_mistake
        };
        self.shown += 1;
        wrong.then_some(next)
    }

    fn separator(&self) -> Option<Separator> {
        Some(Separator::Integers(self.direction.clone()))
    }
}

#[cfg(test)]
mod tests {
    use crate::generate::{ExampleSource, Generator};
    use crate::learn::{Counts, Variant, learn_against};
    use crate::sample::Sample;

    fn forced(rule: &str, generator: &str) -> (Sample, Counts) {
        forced_with("ties = \"mistake\"", rule, generator)
    }

    fn forced_with(ties: &str, rule: &str, generator: &str) -> (Sample, Counts) {
        let variant: Variant = toml::from_str(&format!(
            "rule = {{ {rule} = {{}} }}\norder = \"stream\"\n{ties}"
        ))
        .unwrap();
        let generator: Generator = toml::from_str(&format!("{generator}\nonline = true")).unwrap();
        let ExampleSource::Opponent(mut opponent) = generator.source() else {
            panic!("asked for an opponent")
        };
        let (sample, learned) = learn_against(&variant, opponent.as_mut());
        assert!(sample.labels.len() <= generator.examples());
        (sample, learned.counts)
    }

    #[test]
    fn each_adversary_forces_the_known_number_of_mistakes_online() {
        for (rule, generator, expected) in [
            (
                "perceptron",
                "[dimension-free-adversary]\nmargin = \"1/10\"",
                100,
            ),
            (
                "perceptron",
                "[dimension-free-adversary]\nmargin = \"1/10\"\nscores = \"pushed\"",
                99,
            ),
            (
                "perceptron",
                "[dimension-free-adversary]\nmargin = \"3/10\"\nscores = \"pushed\"",
                11,
            ),
            ("perceptron", "[plane-adversary]\nmargin = \"1/10\"", 50),
            ("perceptron", "[plane-adversary]\nmargin = \"1/5\"", 13),
            (
                "perceptron",
                "[few-dimensions-adversary]\nmargin = \"1/10\"\nspan = 2",
                51,
            ),
            (
                "perceptron",
                "[few-dimensions-adversary]\nmargin = \"1/10\"\nspan = 3",
                99,
            ),
            (
                "perceptron",
                "[few-dimensions-adversary]\nmargin = \"1/2\"\nspan = 3",
                4,
            ),
            (
                "margin-perceptron",
                "[margin-adversary]\nmargin = \"1/10\"",
                298,
            ),
            (
                "margin-perceptron",
                "[margin-adversary]\nmargin = \"1/10\"\ndirections = \"three\"",
                298,
            ),
        ] {
            let (sample, counts) = forced(rule, generator);
            assert_eq!(
                (counts.margin_mistakes, counts.draws),
                (expected, expected),
                "{generator}"
            );
            assert!(sample.features.is_exact());
        }
    }

    #[test]
    fn an_adversary_stops_when_its_next_example_is_no_mistake_for_this_learner() {
        // The adversary is made for the margin perceptron. The plain perceptron classifies its second example correctly, with a score just below 1.
        assert_eq!(
            forced("perceptron", "[margin-adversary]\nmargin = \"1/10\"")
                .1
                .draws,
            1
        );
        assert_eq!(
            forced("anti-perceptron", "[plane-adversary]\nmargin = \"1/10\"")
                .1
                .draws,
            1
        );
        // The weight vector stays 0 and a tie is no mistake, so no example would be one and none is shown.
        assert_eq!(
            forced_with(
                "ties = \"strict\"",
                "perceptron",
                "[plane-adversary]\nmargin = \"1/10\""
            )
            .1
            .draws,
            0
        );
    }

    #[test]
    fn examples_shown_by_an_adversary_have_the_promised_margin() {
        for generator in [
            "[dimension-free-adversary]\nscores = \"pushed\"",
            "[plane-adversary]",
            "[few-dimensions-adversary]\nspan = 3",
            "[margin-adversary]",
        ] {
            let text = format!("{generator}\nmargin = \"3/10\"");
            let generator: Generator = toml::from_str(&format!("{text}\nonline = true")).unwrap();
            let sample = forced("margin-perceptron", &text).0;
            let margins = sample.planted.as_ref().unwrap().margins(&sample);
            let (found, promised) = (
                margins.margin_squared.unwrap(),
                generator.distribution().population_margin_squared.unwrap(),
            );
            assert_eq!(found.exact, promised.exact, "{text}");
        }
    }
}
