//! Removes the parts of series above a number, such as the values above 1 of bounds on a probability, which say nothing.

use super::chart::Series;

/// Removes the points above `most` from the series for which `is_cut` is true, and series without points; returns also the sentence of a caption that
/// counts the removed points by series, empty if no point is removed.
pub(super) fn cut_above(
    most: f64,
    mut series: Vec<Series>,
    is_cut: impl Fn(&Series) -> bool,
) -> (Vec<Series>, String) {
    let mut cut = Vec::new();
    for one in series.iter_mut().filter(|one| is_cut(one)) {
        let all = one.points.len();
        one.points.retain(|point| point.y <= most);
        match all - one.points.len() {
            0 => {}
            above => cut.push(format!("{} ({above})", one.label)),
        }
    }
    series.retain(|one| !one.points.is_empty());
    let why = match most == 1.0 {
        true => ", where a bound on a probability says nothing",
        false => "",
    };
    let sentence = match cut.as_slice() {
        [] => String::new(),
        cut => format!(
            " Nothing is drawn above {most}{why}; this leaves out points of: {}.",
            cut.join(", ")
        ),
    };
    (series, sentence)
}
