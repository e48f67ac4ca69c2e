//! Keeps results folders: trials as parquet, the manifest they belong to, and the verdicts reached on them.
//!
//! It also decodes the parquet files of others for `intake`: `table` does that with polars-parquet and the types in `column_type`: it gives arrow
//! arrays for every type, whereas data frames of polars need a feature for each type and panic without it. A results folder holds the manifest with
//! the spec verbatim, trials as parquet, and verdicts as JSON and CSV. A file gets its name when it is finished. Row groups have a fixed size and
//! rows a fixed order, so a file has the same bytes for any number of threads; `layout` makes a table of the trials of a row group, `encoder` the
//! pages of its columns, which the threads of the pool share, and `groups` writes one row group after the other.
//! What all trials of a block have in a column is held once from the block on (`Held`), and the pages of a column that is one value throughout a row
//! group are kept for the next one. `compressor` keeps its contexts, where polars makes one for each page. The bytes are those of polars, which tests
//! compare. Only `encoder`, `compressor` and `groups` use `polars-parquet`, whose pages `polars` does not hand out.
//! A reader tells the decoder of polars of no row group but those that it reads. A column that an older file does not have reads as missing.
//! Nothing is overwritten that belongs to another spec, unless `--fresh` asks for it. An error says what to do next. A folder has one owner at a time: `lock` is the system's lock on a file that names process, host and start. The manifest has
//! SHA-256 of the trials and of its own entries; it waits as `manifest.next.toml` until the trials have their name, so that both count or none.
//! `files` writes under the process's own names, syncs, and renames. `parts` stores what a run has finished while it goes on, under names that hold
//! digests; `sources` reads what is known of the trials of a spec, from parts, the folder's own file, what was set aside in `earlier/`, and shares,
//! each with the spec that made it, from which follows what of it can be used. `guard` reads the page headers of a parquet file before it is decoded,
//! because the decoder believes every length in them.

mod block_rows;
mod column_type;
mod columns;
mod compressor;
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
mod verdicts;
mod writer;

pub use error::StoreError;
pub use files::{write as write_whole, write_again};
pub use folder::Folder;
pub use guard::is_decoding;
pub use lock::Lock;
pub use manifest::{Manifest, ROWS_PER_GROUP, ShardEntry};
pub use parts::StoredParts;
pub use reader::TrialReader;
pub use samples::{SampleFormat, endless_decimals, write_sample};
pub use sources::{TrialSource, TrialSources};
pub use table::{read_parquet, read_table};
pub use verdicts::{read_verdicts, write_verdicts};
pub use writer::{TrialWriter, Written};
