//! Feeds mutated files to every parser of the program. None may panic, hang or use unlimited memory, and an error must say where it is.

mod dictionary;
mod mutate;
mod targets;
#[cfg(test)]
mod tests;

pub use targets::ParserTarget;

use crate::panics;
use mutate::Mutator;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Time limit of one execution of a parser; a longer execution is reported as a fault.
const LONGEST: Duration = Duration::from_secs(10);

/// Results of fuzzing one parser with the mutated files of a range of seeds.
#[derive(Debug, Default)]
pub struct ParserSession {
    /// Number of mutated files that the parser accepted.
    pub accepted: u64,
    /// Number of mutated files that were given to the parser.
    pub executions: u64,
    /// Duration of the longest execution of the parser.
    pub longest: Duration,
    /// Distinct faults of the parser, each with the first seed that showed the fault.
    pub findings: Vec<(u64, String)>,
}

/// The seed of the current execution of a parser and its start time, for the thread that notices executions that hang.
#[derive(Debug)]
pub struct Running {
    seed: AtomicU64,
    since: Mutex<Instant>,
}

impl Default for Running {
    fn default() -> Self {
        Self {
            seed: AtomicU64::new(0),
            since: Mutex::new(Instant::now()),
        }
    }
}

impl Running {
    fn begin(&self, seed: u64) {
        self.seed.store(seed, Ordering::Relaxed);
        if let Ok(mut since) = self.since.lock() {
            *since = Instant::now();
        }
    }

    /// The seed of the current execution of the parser, if it has taken three times the time limit.
    pub fn hanging(&self) -> Option<u64> {
        let since = self.since.lock().ok()?;
        (since.elapsed() > 3 * LONGEST).then(|| self.seed.load(Ordering::Relaxed))
    }
}

/// Reads the files that are mutated to fuzz a parser, sorted by name.
///
/// # Errors
/// The folder or a file in it cannot be read.
pub fn corpus(target: ParserTarget) -> std::io::Result<Vec<Vec<u8>>> {
    let folder = folder(target);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    paths.iter().map(std::fs::read).collect()
}

fn folder(target: ParserTarget) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target.name())
}

/// Runs a parser on the mutated files of a range of seeds. Each mutated file is a pure function of its seed and the corpus.
///
/// # Errors
/// The corpus cannot be read, or no temporary folder can be created.
pub fn run(
    target: ParserTarget,
    seeds: std::ops::Range<u64>,
    running: &Running,
) -> std::io::Result<ParserSession> {
    let corpus = corpus(target)?;
    let mutator = Mutator::new(&corpus, target);
    let scratch = tempfile::tempdir()?;
    let parser = target.parser(scratch.path());
    let mut session = ParserSession::default();
    for seed in seeds {
        running.begin(seed);
        let began = Instant::now();
        let input = mutator.input(seed);
        panics::forget();
        let found = match panics::caught(|| parser(&input)) {
            Err(panic) => Some(format!("panic at {panic}")),
            Ok(Ok(accepted)) => {
                session.accepted += u64::from(accepted);
                None
            }
            Ok(Err(words)) => Some(words),
        };
        let took = began.elapsed();
        let slow = (took > LONGEST).then(|| format!("took longer than {} s", LONGEST.as_secs()));
        session.longest = session.longest.max(took);
        session.executions += 1;
        for finding in found.into_iter().chain(slow) {
            if !session.findings.iter().any(|(_, known)| *known == finding) {
                session.findings.push((seed, finding));
            }
        }
    }
    Ok(session)
}

/// The content of the mutated file that a seed gives to a parser, for inspection.
///
/// # Errors
/// The corpus cannot be read.
pub fn input(target: ParserTarget, seed: u64) -> std::io::Result<Vec<u8>> {
    let corpus = corpus(target)?;
    Ok(Mutator::new(&corpus, target).input(seed))
}
