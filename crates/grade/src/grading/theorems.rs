//! Checks a learner's run against the theorem on separable samples, and against the two halves of its proof.

use super::bounds::Bounds;
use super::objection::{Objection, objection};
use super::rounding::{ROOM, dot};
use super::run::GradedRun;
use super::vector_words::vector;

/// Whether the theorem on mistakes counts an example that is shown: an update of a rule with a threshold, otherwise a wrong prediction.
fn counts(run: &GradedRun, at: usize) -> bool {
    match run.graded.threshold() {
        Some(_) => run.changed(at),
        None => i64::from(run.answers.predictions[at]) != run.exercise.shown[at].1.sign(),
    }
}

/// The number of examples shown that the theorem on mistakes counts.
pub(super) fn counted(run: &GradedRun) -> usize {
    run.showings().filter(|&at| counts(run, at)).count()
}

/// Checks a learner's number of mistakes against the mistake bound; for rules with a threshold, the number of updates is checked instead.
pub(super) fn mistakes(run: &GradedRun, bounds: &Bounds) -> Result<(), Objection> {
    let by_updates = run.graded.threshold().is_some();
    let mut count = 0_u32;
    for at in run.showings() {
        count += u32::from(counts(run, at));
        if f64::from(count) > bounds.most_updates {
            let what = if by_updates { "updates" } else { "mistakes" };
            let what = if count == 1 {
                &what[..what.len() - 1]
            } else {
                what
            };
            let words = format!(
                "on this sample it makes {count} {what}; the theorem allows {}",
                shortened(bounds.most_updates)
            );
            return objection(at, words);
        }
    }
    Ok(())
}

/// Checks that ⟨w, u⟩, for a separator u of the sample, has grown after every update by at least what the proof of the mistake bound requires.
pub(super) fn progress(run: &GradedRun, bounds: &Bounds) -> Result<(), Objection> {
    let mut count = 0.0;
    for at in run.showings().filter(|&at| run.changed(at)) {
        count += 1.0;
        let reached = dot(&run.weights[at + 1], &bounds.direction);
        let due = count * run.graded.step() * bounds.advance;
        let room = ROOM
            * (1.0
                + due.abs()
                + run.weights[at + 1]
                    .iter()
                    .zip(&bounds.direction)
                    .map(|(w, u)| (w * u).abs())
                    .sum::<f64>());
        if reached < due - room {
            let [due, reached] = apart(due, reached);
            let direction = vector('u', &bounds.direction);
            let words = format!(
                "after {} it has made {}; for the separator u = {direction} ⟨w, u⟩ should be at least {}, but it is {}",
                run.exercise.example(at),
                updates_words(count),
                due,
                reached
            );
            return objection(at, words);
        }
    }
    Ok(())
}

/// Checks that ‖w‖² has grown after every update by at most what the proof of the mistake bound allows.
pub(super) fn norm(run: &GradedRun, bounds: &Bounds) -> Result<(), Objection> {
    let step = run.graded.step();
    let growth =
        step * step * bounds.radius_squared + 2.0 * step * run.graded.threshold().unwrap_or(0.0);
    let mut count = 0.0;
    for at in run.showings().filter(|&at| run.changed(at)) {
        count += 1.0;
        let (squared, most) = (
            dot(&run.weights[at + 1], &run.weights[at + 1]),
            count * growth,
        );
        if squared > most * (1.0 + ROOM) {
            let [squared, most] = apart(squared, most);
            let words = format!(
                "after {} it has made {}, and ‖w‖² is {squared}, but at most {most} is possible",
                run.exercise.example(at),
                updates_words(count),
            );
            return objection(at, words);
        }
    }
    Ok(())
}

fn updates_words(count: f64) -> String {
    let plural = if count == 1.0 { "" } else { "s" };
    format!("{count} update{plural}")
}

/// Formats two measured numbers with enough digits to tell them apart.
pub(super) fn apart(a: f64, b: f64) -> [String; 2] {
    match [a, b].map(shortened) {
        [a_short, b_short] if a_short == b_short => {
            [a, b].map(|number| number.to_string().replace('-', "−"))
        }
        short => short,
    }
}

/// Formats a measured number with the digits that matter.
pub(super) fn shortened(value: f64) -> String {
    claims::numbers::number(value).replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::super::answers::Answers;
    use super::super::exercise::Exercise;
    use super::super::{GradedRule, ReturnedWeights, RuleName, RuleSettings};
    use super::*;
    use perceptron::sample::{Label, Ties};

    #[test]
    fn rounding_of_large_weights_that_cancel_along_the_separator_is_allowed() {
        let (last, settings) = (ReturnedWeights::Last, RuleSettings::default());
        let graded = GradedRule::new(RuleName::Perceptron, Ties::Mistake, last, &settings);
        let graded = graded.unwrap();
        let examples = [[1001.0, -999.0], [-999.0, 1001.0]];
        let shown = examples.map(|x| (x.to_vec(), Label::Positive));
        let exercise = Exercise::new(2, shown.to_vec());
        let progress_with = |error: f64| {
            // Along the separator (1, 1) the first update adds 2.
            let after = vec![1001.0 - error, -999.0];
            let answers = Answers {
                weights: vec![vec![0.0; 2], after.clone(), after],
                predictions: vec![-1, 1],
                updated: vec![true, false],
            };
            let run = GradedRun::new(&graded, &exercise, &answers);
            progress(&run, &Bounds::of(&run).unwrap())
        };
        assert!(progress_with(0.0).is_ok());
        assert!(progress_with(1e-6).is_ok());
        assert!(progress_with(1e-4).is_err_and(|objection| objection.showing == 0));
    }
}
