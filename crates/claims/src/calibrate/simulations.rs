//! Lists the simulations: for every statistical form, distributions that are known to be difficult for confidence intervals.

use super::simulation::{JudgedForm, Simulation, VerdictFamily};
use perceptron::seed::Stream;

/// Rare losses of 1, which are typical for risks.
fn rare(stream: &mut Stream) -> f64 {
    f64::from(stream.uniform() < 0.02)
}

fn coin(stream: &mut Stream) -> f64 {
    f64::from(stream.uniform() < 0.3)
}

/// Beta(1/9, 1): mean 1/10, most of it near 0.
fn skewed(stream: &mut Stream) -> f64 {
    let u = stream.uniform();
    let cube = u * u * u;
    cube * cube * cube
}

/// Usually a small value, rarely 1: the worst case for learning the variance early. Mean 1/20.
fn two_point(stream: &mut Stream) -> f64 {
    if stream.uniform() < 0.04 {
        1.0
    } else {
        0.01 / 0.96
    }
}

/// Uniform limits between 0.1 and 0.5.
fn varied_limit(stream: &mut Stream) -> f64 {
    0.1 + 0.4 * stream.uniform()
}

/// Limits of which half cannot be exceeded. The mean of the other limits, with these counted as zero, is 0.1.
fn clipped_limit(stream: &mut Stream) -> f64 {
    if stream.uniform() < 0.5 { 5.0 } else { 0.2 }
}

fn always(_: &mut Stream) -> f64 {
    1.0
}

/// Whether a pair differs, which half of the pairs do.
fn fair(stream: &mut Stream) -> f64 {
    f64::from(stream.uniform() < 0.5)
}

/// A distribution: its name, its sampler, its mean, and the factor by which the limit is moved.
type NamedDistribution = (&'static str, fn(&mut Stream) -> f64, f64, f64);

const fn of(
    shape: JudgedForm,
    (name, law, mean, factor): NamedDistribution,
    most: u64,
) -> Simulation {
    Simulation {
        name,
        shape,
        distribution: law,
        mean,
        factor,
        most,
        lost: 0.0,
        family: VerdictFamily::Alone,
    }
}

/// Distributions of risks, each with the number of trials after which a study stays undecided.
const RISKS: [(NamedDistribution, u64); 4] = [
    (
        ("small risks: 1 with probability 0.02", rare, 0.02, 4.0),
        600,
    ),
    (("Bernoulli 0.3", coin, 0.3, 2.0), 300),
    (("skewed: Beta(1/9, 1)", skewed, 0.1, 2.5), 300),
    (
        (
            "two-point: 1 with probability 0.04, else 1/96",
            two_point,
            0.05,
            3.0,
        ),
        400,
    ),
];

/// The other simulations: trials that fail, verdicts that share α, limits that are drawn, and pairs.
const OTHERS: [Simulation; 11] = [
    Simulation {
        lost: 0.2,
        ..of(
            JudgedForm::Risk,
            ("Bernoulli 0.3, a fifth of the zeros fail", coin, 0.3, 2.0),
            300,
        )
    },
    Simulation {
        family: VerdictFamily::Cells,
        ..of(
            JudgedForm::Risk,
            ("a claim about 5 cells: Bernoulli 0.3", coin, 0.3, 2.0),
            300,
        )
    },
    Simulation {
        family: VerdictFamily::Claims,
        ..of(
            JudgedForm::Identity,
            ("5 claims: Bernoulli 0.3", coin, 0.3, 2.0),
            300,
        )
    },
    of(
        JudgedForm::MeasuredIdentity,
        (
            "both sides measured, one from 0.1 to 0.5",
            varied_limit,
            0.3,
            2.0,
        ),
        300,
    ),
    of(
        JudgedForm::RandomLimit,
        ("random limits from 0.1 to 0.5", varied_limit, 0.3, 2.0),
        300,
    ),
    of(
        JudgedForm::RandomLimit,
        (
            "random limits, half of them above 1",
            clipped_limit,
            0.1,
            3.0,
        ),
        300,
    ),
    of(JudgedForm::MoreUpdates, ("δ = 0.02", rare, 0.02, 4.0), 600),
    of(JudgedForm::MoreUpdates, ("δ = 0.3", coin, 0.3, 2.0), 300),
    of(
        JudgedForm::SignOfUpdates,
        ("pairs of updates, none equal", always, 1.0, 0.4),
        300,
    ),
    of(
        JudgedForm::SignOfUpdates,
        ("pairs of updates, half equal", fair, 0.5, 0.6),
        300,
    ),
    of(
        JudgedForm::RiskDifference,
        ("difference of skewed risks", skewed, 0.1, 2.5),
        300,
    ),
];

/// Returns all simulations: every distribution of risks under every claim about one risk, then the others.
pub(super) fn all() -> Vec<Simulation> {
    let shapes = [
        JudgedForm::Risk,
        JudgedForm::LowerBound,
        JudgedForm::Identity,
    ];
    let risks = shapes
        .into_iter()
        .flat_map(|shape| RISKS.map(|(law, most)| of(shape, law, most)));
    risks.chain(OTHERS).collect()
}
