//! Runs and judges one spec in process, and records its faults and the evidence for its verdicts.

use crate::finding::FuzzFinding;
use crate::premises::{self, Removal};
use crate::relations::RelationResult;
use crate::spec_text::parse;
use crate::{evidence, panics, theorems};
use claims::claim::{StatedClaim, VerdictKind};
use claims::judge::{Sweep, Verdict, positions};
use claims::spec::SpecError;
use claims::trial::{Block, Row, Setting, columns};
use cpu_time::ThreadTime;
use perceptron::learn::{Arithmetic, OtherLearner, StopReason, Transform};
use std::collections::BTreeMap;
use std::time::Duration;

/// Processing time that a spec with few trials may take; most specs need a hundredth of it.
pub const BUDGET: Duration = Duration::from_secs(10);

/// Processing time that one trial may take on average. The usual cause of a longer trial is a run that does not end.
const A_TRIAL: Duration = Duration::from_secs(1);

/// Additional processing time for each leave-one-out run; such a run always ends.
const RETRAINING: Duration = Duration::from_millis(100);

/// One verdict on a claim of a fuzzed spec, with facts about the trials on which it rests.
#[derive(Debug, Clone)]
pub struct FuzzVerdict {
    /// The claim's name in the registry.
    pub claim: String,
    /// Whether the claim is a theorem and no variant is wrong on purpose.
    pub must_hold: bool,
    /// The verdict of the judge: holds, violated, inconclusive, …
    pub word: VerdictKind,
    /// Whether some trial meets every premise of the claim.
    pub applies: bool,
    /// Whether some trial is informative: complete, its limit not vacuous and not 0/0.
    pub tells: bool,
    /// Whether some trial that meets every premise has finished and yet lacks a number that the claim compares.
    pub mute: bool,
    /// The premises that fail on the first trial, if no trial meets every premise; otherwise empty.
    pub failing: Vec<String>,
}

/// The results of running and judging one drawn spec.
#[derive(Debug, Clone, Default)]
pub struct FuzzStudy {
    /// The reason why the spec was refused, with every number replaced by #; `None` if it ran.
    pub refused: Option<String>,
    /// The verdicts on the spec's claims.
    pub verdicts: Vec<FuzzVerdict>,
    /// The faults of the program that the spec showed, each with a line of detail.
    pub findings: BTreeMap<FuzzFinding, String>,
    /// Results of judging theorems with the only premise that failed removed.
    pub removals: Vec<Removal>,
    /// Name of the change, one that must not affect the results, that was tested on the spec, if any.
    pub relation: Option<&'static str>,
    /// Number of trials that the spec ran.
    pub trials: u64,
    /// Number of trials whose exact integers overflowed.
    pub out_of_range: u64,
    /// Number of leave-one-out runs.
    pub retrainings: u32,
    /// Processor time that running and judging the spec took.
    pub elapsed: Duration,
}

/// Runs and judges the spec `text`, and records the faults that it shows.
pub fn of(text: &str) -> FuzzStudy {
    panics::forget();
    let started = ThreadTime::now();
    let mut study = match panics::caught(|| judged(text)) {
        Ok(study) => study,
        Err(place) => panicked(place),
    };
    study.elapsed = started.elapsed();
    if study.elapsed > study.allowance() {
        let took = format!("{:.1} s", study.elapsed.as_secs_f64());
        study.findings.insert(FuzzFinding::Slow, took);
    }
    study
}

/// The result for a spec that panicked outside a trial, at the source location `place`.
pub fn panicked(place: String) -> FuzzStudy {
    let findings = BTreeMap::from([(FuzzFinding::Panicked(place), String::new())]);
    FuzzStudy {
        findings,
        ..FuzzStudy::default()
    }
}

fn judged(text: &str) -> FuzzStudy {
    let mut study = FuzzStudy::default();
    let spec = match parse(text) {
        Ok(spec) => spec,
        Err(SpecError::Invalid(findings)) => {
            let first = findings.first().map_or("", |finding| &finding.problem);
            study.refused = Some(panics::without_numbers(first));
            return study;
        }
        Err(error) => {
            study.refused = Some(panics::without_numbers(&error.to_string()));
            return study;
        }
    };
    let judge_spec = spec.judge_spec();
    let mut sweep = Sweep::new(&judge_spec);
    for (index, cell) in spec.cells.iter().enumerate() {
        let block = spec.design(cell).block(0..spec.most_replicates(cell));
        block.all().for_each(|row| study.look_at(&row));
        sweep.add(index, &block);
        let verdicts = judge_spec.judge(index, &block);
        let heard = spec
            .claims
            .iter()
            .filter(|claim| claim.cells.contains(&index) && !claim.is_about_sweep());
        let subjects = heard.flat_map(|claim| {
            let subjects = claim.subjects().into_iter();
            subjects.map(move |subject| (claim, subject))
        });
        for ((claim, subject), verdict) in subjects.zip(verdicts) {
            study.record_verdict(claim, &subject, &verdict, &block);
            study.removals.extend(premises::removals(
                &judge_spec,
                index,
                claim,
                &subject,
                &block,
            ));
        }
    }
    sweep.verdicts();
    study
}

impl FuzzStudy {
    /// The processing time that the spec may take, from its numbers of trials and leave-one-out runs.
    fn allowance(&self) -> Duration {
        let trials = u32::try_from(self.trials).unwrap_or(u32::MAX);
        BUDGET.max(A_TRIAL * trials) + RETRAINING * self.retrainings
    }

    /// Records the result of a change that must not affect the results; `None` if no change applied.
    pub fn relate(&mut self, tried: Option<RelationResult>) {
        let Some(RelationResult { name, difference }) = tried else {
            return;
        };
        self.relation = Some(name);
        let finding = FuzzFinding::Changed(name.to_owned());
        self.findings
            .extend(difference.map(|words| (finding, words)));
    }

    /// Counts the trial in this row, and records the faults that it shows.
    fn look_at(&mut self, row: &Row) {
        self.trials += 1;
        let retrainings = row.copied(columns::RETRAININGS).unwrap_or(0);
        self.retrainings += u32::try_from(retrainings).unwrap_or(u32::MAX);
        let said = row.get(columns::FAILURE).cloned().unwrap_or_default();
        match row.stop_reason() {
            Some(StopReason::Failed) if is_refusal(&said) => {}
            Some(StopReason::Failed) => {
                let place = panics::place(&said);
                self.findings
                    .insert(FuzzFinding::TrialPanicked(place), said);
            }
            Some(StopReason::OutOfRange) => self.out_of_range += 1,
            Some(StopReason::Undecided) if is_exact(row.setting()) => {
                let rule = row.get(columns::RULE).cloned().unwrap_or_default();
                self.findings
                    .insert(FuzzFinding::Undecided(rule), row.address());
            }
            _ => {}
        }
    }

    fn record_verdict(
        &mut self,
        claim: &StatedClaim,
        subject: &[String],
        verdict: &Verdict,
        block: &Block,
    ) {
        let places = positions(subject, block);
        let settings = premises::settings(block, &places);
        let must_hold = theorems::must_hold(claim, &settings);
        if must_hold && verdict.verdict == VerdictKind::Violated {
            let detail = format!(
                "observed up to {:?}, limit from {:?}, of {} trials {} applicable; {}",
                verdict.observed_max,
                verdict.limit_min,
                verdict.trials,
                verdict.applicable,
                verdict.method
            );
            let finding = FuzzFinding::Violated(claim.name().to_owned());
            self.findings.insert(finding, detail);
        }
        let applies = verdict.applicable > 0;
        self.verdicts.push(FuzzVerdict {
            claim: claim.name().to_owned(),
            must_hold,
            word: verdict.verdict,
            applies,
            tells: applies && evidence::has_evidence(claim, block, &places),
            mute: applies && evidence::is_mute(claim, block, &places),
            failing: match applies {
                true => Vec::new(),
                false => premises::failing(claim, block, &places),
            },
        });
    }
}

/// Whether a learner refused the features of a sample, as Winnow does with features other than 0 and 1.
fn is_refusal(failure: &str) -> bool {
    failure.starts_with("winnow needs features 0 and 1")
}

/// Whether a variant computes with integers throughout. Normalizing exact features gives floats, and so does a Gaussian kernel.
fn is_exact(setting: &Setting) -> bool {
    let Some(variant) = &setting.variant else {
        return false;
    };
    let gaussian =
        matches!(&variant.learner, Some(OtherLearner::Kernel(kernel)) if kernel.gaussian.is_some());
    let normalizes =
        variant.rule.facts().normalizes || variant.transform == Some(Transform::Normalize);
    setting.arithmetic() == Some(Arithmetic::Exact) && !normalizes && !gaussian
}
