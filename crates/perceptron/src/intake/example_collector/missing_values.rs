//! Records missing values, drops their rows or fills them in, and refuses what is left then.

use super::ExampleCollector;
use crate::intake::content::{FilledValue, MissingValue};
use crate::intake::decimal::Decimal;
use crate::intake::fault::DataFault;
use crate::intake::request::Missing;
use crate::sample::Rational;

/// Largest number of missing values whose positions in the file are recorded.
const MOST_NAMED: usize = 20;

impl ExampleCollector<'_> {
    /// Records the missing value of the feature with index `place`; returns whether its row can stay.
    pub(super) fn gap(
        &mut self,
        line: u64,
        column: usize,
        place: usize,
    ) -> Result<bool, DataFault> {
        let name = self.names[place].clone();
        self.note_gap(line, column, &name);
        match self.request.missing {
            Missing::Refuse => Err(missing("a value is missing")
                .on(line)
                .at(column)
                .named(&name)),
            Missing::Drop => Ok(false),
            Missing::Mean => {
                self.holes.push((self.numbers.len(), line));
                self.numbers.push(Decimal::ZERO);
                Ok(true)
            }
        }
    }

    pub(super) fn note_gap(&mut self, line: u64, column: usize, name: &str) {
        self.gap_count += 1;
        if self.gaps.len() < MOST_NAMED {
            let (column, name) = (column as u64, name.to_owned());
            self.gaps.push(MissingValue { line, column, name });
        }
    }

    /// Fills in the mean of the column for every missing value, and returns the values filled in.
    pub(super) fn fill(&mut self) -> Result<Vec<FilledValue>, DataFault> {
        let dimension = self.names.len();
        let holes = std::mem::take(&mut self.holes);
        let mut columns: Vec<usize> = holes.iter().map(|(place, _)| place % dimension).collect();
        columns.sort_unstable();
        columns.dedup();
        for column in columns {
            let own: Vec<usize> = holes
                .iter()
                .map(|hole| hole.0)
                .filter(|place| place % dimension == column)
                .collect();
            let mean = self.mean(column, &own)?;
            own.iter().for_each(|&place| self.numbers.set(place, &mean));
        }
        let filled = |&(place, line): &(usize, u64)| FilledValue {
            line,
            name: self.names[place % dimension].clone(),
            value: self.numbers.get(place),
        };
        Ok(holes.iter().map(filled).collect())
    }

    fn mean(&self, column: usize, holes: &[usize]) -> Result<Rational, DataFault> {
        let dimension = self.names.len();
        let known = self.labels.len() - holes.len();
        if known == 0 {
            let fault = DataFault::new("the column has no value at all", "a column with values");
            return Err(fault.named(&self.names[column]).help(match dimension {
                1 => "the column is the only feature: write its values into the file",
                _ => "leave this column out: name the others with `--features`",
            }));
        }
        // A missing value is held as zero, which adds nothing.
        let places = (0..self.labels.len()).map(|row| row * dimension + column);
        let sum = places.fold(Rational::zero(), |sum, place| {
            &sum + &self.numbers.get(place)
        });
        Ok(&sum / &Rational::from(known as u64))
    }

    /// Refuses a file of whose rows none is left, because each has a missing value.
    pub(super) fn check_rows_are_left(&self) -> Result<(), DataFault> {
        let Some(gap) = self
            .gaps
            .first()
            .filter(|_| self.labels.is_empty() && self.other_classes == 0)
        else {
            return Ok(());
        };
        let problem = format!("no row is left: all {} have a missing value", self.rows);
        let fault = DataFault::new(problem, "rows with a value in every column");
        let mut fault = fault.concerning_one_column();
        let help = if gap.name == self.label {
            fault = fault.of_kind("no-class");
            "name another column with the classes by `--label`, or write a class into every row"
        } else if self.names.len() == 1 {
            "the column is the only feature: write its values into the file"
        } else {
            "leave the columns with missing values out by naming the others with `--features`, or fill them in by `--missing mean`"
        };
        let fault = fault.on(gap.line).at(gap.column as usize);
        Err(fault.named(&gap.name).help(help))
    }
}

fn missing(problem: &str) -> DataFault {
    DataFault::new(problem, "a value in every column")
        .help("`--missing drop` leaves such rows out, `--missing mean` fills in the mean of the column")
        .in_lines("`--missing drop` leaves such lines out")
}
