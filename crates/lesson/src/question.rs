//! Reads a question, and refuses what the page cannot show, with the allowed values and the next step.

use perceptron::documented::Invalid;
use perceptron::generate::{ExampleSource, Generate, Points};
use perceptron::learn::{Learner, Order, Stop, Variant};
use perceptron::sample::{Sample, Ties};
use perceptron::seed::Seed;
use serde::Deserialize;

/// Largest number of examples on the page.
pub const MOST_EXAMPLES: usize = 200;
/// Largest number of updates of a run on the page; a run that needs more is cut off, and the answer says so.
pub const MOST_UPDATES: u64 = 2000;
/// Largest number of passes that a stop may ask for.
const MOST_PASSES: u64 = 1000;

/// A question of the page, in JSON: the examples and the learner as a spec writes them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    /// The examples, as in `[generator.points]`: fractions, or doubles if it says `floats`.
    pub points: Points,
    /// The learner, as in `[variants.NAME]`.
    pub variant: Variant,
    /// The address of the random numbers that an order draws.
    #[serde(default)]
    pub draws: Draws,
    /// The title of a spec to save; without it, the answer has no spec.
    #[serde(default)]
    pub save: Option<String>,
}

/// The address of a random stream: the seed of a spec and the labels below it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draws {
    /// The seed as text, because JSON has no integers of 64 bits on a page.
    seed: String,
    #[serde(default)]
    labels: Vec<String>,
}

/// What the page lets a learner be.
const LEARNERS: &str =
    "the learning loop with the rule perceptron, normalized-perceptron or margin-perceptron";

impl Question {
    /// Reads a question.
    ///
    /// # Errors
    /// The text is no question, or the page cannot show it.
    pub(crate) fn read(text: &str) -> Result<Self, Invalid> {
        let read: Result<Self, _> = serde_json::from_str(text);
        let mut question = read.map_err(|error| {
            let allowed = "an object with `points` and `variant`, as a spec writes them";
            Invalid::new("question", format!("it cannot be read: {error}"), allowed)
        })?;
        question.check_examples()?;
        question.check_learner()?;
        question.bound_the_run()?;
        Ok(question)
    }

    fn check_examples(&self) -> Result<(), Invalid> {
        let examples = self.points.examples.len();
        if examples > MOST_EXAMPLES {
            let problem =
                format!("the page shows at most {MOST_EXAMPLES} examples, not {examples}");
            let allowed = format!("1 to {MOST_EXAMPLES} examples");
            return Err(Invalid::new("examples", problem, allowed).help("remove examples"));
        }
        self.points.validate()?;
        let features = self
            .points
            .examples
            .first()
            .map_or(0, |point| point.x.len());
        if features > 2 {
            let problem = format!("the page is a plane, and the examples have {features} features");
            let help = "choose a sample of one or two features";
            return Err(Invalid::new("examples", problem, "one or two features").help(help));
        }
        Ok(())
    }

    fn check_learner(&self) -> Result<(), Invalid> {
        let variant = &self.variant;
        let facts = variant.rule.facts();
        let is_shown = variant.learner.is_none()
            && variant.transform.is_none()
            && variant.offset.0.is_none()
            && !facts.is_mutant
            && !facts.always_updates
            && !matches!(variant.order, Order::AllOrders(_));
        if !is_shown {
            let problem = "the page cannot show this learner";
            let allowed = format!("{LEARNERS}, in one order, without transform and offset");
            return Err(Invalid::new("variant", problem, allowed));
        }
        let norm = |x: &[perceptron::sample::Rational]| x.iter().all(|x| x.is_zero());
        let zero = self.points.examples.iter().position(|point| norm(&point.x));
        if let (true, Some(example)) = (facts.normalizes, zero) {
            let problem = format!(
                "example {example} is the origin, which no normalizing makes a unit vector"
            );
            let allowed = "examples other than (0, 0) for the normalized perceptron";
            return Err(Invalid::new("rule", problem, allowed)
                .help("move the example, or choose another rule"));
        }
        variant.check(!self.points.floats, self.points.examples.len())
    }

    /// Gives a run without a last example a cap, so that every answer comes soon.
    fn bound_the_run(&mut self) -> Result<(), Invalid> {
        let shown = match &self.variant.order {
            Order::Given(indices) => indices.len(),
            _ => 0,
        };
        let wrong = |problem: &str, allowed: String| Err(Invalid::new("stop", problem, allowed));
        self.variant.stop = match self.variant.stop() {
            Stop::CleanPass => Some(Stop::Updates(MOST_UPDATES)),
            Stop::QuietPeriod => {
                return wrong("the page cannot show this stop", "\"clean-pass\"".into());
            }
            Stop::Updates(most) if most > MOST_UPDATES => {
                return wrong(
                    "the run may be too long for the page",
                    format!("at most {MOST_UPDATES} updates"),
                );
            }
            Stop::Passes(most) if most > MOST_PASSES => {
                return wrong(
                    "the run may be too long for the page",
                    format!("at most {MOST_PASSES} passes"),
                );
            }
            Stop::EndOfStream if shown as u64 > MOST_PASSES * MOST_EXAMPLES as u64 => {
                return wrong(
                    "the list of examples is too long for the page",
                    "a shorter list".into(),
                );
            }
            stop => Some(stop),
        };
        Ok(())
    }

    /// The sample of the question.
    pub(crate) fn sample(&self) -> Sample {
        match self.points.source() {
            ExampleSource::Sampler(sampler) => {
                sampler.draw(Seed::root(0), self.points.examples.len())
            }
            ExampleSource::Opponent(_) => unreachable!("listed examples are no opponent"),
        }
    }

    /// The learner of the question on its sample.
    ///
    /// # Errors
    /// The seed is no number, or a number of the sample leaves 64 bits.
    pub(crate) fn learner<'a>(&'a self, sample: &'a Sample) -> Result<Learner<'a>, Invalid> {
        Learner::new(&self.variant, sample, self.draws.address()?).map_err(|_| {
            let problem = "a number of this sample leaves the range of 64 bits";
            Invalid::new("examples", problem, "numbers with fewer digits")
        })
    }

    /// Whether the bounds of the notes are about this learner: it updates on every mistake.
    pub(crate) fn updates_on_ties(&self) -> bool {
        self.variant.ties != Ties::Strict
    }
}

impl Draws {
    fn address(&self) -> Result<Seed, Invalid> {
        let seed = match self.seed.trim() {
            "" => Ok(0),
            text => text.parse(),
        };
        let seed = seed.map_err(|_| {
            Invalid::new(
                "seed",
                format!("`{}` is no seed", self.seed),
                "a whole number from 0 to 18446744073709551615",
            )
        })?;
        let root = Seed::root(seed);
        Ok(self
            .labels
            .iter()
            .fold(root, |seed, label| seed.child(label)))
    }
}
