//! Reads the keys `stated_in` and `number`, which say where the statement of a claim is made, and which one it is.

use super::wire::WireClaim;
use crate::claim::StatedIn;
use crate::spec::diagnostic::SpecFinding;
use std::ops::Range;

const ALLOWED: &str = "{ note = \"NOTE\", place = \"PLACE\" } or { exercise = \"EXERCISE\" }; without the key it is a conjecture of this spec";

pub(super) fn stated_in(wire: &WireClaim) -> Result<Option<StatedIn>, SpecFinding> {
    let Some(given) = &wire.stated_in else {
        return Ok(None);
    };
    no_control(wire, given.span())?;
    let source = given.get_ref();
    let is_filled = |text: &&String| !text.trim().is_empty();
    let place = source.place.as_ref().filter(is_filled);
    let exercise = source.exercise.as_ref().filter(is_filled);
    match (source.note, place, exercise) {
        (Some(note), Some(place), None) if source.exercise.is_none() => Ok(Some(StatedIn::Note {
            note,
            place: place.clone(),
        })),
        (None, None, Some(exercise)) if source.place.is_none() => Ok(Some(StatedIn::Exercise {
            exercise: exercise.clone(),
        })),
        _ => {
            let problem = "`stated_in` names neither a place in a note nor an exercise";
            Err(SpecFinding::new(given.span(), problem).allowed(ALLOWED))
        }
    }
}

/// Reads the numbers of the statements that a claim is about.
pub(super) fn number(wire: &WireClaim) -> Result<Vec<String>, SpecFinding> {
    let Some(given) = &wire.number else {
        return Ok(Vec::new());
    };
    no_control(wire, given.span())?;
    Ok(given.get_ref().clone())
}

fn no_control(wire: &WireClaim, place: Range<usize>) -> Result<(), SpecFinding> {
    if wire.control_of.is_none() {
        return Ok(());
    }
    let problem = "a control is wrong on purpose, and nobody states it";
    let help =
        "delete this line, or delete `control_of` if a note or an exercise makes this statement";
    Err(SpecFinding::new(place, problem).help(help))
}
