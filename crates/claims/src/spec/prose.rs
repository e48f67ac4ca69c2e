//! Reads the texts of a spec that have placeholders, and refuses placeholders that name nothing in the spec.

use super::Cell;
use super::diagnostic::SpecFinding;
use crate::claim::StatedClaim;
use crate::claim::TextMistake;
use crate::prose::{Prose, SpecNames};
use crate::trial::Measure;
use std::collections::BTreeSet;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The texts of a spec that can have placeholders, each with its place in the file.
pub(super) struct Texts {
    pub analysis: Option<Placed>,
    pub answer: Option<Placed>,
    /// The words in which claims answer the question, by the claim's place among the claims.
    pub words: Vec<(usize, Placed)>,
}

/// A text with placeholders, and its place in the file.
pub(super) struct Placed {
    pub prose: Prose,
    written: String,
    span: Range<usize>,
}

/// Reads the texts of a spec that can have placeholders; [`problems`] compares their placeholders with the spec.
pub(super) fn read(root: &DeTable) -> Result<Texts, Vec<SpecFinding>> {
    let mut findings = Vec::new();
    let mut text = |node: Option<&Spanned<DeValue>>| match node.and_then(placed)? {
        Ok(text) => Some(text),
        Err(finding) => {
            findings.push(finding);
            None
        }
    };
    let texts = Texts {
        analysis: text(root.get("analysis")),
        answer: text(root.get("answer")),
        words: words(root)
            .filter_map(|(claim, node)| Some((claim, text(Some(node))?)))
            .collect(),
    };
    match findings.is_empty() {
        true => Ok(texts),
        false => Err(findings),
    }
}

/// The nodes of the words of `answers = { yes = "…" }`, each with the place of its claim among the claims.
fn words<'t>(root: &'t DeTable) -> impl Iterator<Item = (usize, &'t Spanned<DeValue<'t>>)> {
    let claims = root
        .get("claims")
        .and_then(|claims| claims.get_ref().as_array());
    let claims = claims.into_iter().flatten().enumerate();
    claims.filter_map(|(place, claim)| {
        let answers = claim.get_ref().as_table()?.get("answers")?;
        let (_, words) = answers.get_ref().as_table()?.iter().next()?;
        Some((place, words))
    })
}

fn placed(node: &Spanned<DeValue>) -> Option<Result<Placed, SpecFinding>> {
    let written = node.get_ref().as_str()?.to_owned();
    let text = Prose::parse(&written).map(|prose| Placed {
        prose,
        written: written.clone(),
        span: node.span(),
    });
    Some(text.map_err(|problem| finding(node.span(), &written, problem)))
}

/// Returns a mistake for every placeholder in the texts that names a cell, variant, claim or measure that the spec does not have.
pub(super) fn problems(
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
    let all = texts.analysis.iter().chain(&texts.answer);
    let all = all.chain(texts.words.iter().map(|(_, words)| words));
    let of_one = |text: &Placed| {
        let problems = text.prose.problems(&names).into_iter();
        let findings = problems.map(|problem| finding(text.span.clone(), &text.written, problem));
        findings.collect::<Vec<_>>()
    };
    all.flat_map(of_one).collect()
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

fn finding(place: Range<usize>, text: &str, problem: TextMistake) -> SpecFinding {
    let finding = SpecFinding::new(place, problem.problem)
        .allowed(problem.allowed)
        .within(text, problem.at);
    match problem.names {
        Some((given, valid)) => finding.among(&given, &valid),
        None => finding,
    }
}
