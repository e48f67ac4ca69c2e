//! Finds the swept parameter whose values follow the limits of a claim, so that they can be read along the axis of the limits.

use super::Gallery;
use super::extract::ClaimSummary;
use super::labels::by_label;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// A parameter whose values rise, or fall, with the limits of otherwise equal settings.
pub(super) struct LimitOrder<'a> {
    pub(super) key: &'a String,
    rises: bool,
    least: f64,
    largest: f64,
}

impl<'a> LimitOrder<'a> {
    /// Returns the parameter that follows the limits of some summaries, given in the order of their limits; of several, the one with most values.
    pub(super) fn along_limits(gallery: &'a Gallery, entries: &[&ClaimSummary]) -> Option<Self> {
        let orders = gallery.cells.varying().iter();
        let orders = orders.filter_map(|key| Self::of(gallery, entries, key));
        orders
            .max_by_key(|(values, _)| *values)
            .map(|(_, order)| order)
    }

    /// The order of one parameter, with the number of its values.
    fn of(gallery: &Gallery, entries: &[&ClaimSummary], key: &'a String) -> Option<(usize, Self)> {
        let others: Vec<&String> = gallery
            .cells
            .varying()
            .iter()
            .filter(|other| *other != key)
            .collect();
        let numbers = entries.iter().map(|entry| {
            let own = gallery.cells.values(entry.cell, &others);
            let subject = format!("{} {} {own}", entry.claim, entry.variant);
            Some((subject, gallery.cells.number(entry.cell, key)?))
        });
        let numbers = numbers.collect::<Option<Vec<(String, f64)>>>()?;
        let values = || numbers.iter().map(|(_, number)| *number);
        let (least, largest) = (values().reduce(f64::min)?, values().reduce(f64::max)?);
        let count = values().map(f64::to_bits).collect::<BTreeSet<_>>().len();
        let groups = by_label(numbers.clone());
        let goes = |order: Ordering| {
            let pairs = groups.iter().flat_map(|(_, numbers)| numbers.windows(2));
            let mut steps = pairs.map(|pair| pair[0].total_cmp(&pair[1]));
            steps.all(|step| step == order || step == Ordering::Equal)
        };
        let rises = goes(Ordering::Less);
        let order = Self {
            key,
            rises,
            least,
            largest,
        };
        (count > 1 && (rises || goes(Ordering::Greater))).then_some((count, order))
    }

    /// Returns the sentence of a caption that says where the values of the parameter are; empty if none follows the limits.
    pub(super) fn about(gallery: &'a Gallery, entries: &[&ClaimSummary]) -> String {
        let Some(order) = Self::along_limits(gallery, entries) else {
            return String::new();
        };
        let key = gallery.cells.key_in_words(order.key);
        let (first, last) = match order.rises {
            true => (order.least, order.largest),
            false => (order.largest, order.least),
        };
        format!(" In a series, {key} goes from {first} on the left to {last} on the right.")
    }
}
