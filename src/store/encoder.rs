//! Encodes row groups as pages of parquet. A column of one value is encoded once for all row groups of the same length.

use super::compressor::{COMPRESSION, Compressor};
use perceptron::threads::Threads;
use polars::error::PolarsResult;
use polars::prelude::{AnyValue, ArrayRef, ArrowSchema, Column, CompatLevel, DataFrame, Scalar};
use polars_arrow::array::MutablePlString;
use polars_parquet::write::{
    CompressedPage, DynIter, DynStreamingIterator, Encoding, FileWriter, ParquetType,
    StatisticsOptions, Version, WriteOptions, array_to_columns, fallible_streaming_iterator,
    get_dtype_encoding, to_parquet_schema,
};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Options with which all files of trials are written.
fn options() -> WriteOptions {
    WriteOptions {
        // Statistics would grow with the number of row groups, and stay in memory until the end.
        statistics: StatisticsOptions::empty(),
        compression: COMPRESSION,
        version: Version::V1,
        data_page_size: None,
    }
}

/// Encoded pages of one column in one row group.
type Pages = Arc<Vec<CompressedPage>>;

/// An encoded row group of a parquet file, as it will be in the file.
pub(super) struct Encoded {
    rows: usize,
    columns: Vec<Pages>,
}

impl Encoded {
    /// Appends the row group to the file.
    pub(super) fn write<W: Write>(&self, file: &mut FileWriter<W>) -> PolarsResult<()> {
        let columns = self.columns.iter().map(|pages| {
            let pages = pages.iter().map(PolarsResult::Ok);
            let pages = fallible_streaming_iterator::convert(pages);
            Ok(DynStreamingIterator::new(pages))
        });
        file.write(self.rows as u64, DynIter::new(columns))
    }
}

/// Encoded pages of earlier row groups, by the index of the column in the file. If all rows of a row group have the same value in a column, a later
/// row group with this value and as many rows takes the same pages. For each column one row group is stored: the longest, of equally long ones the
/// latest.
pub(super) type KnownPages = Arc<Mutex<BTreeMap<usize, ConstantPages>>>;

/// Encoded pages of a column in which all rows of a row group had one value, with this value and the number of rows.
pub(super) struct ConstantPages {
    value: Scalar,
    rows: usize,
    pages: Pages,
}

impl ConstantPages {
    fn is(&self, value: &Scalar, rows: usize) -> bool {
        let is_same = match (self.value.value(), value.value()) {
            // The two zeros are equal, but have different bits.
            (AnyValue::Float64(own), AnyValue::Float64(other)) => own.to_bits() == other.to_bits(),
            (own, other) => own == other,
        };
        is_same && self.rows == rows
    }
}

/// Encodes tables of trials as row groups of a parquet file, column by column.
pub(super) struct Encoder {
    columns: Vec<(ParquetType, Vec<Encoding>)>,
    known: KnownPages,
    compressor: Compressor,
}

impl Encoder {
    /// Creates an encoder for tables of this schema; `known` holds pages that it may reuse.
    pub(super) fn new(schema: &ArrowSchema, known: KnownPages) -> PolarsResult<Self> {
        let fields = to_parquet_schema(schema)?.fields().to_vec();
        let encodings = schema.iter_values();
        let encodings = encodings.map(|field| get_dtype_encoding(&field.dtype));
        Ok(Self {
            columns: fields.into_iter().zip(encodings).collect(),
            known,
            compressor: Compressor::default(),
        })
    }

    /// Opens a parquet file, written to `bytes`, for row groups with these columns.
    pub(super) fn file<W: Write>(bytes: W, schema: ArrowSchema) -> PolarsResult<FileWriter<W>> {
        FileWriter::try_new(bytes, schema, options())
    }

    /// Encodes a table as a row group; `threads` says how the columns are encoded in parallel.
    pub(super) fn encoded(&self, frame: &DataFrame, threads: Threads) -> PolarsResult<Encoded> {
        let columns = frame.columns().iter().enumerate();
        let mut columns: Vec<_> = columns
            .map(|column| (column, Ok(Pages::default())))
            .collect();
        threads.each(&mut columns, |((place, column), pages)| {
            *pages = self.column(*place, column);
        });
        let columns = columns.into_iter().map(|(_, pages)| pages);
        Ok(Encoded {
            rows: frame.height(),
            columns: columns.collect::<PolarsResult<_>>()?,
        })
    }

    fn column(&self, place: usize, column: &Column) -> PolarsResult<Pages> {
        let Column::Scalar(one) = column else {
            return self.pages(place, column);
        };
        let (value, rows) = (one.scalar(), one.len());
        if let Some(known) = self.known().get(&place).filter(|one| one.is(value, rows)) {
            return Ok(known.pages.clone());
        }
        let pages = self.pages(place, column)?;
        let one = ConstantPages {
            value: value.clone(),
            rows,
            pages: pages.clone(),
        };
        let mut known = self.known();
        // The last row group of a file is shorter, and the only one of its length, so its pages do not replace longer ones.
        if known.get(&place).is_none_or(|before| before.rows <= rows) {
            known.insert(place, one);
        }
        Ok(pages)
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<usize, ConstantPages>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pages(&self, place: usize, column: &Column) -> PolarsResult<Pages> {
        let (kind, encodings) = &self.columns[place];
        let array = repeated_text(column).unwrap_or_else(|| {
            let series = column.as_materialized_series().rechunk();
            series.to_arrow(0, CompatLevel::newest())
        });
        let mut pages = Vec::new();
        for encoded in array_to_columns(array, kind.clone(), options(), encodings)? {
            for page in encoded {
                pages.push(self.compressor.compressed(page?)?);
            }
        }
        Ok(Arc::new(pages))
    }
}

/// The array of a column that has one text in all rows. It is made here, because polars-core is built without optimization.
fn repeated_text(column: &Column) -> Option<ArrayRef> {
    let Column::Scalar(one) = column else {
        return None;
    };
    let text = one.scalar().value().get_str()?;
    let mut rows = MutablePlString::with_capacity(one.len());
    rows.extend_constant(one.len(), Some(text));
    Some(rows.freeze().boxed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use polars::prelude::{IntoColumn, ParquetWriter, SchemaExt};

    /// A table whose last two columns each have one value in all rows.
    fn frame(rows: i64, float: f64, text: Option<&str>) -> DataFrame {
        let own = Column::new("own".into(), (0..rows).collect::<Vec<_>>());
        let one = |column: Column| column.new_from_index(0, rows as usize).into_column();
        let float = one(Column::new("float".into(), [float]));
        let text = one(Column::new("text".into(), [text]));
        DataFrame::new(rows as usize, vec![own, float, text]).unwrap()
    }

    fn frames() -> [DataFrame; 7] {
        [
            frame(50, 0.0, Some("a")),
            frame(50, -0.0, Some("a")),
            frame(50, f64::NAN, None),
            frame(50, f64::NAN, None),
            frame(7, f64::NAN, Some("")),
            frame(50, f64::NAN, None),
            frame(50, 0.0, Some("a")),
        ]
    }

    /// The bytes of a file with these tables, written by the encoder.
    fn written(frames: &[DataFrame], known: &KnownPages) -> Vec<u8> {
        let schema = frames[0].schema().to_arrow(CompatLevel::newest());
        let encoder = Encoder::new(&schema, known.clone()).unwrap();
        let mut bytes = Vec::new();
        let mut file = Encoder::file(&mut bytes, schema).unwrap();
        for frame in frames {
            encoder
                .encoded(frame, Threads::One)
                .unwrap()
                .write(&mut file)
                .unwrap();
        }
        file.end(None).unwrap();
        bytes
    }

    /// The bytes of a file with these tables, written by polars alone.
    fn written_by_polars(frames: &[DataFrame]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let writer = ParquetWriter::new(&mut bytes).with_statistics(StatisticsOptions::empty());
        let mut writer = writer.batched(frames[0].schema()).unwrap();
        for frame in frames {
            writer.write_batch(frame).unwrap();
        }
        writer.finish().unwrap();
        drop(writer);
        bytes
    }

    #[test]
    fn encoder_output_equals_that_of_polars_with_and_without_cached_pages() {
        let frames = frames();
        let expected = written_by_polars(&frames);
        let known = KnownPages::default();
        for _ in 0..2 {
            assert!(written(&frames, &known) == expected);
        }
    }

    /// Columns with numbers that look random, with few different numbers, with texts, and with missing values.
    fn various(rows: u64, salt: u64) -> DataFrame {
        let numbers = (0..rows).map(|row| (row ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let numbers: Vec<u64> = numbers.collect();
        let drawn: Vec<f64> = numbers.iter().map(|&number| number as f64).collect();
        let few: Vec<i64> = numbers.iter().map(|number| (number >> 60) as i64).collect();
        let is_there = |number: u64| !number.is_multiple_of(5);
        let text = |number: &u64| is_there(*number).then(|| format!("{}/{salt}", number >> 50));
        let texts: Vec<_> = numbers.iter().map(text).collect();
        let columns = vec![
            Column::new("drawn".into(), drawn),
            Column::new("few".into(), few.clone()),
            Column::new("same".into(), few),
            Column::new("text".into(), texts),
        ];
        DataFrame::new(rows as usize, columns).unwrap()
    }

    #[test]
    fn reused_compression_context_gives_the_bytes_of_a_fresh_one() {
        let sizes = [40_000, 3, 5_000, 1, 40_000, 32_768, 700, 100_000, 40];
        let sizes = sizes.into_iter().zip(1..);
        let mut frames: Vec<_> = sizes.map(|(rows, salt)| various(rows, salt)).collect();
        frames.push(frames[2].clone());
        assert!(written(&frames, &KnownPages::default()) == written_by_polars(&frames));
    }

    #[test]
    fn constant_column_is_encoded_once_per_row_group_length() {
        let known = KnownPages::default();
        let frames = frames();
        let schema = frames[0].schema().to_arrow(CompatLevel::newest());
        let encoder = Encoder::new(&schema, known).unwrap();
        let pages = |frame: &DataFrame| encoder.encoded(frame, Threads::One).unwrap().columns;
        let is_kept =
            |place: usize, one: &[Pages], other: &[Pages]| Arc::ptr_eq(&one[place], &other[place]);
        let [zero, minus, nan, again, short, last, _] = frames.each_ref().map(pages);
        assert!(!is_kept(0, &nan, &again) && is_kept(1, &nan, &again) && is_kept(2, &nan, &again));
        assert!(!is_kept(1, &zero, &minus) && is_kept(2, &zero, &minus));
        // A shorter row group does not replace the cached pages of the full length.
        assert!(!is_kept(1, &again, &short) && is_kept(1, &again, &last));
    }
}
