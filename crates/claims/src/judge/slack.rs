//! Says what the slack of a claim about a mean asks of confidence bounds, where samples differ in their limit.

use super::Evidence;
use super::games::RequiredBound;

/// The conditions for E[observed] to lie inside E[limit]·(1 ± slack), first at most its upper and then at least its lower end, where samples differ in
/// their limit: one game for each end, so that no end is estimated.
///
/// # Formula
///
/// ```text
/// E[observed − (1 + slack)·limit] ≤ 0 ≤ E[observed − (1 − slack)·limit]
/// ```
pub(super) fn within_ends<'a>(evidence: &'a Evidence) -> Option<[RequiredBound<'a>; 2]> {
    let [above, below] = evidence.games.as_ref()?.ends.as_ref()?;
    Some([
        RequiredBound::at_most(above, above.bounds().upper, 0.0),
        RequiredBound::at_least(below, below.bounds().lower, 0.0),
    ])
}

/// The conditions under which E[observed] certainly lies above E[limit]·(1 + slack), or below E[limit]·(1 − slack), of an approximate claim in which
/// samples differ in their limit.
pub(super) fn beyond_ends<'a>(evidence: &'a Evidence) -> Option<[RequiredBound<'a>; 2]> {
    let ends = evidence.games.as_ref()?.ends.as_ref();
    let [above, below] = ends.filter(|_| evidence.claim.tolerance() > 0.0)?;
    Some([
        RequiredBound::at_least(above, above.bounds().lower, 0.0),
        RequiredBound::at_most(below, below.bounds().upper, 0.0),
    ])
}
