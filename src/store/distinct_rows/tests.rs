//! Tests that grouped rows are the rows of the file, and that damaged files are refused.

use super::*;
use crate::store::TrialWriter;
use claims::trial::{AnyColumn, columns};
use std::collections::BTreeSet;
use std::path::Path;
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

/// Two cells with two variants on the sphere, whose margins are different floats and whose counts are few integers.
fn spec(replicates: u64, variant: &str) -> Spec {
    SpecText::new("sphere-margin\ndimension = 3\ntarget_margin = 0.2\nexamples = 8")
        .replicates(replicates)
        .sweep("generator.sphere-margin.examples", "8, 4")
        .variant("a", CYCLIC)
        .variant(variant, CYCLIC.replace("perceptron", "margin-perceptron"))
        .claim("online-mistake-bound")
        .read(Spec::from_text)
}

/// Writes `replicates` of every cell, and returns their blocks.
fn write(spec: &Spec, path: &Path, replicates: u64) -> Vec<Block> {
    let parameters = spec.cells.iter().map(|cell| &cell.parameters);
    let mut writer = TrialWriter::create(path, &spec.measures, parameters).unwrap();
    let blocks = spec.cells.iter().map(|cell| {
        let block = spec.design(cell).block(0..replicates);
        let own = Arc::new(cell.parameters.clone());
        writer.push(Arc::new(block.clone()), &own).unwrap();
        block
    });
    let blocks = blocks.collect();
    writer.finish().unwrap().publish().unwrap();
    blocks
}

/// Rows of trials with their numbers in some columns, how many there are of each, and the number of groups.
type Counted = (BTreeMap<(usize, usize, Vec<Option<u64>>), u64>, usize);

fn numbers(row: &claims::trial::Row, columns: &[AnyColumn]) -> Vec<Option<u64>> {
    let bits = |column: &AnyColumn| row.number(*column).map(f64::to_bits);
    columns.iter().map(bits).collect()
}

fn counted(
    path: &Path,
    columns: &[AnyColumn],
    places: &TrialPlaces,
) -> Result<Counted, StoreError> {
    let wanted: BTreeSet<AnyColumn> = columns.iter().copied().collect();
    let reader = TrialReader::open(path, &wanted)?;
    let (mut all, mut groups) = (BTreeMap::new(), 0);
    for part in 0..reader.parts() {
        for rows in reader.distinct(part, places)? {
            groups += rows.times.len();
            for (place, times) in rows.times.iter().enumerate() {
                let row = rows.block.row(place, 0).unwrap();
                let key = (rows.cell, rows.variant, numbers(&row, columns));
                *all.entry(key).or_insert(0) += times;
            }
        }
    }
    Ok((all, groups))
}

#[test]
fn grouped_rows_are_the_rows_of_the_file_across_its_row_groups() {
    let (folder, replicates, judged) = (TempDir::new().unwrap(), 9000, [9000, 8000]);
    let (path, spec) = (folder.path().join("t.parquet"), spec(replicates, "b"));
    let blocks = write(&spec, &path, replicates);
    assert!(4 * replicates as usize > ROWS_PER_GROUP);
    let places = TrialPlaces::new(&spec, &judged);
    let counts = vec![columns::UPDATES.any(), columns::MISTAKES.any()];
    let floats = vec![columns::UPDATES.any(), columns::SAMPLE_MARGIN_SQUARED.any()];
    for (columns, most_groups) in [(counts, 400), (floats, 4 * replicates as usize)] {
        let mut due = BTreeMap::new();
        for (cell, block) in blocks.iter().enumerate() {
            for (variant, place) in (0..2)
                .flat_map(|variant| (0..judged[cell] as usize).map(move |place| (variant, place)))
            {
                let row = block.row(place, variant).unwrap();
                *due.entry((cell, variant, numbers(&row, &columns)))
                    .or_insert(0) += 1;
            }
        }
        let (found, groups) = counted(&path, &columns, &places).unwrap();
        assert!(found == due, "{columns:?}");
        assert!(groups <= most_groups, "{groups}");
    }
}

#[test]
fn trials_of_another_spec_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.parquet");
    write(&spec(3, "b"), &path, 3);
    let other = TrialPlaces::new(&spec(3, "c"), &[3, 3]);
    let error = counted(&path, &[columns::MISTAKES.any()], &other).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("do not match the spec's cells and variants"),
        "{error}"
    );
}
