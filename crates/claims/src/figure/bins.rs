//! Divides values into ranges of equal width.

/// Most ranges.
const MOST: f64 = 30.0;

/// The share of some values in each of several ranges of equal width, the first of which begins at `start`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bins {
    start: f64,
    width: f64,
    pub(super) shares: Vec<f64>,
}

impl Bins {
    /// Divides values, given as the steps of their distribution function: in ascending order, each with the share of all values up to it. Ranges of
    /// whole numbers hold whole numbers. `None` without two different values.
    pub(super) fn of(steps: &[(f64, f64)]) -> Option<Self> {
        let (least, largest) = (steps.first()?.0, steps.last()?.0);
        if least >= largest || !least.is_finite() || !largest.is_finite() {
            return None;
        }
        let is_whole = steps.iter().all(|(value, _)| value.fract() == 0.0);
        let (start, width) = match is_whole {
            true => (least - 0.5, ((largest - least + 1.0) / MOST).ceil()),
            false => (least, (largest - least) / MOST),
        };
        let place = |value: f64| ((value - start) / width) as usize;
        // The largest value of all belongs to the last range.
        let last = match is_whole {
            true => place(largest),
            false => MOST as usize - 1,
        };
        let mut shares = vec![0.0; last + 1];
        let mut before = 0.0;
        for (value, share) in steps {
            shares[place(*value).min(last)] += share - before;
            before = *share;
        }
        Some(Self {
            start,
            width,
            shares,
        })
    }

    /// The lower end of a range, or the upper end of the one before.
    pub(super) fn edge(&self, place: usize) -> f64 {
        self.start + place as f64 * self.width
    }

    /// The largest share.
    pub(super) fn highest(&self) -> f64 {
        self.shares.iter().copied().fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_a_range_each_until_there_are_too_many() {
        let few = Bins::of(&[(2.0, 0.25), (3.0, 0.5), (5.0, 1.0)]).unwrap();
        assert_eq!(few.shares, [0.25, 0.25, 0.0, 0.5]);
        assert_eq!([few.edge(0), few.edge(4)], [1.5, 5.5]);
        let many: Vec<(f64, f64)> = (0..100)
            .map(|at| (f64::from(at), f64::from(at + 1) / 100.0))
            .collect();
        let many = Bins::of(&many).unwrap();
        assert_eq!((many.width, many.shares.len()), (4.0, 25));
        assert!(
            (many.shares.iter().sum::<f64>() - 1.0).abs() < 1e-12
                && (many.highest() - 0.04).abs() < 1e-12
        );
    }

    #[test]
    fn fractions_fill_thirty_ranges_and_one_value_none() {
        let bins = Bins::of(&[(0.0, 0.5), (0.5, 0.75), (3.0, 1.0)]).unwrap();
        assert_eq!(
            (
                bins.shares.len(),
                bins.shares[0],
                bins.shares[5],
                bins.shares[29]
            ),
            (30, 0.5, 0.25, 0.25)
        );
        assert_eq!(Bins::of(&[(1.0, 1.0)]), None);
        assert_eq!(Bins::of(&[]), None);
    }
}
