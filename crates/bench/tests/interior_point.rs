//! Compares the largest margin with the result of an independent interior-point solver.
#![allow(missing_docs)]

use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettingsBuilder, DefaultSolver, IPSolver, NonnegativeConeT};
use perceptron::generate::{ExampleSource, Generator};
use perceptron::margin::{Separability, separability};
use perceptron::sample::Sample;
use perceptron::seed::Seed;

/// Draws 200 unit vectors in 10 dimensions with this margin.
fn sphere(margin: f64, seed: u64) -> Sample {
    let keys = format!("[sphere-margin]\ndimension = 10\nexamples = 200\ntarget_margin = {margin}");
    let generator: Generator = toml::from_str(&keys).expect("a generator");
    let ExampleSource::Sampler(sampler) = generator.source() else {
        panic!("an opponent")
    };
    sampler.draw(Seed::root(seed), generator.examples())
}

/// The largest margin, computed by Clarabel: min ½‖w‖² subject to ⟨w, v_i⟩ ≥ 1, and γ* = 1/‖w‖.
fn by_interior_point(sample: &Sample) -> f64 {
    let (examples, dimension) = (sample.labels.len(), sample.features.dimension());
    let signed = |i: usize, j: usize| -sample.labels[i].value() * sample.features.row(i)[j];
    let columns: Vec<f64> = (0..dimension)
        .flat_map(|j| (0..examples).map(move |i| (i, j)))
        .map(|(i, j)| signed(i, j))
        .collect();
    let starts = (0..=dimension).map(|j| j * examples).collect();
    let rows = (0..dimension).flat_map(|_| 0..examples).collect();
    let constraints = CscMatrix::new(examples, dimension, starts, rows, columns);
    let settings = DefaultSettingsBuilder::default()
        .verbose(false)
        .build()
        .expect("settings");
    let quadratic = CscMatrix::identity(dimension);
    let bounds = vec![-1.0; examples];
    let cones = [NonnegativeConeT(examples)];
    let mut solver = DefaultSolver::new(
        &quadratic,
        &vec![0.0; dimension],
        &constraints,
        &bounds,
        &cones,
        settings,
    )
    .expect("a solver");
    solver.solve();
    1.0 / solver.solution.x.iter().map(|w| w * w).sum::<f64>().sqrt()
}

#[test]
fn an_interior_point_solver_finds_the_same_margin() {
    for (seed, margin) in [(1, 0.3), (2, 0.1), (3, 0.01), (4, 0.001)] {
        let sample = sphere(margin, seed);
        let Separability::Separable(found) = separability(&sample) else {
            panic!("{margin}: not separable")
        };
        let ratio = by_interior_point(&sample) / found.margin().value;
        assert!((ratio - 1.0).abs() < 1e-6, "{margin}: {ratio}");
        assert!(
            found.relative_gap() <= 1e-9,
            "{margin}: {}",
            found.relative_gap()
        );
    }
}
