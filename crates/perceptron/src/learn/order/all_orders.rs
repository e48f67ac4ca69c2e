//! Explores every order instead of following one: all sequences of choices among the examples that call for an update.

use super::walk::{HypothesisView, Step, Walk};
use crate::documented::documented;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use std::fmt;

/// Default of the key `most_states`: most weight vectors that an exploration of all orders visits, symmetric ones counted once.
const MOST_STATES: usize = 200_000;

documented! {
    name = "all-orders";
    /// Explores every sequence of choices exactly: "all-orders" or `{ all-orders = { most_states = 200000 } }`. The states are the weight vectors
    /// that can be reached, and every example that calls for an update is a choice. The columns updates_min, updates_max, updates_expected (each
    /// choice uniform; empty if its denominator grows past 4096 bits), states and final_vectors report the result. Passes, draws, updates, mistakes
    /// and the hypothesis are those of a longest run, so that bounds judge the worst order. If some order never ends, the run has no counts, and
    /// stop_reason is "cycle", or "never" if no order ends; past the cap it is "state-cap". States that a symmetry of the labelled examples exchanges
    /// (a permutation of features, a change of signs) are explored once and counted each. Exact arithmetic only, and no rule that
    /// updates on every example.
    /// # Source
    /// docs/theory.md, T8; the quantifier "for any sequence of choices" of Bartlett, Theorem 2.1 (C-B7).
    pub struct AllOrders {
        /// Most states to explore, symmetric ones once.
        pub most_states: usize = 200000,
    }
}

/// Reads the key `order` of a variant; the word "all-orders" alone stands for its default settings.
pub fn read<'de, D: Deserializer<'de>>(input: D) -> Result<super::Order, D::Error> {
    struct Either;
    impl<'de> Visitor<'de> for Either {
        type Value = super::Order;
        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("the name of an order, or a table such as { given = [0, 2] }")
        }
        fn visit_str<E: Error>(self, word: &str) -> Result<super::Order, E> {
            if word == AllOrders::DOC.name {
                return Ok(super::Order::AllOrders(AllOrders {
                    most_states: MOST_STATES,
                }));
            }
            super::Order::deserialize(StrDeserializer::new(word))
        }
        fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<super::Order, A::Error> {
            super::Order::deserialize(MapAccessDeserializer::new(table))
        }
    }
    input.deserialize_any(Either)
}

/// An order that repeats a run whose updates are known.
pub struct KnownRun<'a> {
    updates: std::slice::Iter<'a, usize>,
}

impl<'a> KnownRun<'a> {
    /// Creates an order that shows the examples with these indices, one for each update, after which no other update is due.
    pub fn new(updates: &'a [usize]) -> Self {
        Self {
            updates: updates.iter(),
        }
    }
}

impl Walk for KnownRun<'_> {
    fn next(&mut self, _: &dyn HypothesisView) -> Step {
        self.updates
            .next()
            .map_or(Step::Clean, |&example| Step::Choose(example))
    }
}
