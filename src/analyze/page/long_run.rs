//! Writes where the perceptron goes on examples that nothing separates.

use super::super::{Analysis, FileOrder, LongRunFinding, LongRunNumber};
use super::phrases::{enclosed, text};
use crate::report::document::{Block, Inline};
use claims::numbers::{brief, counted, number, passes, with_decimals};

/// The part about the long run; empty if some vector separates the examples, or if nothing could be found out.
pub(super) fn long_runs(analysis: &Analysis) -> Vec<Block> {
    if analysis.long_runs.is_empty() {
        return Vec::new();
    }
    let frames = analysis.long_runs.iter().map(|found| found.frame.label());
    let frames: Vec<&str> = frames.collect();
    let words = format!(
        "No vector separates these examples {}, so the perceptron never stops there; but its vector stays bounded (docs/theory.md, X1). A tie is a \
        mistake here. In random order every example shown is drawn uniformly from the file.",
        frames.join(" or ")
    );
    let items = analysis.long_runs.iter().map(finding).collect();
    vec![
        Block::Heading(2, "Where the perceptron goes".into()),
        Block::paragraph(&words),
        Block::List(items),
    ]
}

fn finding(found: &LongRunFinding) -> Vec<Inline> {
    let parts = [
        bound(found),
        file_order(found.file_order.as_ref()),
        random(found),
    ];
    vec![text(format!(
        "{}: {}.",
        found.frame.label(),
        parts.join("; ")
    ))]
}

fn bound(found: &LongRunFinding) -> String {
    match (found.vectors, &found.largest_norm_squared) {
        (Some(vectors), Some(largest)) => format!(
            "whatever the order of the examples, ‖w‖² ≤ {}, because only {} can be reached",
            enclosed(largest),
            counted(vectors, "weight vector")
        ),
        _ => {
            "too many weight vectors can be reached to list them, so no bound on ‖w‖² was computed"
                .into()
        }
    }
}

fn file_order(run: Option<&FileOrder>) -> String {
    match run {
        Some(run) => format!(
            "in the order of the file the run repeats itself {}, with ‖w‖² ≤ {}",
            period(run),
            enclosed(&run.largest_norm_squared)
        ),
        None => "in the order of the file the run was cut off before it repeated itself".into(),
    }
}

/// The period of a run in words: `with period 5 passes after the first pass`.
fn period(run: &FileOrder) -> String {
    let first = match run.passes_before {
        0 => "from the beginning".to_owned(),
        before => format!("after {}", passes(before)),
    };
    format!("with period {} {first}", passes(run.period))
}

fn random(found: &LongRunFinding) -> String {
    let classes = match found.classes {
        Some(classes) if classes > 1 => {
            format!(" (on average over the {classes} sets of vectors in which it can end up)")
        }
        _ => String::new(),
    };
    format!(
        "in random order, in the long run, {} of the examples shown are mistakes{classes}, {} have y⟨w, x⟩ < 0, and the mean of ‖w‖² is {}",
        mean(&found.errors),
        mean(&found.strict_errors),
        mean(&found.norm_squared)
    )
}

/// A long-run mean in words: a fraction with its decimals, or a simulated mean with its interval.
fn mean(mean: &LongRunNumber) -> String {
    match (&mean.exact, mean.radius) {
        (Some(fraction), _) => with_decimals(&fraction.to_string(), mean.value),
        (None, Some(radius)) => format!("{} ± {} (simulated)", number(mean.value), brief(radius)),
        (None, None) => number(mean.value),
    }
}
