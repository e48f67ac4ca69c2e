//! Writes separability with its certificates, the cost of scales, and the examples that carry the margin.

use super::super::frames::unit;
use super::super::{Analysis, Carrier, Geometry, Proof, Rescaled};
use super::phrases::{MOST_LISTED, enclosed, listed, listed_lines, short, table, text};
use crate::report::document::{Block, Table, TableCell, TableColumn};
use claims::numbers::{counted, number};
use perceptron::sample::Rational;

/// Table of separability, radius and margin in every frame.
pub(super) fn geometry(analysis: &Analysis) -> Table {
    let columns = vec![
        TableColumn::left_aligned("frame"),
        TableColumn::left_aligned("separable"),
        TableColumn::right("R"),
        TableColumn::right("γ"),
        TableColumn::right("(R/γ)²"),
        TableColumn::left_aligned("γ², certified"),
    ];
    let row = |found: &Geometry| {
        let word = match (found.separable, &found.open) {
            (Some(true), _) => "yes".to_owned(),
            (Some(false), _) => "no".to_owned(),
            (None, why) => format!("open: {}", why.as_deref().unwrap_or_default()),
        };
        vec![
            found.frame.label().into(),
            word.into(),
            short(Some(&found.radius)),
            short(found.margin.as_ref()),
            short(found.bound.as_ref()),
            found
                .margin_squared
                .as_ref()
                .map_or(TableCell::Empty, |squared| enclosed(squared).into()),
        ]
    };
    table(columns, analysis.geometry.iter().map(row).collect())
}

/// Explains the proofs that the examples are separable, or that they are not.
pub(super) fn certificates(analysis: &Analysis) -> Vec<Block> {
    let proof = |proof: &Proof| {
        let frame = proof.frame.label();
        let words = match (&proof.separator, &proof.multipliers) {
            (Some(separator), _) => {
                format!(
                    "separator {frame}, in the order of the features: ({}).",
                    direction(separator)
                )
            }
            (None, Some(multipliers)) => {
                let lines: Vec<u64> = multipliers.iter().map(|(line, _)| *line).collect();
                format!(
                    "no separator {frame}: Gordan multipliers on {} ({}) sum the label-signed examples to 0.",
                    counted(lines.len() as u64, "example"),
                    listed_lines(&lines)
                )
            }
            (None, None) => format!("{frame}: no certificate."),
        };
        vec![text(words)]
    };
    let note = "`--certificate FILE` writes these in exact fractions; `scripts/check-certificate DATA FILE` recomputes them with Python alone.";
    vec![
        Block::List(analysis.certificate.proofs.iter().map(proof).collect()),
        Block::paragraph(note),
    ]
}

/// Entries of a separator as text: short integers unchanged, others as those of the unit vector.
fn direction(separator: &[Rational]) -> String {
    let floats: Vec<f64> = separator.iter().map(Rational::to_f64).collect();
    let is_short = floats.iter().all(|u| u.fract() == 0.0 && u.abs() < 1e6);
    let shown = if is_short { floats } else { unit(floats) };
    let entries: Vec<String> = shown.into_iter().map(number).collect();
    listed(&entries)
}

/// Describes how much margin the scale of each feature costs.
pub(super) fn scales(analysis: &Analysis) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Some(scales) = &analysis.scales {
        let gain = |bound: f64| number(scales.bound / bound);
        let words = match scales.features.first() {
            Some(best) if best.bound < 0.99 * scales.bound => format!(
                "The scale of {} costs most: multiplied by 2^{}, which brings its standard deviation of {} near to 1, the bound (R/γ)² with an offset falls from {} to {}, by the factor {}.",
                best.feature,
                best.power,
                number(best.deviation),
                number(scales.bound),
                number(best.bound),
                gain(best.bound)
            ),
            _ => "No single feature's scale costs margin.".to_owned(),
        };
        blocks.push(Block::paragraph(&words));
        let columns = vec![
            TableColumn::left_aligned("feature"),
            TableColumn::right("standard deviation"),
            TableColumn::right("times"),
            TableColumn::right("(R/γ)² then"),
            TableColumn::right("smaller by the factor"),
        ];
        let row = |scaled: &Rescaled| {
            vec![
                scaled.feature.clone().into(),
                scaled.deviation.into(),
                TableCell::Text(format!("2^{}", scaled.power)),
                scaled.bound.into(),
                gain(scaled.bound).into(),
            ]
        };
        let rows = scales.features.iter().take(MOST_LISTED).map(row).collect();
        blocks.push(Block::Table(table(columns, rows)));
    }
    match &analysis.standardized {
        Some(all) => blocks.push(Block::paragraph(&format!(
            "After standardizing all features: R = {}, γ = {}, (R/γ)² = {}.",
            number(all.radius),
            number(all.margin),
            number(all.bound)
        ))),
        None if blocks.is_empty() => blocks.push(Block::paragraph("Skipped; see the end.")),
        None => {}
    }
    blocks
}

/// Table of the examples that carry the maximum margin, or of a set whose removal makes the others separable.
pub(super) fn carriers(analysis: &Analysis) -> Vec<Block> {
    let Some(frame) = analysis.carried else {
        let words = match &analysis.removal {
            Some(lines) => format!(
                "Nothing separates all examples. A smallest set found whose removal separates the others with an offset: {} ({}).",
                counted(lines.len() as u64, "example"),
                listed_lines(lines)
            ),
            None => "Skipped; see the end.".to_owned(),
        };
        return vec![Block::paragraph(&words)];
    };
    let columns = vec![
        TableColumn::right("line"),
        TableColumn::right("label"),
        TableColumn::right("share"),
        TableColumn::right("margin"),
    ];
    let row = |carrier: &Carrier| {
        vec![
            carrier.line.into(),
            TableCell::Text(format!("{:+}", carrier.label)),
            carrier.share.into(),
            carrier.margin.into(),
        ]
    };
    let words = format!(
        "{} carry the largest margin {}: without the others it is the same.",
        counted(analysis.carriers.len() as u64, "example"),
        frame.label()
    );
    let rows = analysis
        .carriers
        .iter()
        .take(MOST_LISTED)
        .map(row)
        .collect();
    vec![Block::paragraph(&words), Block::Table(table(columns, rows))]
}
