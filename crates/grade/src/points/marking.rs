//! Gives points for a graded learner.

use super::points_file::{Deduction, Item, PointsFile, Share};
use super::scores::{ItemScore, Scores};
use crate::grading::{ClaimGrade, CutOff, Grade, GradeVerdict};
use perceptron::sample::Rational;

/// The part of its points that a claim gives, and the reason.
struct Part {
    /// From 0 to 1.
    share: Rational,
    reason: String,
}

impl PointsFile {
    /// The points of a learner.
    pub fn mark(&self, grade: &Grade) -> Scores {
        let items = self.items.iter().map(|item| self.item(item, grade));
        let deductions = self.deductions.iter();
        let deductions = deductions.filter_map(|deduction| deducted(deduction, grade));
        Scores {
            title: self.title.clone(),
            items: items.chain(deductions).collect(),
        }
    }

    fn item(&self, item: &Item, grade: &Grade) -> ItemScore {
        let claims = item.checks.iter().filter_map(|id| claim(grade, id));
        let parts: Vec<Part> = claims.map(|claim| self.part(claim, item, grade)).collect();
        let shares = parts.iter().map(|part| &part.share);
        let least = shares.clone().min().cloned();
        let share = match item.share {
            Share::All => least.unwrap_or_else(Rational::zero),
            Share::Each => {
                let sum = shares.fold(Rational::zero(), |sum, share| &sum + share);
                &sum / &Rational::from(parts.len().max(1) as u64)
            }
        };
        ItemScore {
            name: item.name.clone(),
            points: &share * &item.points,
            possible: item.points.clone(),
            reasons: parts.into_iter().map(|part| part.reason).collect(),
        }
    }

    fn part(&self, claim: &ClaimGrade, item: &Item, grade: &Grade) -> Part {
        let (id, says, tried) = (claim.id, &claim.claim, claim.samples);
        let (share, what) = match claim.verdict {
            GradeVerdict::Refuted => {
                let kept = item.late.as_ref().filter(|late| tried > late.samples);
                let keeps = kept.map_or_else(Rational::zero, |late| late.keeps.clone());
                (keeps, refuted(claim, kept.is_some()))
            }
            GradeVerdict::Untried => (Rational::zero(), "not tried".to_owned()),
            GradeVerdict::Holds if grade.cut_off == Some(CutOff::Failures) => {
                let what = format!(
                    "holds on {tried} samples, but the learner failed before all were shown"
                );
                (self.unfinished.clone(), what)
            }
            GradeVerdict::Holds => (Rational::one(), format!("holds on {tried} samples")),
        };
        Part {
            share,
            reason: format!("{id} ({says}): {what}"),
        }
    }
}

fn claim<'a>(grade: &'a Grade, id: &str) -> Option<&'a ClaimGrade> {
    grade.checks.iter().find(|claim| claim.id == id)
}

/// The witness against a claim in words.
fn refuted(claim: &ClaimGrade, is_late: bool) -> String {
    let late = match is_late {
        true => format!(", after {} samples on which it held", claim.samples),
        false => String::new(),
    };
    match &claim.witness {
        None => format!("refuted{late}"),
        Some(witness) => format!("refuted by {}{late}: {}", witness.shown(), witness.words),
    }
}

fn deducted(deduction: &Deduction, grade: &Grade) -> Option<ItemScore> {
    let claim = claim(grade, &deduction.check)?;
    (claim.verdict == GradeVerdict::Refuted).then(|| ItemScore {
        name: format!("deduction for {}", claim.id),
        points: &Rational::zero() - &deduction.points,
        possible: Rational::zero(),
        reasons: vec![format!("{}: {}", claim.id, refuted(claim, false))],
    })
}
