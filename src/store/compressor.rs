//! Compresses pages of parquet as polars does, in contexts that are used again: a new one is more than a megabyte, filled with zeros for each page.

use polars::error::PolarsResult;
use polars_parquet::parquet::CowBuffer;
use polars_parquet::parquet::page::{CompressedDictPage, DataPage, DictPage};
use polars_parquet::write::{CompressedDataPage, CompressedPage, CompressionOptions, Page};
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use zstd::bulk;
use zstd::zstd_safe::compress_bound;

/// How pages are compressed: at the library's own level.
pub(super) const COMPRESSION: CompressionOptions = CompressionOptions::Zstd(None);

/// The level that stands for the library's own.
const LEVEL: i32 = 0;

/// The contexts that no thread has at the moment.
#[derive(Default)]
pub(super) struct Compressor(Mutex<Vec<Context>>);

/// A context, and room for what comes of a page.
struct Context(bulk::Compressor<'static>, Vec<u8>);

impl Compressor {
    /// A page as it is in the file: the same bytes, whatever was compressed before.
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

    /// All of a page of the first version is compressed, the levels of its values too.
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
