//! Decides whether the separator of a fixed sample lets some of its features vote, so that theorems about majorities and disjunctions apply to it.

/// The number of features of a set by which the labels of a sample are a majority of signs, or a disjunction of zeros and ones; `None` if they are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Votes {
    /// All features are 1 or −1, and every label is the sign of the sum of an odd number of them.
    pub majority_of: Option<usize>,
    /// All features are 0 or 1, and a label is +1 exactly if one of the features in the set is 1.
    pub disjunction_of: Option<usize>,
}

impl Votes {
    /// Of examples with a label each, whose features are numerators over `denominator`. The set is that of the features with the weight 1 in a separator
    /// of zeros and ones.
    pub fn of<'a>(
        examples: impl Iterator<Item = (&'a [i64], i64)> + Clone,
        denominator: i64,
        separator: &[i64],
    ) -> Self {
        let voters = separator.iter().filter(|u| **u == 1).count();
        let is_set = voters > 0 && separator.iter().all(|u| matches!(u, 0 | 1));
        if !is_set {
            return Self::default();
        }
        let is_majority = |(row, label): (&[i64], i64)| {
            row.iter().all(|x| x.abs() == denominator) && sum(row, separator) * label > 0
        };
        let is_disjunction = |(row, label): (&[i64], i64)| {
            let is_bits = row.iter().all(|x| *x == 0 || *x == denominator);
            is_bits && (sum(row, separator) > 0) == (label > 0)
        };
        Self {
            majority_of: (voters % 2 == 1 && examples.clone().all(is_majority)).then_some(voters),
            disjunction_of: examples.clone().all(is_disjunction).then_some(voters),
        }
    }
}

/// The sum of the features in the set: their signs alone matter, and no feature is counted twice.
fn sum(row: &[i64], separator: &[i64]) -> i64 {
    let pairs = row.iter().zip(separator);
    pairs.map(|(x, u)| x.signum() * u).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn votes<const N: usize>(
        rows: &[([i64; N], i64)],
        denominator: i64,
        separator: [i64; N],
    ) -> [Option<usize>; 2] {
        let examples = rows.iter().map(|(row, label)| (&row[..], *label));
        let votes = Votes::of(examples, denominator, &separator);
        [votes.majority_of, votes.disjunction_of]
    }

    #[test]
    fn signs_are_labelled_by_a_majority_if_every_label_is_one() {
        let rows = [([3, -3, 3], 1), ([-3, -3, 3], -1)];
        assert_eq!(votes(&rows, 3, [1, 1, 1]), [Some(3), None]);
        // The first one alone decides, and the second one does not.
        assert_eq!(votes(&rows, 3, [1, 0, 0]), [Some(1), None]);
        assert_eq!(votes(&rows, 3, [0, 1, 0]), [None, None]);
        // Two votes can tie, 3 of 3 is no sign over 1, and a weight of 2 is no vote.
        assert_eq!(votes(&rows, 3, [1, 0, 1]), [None, None]);
        assert_eq!(votes(&rows, 1, [1, 1, 1]), [None, None]);
        assert_eq!(votes(&rows, 3, [2, 0, 0]), [None, None]);
        assert_eq!(votes(&[([3, 0, 3], 1)], 3, [1, 0, 0]), [None, Some(1)]);
    }

    #[test]
    fn zeros_and_ones_are_labelled_by_a_disjunction_if_every_label_is_one() {
        let rows = [([1, 0, 0], 1), ([0, 1, 1], 1), ([0, 0, 1], -1)];
        assert_eq!(votes(&rows, 1, [1, 1, 0]), [None, Some(2)]);
        assert_eq!(votes(&rows, 1, [1, 0, 0]), [None, None]);
        assert_eq!(votes(&rows, 1, [1, 1, 1]), [None, None]);
        assert_eq!(votes(&rows, 1, [0, 0, 0]), [None, None]);
        assert_eq!(votes(&[([0, 2], 1)], 1, [1, 1]), [None, None]);
    }
}
