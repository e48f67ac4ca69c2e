//! Writes samples for other programs: CSV, LIBSVM, parquet, and npy.

use super::StoreError;
use perceptron::sample::{Features, Label, Sample};
use polars::prelude::*;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use strum::{EnumString, IntoStaticStr, VariantNames};

/// File format in which `export` writes a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum SampleFormat {
    /// A header `x1,…,xd,label` and a line for each example; exact numbers stay exact.
    Csv,
    /// A line `label index:value …` for each example, with indices from 1 and without zeros; numbers are doubles.
    Libsvm,
    /// Columns `x1` to `xd` of doubles, and `label` of integers.
    Parquet,
    /// Two arrays: doubles of shape (examples, features), and 8-bit labels in `NAME.labels.npy`.
    Npy,
}

impl SampleFormat {
    /// Format for a file name, chosen by its ending; `None` if the ending is unknown.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "svm" | "svmlight" => Some(Self::Libsvm),
            word => word.parse().ok(),
        }
    }
}

/// Writes a sample to a file, and returns the paths of all files that were written.
///
/// # Errors
/// The system refuses.
pub fn write_sample(
    path: &Path,
    format: SampleFormat,
    sample: &Sample,
) -> Result<Vec<PathBuf>, StoreError> {
    let failed = |error| StoreError::io("write", path, error);
    let labels = path.with_extension("labels.npy");
    match format {
        SampleFormat::Csv => text(path, |out| csv(out, sample)).map_err(failed)?,
        SampleFormat::Libsvm => text(path, |out| libsvm(out, sample)).map_err(failed)?,
        SampleFormat::Parquet => parquet(path, sample)?,
        SampleFormat::Npy => {
            text(path, |out| npy(out, sample)).map_err(failed)?;
            text(&labels, |out| npy_labels(out, sample)).map_err(failed)?;
            return Ok(vec![path.to_owned(), labels]);
        }
    }
    Ok(vec![path.to_owned()])
}

/// Number of feature values of a sample whose exact value has no finite decimal expansion, so that it is written as p/q, or rounded.
pub fn endless_decimals(sample: &Sample) -> usize {
    if !sample.features.is_exact() {
        return 0;
    }
    let rows = (0..sample.labels.len()).filter_map(|example| sample.features.exact_row(example));
    rows.flatten().filter(|x| x.to_decimal().is_none()).count()
}

fn text(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    write(&mut out)?;
    out.flush()
}

fn csv(out: &mut impl Write, sample: &Sample) -> std::io::Result<()> {
    for feature in 1..=sample.features.dimension() {
        write!(out, "x{feature},")?;
    }
    writeln!(out, "label")?;
    for (example, label) in sample.labels.iter().enumerate() {
        for entry in entries(&sample.features, example) {
            write!(out, "{entry},")?;
        }
        writeln!(out, "{}", label.sign())?;
    }
    Ok(())
}

/// Feature values of an example as text: decimals if they are finite, otherwise p/q; doubles in their shortest form.
fn entries(features: &Features, example: usize) -> Vec<String> {
    match features.exact_row(example) {
        Some(row) => row
            .iter()
            .map(|x| x.to_decimal().unwrap_or_else(|| x.to_string()))
            .collect(),
        None => features.row(example).iter().map(f64::to_string).collect(),
    }
}

fn libsvm(out: &mut impl Write, sample: &Sample) -> std::io::Result<()> {
    for (example, label) in sample.labels.iter().enumerate() {
        write!(out, "{:+}", label.sign())?;
        for (index, x) in sample.features.row(example).iter().enumerate() {
            if *x != 0.0 {
                write!(out, " {}:{x}", index + 1)?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn parquet(path: &Path, sample: &Sample) -> Result<(), StoreError> {
    let rows = sample.features.to_dense();
    let feature = |index: usize| {
        let values: Vec<f64> = (0..sample.labels.len())
            .map(|example| rows.row(example)[index])
            .collect();
        Column::new(format!("x{}", index + 1).into(), values)
    };
    let labels: Vec<i64> = sample.labels.iter().map(|label| label.sign()).collect();
    let columns = (0..rows.dimension()).map(feature);
    let columns = columns.chain([Column::new("label".into(), labels)]);
    let file = File::create(path).map_err(|error| StoreError::io("write", path, error))?;
    let written = DataFrame::new(sample.labels.len(), columns.collect())
        .and_then(|mut frame| ParquetWriter::new(file).finish(&mut frame));
    let failed = |error: PolarsError| StoreError::io("write", path, std::io::Error::other(error));
    written.map(|_| ()).map_err(failed)
}

fn npy(out: &mut impl Write, sample: &Sample) -> std::io::Result<()> {
    let (examples, features) = (sample.labels.len(), sample.features.dimension());
    npy_header(out, "<f8", &format!("{examples}, {features}"))?;
    for example in 0..examples {
        for x in sample.features.row(example).iter() {
            out.write_all(&x.to_le_bytes())?;
        }
    }
    Ok(())
}

fn npy_labels(out: &mut impl Write, sample: &Sample) -> std::io::Result<()> {
    npy_header(out, "|i1", &format!("{},", sample.labels.len()))?;
    let byte = |label: &Label| label.sign() as i8 as u8;
    out.write_all(&sample.labels.iter().map(byte).collect::<Vec<u8>>())
}

/// Writes the header of an npy file, version 1.0: magic bytes, header length, and the header padded to 64 bytes. `kind` is the type, as in NumPy.
fn npy_header(out: &mut impl Write, kind: &str, shape: &str) -> std::io::Result<()> {
    let words = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
    let length = (10 + words.len() + 1).next_multiple_of(64) - 10;
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(length as u16).to_le_bytes())?;
    let width = length - 1;
    writeln!(out, "{words:width$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn npy_headers_are_padded_to_64_bytes() {
        for shape in ["1, 1", "123456789, 123456789", "7,"] {
            let mut bytes = Vec::new();
            npy_header(&mut bytes, "<f8", shape).unwrap();
            assert_eq!(bytes.len() % 64, 0);
            assert_eq!(bytes.last(), Some(&b'\n'));
            let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
            assert_eq!(length + 10, bytes.len());
        }
    }

    #[test]
    fn columns_of_a_parquet_file_are_the_features_and_the_labels() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("sample.parquet");
        let rows = perceptron::sample::Dense::new(2, vec![0.5, -1.0, 3.25, 0.0]);
        let sample = Sample {
            features: Features::Dense(rows),
            labels: vec![Label::Negative, Label::Positive],
            planted: None,
        };
        write_sample(&path, SampleFormat::Parquet, &sample).unwrap();
        let frame = ParquetReader::new(File::open(&path).unwrap()).finish();
        let expected = DataFrame::new(
            2,
            vec![
                Column::new("x1".into(), [0.5, 3.25]),
                Column::new("x2".into(), [-1.0, 0.0]),
                Column::new("label".into(), [-1_i64, 1]),
            ],
        );
        assert!(frame.unwrap().equals(&expected.unwrap()));
    }
}
