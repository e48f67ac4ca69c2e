//! Writes trials to parquet in row groups of fixed size, while the run goes on.

use super::files::{self, Partial};
use super::{Manifest, ROWS_PER_GROUP, StoreError, TrialReader, columns};
use claims::spec::Spec;
use claims::trial::{AnyColumn, Block, Measure, Row};
use polars::io::parquet::write::BatchedWriter;
use polars::prelude::*;
use rayon::prelude::*;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The columns that say which trial a row is.
pub(super) const IDENTITY: [&str; 3] = ["cell", "replicate", "variant"];

/// Trials, and the parameters of their cell.
pub(super) type OfCell = (Arc<Map<String, Value>>, Arc<Block>);

/// Writes trials as they come; the file appears under its own name only when it is finished and published.
pub struct TrialWriter {
    partial: Partial,
    fault: Fault,
    columns: Vec<AnyColumn>,
    parameters: Vec<(String, DataType)>,
    writer: BatchedWriter<Told>,
    pending: VecDeque<OfCell>,
    /// Trials that wait, and how many of them at the front are written.
    waiting: usize,
    written: usize,
}

/// A finished file of trials that has not its name yet.
pub struct Written {
    partial: Partial,
    /// Its SHA-256.
    pub sha256: String,
}

impl Written {
    /// Gives the file its name.
    pub(super) fn publish(self) -> Result<(), StoreError> {
        self.partial.publish()
    }

    /// The manifest with the digest of the file that its judged trials alone would be.
    ///
    /// # Errors
    /// The file cannot be read back, or the other one cannot be written.
    pub fn judged_apart(&self, spec: &Spec, manifest: Manifest) -> Result<Manifest, StoreError> {
        let path = self.partial.path();
        let mut reader = TrialReader::open(path, &AnyColumn::all().collect())?;
        let parameters = spec.cells.iter().map(|cell| &cell.parameters);
        let beside = path.with_extension("judged");
        let mut writer = TrialWriter::create(&beside, &spec.measures, parameters)?;
        for (cell, judged) in spec.cells.iter().zip(&manifest.replicates) {
            let (design, own) = (spec.design(cell), Arc::new(cell.parameters.clone()));
            while let Some(block) = reader.block(&design)? {
                let places = block
                    .replicates
                    .iter()
                    .take_while(|&replicate| replicate < judged);
                let places: Vec<usize> = (0..places.count()).collect();
                writer.push(Arc::new(block.selected(&places)), &own)?;
            }
        }
        Ok(Manifest {
            judged_sha256: Some(writer.finish()?.sha256),
            ..manifest
        })
    }

    /// Gives the file another name than it was begun for.
    pub(super) fn publish_as(self, path: &Path) -> Result<(), StoreError> {
        self.partial.publish_as(path)
    }
}

/// What the system said of the first bytes that it did not take: polars tells it as one text among others.
type Fault = Arc<OnceLock<io::Error>>;

/// A file whose first fault is kept, written in large pieces.
struct Told {
    file: BufWriter<File>,
    fault: Fault,
}

/// Bytes that are written at once.
const PIECE: usize = 1 << 18;

impl Told {
    fn kept<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let (kind, words) = (error.kind(), error.to_string());
            self.fault.get_or_init(|| error);
            io::Error::new(kind, words)
        })
    }
}

impl Write for Told {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        self.kept(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        self.kept(flushed)
    }
}

/// A fault of the disk in the system's words, and any other in those of polars.
fn refused(path: &Path, fault: &Fault, error: &PolarsError) -> StoreError {
    match fault.get() {
        Some(told) => {
            let told = io::Error::new(told.kind(), told.to_string());
            StoreError::io("write", path, told)
        }
        None => StoreError::damaged(path, error),
    }
}

impl Drop for Told {
    fn drop(&mut self) {
        // What is not written by now is written here, and a fault of that is kept like any other.
        let _kept = self.flush();
    }
}

impl TrialWriter {
    /// Starts a file for trials on which these measures are made, and whose cells have these parameters.
    pub fn create<'a>(
        path: &Path,
        measures: &BTreeSet<Measure>,
        cells: impl Iterator<Item = &'a Map<String, Value>>,
    ) -> Result<Self, StoreError> {
        let asked = |column: &AnyColumn| column.declared().measure.is_asked(measures);
        let columns: Vec<AnyColumn> = AnyColumn::all().filter(asked).collect();
        let parameters = parameter_columns(cells);
        let partial = Partial::of(path);
        let file = File::create(partial.path())
            .map_err(|error| StoreError::io("create", partial.path(), error))?;
        let fault = Fault::default();
        let told = Told {
            file: BufWriter::with_capacity(PIECE, file),
            fault: fault.clone(),
        };
        let writer = ParquetWriter::new(told)
            // They would grow with the number of row groups, and stay in memory until the end.
            .with_statistics(StatisticsOptions::empty())
            .batched(&schema(&columns, &parameters))
            .map_err(|error| refused(partial.path(), &fault, &error))?;
        let pending = VecDeque::new();
        Ok(Self {
            partial,
            fault,
            columns,
            parameters,
            writer,
            pending,
            waiting: 0,
            written: 0,
        })
    }

    /// Appends the next trials of a cell with these parameters.
    pub fn push(
        &mut self,
        block: Arc<Block>,
        cell: &Arc<Map<String, Value>>,
    ) -> Result<(), StoreError> {
        self.waiting += block.len() * block.batches.len();
        self.pending.push_back((cell.clone(), block));
        while self.waiting >= ROWS_PER_GROUP {
            self.flush(ROWS_PER_GROUP)?;
        }
        Ok(())
    }

    /// Writes a row group, and forgets the blocks that are written.
    fn flush(&mut self, size: usize) -> Result<(), StoreError> {
        let all = self
            .pending
            .iter()
            .flat_map(|(cell, block)| block.all().map(move |row| (&**cell, row)));
        let (cells, rows): (Vec<&Map<String, Value>>, Vec<Row>) =
            all.skip(self.written).take(size).unzip();
        let frame = self.frame(&cells, &rows);
        let written = frame.and_then(|frame| self.writer.write_batch(&frame));
        written.map_err(|error| refused(self.partial.path(), &self.fault, &error))?;
        self.waiting -= size;
        self.written += size;
        // Row groups end where they are full: the first block may be written in part only.
        while let Some((_, block)) = self.pending.front() {
            let rows = block.len() * block.batches.len();
            if rows > self.written {
                break;
            }
            self.written -= rows;
            self.pending.pop_front();
        }
        Ok(())
    }

    fn frame(&self, cells: &[&Map<String, Value>], rows: &[Row]) -> PolarsResult<DataFrame> {
        let setting = |of: fn(&claims::trial::Setting) -> Option<&str>| -> Vec<Option<&str>> {
            rows.iter().map(|row| of(row.setting())).collect()
        };
        let replicates: Vec<i64> = rows.iter().map(|row| row.replicate as i64).collect();
        let identity = [
            Column::new(IDENTITY[0].into(), setting(|setting| Some(&setting.cell))),
            Column::new(IDENTITY[1].into(), replicates),
            Column::new(
                IDENTITY[2].into(),
                setting(|setting| setting.name.as_deref()),
            ),
        ];
        let own = self.columns.par_iter();
        let own: Vec<Vec<Column>> = own.map(|column| columns::written(rows, *column)).collect();
        let parameters = self.parameters.iter();
        let parameters = parameters.map(|(path, kind)| parameter(cells, path, kind));
        let columns = identity.into_iter().chain(own.into_iter().flatten());
        DataFrame::new(rows.len(), columns.chain(parameters).collect())
    }

    /// Writes what is pending; the file is whole, and waits for its name.
    pub fn finish(mut self) -> Result<Written, StoreError> {
        if self.waiting > 0 {
            self.flush(self.waiting)?;
        }
        let finished = self.writer.finish();
        // The last bytes are on their way when it is gone, and not before.
        drop(self.writer);
        finished.map_err(|error| refused(self.partial.path(), &self.fault, &error))?;
        if let Some(told) = self.fault.get() {
            let told = io::Error::new(told.kind(), told.to_string());
            return Err(StoreError::io("write", self.partial.path(), told));
        }
        let sha256 = files::digest(self.partial.path())?;
        let partial = self.partial;
        Ok(Written { partial, sha256 })
    }
}

fn schema(columns: &[AnyColumn], parameters: &[(String, DataType)]) -> Schema {
    let identity = IDENTITY
        .into_iter()
        .zip([DataType::String, DataType::Int64, DataType::String]);
    let identity = identity.map(|(name, kind)| (name.to_owned(), kind));
    let own = columns.iter().flat_map(|column| columns::fields(*column));
    let all = identity.chain(own).chain(parameters.iter().cloned());
    all.map(|(name, kind)| Field::new(name.into(), kind))
        .collect()
}

/// The parameters of all cells, with the type that holds them.
fn parameter_columns<'a>(
    cells: impl Iterator<Item = &'a Map<String, Value>>,
) -> Vec<(String, DataType)> {
    let mut kinds: BTreeMap<String, DataType> = BTreeMap::new();
    for (path, value) in cells.flatten() {
        let kind = match value {
            Value::Number(number) if number.is_i64() => DataType::Int64,
            Value::Number(_) => DataType::Float64,
            Value::Bool(_) => DataType::Boolean,
            _ => DataType::String,
        };
        let joint = kinds
            .get(path)
            .map_or(kind.clone(), |before| join(before, &kind));
        kinds.insert(path.clone(), joint);
    }
    kinds.into_iter().collect()
}

/// The type that holds the values of both.
fn join(a: &DataType, b: &DataType) -> DataType {
    let is_number = |kind: &DataType| matches!(kind, DataType::Int64 | DataType::Float64);
    match (a, b) {
        (a, b) if a == b => a.clone(),
        (a, b) if is_number(a) && is_number(b) => DataType::Float64,
        _ => DataType::String,
    }
}

fn parameter(cells: &[&Map<String, Value>], path: &str, kind: &DataType) -> Column {
    let values = cells.iter().map(|cell| cell.get(path));
    match kind {
        DataType::Int64 => {
            let values: Vec<_> = values.map(|value| value.and_then(Value::as_i64)).collect();
            Column::new(path.into(), values)
        }
        DataType::Float64 => {
            let values: Vec<_> = values.map(|value| value.and_then(Value::as_f64)).collect();
            Column::new(path.into(), values)
        }
        DataType::Boolean => {
            let values: Vec<_> = values.map(|value| value.and_then(Value::as_bool)).collect();
            Column::new(path.into(), values)
        }
        _ => {
            let text = |value: &Value| {
                value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned)
            };
            Column::new(
                path.into(),
                values.map(|value| value.map(text)).collect::<Vec<_>>(),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_as_such_and_not_as_damage() {
        let file = File::options().write(true).open("/dev/full").unwrap();
        let fault = Fault::default();
        let mut told = Told {
            file: BufWriter::with_capacity(4, file),
            fault: fault.clone(),
        };
        told.write_all(b"more than there is room for").unwrap_err();
        // What becomes of it on the way through polars does not matter.
        let error = PolarsError::ComputeError("underlying IO error".into());
        let said = refused(Path::new("trials.parquet"), &fault, &error).to_string();
        assert!(said.contains("cannot write trials.parquet"), "{said}");
        assert!(
            said.contains("the disk is full: make room") && !said.contains("damaged"),
            "{said}"
        );
        let said = refused(Path::new("trials.parquet"), &Fault::default(), &error).to_string();
        assert!(said.contains("is damaged"), "{said}");
    }
}
