//! Compares the two classes of Gaussian examples with their distribution: the fraction of each class, its mean, and its deviation in every direction.

use crate::goodness_of_fit::{assert_distribution, assert_share};
use perceptron::generate::{ExampleSource, Generator};
use perceptron::sample::{Label, Sample};
use perceptron::seed::Seed;
use perceptron::special::normal;

const DRAWS: usize = 40_000;

fn drawn(text: &str) -> Sample {
    let text = format!("{text}\ndimension = 4\ndistance = 3.0\nexamples = {DRAWS}");
    let generator: Generator = toml::from_str(&text).unwrap_or_else(|error| panic!("{error}"));
    let ExampleSource::Sampler(sampler) = generator.source() else {
        panic!("{text}")
    };
    sampler.draw(Seed::root(12).child(&text), DRAWS)
}

/// ⟨y·x − μ, v⟩ is normal with the deviation of the class, along the mean and across it; ‖μ‖ is half the distance.
fn assert_class(sample: &Sample, label: Label, deviation: f64) {
    let planted = sample.planted.as_ref().unwrap().to_floats();
    let length = planted.iter().map(|u| u * u).sum::<f64>().sqrt();
    assert!((length - 1.5).abs() < 1e-12);
    let along: Vec<f64> = planted.iter().map(|u| u / length).collect();
    let across = [along[1], -along[0], along[3], -along[2]];
    for (direction, mean) in [(along.clone(), 1.5), (across.to_vec(), 0.0)] {
        let score = |i: usize| -> f64 {
            let row = sample.features.row(i);
            row.iter().zip(&direction).map(|(x, v)| x * v).sum()
        };
        let own = (0..DRAWS).filter(|&i| sample.labels[i] == label);
        let scores = own.map(|i| label.value() * score(i)).collect();
        let distribution = |x: f64| normal::cdf((x - mean) / deviation);
        assert_distribution(scores, distribution, &format!("{label:?} {mean}"));
    }
}

fn positives(sample: &Sample) -> usize {
    let positive = |label: &&Label| **label == Label::Positive;
    sample.labels.iter().filter(positive).count()
}

#[test]
fn isotropic_classes_have_their_prior_their_means_and_one_deviation() {
    for prior in [0.2, 0.5, 0.9] {
        let sample = drawn(&format!(
            "[isotropic-gaussians]\ndeviation = 0.75\nprior = {prior}"
        ));
        assert_share(positives(&sample), DRAWS, prior, "positive labels");
        for label in [Label::Positive, Label::Negative] {
            assert_class(&sample, label, 0.75);
        }
    }
}

#[test]
fn unequal_gaussians_are_balanced_and_have_the_stated_deviation_ratio() {
    for ratio in [0.5, 3.0] {
        let sample = drawn(&format!("[unequal-gaussians]\nratio = {ratio}"));
        assert_share(positives(&sample), DRAWS, 0.5, "positive labels");
        assert_class(&sample, Label::Positive, 1.0);
        assert_class(&sample, Label::Negative, ratio);
    }
}
