//! Divides replicates into shards, one for each machine.

use super::ReplicateRange;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// One of `of` parts of about equal size into which a study is divided, to be run on separate machines; written `2/7`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// The number of this shard, from 1.
    pub index: u64,
    /// The number of shards into which the study is divided.
    pub of: u64,
}

impl Shard {
    /// The replicates of this shard: one `of`-th of every range, so that all shards cost about the same. Which part of a range it takes rotates from
    /// range to range, so that the single replicates of small cells go to different shards.
    pub fn part(self, stretches: &[ReplicateRange]) -> Vec<ReplicateRange> {
        let part = |(turn, (cell, replicates)): (usize, &ReplicateRange)| {
            let place = (self.index - 1 + turn as u64) % self.of;
            (*cell, self.piece(replicates, place))
        };
        let parts = stretches.iter().enumerate().map(part);
        parts.filter(|(_, range)| !range.is_empty()).collect()
    }

    fn piece(self, replicates: &Range<u64>, place: u64) -> Range<u64> {
        let length = u128::from(replicates.end - replicates.start);
        let border = |place: u64| {
            // At most the length, which is a u64.
            let behind = (length * u128::from(place) / u128::from(self.of)) as u64;
            replicates.start + behind
        };
        border(place)..border(place + 1)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/');
        let number = |text: &str| text.parse::<u64>().ok();
        let share = numbers.and_then(|(index, of)| {
            Some(Self {
                index: number(index)?,
                of: number(of)?,
            })
        });
        let within = |share: &Self| (1..=share.of).contains(&share.index);
        share.filter(within).ok_or_else(|| {
            format!("`{text}` is not of this form; allowed: I/N with 1 ≤ I ≤ N, such as 2/7")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn shards_contain_every_replicate_once_and_have_similar_sizes(
            lengths in proptest::collection::vec((0u64..40, 0u64..9), 1..12), of in 1u64..9
        ) {
            let stretches: Vec<ReplicateRange> = lengths
                .iter()
                .enumerate()
                .map(|(cell, (first, length))| (cell, *first..first + length))
                .collect();
            let each = |(cell, range): ReplicateRange| range.map(move |replicate| (cell, replicate));
            let shares = (1..=of).map(|index| {
                let part = Shard { index, of }.part(&stretches);
                part.into_iter().flat_map(each).collect::<Vec<_>>()
            });
            let shares: Vec<Vec<(usize, u64)>> = shares.collect();
            let mut all = shares.concat();
            all.sort_unstable();
            let wanted: Vec<_> = stretches.iter().cloned().flat_map(each).collect();
            prop_assert_eq!(all, wanted);
            let sizes = shares.iter().map(Vec::len);
            let (least, most) = (sizes.clone().min().unwrap(), sizes.max().unwrap());
            prop_assert!(most - least <= stretches.len());
        }
    }

    #[test]
    fn shard_is_parsed_and_displayed_as_index_slash_count() {
        assert_eq!("2/7".parse(), Ok(Shard { index: 2, of: 7 }));
        for wrong in ["0/7", "8/7", "7", "a/b", "1/0", "-1/2", "1/2/3"] {
            let refused = Shard::from_str(wrong).unwrap_err();
            assert!(refused.contains(wrong), "{refused}");
        }
        assert_eq!(Shard { index: 2, of: 7 }.to_string(), "2/7");
    }
}
