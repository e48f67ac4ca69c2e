//! Holds a column over some trials: one value per trial, or a single value that all trials share.

use super::Values;

/// The values of one column for the trials of a batch, stored once if all trials share the value.
#[derive(Debug, Clone)]
pub enum ColumnData {
    /// One value per trial.
    PerTrial(Values),
    /// A single value that all trials share, and the number of trials.
    Constant(Values, usize),
}

impl From<Values> for ColumnData {
    fn from(values: Values) -> Self {
        Self::PerTrial(values)
    }
}

impl ColumnData {
    /// The number of trials, even if only a single value is stored.
    pub fn len(&self) -> usize {
        match self {
            Self::PerTrial(values) => values.len(),
            Self::Constant(_, length) => *length,
        }
    }

    /// Whether the column covers no trial.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The stored values of the column: one per trial, or a single one that all trials share.
    pub fn values(&self) -> &Values {
        match self {
            Self::PerTrial(values) | Self::Constant(values, _) => values,
        }
    }

    /// Whether the column was never filled: one missing value is stored for all trials.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Constant(one, _) if !one.is_known(0))
    }

    /// Whether both columns hold the same values to the last bit, whichever way they are stored.
    pub fn is_same(&self, other: &Self) -> bool {
        let all = |held: &Self| match held {
            Self::PerTrial(values) => values.clone(),
            Self::Constant(one, length) => spread(one, *length),
        };
        self.len() == other.len()
            && match (self, other) {
                (Self::PerTrial(own), Self::PerTrial(other))
                | (Self::Constant(own, _), Self::Constant(other, _)) => own.is_same(other),
                _ => all(self).is_same(&all(other)),
            }
    }

    /// Returns the column with a single stored value if all trials have the same one; otherwise unchanged.
    pub(super) fn compacted(self) -> Self {
        match self {
            Self::PerTrial(values) if !values.is_empty() && values.is_one() => {
                Self::Constant(values.selected(&[0]), values.len())
            }
            held => held,
        }
    }

    /// The index of a trial's value among the stored values; 0 if all trials share a single one.
    pub(super) fn place(&self, trial: usize) -> usize {
        match self {
            Self::PerTrial(_) => trial,
            Self::Constant(..) => 0,
        }
    }

    /// The values for writing, one per trial; a single stored value is first repeated for every trial.
    #[inline]
    pub(super) fn each(&mut self) -> &mut Values {
        if let Self::Constant(one, length) = self {
            *self = Self::PerTrial(spread(one, *length));
        }
        match self {
            Self::PerTrial(values) | Self::Constant(values, _) => values,
        }
    }

    /// Appends the values of more trials; if `more` has another kind than this column, its values become missing.
    pub fn append(&mut self, mut more: Self) {
        if self.is_empty() && self.values().kind() == more.values().kind() {
            *self = more;
            return;
        }
        if let (Self::Constant(own, length), Self::Constant(one, others)) = (&mut *self, &more)
            && own.is_same(one)
        {
            *length += others;
            return;
        }
        let values = std::mem::replace(more.each(), Values::Flag(Vec::new()));
        self.each().append(values);
    }

    /// Replaces the value of one trial, given by its index, by the first of `other`.
    pub(super) fn replace(&mut self, trial: usize, other: &Values) {
        match self {
            Self::Constant(one, _) if one.is_same(&other.selected(&[0])) => {}
            _ => self.each().replace(trial, other),
        }
    }

    /// The values of the trials at these indices, in the order of the indices.
    pub fn selected(&self, places: &[usize]) -> Self {
        match self {
            Self::PerTrial(values) => Self::PerTrial(values.selected(places)),
            Self::Constant(one, _) => Self::Constant(one.clone(), places.len()),
        }
    }
}

/// Returns `length` copies of the first of `one`, which is the value that this many trials share.
#[cold]
fn spread(one: &Values, length: usize) -> Values {
    match one.is_known(0) {
        true => one.selected(&vec![0; length]),
        false => Values::missing(one.kind(), length),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(counts: &[u64]) -> Values {
        Values::Count(counts.iter().copied().map(Some).collect())
    }

    #[test]
    fn constant_column_behaves_like_a_per_trial_column() {
        let mut held = ColumnData::Constant(counts(&[7]), 3);
        assert_eq!((held.len(), held.place(2)), (3, 0));
        let some = held.selected(&[2, 0]);
        assert_eq!((some.len(), some.values()), (2, &counts(&[7])));
        held.append(ColumnData::from(counts(&[8])));
        held.append(ColumnData::Constant(counts(&[9]), 2));
        assert_eq!(held.values(), &counts(&[7, 7, 7, 8, 9, 9]));
        assert_eq!((held.len(), held.place(2)), (6, 2));
    }

    #[test]
    fn two_zeros_of_unlike_signs_are_two_values() {
        let all = |value| ColumnData::Constant(Values::Float(vec![Some(value)]), 2);
        let mut held = all(0.0);
        held.append(all(0.0));
        assert!(matches!(held, ColumnData::Constant(..)) && held.len() == 4);
        held.append(all(-0.0));
        let signs = (0..6).filter_map(|place| held.values().float(place));
        let negative: Vec<bool> = signs.map(f64::is_sign_negative).collect();
        assert_eq!(negative, [false, false, false, false, true, true]);
    }
}
