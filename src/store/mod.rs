//! Stores results folders: trials as parquet, the manifest they belong to, and the verdicts on them.
//!
//! A results folder holds the manifest with the spec verbatim, trials as parquet, and verdicts as JSON and CSV. A file gets its final name when it is
//! finished. Row groups have a fixed size and rows a fixed order, so a file has the same bytes for any number of threads. `layout` makes a table of
//! the trials of a row group, `encoder` turns its columns into pages, in parallel on the thread pool, and `groups` writes one row group after the
//! other. A value that all trials of a block have in a column is held once (`ColumnData`), and the pages of a column that is one value throughout a
//! row group are reused for the next one. `compressor` reuses its contexts, whereas polars makes one for each page. The bytes are those that polars
//! writes, which tests check. For writing, only `encoder`, `compressor` and `groups` use `polars-parquet`, because `polars` does not expose its
//! pages.
//!
//! A reader tells the decoder of polars only about the row groups that it reads. A column that an older file does not have reads as missing.
//! `samples` writes one sample for other programs, because parquet needs polars, which only this module uses.
//! `distinct_rows` groups equal rows of a row group for the command `table`, by the eager group-by of polars.
//!
//! Results of another spec are overwritten only if `--fresh` asks for it. An error says what to do next. A folder has one owner at a time: `lock` is
//! the system's lock on a file that names process, host and start time. The manifest has SHA-256 digests of the trials and of its own entries. It
//! waits as `manifest.next.toml` until the trials have their final name, so that both count or neither. `files` writes under names that only this
//! process uses, syncs, and renames. `parts` stores finished trials while a run goes on, under names that hold digests. `sources` reads the stored
//! trials of a spec: from parts, the folder's own file, `earlier/` (trials that were set aside), and shards. Each source comes with the spec that
//! made it, which decides what can be reused.
//!
//! The module also decodes parquet files of others for `intake`. `guard` reads the page headers of a file before it is decoded, because the decoder
//! believes every length in them. `table` decodes with polars-parquet and the types in `column_type`, because that gives arrow arrays for every type,
//! whereas data frames of polars need a feature for each type and panic without it.

mod block_rows;
mod column_type;
mod columns;
mod compressor;
mod distinct_rows;
mod encoder;
mod error;
mod files;
mod folder;
mod groups;
mod guard;
mod known_trials;
mod layout;
mod lock;
mod manifest;
mod names;
mod parts;
mod reader;
mod samples;
mod sources;
mod table;
#[cfg(test)]
mod tests;
mod trials_csv;
mod verdicts;
mod writer;

pub use distinct_rows::{DistinctRows, TrialPlaces};
pub use error::StoreError;
pub use files::{keep_line_ends, renew_folder, write as write_whole, write_again};
pub use folder::Folder;
pub use guard::is_decoding;
pub use lock::Lock;
pub use manifest::{Manifest, ROWS_PER_GROUP, ShardEntry};
pub use parts::StoredParts;
pub use reader::TrialReader;
pub use samples::{SampleFormat, endless_decimals, write_sample};
pub use sources::{TrialSource, TrialSources};
pub use table::{read_parquet, read_table};
pub use trials_csv::{CsvColumns, CsvError, write_trials_csv};
pub use verdicts::{read_verdicts, write_verdicts};
pub use writer::{TrialWriter, Written};
