//! Draws a sample piece by piece, so that the examples of a large sample can be shown and dropped.

use super::{ExampleSource, Generate, Invalid, KnownDistribution, MemoryNeed, Sampler};
use crate::documented::Declared;
use crate::sample::{Dense, Features, Label, Sample, Separator};
use crate::seed::Seed;

/// A sample that is drawn a few examples at a time, so that memory need not hold all of it. The examples are the same, however many are drawn at a
/// time.
pub trait SamplePieces {
    /// Draws the next `examples` examples, as a sample with the planted separator of the whole.
    fn next(&mut self, examples: usize) -> Sample;
}

/// Function that appends the features of the next examples, of the given number, to an empty vector and returns their labels. Features and labels do
/// not depend on how many examples are drawn at a time.
pub(super) type DrawRows = Box<dyn FnMut(usize, &mut Vec<f64>) -> Vec<Label>>;

/// A sample with float features that is drawn a few examples at a time.
pub(super) struct RowPieces {
    /// Number of features, from 1.
    pub dimension: usize,
    pub planted: Option<Separator>,
    pub draw: DrawRows,
}

impl RowPieces {
    /// Makes a sample with this number of features from the function that draws its rows.
    pub(super) fn new(
        dimension: usize,
        planted: Option<Separator>,
        draw: impl FnMut(usize, &mut Vec<f64>) -> Vec<Label> + 'static,
    ) -> Self {
        Self {
            dimension,
            planted,
            draw: Box::new(draw),
        }
    }

    /// Returns the same examples with other labels, as a function of each label in turn.
    pub(super) fn labelled(self, mut label: impl FnMut(Label) -> Label + 'static) -> Self {
        let mut draw = self.draw;
        Self {
            draw: Box::new(move |examples, rows: &mut Vec<f64>| {
                draw(examples, rows).into_iter().map(&mut label).collect()
            }),
            ..self
        }
    }
}

impl SamplePieces for RowPieces {
    fn next(&mut self, examples: usize) -> Sample {
        let mut values = Vec::with_capacity(examples * self.dimension);
        let labels = (self.draw)(examples, &mut values);
        Sample {
            features: Features::Dense(Dense::new(self.dimension, values)),
            labels,
            planted: self.planted.clone(),
        }
    }
}

/// A generator of float features that draws its examples one after another, so that memory need not hold all of a large sample. It says what it
/// draws; the rest of a generator follows.
pub(super) trait DrawsRows: Declared + Sampler {
    /// Checks what the declared ranges of the keys do not say.
    fn fits(&self) -> Result<(), Invalid> {
        Ok(())
    }

    /// Returns what is known of the distribution that the generator draws from: only that examples are independent, unless a generator says more.
    fn distribution(&self) -> KnownDistribution {
        KnownDistribution {
            iid: true,
            ..KnownDistribution::fixed()
        }
    }

    /// Number of features.
    fn dimension(&self) -> usize;

    /// Number of examples in a sample.
    fn examples(&self) -> usize;

    /// Returns the examples that this seed draws.
    fn rows(&self, seed: Seed) -> RowPieces;
}

impl<T: DrawsRows> Generate for T {
    fn fits(&self) -> Result<(), Invalid> {
        DrawsRows::fits(self)
    }

    fn distribution(&self) -> KnownDistribution {
        DrawsRows::distribution(self)
    }

    fn examples(&self) -> usize {
        DrawsRows::examples(self)
    }

    fn need(&self) -> MemoryNeed {
        MemoryNeed::floats(DrawsRows::examples(self), self.dimension())
    }

    fn is_exact(&self) -> bool {
        false
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

/// Makes a generator that draws rows a sampler.
macro_rules! sampler_of_rows {
    ($generator:ident) => {
        impl $crate::generate::Sampler for $generator {
            fn draw(&self, seed: $crate::seed::Seed, examples: usize) -> $crate::sample::Sample {
                $crate::generate::SamplePieces::next(&mut self.rows(seed), examples)
            }

            fn pieces(
                &self,
                seed: $crate::seed::Seed,
            ) -> Option<Box<dyn $crate::generate::SamplePieces + '_>> {
                Some(Box::new(self.rows(seed)))
            }
        }
    };
}

pub(super) use sampler_of_rows;

#[cfg(test)]
mod tests {
    use crate::generate::{ExampleSource, Generator};
    use crate::seed::Seed;

    #[test]
    fn drawing_in_pieces_gives_the_same_sample_as_one_draw() {
        let unit = "dimension = 70\nexamples = 9\ntarget_margin = 0.1";
        for text in [
            format!("[sphere-margin]\n{unit}"),
            format!("[label-noise]\n{unit}\nrate = 0.3"),
            format!("[affine-sphere]\n{unit}\nshift = \"3/2\""),
            "[fixed-margin-sphere]\ndimension = 5\nexamples = 9\nmargin = 0.2".to_owned(),
            "[isotropic-gaussians]\ndimension = 3\nexamples = 9\ndistance = 1.0\ndeviation = 0.5\nprior = 0.3".to_owned(),
            "[unequal-gaussians]\ndimension = 3\nexamples = 9\ndistance = 1.0\nratio = 2.0".to_owned(),
            "[coin-labels]\ndimension = 1\nexamples = 9\nnoise = 0.1".to_owned(),
            "[coin-labels]\ndimension = 4\nexamples = 9\nnoise = 0.0".to_owned(),
            "[teacher-student]\ndimension = 4\nexamples = 9".to_owned(),
            "[majority]\ndimension = 70\nexamples = 9\nrelevant = 3".to_owned(),
        ] {
            let generator: Generator =
                toml::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let ExampleSource::Sampler(sampler) = generator.source() else {
                panic!("{text}: an opponent")
            };
            let whole = sampler.draw(Seed::root(7), 9);
            let Some(mut pieces) = sampler.pieces(Seed::root(7)) else {
                panic!("{text}: in one piece only")
            };
            let mut first = 0;
            for size in [1, 5, 3] {
                let piece = pieces.next(size);
                assert_eq!(piece.planted, whole.planted, "{text}");
                for example in 0..size {
                    let place = first + example;
                    assert_eq!(piece.labels[example], whole.labels[place], "{text}");
                    let rows = [piece.features.row(example), whole.features.row(place)];
                    assert_eq!(rows[0], rows[1], "{text}: {place}");
                }
                first += size;
            }
        }
    }
}
