//! Holds the Gram matrix of a sample in whole units, its rows made when they are asked for, and how far scores made of it may be off.

use crate::sample::fast::products::Products;
use crate::sample::{Dense, Label};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Examples whose products are made side by side.
const GROUP: usize = 4;

/// Inner products of examples, each multiplied by its label.
///
/// The products of an example are made when it is first updated on, so that time and memory go with the number of these.
pub(super) struct GramMatrix<'a> {
    pub(super) rows: &'a Dense,
    pub(super) labels: &'a [Label],
    pub(super) products: Products,
    /// y_i y_j ⟨x_i, x_j⟩ for all j in units; `None` of an example for which there was no room.
    kept: Vec<OnceLock<Option<Vec<i32>>>>,
    /// How many more products are kept.
    pub(super) room: AtomicUsize,
    /// Units in that of the products.
    parts: f32,
    /// Units in one, a power of two.
    pub(super) scale: f64,
    /// What a unit is.
    pub(super) unit: f64,
    /// The largest score that there is room for.
    pub(super) most: f64,
    /// What one update adds to the distance between a kept score and the sum of exact products.
    off: f64,
}

impl<'a> GramMatrix<'a> {
    /// The most products that are kept: 256 MB of them.
    const MOST_PRODUCTS: usize = 1 << 26;

    /// How many units a score may have, half of what there is room for.
    const MOST_UNITS: f64 = (1 << 30) as f64;

    /// For runs whose vectors are about as long as `norm`, or up to four times; `None` where inner products leave the floats.
    pub(super) fn of(rows: &'a Dense, labels: &'a [Label], norm: f64) -> Option<Self> {
        let products = Products::of(rows, labels)?;
        let radius = products.largest().sqrt();
        let most = 4.0 * radius * norm.max(radius) / products.square_unit();
        // A power of two, so that nothing is lost when it is multiplied by.
        let parts = libm::exp2(libm::floor(libm::log2(Self::MOST_UNITS / most)));
        let scale = parts / products.square_unit();
        (parts >= 1.0).then(|| Self {
            rows,
            labels,
            scale,
            unit: 1.0 / scale,
            most: Self::MOST_UNITS / scale,
            off: 1.0 / scale + products.error(),
            products,
            kept: labels.iter().map(|_| OnceLock::new()).collect(),
            room: AtomicUsize::new(Self::MOST_PRODUCTS),
            parts: parts as f32,
        })
    }

    /// Makes the products of examples that updates will be made on, several side by side.
    pub(super) fn prepare(&self, updates: &[(usize, i64)]) {
        let mut examples: Vec<usize> = updates.iter().map(|(example, _)| *example).collect();
        examples.sort_unstable();
        examples.dedup();
        for group in examples.as_chunks::<GROUP>().0 {
            let Some(()) = self.take_room(GROUP) else {
                return;
            };
            let rows = self.products.rows::<GROUP, 2>(*group, self.parts);
            for (&example, row) in group.iter().zip(rows) {
                // What was made before stays.
                let _row = self.kept[example].get_or_init(|| Some(row));
            }
        }
    }

    /// y_i y_j ⟨x_i, x_j⟩ for all j, in units.
    pub(super) fn products_of(&self, example: usize) -> Option<&[i32]> {
        let made = self.kept[example].get_or_init(|| {
            self.take_room(1)?;
            let [row] = self.products.rows::<1, 4>([example], self.parts);
            Some(row)
        });
        made.as_deref()
    }

    /// Room for the products of so many examples.
    fn take_room(&self, rows: usize) -> Option<()> {
        let left = |room: usize| room.checked_sub(rows * self.labels.len());
        let taken = self.room.fetch_update(Relaxed, Relaxed, left);
        taken.ok().map(|_| ())
    }

    /// How far a kept score may be from that of the vector after so many updates: for each a unit and what its product is off by, and what the
    /// rounding of the vector comes to, whose entries are off by t units of the last place of at most tR each, and of products of d terms;
    /// doubled.
    pub(super) fn error(&self, updates: u64) -> f64 {
        let (t, d) = (updates as f64, self.rows.dimension() as f64);
        let rounding = 2.0 * f64::EPSILON * self.products.largest() * (t + 2.0 * d + 8.0);
        t * (self.off + rounding)
    }

    /// The least number of units with which a score has certainly reached a limit.
    pub(super) fn units_to_reach(&self, limit: f64, error: f64) -> i32 {
        // What is out of range is not reached by any.
        let units = (limit + error) * self.scale;
        (units as i32).saturating_add(1)
    }
}
