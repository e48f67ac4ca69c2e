//! Takes the rows of a file with typed columns, such as parquet, from the module that decodes it.

use super::cell::FieldValue;
use super::content::Intake;
use super::example_collector::ExampleCollector;
use super::fault::{DataFault, shortened};
use super::format::Format;
use super::request::{ColumnRoles, Request};
use std::collections::BTreeSet;

/// Turns rows of typed columns into examples.
pub struct Typed<'r> {
    gather: ExampleCollector<'r>,
    roles: ColumnRoles,
    names: Vec<String>,
    is_index: Vec<bool>,
    row: u64,
}

impl<'r> Typed<'r> {
    /// Starts reading a file with the given columns: names, and whether the file marks the column as an index. An index is label or feature only on
    /// request.
    ///
    /// # Errors
    /// A requested column does not exist.
    pub fn new(columns: Vec<(String, bool)>, request: &'r Request) -> Result<Self, DataFault> {
        let (names, is_index): (Vec<String>, Vec<bool>) = columns.into_iter().unzip();
        let roles = ColumnRoles::of(&names, |place| is_index[place], request)?;
        let mut seen = BTreeSet::new();
        let is_chosen = |place: usize| place == roles.label || roles.features.contains(&place);
        let is_read =
            |name: &String| (0..names.len()).any(|at| names[at] == *name && is_chosen(at));
        let twice = names
            .iter()
            .position(|name| !seen.insert(name) && is_read(name));
        if let Some(place) = twice {
            let problem = format!("two columns are named `{}`", shortened(&names[place]));
            let fault = DataFault::new(problem, "a different name for every column");
            return Err(fault
                .at(place + 1)
                .help("rename one, or remove one of them from the file"));
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

    /// The indices, in the file, of the columns to be read: the label, then the features.
    pub fn wanted(&self) -> Vec<usize> {
        let features = self.roles.features.iter().copied();
        [self.roles.label].into_iter().chain(features).collect()
    }

    /// Adds a row of the file as an example. `cell(i)` returns the row's value in the column at index i of the list [`wanted`](Self::wanted), so
    /// `cell(0)` is the label and `cell(1)` the first feature.
    ///
    /// # Errors
    /// A feature is not a number, a value is missing although the request refuses missing values, or there are too many different labels. The line
    /// of the fault is the number of the row, where 1 is the first row of values.
    pub fn push<'c>(&mut self, cell: impl Fn(usize) -> FieldValue<'c>) -> Result<(), DataFault> {
        self.row += 1;
        let places = self.roles.features.iter().enumerate();
        let features = places.map(|(place, &column)| (cell(place + 1), column + 1));
        self.gather
            .row(self.row, (cell(0), self.roles.label + 1), features)
    }

    /// Returns all examples, with the record of how they were read.
    ///
    /// # Errors
    /// The examples do not have two classes.
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
