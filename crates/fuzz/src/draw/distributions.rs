//! Draws the keys of the generators whose features are floats drawn from a distribution.

use super::chance::Chance;
use super::generator_table::GeneratorTable;

const MARGINS: &[f64] = &[0.1, 0.2, 0.3, 0.5, 0.7, 0.9];

/// Draws the generator `sphere-margin`.
pub(super) fn sphere_margin(chance: &mut Chance) -> GeneratorTable {
    let (n, d, margin) = (
        chance.examples(),
        chance.between(2, 5),
        chance.pick(MARGINS),
    );
    let text = format!(
        "[generator.sphere-margin]\ndimension = {d}\ntarget_margin = {margin}\nexamples = {n}\n"
    );
    GeneratorTable::floats(text, n)
}

/// Draws the generator `fixed-margin-sphere`.
pub(super) fn fixed_margin_sphere(chance: &mut Chance) -> GeneratorTable {
    let (n, d, margin) = (
        chance.examples(),
        chance.between(2, 5),
        chance.pick(MARGINS),
    );
    let text = format!(
        "[generator.fixed-margin-sphere]\ndimension = {d}\nmargin = {margin}\nexamples = {n}\n"
    );
    GeneratorTable::floats(text, n)
}

/// Draws the generator `affine-sphere`.
pub(super) fn affine_sphere(chance: &mut Chance) -> GeneratorTable {
    let (n, d, margin) = (
        chance.examples(),
        chance.between(2, 4),
        chance.pick(MARGINS),
    );
    let shift = chance.pick(&["0", "1", "3", "\"1/20\"", "\"-1/2\"", "10"]);
    let text = format!(
        "[generator.affine-sphere]\ndimension = {d}\ntarget_margin = {margin}\nshift = {shift}\nexamples = {n}\n"
    );
    // With a large shift, the margin is so small that a run takes millions of updates.
    GeneratorTable::floats(text, n).separable_if(false, shift != "10")
}

/// Draws the generator `label-noise`.
pub(super) fn label_noise(chance: &mut Chance) -> GeneratorTable {
    let (n, d, margin) = (
        chance.examples(),
        chance.between(2, 4),
        chance.pick(MARGINS),
    );
    let rate = chance.pick(&["0.0", "0.1", "0.5"]);
    let text = format!(
        "[generator.label-noise]\ndimension = {d}\ntarget_margin = {margin}\nrate = {rate}\nexamples = {n}\n"
    );
    GeneratorTable::floats(text, n).separable_if(rate == "0.0", rate == "0.0")
}

/// Draws the generator `teacher-student`.
pub(super) fn teacher_student(chance: &mut Chance) -> GeneratorTable {
    let (n, d) = (chance.examples(), chance.pick(&[1, 2, 2, 3, 5]));
    let text = format!("[generator.teacher-student]\ndimension = {d}\nexamples = {n}\n");
    GeneratorTable::floats(text, n)
}

/// Draws the generator `coin-labels`.
pub(super) fn coin_labels(chance: &mut Chance) -> GeneratorTable {
    let (n, d) = match chance.percent(25) {
        true => (chance.between(60, 300), chance.between(1, 2)),
        false => (chance.examples(), chance.between(1, 3)),
    };
    let noise = chance.pick(&["0.0", "0.1", "0.5"]);
    let mut text = format!("[generator.coin-labels]\ndimension = {d}\nexamples = {n}\n");
    if noise != "0.5" {
        text += &format!("noise = {noise}\n");
    }
    GeneratorTable::floats(text, n).separable_if(noise == "0.0", noise == "0.0")
}
