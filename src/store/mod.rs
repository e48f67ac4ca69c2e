//! Keeps results folders: trials as parquet, the manifest they belong to, and the verdicts reached on them.

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
mod repeats;
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
pub use groups::GROUPS_AT_ONCE;
pub use guard::is_decoding;
pub use lock::Lock;
pub use manifest::{Manifest, ROWS_PER_GROUP, Shard};
pub use parts::Parts;
pub use reader::TrialReader;
pub use samples::{SampleFormat, endless_decimals, write_sample};
pub use sources::{Source, Sources};
pub use table::{read_parquet, read_table};
pub use verdicts::{read_verdicts, write_verdicts};
pub use writer::{TrialWriter, Written};
