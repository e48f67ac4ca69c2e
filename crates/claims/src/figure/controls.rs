//! Finds the controls whose limits a figure draws, and the cells that each is about.

use super::Gallery;
use super::extract::ClaimSummary;
use super::labels::by_label;
use crate::claim::StatedClaim;
use perceptron::sample::Rational;

/// Largest number of characters of a factor that a figure writes as a decimal.
const LONGEST_DECIMAL: usize = 6;

/// The line of one or several controls that multiply the limit of a claim by one factor.
pub(super) struct ControlLine<'a> {
    /// The legend entry of the line.
    pub(super) label: String,
    /// The factor on the limit.
    pub(super) scale: f64,
    /// The id of the claim whose limit is multiplied.
    theorem: String,
    controls: Vec<&'a StatedClaim>,
}

impl ControlLine<'_> {
    /// Whether a control of this line is about the claim, the cell and the variant of a summary.
    pub(super) fn concerns(&self, gallery: &Gallery, entry: &ClaimSummary) -> bool {
        let is_about = |control: &&StatedClaim| {
            let mut subjects = control.subjects().into_iter();
            control.cells.contains(&entry.cell)
                && subjects.any(|subject| subject.join(" and ") == entry.variant)
        };
        gallery.claim(entry).id == self.theorem && self.controls.iter().any(is_about)
    }
}

impl<'a> Gallery<'a> {
    /// Returns the lines of the controls of the summaries' claims that multiply the limit by a factor other than 1, in the order of the spec.
    pub(super) fn controls(&self, entries: &[&ClaimSummary]) -> Vec<ControlLine<'a>> {
        let drawn = by_label(
            entries
                .iter()
                .map(|entry| (self.claim(entry).id.clone(), self.claim(entry).name())),
        );
        let mut lines: Vec<ControlLine<'a>> = Vec::new();
        let scaled = self.judge_spec.claims.iter();
        for control in scaled.filter(|claim| claim.scale != Rational::one()) {
            let is_of = |(id, names): &&(String, Vec<&str>)| {
                let of = control.control_of.as_ref();
                of.is_some_and(|of| of == id || of == names[0])
            };
            let Some((theorem, _)) = drawn.iter().find(is_of) else {
                continue;
            };
            let factor = factor(&control.scale);
            let label = match drawn.len() {
                1 => format!("{factor} × limit (control)"),
                _ => format!("{factor} × limit of {theorem} (control)"),
            };
            match lines.iter_mut().find(|line| line.label == label) {
                Some(line) => line.controls.push(control),
                None => lines.push(ControlLine {
                    label,
                    scale: control.scale.to_f64(),
                    theorem: theorem.clone(),
                    controls: vec![control],
                }),
            }
        }
        lines
    }
}

/// Returns a factor as a decimal if that is short, otherwise as a fraction.
fn factor(scale: &Rational) -> String {
    let decimal = scale.to_f64().to_string();
    if decimal.len() <= LONGEST_DECIMAL {
        decimal
    } else {
        scale.to_string()
    }
}

/// Returns the sentence of a caption that explains the lines of controls, if there are any.
pub(super) fn about_controls(controls: &[ControlLine]) -> &'static str {
    if controls.is_empty() {
        ""
    } else {
        " A control is a limit made wrong on purpose, and must be crossed; its line ends with the settings that it is about."
    }
}
