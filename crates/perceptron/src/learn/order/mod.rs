//! Holds the orders, one per file: each decides which example the learner is shown next.
//!
//! Examples that need no update are skipped in bulk. A `Walk` returns the examples that come next whatever the learner makes of them (`upcoming`),
//! and the store finds how many of these call for no update (`pass`). The loop counts them as shown, and examines only the next one, which may call
//! for an update.
//!
//! Every example is examined singly if an example that calls for no update can still be a mistake (ties `strict`, a threshold of zero), or if an
//! observer must see every example. Nothing is skipped either if the stop is `quiet-period`, or if the scores of the store differ in cost. A test
//! compares runs that skip with runs on a store that never skips.

mod all_orders;
mod cyclic;
mod first_misclassified;
mod given;
mod least_violated;
mod most_violated;
mod random;
mod random_misclassified;
mod shuffled;
mod stream;
mod take_steps;
mod walk;

pub use all_orders::{AllOrders, KnownRun, read};
pub use random::Recording;
pub use stream::StreamWalk;
pub use take_steps::TakeSteps;
pub use walk::{HypothesisView, Step, Walk};

use crate::documented::{Documentation, Member, Shape, Shaped};
use crate::seed::{Seed, Stream};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// How the next example to show the learner is chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Order {
    /// Each example once, in order: online learning.
    Stream,
    /// Passes over the sample, each in the sample's order.
    Cyclic,
    /// Passes over the sample, each in a fresh random order.
    Shuffled,
    /// Examples drawn independently and uniformly, with replacement.
    Random,
    /// The first example that calls for an update.
    FirstMisclassified,
    /// A uniformly random example among those that call for an update.
    RandomMisclassified,
    /// The example with the smallest y⟨w, x⟩.
    MostViolated,
    /// The example with the largest y⟨w, x⟩ among those that call for an update.
    LeastViolated,
    /// The examples whose indices are listed, in the order of the list.
    Given(Vec<usize>),
    /// Every sequence of choices among the examples that call for an update.
    AllOrders(AllOrders),
}

/// One order through a sample, or all orders.
pub enum OrderPlan<'a> {
    /// One order, at its beginning.
    One(Box<dyn Walk + 'a>),
    /// All orders, with the settings for exploring them.
    All(&'a AllOrders),
}

impl Shaped for Order {
    /// An order without keys is written as its name; so is all-orders with its default settings.
    fn shape() -> Shape {
        let member = |doc: &Documentation| match doc.name {
            "given" => Member::followed(doc.name, Vec::<usize>::shape()),
            name if name == AllOrders::DOC.name => Member {
                alone: true,
                ..Member::followed(name, AllOrders::shape())
            },
            name => Member::alone(name, None),
        };
        let documented = |doc: &Documentation| Member {
            doc: Some(*doc),
            ..member(doc)
        };
        Shape::Choice(Self::DOCS.iter().map(documented).collect())
    }
}

impl Order {
    /// The documentation of every order.
    pub const DOCS: &'static [Documentation] = &[
        stream::Once::DOC,
        cyclic::Cyclic::DOC,
        shuffled::Shuffled::DOC,
        random::Random::DOC,
        first_misclassified::FirstMisclassified::DOC,
        random_misclassified::RandomMisclassified::DOC,
        most_violated::MostViolated::DOC,
        least_violated::LeastViolated::DOC,
        given::Given::DOC,
        AllOrders::DOC,
    ];

    /// Whether the order has a last example, after which the run ends.
    pub fn ends(&self) -> bool {
        matches!(self, Self::Stream | Self::Given(_))
    }

    /// Whether leaving out an example that never called for an update leaves the run unchanged, with the same random draws. A uniform choice among
    /// violators is an exception, because its draw depends on how many there are. So is a longest run.
    pub fn couples(&self) -> bool {
        !matches!(self, Self::RandomMisclassified | Self::AllOrders(_))
    }

    /// Whether the order draws at random which example comes next.
    pub fn draws_at_random(&self) -> bool {
        matches!(
            self,
            Self::Shuffled | Self::Random | Self::RandomMisclassified
        )
    }

    /// Returns the name of the order that specs and results use, such as `first-misclassified`.
    pub fn as_str(&self) -> &'static str {
        self.into()
    }

    /// Draws the first `count` examples of a random order in advance, so that several runs can share them; `None` for orders other than `random`.
    pub fn record(&self, draws: Stream, examples: usize, count: usize) -> Option<Recording> {
        let is_random = matches!(self, Self::Random);
        is_random.then(|| Recording::new(draws, examples, count))
    }

    /// Returns a random order that begins with the examples that were drawn in advance.
    pub fn replay(recording: &Recording) -> Box<dyn Walk + '_> {
        Box::new(random::RandomWalk::replaying(recording))
    }

    /// Returns the order at its beginning. `draws` is the seed of the learner's random choices; its stream is opened only for an order that needs it.
    pub fn plan(&self, draws: Seed) -> OrderPlan<'_> {
        OrderPlan::One(match self {
            Self::AllOrders(settings) => return OrderPlan::All(settings),
            Self::Stream => Box::new(stream::StreamWalk::default()),
            Self::Cyclic => Box::new(cyclic::CyclicWalk::default()),
            Self::Shuffled => Box::new(shuffled::ShuffledWalk::new(draws.stream())),
            Self::Random => Box::new(random::RandomWalk::new(draws.stream())),
            Self::FirstMisclassified => Box::new(first_misclassified::FirstMisclassified),
            Self::RandomMisclassified => Box::new(
                random_misclassified::RandomMisclassifiedWalk::new(draws.stream()),
            ),
            Self::MostViolated => Box::new(most_violated::MostViolated),
            Self::LeastViolated => Box::new(least_violated::LeastViolated),
            Self::Given(indices) => Box::new(given::GivenWalk::new(indices)),
        })
    }
}
