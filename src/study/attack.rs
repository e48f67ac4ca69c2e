//! Attacks claims: searches for samples that refute them, stores the search so that it can be continued, and writes what it found as specs.

mod stored;

use super::names::{self, Data};
use super::outputs::save;
use super::witnesses::slug;
use super::{StudyError, Watcher};
use crate::store::StoreError;
use claims::attack::{
    Candidate, Constructions, Found, Progress, Space, Target, drawn, search, simplified,
};
use claims::calibrate::fault_injection::studies;
use claims::claim::{Form, Registered, StatedClaim, VerdictKind};
use claims::numbers::listed;
use claims::spec::Spec;
use perceptron::cancellation::unless_stopped;
use perceptron::sample::Rational;
use perceptron::seed::Seed;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use stored::{continued, create, store};

/// Number of samples with which a decided search makes its sample simpler.
const SIMPLIFYING: u64 = 10_000;
/// Number of rounds after which the search is stored.
const ROUNDS_STORED: u64 = 64;
/// Number of the closest samples that are written as specs.
const WRITTEN: usize = 10;
/// File with the sample that refutes the claim.
const REFUTER: &str = "attack.toml";

/// How an attack is made.
#[derive(Debug, Clone, Copy)]
pub struct AttackPlan {
    /// Number of samples to measure for each learner, with those of earlier attacks.
    pub budget: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// The samples among which the search looks.
    pub space: Space,
    /// Whether the constructions of the program are used.
    pub constructions: Constructions,
    /// Whether samples are drawn independently in place of a search.
    pub draws_only: bool,
}

/// The result of an attack on a claim for one learner or pair.
#[derive(Debug, Clone, Serialize)]
pub struct Attacked {
    /// The id of the claim.
    pub claim: String,
    /// The names of the learners.
    pub learners: Vec<String>,
    /// How it ended.
    pub result: AttackResult,
    /// Number of samples that were measured.
    pub samples: u64,
    /// The largest observed ÷ limit; `None` if no sample was within the premises.
    pub reaches: Option<f64>,
    /// The closest sample.
    pub sample: Option<FoundSample>,
    /// The specs of the samples found, the closest first.
    pub files: Vec<PathBuf>,
    /// Whether the claim is one that a single sample proves.
    pub seeks_proof: bool,
    /// Whether the result contradicts what the spec expects.
    pub is_unexpected: bool,
}

/// A sample as integers over a denominator.
#[derive(Debug, Clone, Serialize)]
pub struct FoundSample {
    /// The numerators of the features, one list for each example.
    pub features: Vec<Vec<i64>>,
    /// The labels, 1 or −1.
    pub labels: Vec<i8>,
    /// The denominator of all features.
    pub denominator: i64,
}

impl FoundSample {
    fn of(candidate: &Candidate) -> Self {
        let rows = (0..candidate.examples()).map(|example| candidate.row(example).to_vec());
        Self {
            features: rows.collect(),
            labels: candidate.labels.clone(),
            denominator: candidate.denominator,
        }
    }

    /// The largest numerator in absolute value.
    pub fn largest(&self) -> u64 {
        let sizes = self.features.iter().flatten().map(|x| x.unsigned_abs());
        sizes.max().unwrap_or(0)
    }
}

/// How an attack on a claim ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttackResult {
    /// A sample refutes it, confirmed by the run of its spec.
    Refuted,
    /// A sample proves it, confirmed by the run of its spec.
    Proved,
    /// No sample decides it.
    Survived,
    /// A sample decides it in the search, and not when its spec is run: the learner draws at random.
    Unconfirmed,
    /// No sample was within the premises.
    Untried,
}

/// A spec that states a theorem as it is, and the ids of the claims that do: an experiment of the folder, or else a study in which the faults of the
/// theorem are planted. `None` if no theorem has this name.
///
/// # Errors
/// No spec states the theorem.
pub fn spec_of_theorem(
    name: &str,
    experiments: &Path,
) -> Result<Option<(Spec, Vec<String>)>, StudyError> {
    let Some(studies) = studies(name) else {
        return Ok(None);
    };
    let files = names::spec_files(experiments).into_iter();
    let known = files.filter_map(|file| names::read(&file, experiments, Data::Below).ok());
    let read = |text: String| Spec::from_text(name, Path::new(name), &text).ok();
    let specs = known.chain(studies.into_iter().filter_map(read));
    let mut stating = specs.filter_map(|spec| {
        let claims = spec.claims.iter().filter(|claim| states(claim, name));
        let ids: Vec<String> = claims.map(|claim| claim.id.clone()).collect();
        (!ids.is_empty()).then_some((spec, ids))
    });
    stating.next().map(Some).ok_or_else(|| {
        StudyError::usage(format!(
            "no experiment states the theorem `{name}` as it is"
        ))
        .help("name a spec that states it, or the folder of the experiments with `--experiments`")
    })
}

/// Whether a claim states the theorem of this name, without a change that makes it wrong.
fn states(claim: &StatedClaim, name: &str) -> bool {
    claim.name() == name
        && !claim.premise_waived
        && claim.control_of.is_none()
        && claim.scale == Rational::one()
}

/// The name of an attack on a formula, for its folder.
pub fn name_of_formula(formula: &str) -> String {
    slug(formula)
}

/// Attacks claims of a spec, those named or else all theorems and conjectures that a single sample can decide, and writes what is found below `folder`.
///
/// # Errors
/// A claim cannot be attacked, or a file cannot be read or written.
pub fn attack(
    spec: &Spec,
    claims: &[String],
    plan: &AttackPlan,
    folder: &Path,
    watcher: &dyn Watcher,
) -> Result<Vec<Attacked>, StudyError> {
    let is_known = |id: &&String| spec.claims.iter().any(|claim| claim.id == **id);
    if let Some(unknown) = claims.iter().find(|id| !is_known(id)) {
        let ids: Vec<String> = spec.claims.iter().map(|claim| claim.id.clone()).collect();
        let error = StudyError::usage(format!("the spec has no claim `{unknown}`"));
        return Err(error.help(format!("it has {}", listed(&ids))));
    }
    let mut chosen = Vec::new();
    for claim in &spec.claims {
        let is_general = claim.is_theorem() || matches!(claim.claim, Registered::Conjecture(_));
        let is_wanted = match claims.is_empty() {
            true => is_general && claim.control_of.is_none(),
            false => claims.contains(&claim.id),
        };
        if is_wanted {
            chosen.extend(targets(spec, claim, plan, claims.is_empty())?);
        }
    }
    watcher.expect(plan.budget * chosen.len() as u64);
    let attacked = chosen.iter().map(|(claim, place, target)| {
        let own = folder.join(slug(&claim.id)).join(place.to_string());
        attacked(claim, target, plan, &own, watcher)
    });
    let all = attacked.collect::<Result<Vec<_>, _>>()?;
    if all.is_empty() {
        return Err(
            StudyError::usage("no single sample decides a claim of this spec")
                .help("attack a claim about every run, or about some run"),
        );
    }
    Ok(all)
}

/// The targets of a claim with their places from 1; if single samples do not decide it, none, or an error if the claim was named.
fn targets<'a>(
    spec: &Spec,
    claim: &'a StatedClaim,
    plan: &AttackPlan,
    is_one_of_all: bool,
) -> Result<Vec<(&'a StatedClaim, usize, Target)>, StudyError> {
    match Target::of(spec, claim, plan.constructions, plan.space) {
        Ok(targets) => {
            let numbered = targets.into_iter().enumerate();
            Ok(numbered
                .map(|(place, target)| (claim, place + 1, target))
                .collect())
        }
        Err(_) if is_one_of_all => Ok(Vec::new()),
        Err(reason) => {
            let id = &claim.id;
            let error = StudyError::usage(format!("`{id}` cannot be attacked: {reason}"));
            Err(error.help("attack a claim about every run, or about some run"))
        }
    }
}

fn attacked(
    claim: &StatedClaim,
    target: &Target,
    plan: &AttackPlan,
    folder: &Path,
    watcher: &dyn Watcher,
) -> Result<Attacked, StudyError> {
    let seed = Seed::root(plan.seed).child("attack");
    if plan.draws_only {
        let progress = drawn(target, &seed, plan.budget);
        let closest: Vec<Found> = progress.pool.iter().take(1).cloned().collect();
        create(folder)?;
        return written(claim, target, &progress, &closest, folder);
    }
    let interrupted = |done: u64| StudyError::Interrupted {
        experiment: claim.id.clone(),
        done,
        most: plan.budget,
        unit: "samples",
    };
    let begun = unless_stopped(|| continued(target, plan.seed, plan.space, folder));
    let mut progress = begun.ok_or_else(|| interrupted(0))??;
    let mut before = progress.evaluations;
    let mut is_stored = Ok(());
    search(target, &seed, &mut progress, plan.budget, |progress| {
        watcher.advance(progress.evaluations - before);
        before = progress.evaluations;
        if progress.rounds % ROUNDS_STORED == 0 {
            is_stored = store(target, plan.seed, plan.space, progress, folder);
        }
        is_stored.is_ok() && !watcher.is_stopped()
    });
    is_stored?;
    store(target, plan.seed, plan.space, &progress, folder)?;
    let told = unless_stopped(|| {
        let closest = match progress.best().filter(|best| best.reach.decides) {
            Some(best) => vec![simplified(target, best.clone(), SIMPLIFYING)],
            None => progress.pool.iter().take(WRITTEN).cloned().collect(),
        };
        written(claim, target, &progress, &closest, folder)
    });
    let told = told.filter(|_| !watcher.is_stopped());
    told.ok_or_else(|| interrupted(progress.evaluations))?
}

/// Writes the closest samples as specs in place of those of an earlier attack, runs the first if it decides the claim, and says how the attack ended.
fn written(
    claim: &StatedClaim,
    target: &Target,
    progress: &Progress,
    closest: &[Found],
    folder: &Path,
) -> Result<Attacked, StudyError> {
    let decided = progress.is_decided();
    let seeks_proof = claim.form() == Form::Exists;
    let specs = closest
        .iter()
        .map(|found| text(claim, target, progress, found));
    let specs: Vec<String> = specs.collect();
    let name = |place: usize| match decided {
        true => folder.join(REFUTER),
        false => folder.join(numbered(place)),
    };
    for earlier in (0..WRITTEN).map(numbered).chain([REFUTER.to_owned()]) {
        removed(&folder.join(earlier))?;
    }
    let files: Vec<PathBuf> = (0..specs.len()).map(name).collect();
    for (path, spec) in files.iter().zip(&specs) {
        save(path, spec)?;
    }
    let result = match (specs.first(), decided) {
        (None, _) => AttackResult::Untried,
        (Some(_), false) => AttackResult::Survived,
        (Some(first), true) if !is_confirmed(first) => AttackResult::Unconfirmed,
        (Some(_), true) if seeks_proof => AttackResult::Proved,
        (Some(_), true) => AttackResult::Refuted,
    };
    let first = closest.first();
    Ok(Attacked {
        claim: claim.id.clone(),
        learners: target
            .variants
            .iter()
            .map(|(name, _)| name.clone())
            .collect(),
        result,
        samples: progress.evaluations,
        reaches: first.map(|found| found.reach.share),
        sample: first.map(|found| FoundSample::of(&found.candidate)),
        files,
        seeks_proof,
        is_unexpected: result == AttackResult::Refuted && claim.expect == VerdictKind::Holds,
    })
}

/// The file of one of the closest samples.
fn numbered(place: usize) -> String {
    format!("closest-{:02}.toml", place + 1)
}

fn removed(path: &Path) -> Result<(), StudyError> {
    if path.is_file() {
        fs::remove_file(path).map_err(|source| StoreError::io("remove", path, source))?;
    }
    Ok(())
}

fn text(claim: &StatedClaim, target: &Target, progress: &Progress, found: &Found) -> String {
    let (id, samples) = (&claim.id, progress.evaluations);
    let what = match (found.reach.decides, claim.form()) {
        (true, Form::Exists) => "proves",
        (true, _) => "refutes",
        (false, _) => "comes close to the limit of",
    };
    let title = format!("A sample that {what} “{id}”");
    let analysis = format!("Found by `perceptron-lab attack` among {samples} samples.");
    target.spec(found, &title, &analysis)
}

/// Whether the spec of a sample, run as it is, gives the verdict that it expects.
fn is_confirmed(text: &str) -> bool {
    let Ok(spec) = Spec::from_text("attack", Path::new(REFUTER), text) else {
        return false;
    };
    let block = spec.design(&spec.cells[0]).block([0]);
    let verdicts = spec.judge_spec().judge(0, &block);
    !verdicts.is_empty() && verdicts.iter().all(|verdict| verdict.as_expected)
}
