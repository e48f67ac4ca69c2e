//! Says which learner of a cell takes the time, and which columns of it.

use super::limits::{ENOUGH, LONGEST, SOME};
use crate::study::time_limit::Clock;
use claims::trial::{AnyColumn, CellCache, Design, Measure};
use serde::Serialize;
use std::time::{Duration, Instant};

/// The learner that takes most of the time of a cell, and the columns that take most of its time.
#[derive(Debug, Clone, Serialize)]
pub struct Costs {
    /// The name of the variant.
    pub learner: String,
    /// Its part of the time of all learners, from 0 to 1.
    pub share: f64,
    /// The columns of one measurement without which this learner would need the least time; empty if none costs a tenth.
    pub columns: Vec<String>,
    /// Their part of the time of this learner, from 0 to 1.
    pub columns_share: f64,
}

/// Measures a cell learner by learner; `None` without a learner.
pub(super) fn costs(design: &Design) -> Option<Costs> {
    let alone: Vec<(Design, f64)> = (0..design.variants.len())
        .map(|index| only(design, index))
        .map(|own| {
            let time = time(&own);
            (own, time)
        })
        .collect();
    let all: f64 = alone.iter().map(|(_, time)| time).sum();
    let (own, time_of_own) = alone
        .into_iter()
        .max_by(|(_, one), (_, other)| one.total_cmp(other))?;
    let needed = |measure: &Measure| {
        own.measures
            .iter()
            .any(|other| other.needs() == Some(*measure))
    };
    let saved = own
        .measures
        .iter()
        .filter(|measure| !needed(measure))
        .map(|measure| {
            let mut without = own.clone();
            without.measures.remove(measure);
            (*measure, 1.0 - time(&without) / time_of_own)
        });
    let most = saved.max_by(|(_, one), (_, other)| one.total_cmp(other));
    let most = most.filter(|(_, share)| *share >= 0.1);
    let columns = most.iter().flat_map(|(measure, _)| {
        let own = AnyColumn::all().filter(move |column| column.measure() == *measure);
        own.map(|column| column.name().to_owned())
    });
    Some(Costs {
        learner: own.variants.first()?.0.clone(),
        share: time_of_own / all,
        columns: columns.collect(),
        columns_share: most.map_or(0.0, |(_, share)| share.min(1.0)),
    })
}

/// A cell with one of its learners.
fn only(design: &Design, index: usize) -> Design {
    Design {
        variants: vec![design.variants[index].clone()],
        settings: vec![design.settings[index].clone()],
        ..design.clone()
    }
}

/// Seconds of a replicate, on average over a few.
fn time(design: &Design) -> f64 {
    let _clock = Clock::for_all(LONGEST);
    let common = CellCache::default();
    // The first replicate also does work that is done only once.
    drop(design.block_with(0..1, &common));
    let (mut done, began) = (0, Instant::now());
    let mut took = Duration::ZERO;
    while done < SOME && took < ENOUGH {
        drop(design.block_with(done..done + 1, &common));
        done += 1;
        took = began.elapsed();
    }
    took.as_secs_f64() / done as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::spec::Spec;
    use testing::{CYCLIC, STREAM, SpecText};

    #[test]
    fn the_costly_learner_and_its_columns_are_named() {
        let text =
            SpecText::new("sphere-margin\nexamples = 80\ndimension = 20\ntarget_margin = 0.05");
        let text = text.variant("stream", STREAM).variant("many", CYCLIC);
        let text = text.key("measure = [\"leave_one_out_error\"]");
        let spec: Spec = text.read(Spec::from_text);
        let found = costs(&spec.design(&spec.cells[0])).unwrap();
        assert_eq!(found.learner, "many");
        assert!(
            found.columns.contains(&"leave_one_out_error".to_owned()),
            "{found:?}"
        );
        assert!(0.5 < found.share && found.share <= 1.0 && found.columns_share > 0.1);
    }

    #[test]
    fn a_cell_without_a_learner_has_no_costly_one() {
        let spec: Spec = SpecText::new("basis\ndimension = 3").read(Spec::from_text);
        assert!(costs(&spec.design(&spec.cells[0])).is_none());
    }
}
