//! Bounds how far the distribution function of a stream of numbers in [0, 1] is from that of the uniform distribution, at a sequence of looks.

use super::Interval;

/// Number of cells of [0, 1] in which values are counted; no distance is computed more exactly than to one of them.
const CELLS: usize = 1 << 14;

/// The number of values at the first look.
const FIRST_LOOK: u64 = 16;

/// By how much a computed radius is enlarged, relative to itself, so that rounding cannot make it too small.
const ROUNDING: f64 = 1e-12;

/// A confidence sequence for the largest distance sup |G(t) − t| between the distribution function G of independent values and the uniform one.
///
/// Values are given as intervals. With G_n the empirical distribution function, all its possible positions inside these intervals are taken into
/// account. Nothing is assumed of G, which may have jumps: equal values count as they are. The values are counted in cells, so the memory is constant.
///
/// # Formula
///
/// ```text
/// P(sup |G_n − G| > ε) ≤ 2 exp(−2 n ε²)                      for every G, n and ε (Dvoretzky, Kiefer and Wolfowitz; Massart)
/// looks: n = 16, 32, 64, … with the shares α/(k(k + 1)), k = 1, 2, …, whose sum is α;      ε_n = sqrt(ln(2/share) / (2n))
/// ```
///
/// At every look the true distance lies between (certain distance of G_n) − ε_n and (largest possible distance of G_n) + ε_n. By the union bound, this
/// is right at all looks together with probability at least 1 − α, so the bounds of several looks may be intersected, and values may be added at any time.
/// Values after the last look do not count.
///
/// # Source
///
/// Massart, Annals of Probability 18 (1990) 1269–1283; docs/methodology.md.
#[derive(Debug, Clone)]
pub struct DistanceSequence {
    /// The probability α that the bounds are wrong at any look.
    error: f64,
    /// Number of values by the first cell boundary that they certainly do not exceed; `possibly` is by the first that they may not exceed.
    certainly: Vec<u64>,
    possibly: Vec<u64>,
    count: u64,
    bounds: Interval,
    last: Option<Look>,
}

/// The empirical distribution function at one look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// The number of values.
    pub values: u64,
    /// The largest distance of the empirical distribution function from the uniform one: at least, and at most, wherever the values lie in their
    /// intervals.
    pub distance: Interval,
    /// The radius ε of the band around the empirical distribution function that contains the true one.
    pub radius: f64,
}

impl DistanceSequence {
    /// Makes a sequence without values. `error` is the probability with which its bounds may be wrong.
    pub fn new(error: f64) -> Self {
        Self {
            error,
            certainly: vec![0; CELLS + 1],
            possibly: vec![0; CELLS + 1],
            count: 0,
            bounds: Interval::UNIT,
            last: None,
        }
    }

    /// Adds a value that lies between these ends. A value of which nothing is known lies between 0 and 1.
    pub fn push(&mut self, ends: Interval) {
        let [lower, upper] = match ends.lower <= ends.upper {
            true => [ends.lower, ends.upper],
            // NaN, or no interval.
            false => [0.0, 1.0],
        };
        // A product with a power of two is exact.
        let boundary = |end: f64| (end.clamp(0.0, 1.0) * CELLS as f64).ceil() as usize;
        self.certainly[boundary(upper)] += 1;
        self.possibly[boundary(lower)] += 1;
        self.count += 1;
        if last_look(self.count) == Some(self.count) {
            self.look();
        }
    }

    fn look(&mut self) {
        let distance = self.distance();
        let radius = self.radius_at(self.count) * (1.0 + ROUNDING);
        let bounds = &mut self.bounds;
        bounds.lower = bounds.lower.max(distance.lower - radius);
        bounds.upper = bounds.upper.min(distance.upper + radius);
        self.last = Some(Look {
            values: self.count,
            distance,
            radius,
        });
    }

    /// The part of the error probability that is spent at the look after this many values.
    fn share(&self, look: u64) -> f64 {
        let number = f64::from((look / FIRST_LOOK).ilog2()) + 1.0;
        self.error / (number * (number + 1.0))
    }

    /// The radius of the band around the empirical distribution function at the look after this many values.
    pub fn radius_at(&self, look: u64) -> f64 {
        radius(look, self.share(look))
    }

    /// The largest distance of the empirical distribution function from the uniform one, at least and at most.
    fn distance(&self) -> Interval {
        let all = self.count as f64;
        let (mut certain, mut possible) = (0.0_f64, 0.0_f64);
        // Shares of values that are certainly, and that may be, at most the cell's lower boundary; and that boundary.
        let (mut up_to, mut maybe_up_to) = (0, 0);
        let (mut below, mut at) = (0.0, 0.0);
        for (boundary, (sure, open)) in self.certainly.iter().zip(&self.possibly).enumerate() {
            up_to += sure;
            maybe_up_to += open;
            let next = boundary as f64 / CELLS as f64;
            let (least, most) = (up_to as f64 / all, maybe_up_to as f64 / all);
            certain = certain.max(least - next).max(next - most);
            // Inside the cell the uniform function lies between the two boundaries, and the empirical one between `below` and `most`.
            possible = possible.max(most - at).max(next - below);
            (below, at) = (least, next);
        }
        Interval::new(certain, possible.min(1.0))
    }

    /// Bounds on the largest distance between the true distribution function and the uniform one; from 0 to 1 before the first look.
    pub fn bounds(&self) -> Interval {
        self.bounds
    }

    /// The last look, if there was one.
    pub fn last(&self) -> Option<Look> {
        self.last
    }

    /// The number of further values until the first look that `decides`, given its number of values; `None` beyond 2⁴⁰ values.
    pub fn needed(&self, decides: impl Fn(u64) -> bool) -> Option<u64> {
        let looks = std::iter::successors(Some(next_look(self.count)), |look| Some(2 * look));
        let mut looks = looks.take_while(|look| *look <= 1 << 40);
        let first = looks.find(|look| decides(*look));
        first.map(|look| look - self.count)
    }
}

/// The largest number of values, at most this one, after which there is a look; `None` before the first look.
pub fn last_look(values: u64) -> Option<u64> {
    (values >= FIRST_LOOK).then(|| 1 << values.ilog2())
}

/// The smallest number of values above this one after which there is a look.
pub fn next_look(values: u64) -> u64 {
    last_look(values).map_or(FIRST_LOOK, |look| 2 * look)
}

/// The radius of the band around the empirical distribution function of this many values that misses the true function with probability at most
/// `error`.
///
/// # Formula
///
/// ```text
/// sqrt(ln(2/error) / (2n))
/// ```
pub fn radius(values: u64, error: f64) -> f64 {
    (libm::log(2.0 / error) / (2.0 * values.max(1) as f64)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LEVEL: f64 = 0.025;

    fn after(values: impl IntoIterator<Item = f64>) -> DistanceSequence {
        let mut sequence = DistanceSequence::new(LEVEL);
        for value in values {
            sequence.push(Interval::new(value, value));
        }
        sequence
    }

    /// sup |G_n(t) − t| from the sorted values, with the steps counted at every value.
    fn by_sorting(values: &[f64]) -> f64 {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let all = sorted.len() as f64;
        let at = |(rank, value): (usize, &f64)| {
            ((rank as f64 + 1.0) / all - value).max(value - rank as f64 / all)
        };
        sorted.iter().enumerate().map(at).fold(0.0, f64::max)
    }

    #[test]
    fn error_probabilities_of_all_looks_add_up_to_the_error_of_the_sequence() {
        let sequence = DistanceSequence::new(LEVEL);
        let shares: f64 = (4..=60).map(|power| sequence.share(1 << power)).sum();
        // The looks beyond 2⁶⁰ values have the rest, 1/58.
        assert!((shares - LEVEL * (1.0 - 1.0 / 58.0)).abs() < 1e-15);
    }

    #[test]
    fn looks_are_at_sixteen_values_and_each_doubling() {
        let around = |values| (last_look(values), next_look(values));
        assert_eq!(around(0), (None, 16));
        assert_eq!(around(15), (None, 16));
        assert_eq!(around(16), (Some(16), 32));
        assert_eq!(around(3000), (Some(2048), 4096));
        assert_eq!(around(4096), (Some(4096), 8192));
    }

    #[test]
    fn values_after_a_look_do_not_count_before_the_next_one() {
        let values = |count: u64| (0..count).map(|k| if k < 64 { 0.5 } else { 1.0 });
        let (at, between) = (after(values(64)), after(values(127)));
        assert_eq!(at.last(), between.last());
        assert_eq!(at.bounds(), between.bounds());
        assert_ne!(at.last(), after(values(128)).last());
    }

    #[test]
    fn radius_is_that_of_dvoretzky_kiefer_wolfowitz_and_massart() {
        // 2 exp(−2·200·0.1²) = 0.0366312778.
        assert!((radius(200, 0.036_631_277_777_468_36) - 0.1).abs() < 1e-12);
    }

    #[test]
    fn bounds_after_a_look_are_the_distance_plus_and_minus_the_radius() {
        let halves = after((0..1024).map(|_| 0.5));
        let look = halves.last().unwrap();
        // The seventh look has 1/56 of the error probability.
        let due = (libm::log(2.0 * 56.0 / LEVEL) / 2048.0).sqrt();
        assert_eq!(look.values, 1024);
        assert!((look.radius - due).abs() < 1e-9);
        assert!((look.distance.lower - 0.5).abs() < 1e-12, "{look:?}");
        assert!(halves.bounds().lower >= 0.5 - due - 1e-9);
        assert!(halves.bounds().upper <= 0.5 + due + 1e-4);
    }

    #[test]
    fn a_value_of_which_nothing_is_known_widens_the_distance_to_either_side() {
        let mut sequence = after((0..15).map(|k| (f64::from(k) + 0.5) / 16.0));
        sequence.push(Interval::new(f64::NAN, 1.0));
        let distance = sequence.last().unwrap().distance;
        assert!(distance.lower < 1.0 / 31.0 && distance.upper > 1.0 / 16.0);
    }

    #[test]
    fn needed_is_the_way_to_the_first_look_that_decides() {
        let sequence = after((0..100).map(|k| f64::from(k) / 100.0));
        let reaches = |reach: f64| sequence.needed(|look| sequence.radius_at(look) <= reach);
        let before = radius(1024, LEVEL / 56.0);
        let reached = radius(2048, LEVEL / 72.0);
        assert!(before > 0.05 && reached <= 0.05, "{before} {reached}");
        assert_eq!(reaches(0.05), Some(2048 - 100));
        assert_eq!(reaches(0.0), None);
    }

    proptest! {
        /// Equal values included: the values are multiples of 1/20.
        #[test]
        fn distance_is_that_of_the_sorted_values_up_to_a_cell(parts in prop::collection::vec(0..=20u32, 64)) {
            let values: Vec<f64> = parts.iter().map(|&part| f64::from(part) / 20.0).collect();
            let distance = after(values.clone()).last().unwrap().distance;
            let (due, cell) = (by_sorting(&values), 1.0 / CELLS as f64);
            prop_assert!(distance.lower <= due + 1e-12 && due - cell <= distance.lower);
            prop_assert!(distance.upper >= due - 1e-12 && due + cell >= distance.upper);
        }

        /// Wherever the values lie in their intervals, their distance lies in the computed one.
        #[test]
        fn distance_of_enclosed_values_encloses_that_of_the_values(
            values in prop::collection::vec((0.0..1.0f64, 0.0..0.2f64, 0.0..0.2f64), 32),
        ) {
            let mut sequence = DistanceSequence::new(LEVEL);
            for (value, down, up) in &values {
                sequence.push(Interval::new(value - down, value + up));
            }
            let distance = sequence.last().unwrap().distance;
            let due = by_sorting(&values.iter().map(|(value, ..)| *value).collect::<Vec<_>>());
            prop_assert!(distance.lower <= due + 1e-12 && due <= distance.upper + 1e-12);
        }
    }
}
