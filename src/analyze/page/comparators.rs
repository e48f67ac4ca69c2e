//! Writes the bounds on mistakes that need no separator, with the comparator at which they are evaluated.

use super::super::{Analysis, ComparedMistakes};
use super::phrases::{short, table};
use crate::report::document::{Block, TableColumn};

/// The part about mistakes without separability; empty if some vector separates the examples in every frame.
pub(super) fn comparators(analysis: &Analysis) -> Vec<Block> {
    if analysis.compared.is_empty() {
        return Vec::new();
    }
    let words = "Two bounds need no separator. They compare a pass over the file with a unit vector u and a margin: here u is the last vector of the \
        pass, scaled to length 1, and ρ = γ = R/4. Both are fixed by this rule before the run and not chosen to make a bound small. L is the sum of \
        the hinge losses max(0, 1 − y⟨u, x⟩/ρ) over the mistakes, and D² the sum of the squares of max(0, γ − y⟨u, x⟩).";
    let columns = vec![
        TableColumn::left_aligned("learner"),
        TableColumn::right("ρ = γ"),
        TableColumn::right("mistakes in one pass"),
        TableColumn::right("L"),
        TableColumn::right("[(R/ρ + √(R²/ρ² + 4L))/2]²"),
        TableColumn::right("D²"),
        TableColumn::right("((R + D)/γ)²"),
    ];
    let row = |compared: &ComparedMistakes| {
        vec![
            compared.learner.into(),
            short(Some(&compared.margin)),
            compared.mistakes.into(),
            short(Some(&compared.hinge_sum)),
            short(Some(&compared.hinge_bound)),
            short(Some(&compared.deficit_squared)),
            short(Some(&compared.deficit_bound)),
        ]
    };
    let rows = analysis.compared.iter().map(row).collect();
    vec![
        Block::Heading(2, "Mistakes without separability".into()),
        Block::paragraph(words),
        Block::Table(table(columns, rows)),
    ]
}
