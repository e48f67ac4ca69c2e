//! Takes the rows of a file whose columns have types, such as parquet, from whoever can decode it.

use super::gather::{Cell, Gather};
use super::request::{Request, Roles};
use super::{Fault, Format, Intake};

/// Rows of typed columns on their way to examples.
pub struct Typed<'r> {
    gather: Gather<'r>,
    roles: Roles,
    names: Vec<String>,
    row: u64,
}

impl<'r> Typed<'r> {
    /// A file with columns of these names.
    ///
    /// # Errors
    /// A column that is asked for is not there.
    pub fn new(names: Vec<String>, request: &'r Request) -> Result<Self, Fault> {
        let roles = Roles::of(&names, |_| false, request)?;
        let chosen = roles.features.iter().map(|&place| names[place].clone());
        let gather = Gather::new(request, chosen.collect(), names[roles.label].clone());
        Ok(Self {
            gather,
            roles,
            names,
            row: 0,
        })
    }

    /// The names of the columns that are read: the label, then the features.
    pub fn wanted(&self) -> Vec<String> {
        let places = [self.roles.label]
            .into_iter()
            .chain(self.roles.features.iter().copied());
        places.map(|place| self.names[place].clone()).collect()
    }

    /// Takes a row, whose cells are the columns wanted.
    ///
    /// # Errors
    /// A value is missing, or no number; the line is the row, from 1.
    pub fn push<'c>(&mut self, cell: impl Fn(usize) -> Cell<'c>) -> Result<(), Fault> {
        self.row += 1;
        let places = self.roles.features.iter().enumerate();
        let features = places.map(|(place, &column)| (cell(place + 1), column + 1));
        self.gather
            .row(self.row, (cell(0), self.roles.label + 1), features)
    }

    /// The examples.
    ///
    /// # Errors
    /// There are no two classes.
    pub fn finish(self) -> Result<Intake, Fault> {
        let chosen =
            |place: &usize| *place == self.roles.label || self.roles.features.contains(place);
        let unused = (0..self.names.len()).filter(|place| !chosen(place));
        let unused = unused.map(|place| self.names[place].clone()).collect();
        Ok(Intake {
            unused,
            ..self.gather.finish(Format::Parquet)?
        })
    }
}
