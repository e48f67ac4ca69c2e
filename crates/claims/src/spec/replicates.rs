//! Reads how many replicates a cell has: a number, all outcomes of an enumeration, or as many as it takes to decide.

use serde::{Deserialize, Deserializer, de};
use std::fmt;

/// How many replicates (independent draws of a sample) each cell of a spec has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replicates {
    /// This number of replicates.
    Fixed(u64),
    /// One replicate for each possible sample of the generator, with its probability.
    All,
    /// Batches of replicates on a fixed schedule, until all verdicts on the cell are decided or `max` is reached.
    UntilDecided {
        /// Number of replicates in the first batch.
        min: u64,
        /// Largest number of replicates of a cell.
        max: u64,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Adaptive {
    min: u64,
    max: u64,
    until: Until,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Until {
    Decided,
}

impl<'de> Deserialize<'de> for Replicates {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Count;
        impl<'de> de::Visitor<'de> for Count {
            type Value = Replicates;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(
                    "an integer from 1, \"all\", or { min = …, max = …, until = \"decided\" }",
                )
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Replicates, E> {
                let count = u64::try_from(value).ok().filter(|&count| count > 0);
                count
                    .map(Replicates::Fixed)
                    .ok_or_else(|| E::invalid_value(de::Unexpected::Signed(value), &self))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Replicates, E> {
                match text {
                    "all" => Ok(Replicates::All),
                    number if number.parse::<u64>().is_ok() => {
                        let problem =
                            format!("\"{number}\" is a text: write {number}, without quotes");
                        Err(E::custom(problem))
                    }
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }
            fn visit_map<M: de::MapAccess<'de>>(self, map: M) -> Result<Replicates, M::Error> {
                let adaptive = Adaptive::deserialize(de::value::MapAccessDeserializer::new(map))?;
                let _: Until = adaptive.until;
                if adaptive.min == 0 || adaptive.max < adaptive.min {
                    return Err(de::Error::custom("replicates need 1 ≤ min ≤ max"));
                }
                Ok(Replicates::UntilDecided {
                    min: adaptive.min,
                    max: adaptive.max,
                })
            }
        }
        input.deserialize_any(Count)
    }
}

impl Replicates {
    /// Returns the largest number of replicates that a cell can have; `outcomes` is the number of possible samples, if the generator can enumerate
    /// them.
    pub fn most(self, outcomes: Option<u64>) -> u64 {
        match self {
            Self::Fixed(count) => count,
            Self::All => outcomes.unwrap_or(0),
            Self::UntilDecided { max, .. } => max,
        }
    }

    /// Returns the numbers of replicates after which the verdicts of a cell are looked at: `min`, then half as many again each time, and last `max`.
    pub fn schedule(self) -> Vec<u64> {
        match self {
            Self::Fixed(count) => vec![count],
            Self::All => Vec::new(),
            Self::UntilDecided { min, max } => {
                let growing = std::iter::successors(Some(min), |&size| {
                    (size < max).then(|| (size + size.div_ceil(2)).min(max))
                });
                growing.collect()
            }
        }
    }
}
