//! Integrates a function of one variable adaptively, the same way on every machine.

/// Non-negative nodes of the 21-point Kronrod rule on [−1, 1], with its weights and those of the 10-point Gauss rule inside it.
const NODES: [(f64, f64, f64); 11] = [
    (0.0, 0.149_445_554_002_916_9, 0.0),
    (
        0.148_874_338_981_631_22,
        0.147_739_104_901_338_5,
        0.295_524_224_714_752_87,
    ),
    (0.294_392_862_701_460_2, 0.142_775_938_577_060_09, 0.0),
    (
        0.433_395_394_129_247_2,
        0.134_709_217_311_473_34,
        0.269_266_719_309_996_35,
    ),
    (0.562_757_134_668_604_7, 0.123_491_976_262_065_85, 0.0),
    (
        0.679_409_568_299_024_4,
        0.109_387_158_802_297_64,
        0.219_086_362_515_982_04,
    ),
    (0.780_817_726_586_416_9, 0.093_125_454_583_697_6, 0.0),
    (
        0.865_063_366_688_984_5,
        0.075_039_674_810_919_96,
        0.149_451_349_150_580_6,
    ),
    (0.930_157_491_355_708_2, 0.054_755_896_574_351_995, 0.0),
    (
        0.973_906_528_517_171_7,
        0.032_558_162_307_964_725,
        0.066_671_344_308_688_14,
    ),
    (0.995_657_163_025_808_1, 0.011_694_638_867_371_874, 0.0),
];
/// The number of panels (equal subintervals) that an integral starts from, so that a peak between the nodes of one panel is not missed.
const PANELS: u32 = 4;
/// The error that [`integrate`] accepts in a panel, as a number or as a fraction of the integral of |f| over the panel.
const PANEL_ERROR: f64 = 1e-15;
/// Panels of the unit interval narrower than this are accepted whatever their error is.
const NARROWEST: f64 = 1e-12;

/// The integral over one panel by the Kronrod rule, its estimated error, and the integral of |f| over the panel.
struct Panel {
    value: f64,
    error: f64,
    magnitude: f64,
}

/// ∫ f(x) dx from `lower` to `upper` (both finite); reversed limits change the sign.
///
/// Absolute error about 10⁻¹³·max(1, ∫|f|) for smooth functions, also for those that behave like a power above −½ of the distance to an endpoint. A
/// function that is infinite at an endpoint should have that endpoint at zero, where distances are exact. Values that are not finite count as zero.
/// Deterministic: panels are bisected depth first, from left to right.
///
/// # Formula
/// x = lower + (upper − lower)·u²(3 − 2u) flattens the endpoints, then bisection with the Gauss–Kronrod pair (10, 21).
///
/// # Source
/// The pair and its error estimate are those of QUADPACK (Piessens et al. 1983).
///
/// # Examples
/// ```
/// let area = perceptron::special::quadrature::integrate(|x| (1.0 - x * x).sqrt(), -1.0, 1.0);
/// assert!((area - std::f64::consts::FRAC_PI_2).abs() < 1e-13);
/// ```
pub fn integrate(integrand: impl Fn(f64) -> f64, lower: f64, upper: f64) -> f64 {
    if upper < lower {
        return -integrate(integrand, upper, lower);
    }
    let accepts = |panel: &Panel| panel.error <= PANEL_ERROR * panel.magnitude.max(1.0);
    over_interval(integrand, [lower, upper], accepts)
}

/// The integral of [`integrate`], whose panels are accepted once the error of their integral is below `panel_error`.
///
/// For integrands that have fewer correct digits than a double: their rounding errors would let [`integrate`] bisect without gain.
pub fn integrate_within(
    integrand: impl Fn(f64) -> f64,
    [lower, upper]: [f64; 2],
    panel_error: f64,
) -> f64 {
    let width = upper - lower;
    let accepts = |panel: &Panel| width * panel.error <= panel_error;
    over_interval(integrand, [lower, upper], accepts)
}

/// Integrates from `lower` to `upper`, which must not be less; `accepts` decides about panels of the unit interval.
fn over_interval(
    integrand: impl Fn(f64) -> f64,
    [lower, upper]: [f64; 2],
    accepts: impl Fn(&Panel) -> bool,
) -> f64 {
    let width = upper - lower;
    let flattened = |u: f64| {
        let value = integrand(lower + width * (u * u * (3.0 - 2.0 * u)));
        if value.is_finite() {
            // The slope of the substitution vanishes at both ends, which tames infinities there.
            value * 6.0 * u * (1.0 - u)
        } else {
            0.0
        }
    };
    if width == 0.0 {
        0.0
    } else {
        width * over_unit_interval(flattened, accepts)
    }
}

fn over_unit_interval(f: impl Fn(f64) -> f64, accepts: impl Fn(&Panel) -> bool) -> f64 {
    let edge = |index: u32| f64::from(index) / f64::from(PANELS);
    let mut pending: Vec<(f64, f64)> = (0..PANELS)
        .rev()
        .map(|index| (edge(index), edge(index + 1)))
        .collect();
    let mut total = 0.0;
    while let Some((left, right)) = pending.pop() {
        let panel = gauss_kronrod(&f, left, right);
        if accepts(&panel) || right - left < NARROWEST {
            total += panel.value;
        } else {
            let middle = 0.5 * (left + right);
            // The left half is on top, so that sums run from left to right and round alike everywhere.
            pending.push((middle, right));
            pending.push((left, middle));
        }
    }
    total
}

fn gauss_kronrod(f: impl Fn(f64) -> f64, left: f64, right: f64) -> Panel {
    let (centre, half) = (0.5 * (left + right), 0.5 * (right - left));
    let values = NODES.map(|(node, _, _)| (f(centre - half * node), f(centre + half * node)));
    let (mut kronrod, mut gauss, mut magnitude) = (0.0, 0.0, 0.0);
    for ((node, weight, gauss_weight), (below, above)) in NODES.into_iter().zip(values) {
        // The centre is listed once but evaluated on both sides.
        let weight = if node == 0.0 { 0.5 * weight } else { weight };
        kronrod += weight * (below + above);
        gauss += gauss_weight * (below + above);
        magnitude += weight * (below.abs() + above.abs());
    }
    // On [−1, 1], half the integral is the mean.
    let error = estimate(
        (kronrod - gauss) * half,
        deviation(&values, 0.5 * kronrod) * half,
    );
    Panel {
        value: kronrod * half,
        error: error.max(0.0),
        magnitude: magnitude * half,
    }
}

/// ∫ |f − mean| over [−1, 1] by the Kronrod rule, from the values of f below and above the centre at each node.
fn deviation(values: &[(f64, f64); 11], mean: f64) -> f64 {
    NODES
        .iter()
        .zip(values)
        .fold(0.0, |sum, ((node, weight, _), (below, above))| {
            let share = if *node == 0.0 { 0.5 } else { 1.0 };
            sum + share * weight * ((below - mean).abs() + (above - mean).abs())
        })
}

/// QUADPACK's estimate of the error of the 21-point rule, which is far smaller than the `difference` of the two rules; `deviation` is ∫ |f − mean|.
fn estimate(difference: f64, deviation: f64) -> f64 {
    // A constant function gives no scale for the difference.
    if deviation == 0.0 {
        return difference.abs();
    }
    let ratio = 200.0 * difference.abs() / deviation;
    deviation * (ratio * libm::sqrt(ratio)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn gauss_and_kronrod_rules_are_exact_for_their_polynomial_degrees() {
        for power in 0..=30 {
            let panel = gauss_kronrod(|x| libm::pow(x, f64::from(power)), 0.0, 1.0);
            assert!(
                (panel.value - 1.0 / f64::from(power + 1)).abs() < 1e-15,
                "{power}"
            );
            assert!(
                power > 19 || panel.error < 2e-16,
                "{power} {:e}",
                panel.error
            );
        }
    }

    #[test]
    fn the_magnitude_of_a_panel_is_the_integral_of_the_absolute_value() {
        let cube = |x: f64| x * x * x;
        for (left, right) in [(0.0, 1.0), (0.25, 0.5), (-1.0, 0.0), (-0.75, -0.5)] {
            let due = (cube(right) * right - cube(left) * left) / 4.0;
            let panel = gauss_kronrod(cube, left, right);
            assert!((panel.value - due).abs() < 1e-16, "{left} {right}");
            assert!(
                (panel.magnitude - due.abs()).abs() < 1e-16,
                "{left} {right}"
            );
        }
    }

    #[test]
    fn smooth_and_singular_integrals_have_thirteen_digits() {
        let cases: [(f64, f64); 7] = [
            (integrate(libm::exp, 0.0, 3.0), libm::expm1(3.0)),
            (integrate(|x| 1.0 / libm::sqrt(x), 0.0, 4.0), 4.0),
            (integrate(|x| libm::pow(x, -0.4), 0.0, 1.0), 1.0 / 0.6),
            (integrate(libm::log, 0.0, 1.0), -1.0),
            (integrate(|x| libm::sqrt(1.0 - x * x), -1.0, 1.0), PI / 2.0),
            (
                integrate(|x| libm::exp(-0.5e6 * x * x), 0.0, 1.0),
                libm::sqrt(PI / 2e6),
            ),
            (
                integrate(|x| 1e-4 / (x * x + 1e-8), 0.0, 1.0),
                libm::atan(1e4),
            ),
        ];
        for (index, (value, exact)) in cases.into_iter().enumerate() {
            assert!(
                (value - exact).abs() < 1e-13 * exact.abs().max(1.0),
                "{index} {:e}",
                value - exact
            );
        }
    }

    #[test]
    fn reversed_limits_change_the_sign() {
        assert_eq!(
            integrate(libm::exp, 1.0, 0.0),
            -integrate(libm::exp, 0.0, 1.0)
        );
        assert_eq!(integrate(libm::exp, 1.0, 1.0), 0.0);
    }
}
