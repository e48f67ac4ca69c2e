//! Encodes row groups on the threads that run trials, and writes them in their order.

use super::block_rows::BlockRows;
use super::encoder::{Encoded, Encoder, Known};
use super::layout::Layout;
use perceptron::workers::Workers;
use polars::error::{PolarsError, PolarsResult};
use polars::prelude::{CompatLevel, SchemaExt};
use polars_parquet::write::FileWriter;
use std::collections::{BTreeMap, VecDeque};
use std::io::Write;
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Row groups under way at the most: memory is bounded by it.
pub const GROUPS_AT_ONCE: usize = 4;

/// How long a thread of the pool that waits for others sleeps before it looks again.
const NAP: Duration = Duration::from_micros(50);

/// The row groups of a file, as they are encoded.
pub(super) struct Groups<W: Write> {
    layout: Layout,
    encoder: Encoder,
    file: Mutex<FileWriter<W>>,
    state: Mutex<State>,
    changed: Condvar,
}

/// How far the row groups are.
#[derive(Default)]
struct State {
    /// Row groups that nobody encodes yet, with their places.
    waiting: VecDeque<(usize, Vec<BlockRows>)>,
    /// Row groups added, and row groups that are in the file or will never be.
    added: usize,
    done: usize,
    /// Those that wait for one before them.
    early: BTreeMap<usize, PolarsResult<Encoded>>,
    /// Whether a thread writes what is next, and goes on as long as there is something.
    is_written: bool,
    /// Behind a fault nothing is written any more; whoever waits is told it.
    has_failed: bool,
    fault: Option<PolarsError>,
}

impl State {
    /// The row group that is next in the file, if it is there.
    fn next(&mut self) -> Option<PolarsResult<Encoded>> {
        self.early.remove(&self.done)
    }

    fn fail(&mut self, fault: PolarsError) {
        self.has_failed = true;
        self.fault.get_or_insert(fault);
    }

    fn fault(&mut self) -> PolarsError {
        let before = || PolarsError::ComputeError("a row group before is not in the file".into());
        self.fault.take().unwrap_or_else(before)
    }
}

impl<W: Write + Send + 'static> Groups<W> {
    /// The row groups of a file of these columns, whose bytes are written there; row groups before may have been of use.
    pub(super) fn new(layout: Layout, bytes: W, known: Known) -> PolarsResult<Self> {
        let schema = layout.schema().to_arrow(CompatLevel::newest());
        Ok(Self {
            layout,
            encoder: Encoder::new(&schema, known)?,
            file: Mutex::new(Encoder::file(bytes, schema)?),
            state: Mutex::default(),
            changed: Condvar::new(),
        })
    }

    /// Adds a row group, as soon as there is room for one: a thread of the pool encodes it when it has nothing else to do, or whoever
    /// waits for it.
    ///
    /// # Errors
    /// One before it could not be encoded or written.
    pub(super) fn add(self: &Arc<Self>, parts: Vec<BlockRows>) -> PolarsResult<()> {
        self.wait(GROUPS_AT_ONCE - 1, Workers::default())?;
        let mut state = self.state();
        let place = state.added;
        state.added += 1;
        state.waiting.push_back((place, parts));
        drop(state);
        let groups = Arc::clone(self);
        rayon::spawn(move || {
            let next = groups.state().waiting.pop_front();
            if let Some((place, parts)) = next {
                groups.encode(place, parts, Workers::default());
            }
        });
        Ok(())
    }

    /// Waits for all row groups, and ends the file. Whoever ends it has nothing else to do, so several threads encode what nobody has begun.
    ///
    /// # Errors
    /// A row group could not be encoded, or bytes could not be written.
    pub(super) fn finish(&self) -> PolarsResult<()> {
        self.wait(0, helpers())?;
        self.file().end(None).map(drop)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn file(&self) -> MutexGuard<'_, FileWriter<W>> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn encode(&self, place: usize, parts: Vec<BlockRows>, workers: Workers) {
        let encoded = caught(|| (self.encoder).encoded(&self.layout.frame(&parts)?, workers));
        drop(parts);
        self.write(place, encoded);
    }

    /// Takes a row group that is encoded, and writes what is next, unless another thread does.
    fn write(&self, place: usize, encoded: PolarsResult<Encoded>) {
        let mut state = self.state();
        state.early.insert(place, encoded);
        if std::mem::replace(&mut state.is_written, true) {
            return;
        }
        while let Some(encoded) = state.next() {
            if !state.has_failed {
                drop(state);
                let written = encoded.and_then(|group| caught(|| group.write(&mut self.file())));
                state = self.state();
                written.unwrap_or_else(|fault| state.fail(fault));
            }
            state.done += 1;
            self.changed.notify_all();
        }
        state.is_written = false;
    }

    /// Waits until at most so many row groups are not in the file, and encodes with these threads what nobody has begun: the pool may be
    /// busy with trials for hours.
    fn wait(&self, most: usize, workers: Workers) -> PolarsResult<()> {
        loop {
            let mut state = self.state();
            if state.has_failed {
                return Err(state.fault());
            }
            if state.added - state.done <= most {
                return Ok(());
            }
            if let Some((place, parts)) = state.waiting.pop_front() {
                drop(state);
                self.encode(place, parts, workers);
            } else if rayon::current_thread_index().is_none() {
                drop(self.changed.wait(state));
            } else {
                drop(state);
                if rayon::yield_now() == Some(rayon::Yield::Idle) {
                    thread::sleep(NAP);
                }
            }
        }
    }
}

/// Threads of their own, as many as the pool has and no more than there are parts: those of the pool may be busy.
fn helpers() -> Workers {
    Workers::lent(|parts, part| {
        let next = AtomicUsize::new(0);
        let work = || {
            let places = iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
            places.take_while(|&place| place < parts).for_each(part);
        };
        thread::scope(|scope| {
            for _ in 1..rayon::current_num_threads().min(parts) {
                // One that the system does not start is not needed.
                let _started = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    })
}

/// The result of a work whose panic is a fault like any other.
fn caught<T>(work: impl FnOnce() -> PolarsResult<T>) -> PolarsResult<T> {
    let gave_up = |_| Err(PolarsError::ComputeError("the encoder gave up".into()));
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(gave_up)
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::spec::Spec;
    use std::io;
    use std::path::Path;
    use std::sync::mpsc;

    /// Takes so many bytes and no more.
    struct Narrow(usize);

    impl Write for Narrow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self
                .0
                .checked_sub(bytes.len())
                .ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The row groups of a file, and some trials as one of them.
    fn groups<W: Write + Send + 'static>(
        bytes: W,
    ) -> (Arc<Groups<W>>, impl Fn() -> Vec<BlockRows>) {
        let text = "title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 9\n\
                    [generator.basis]\ndimension = 3\n\
                    [variants.a]\nrule = { perceptron = {} }\norder = \"cyclic\"\n";
        let spec = Spec::from_text("t", Path::new("t.toml"), text).unwrap();
        let cells = spec.cells.iter().map(|cell| &cell.parameters);
        let groups = Groups::new(Layout::new(&spec.measures, cells), bytes, Known::default());
        let block = Arc::new(spec.design(&spec.cells[0]).block(0..9));
        let cell = Arc::new(spec.cells[0].parameters.clone());
        let part = move || BlockRows {
            cell: cell.clone(),
            block: block.clone(),
            rows: 0..9,
        };
        (Arc::new(groups.unwrap()), move || vec![part()])
    }

    #[test]
    fn behind_a_row_group_that_was_not_written_there_is_none_and_no_end() {
        let (groups, rows) = groups(Narrow(100));
        for _ in 0..2 * GROUPS_AT_ONCE {
            // Told of the fault as soon as it is known.
            let _told = groups.add(rows());
        }
        assert!(groups.wait(0, helpers()).is_err() && groups.add(rows()).is_err());
        let told = groups.finish().unwrap_err().to_string();
        let before = "a row group before is not in the file";
        assert!(told.contains(before), "{told}");
    }

    #[test]
    fn helpers_do_every_part_once() {
        for count in [2, 3, 70] {
            let mut parts: Vec<usize> = (0..count).collect();
            helpers().each(&mut parts, |part| *part += 100);
            assert_eq!(parts, (100..100 + count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_file_is_finished_while_every_thread_of_the_pool_is_busy() {
        let (groups, rows) = groups(Narrow(1 << 20));
        let (begun, all_begun) = mpsc::channel();
        let (release, released) = mpsc::channel::<()>();
        let released = Mutex::new(released);
        rayon::spawn_broadcast(move |_| {
            begun.send(()).unwrap();
            // Ends when the other end is dropped.
            let _ended = released.lock().unwrap().recv();
        });
        for _ in 0..rayon::current_num_threads() {
            all_begun.recv().unwrap();
        }
        for _ in 0..2 * GROUPS_AT_ONCE {
            groups.add(rows()).unwrap();
        }
        groups.finish().unwrap();
        drop(release);
    }
}
