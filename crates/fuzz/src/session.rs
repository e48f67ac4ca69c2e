//! Runs the specs of a range of seeds on all cores, and collects the results in the order of the seeds.

use crate::coverage::Coverage;
use crate::finding::FuzzFinding;
use crate::premises::Table;
use crate::study::{self, FuzzStudy};
use crate::{cases, draw, panics, relations, shrink};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Number of seeds whose specs run in parallel before their results are collected.
const CHUNK: u64 = 64;

/// Number of faults of one kind whose specs are shrunk (two for exceeded time budgets); later faults seldom have a new cause.
const MOST_SHRUNK: u64 = 8;

/// One spec in this many is also run with a change that must not affect its results.
const ONE_IN_RELATED: u64 = 3;

/// The specs that are running now: the start time by seed.
#[derive(Debug, Default)]
pub struct Running(Mutex<BTreeMap<u64, Instant>>);

impl Running {
    /// The specs that have run for longer than `limit`: seed, and seconds since the start.
    pub fn longer_than(&self, limit: Duration) -> Vec<(u64, u64)> {
        let Ok(running) = self.0.lock() else {
            return Vec::new();
        };
        let long = running.iter().filter(|(_, began)| began.elapsed() > limit);
        long.map(|(seed, began)| (*seed, began.elapsed().as_secs()))
            .collect()
    }

    fn during<T>(&self, seed: u64, run: impl FnOnce() -> T) -> T {
        let lock = || self.0.lock().ok();
        if let Some(mut running) = lock() {
            running.insert(seed, Instant::now());
        }
        let result = run();
        if let Some(mut running) = lock() {
            running.remove(&seed);
        }
        result
    }
}

/// One cause of faults, represented by its first shrunk spec.
#[derive(Debug, Clone)]
pub struct Cause {
    /// Number of shrunk specs with this cause.
    pub times: u64,
    /// The first seed whose spec showed the fault.
    pub seed: u64,
    /// One line that describes the fault.
    pub detail: String,
    /// The shrunk spec, as TOML.
    pub spec: String,
}

/// Results of all specs that were fuzzed so far in this session.
#[derive(Debug, Default)]
pub struct FuzzSession {
    /// The range of seeds whose specs were requested.
    pub seeds: Range<u64>,
    /// Number of specs that were accepted and ran.
    pub ran: u64,
    /// Specs that the program refused, by reason: number of specs, and the first seed.
    pub refused: BTreeMap<String, (u64, u64)>,
    /// Number of trials over all specs.
    pub trials: u64,
    /// Number of trials whose exact integers overflowed.
    pub out_of_range: u64,
    /// Total processing time of all specs.
    pub time: Duration,
    /// The ten specs that took longest, slowest first: processing time and seed.
    pub slowest: Vec<(Duration, u64)>,
    /// Counts of the verdicts on all claims.
    pub coverage: Coverage,
    /// Results of judging theorems with one premise removed.
    pub premises: Table,
    /// Number of specs to which each change that must not affect the results was applied, by the name of the change.
    pub relations: BTreeMap<&'static str, u64>,
    /// Number of specs that showed each fault.
    pub findings: BTreeMap<FuzzFinding, u64>,
    /// The causes of faults, by the fault and the signature of the shrunk spec.
    pub causes: BTreeMap<(FuzzFinding, String), Cause>,
}

impl FuzzSession {
    /// Runs the specs of these seeds in parallel, in chunks. After every chunk, `progress` is called with the next seed.
    pub fn run(&mut self, seeds: Range<u64>, running: &Running, progress: impl Fn(&Self, u64)) {
        self.seeds = seeds.clone();
        let mut next = seeds.start;
        while next < seeds.end {
            let chunk: Vec<u64> = (next..seeds.end.min(next + CHUNK)).collect();
            let study = |&seed: &u64| running.during(seed, || study_of(seed));
            let studies: Vec<FuzzStudy> = chunk.par_iter().map(study).collect();
            let new: Vec<(u64, FuzzFinding, String)> = chunk
                .iter()
                .zip(&studies)
                .flat_map(|(&seed, study)| self.add(seed, study))
                .collect();
            let shrunk: Vec<Shrunk> = new.into_par_iter().map(Shrunk::of).collect();
            shrunk.into_iter().for_each(|shrunk| self.explain(shrunk));
            next += chunk.len() as u64;
            progress(self, next);
        }
    }

    /// Runs the stored specs that show why a premise is needed.
    pub fn run_cases(&mut self) {
        for case in cases::all() {
            let removals = study::of(&case.text).removals;
            self.premises.add(&case.name, &removals);
        }
    }

    /// Adds the results of one spec, and returns the faults whose specs should be shrunk: seed, fault and a line of detail.
    fn add(&mut self, seed: u64, study: &FuzzStudy) -> Vec<(u64, FuzzFinding, String)> {
        self.time += study.elapsed;
        self.slowest.push((study.elapsed, seed));
        self.slowest.sort_by(|a, b| b.cmp(a));
        self.slowest.truncate(10);
        match &study.refused {
            Some(reason) => self.refused.entry(reason.clone()).or_insert((0, seed)).0 += 1,
            None => self.ran += 1,
        }
        self.trials += study.trials;
        self.out_of_range += study.out_of_range;
        self.coverage.add(study);
        self.premises.add(&format!("seed {seed}"), &study.removals);
        if let Some(relation) = study.relation {
            *self.relations.entry(relation).or_default() += 1;
        }
        let mut new = Vec::new();
        for (finding, detail) in &study.findings {
            let times = self.findings.entry(finding.clone()).or_default();
            *times += 1;
            let most = if *finding == FuzzFinding::Slow {
                2
            } else {
                MOST_SHRUNK
            };
            if *times <= most {
                new.push((seed, finding.clone(), detail.clone()));
            }
        }
        new
    }

    fn explain(&mut self, shrunk: Shrunk) {
        let signature = shrink::signature(&shrunk.cause.spec);
        let cause = self.causes.entry((shrunk.finding, signature));
        cause
            .and_modify(|known| known.times += 1)
            .or_insert(shrunk.cause);
    }

    /// The seeds that showed a cause of faults first.
    pub fn seeds(&self) -> BTreeSet<u64> {
        self.causes.values().map(|cause| cause.seed).collect()
    }
}

/// Draws, runs and judges the spec of a seed; for one seed in three also tests a change that must not affect the results.
pub fn study_of(seed: u64) -> FuzzStudy {
    let spec = panics::caught(|| draw::spec(seed));
    let mut study = match &spec {
        Ok(spec) => study::of(spec),
        Err(place) => study::panicked(place.clone()),
    };
    let related = spec.ok().filter(|_| seed.is_multiple_of(ONE_IN_RELATED));
    if let Some(spec) = related {
        match panics::caught(|| relations::tried(&spec, seed)) {
            Ok(tried) => study.relate(tried),
            Err(place) => study.findings.extend(study::panicked(place).findings),
        }
    }
    study
}

/// Whether the spec `text` still shows a fault; used while the spec is shrunk.
fn shows(text: &str, finding: &FuzzFinding) -> bool {
    match finding {
        FuzzFinding::Changed(relation) => {
            let broken = panics::caught(|| relations::is_broken(text, relation));
            broken.unwrap_or(false)
        }
        _ => study::of(text).findings.contains_key(finding),
    }
}

struct Shrunk {
    finding: FuzzFinding,
    cause: Cause,
}

impl Shrunk {
    fn of((seed, finding, detail): (u64, FuzzFinding, String)) -> Self {
        let spec = draw::spec(seed);
        let spec = shrink::shrink(&spec, &finding, |text| shows(text, &finding));
        let cause = Cause {
            times: 1,
            seed,
            detail,
            spec,
        };
        Self { finding, cause }
    }
}
