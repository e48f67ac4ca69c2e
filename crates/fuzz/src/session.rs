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

/// Number of seeds that are run before their results are collected.
const CHUNK: u64 = 64;

/// Number of findings of one kind that are shrunk; later ones seldom have a new cause.
const MOST_SHRUNK: u64 = 8;

/// Relations are tested on one spec in this many.
const ONE_IN_RELATED: u64 = 3;

/// The specs that are running, with their start times.
#[derive(Debug, Default)]
pub struct Running(Mutex<BTreeMap<u64, Instant>>);

impl Running {
    /// The seeds of specs that have run for longer than `limit`, with their seconds.
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

/// One cause: a finding with its shrunk spec.
#[derive(Debug, Clone)]
pub struct Cause {
    /// Number of shrunk specs with this cause.
    pub times: u64,
    /// The first seed.
    pub seed: u64,
    /// One line of detail.
    pub detail: String,
    /// The shrunk spec.
    pub spec: String,
}

/// Results of all specs so far.
#[derive(Debug, Default)]
pub struct FuzzSession {
    /// The requested seeds.
    pub seeds: Range<u64>,
    /// Number of specs that ran.
    pub ran: u64,
    /// Refused specs by reason: their number, and the first seed.
    pub refused: BTreeMap<String, (u64, u64)>,
    /// Number of trials.
    pub trials: u64,
    /// Trials whose exact integers overflowed.
    pub out_of_range: u64,
    /// Total processing time of all specs.
    pub time: Duration,
    /// The specs that took longest, the slowest first.
    pub slowest: Vec<(Duration, u64)>,
    /// Counts of verdicts.
    pub coverage: Coverage,
    /// Results of statements without a premise.
    pub premises: Table,
    /// Number of specs to which each relation applied.
    pub relations: BTreeMap<&'static str, u64>,
    /// Number of findings of each kind.
    pub findings: BTreeMap<FuzzFinding, u64>,
    /// The causes of findings, by finding and signature.
    pub causes: BTreeMap<(FuzzFinding, String), Cause>,
}

impl FuzzSession {
    /// Runs the specs of these seeds. After every chunk, `progress` is called with the next seed.
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

    /// Adds the results of a spec, and returns the findings that should be shrunk.
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

    /// The first seed of every cause.
    pub fn seeds(&self) -> BTreeSet<u64> {
        self.causes.values().map(|cause| cause.seed).collect()
    }
}

/// Runs the spec of a seed; for some seeds also tests a relation on it.
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

/// Whether a spec still shows a finding.
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
