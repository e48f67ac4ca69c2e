//! Encodes row groups on the threads that run trials, and writes them in their order.

use super::layout::{Layout, Part};
use polars::error::{PolarsError, PolarsResult};
use polars::io::parquet::write::{BatchedWriter, RowGroupIterColumns};
use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Row groups under way at the most: memory is bounded by it.
pub const GROUPS_AT_ONCE: usize = 4;

/// How long a thread of the pool that waits for others sleeps before it looks again.
const NAP: Duration = Duration::from_micros(50);

type Encoded = PolarsResult<Vec<RowGroupIterColumns<'static, PolarsError>>>;

/// The row groups of a file, as they are encoded.
pub(super) struct Groups<W: Write> {
    layout: Layout,
    writer: BatchedWriter<W>,
    state: Mutex<State>,
    changed: Condvar,
}

/// How far the row groups are.
#[derive(Default)]
struct State {
    /// Row groups begun, and row groups that are in the file.
    begun: usize,
    done: usize,
    /// Those that wait for one before them.
    early: BTreeMap<usize, Encoded>,
    /// Whether a thread writes what is next, and goes on as long as there is something.
    is_written: bool,
    fault: Option<PolarsError>,
}

impl<W: Write + Send + 'static> Groups<W> {
    pub fn new(layout: Layout, writer: BatchedWriter<W>) -> Self {
        let (state, changed) = (Mutex::default(), Condvar::new());
        Self {
            layout,
            writer,
            state,
            changed,
        }
    }

    /// Lets a thread of the pool encode the next row group, as soon as there is room for one.
    ///
    /// # Errors
    /// One before it could not be encoded or written.
    pub fn add(self: &Arc<Self>, parts: Vec<Part>) -> PolarsResult<()> {
        self.wait(GROUPS_AT_ONCE - 1)?;
        let place = {
            let mut state = self.state();
            state.begun += 1;
            state.begun - 1
        };
        let groups = Arc::clone(self);
        rayon::spawn(move || {
            let encoded = catch_unwind(AssertUnwindSafe(|| groups.encoded(&parts)));
            drop(parts);
            let gave_up = |_| Err(PolarsError::ComputeError("the encoder gave up".into()));
            groups.write(place, encoded.unwrap_or_else(gave_up));
        });
        Ok(())
    }

    /// Waits for all row groups, and ends the file.
    ///
    /// # Errors
    /// A row group could not be encoded, or bytes could not be written.
    pub fn finish(&self) -> PolarsResult<()> {
        self.wait(0)?;
        self.writer.finish().map(drop)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn encoded(&self, parts: &[Part]) -> Encoded {
        let frame = self.layout.frame(parts)?;
        self.writer.encode_and_compress(&frame).collect()
    }

    /// Takes a row group that is encoded, and writes what is next, unless another thread does.
    fn write(&self, place: usize, encoded: Encoded) {
        let mut state = self.state();
        state.early.insert(place, encoded);
        while !state.is_written {
            let next = state.done;
            let Some(encoded) = state.early.remove(&next) else {
                break;
            };
            // Behind a fault nothing is written any more.
            let has_failed = state.fault.is_some();
            state.is_written = true;
            drop(state);
            let write = |groups| self.writer.write_row_groups(groups);
            let fault = encoded.map(|groups| match has_failed {
                true => Ok(()),
                false => catch_unwind(AssertUnwindSafe(|| write(groups))).unwrap_or_else(|_| {
                    Err(PolarsError::ComputeError("the encoder gave up".into()))
                }),
            });
            state = self.state();
            state.done += 1;
            state.is_written = false;
            state.fault = state.fault.take().or(fault.flatten().err());
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Waits until at most so many row groups are under way; a thread of the pool works with the others while it waits.
    fn wait(&self, most: usize) -> PolarsResult<()> {
        loop {
            let mut state = self.state();
            if let Some(fault) = state.fault.take() {
                return Err(fault);
            }
            if state.begun - state.done <= most {
                return Ok(());
            }
            if rayon::current_thread_index().is_none() {
                drop(self.changed.wait(state));
                continue;
            }
            drop(state);
            if rayon::yield_now() == Some(rayon::Yield::Idle) {
                std::thread::sleep(NAP);
            }
        }
    }
}
