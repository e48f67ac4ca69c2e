//! Caches the geometry of a replicate's sample under the views of its learners, so that learners with the same view measure it once.

use super::Record;
use super::measure::{Geometry, Measurement};
use perceptron::learn::{Variant, View};
use perceptron::sample::{OutOfRange, Sample};

/// The geometry of a sample under the views of its learners.
#[derive(Debug, Default)]
pub(super) struct ViewedGeometry {
    found: Vec<(View, Result<Geometry, OutOfRange>)>,
}

/// A sample, the requested measurements, and the view under which they are made: that of a variant, or the plain one if no learner runs.
pub(super) struct ViewKey<'a> {
    drawn: &'a Sample,
    asked: &'a [&'static dyn Measurement],
    variant: Option<&'a Variant>,
    /// Missing for kernels without a finite form, each of which is its own view.
    view: Option<View>,
}

impl<'a> ViewKey<'a> {
    /// The key of a sample as a variant sees it, or as it was drawn if no learner runs.
    pub(super) fn of(
        drawn: &'a Sample,
        asked: &'a [&'static dyn Measurement],
        variant: Option<&'a Variant>,
    ) -> Self {
        Self {
            drawn,
            asked,
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
            return Ok(Geometry::of(&*view.show(drawn)?, self.asked));
        }
        let products = self.variant.map(|variant| variant.inner_products(drawn));
        Ok(match products.transpose()?.flatten() {
            Some(products) => Geometry::of_products(&products, self.asked),
            None => Geometry::unknown(drawn.labels.len()),
        })
    }
}

impl ViewedGeometry {
    /// Removes all geometries, but keeps the allocated memory.
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

    /// Measures the sample under a view that is not known yet.
    pub(super) fn learn(&mut self, key: &ViewKey) {
        if let Some(view) = key.view.as_ref().filter(|_| self.known(key).is_none()) {
            // Nearly always there is a single view.
            self.found.reserve_exact(1);
            self.found.push((view.clone(), key.geometry()));
        }
    }

    /// Fills the columns of the sample.
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
