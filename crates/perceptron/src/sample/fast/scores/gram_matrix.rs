//! Holds the Gram matrix of a sample in integer units, with rows computed on demand, and bounds the error of scores computed from it.

use crate::sample::fast::products::Products;
use crate::sample::{Dense, Label};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The number of rows that are computed together.
const GROUP: usize = 4;

/// Inner products y_i y_j ⟨x_i, x_j⟩ of the examples of a sample, in integer units.
///
/// The row of an example is computed when it is first updated on, so that time and memory grow with the number of such examples.
pub(super) struct GramMatrix<'a> {
    pub(super) rows: &'a Dense,
    pub(super) labels: &'a [Label],
    pub(super) products: Products,
    /// For each example i, once it is computed: y_i y_j ⟨x_i, x_j⟩ for all j, in integer units; `None` if these did not fit in memory.
    columns: Vec<OnceLock<Option<Vec<i32>>>>,
    /// How many more inner products may be stored.
    pub(super) memory: AtomicUsize,
    /// Number of integer units of this matrix in one unit of `products`, [`Products::square_unit`].
    parts: f32,
    /// Number of integer units in a score of 1; a power of two.
    pub(super) scale: f64,
    /// The score that one integer unit stands for, 1/`scale`.
    pub(super) unit: f64,
    /// The largest score that may be stored, so that integers do not overflow.
    pub(super) most: f64,
    /// A bound on what one update adds to the distance between a stored score and the exact score.
    off: f64,
}

impl<'a> GramMatrix<'a> {
    /// The largest number of inner products that are stored: 256 MB.
    const MOST_PRODUCTS: usize = 1 << 26;

    /// The largest stored score, in integer units: half the range of an i32.
    const MOST_UNITS: f64 = (1 << 30) as f64;

    /// A matrix without computed rows, whose units suit runs with ‖w‖ up to about four times `norm`; `None` if inner products leave the range of
    /// floats.
    pub(super) fn of(rows: &'a Dense, labels: &'a [Label], norm: f64) -> Option<Self> {
        let products = Products::of(rows, labels)?;
        let radius = products.largest().sqrt();
        let most = 4.0 * radius * norm.max(radius) / products.square_unit();
        // A power of two, so that multiplying by it is exact.
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
            columns: labels.iter().map(|_| OnceLock::new()).collect(),
            memory: AtomicUsize::new(Self::MOST_PRODUCTS),
            parts: parts as f32,
        })
    }

    /// Computes the rows of the matrix for the examples of these updates (index, factor), several at once.
    pub(super) fn prepare(&self, updates: &[(usize, i64)]) {
        let mut examples: Vec<usize> = updates.iter().map(|(example, _)| *example).collect();
        examples.sort_unstable();
        examples.dedup();
        for group in examples.as_chunks::<GROUP>().0 {
            let Some(()) = self.reserve(GROUP) else {
                return;
            };
            let rows = self.products.rows::<GROUP, 2>(*group, self.parts);
            for (&example, row) in group.iter().zip(rows) {
                // A row that was computed before stays.
                let _row = self.columns[example].get_or_init(|| Some(row));
            }
        }
    }

    /// y_i y_j ⟨x_i, x_j⟩ for the example i and all j, in integer units; `None` if they do not fit in memory.
    pub(super) fn products_of(&self, example: usize) -> Option<&[i32]> {
        let made = self.columns[example].get_or_init(|| {
            self.reserve(1)?;
            let [row] = self.products.rows::<1, 4>([example], self.parts);
            Some(row)
        });
        made.as_deref()
    }

    /// Reserves memory for `rows` rows of the matrix; `None` if the memory limit is reached.
    fn reserve(&self, rows: usize) -> Option<()> {
        let left = |room: usize| room.checked_sub(rows * self.labels.len());
        let taken = self.memory.fetch_update(Relaxed, Relaxed, left);
        taken.ok().map(|_| ())
    }

    /// A bound on the distance between a stored score and that of the weight vector after `updates` updates. Each update adds one unit and the
    /// error of its product. Twice the float rounding is added: that of the vector, whose entries are off by t units of the last place of at most
    /// tR each, and that of products of d terms.
    pub(super) fn error(&self, updates: u64) -> f64 {
        let (t, d) = (updates as f64, self.rows.dimension() as f64);
        let rounding = 2.0 * f64::EPSILON * self.products.largest() * (t + 2.0 * d + 8.0);
        t * (self.off + rounding)
    }

    /// The smallest stored score, in integer units, that has certainly reached `limit` although stored scores are off by up to `error`.
    pub(super) fn units_to_reach(&self, limit: f64, error: f64) -> i32 {
        // A limit above the range saturates, and no score reaches it.
        let units = (limit + error) * self.scale;
        (units as i32).saturating_add(1)
    }
}
