//! Draws a sample piece by piece, so that the examples of a large sample can be shown and dropped.

use crate::sample::{Dense, Features, Label, Sample, Separator};

/// A sample that is drawn a few examples at a time, so that memory need not hold all of it. The examples are the same, however many are drawn at a
/// time.
pub trait SamplePieces {
    /// Draws the next `examples` examples, as a sample with the planted separator of the whole.
    fn next(&mut self, examples: usize) -> Sample;
}

/// A sample with float features that is drawn a few examples at a time.
pub(super) struct RowPieces<D> {
    /// Number of features, from 1.
    pub dimension: usize,
    pub planted: Option<Separator>,
    /// Function that appends the features of the next examples, of the given number, to an empty vector and returns their labels. Features and labels
    /// do not depend on how many examples are drawn at a time.
    pub draw: D,
}

impl<D: FnMut(usize, &mut Vec<f64>) -> Vec<Label>> SamplePieces for RowPieces<D> {
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
