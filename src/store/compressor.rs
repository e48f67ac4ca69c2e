//! Compresses pages of parquet as polars does, but reuses contexts: a new one takes more than a megabyte, which is zeroed for each page.

use polars::error::PolarsResult;
use polars_parquet::parquet::CowBuffer;
use polars_parquet::parquet::page::{CompressedDictPage, DataPage, DictPage};
use polars_parquet::write::{CompressedDataPage, CompressedPage, CompressionOptions, Page};
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use zstd::bulk;
use zstd::zstd_safe::compress_bound;

/// Compression of parquet pages in files of trials: zstd at the library's default level.
pub(super) const COMPRESSION: CompressionOptions = CompressionOptions::Zstd(None);

/// Level in the interface of zstd that stands for its default level.
const LEVEL: i32 = 0;

/// Compresses pages of parquet with zstd; holds the contexts that no thread uses at the moment.
#[derive(Default)]
pub(super) struct Compressor(Mutex<Vec<Context>>);

/// A zstd context, and a buffer for the compressed page.
struct Context(bulk::Compressor<'static>, Vec<u8>);

impl Compressor {
    /// Compresses a page of parquet to the bytes that go into the file. They do not depend on what was compressed before.
    ///
    /// # Errors
    /// There is no memory for a context.
    pub(super) fn compressed(&self, page: Page) -> PolarsResult<CompressedPage> {
        let idle = self.idle().pop();
        let mut context = idle.map_or_else(Context::new, Ok)?;
        let compressed = match page {
            Page::Data(page) => CompressedPage::Data(context.data(page)?),
            Page::Dict(page) => CompressedPage::Dict(context.dictionary(page)?),
        };
        self.idle().push(context);
        Ok(compressed)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Context>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Context {
    fn new() -> io::Result<Self> {
        Ok(Self(bulk::Compressor::new(LEVEL)?, Vec::new()))
    }

    fn bytes(&mut self, bytes: &[u8]) -> io::Result<CowBuffer> {
        let Self(context, room) = self;
        room.clear();
        room.reserve(compress_bound(bytes.len()));
        context.compress_to_buffer(bytes, room)?;
        Ok(CowBuffer::Owned(room.as_slice().to_vec()))
    }

    /// Compresses a data page of parquet's format version 1, in which the levels of the values are compressed, too.
    fn data(&mut self, page: DataPage) -> io::Result<CompressedDataPage> {
        let bytes = page.buffer();
        Ok(CompressedDataPage::new(
            page.header().clone(),
            self.bytes(bytes)?,
            COMPRESSION.into(),
            bytes.len(),
            page.descriptor.clone(),
            page.num_rows.unwrap_or_default(),
        ))
    }

    fn dictionary(&mut self, page: DictPage) -> io::Result<CompressedDictPage> {
        Ok(CompressedDictPage::new(
            self.bytes(&page.buffer)?,
            COMPRESSION.into(),
            page.buffer.len(),
            page.num_values,
            page.is_sorted,
        ))
    }
}
