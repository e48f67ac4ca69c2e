//! Makes a faulty sample for every fact that a distribution can declare, and checks every generator against its own declaration.

mod facts;
mod registry;

use crate::generate::{ExampleSource, Generator};
use crate::intake::read;
use crate::sample::Sample;
use crate::seed::Seed;
use std::sync::Arc;

#[derive(serde::Deserialize)]
struct Spec {
    generator: Generator,
}

/// Reads a generator from the text of a spec; one that reads a file gets the rows of a small table.
fn generator(text: &str) -> Generator {
    let spec: Spec = toml::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut generator = spec.generator;
    let table = "petal_length_cm,petal_width_cm,species\n1,2,versicolor\n3,4,setosa\n";
    let request = generator.data_file().map(|file| file.request());
    let taken = request.map(|request| read(&table.as_bytes(), None, &request));
    if let Some(taken) = taken {
        let taken = taken.unwrap_or_else(|fault| panic!("{fault}"));
        if let Generator::File(file) = &mut generator {
            file.sample = Some(Arc::new(taken.sample));
        }
    }
    generator
}

fn sample(generator: &Generator, replicate: u64) -> Option<Sample> {
    let ExampleSource::Sampler(sampler) = generator.source() else {
        return None;
    };
    let seed = Seed::root(3).child(&replicate.to_string());
    Some(sampler.draw(seed, generator.examples()))
}
