//! Makes settings of a spec between those that its sweep runs, along which figures draw curves.

use super::data::{DataFiles, DataReader};
use super::tree::Node;
use super::{Spec, grid};
use crate::figure::Between;
use crate::trial::Setting;
use std::path::Path;
use std::sync::Arc;
use toml::de::DeTable;

impl Between for Spec {
    fn settings(&self, cell: usize, key: &str, values: &[f64]) -> Vec<Option<Vec<Arc<Setting>>>> {
        self.made(cell, key, values)
            .unwrap_or_else(|| vec![None; values.len()])
    }
}

impl Spec {
    /// The settings that `Between` asks for; `None` if the spec reads data files or its sweep does not set the key by itself.
    fn made(
        &self,
        cell: usize,
        key: &str,
        values: &[f64],
    ) -> Option<Vec<Option<Vec<Arc<Setting>>>>> {
        let cell = self.cells.get(cell)?;
        if cell.generator.data_file().is_some() {
            return None;
        }
        let is_count = cell
            .parameters
            .get(key)
            .is_some_and(|value| value.is_i64() || value.is_u64());
        let written = |value: &f64| match is_count {
            true => format!("x = {value:.0}"),
            false => format!("x = {value:?}"),
        };
        let texts: Vec<String> = values.iter().map(written).collect();
        let root = DeTable::parse(&self.source).ok()?;
        let tables = texts.iter().map(|text| DeTable::parse(text));
        let nodes = tables.filter_map(|table| Some(table.ok()?.get_ref().get("x")?.clone()));
        let nodes: Vec<Node> = nodes.collect();
        let data = DataReader::new(DataFiles::default(), Path::new(""), false);
        let made = grid::between(root.get_ref(), cell.point, key, nodes.into_iter(), &data)?;
        let settings = made.into_iter().map(|cell| {
            let cell = cell?;
            Some(Setting::all(&cell.key, &cell.generator, &cell.variants))
        });
        Some(settings.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testing::SpecText;

    #[test]
    fn settings_between_those_of_a_sweep_have_the_value_that_is_asked_for() {
        let spec = SpecText::new("basis\ndimension = 3\nexamples = 4")
            .sweep("generator.basis.examples", "4, 8")
            .variant("v", testing::CYCLIC)
            .read(Spec::from_text);
        let asked = |key: &str| spec.settings(1, key, &[5.0, -1.0]);
        let made = asked("generator.basis.examples");
        let examples = |settings: &Vec<Arc<Setting>>| settings[0].generator.examples();
        let found: Vec<_> = made.iter().map(|one| one.as_ref().map(examples)).collect();
        assert_eq!(found, [Some(5), None]);
        let other = asked("generator.basis.dimension");
        assert!(other.iter().all(Option::is_none) && other.len() == 2);
    }
}
