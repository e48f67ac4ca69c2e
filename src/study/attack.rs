//! Attacks claims: searches for samples that refute them, stores the search so that it can be continued, and writes what it found as specs.

mod picture;
mod stored;
mod theorem;

pub use theorem::spec_of_theorem;

use super::outputs::save;
use super::witnesses::slug;
use super::{StudyError, Watcher};
use crate::store::StoreError;
use claims::attack::{
    Candidate, Changes, Constructions, Found, Progress, Space, Target, drawn, every_order, search,
    simplified,
};
use claims::claim::{Form, OneTrial, Registered, StatedClaim, VerdictKind};
use claims::numbers::listed;
use claims::spec::Spec;
use perceptron::cancellation::unless_stopped;
use perceptron::seed::Seed;
use picture::picture;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use stored::{continued, store};

/// Number of samples with which a search makes its closest sample simpler.
const SIMPLIFYING: u64 = 10_000;
/// Number of rounds after which the search is stored.
const ROUNDS_STORED: u64 = 64;
/// Number of the closest samples that are written as specs.
const WRITTEN: usize = 10;
/// File with the sample that refutes the claim.
const REFUTER: &str = "attack.toml";
/// File with a picture of the closest samples.
const PICTURE: &str = "closest.svg";

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
    /// Whether `reaches` is observed ÷ limit, and not a difference.
    pub is_share: bool,
    /// How it ended.
    pub result: AttackResult,
    /// Number of samples that were measured.
    pub samples: u64,
    /// Whether these are all orders of the examples of the samples of the spec.
    pub is_every_order: bool,
    /// Number of samples that are left out, because they are outside of the premises or their runs are too long.
    pub left_out: u64,
    /// The largest observed ÷ limit; `None` if no sample was within the premises.
    pub reaches: Option<f64>,
    /// The observed number and the limit on the closest sample, if `reaches` is their quotient.
    pub sides: Option<[f64; 2]>,
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
        let own = folder.join(name_of_folder(claim)).join(place.to_string());
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

/// The name of a claim's folder. Formulas without an id share one, so that an attack on another formula begins with the samples found.
fn name_of_folder(claim: &StatedClaim) -> String {
    match &claim.claim {
        Registered::Conjecture(_) if claim.id == claim.claim.plain_id() => "formula".to_owned(),
        _ => slug(&claim.id),
    }
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

/// A search that has ended.
struct Searched {
    progress: Progress,
    /// The samples to write, the closest first.
    closest: Vec<Found>,
    /// Whether these are all orders of the samples.
    is_every_order: bool,
}

fn attacked(
    claim: &StatedClaim,
    target: &Target,
    plan: &AttackPlan,
    folder: &Path,
    watcher: &dyn Watcher,
) -> Result<Attacked, StudyError> {
    fs::create_dir_all(folder).map_err(|source| StoreError::io("create", folder, source))?;
    let mut done = 0;
    let told = unless_stopped(|| {
        let searched = searched(target, plan, folder, watcher, &mut done)?;
        written(claim, target, &searched, folder)
    });
    let told = told.filter(|_| !watcher.is_stopped());
    told.unwrap_or(Err(StudyError::Interrupted {
        experiment: claim.id.clone(),
        done,
        most: plan.budget,
        unit: "samples",
    }))
}

/// Measures samples until one decides the claim or the budget is used up. `done` counts those that are stored.
fn searched(
    target: &Target,
    plan: &AttackPlan,
    folder: &Path,
    watcher: &dyn Watcher,
    done: &mut u64,
) -> Result<Searched, StudyError> {
    let is_given = plan.space.changes == Changes::Order;
    let every_order = is_given.then(|| every_order(target, plan.budget)).flatten();
    if let Some(all) = every_order {
        return Ok(Searched::with(all, true));
    }
    let seed = Seed::root(plan.seed).child("attack");
    if plan.draws_only {
        return Ok(Searched::with(drawn(target, &seed, plan.budget), false));
    }
    let mut progress = continued(target, plan.seed, plan.space, folder)?;
    let mut is_stored = Ok(());
    search(target, &seed, &mut progress, plan.budget, |progress| {
        watcher.advance(progress.evaluations - *done);
        *done = progress.evaluations;
        if progress.rounds % ROUNDS_STORED == 0 {
            is_stored = store(target, plan.seed, plan.space, progress, folder);
        }
        is_stored.is_ok() && !watcher.is_stopped()
    });
    is_stored?;
    *done = progress.evaluations;
    store(target, plan.seed, plan.space, &progress, folder)?;
    let mut searched = Searched::with(progress, false);
    searched.simplify(target, plan.space.changes);
    Ok(searched)
}

impl Searched {
    fn with(progress: Progress, is_every_order: bool) -> Self {
        let most = match progress.is_decided() {
            true => 1,
            false => WRITTEN,
        };
        Self {
            closest: progress.pool.iter().take(most).cloned().collect(),
            progress,
            is_every_order,
        }
    }

    /// Makes the closest sample simpler, if more than its order may change.
    fn simplify(&mut self, target: &Target, changes: Changes) {
        if let (Some(first), Changes::All) = (self.closest.first_mut(), changes) {
            *first = simplified(target, first.clone(), SIMPLIFYING);
        }
    }
}

/// Writes the closest samples as specs in place of those of an earlier attack, runs the first if it decides the claim, and says how the attack ended.
fn written(
    claim: &StatedClaim,
    target: &Target,
    searched: &Searched,
    folder: &Path,
) -> Result<Attacked, StudyError> {
    let Searched {
        progress, closest, ..
    } = searched;
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
    let others = [REFUTER, PICTURE].map(str::to_owned);
    for earlier in (0..WRITTEN).map(numbered).chain(others) {
        removed(&folder.join(earlier))?;
    }
    let files: Vec<PathBuf> = (0..specs.len()).map(name).collect();
    for (path, spec) in files.iter().zip(&specs) {
        save(path, spec)?;
    }
    if !closest.is_empty() {
        save(&folder.join(PICTURE), picture(claim, progress, closest)?)?;
    }
    let result = match (specs.first(), decided) {
        (None, _) => AttackResult::Untried,
        (Some(_), false) => AttackResult::Survived,
        (Some(first), true) if !is_confirmed(first) => AttackResult::Unconfirmed,
        (Some(_), true) if seeks_proof => AttackResult::Proved,
        (Some(_), true) => AttackResult::Refuted,
    };
    let first = closest.first();
    let is_share = claim.form().one_trial() == OneTrial::Exceeds;
    Ok(Attacked {
        claim: claim.name_on_page(),
        learners: target
            .variants
            .iter()
            .map(|(name, _)| name.clone())
            .collect(),
        is_share,
        result,
        samples: progress.evaluations,
        is_every_order: searched.is_every_order,
        left_out: progress.left_out,
        reaches: first.map(|found| found.reach.share),
        sides: first
            .filter(|found| is_share && found.reach.limit > 0.0)
            .map(|found| {
                let limit = found.reach.limit;
                [found.reach.share * limit, limit]
            }),
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
    let (id, samples) = (claim.name_on_page(), progress.evaluations);
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
