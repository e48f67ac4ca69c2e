//! Checks how a run treats trials that exist already: it keeps them, reuses parts of them, and repeats failures if asked.

use super::{
    ReplicateDecision, ReusableTrials, ReusePolicy, Shard, TrialSink, run, run_until, runner, tasks,
};
use crate::spec::Spec;
use crate::trial::{Block, columns};
use perceptron::learn::StopReason;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use testing::{STREAM, SpecText};

/// A sink in memory, with the earlier trials of each cell and the trials that it took.
struct Memory {
    known: Vec<Vec<Block>>,
    taken: Vec<Vec<(u64, Option<u64>)>>,
    /// Replicates that are stored but not judged, with their cells.
    kept: Vec<(usize, Vec<u64>)>,
    /// Number of replicates that were run now.
    new: usize,
    /// Number of replicates after which a cell is decided.
    enough: usize,
}

impl TrialSink for Memory {
    type Error = Infallible;

    fn earlier(
        &mut self,
        cell: usize,
        among: Range<u64>,
    ) -> Result<Option<ReusableTrials>, Infallible> {
        let within = |block: &Block| {
            let inside = |&place: &usize| among.contains(&block.replicates[place]);
            let first = (0..block.len()).find(inside)?;
            let gapless = (first..block.len()).zip(block.replicates[first]..);
            let gapless = gapless.filter(|(place, _)| inside(place));
            let same = |(place, replicate): &(usize, u64)| block.replicates[*place] == *replicate;
            let places: Vec<usize> = gapless.take_while(same).map(|(place, _)| place).collect();
            Some(block.selected(&places))
        };
        let blocks = self.known[cell].iter().filter_map(within);
        let first = blocks.min_by_key(|block| block.replicates[0]);
        Ok(first.map(|block| ReusableTrials { block, lacks: None }))
    }

    fn take(&mut self, cell: usize, block: Block, is_new: bool) -> Result<(), Infallible> {
        let rows = block
            .all()
            .map(|row| (row.replicate, row.copied(columns::UPDATES)));
        self.taken[cell].extend(rows);
        self.new += if is_new { block.len() } else { 0 };
        Ok(())
    }

    fn keep(&mut self, cell: usize, earlier: ReusableTrials) -> Result<(), Infallible> {
        self.kept.push((cell, earlier.block.replicates));
        Ok(())
    }

    fn decide(&mut self, cell: usize) -> ReplicateDecision {
        let enough = self.taken[cell].len() >= self.enough;
        if enough {
            ReplicateDecision::Stop
        } else {
            ReplicateDecision::Continue
        }
    }
}

/// A sink that waits with the first trials until no others are being finished, and records how many were finished by then.
struct Slow<'a> {
    finished: &'a AtomicU64,
    first: Option<u64>,
    taken: Vec<Vec<u64>>,
}

impl TrialSink for Slow<'_> {
    type Error = Infallible;

    fn earlier(&mut self, _: usize, _: Range<u64>) -> Result<Option<ReusableTrials>, Infallible> {
        Ok(None)
    }

    fn take(&mut self, cell: usize, block: Block, _: bool) -> Result<(), Infallible> {
        let (finished, mut before) = (|| self.finished.load(Ordering::Relaxed), None);
        while self.first.is_none() && before != Some(finished()) {
            before = Some(finished());
            thread::sleep(Duration::from_millis(200));
        }
        self.first = self.first.or(before);
        self.taken[cell].extend(block.replicates);
        Ok(())
    }

    fn decide(&mut self, _: usize) -> ReplicateDecision {
        ReplicateDecision::Continue
    }
}

fn spec(replicates: &str) -> Spec {
    SpecText::new("basis\ndimension = 3\nexamples = 5")
        .replicates(replicates)
        .variant("v", STREAM)
        .sweep("generator.basis.examples", "5, 6")
        .read(Spec::from_text)
}

fn ran(spec: &Spec, known: [Vec<Block>; 2], how: ReusePolicy, enough: usize) -> Memory {
    let mut memory = memory(known, enough);
    let Ok(_) = run(spec, how, &mut memory, &|_| {});
    memory
}

fn memory(known: [Vec<Block>; 2], enough: usize) -> Memory {
    Memory {
        known: known.into(),
        taken: vec![Vec::new(); 2],
        kept: Vec::new(),
        new: 0,
        enough,
    }
}

/// The first replicates of the first cell, all of which failed.
fn failures(spec: &Spec, replicates: u64) -> Block {
    let mut block = spec.design(&spec.cells[0]).empty((0..replicates).collect());
    for place in 0..replicates as usize {
        block.batches[0].set(place, columns::STOP_REASON, Some(StopReason::Failed));
    }
    block
}

#[test]
fn replicates_arrive_in_order_whether_or_not_trials_are_stored() {
    let spec = spec("9000");
    let fresh = ran(&spec, [vec![], vec![]], ReusePolicy::Kept, 0);
    let block = |from, to| spec.design(&spec.cells[0]).block(from..to);
    let known = vec![block(0, 10), block(10, 4321)];
    let resumed = ran(&spec, [known, vec![]], ReusePolicy::Kept, 0);
    assert_eq!(fresh.taken, resumed.taken);
    let replicates: Vec<u64> = fresh.taken[1]
        .iter()
        .map(|(replicate, _)| *replicate)
        .collect();
    assert!(replicates.into_iter().eq(0..9000));
}

#[test]
fn stored_failures_are_reused_unless_retrying_is_requested() {
    let spec = spec("20");
    let known = || [vec![failures(&spec, 7)], vec![]];
    let kept = ran(&spec, known(), ReusePolicy::Kept, 0);
    assert_eq!(
        kept.taken[0]
            .iter()
            .filter(|(_, updates)| updates.is_none())
            .count(),
        7
    );
    let retried = ran(&spec, known(), ReusePolicy::FailuresRetried, 0);
    let fresh = ran(&spec, [vec![], vec![]], ReusePolicy::Kept, 0);
    assert_eq!(retried.taken, fresh.taken);
}

#[test]
fn adaptive_batches_do_not_depend_on_stored_trials() {
    let spec = spec("{ min = 8, max = 1000, until = \"decided\" }");
    let fresh = ran(&spec, [vec![], vec![]], ReusePolicy::Kept, 40);
    assert_eq!(fresh.taken[0].len(), 41, "8, 12, 18, 27, 41");
    let all = spec.design(&spec.cells[0]).block(0..100);
    let resumed = ran(&spec, [vec![all], vec![]], ReusePolicy::Kept, 40);
    assert_eq!(fresh.taken, resumed.taken);
}

#[test]
fn gap_in_stored_trials_is_filled_without_ending_the_run() {
    let spec = spec("{ min = 8, max = 27, until = \"decided\" }");
    let fresh = ran(&spec, [vec![], vec![]], ReusePolicy::Kept, 1000);
    let design = spec.design(&spec.cells[0]);
    let behind = vec![design.block(20..25)];
    assert_eq!(
        ran(&spec, [behind, vec![]], ReusePolicy::Kept, 1000).taken,
        fresh.taken
    );
    let holed = vec![design.block([0, 1, 2, 5, 6, 7, 8, 9])];
    assert_eq!(
        ran(&spec, [holed, vec![]], ReusePolicy::Kept, 1000).taken,
        fresh.taken
    );
}

#[test]
fn unrequested_stored_trials_are_kept_unless_earlier_ones_are_missing() {
    for replicates in ["6", "{ min = 6, max = 9, until = \"decided\" }"] {
        let spec = spec(replicates);
        let block = |cell: usize, from, to| spec.design(&spec.cells[cell]).block(from..to);
        let known = || {
            let first = vec![block(0, 0, 8), block(0, 8, 10), block(0, 11, 12)];
            [first, vec![block(1, 1, 7)]]
        };
        let ran = ran(&spec, known(), ReusePolicy::Kept, 0);
        let behind = [
            (0, vec![6, 7]),
            (0, vec![8, 9]),
            (0, vec![11]),
            (1, vec![6]),
        ];
        assert_eq!((ran.kept, ran.taken[0].len()), (behind.to_vec(), 6));
        let mut memory = memory(known(), 0);
        let Ok(only) = run_until(&spec, ReusePolicy::Only, &mut memory, &|_| {}, &|| false);
        assert_eq!((memory.kept, memory.new), (behind[..3].to_vec(), 0));
        assert_eq!(only.missing, [(1, 0..1)]);
    }
}

#[test]
fn stopped_run_has_a_gapless_prefix_and_reports_missing_trials() {
    let spec = spec("9000");
    let whole = ran(&spec, [vec![], vec![]], ReusePolicy::Kept, 0);
    for enough in [0, 3, 400, 5000] {
        let block = |cell: usize, to| spec.design(&spec.cells[cell]).block(0..to);
        let mut memory = memory([vec![block(0, 100)], vec![block(1, 70)]], 0);
        let finished = AtomicU64::new(0);
        let count = |replicates| {
            finished.fetch_add(replicates, Ordering::Relaxed);
        };
        // However the work is split, the tasks under way are at most an eighth of the remaining trials.
        let stop = || finished.load(Ordering::Relaxed) >= enough;
        let Ok(ran) = run_until(&spec, ReusePolicy::Kept, &mut memory, &count, &stop);
        let lengths: Vec<u64> = memory.taken.iter().map(|of| of.len() as u64).collect();
        assert_eq!(ran.replicates, lengths);
        let missing = ran.missing.iter().map(|(_, range)| range.end - range.start);
        let all: u64 = missing.chain(lengths).sum();
        assert!(!ran.missing.is_empty() && all >= 18_000 - 70, "{ran:?}");
        assert!(enough < 400 || memory.new > 0, "{ran:?}");
        for (taken, all) in memory.taken.iter().zip(&whole.taken) {
            let first = taken
                .first()
                .map_or(0, |(replicate, _)| *replicate as usize);
            assert_eq!(*taken, all[first..first + taken.len()]);
        }
    }
}

#[test]
fn number_of_trials_waiting_for_an_earlier_one_is_bounded() {
    let (spec, finished) = (spec("100_000"), AtomicU64::new(0));
    let mut slow = Slow {
        finished: &finished,
        first: None,
        taken: vec![Vec::new(); 2],
    };
    let count = |replicates| {
        finished.fetch_add(replicates, Ordering::Relaxed);
    };
    let Ok(_) = run(&spec, ReusePolicy::Kept, &mut slow, &count);
    let under_way = rayon::current_num_threads() as u64 * tasks::LARGEST;
    let most = runner::MOST_HELD + under_way;
    assert!(
        slow.first.is_some_and(|first| first <= most),
        "{:?}",
        slow.first
    );
    let all: Vec<u64> = (0..100_000).collect();
    assert!(slow.taken == [&*all, &*all]);
}

#[test]
fn merged_shards_of_missing_trials_equal_a_single_run() {
    let spec = spec("50");
    let whole = ran(&spec, [vec![], vec![]], ReusePolicy::Kept, 0);
    let missing = [(0, 10..50), (1, 0..50)];
    let mut parts: [Vec<Block>; 2] = [vec![spec.design(&spec.cells[0]).block(0..10)], vec![]];
    for index in 1..=3 {
        for (cell, range) in (Shard { index, of: 3 }).part(&missing) {
            parts[cell].push(spec.design(&spec.cells[cell]).block(range));
        }
    }
    let merged = ran(&spec, parts, ReusePolicy::Only, 0);
    assert_eq!((merged.taken, merged.new), (whole.taken, 0));
}
