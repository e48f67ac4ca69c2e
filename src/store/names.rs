//! Stores names that repeat from row to row only once.

/// Number of recently stored names that are searched for a new one, so that few names are stored twice.
const LATELY: usize = 8;

/// A column with a name, or none, for every row, in which a repeated name is stored only once.
#[derive(Default)]
pub(super) struct Names {
    rows: Vec<u32>,
    known: Vec<Option<String>>,
}

impl Names {
    /// Creates the column from the names of its rows.
    pub(super) fn of<'a>(names: impl Iterator<Item = Option<&'a str>>) -> Self {
        let mut all = Self::default();
        names.for_each(|name| all.push(name));
        all
    }

    /// Creates a column in which all rows have the same name.
    pub(super) fn of_one(name: Option<&str>, rows: usize) -> Self {
        Self {
            rows: vec![0; rows],
            known: vec![name.map(str::to_owned)],
        }
    }

    fn push(&mut self, name: Option<&str>) {
        let is_it = |known: &Option<String>| known.as_deref() == name;
        let from = self.known.len().saturating_sub(LATELY);
        let found = self.known[from..].iter().rposition(is_it);
        let place = found.map_or(self.known.len(), |place| from + place);
        if found.is_none() {
            self.known.push(name.map(str::to_owned));
        }
        self.rows.push(place as u32);
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Name in a row; `None` if the row has none.
    pub(super) fn get(&self, row: usize) -> Option<&str> {
        self.known[self.rows[row] as usize].as_deref()
    }

    /// Converts the name of every row; each stored name is converted once. `None` if one of them cannot be converted.
    pub(super) fn converted<T: Copy>(
        &self,
        of: impl Fn(Option<&str>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let known = self.known.iter().map(|name| of(name.as_deref()));
        let known = known.collect::<Option<Vec<T>>>()?;
        Some(self.rows.iter().map(|&row| known[row as usize]).collect())
    }

    /// Whether all rows of `rows` have this name; `None` stands for no name.
    pub(super) fn are_all(
        &self,
        mut rows: impl Iterator<Item = usize>,
        name: Option<&str>,
    ) -> bool {
        if let [one] = &*self.known {
            return one.as_deref() == name || rows.next().is_none();
        }
        let mut same = None;
        rows.all(|row| self.is_it(row, name, &mut same))
    }

    /// Number of consecutive rows, starting at `first`, that have this name.
    pub(super) fn run_from(&self, first: usize, name: Option<&str>) -> usize {
        if let [one] = &*self.known {
            let is_it = one.as_deref() == name;
            return if is_it { self.len() - first } else { 0 };
        }
        let mut same = None;
        let rows = first..self.len();
        rows.take_while(|row| self.is_it(*row, name, &mut same))
            .count()
    }

    /// Whether a row has a name; `same` remembers the index of the stored name once it was found.
    fn is_it(&self, row: usize, name: Option<&str>, same: &mut Option<u32>) -> bool {
        let is_it = *same == Some(self.rows[row]) || self.get(row) == name;
        if is_it {
            *same = Some(self.rows[row]);
        }
        is_it
    }

    /// The column of the rows from `first` on, followed by the rows of `others`.
    pub(super) fn extended(&self, first: usize, others: &Self) -> Self {
        let own = (first..self.len()).map(|row| self.get(row));
        Self::of(own.chain((0..others.len()).map(|row| others.get(row))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interned_names_round_trip_by_row() {
        let texts: Vec<Option<String>> = (0..100)
            .map(|row| (row % 7 != 3).then(|| format!("cell {}", row / 3 % 20)))
            .collect();
        let names = Names::of(texts.iter().map(Option::as_deref));
        let back: Vec<Option<&str>> = (0..names.len()).map(|row| names.get(row)).collect();
        let due: Vec<Option<&str>> = texts.iter().map(Option::as_deref).collect();
        assert_eq!(back, due);
        let joined = names.extended(90, &names);
        assert_eq!((joined.len(), joined.get(10)), (110, names.get(0)));
    }

    #[test]
    fn run_of_equal_names_ends_at_the_first_different_row() {
        let names = Names::of([Some("a"), Some("a"), None, Some("a")].into_iter());
        assert_eq!(names.run_from(0, Some("a")), 2);
        assert_eq!(names.run_from(2, None), 1);
        assert_eq!(names.run_from(1, Some("b")), 0);
        assert!(names.are_all([0, 1, 3].into_iter(), Some("a")));
        assert!(!names.are_all([0, 2].into_iter(), Some("a")));
    }
}
