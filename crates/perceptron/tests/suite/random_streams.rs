//! Compares the draws of streams with their distribution: one number, neighbouring numbers, points, and orders.

use crate::goodness_of_fit::{assert_distribution, assert_uniform, permutations};
use perceptron::generate::{ExampleSource, Generator};
use perceptron::learn::{Hypothesis, Learner, Variant};
use perceptron::sample::Label;
use perceptron::seed::{Seed, Stream};
use std::f64::consts::{FRAC_PI_2, PI, SQRT_2};

fn stream(label: &str) -> Stream {
    Seed::root(12).child(label).stream()
}

/// Disjoint pairs of neighbours, from the first draw of a stream on or from the second.
fn pairs(draws: &[f64], first: usize) -> Vec<(f64, f64)> {
    draws[first..]
        .chunks_exact(2)
        .map(|pair| (pair[0], pair[1]))
        .collect()
}

#[test]
fn uniform_numbers_are_uniform_and_neighbours_are_independent() {
    let mut stream = stream("uniform");
    let draws: Vec<f64> = (0..200_001).map(|_| stream.uniform()).collect();
    assert!(draws.iter().all(|&x| x > 0.0 && x < 1.0));
    for first in [0, 1] {
        let sums = pairs(&draws, first).into_iter();
        // Sum and difference modulo 1 are uniform if the two numbers are independent, but not if one equals the other or its mirror image.
        let (sums, differences) = sums
            .map(|(a, b)| ((a + b).fract(), (a - b + 1.0).fract()))
            .unzip();
        assert_distribution(sums, |x| x, "the sum of neighbours");
        assert_distribution(differences, |x| x, "the difference of neighbours");
    }
    assert_distribution(draws, |x| x, "one number");
}

#[test]
fn normal_numbers_are_normal_and_neighbours_are_independent() {
    let mut stream = stream("normal");
    let draws: Vec<f64> = (0..200_001).map(|_| stream.normal()).collect();
    for first in [0, 1] {
        let polar = |(a, b): (f64, f64)| ((b.atan2(a) + PI) / (2.0 * PI), a * a + b * b);
        let (angles, squares) = pairs(&draws, first).into_iter().map(polar).unzip();
        assert_distribution(angles, |x| x, "the angle of neighbours");
        assert_distribution(squares, |r| 1.0 - (-r / 2.0).exp(), "their length");
    }
    let normal = |x: f64| 0.5 * libm::erfc(-x / SQRT_2);
    assert_distribution(draws, normal, "one number");
}

#[test]
fn batched_normal_numbers_are_normal_and_independent() {
    const LENGTH: usize = 300;
    let mut draws = Vec::new();
    stream("rows").normal_rows(LENGTH, 700, &mut draws);
    // Pairs of neighbours, of numbers from one random word, and of numbers from distant words. The steps put every number into at most one pair.
    for apart in [1, LENGTH / 2, LENGTH / 2 + 1, LENGTH] {
        let pairs = draws
            .chunks_exact(2 * LENGTH)
            .flat_map(|rows| rows.iter().zip(&rows[apart..]).step_by(2 * apart.min(9)));
        let polar = |(a, b): (&f64, &f64)| ((b.atan2(*a) + PI) / (2.0 * PI), a * a + b * b);
        let (angles, squares) = pairs.map(polar).unzip();
        assert_distribution(angles, |x| x, &format!("the angle of two, {apart} apart"));
        assert_distribution(squares, |r| 1.0 - (-r / 2.0).exp(), "their length");
    }
    assert_distribution(draws, |x| 0.5 * libm::erfc(-x / SQRT_2), "one number");
}

#[test]
fn normal_tails_are_correct_and_a_one_percent_error_is_detected() {
    const DRAWS: usize = 4_000_000;
    let draws = stream("tail").normals(DRAWS);
    // Allows four standard errors of a count, from the centre to far into the tail.
    let off = |limit: f64, stretched: f64| {
        let beyond = draws.iter().filter(|x| (**x * stretched).abs() > limit);
        let due = DRAWS as f64 * libm::erfc(limit / SQRT_2);
        (beyond.count() as f64 - due) / due.sqrt()
    };
    for limit in [0.2, 0.7, 1.0, 1.7, 2.5, 3.3, 3.66, 4.0, 4.5] {
        assert!(off(limit, 1.0).abs() < 4.0, "{limit}: {}", off(limit, 1.0));
    }
    assert!([1.0, 1.7, 2.5].iter().all(|&limit| off(limit, 1.01) > 4.0));
}

#[test]
fn labels_are_fair_and_neighbours_are_independent() {
    let mut stream = stream("labels");
    let mut counts = [0; 4];
    for _ in 0..100_000 {
        let mut side = || usize::from(stream.label() == Label::Positive);
        counts[2 * side() + side()] += 1;
    }
    assert_uniform(&counts, "two labels");
}

#[test]
fn consecutive_indices_below_n_are_uniform_and_independent() {
    for n in [1, 2, 3, 5, 7, 12] {
        let mut stream = stream(&format!("below {n}"));
        let mut counts = vec![0; n * n];
        for _ in 0..2_000 * n * n {
            counts[stream.below(n) * n + stream.below(n)] += 1;
        }
        assert_uniform(&counts, &format!("two indices below {n}"));
    }
}

#[test]
fn all_orders_of_a_shuffle_are_equally_frequent_whatever_it_starts_from() {
    for n in 1..=5 {
        let orders = permutations(n);
        let mut stream = stream(&format!("shuffle {n}"));
        for start in [&orders[0], &orders[orders.len() - 1]] {
            let mut counts = vec![0; orders.len()];
            for _ in 0..5_000 * orders.len() {
                let mut items = start.clone();
                stream.shuffle(&mut items);
                counts[orders.binary_search(&items).unwrap()] += 1;
            }
            assert_uniform(&counts, &format!("orders of {n}"));
        }
    }
}

/// P(a coordinate ≤ t) on the sphere: the integral of cos^{d−2} up to arcsin t over that of the whole range, by the trapezoidal rule with 20 000
/// steps.
fn coordinate(dimension: usize) -> impl Fn(f64) -> f64 {
    const STEPS: usize = 20_000;
    let step = PI / STEPS as f64;
    let power = dimension as i32 - 2;
    let density = |k: usize| (step * k as f64 - FRAC_PI_2).cos().max(0.0).powi(power);
    let mut below = vec![0.0];
    for k in 0..STEPS {
        below.push(below[k] + 0.5 * (density(k) + density(k + 1)));
    }
    move |t: f64| {
        let place = (t.clamp(-1.0, 1.0).asin() + FRAC_PI_2) / step;
        let k = (place as usize).min(STEPS - 1);
        let part = place - k as f64;
        (below[k] + part * (below[k + 1] - below[k])) / below[STEPS]
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[test]
fn a_direction_is_uniform_on_the_sphere_and_independent_of_the_next() {
    for dimension in [2, 3, 4, 5, 10, 31] {
        let mut stream = stream(&format!("direction {dimension}"));
        let points: Vec<Vec<f64>> = (0..40_000).map(|_| stream.direction(dimension)).collect();
        assert!(points.iter().all(|x| (dot(x, x) - 1.0).abs() < 1e-12));
        let distribution = coordinate(dimension);
        // Every projection of a uniform point has the same distribution: on axes, between axes, and on another point.
        let mut axes = vec![vec![0.0; dimension]; 4];
        axes[0][0] = 1.0;
        axes[1][dimension - 1] = 1.0;
        (axes[2][0], axes[2][dimension - 1]) = (1.0 / SQRT_2, -1.0 / SQRT_2);
        axes[3].fill((dimension as f64).sqrt().recip());
        for (k, axis) in axes.iter().enumerate() {
            let projections = points.iter().map(|x| dot(x, axis)).collect();
            assert_distribution(
                projections,
                &distribution,
                &format!("d = {dimension}, axis {k}"),
            );
        }
        let neighbours = points.chunks_exact(2).map(|two| dot(&two[0], &two[1]));
        let what = format!("d = {dimension}, neighbours");
        assert_distribution(neighbours.collect(), &distribution, &what);
    }
}

#[test]
fn the_second_moments_of_a_direction_are_those_of_the_sphere() {
    const DRAWS: usize = 40_000;
    for dimension in [1, 2, 3, 7] {
        let mut stream = stream(&format!("moments {dimension}"));
        let mut sums = vec![vec![0.0; dimension]; dimension];
        for _ in 0..DRAWS {
            let x = stream.direction(dimension);
            for (i, row) in sums.iter_mut().enumerate() {
                row.iter_mut()
                    .zip(&x)
                    .for_each(|(sum, xj)| *sum += x[i] * xj);
            }
        }
        // Hoeffding: a mean of n numbers within [−1, 1] is off by more than t with probability at most 2·exp(−nt²/2), here 10⁻⁹.
        let most = (2.0 * 2e9_f64.ln() / DRAWS as f64).sqrt();
        for (i, row) in sums.iter().enumerate() {
            for (j, sum) in row.iter().enumerate() {
                let due = if i == j { 1.0 / dimension as f64 } else { 0.0 };
                assert!(
                    (sum / DRAWS as f64 - due).abs() <= most,
                    "{dimension} {i} {j}"
                );
            }
        }
    }
}

#[test]
fn one_dimensional_direction_is_plus_or_minus_one_equally_often() {
    let mut stream = stream("line");
    let mut counts = [0; 2];
    for _ in 0..20_000 {
        let x = stream.direction(1);
        assert!(x[0].abs() == 1.0);
        counts[usize::from(x[0] > 0.0)] += 1;
    }
    assert_uniform(&counts, "ends of the line");
}

#[test]
fn first_draws_are_independent_across_seeds_roles_cells_and_replicates() {
    let roots: Vec<Seed> = (0..30).map(Seed::root).collect();
    let draw = |address: Seed| address.stream().bits();
    let unit = |bits: u64| (bits >> 11) as f64 / (1_u64 << 53) as f64;
    let roles = ["sample", "learner", "test", "audit"];
    let mut table = Vec::new();
    for root in &roots {
        for role in roles {
            for cell in 0..10 {
                let cell = root.child(role).child(&format!("cell {cell}"));
                table.extend((0..20).map(|replicate| draw(cell.child(&replicate.to_string()))));
            }
        }
    }
    let mut distinct = table.clone();
    distinct.sort_unstable();
    distinct.dedup();
    // 24 000 streams: two equal first words have probability below 24 000²/2⁶⁵ < 2·10⁻¹¹.
    assert_eq!(distinct.len(), table.len());
    for (axis, stride) in [
        ("replicates", 1),
        ("cells", 20),
        ("roles", 200),
        ("seeds", 800),
    ] {
        let blocks = table.chunks_exact(2 * stride);
        let sums = blocks.flat_map(|block| {
            let (first, second) = block.split_at(stride);
            first
                .iter()
                .zip(second)
                .map(|(a, b)| (unit(*a) + unit(*b)).fract())
        });
        assert_distribution(sums.collect(), |x| x, axis);
    }
    let firsts = table.iter().map(|&bits| unit(bits)).collect();
    assert_distribution(firsts, |x| x, "first draws");
}

#[test]
fn seed_paths_that_concatenate_to_the_same_text_differ() {
    let root = Seed::root(1);
    let paths: [&[&str]; 7] = [
        &["ab", "c"],
        &["a", "bc"],
        &["abc"],
        &["abc", ""],
        &["", "abc"],
        &["c", "ab"],
        &["a", "b", "c"],
    ];
    let addresses = paths.map(|path| path.iter().fold(root, |seed, label| seed.child(label)));
    for (i, a) in addresses.iter().enumerate() {
        assert!(addresses[i + 1..].iter().all(|b| a != b), "{:?}", paths[i]);
    }
}

#[test]
fn a_gibbs_hypothesis_is_uniform_on_the_arc_of_all_that_are_consistent() {
    // The vectors consistent with (1, 2)+, (−1, 1)− and (1, 0)+ lie between (2, −1) and (1, 1).
    let points = "[points]\nexamples = [{ x = [1, 2], y = 1 }, { x = [-1, 1], y = -1 }, { x = [1, 0], y = 1 }]";
    let generator: Generator = toml::from_str(points).unwrap();
    let ExampleSource::Sampler(sampler) = generator.source() else {
        panic!("points are no opponent")
    };
    let sample = sampler.draw(Seed::root(1), 3);
    let gibbs = "learner = { version-space = { point = \"gibbs\" } }";
    let variant: Variant = toml::from_str(gibbs).unwrap();
    let (first, last) = ((-1.0_f64).atan2(2.0), FRAC_PI_2 / 2.0);
    let share = |draw: usize| {
        let seed = Seed::root(12).child(&draw.to_string());
        let learned = Learner::new(&variant, &sample, seed).unwrap().run(None);
        let Some(Hypothesis::Linear(found)) = learned.hypothesis else {
            panic!("one direction")
        };
        (found.weights[1].atan2(found.weights[0]) - first) / (last - first)
    };
    let shares: Vec<f64> = (0..20_000).map(share).collect();
    assert!(shares.iter().all(|&x| x > 0.0 && x < 1.0));
    assert_distribution(shares, |x| x, "the share of the arc");
}
