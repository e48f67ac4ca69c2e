//! Keeps what the learners of one replicate see of its sample, so that what several see alike is measured once.

use super::geometry::Geometry;
use super::{Measure, Record};
use perceptron::learn::{Variant, View};
use perceptron::sample::{OutOfRange, Sample};
use std::collections::BTreeSet;

/// The geometry of a sample under the views of its learners.
pub(super) struct Seen<'a> {
    drawn: &'a Sample,
    measures: &'a BTreeSet<Measure>,
    found: Vec<(Option<View>, Result<Geometry, OutOfRange>)>,
}

impl<'a> Seen<'a> {
    pub fn new(drawn: &'a Sample, measures: &'a BTreeSet<Measure>) -> Self {
        let found = Vec::new();
        Self {
            drawn,
            measures,
            found,
        }
    }

    /// Fills the columns of the sample as a variant sees it; as it was drawn, where no learner runs.
    pub fn describe(
        &mut self,
        record: &mut Record,
        variant: Option<&Variant>,
    ) -> Result<(), OutOfRange> {
        let drawn = self.drawn;
        let view = match variant {
            Some(variant) => variant.view(),
            None => Some(View::plain()),
        };
        // Kernels without a finite form are each their own view.
        let known = view.as_ref().and_then(|view| {
            let mut found = self.found.iter();
            found.position(|(other, _)| other.as_ref() == Some(view))
        });
        let place = known.unwrap_or_else(|| {
            let geometry = geometry(view.as_ref(), variant, drawn, self.measures);
            self.found.push((view, geometry));
            self.found.len() - 1
        });
        let geometry = self.found[place].1.as_ref();
        geometry
            .map(|geometry| geometry.describe(record))
            .map_err(|OutOfRange| OutOfRange)
    }
}

fn geometry(
    view: Option<&View>,
    variant: Option<&Variant>,
    drawn: &Sample,
    measures: &BTreeSet<Measure>,
) -> Result<Geometry, OutOfRange> {
    if let Some(view) = view.filter(|view| view.fits(drawn.features.dimension())) {
        return Ok(Geometry::of(&*view.show(drawn)?, measures));
    }
    let products = variant.map(|variant| variant.inner_products(drawn));
    Ok(match products.transpose()?.flatten() {
        Some(products) => Geometry::of_products(&products, measures),
        None => Geometry::unknown(drawn.labels.len()),
    })
}
