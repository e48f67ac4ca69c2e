//! Times the kernels in which trials, verdicts and reports spend their time, and the peak throughput of the machine in the same session. The
//! throughput of a kernel counts the bytes that it must at least read or write. `scripts/roofline` makes a table of the results.
#![allow(missing_docs)]

use claims::spec::Spec;
use criterion::measurement::WallTime;
use criterion::{
    BatchSize, Bencher, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main,
};
use perceptron::generate::{ExampleSource, Generator};
use perceptron::learn::{Learner, Retraining, Variant};
use perceptron::margin::separability;
use perceptron::sample::{
    Dense, FastPath, FeatureStore, Features, Label, Sample, Signs, UpcomingExamples,
    UpdateThreshold, dot,
};
use perceptron::seed::Seed;
use pulp::{Simd, WithSimd};
use std::hint::black_box;
use std::path::Path;

/// The root of the repository, which holds the shipped experiments.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn shipped(name: &str) -> Spec {
    let path = format!("{ROOT}/experiments/{name}.toml");
    Spec::read(Path::new(&path)).expect("a shipped spec")
}

type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// Benchmarks a kernel that moves `bytes` bytes per run.
fn moves(group: &mut Group, name: &str, bytes: usize, run: impl FnMut(&mut Bencher)) {
    group.throughput(Throughput::Bytes(bytes as u64));
    group.bench_function(name, run);
}

fn drawn(generator: &str) -> Sample {
    let generator: Generator = toml::from_str(generator).expect("a generator");
    let ExampleSource::Sampler(sampler) = generator.source() else {
        panic!("{generator:?} draws no sample")
    };
    sampler.draw(Seed::root(1), generator.examples())
}

fn majority() -> Sample {
    drawn("[majority]\ndimension = 1001\nrelevant = 9\nexamples = 1000")
}

fn sphere() -> Sample {
    drawn("[sphere-margin]\ndimension = 100\ntarget_margin = 0.1\nexamples = 300")
}

fn signs(sample: &Sample) -> &Signs {
    match &sample.features {
        Features::Signs(store) => store,
        other => panic!("{other:?} are not signs"),
    }
}

fn dense(sample: &Sample) -> &Dense {
    match &sample.features {
        Features::Dense(store) => store,
        other => panic!("{other:?} are not floats"),
    }
}

/// Sums floats in the vector registers of the processor.
struct ReadSum<'a>(&'a [f64]);

impl WithSimd for ReadSum<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let mut sums = [simd.splat_f64s(0.0); 8];
        let (vectors, _) = S::as_simd_f64s(self.0);
        // Written out, because an iterator's functions would not be compiled for the vector registers of this processor.
        for [a, b, c, d, e, f, g, h] in vectors.as_chunks().0 {
            sums = [
                simd.add_f64s(sums[0], *a),
                simd.add_f64s(sums[1], *b),
                simd.add_f64s(sums[2], *c),
                simd.add_f64s(sums[3], *d),
                simd.add_f64s(sums[4], *e),
                simd.add_f64s(sums[5], *f),
                simd.add_f64s(sums[6], *g),
                simd.add_f64s(sums[7], *h),
            ];
        }
        simd.reduce_sum_f64s(black_box(sums)[0])
    }
}

/// Adds and XORs words that stay in registers, in eight independent vectors. Returns the number of operations on words.
struct Operations(u32);

/// Steps; each applies two operations to every vector.
const STEPS: usize = 1000;

impl WithSimd for Operations {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> usize {
        let by = simd.splat_u32s(self.0);
        let mut vectors = [by; 8];
        for _ in 0..STEPS {
            for vector in &mut vectors {
                *vector = simd.xor_u32s(simd.add_u32s(*vector, by), by);
            }
        }
        black_box(vectors);
        2 * STEPS * vectors.len() * S::U32_LANES
    }
}

/// Measures the peak throughput of the machine: bytes that are read and summed from the first and the next cache, and operations on 4-byte words in
/// registers.
fn machine(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("machine");
    let (arch, floats) = (pulp::Arch::new(), vec![1.0; 30_000]);
    for (name, length) in [("read-near", 2048), ("read-far", 30_000)] {
        moves(&mut group, name, 8 * length, |bencher| {
            bencher.iter(|| arch.dispatch(ReadSum(black_box(&floats[..length]))));
        });
    }
    let words = arch.dispatch(Operations(3));
    moves(&mut group, "operations", 4 * words, |bencher| {
        bencher.iter(|| arch.dispatch(Operations(black_box(3))));
    });
}

fn sampling(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sampling");
    let mut stream = Seed::root(1).stream();
    let mut words = vec![0; 8192];
    moves(&mut group, "random-words", 8 * 8192, |bencher| {
        bencher.iter(|| stream.fill(&mut words))
    });
    moves(&mut group, "normals", 8 * 8192, |bencher| {
        bencher.iter(|| stream.normals(8192))
    });
    moves(&mut group, "sphere-sample", 8 * 100 * 300, |bencher| {
        bencher.iter(sphere)
    });
    moves(&mut group, "sign-sample", 1000 * 16 * 8, |bencher| {
        bencher.iter(majority)
    });
}

/// Scores all examples, of which none needs an update, as in a pass near convergence.
fn scan<S: FastPath>(
    bencher: &mut Bencher,
    store: &S,
    weights: &S::Weights,
    labels: &[Label],
    due: UpdateThreshold<S::Score>,
) {
    let all = UpcomingExamples::Range(0, labels.len());
    bencher.iter(|| store.pass(&all, black_box(labels), weights, &due));
}

fn products(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("products");
    let sample = majority();
    let store = signs(&sample);
    let weights = store
        .weights_of(&(0..1001).map(|j| j % 17 - 8).collect::<Vec<_>>())
        .expect("small weights");
    let never = UpdateThreshold {
        min_score: [-1 << 40; 2],
    };
    // Per 64 signs: two masks, and two masked additions of 32 weights.
    moves(&mut group, "packed-dot", 1000 * 16 * 4 * 64, |bencher| {
        scan(bencher, store, &weights, &sample.labels, never)
    });
    let mut sum = weights.clone();
    moves(&mut group, "packed-add", 16 * 8 + 2 * 1001 * 2, |bencher| {
        let mut factor = 1;
        bencher.iter(|| {
            factor = -factor;
            store.add(7, factor, &mut sum)
        })
    });
    let sample = sphere();
    let store = dense(&sample);
    let weights: Vec<f64> = (0..100).map(f64::from).collect();
    let never = UpdateThreshold {
        min_score: [f64::NEG_INFINITY; 2],
    };
    let (all, labels) = (UpcomingExamples::Range(0, 300), &sample.labels[..]);
    moves(&mut group, "dense-dot", 300 * 2 * 100 * 8, |bencher| {
        // A store quantizes its rows after the first scan. A fresh copy per run keeps the scan in floats.
        let pass = |store: Dense| {
            let passed = store.pass(&all, black_box(labels), &weights, &never);
            (store, passed)
        };
        bencher.iter_batched(|| store.clone(), pass, BatchSize::PerIteration);
    });
    moves(&mut group, "coarse-dot", 300 * 128 * 2, |bencher| {
        scan(bencher, store, &weights, labels, never)
    });
    moves(&mut group, "one-dot", 2 * 100 * 8, |bencher| {
        bencher.iter(|| dot(black_box(store.row(3)), &weights))
    });
}

fn learning(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("learning");
    let variant = |keys: &str| -> Variant { toml::from_str(keys).expect("a variant") };
    let stream = variant("rule = { perceptron = {} }\norder = \"stream\"");
    let random = variant("rule = { margin-perceptron = {} }\norder = \"random\"");
    let learner =
        |variant, sample| Learner::new(variant, sample, Seed::root(2)).expect("small numbers");
    let sample = majority();
    let online = learner(&stream, &sample);
    group.bench_function("one-pass", |bencher| bencher.iter(|| online.run(None)));
    let sample = sphere();
    let trained = learner(&random, &sample);
    group.bench_function("to-a-clean-pass", |bencher| {
        bencher.iter(|| trained.run(None))
    });
    for (name, retraining) in [
        ("leave-one-out", Retraining::Full),
        ("leave-one-out-coupled", Retraining::Coupled),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| trained.left_out(retraining))
        });
    }
}

fn geometry(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("geometry");
    for (name, sample) in [
        ("planted-margin-of-signs", majority()),
        ("planted-margin-of-floats", sphere()),
    ] {
        let planted = sample.planted.clone().expect("a planted separator");
        group.bench_function(name, |bencher| bencher.iter(|| planted.margins(&sample)));
    }
    let sample = drawn("[sphere-margin]\ndimension = 10\ntarget_margin = 0.1\nexamples = 50");
    group.bench_function("margin-solver", |bencher| {
        bencher.iter(|| separability(&sample))
    });
}

/// One trial of an experiment: sample, geometry and learner.
fn trials(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("trials");
    for name in [
        "basis-tight",
        "majority",
        "sphere-margin-mistakes",
        "leave-one-out",
    ] {
        let spec = shipped(name);
        let design = spec.design(&spec.cells[0]);
        group.bench_function(name, |bencher| bencher.iter(|| design.block([0])));
    }
}

fn results(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("results");
    let spec = shipped("majority");
    let (bench, block) = (spec.judge_spec(), spec.design(&spec.cells[0]).block(0..200));
    group.throughput(Throughput::Elements(200));
    group.bench_function("judge", |bencher| bencher.iter(|| bench.judge(0, &block)));
    let results = tempfile::tempdir().expect("a folder");
    let program = std::env::var_os("PERCEPTRON_LAB").expect("PERCEPTRON_LAB must name the program");
    let command = |words: &[&str]| {
        let status = std::process::Command::new(&program)
            .current_dir(ROOT)
            .args(words)
            .stdout(std::process::Stdio::null())
            .status();
        assert!(status.is_ok_and(|status| status.success()), "{words:?}");
    };
    let place = results.path().join("results").display().to_string();
    let folder = format!("{place}/quick/majority");
    command(&[
        "run",
        "experiments/majority.toml",
        "--quick",
        "--results",
        &place,
    ]);
    group.sample_size(10);
    group.bench_function("report", |bencher| {
        bencher.iter(|| command(&["report", &folder]))
    });
}

criterion_group!(
    benches, machine, sampling, products, learning, geometry, trials, results
);
criterion_main!(benches);
