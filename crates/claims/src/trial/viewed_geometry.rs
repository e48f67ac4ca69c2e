//! Caches the geometry of a replicate's sample under the views of its learners, so that learners with the same view measure it once.

use super::Record;
use super::measure::{Geometry, Measurement};
use perceptron::learn::{Variant, View};
use perceptron::sample::{OutOfRange, Sample};

/// Cache of a sample's radius, margins and other findings, one entry per view that a learner has of the sample, such as with a constant feature.
#[derive(Debug, Default)]
pub(super) struct ViewedGeometry {
    found: Vec<(View, Result<Geometry, OutOfRange>)>,
}

/// Key of [`ViewedGeometry`]: a sample, the measurements to make on it, and how it is viewed: as a variant sees it, or as drawn if no learner runs.
pub(super) struct ViewKey<'a> {
    drawn: &'a Sample,
    measurements: &'a [&'static dyn Measurement],
    variant: Option<&'a Variant>,
    /// The view of the sample; `None` for a kernel without a finite form, whose geometry is not cached.
    view: Option<View>,
}

impl<'a> ViewKey<'a> {
    /// Makes the key for a sample as a variant sees it, or as it was drawn if no learner runs; `asked` are the measurements to make on it.
    pub(super) fn of(
        drawn: &'a Sample,
        measurements: &'a [&'static dyn Measurement],
        variant: Option<&'a Variant>,
    ) -> Self {
        Self {
            drawn,
            measurements,
            variant,
            view: match variant {
                Some(variant) => variant.view(),
                None => Some(View::plain()),
            },
        }
    }

    fn geometry(&self) -> Result<Geometry, OutOfRange> {
        let (drawn, view) = (self.drawn, self.view.as_ref());
        if let Some(view) = view.filter(|view| view.fits(drawn.features.dimension())) {
            return Ok(Geometry::of(&*view.show(drawn)?, self.measurements));
        }
        let products = self.variant.map(|variant| variant.inner_products(drawn));
        Ok(match products.transpose()?.flatten() {
            Some(products) => Geometry::of_products(&products, self.measurements),
            None => Geometry::unknown(drawn.labels.len()),
        })
    }
}

impl ViewedGeometry {
    /// Removes all entries, but keeps the allocated memory for the next sample.
    pub(super) fn emptied(mut self) -> Self {
        self.found.clear();
        self
    }

    fn known(&self, key: &ViewKey) -> Option<&Result<Geometry, OutOfRange>> {
        let view = key.view.as_ref()?;
        let mut found = self.found.iter();
        let (_, geometry) = found.find(|(other, _)| other == view)?;
        Some(geometry)
    }

    /// Measures the sample under the view of this key and stores the geometry, unless it is stored already.
    pub(super) fn learn(&mut self, key: &ViewKey) {
        if let Some(view) = key.view.as_ref().filter(|_| self.known(key).is_none()) {
            // Nearly always there is a single view.
            self.found.reserve_exact(1);
            self.found.push((view.clone(), key.geometry()));
        }
    }

    /// Fills the columns that describe the sample under the view of this key, from the cache if the geometry is stored.
    pub(super) fn describe(&self, key: &ViewKey, record: &mut Record) -> Result<(), OutOfRange> {
        match self.known(key) {
            Some(geometry) => geometry
                .as_ref()
                .map_err(|OutOfRange| OutOfRange)?
                .describe(record),
            None => key.geometry()?.describe(record),
        }
        Ok(())
    }
}
