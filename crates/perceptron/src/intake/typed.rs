//! Takes the rows of a file whose columns have types, such as parquet, from whoever can decode it.

use super::cell::FieldValue;
use super::content::Intake;
use super::example_collector::ExampleCollector;
use super::fault::{DataFault, shortened};
use super::format::Format;
use super::request::{ColumnRoles, Request};
use std::collections::BTreeSet;

/// Rows of typed columns on their way to examples.
pub struct Typed<'r> {
    gather: ExampleCollector<'r>,
    roles: ColumnRoles,
    names: Vec<String>,
    is_index: Vec<bool>,
    row: u64,
}

impl<'r> Typed<'r> {
    /// A file with columns of these names, each with whether the file marks it as an index: then it is label or feature only if it is asked for.
    ///
    /// # Errors
    /// A column that is asked for is not there.
    pub fn new(columns: Vec<(String, bool)>, request: &'r Request) -> Result<Self, DataFault> {
        let (names, is_index): (Vec<String>, Vec<bool>) = columns.into_iter().unzip();
        let roles = ColumnRoles::of(&names, |place| is_index[place], request)?;
        let mut seen = BTreeSet::new();
        let twice = names.iter().position(|name| !seen.insert(name));
        if let Some(place) = twice {
            let problem = format!("two columns are named `{}`", shortened(&names[place]));
            let fault = DataFault::new(problem, "a name of its own for every column");
            return Err(fault
                .at(place + 1)
                .help("rename one, or take one of them out of the file"));
        }
        let chosen = roles.features.iter().map(|&place| names[place].clone());
        let gather = ExampleCollector::new(request, chosen.collect(), names[roles.label].clone());
        Ok(Self {
            gather,
            roles,
            names,
            is_index,
            row: 0,
        })
    }

    /// The places of the columns that are read: the label, then the features.
    pub fn wanted(&self) -> Vec<usize> {
        let features = self.roles.features.iter().copied();
        [self.roles.label].into_iter().chain(features).collect()
    }

    /// Takes a row, whose cells are the columns wanted.
    ///
    /// # Errors
    /// A value is missing, or no number; the line is the row, from 1.
    pub fn push<'c>(&mut self, cell: impl Fn(usize) -> FieldValue<'c>) -> Result<(), DataFault> {
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
    pub fn finish(self) -> Result<Intake, DataFault> {
        let chosen =
            |place: &usize| *place == self.roles.label || self.roles.features.contains(place);
        let unused = (0..self.names.len()).filter(|place| !chosen(place));
        let (indices, unused): (Vec<usize>, Vec<usize>) =
            unused.partition(|&place| self.is_index[place]);
        let named = |places: Vec<usize>| {
            let names = places.into_iter().map(|place| self.names[place].clone());
            names.collect()
        };
        Ok(Intake {
            unused: named(unused),
            indices: named(indices),
            ..self.gather.finish(Format::Parquet)?
        })
    }
}
