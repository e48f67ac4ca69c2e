//! Lists the simulations: for every statistical form, distributions that are known to be difficult for confidence intervals.

use super::simulation::{JudgedForm, Simulation, VerdictFamily};
use perceptron::seed::Stream;

/// Draws 1 with probability 0.02, else 0: rare losses, which are typical for risks.
fn rare(stream: &mut Stream) -> f64 {
    f64::from(stream.uniform() < 0.02)
}

fn coin(stream: &mut Stream) -> f64 {
    f64::from(stream.uniform() < 0.3)
}

/// Draws from Beta(1/9, 1), a skewed distribution with mean 1/10 and most values near 0.
fn skewed(stream: &mut Stream) -> f64 {
    let u = stream.uniform();
    let cube = u * u * u;
    cube * cube * cube
}

/// Draws 1 with probability 0.04, else a small constant; the mean is 1/20. Early values look constant, so this is the worst case for estimating the
/// variance.
fn two_point(stream: &mut Stream) -> f64 {
    if stream.uniform() < 0.04 {
        1.0
    } else {
        0.01 / 0.96
    }
}

/// Draws a limit, uniform between 0.1 and 0.5.
fn varied_limit(stream: &mut Stream) -> f64 {
    0.1 + 0.4 * stream.uniform()
}

/// Draws the limit 5, which an error rate cannot exceed, or 0.2, each with probability 1/2. With 5 counted as 0, the mean is 0.1.
fn clipped_limit(stream: &mut Stream) -> f64 {
    if stream.uniform() < 0.5 { 5.0 } else { 0.2 }
}

fn always(_: &mut Stream) -> f64 {
    1.0
}

/// Draws whether the two variants differ in their number of updates: 1 with probability 1/2, else 0.
fn fair(stream: &mut Stream) -> f64 {
    f64::from(stream.uniform() < 0.5)
}

/// A distribution of simulated values: its name, its sampler, its mean, and the factor by which the limit is moved away from the mean.
type NamedDistribution = (&'static str, fn(&mut Stream) -> f64, f64, f64);

const fn of(
    shape: JudgedForm,
    (name, distribution, mean, factor): NamedDistribution,
    most: u64,
) -> Simulation {
    Simulation {
        name,
        shape,
        distribution,
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

/// The simulations that are not in [`RISKS`]: with failing trials, several verdicts that share α, random limits, or pairs of variants.
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

/// Returns all simulations: every distribution in [`RISKS`] under every form of claim about one risk, then [`OTHERS`].
pub(super) fn all() -> Vec<Simulation> {
    let shapes = [
        JudgedForm::Risk,
        JudgedForm::LowerBound,
        JudgedForm::Identity,
    ];
    let risks = shapes
        .into_iter()
        .flat_map(|shape| RISKS.map(|(distribution, most)| of(shape, distribution, most)));
    risks.chain(OTHERS).collect()
}
