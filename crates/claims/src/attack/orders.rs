//! Measures every order of the examples of a sample.

use super::{Candidate, Progress, Target};
use std::collections::BTreeMap;

/// Measures all orders of the examples of every start of the target. `None` if all are more than `budget` samples.
pub fn every_order(target: &Target, budget: u64) -> Option<Progress> {
    let orders = target.starts.iter().map(Orders::of);
    let orders: Vec<Orders> = orders.collect::<Option<_>>()?;
    let number = |sum: u64, orders: &Orders| sum.checked_add(orders.number);
    let all = orders.iter().try_fold(0, number)?;
    if all > budget {
        return None;
    }
    let (mut progress, mut evaluation) = (Progress::empty(), target.evaluation());
    for mut orders in orders {
        loop {
            progress.measure(&mut evaluation, &orders.sample());
            if !orders.advance() {
                break;
            }
        }
    }
    Some(progress)
}

/// The orders of a sample in which equal examples have no order among each other.
struct Orders {
    sample: Candidate,
    /// The kinds of the examples, the first of each kind at its place in `kinds`.
    order: Vec<usize>,
    kinds: Vec<(Vec<i64>, i8)>,
    /// Number of orders.
    number: u64,
}

impl Orders {
    /// The first order; `None` if the number of all is above 64 bits.
    fn of(sample: &Candidate) -> Option<Self> {
        let mut counts: BTreeMap<(Vec<i64>, i8), usize> = BTreeMap::new();
        for example in 0..sample.examples() {
            let key = (sample.row(example).to_vec(), sample.labels[example]);
            *counts.entry(key).or_default() += 1;
        }
        let (mut number, mut placed) = (1_u128, 0);
        for count in counts.values() {
            for of_kind in 1..=*count as u128 {
                placed += 1;
                // A product of binomial coefficients: exact at every step.
                number = number.checked_mul(placed)? / of_kind;
            }
        }
        let order = counts.values().enumerate();
        let order = order.flat_map(|(kind, count)| vec![kind; *count]);
        Some(Self {
            sample: sample.clone(),
            order: order.collect(),
            kinds: counts.into_keys().collect(),
            number: u64::try_from(number).ok()?,
        })
    }

    fn sample(&self) -> Candidate {
        let kinds = || self.order.iter().map(|kind| &self.kinds[*kind]);
        Candidate {
            values: kinds().flat_map(|(row, _)| row).copied().collect(),
            labels: kinds().map(|(_, label)| *label).collect(),
            ..self.sample.clone()
        }
    }

    /// Goes to the next order; false after the last.
    fn advance(&mut self) -> bool {
        let order = &mut self.order;
        let Some(place) = (1..order.len()).rev().find(|at| order[at - 1] < order[*at]) else {
            return false;
        };
        let (head, tail) = order.split_at_mut(place);
        let turned = &mut head[place - 1];
        let larger = tail.iter_mut().rev().find(|kind| **kind > *turned);
        if let Some(larger) = larger {
            std::mem::swap(larger, turned);
        }
        tail.reverse();
        true
    }
}
