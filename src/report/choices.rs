//! Says how often each configuration was chosen by cross validation.

use super::data_table::{DataCell, DataTable};
use super::document::Block;
use claims::numbers::{listed, number};
use claims::prose::TableValue;
use std::collections::BTreeMap;

/// A sentence for every variant that chose; `choices` has a row for each variant and configuration, with its number of runs.
pub(super) fn told(choices: Option<&DataTable>) -> Vec<Block> {
    let rows = choices.into_iter().flat_map(|table| &table.rows);
    let mut variants: BTreeMap<String, Vec<(String, f64)>> = BTreeMap::new();
    for row in rows {
        if let [
            variant,
            chosen,
            DataCell::Computed(TableValue::Number(runs, _)),
        ] = row.as_slice()
            && chosen.text() != "–"
        {
            let own = variants.entry(variant.text()).or_default();
            own.push((chosen.text(), *runs));
        }
    }
    let sentences = variants.iter().map(|(variant, chosen)| {
        let all: f64 = chosen.iter().map(|(_, runs)| runs).sum();
        let mut chosen = chosen.clone();
        chosen.sort_by(|one, other| other.1.total_cmp(&one.1));
        let parts = chosen
            .iter()
            .map(|(name, runs)| format!("{name} in {}", number(*runs)));
        let parts = listed(&parts.collect::<Vec<_>>());
        format!("‘{variant}’ chose {parts} of {} runs.", number(all))
    });
    let sentences: Vec<String> = sentences.collect();
    match sentences.is_empty() {
        true => Vec::new(),
        false => vec![Block::paragraph(&format!(
            "By cross validation inside of each sample, {}",
            sentences.join(" ")
        ))],
    }
}
