#!/usr/bin/env python3
"""Writes the small parquet files of the tests of src/store/table.rs with pyarrow, pandas and polars: python3 make.py, in this folder."""
from decimal import Decimal, getcontext
import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

D = Decimal
types = pa.table({
    "int8": pa.array([-128, 0, 127], pa.int8()),
    "int16": pa.array([-32768, 0, 32767], pa.int16()),
    "int32": pa.array([-2**31, 0, 2**31 - 1], pa.int32()),
    "int64": pa.array([-2**63, 0, 2**63 - 1], pa.int64()),
    "uint8": pa.array([0, 1, 255], pa.uint8()),
    "uint16": pa.array([0, 1, 65535], pa.uint16()),
    "uint32": pa.array([0, 1, 2**32 - 1], pa.uint32()),
    "uint64": pa.array([0, 1, 2**64 - 1], pa.uint64()),
    "decimal32": pa.array([D("-99.99"), D("0.10"), D("12.34")], pa.decimal128(5, 2)),
    "decimal128": pa.array([D("-12345678901234567890.12345"), D("0.10000"), D("3.00000")], pa.decimal128(38, 5)),
    "bool": pa.array([False, True, True]),
    "category": pa.array(["x", "y", "x"]).dictionary_encode(),
    "category_int": pa.array([7, -3, 7], pa.int16()).dictionary_encode(),
    "number.words": pa.array(["1.5", "-2", "3e2"]),
    "large": pa.array(["1", "2", "3"], pa.large_string()),
    "float16": pa.array(np.array([-65504, 6.103515625e-05, 0.333251953125], np.float16)),
    "float32": pa.array([-1.5, 0.1, 3], pa.float32()),
    "float64": pa.array([-1.5, 0.1, 1e-70]),
    "kind": pa.array(["a", "b", "a"]),
})
pq.write_table(types, "types.parquet", compression="zstd", store_decimal_as_integer=True)
struct = pa.array([{"u": 1, "v": 2}] * 3)
others = pa.table({
    "list": pa.array([[1, 2], [3], []]),
    "struct": struct,
    "map": pa.array([[("k", 1)]] * 3, pa.map_(pa.string(), pa.int64())),
    "date32": pa.array([dt.date(2024, 5, 1)] * 3),
    "time": pa.array([dt.time(1, 2, 3)] * 3),
    "timestamp": pa.array([dt.datetime(2024, 5, 1)] * 3),
    "duration": pa.array([dt.timedelta(seconds=1)] * 3),
    "binary": pa.array([b"1", b"2", b"3"]),
    "fixed": pa.array([b"12", b"34", b"56"], pa.binary(2)),
    "decimal256": pa.array([D("1"), D("2"), D("3")], pa.decimal256(60, 5)),
    "null": pa.nulls(3),
    "x": pa.array([1.0, 2.0, 3.0]),
    "kind": pa.array(["a", "b", "a"]),
})
pq.write_table(others, "others.parquet", compression="zstd")
frame = pd.DataFrame({"x": [1, 2, 3], "kind": ["a", "b", "a"]}, index=pd.Index([10, 20, 30], name="key"))
frame.to_parquet("pandas.parquet", compression="zstd")
twice = pa.Table.from_arrays([pa.array([1, 2]), pa.array([3, 4]), pa.array(["a", "b"])], names=["x", "x", "kind"])
pq.write_table(twice, "twice.parquet", compression="zstd")
# Integers of 128 bits, which only polars writes; decimals of more than 38 digits; and an encoding that polars does not read.
getcontext().prec = 80
kinds = ["a", "b", "a"]
pl.DataFrame({
    "int128": pl.Series([-2**126, 0, 2**126], dtype=pl.Int128),
    "uint128": pl.Series([0, 1, 2**127 - 1], dtype=pl.UInt128),
    "wide": pl.Series([0, 1, 2**128 - 1], dtype=pl.UInt128),
    "kind": kinds,
}).write_parquet("polars.parquet", compression="uncompressed", statistics=False)
long = pa.table({
    "long": pa.array([D("-9999999999999999999999999999999.5"), D("0.1"), D("12.34")], pa.decimal256(50, 5)),
    "longest": pa.array([D(1), D(10)**40, D(2)], pa.decimal256(50, 5)),
    "kind": kinds,
})
pq.write_table(long, "long-decimals.parquet", compression="none", store_schema=False)
split = pa.table({"x": pa.array([D(1), D(2), D(3)], pa.decimal128(30, 2)), "kind": kinds})
encodings = {"x": "BYTE_STREAM_SPLIT", "kind": "PLAIN"}
pq.write_table(split, "split-bytes.parquet", compression="none", use_dictionary=False, column_encoding=encodings, store_schema=False)
