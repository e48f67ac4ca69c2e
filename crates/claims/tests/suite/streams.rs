//! Tests that trials are independent: replicates, cells, variants and seeds draw from streams of their own, and so do sample, learner and test.
//!
//! Bounds are Hoeffding's for fair coins, P(|k − n/2| > t) ≤ 2·exp(−2t²/n), at 10⁻⁹ for each comparison; seeds are fixed.

use claims::spec::Spec;
use claims::trial::{Block, Design, columns};
use perceptron::generate::Source;
use perceptron::sample::{Label, Sample};
use std::collections::BTreeSet;
use std::path::Path;

fn spec(seed: u64, body: &str) -> Spec {
    let text = format!("title = \"t\"\nquestion = \"q\"\nseed = {seed}\nreplicates = 400\n{body}");
    Spec::from_text("t", Path::new("t.toml"), &text)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn designs(seed: u64, body: &str) -> Vec<Design> {
    let spec = spec(seed, body);
    spec.cells.iter().map(|cell| spec.design(cell)).collect()
}

/// Refuses a number of heads of fair coins that is too far from one half.
fn assert_fair(heads: usize, coins: usize, what: &str) {
    let most = (2e9_f64.ln() * coins as f64 / 2.0).sqrt();
    assert!((heads as f64 - coins as f64 / 2.0).abs() <= most, "{what}: {heads} of {coins}");
}

fn agreeing<T: PartialEq>(a: &[T], b: &[T], what: &str) {
    let agreeing = a.iter().zip(b).filter(|(a, b)| a == b).count();
    assert_fair(agreeing, a.len(), what);
}

/// The sample at the address of a role, with as many examples as asked for.
fn drawn(design: &Design, role: &str, replicate: u64, examples: usize) -> Sample {
    match design.generator.source() {
        Source::Sampler(sampler) => sampler.draw(design.address(role, replicate), examples),
        Source::Opponent(_) => panic!("it draws"),
    }
}

const NOISE: &str = "[generator.label-noise]\ndimension = 3\ntarget_margin = 0.1\nrate = 0.3\nexamples = 10000\n\
                     [variants.planted]\nlearner = { planted = {} }\n[[figures]]\nname = \"FIGURE\"\n";

/// Shares of flipped labels in the sample and in the test sample of every replicate, as the planted direction meets them.
struct Errors {
    training: Vec<f64>,
    test: Vec<f64>,
}

fn errors(design: &Design, replicates: u64) -> (Block, Errors) {
    let block = design.block(0..replicates);
    let training = block.all().map(|row| row.copied(columns::TRAINING_ERROR_RATE).unwrap());
    let (training, test) = (training.collect(), block.all().map(risk).collect());
    (block, Errors { training, test })
}
