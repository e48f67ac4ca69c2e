//! Draws comparators: a vector and a margin at which bounds without separability are evaluated.

use super::chance::Chance;

/// Draws a comparator, as a spec writes it.
pub(super) fn comparator(chance: &mut Chance) -> String {
    let vectors = [
        (50, "\"last\""),
        (25, "\"planted\""),
        (10, "\"max-margin\""),
        (5, "[1]"),
        (5, "[1, \"-1/2\"]"),
        (5, "[1, 0, 2]"),
    ];
    let vector = chance.weighted(&vectors);
    let margin = chance.pick(&[
        "margin = 1",
        "margin = \"1/10\"",
        "margin = 3",
        "margin_squared = \"8/5\"",
        "margin_over_radius = \"1/4\"",
        "margin_over_radius = 2",
    ]);
    format!("{{ vector = {vector}, {margin} }}")
}
