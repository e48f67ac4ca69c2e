//! Reads the texts of a spec that have placeholders, and refuses placeholders that name nothing in the spec.

use super::Cell;
use super::diagnostic::SpecFinding;
use super::tree;
use crate::claim::StatedClaim;
use crate::claim::TextMistake;
use crate::prose::{Prose, SpecNames};
use crate::trial::Measure;
use std::collections::BTreeSet;
use toml::de::DeTable;

/// The texts `analysis` and `answer` of a spec, which can have placeholders.
pub(super) struct Texts {
    pub analysis: Prose,
    pub answer: Option<Prose>,
}

/// Reads the texts `analysis` and `answer` of a spec; [`problems`] compares their placeholders with the spec.
pub(super) fn read(root: &DeTable) -> Result<Texts, Vec<SpecFinding>> {
    match (text(root, "analysis"), text(root, "answer")) {
        (Ok(analysis), Ok(answer)) => Ok(Texts {
            analysis: analysis.unwrap_or_default(),
            answer,
        }),
        (analysis, answer) => Err(analysis.err().into_iter().chain(answer.err()).collect()),
    }
}

fn text(root: &DeTable, key: &str) -> Result<Option<Prose>, SpecFinding> {
    let written = written(root, key).map(|text| Prose::parse(&text));
    let written = written.transpose();
    written.map_err(|problem| finding(root, key, problem))
}

fn written(root: &DeTable, key: &str) -> Option<String> {
    let (_, node) = tree::find(root, &[key])?;
    node.get_ref().as_str().map(str::to_owned)
}

/// Returns a mistake for every placeholder in the two texts that names a cell, variant, claim or measure that the spec does not have.
pub(super) fn problems(
    root: &DeTable,
    texts: &Texts,
    (cells, claims, measures): (&[Cell], &[StatedClaim], &BTreeSet<Measure>),
) -> Vec<SpecFinding> {
    let parameters: Vec<_> = cells.iter().map(|cell| &cell.parameters).collect();
    let variants = variants(cells);
    let claims: Vec<String> = claims.iter().map(|claim| claim.id.clone()).collect();
    let names = SpecNames {
        cells: &parameters,
        variants: &variants,
        claims: &claims,
        measures,
    };
    let texts = [
        ("analysis", Some(&texts.analysis)),
        ("answer", texts.answer.as_ref()),
    ];
    let of_one = |(key, text): (&str, Option<&Prose>)| {
        let problems = text.map(|text| text.problems(&names)).unwrap_or_default();
        let findings = problems.into_iter();
        findings
            .map(|problem| finding(root, key, problem))
            .collect::<Vec<_>>()
    };
    texts.into_iter().flat_map(of_one).collect()
}

/// Returns the names of the variants of all cells; one empty name if the spec has no variant.
fn variants(cells: &[Cell]) -> Vec<String> {
    let variants = cells.iter().flat_map(|cell| &cell.variants);
    let names: BTreeSet<String> = variants.map(|(name, _)| name.clone()).collect();
    match names.is_empty() {
        true => vec![String::new()],
        false => names.into_iter().collect(),
    }
}

fn finding(root: &DeTable, key: &str, problem: TextMistake) -> SpecFinding {
    let place = tree::find(root, &[key]).map_or(0..0, |(_, node)| node.span());
    let text = written(root, key).unwrap_or_default();
    let finding = SpecFinding::new(place, problem.problem)
        .allowed(problem.allowed)
        .within(&text, problem.at);
    match problem.names {
        Some((given, valid)) => finding.among(&given, &valid),
        None => finding,
    }
}
