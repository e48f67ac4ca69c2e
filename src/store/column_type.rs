//! Says which columns of a parquet file hold numbers or text, and what the others hold.

use perceptron::intake::{DataFault, FieldValue};
use polars_arrow::array::{
    Array, BinaryViewArray, BooleanArray, FixedSizeBinaryArray, PrimitiveArray, Utf8ViewArray,
};
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::types::NativeType;
use polars_parquet::parquet::schema::Repetition;
use polars_parquet::parquet::schema::types::{IntegerType, PrimitiveType};
use polars_parquet::read::{
    FileMetadata, GroupLogicalType, ParquetType, PhysicalType, PrimitiveConvertedType,
    PrimitiveLogicalType, infer_schema,
};

/// Type of a parquet column that can be read as numbers or text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnType {
    Boolean,
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    /// Integers of 128 bits as polars writes them; parquet has no such type.
    Int128,
    UInt128,
    /// Decimals of this number of bytes, more than 16, and this scale.
    LongDecimal(usize, u32),
    /// Decimals with this precision and scale: integers divided by ten to the power of the scale.
    Decimal(usize, usize),
    Float16,
    Float32,
    Float64,
    Words,
    /// Text that is not marked as UTF-8.
    Bytes,
    /// A column in which every value is missing.
    Null,
}

/// A top-level column of a parquet file.
#[derive(Debug)]
pub(super) struct Leaf {
    pub name: String,
    /// Index among all columns of the file that hold values, which nested columns consist of; for a nested column, the index of the first one.
    pub leaf: usize,
    /// Type as which the column is read, or a description of its content if it cannot be read.
    kind: Result<ColumnType, String>,
}

impl Leaf {
    /// Returns the type as which the column is read; `place` is the column's position, from 0, for the error message.
    ///
    /// # Errors
    /// It holds neither numbers nor text.
    pub(super) fn check(&self, is_label: bool) -> Result<ColumnType, DataFault> {
        self.kind.clone().map_err(|what| {
            let fault = DataFault::new(
                format!("the column holds {what}"),
                "integers, decimals, floats, booleans or words",
            );
            let fault = match is_label {
                true => fault,
                false => fault.concerning_one_column(),
            };
            fault.named(&self.name).help(match is_label {
                true => "name another column with the classes by `--label`, or write this one as words or numbers",
                false => "leave the column out by naming the others with `--features`, or write it as numbers",
            })
        })
    }
}

impl ColumnType {
    fn arrow(self) -> ArrowDataType {
        match self {
            Self::Boolean => ArrowDataType::Boolean,
            Self::Int8 => ArrowDataType::Int8,
            Self::Int16 => ArrowDataType::Int16,
            Self::Int32 => ArrowDataType::Int32,
            Self::Int64 => ArrowDataType::Int64,
            Self::UInt8 => ArrowDataType::UInt8,
            Self::UInt16 => ArrowDataType::UInt16,
            Self::UInt32 => ArrowDataType::UInt32,
            Self::UInt64 => ArrowDataType::UInt64,
            Self::Int128 => ArrowDataType::Int128,
            Self::UInt128 => ArrowDataType::UInt128,
            Self::LongDecimal(bytes, _) => ArrowDataType::FixedSizeBinary(bytes),
            Self::Decimal(precision, scale) => ArrowDataType::Decimal(precision, scale),
            Self::Float16 => ArrowDataType::FixedSizeBinary(2),
            Self::Float32 => ArrowDataType::Float32,
            Self::Float64 => ArrowDataType::Float64,
            Self::Words => ArrowDataType::Utf8View,
            Self::Bytes => ArrowDataType::BinaryView,
            Self::Null => ArrowDataType::Null,
        }
    }

    /// Arrow field with this type, in which the decoder of polars is asked to return the column.
    pub(super) fn field(self) -> Field {
        Field::new("column".into(), self.arrow(), true)
    }

    /// Value in a row of an Arrow array of this type.
    pub(super) fn cell<'a>(&self, array: &'a dyn Array, row: usize) -> FieldValue<'a> {
        if array.is_null(row) {
            return FieldValue::Missing;
        }
        let integer = |mantissa: i128| FieldValue::Exact {
            mantissa,
            decimals: 0,
        };
        match self {
            Self::Boolean => of::<BooleanArray>(array, |array| integer(array.value(row).into())),
            Self::Int8 => number::<i8>(array, row, |value| integer(value.into())),
            Self::Int16 => number::<i16>(array, row, |value| integer(value.into())),
            Self::Int32 => number::<i32>(array, row, |value| integer(value.into())),
            Self::Int64 => number::<i64>(array, row, |value| integer(value.into())),
            Self::UInt8 => number::<u8>(array, row, |value| integer(value.into())),
            Self::UInt16 => number::<u16>(array, row, |value| integer(value.into())),
            Self::UInt32 => number::<u32>(array, row, |value| integer(value.into())),
            Self::UInt64 => number::<u64>(array, row, |value| integer(value.into())),
            Self::Int128 => number::<i128>(array, row, integer),
            Self::UInt128 => number::<u128>(array, row, |value| {
                i128::try_from(value).map_or(TOO_LONG, integer)
            }),
            Self::LongDecimal(_, decimals) => of::<FixedSizeBinaryArray>(array, |array| {
                let exact = |mantissa| FieldValue::Exact {
                    mantissa,
                    decimals: *decimals,
                };
                short(array.value(row)).map_or(TOO_LONG, exact)
            }),
            Self::Decimal(_, scale) => number::<i128>(array, row, |mantissa| FieldValue::Exact {
                mantissa,
                decimals: *scale as u32,
            }),
            Self::Float16 => of::<FixedSizeBinaryArray>(array, |array| half(array.value(row))),
            Self::Float32 => number::<f32>(array, row, |value| FieldValue::Double(value.into())),
            Self::Float64 => number::<f64>(array, row, FieldValue::Double),
            Self::Words => of::<Utf8ViewArray>(array, |array| FieldValue::Text(array.value(row))),
            Self::Bytes => of::<BinaryViewArray>(array, |array| {
                std::str::from_utf8(array.value(row)).map_or(
                    FieldValue::Text("bytes that are not text"),
                    FieldValue::Text,
                )
            }),
            Self::Null => FieldValue::Missing,
        }
    }
}

fn of<'a, A: 'static>(
    array: &'a dyn Array,
    cell: impl FnOnce(&'a A) -> FieldValue<'a>,
) -> FieldValue<'a> {
    array
        .as_any()
        .downcast_ref::<A>()
        .map_or(FieldValue::Missing, cell)
}

fn number<'a, T: NativeType>(
    array: &'a dyn Array,
    row: usize,
    cell: impl FnOnce(T) -> FieldValue<'a>,
) -> FieldValue<'a> {
    of::<PrimitiveArray<T>>(array, |array| cell(array.value(row)))
}

/// Text in place of a number that 127 bits do not hold; as a feature it is refused in these words.
const TOO_LONG: FieldValue = FieldValue::Text("a number of more than 38 digits");

/// Converts an integer in two's complement, big endian, of at least 16 bytes; `None` if it needs more than 16.
fn short(bytes: &[u8]) -> Option<i128> {
    let (high, low) = bytes.split_last_chunk::<16>()?;
    let value = i128::from_be_bytes(*low);
    let sign = if value < 0 { 255 } else { 0 };
    high.iter().all(|byte| *byte == sign).then_some(value)
}

/// Converts a 16-bit float, little endian, to the double with the same value.
fn half<'a>(bytes: &[u8]) -> FieldValue<'a> {
    let bits = u16::from_le_bytes([bytes[0], bytes[1]]);
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023) / 1024.0);
    let size = match exponent {
        0 => fraction * libm::exp2(-14.0),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1.0 + fraction) * libm::exp2(f64::from(exponent - 15)),
    };
    FieldValue::Double(if bits >> 15 == 1 { -size } else { size })
}

/// Lists the top-level columns of a parquet file, in order. Types that parquet does not have are told by the Arrow schema that is stored in the file.
pub(super) fn leaves(metadata: &FileMetadata) -> Vec<Leaf> {
    let schema = infer_schema(metadata).ok();
    let mut leaf = 0;
    let fields = metadata.schema().fields().iter();
    let columns = fields.map(|field| {
        let first = leaf;
        leaf += count(field);
        let name = field.get_field_info().name.to_string();
        let arrow = schema.as_ref().and_then(|schema| schema.get(&name));
        let kind = match arrow.map(|field| &field.dtype) {
            Some(ArrowDataType::Duration(_)) => Err("durations".to_owned()),
            Some(ArrowDataType::Int128) => Ok(ColumnType::Int128),
            Some(ArrowDataType::UInt128) => Ok(ColumnType::UInt128),
            _ => kind(field),
        };
        Leaf {
            name,
            leaf: first,
            kind,
        }
    });
    columns.collect()
}

/// Number of columns with values that a field of the parquet schema consists of.
fn count(field: &ParquetType) -> usize {
    match field {
        ParquetType::PrimitiveType(_) => 1,
        ParquetType::GroupType { fields, .. } => fields.iter().map(count).sum(),
    }
}

fn kind(field: &ParquetType) -> Result<ColumnType, String> {
    match field {
        ParquetType::PrimitiveType(primitive)
            if primitive.field_info.repetition == Repetition::Repeated =>
        {
            Err("lists".into())
        }
        ParquetType::PrimitiveType(primitive) => of_primitive(primitive).map_err(str::to_owned),
        ParquetType::GroupType { logical_type, .. } => Err(match logical_type {
            Some(GroupLogicalType::List) => "lists",
            Some(GroupLogicalType::Map) => "maps",
            _ => "structs",
        }
        .into()),
    }
}

fn of_primitive(primitive: &PrimitiveType) -> Result<ColumnType, &'static str> {
    use PrimitiveConvertedType as Converted;
    use PrimitiveLogicalType as Logical;
    let (logical, converted) = (primitive.logical_type, primitive.converted_type);
    match (logical, converted) {
        (Some(Logical::Unknown), _) => return Ok(ColumnType::Null),
        (Some(Logical::Date), _) | (_, Some(Converted::Date)) => return Err("dates"),
        (Some(Logical::Time { .. }), _)
        | (_, Some(Converted::TimeMillis | Converted::TimeMicros)) => {
            return Err("times of day");
        }
        (Some(Logical::Timestamp { .. }), _)
        | (_, Some(Converted::TimestampMillis | Converted::TimestampMicros)) => {
            return Err("timestamps");
        }
        (_, Some(Converted::Interval)) => return Err("intervals of time"),
        (Some(Logical::Uuid), _) => return Err("UUIDs"),
        (Some(Logical::Bson), _) | (_, Some(Converted::Bson)) => return Err("BSON documents"),
        (Some(Logical::Decimal(precision, scale)), _)
        | (_, Some(Converted::Decimal(precision, scale))) => {
            return decimal(primitive, precision, scale);
        }
        _ => {}
    }
    match primitive.physical_type {
        PhysicalType::Boolean => Ok(ColumnType::Boolean),
        PhysicalType::Int32 => Ok(integer(logical, converted).unwrap_or(ColumnType::Int32)),
        PhysicalType::Int64 => Ok(integer(logical, converted).unwrap_or(ColumnType::Int64)),
        PhysicalType::Int96 => Err("timestamps"),
        PhysicalType::Float => Ok(ColumnType::Float32),
        PhysicalType::Double => Ok(ColumnType::Float64),
        PhysicalType::FixedLenByteArray(2) if logical == Some(Logical::Float16) => {
            Ok(ColumnType::Float16)
        }
        PhysicalType::FixedLenByteArray(_) => Err("bytes of a fixed length"),
        PhysicalType::ByteArray => match (logical, converted) {
            (Some(Logical::String), _) | (_, Some(Converted::Utf8)) => Ok(ColumnType::Words),
            (Some(Logical::Enum | Logical::Json), _)
            | (_, Some(Converted::Enum | Converted::Json)) => Ok(ColumnType::Bytes),
            _ => Err("bytes"),
        },
    }
}

/// Most digits of a decimal number that can be read: 127 bits hold this many.
const MOST_DIGITS: usize = 38;

fn decimal(
    primitive: &PrimitiveType,
    precision: usize,
    scale: usize,
) -> Result<ColumnType, &'static str> {
    match primitive.physical_type {
        _ if scale > MOST_DIGITS => Err("decimals with more than 38 digits after the point"),
        PhysicalType::FixedLenByteArray(bytes) if bytes > 16 => {
            Ok(ColumnType::LongDecimal(bytes, scale as u32))
        }
        _ if precision > MOST_DIGITS => Err("decimals of more than 38 digits"),
        _ => Ok(ColumnType::Decimal(precision, scale)),
    }
}

fn integer(
    logical: Option<PrimitiveLogicalType>,
    converted: Option<PrimitiveConvertedType>,
) -> Option<ColumnType> {
    use PrimitiveConvertedType as Converted;
    let logical = match logical {
        Some(PrimitiveLogicalType::Integer(integer)) => Some(integer),
        _ => None,
    };
    Some(match (logical, converted) {
        (Some(IntegerType::Int8), _) | (None, Some(Converted::Int8)) => ColumnType::Int8,
        (Some(IntegerType::Int16), _) | (None, Some(Converted::Int16)) => ColumnType::Int16,
        (Some(IntegerType::Int32), _) | (None, Some(Converted::Int32)) => ColumnType::Int32,
        (Some(IntegerType::Int64), _) | (None, Some(Converted::Int64)) => ColumnType::Int64,
        (Some(IntegerType::UInt8), _) | (None, Some(Converted::Uint8)) => ColumnType::UInt8,
        (Some(IntegerType::UInt16), _) | (None, Some(Converted::Uint16)) => ColumnType::UInt16,
        (Some(IntegerType::UInt32), _) | (None, Some(Converted::Uint32)) => ColumnType::UInt32,
        (Some(IntegerType::UInt64), _) | (None, Some(Converted::Uint64)) => ColumnType::UInt64,
        _ => return None,
    })
}

/// Whether a name is one that pandas gives to an unnamed index: `__index_level_0__`.
pub(super) fn is_index_name(name: &str) -> bool {
    let number = name
        .strip_prefix("__index_level_")
        .and_then(|rest| rest.strip_suffix("__"));
    number.is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Names of the columns that pandas marks as its index; empty if there is no such mark, or it cannot be read.
pub(super) fn index_names(metadata: &FileMetadata) -> Vec<String> {
    let entries = metadata.key_value_metadata().iter().flatten();
    let mut marks = entries.filter(|entry| entry.key == "pandas");
    let mark = marks
        .find_map(|entry| entry.value.clone())
        .unwrap_or_default();
    let mark: serde_json::Value = serde_json::from_str(&mark).unwrap_or_default();
    let columns = mark["index_columns"].as_array();
    // An index that only counts is no column: pandas writes an object in place of its name.
    let names = columns
        .into_iter()
        .flatten()
        .filter_map(|column| column.as_str());
    names.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn width_of_an_integer_is_told_by_either_annotation() {
        let logical = |integer| Some(PrimitiveLogicalType::Integer(integer));
        let converted = PrimitiveConvertedType::Int8;
        for (annotations, due) in [
            (
                (logical(IntegerType::UInt16), None),
                Some(ColumnType::UInt16),
            ),
            ((None, Some(converted)), Some(ColumnType::Int8)),
            (
                (logical(IntegerType::Int32), Some(converted)),
                Some(ColumnType::Int32),
            ),
            ((None, None), None),
        ] {
            assert_eq!(integer(annotations.0, annotations.1), due);
        }
    }

    #[test]
    fn a_decimal_may_have_as_many_digits_as_127_bits_hold() {
        let integers = PrimitiveType::from_physical("x".into(), PhysicalType::Int64);
        let of = |precision, scale| decimal(&integers, precision, scale);
        assert_eq!(of(38, 38), Ok(ColumnType::Decimal(38, 38)));
        assert!(of(38, 39).is_err() && of(39, 38).is_err());
    }
}
