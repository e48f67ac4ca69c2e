//! Times the learning loop on the stores it spends its time in: bit-packed signs, floats, sparse integers.
#![allow(missing_docs)]

use claims::spec::Spec;
use criterion::{Criterion, criterion_group, criterion_main};
use std::path::Path;

/// One trial of the first cell of an experiment: sample, geometry, learner.
fn trial(criterion: &mut Criterion, name: &str) {
    let Ok(spec) = Spec::read(Path::new(&format!("experiments/{name}.toml"))) else {
        return;
    };
    let design = spec.design(&spec.cells[0]);
    criterion.bench_function(name, |bencher| bencher.iter(|| design.block([0])));
}

fn learning(criterion: &mut Criterion) {
    for name in ["majority", "sphere-margin-mistakes", "leave-one-out"] {
        trial(criterion, name);
    }
}

criterion_group!(benches, learning);
criterion_main!(benches);
