//! Describes one point of a series, with its spread.

/// One point of a series, with its spread along the y axis if it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The value on the x axis, or the index of a category.
    pub x: f64,
    /// The value on the y axis; the median if the spread is `Quartiles`.
    pub y: f64,
    /// The spread around `y`.
    pub spread: Spread,
    /// The setting that the point shows, or the run; empty if it shows several.
    pub of: String,
}

/// The spread of a point along the y axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Spread {
    /// No spread is known or shown.
    None,
    /// An error bar from `lower` to `upper`.
    Interval {
        /// The lower end of the error bar.
        lower: f64,
        /// The upper end of the error bar.
        upper: f64,
    },
    /// A box from `q25` to `q75` with whiskers to `min` and `max`, and single outliers.
    Quartiles {
        /// The end of the lower whisker.
        min: f64,
        /// The first quartile.
        q25: f64,
        /// The third quartile.
        q75: f64,
        /// The end of the upper whisker.
        max: f64,
        /// Values beyond the whiskers.
        outliers: Vec<f64>,
    },
    /// No spread: the point is a tile, shaded by this number.
    Shade(f64),
}

impl Point {
    /// Makes a point without a spread.
    pub fn new(x: f64, y: f64) -> Self {
        Self {
            x,
            y,
            spread: Spread::None,
            of: String::new(),
        }
    }

    /// Returns the point of a setting or a run with this name.
    pub fn named(self, of: impl Into<String>) -> Self {
        let of = of.into();
        Self { of, ..self }
    }

    fn spread(self, spread: Spread) -> Self {
        Self { spread, ..self }
    }

    /// Makes a point with an error bar from `lower` to `upper`.
    pub fn interval(x: f64, y: f64, lower: f64, upper: f64) -> Self {
        Self::new(x, y).spread(Spread::Interval { lower, upper })
    }

    /// Makes a tile that is shaded by a number, at a position on two axes of categories.
    pub fn shaded(x: f64, y: f64, number: f64) -> Self {
        Self::new(x, y).spread(Spread::Shade(number))
    }

    /// Makes a box plot without outliers from minimum, first quartile, median, third quartile and maximum.
    pub fn quartiles(x: f64, [min, q25, median, q75, max]: [f64; 5]) -> Self {
        let outliers = Vec::new();
        Self::new(x, median).spread(Spread::Quartiles {
            min,
            q25,
            q75,
            max,
            outliers,
        })
    }

    /// Returns every y value at which the point is drawn: its own, those of its spread and its outliers.
    pub fn heights(&self) -> Vec<f64> {
        match &self.spread {
            Spread::None | Spread::Shade(_) => vec![self.y],
            Spread::Interval { lower, upper } => vec![self.y, *lower, *upper],
            Spread::Quartiles {
                min,
                q25,
                q75,
                max,
                outliers,
            } => [&[self.y, *min, *q25, *q75, *max], outliers.as_slice()].concat(),
        }
    }

    pub(super) fn heights_mut(&mut self) -> Vec<&mut f64> {
        match &mut self.spread {
            Spread::None | Spread::Shade(_) => vec![],
            Spread::Interval { lower, upper } => vec![lower, upper],
            Spread::Quartiles {
                min,
                q25,
                q75,
                max,
                outliers,
            } => [min, q25, q75, max].into_iter().chain(outliers).collect(),
        }
    }
}
