//! Tests that trials are read from a file as they were written, across the boundaries of its row groups.

use super::{ROWS_PER_GROUP, TrialReader, TrialWriter};
use claims::spec::Spec;
use claims::trial::{AnyColumn, Batch, Block, Values, columns};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use testing::{CYCLIC, STREAM, SpecText};

/// Two cells with three variants, so that no row group ends with a replicate.
fn spec(replicates: usize) -> Spec {
    SpecText::new("basis\ndimension = 2\nexamples = 2")
        .replicates(replicates)
        .variant("a", STREAM)
        .variant("b", STREAM)
        .variant("c", STREAM)
        .sweep("generator.basis.examples", "2, 3")
        .claim("online-mistake-bound")
        .claim("leave-one-out-risk-bound")
        .read(Spec::from_text)
}

fn all() -> BTreeSet<AnyColumn> {
    AnyColumn::all().collect()
}

/// Writes every cell in blocks of `size` replicates, and returns these blocks.
fn write(spec: &Spec, path: &Path, replicates: u64, size: u64) -> Vec<Block> {
    let parameters = spec.cells.iter().map(|cell| &cell.parameters);
    let mut writer = TrialWriter::create(path, &spec.measures, parameters).unwrap();
    let written = spec.cells.iter().map(|cell| {
        let (design, own) = (spec.design(cell), Arc::new(cell.parameters.clone()));
        let mut whole = design.empty(Vec::new());
        for first in (0..replicates).step_by(size as usize) {
            let block = design.block(first..(first + size).min(replicates));
            writer.push(Arc::new(block.clone()), &own).unwrap();
            whole.append(block);
        }
        whole
    });
    let written = written.collect();
    writer.finish().unwrap().publish().unwrap();
    written
}

fn read(spec: &Spec, path: &Path, wanted: &BTreeSet<AnyColumn>) -> Vec<Block> {
    let mut reader = TrialReader::open(path, wanted).unwrap();
    let cells = spec.cells.iter().map(|cell| {
        let design = spec.design(cell);
        let mut whole = design.empty(Vec::new());
        while let Some(block) = reader.block(&design).unwrap() {
            whole.append(block);
        }
        whole
    });
    cells.collect()
}

/// The values of a column for every trial, whether they are stored once or per trial.
fn said(batch: &Batch, column: AnyColumn) -> Option<Values> {
    let values = batch.values(column)?;
    let one = batch.differing(column).is_none();
    let places = (0..batch.len()).map(|place| if one { 0 } else { place });
    Some(values.selected(&places.collect::<Vec<_>>()))
}

fn assert_same(one: &Block, other: &Block, columns: &BTreeSet<AnyColumn>) {
    assert_eq!(one.replicates, other.replicates);
    for (one, other) in one.batches.iter().zip(&other.batches) {
        assert_eq!(one.setting.name, other.setting.name);
        for column in columns {
            assert_eq!(
                said(one, *column),
                said(other, *column),
                "{}",
                column.name()
            );
        }
    }
}

#[test]
fn trials_round_trip_across_blocks_and_row_groups() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("trials.parquet");
    let replicates = ROWS_PER_GROUP as u64 / 3 + 1000;
    let spec = spec(replicates as usize);
    let written = write(&spec, &path, replicates, 777);
    let found = read(&spec, &path, &all());
    written
        .iter()
        .zip(&found)
        .for_each(|(one, other)| assert_same(one, other, &all()));
}

#[test]
fn column_constant_in_some_row_groups_round_trips() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("trials.parquet");
    let replicates = ROWS_PER_GROUP as u64 * 5 / 2;
    let spec = SpecText::new("basis\ndimension = 2")
        .replicates(replicates)
        .variant("v", CYCLIC)
        .sweep("generator.basis.dimension", "2, 3")
        .read(Spec::from_text);
    let written = write(&spec, &path, replicates, 4000);
    let found = read(&spec, &path, &all());
    assert_eq!(found.len(), 2);
    written
        .iter()
        .zip(&found)
        .for_each(|(one, other)| assert_same(one, other, &all()));
}

#[test]
fn decoder_gets_metadata_of_only_the_row_groups_it_reads() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("trials.parquet");
    let replicates = ROWS_PER_GROUP as u64;
    // Six row groups: two cells of three variants.
    let spec = spec(replicates as usize);
    write(&spec, &path, replicates, 4000);
    let reader = TrialReader::open(&path, &all()).unwrap();
    let told = |first, rows| {
        let (metadata, before) = reader.metadata_of(first, rows);
        (metadata.row_groups.len(), metadata.num_rows, before)
    };
    let size = ROWS_PER_GROUP;
    assert_eq!(told(0, 6 * size), (6, 6 * size, 0));
    assert_eq!(told(2 * size, size), (1, size, 2 * size));
    assert_eq!(told(3 * size - 1, 2), (2, 2 * size, 2 * size));
    assert_eq!(told(5 * size, usize::MAX), (1, size, 5 * size));
    assert_eq!(told(6 * size, 1), (0, 0, 0));
}

#[test]
fn the_file_does_not_depend_on_the_blocks_in_which_trials_came() {
    let folder = TempDir::new().unwrap();
    let paths = ["a.parquet", "b.parquet"].map(|name| folder.path().join(name));
    let spec = spec(500);
    for (path, size) in paths.iter().zip([1, 500]) {
        write(&spec, path, 500, size);
    }
    let [one, other] = paths.map(|path| std::fs::read(path).unwrap());
    assert!(one == other);
}

#[test]
fn only_the_columns_that_are_wanted_are_read_and_the_others_are_missing() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("trials.parquet");
    let spec = spec(5);
    let written = write(&spec, &path, 5, 5);
    let wanted = BTreeSet::from([columns::MISTAKES.any()]);
    let found = read(&spec, &path, &wanted);
    assert_same(&written[1], &found[1], &wanted);
    let row = found[0].row(0, 0).unwrap();
    assert!(row.get(columns::MISTAKES).is_some() && row.get(columns::UPDATES).is_none());
}

#[test]
fn a_column_that_an_older_file_has_not_reads_as_missing() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("trials.parquet");
    let newer = spec(5);
    let mut older = newer.clone();
    older.measures.clear();
    write(&older, &path, 5, 5);
    let found = read(&newer, &path, &all());
    let row = found[0].row(4, 2).unwrap();
    assert!(row.value(columns::RISK.any()).is_some() && row.get(columns::RISK).is_none());
    assert!(row.get(columns::MISTAKES).is_some());
}

#[test]
fn absent_cell_reads_as_empty_and_truncated_file_as_damaged() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("trials.parquet");
    let spec = spec(5);
    let mut first = spec.clone();
    first.cells.truncate(1);
    write(&first, &path, 5, 5);
    assert_eq!(
        read(&spec, &path, &all())
            .iter()
            .map(Block::len)
            .collect::<Vec<_>>(),
        [5, 0]
    );
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let refused = TrialReader::open(&path, &all())
        .err()
        .map(|error| error.problem().to_string());
    assert!(refused.is_some_and(|error| error.contains("damaged") && error.contains("--fresh")));
}

#[test]
fn constant_columns_are_held_in_memory_once_without_changing_verdicts() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("trials.parquet");
    let spec = spec(200);
    let written = write(&spec, &path, 200, 64);
    let mut reader = TrialReader::open(&path, &all()).unwrap();
    let found = reader.block(&spec.design(&spec.cells[0])).unwrap().unwrap();
    for batch in &found.batches {
        let differ = |column| batch.differing(column).is_some();
        assert!(!differ(columns::RADIUS_SQUARED.any()) && !differ(columns::FAILURE.any()));
        assert!(differ(columns::MISTAKES.any()));
    }
    let judge_spec = spec.judge_spec();
    let verdicts = |blocks: &[Block]| {
        let mut cell_judge = judge_spec.cell_judge(0);
        blocks.iter().for_each(|block| cell_judge.add(block));
        format!("{:?}", cell_judge.verdicts())
    };
    let singly: Vec<Block> = (0..200)
        .map(|place| written[0].selected(&[place]))
        .collect();
    let due = verdicts(&singly);
    assert!(due.contains("trials: 200"), "{due}");
    assert_eq!(verdicts(&[found]), due);
    assert_eq!(verdicts(&written[..1]), due);
}
