//! Bounds the mean of bounded observations by betting against candidate means, valid whenever one stops to look.
//!
//! A gambler starts with wealth 1 and bets, before each observation, that the mean lies above a candidate `m`. If the
//! mean is at most `m`, the game is unfavourable, and by Ville's inequality the wealth ever reaches `1/α` with
//! probability at most `α`. So a candidate at which it did is refuted, at any time and after any number of looks.
//!
//! # Formula
//!
//! Observations are scaled to `[0, 1]`. The wealth is the average of eight gamblers `j`, each with predictable plug-in bets:
//!
//! ```text
//! K_t(m) = 1/8 Σ_j Π_{i≤t} (1 + λ_{i,j}(m) (x_i − m)),     λ_{i,j}(m) = min(s_j / σ̂_{i−1}, 0.9 / m),    s_j = 2^{1−j}, j = 0..7
//! μ̂_t = (1/2 + Σ_{i≤t} x_i) / (t + 1),                     σ̂²_t = (1/4 + Σ_{i≤t} (x_i − μ̂_i)²) / (t + 1)
//! lower bound after t observations = sup { m : max_{s≤t} K_s(m) ≥ 1/α }
//! ```
//!
//! The best bet for a horizon of `T` observations is about `sqrt(2 ln(1/α) / T) / σ`; the stakes `s_j` cover horizons from a
//! handful to about a million observations at the price of `ln 8` in the exponent. For the upper bound the gamblers bet on
//! `m − x` with `λ ≤ 0.9 / (1 − m)`.
//!
//! # Validity
//!
//! `λ_i` depends on the past only, `λ_i ≤ 0.9 / m` keeps every factor at 0.1 or more, and so `K(m)` is a nonnegative
//! supermartingale whenever each observation has mean at most `m` given the past; an average of such is another.
//! Each factor falls in `m` (below the cap it is `1 + λ(x − m)`, above it `0.1 + 0.9 x/m`), so the refuted candidates form an
//! interval that bisection finds, the bound is the running intersection over time, and observations need not share one law.
//!
//! # Source
//!
//! Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86 (2024) 1–27: hedged
//! capital, predictable plug-in bets and mixtures of bets. Ville, "Étude critique de la notion de collectif" (1939).

use super::Interval;

/// Number of gamblers whose average is the wealth.
const GAMBLERS: usize = 8;

/// The bet of each gambler, in units of 1/σ̂.
const STAKES: [f64; GAMBLERS] = [2.0, 1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625];

/// The largest fraction of its wealth that a gambler can lose at once.
const LARGEST_LOSS: f64 = 0.9;

/// Wealth below this is thrown away: denormal numbers are slow, and losing money is always valid.
const POVERTY: f64 = 1e-250;

/// Covers the rounding of up to a million products, so that a computed refutation is a true one.
const ROUNDING: f64 = 1.0 + 1e-9;

/// Halvings of the unit range until a bound is exact to rounding.
const BISECTIONS: u32 = 52;

/// On which side of the candidate the gambler believes the mean to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Refutes "the mean is at most the candidate"; gives lower bounds.
    Above,
    /// Refutes "the mean is at least the candidate"; gives upper bounds.
    Below,
}

/// One observation in unit scale, with the `1/σ̂` that was known before it.
#[derive(Debug, Clone, Copy)]
struct Round {
    value: f64,
    boldness: f64,
}

/// The plug-in estimates of mean and variance, from past observations only.
#[derive(Debug, Clone, Copy)]
struct Predictor {
    range: Interval,
    weight: f64,
    sum: f64,
    squares: f64,
}

impl Predictor {
    fn new(range: Interval) -> Self {
        Predictor {
            range,
            weight: 1.0,
            sum: 0.5,
            squares: 0.25,
        }
    }

    /// Scales the observation and bets on it before learning from it.
    fn next_round(&mut self, observed: f64) -> Round {
        let value = self.to_unit(observed).clamp(0.0, 1.0);
        let boldness = (self.weight / self.squares).sqrt();
        self.weight += 1.0;
        self.sum += value;
        let surprise = value - self.sum / self.weight;
        self.squares += surprise * surprise;
        Round { value, boldness }
    }

    fn to_unit(self, value: f64) -> f64 {
        (value - self.range.lower) / (self.range.upper - self.range.lower)
    }

    fn scaled_back(self, value: f64) -> f64 {
        let Interval { lower, upper } = self.range;
        (lower + value * (upper - lower)).max(lower).min(upper)
    }
}

/// The gamblers at one candidate mean, in unit scale.
#[derive(Debug, Clone, Copy)]
struct Gamblers {
    side: Side,
    candidate: f64,
    cap: f64,
    capitals: [f64; GAMBLERS],
}

impl Gamblers {
    fn new(side: Side, candidate: f64) -> Self {
        let room = match side {
            Side::Above => candidate,
            Side::Below => 1.0 - candidate,
        };
        // A candidate outside the range leaves no room to lose, hence no cap.
        let cap = LARGEST_LOSS / room.max(0.0);
        Gamblers {
            side,
            candidate,
            cap,
            capitals: [1.0; GAMBLERS],
        }
    }

    /// Plays one round and returns the average wealth after it.
    fn play(&mut self, round: &Round) -> f64 {
        let gain = match self.side {
            Side::Above => round.value - self.candidate,
            Side::Below => self.candidate - round.value,
        };
        for (capital, stake) in self.capitals.iter_mut().zip(&STAKES) {
            *capital *= 1.0 + (stake * round.boldness).min(self.cap) * gain;
            if *capital < POVERTY {
                *capital = 0.0;
            }
        }
        self.capitals.iter().sum::<f64>() / GAMBLERS as f64
    }
}

/// The wealth of betting on one side of one candidate mean: an e-process, with constant work and memory per observation.
///
/// If the mean of every observation given the past lies on the other side of the candidate (or on it),
/// `peak ≥ 1/α` happens with probability at most `α`, however long one watches.
/// It refutes a candidate exactly when the bound of [`BettingSequence`] has passed it.
///
/// # Source
///
/// See [the module](self).
///
/// # Examples
///
/// ```
/// # use claims::stats::{Interval, Side, Wealth};
/// let mut wealth = Wealth::against(Side::Above, 0.1, Interval::UNIT);
/// for _ in 0..20 {
///     wealth.push(0.9);
/// }
/// assert!(wealth.refutes_at(0.01));
/// ```
#[derive(Debug, Clone)]
pub struct Wealth {
    predictor: Predictor,
    gamblers: Gamblers,
    peak: f64,
}

impl Wealth {
    /// Starts betting that the mean of observations in `range` lies on `side` of `candidate`.
    pub fn against(side: Side, candidate: f64, range: Interval) -> Self {
        let predictor = Predictor::new(range);
        let gamblers = Gamblers::new(side, predictor.to_unit(candidate));
        Wealth {
            predictor,
            gamblers,
            peak: 1.0,
        }
    }

    /// Takes the next observation; one outside the range counts as the nearest end, and NaN ends the game.
    pub fn push(&mut self, value: f64) {
        let round = self.predictor.next_round(value);
        self.peak = self.peak.max(self.gamblers.play(&round));
    }

    /// The largest wealth so far, at least 1: the evidence against the other side.
    pub fn peak(&self) -> f64 {
        self.peak
    }

    /// An anytime-valid p-value: `1 / peak`.
    pub fn p_value(&self) -> f64 {
        1.0 / self.peak
    }

    /// Whether the evidence refutes, at level `alpha`, that the mean lies on the other side.
    pub fn refutes_at(&self, alpha: f64) -> bool {
        self.peak >= ROUNDING / alpha
    }
}

/// A confidence sequence for the mean of observations in a bounded range: push values, ask for bounds at any time.
///
/// The bounds are the running intersection over time: as values arrive they only tighten, at any choice of `alpha` in (0, 1),
/// and each is valid simultaneously over all times. A question costs about 52 passes over the values held.
///
/// # Source
///
/// See [the module](self).
#[derive(Debug, Clone)]
pub struct BettingSequence {
    predictor: Predictor,
    rounds: Vec<Round>,
}

impl BettingSequence {
    /// A sequence without observations, whose bounds are the ends of the range.
    pub fn new(range: Interval) -> Self {
        BettingSequence {
            predictor: Predictor::new(range),
            rounds: Vec::new(),
        }
    }

    /// Takes the next observation; one outside the range counts as the nearest end, and NaN ends the game.
    pub fn push(&mut self, value: f64) {
        let round = self.predictor.next_round(value);
        self.rounds.push(round);
    }

    /// The number of observations.
    pub fn len(&self) -> usize {
        self.rounds.len()
    }

    /// Whether there is no observation yet.
    pub fn is_empty(&self) -> bool {
        self.rounds.is_empty()
    }

    /// The mean is at least this, with error probability at most `alpha` over all times together.
    pub fn lower_bound(&self, alpha: f64) -> f64 {
        self.last_refuted(Side::Above, alpha)
    }

    /// The mean is at most this, with error probability at most `alpha` over all times together.
    pub fn upper_bound(&self, alpha: f64) -> f64 {
        self.last_refuted(Side::Below, alpha)
    }

    /// Both bounds at `alpha / 2` each; empty with probability at most `alpha`.
    pub fn confidence_interval(&self, alpha: f64) -> Interval {
        Interval::new(self.lower_bound(alpha / 2.0), self.upper_bound(alpha / 2.0))
    }

    /// The refuted candidate nearest to the mean; the end of the range, beyond which nothing can lie, if there is none.
    fn last_refuted(&self, side: Side, alpha: f64) -> f64 {
        let (mut refuted, mut standing) = match side {
            Side::Above => (0.0, 1.0),
            Side::Below => (1.0, 0.0),
        };
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (refuted + standing);
            if self.refutes(side, middle, ROUNDING / alpha) {
                refuted = middle;
            } else {
                standing = middle;
            }
        }
        self.predictor.scaled_back(refuted)
    }

    fn refutes(&self, side: Side, candidate: f64, wealth: f64) -> bool {
        let mut gamblers = Gamblers::new(side, candidate);
        self.rounds
            .iter()
            .any(|round| gamblers.play(round) >= wealth)
    }
}

/// Gathers values in their order: `BettingSequence` in one call.
fn sequence(values: &[f64], range: Interval) -> BettingSequence {
    let mut sequence = BettingSequence::new(range);
    values.iter().for_each(|&value| sequence.push(value));
    sequence
}

/// A lower bound on the mean of values in `range`, with error probability at most `alpha` whenever one stops;
/// `range.lower` if there are no values. See [`BettingSequence::lower_bound`].
pub fn lower_bound(values: &[f64], range: Interval, alpha: f64) -> f64 {
    sequence(values, range).lower_bound(alpha)
}

/// An upper bound on the mean of values in `range`, with error probability at most `alpha` whenever one stops;
/// `range.upper` if there are no values. See [`BettingSequence::upper_bound`].
pub fn upper_bound(values: &[f64], range: Interval, alpha: f64) -> f64 {
    sequence(values, range).upper_bound(alpha)
}

/// Both bounds at `alpha / 2` each; `range` if there are no values. See [`BettingSequence::confidence_interval`].
pub fn confidence_interval(values: &[f64], range: Interval, alpha: f64) -> Interval {
    sequence(values, range).confidence_interval(alpha)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{clopper_pearson, empirical_bernstein_radius, hoeffding_radius, mean};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// A law on [0, 1] as a function of a uniform number.
    type Law = fn(f64) -> f64;

    const RARE: Law = |u| f64::from(u < 0.05);
    const FAIR: Law = |u| f64::from(u < 0.5);
    /// Beta(1/9, 1): mean 0.1, most of it near 0.
    const SKEWED: Law = |u| u.powi(9);
    /// Usually a little, rarely everything: the worst case for learning the variance early. Mean 0.05.
    const TWO_POINT: Law = |u| if u < 0.04 { 1.0 } else { 0.01 / 0.96 };
    const NARROW: Law = |u| 0.4 + 0.02 * u;

    const BOUNDARY: [(Law, f64); 5] = [
        (RARE, 0.05),
        (FAIR, 0.5),
        (SKEWED, 0.1),
        (TWO_POINT, 0.05),
        (NARROW, 0.41),
    ];

    fn draw(seed: u64, n: usize, law: Law) -> Vec<f64> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        (0..n).map(|_| law(rng.random())).collect()
    }

    /// The fraction of studies of `n` observations in which a gambler against `candidate` ever reaches 1/alpha.
    fn refuted(law: Law, side: Side, candidate: f64, n: usize, studies: u64, alpha: f64) -> f64 {
        let refutes = |study: &u64| {
            let mut wealth = Wealth::against(side, candidate, Interval::UNIT);
            draw(*study, n, law).iter().for_each(|&x| wealth.push(x));
            wealth.refutes_at(alpha)
        };
        (0..studies).filter(refutes).count() as f64 / studies as f64
    }

    #[test]
    fn under_continuous_peeking_at_the_boundary_errors_stay_below_alpha() {
        for (law, mean) in BOUNDARY {
            for side in [Side::Above, Side::Below] {
                let rate = refuted(law, side, mean, 500, 2000, 0.05);
                assert!(rate < 0.05, "mean {mean}, {side:?}: {rate}");
            }
        }
    }

    #[test]
    fn errors_stay_below_alpha_when_the_law_changes_but_keeps_its_mean() {
        let mut errors = 0;
        for study in 0..2000 {
            let mut wealth = Wealth::against(Side::Above, 0.05, Interval::UNIT);
            let calm = std::iter::repeat_n(0.05, 100);
            calm.chain(draw(study, 400, RARE))
                .for_each(|x| wealth.push(x));
            errors += u32::from(wealth.refutes_at(0.05));
        }
        assert!(errors < 100, "{errors} of 2000");
    }

    #[test]
    fn the_interval_covers_the_mean_at_all_times_at_least_as_often_as_promised() {
        for (law, mean) in BOUNDARY {
            let missed = (0..300).filter(|&study| {
                let interval = confidence_interval(&draw(study, 300, law), Interval::UNIT, 0.1);
                !interval.contains(mean)
            });
            assert!(missed.count() <= 30);
        }
    }

    #[test]
    fn a_mean_of_twice_the_limit_is_found() {
        assert!(refuted(RARE, Side::Above, 0.025, 2000, 200, 0.01) > 0.95);
        assert!(refuted(RARE, Side::Below, 0.1, 1000, 200, 0.01) > 0.95);
    }

    #[test]
    fn bounds_only_tighten_as_values_arrive() {
        let mut sequence = BettingSequence::new(Interval::UNIT);
        let mut last = Interval::UNIT;
        for x in draw(7, 300, SKEWED) {
            sequence.push(x);
            let now = sequence.confidence_interval(0.05);
            assert!(last.lower <= now.lower && now.upper <= last.upper);
            last = now;
        }
        assert!(last.width() < 0.3);
    }

    #[test]
    fn streaming_and_batch_give_the_same_numbers() {
        let (values, range) = (
            draw(3, 400, |u| 3.0 * u * u - 1.0),
            Interval::new(-1.0, 2.0),
        );
        let mut sequence = BettingSequence::new(range);
        for (i, &x) in values.iter().enumerate() {
            sequence.push(x);
            if i % 97 == 0 {
                assert_eq!(
                    sequence.confidence_interval(0.02),
                    confidence_interval(&values[..=i], range, 0.02)
                );
            }
        }
    }

    #[test]
    fn a_candidate_is_refuted_exactly_when_the_bound_has_passed_it() {
        let (values, range) = (draw(4, 500, |u| 10.0 * u), Interval::new(0.0, 10.0));
        let bound = lower_bound(&values, range, 0.05);
        for (candidate, expected) in [
            (bound - 1e-9, true),
            (bound + 1e-9, false),
            (-1.0, true),
            (11.0, false),
        ] {
            let mut wealth = Wealth::against(Side::Above, candidate, range);
            values.iter().for_each(|&x| wealth.push(x));
            assert_eq!(wealth.refutes_at(0.05), expected, "{candidate}");
            assert_eq!(wealth.p_value() <= 0.05, expected);
        }
    }

    #[test]
    fn upper_bounds_mirror_lower_bounds() {
        let values = draw(5, 200, SKEWED);
        let mirrored: Vec<f64> = values.iter().map(|x| 1.0 - x).collect();
        let (upper, lower) = (
            upper_bound(&values, Interval::UNIT, 0.01),
            lower_bound(&mirrored, Interval::UNIT, 0.01),
        );
        assert!((upper - (1.0 - lower)).abs() < 1e-12);
    }

    #[test]
    fn bounds_move_with_the_range() {
        let values = draw(6, 200, SKEWED);
        let scaled: Vec<f64> = values.iter().map(|x| 4.0 * x - 2.0).collect();
        let unit = confidence_interval(&values, Interval::UNIT, 0.01);
        let wide = confidence_interval(&scaled, Interval::new(-2.0, 2.0), 0.01);
        assert!((wide.lower - (4.0 * unit.lower - 2.0)).abs() < 1e-9);
        assert!((wide.upper - (4.0 * unit.upper - 2.0)).abs() < 1e-9);
    }

    #[test]
    fn without_observations_the_bounds_are_the_range() {
        let range = Interval::new(-3.0, 7.0);
        assert_eq!(confidence_interval(&[], range, 0.01), range);
        assert!(BettingSequence::new(range).is_empty());
    }

    #[test]
    fn a_range_of_one_point_is_its_own_interval() {
        let point = Interval::new(2.0, 2.0);
        assert_eq!(confidence_interval(&[2.0, 2.0], point, 0.01), point);
    }

    #[test]
    fn equal_values_close_in_on_themselves_and_never_exclude_themselves() {
        for x in [0.0, 0.1, 0.5, 1.0] {
            let interval = confidence_interval(&[x; 2000], Interval::UNIT, 0.01);
            assert!(
                interval.contains(x) && interval.width() < 0.02,
                "{x}: {interval:?}"
            );
        }
    }

    #[test]
    fn a_value_outside_the_range_counts_as_its_end_and_nan_as_no_evidence() {
        assert_eq!(
            lower_bound(&[5.0; 9], Interval::UNIT, 0.1),
            lower_bound(&[1.0; 9], Interval::UNIT, 0.1)
        );
        let mut values = vec![0.9; 10];
        values.push(f64::NAN);
        let before = lower_bound(&values, Interval::UNIT, 0.1);
        values.extend([0.9; 100]);
        assert_eq!(lower_bound(&values, Interval::UNIT, 0.1), before);
    }

    #[test]
    fn zero_failures_cost_little_more_than_the_exact_fixed_sample_limit() {
        let exact = crate::stats::clopper_pearson_upper(0, 1000, 0.01);
        let anytime = upper_bound(&[0.0; 1000], Interval::UNIT, 0.01);
        assert!(
            exact < anytime && anytime < 1.6 * exact,
            "{anytime} against {exact}"
        );
    }

    #[test]
    fn small_means_are_bounded_far_more_tightly_than_by_hoeffding() {
        let hoeffding = hoeffding_radius(1000, Interval::UNIT, 0.01);
        for (law, factor) in [(RARE, 1.5), (SKEWED, 1.3), (NARROW, 5.0)] {
            let values = draw(11, 1000, law);
            let excess = upper_bound(&values, Interval::UNIT, 0.01) - mean(&values);
            assert!(factor * excess < hoeffding, "{excess} against {hoeffding}");
        }
    }

    /// The risk of a learner on N uniform draws of 10 basis vectors, the cells of theory C-H11: the unseen share.
    fn unseen_share(seed: u64, draws: usize, replicates: usize) -> Vec<f64> {
        let uniform = draw(seed, draws * replicates, |u| u);
        let share = |sample: &[f64]| {
            let seen: std::collections::BTreeSet<usize> =
                sample.iter().map(|u| (10.0 * u) as usize).collect();
            1.0 - seen.len() as f64 / 10.0
        };
        uniform.chunks(draws).map(share).collect()
    }

    /// Expected risks 0.1216 and 0.0052: after 1000 replicates the betting interval is 5 and 12 times as narrow as Hoeffding's for a
    /// fixed number, although it may be looked at after every replicate.
    #[test]
    fn on_the_small_risks_of_the_leave_one_out_cells_betting_beats_hoeffding_by_a_stated_factor() {
        let hoeffding = 2.0 * hoeffding_radius(1000, Interval::UNIT, 0.005);
        for (draws, mean, factor) in [(20, 0.9f64.powi(20), 5.0), (50, 0.9f64.powi(50), 12.0)] {
            let interval =
                confidence_interval(&unseen_share(14, draws, 1000), Interval::UNIT, 0.01);
            let ratio = hoeffding / interval.width();
            assert!(
                interval.contains(mean) && (factor..1.3 * factor).contains(&ratio),
                "{ratio} {interval:?}"
            );
        }
    }

    /// Clopper–Pearson is exact for one look at a fixed n; peeking for ever costs less than half its width again,
    /// and less than the fixed-n empirical Bernstein bound spends.
    #[test]
    fn at_one_tenth_the_sequence_lies_between_the_exact_interval_and_empirical_bernstein() {
        let values = draw(12, 1000, |u| f64::from(u < 0.1));
        let successes = values.iter().sum::<f64>() as u64;
        let exact = clopper_pearson(successes, 1000, 0.05).width();
        let betting = confidence_interval(&values, Interval::UNIT, 0.05).width();
        let bernstein = 2.0 * empirical_bernstein_radius(&values, Interval::UNIT, 0.025);
        let hoeffding = 2.0 * hoeffding_radius(1000, Interval::UNIT, 0.025);
        assert!(
            exact < betting && betting < 1.6 * exact,
            "{betting} against {exact}"
        );
        assert!(betting < bernstein && betting < hoeffding);
    }

    #[test]
    fn a_hundred_thousand_values_are_bounded_closely() {
        let interval = confidence_interval(&draw(13, 100_000, RARE), Interval::UNIT, 0.01);
        assert!(
            interval.contains(0.05) && interval.width() < 0.006,
            "{interval:?}"
        );
    }

    #[test]
    fn the_bits_of_a_bound_are_fixed() {
        let values: Vec<f64> = (0..100).map(|i| f64::from(i % 7) / 8.0).collect();
        let interval = confidence_interval(&values, Interval::UNIT, 0.05);
        assert_eq!(
            (interval.lower.to_bits(), interval.upper.to_bits()),
            (4598990477948134536, 4601715168618126008)
        );
    }
}
