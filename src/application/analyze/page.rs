//! Writes an analysis as a document, the same for the terminal and for a page.

use super::{Analysis, Bound, Frame, Geometry, Learned, Number};
use crate::report::document::{Block, Cell, Document, Inline, Table, TableColumn};
use crate::report::numbers::{counted, number, precise, without_zeros};
use perceptron::intake::Held;

/// Lines and names that are listed one by one.
const MOST_LISTED: usize = 15;

/// The document; figures come behind the parts that they belong to.
pub fn document(analysis: &Analysis, figures: &[Block]) -> Document {
    let heading = |words: &str| vec![Block::Heading(2, words.into())];
    let figure = |name: &str| {
        let of = |block: &&Block| matches!(block, Block::Figure(figure) if figure.name == name);
        figures.iter().filter(of).cloned().collect::<Vec<_>>()
    };
    let sections = [
        vec![Block::Paragraph(answer(analysis))],
        heading("Examples"),
        vec![Block::Table(examples(analysis))],
        heading("Left out, and odd"),
        vec![Block::List(left_out(analysis))],
        heading("Separable or not"),
        vec![Block::Table(geometry(analysis))],
        certificates(analysis),
        figure("margins"),
        heading("Bounds that apply"),
        vec![Block::Table(bounds(analysis))],
        heading("Bounds that do not apply"),
        vec![Block::Table(others(analysis))],
        heading("What the learners did"),
        vec![Block::Table(learners(analysis))],
        figure("mistakes"),
        heading("Leave-one-out error"),
        leave_one_out(analysis),
        heading("Scales"),
        scales(analysis),
        figure("scales"),
        heading("Examples that carry the margin"),
        carriers(analysis),
        skipped(analysis),
    ];
    Document {
        title: format!("Analysis of {}", analysis.certificate.data.file),
        blocks: sections.concat(),
    }
}

fn strong(words: impl Into<String>) -> Inline {
    Inline::Strong(words.into())
}

fn text(words: impl Into<String>) -> Inline {
    Inline::Text(words.into())
}

/// The answer in a sentence.
fn answer(analysis: &Analysis) -> Vec<Inline> {
    let of = |frame: Frame| analysis.geometry.iter().find(|found| found.frame == frame);
    let (origin, offset) = (of(Frame::Origin), of(Frame::Offset));
    let is = |found: Option<&Geometry>| found.and_then(|found| found.separable);
    let words = match (is(offset), is(origin)) {
        (_, Some(true)) => "Separable, by a hyperplane through the origin",
        (Some(true), _) => "Separable, by a hyperplane with an offset",
        (Some(false), _) => "Not separable: no hyperplane separates the classes",
        (None, _) => "Open whether it is separable",
    };
    let margin = offset.and_then(|found| found.margin.as_ref());
    let margin = margin.map(|margin| {
        format!(
            " The largest margin with the constant feature 1 is {}.",
            enclosed(margin)
        )
    });
    let removal = analysis.removal.as_ref();
    let removal = removal.map(|lines| {
        let some = counted(lines.len() as u64, "example");
        format!(
            " Without {some} ({}) the others are separable; no smaller set was found.",
            listed_lines(lines)
        )
    });
    let more = [margin, removal].into_iter().flatten().map(text);
    [strong(words), text(".")].into_iter().chain(more).collect()
}

/// A number to seven digits, or its ends where they differ there.
fn enclosed(number: &Number) -> String {
    let short = |value: f64| without_zeros(&precise(value));
    let [lower, upper] = [number.lower, number.upper].map(|end| format!("{end:.6e}"));
    match &number.exact {
        Some(exact) if exact.len() <= 24 => match short(number.value) {
            same if same == *exact => same,
            digits => format!("{exact} = {digits}"),
        },
        _ if lower == upper => short(number.value),
        _ => format!(
            "between {} and {}",
            short(number.lower),
            short(number.upper)
        ),
    }
}

fn short(value: Option<&Number>) -> Cell {
    value.map_or(Cell::Empty, |value| {
        let close = (value.upper - value.lower).abs() <= 1e-4 * value.value.abs();
        if close {
            Cell::Number(value.value)
        } else {
            Cell::Text(format!("{} … {}", number(value.lower), number(value.upper)))
        }
    })
}

fn table(columns: Vec<TableColumn>, rows: Vec<Vec<Cell>>) -> Table {
    Table::plain(columns, rows)
}

fn listed(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(MOST_LISTED).map(String::as_str).collect();
    let more = names.len().saturating_sub(shown.len());
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    shown.join(", ") + &more
}

fn listed_lines(lines: &[u64]) -> String {
    let names: Vec<String> = lines.iter().map(u64::to_string).collect();
    let word = if lines.len() == 1 { "line" } else { "lines" };
    format!("{word} {}", listed(&names))
}

fn examples(analysis: &Analysis) -> Table {
    let data = &analysis.data;
    let negative = data.examples - data.positive_examples;
    let classes: Vec<String> = data
        .classes
        .iter()
        .map(|(name, count)| format!("{name}: {count}"))
        .collect();
    let numbers = match data.numbers {
        Held::Decimals => "exact decimals, as they are written",
        Held::Doubles => "doubles, as they are in the file",
        Held::RoundedDecimals => {
            "decimals that do not fit 64 bits over one denominator, each rounded to the nearest double"
        }
        Held::Standardized => {
            "doubles: features standardised to mean 0 and deviation 1 (the certificate speaks of the file's own numbers)"
        }
    };
    let radius = analysis
        .geometry
        .first()
        .map(|found| enclosed(&found.radius));
    let rows = [
        (
            "examples",
            format!("{} of {}", data.examples, counted(data.rows, "row")),
        ),
        (
            "features",
            format!("{}: {}", data.features.len(), listed(&data.features)),
        ),
        ("label", format!("{}, {}", data.label, listed(&classes))),
        (
            "+1",
            format!(
                "{} ({})",
                data.positive,
                counted(data.positive_examples, "example")
            ),
        ),
        (
            "−1",
            format!(
                "{} ({})",
                listed(&data.negative),
                counted(negative, "example")
            ),
        ),
        ("numbers", numbers.to_owned()),
        ("radius R", radius.unwrap_or_default()),
    ];
    let rows = rows
        .into_iter()
        .map(|(name, value)| vec![Cell::from(name), value.into()]);
    table(
        vec![TableColumn::left("what"), TableColumn::left("found")],
        rows.collect(),
    )
}

fn left_out(analysis: &Analysis) -> Vec<Vec<Inline>> {
    let (dropped, odd) = (&analysis.dropped, &analysis.oddities);
    let gaps: Vec<String> = dropped
        .missing
        .iter()
        .map(|gap| format!("line {}, column {} ({})", gap.line, gap.column, gap.name))
        .collect();
    let pairs: Vec<String> = odd
        .contradictions
        .iter()
        .map(|(a, b)| format!("{a} and {b}"))
        .collect();
    let equal: Vec<String> = odd
        .equal_features
        .iter()
        .map(|(a, b)| format!("{b} is {a}"))
        .collect();
    let others: Vec<String> = analysis.data.negative.clone();
    let lines = [
        (others.len() > 1).then(|| format!("More than two classes: {} (+1) against the rest ({}); --positive and --negative choose others.", analysis.data.positive, listed(&others))),
        (!dropped.columns.is_empty()).then(|| format!("Columns that are neither label nor feature: {}.", listed(&dropped.columns))),
        (dropped.other_classes > 0).then(|| format!("{} of other classes left out.", counted(dropped.other_classes, "row"))),
        (dropped.missing_values > 0).then(|| format!("{} missing: {}; {} left out, {} filled with the mean of their column.", counted(dropped.missing_values, "value"), listed(&gaps), counted(dropped.missing_rows, "row"), counted(dropped.filled, "value"))),
        (!odd.constant_features.is_empty()).then(|| format!("Constant features, kept: {}.", listed(&odd.constant_features))),
        (!equal.is_empty()).then(|| format!("Features that repeat another, kept: {}.", listed(&equal))),
        (!odd.zero_examples.is_empty()).then(|| format!("Examples whose features are all 0, kept: {}. No vector through the origin scores them.", listed_lines(&odd.zero_examples))),
        (odd.repeated_examples > 0).then(|| format!("{} repeat an earlier one, kept.", counted(odd.repeated_examples, "example"))),
        (odd.contradicting_examples > 0).then(|| format!("{} contradict an earlier one with the same features, so that nothing separates: lines {}.", counted(odd.contradicting_examples, "example"), listed(&pairs))),
    ];
    let found: Vec<Vec<Inline>> = lines
        .into_iter()
        .flatten()
        .map(|line| vec![text(line)])
        .collect();
    if found.is_empty() {
        vec![vec![text("Nothing.")]]
    } else {
        found
    }
}

fn geometry(analysis: &Analysis) -> Table {
    let columns = vec![
        TableColumn::left("frame"),
        TableColumn::left("separable"),
        TableColumn::right("R"),
        TableColumn::right("γ"),
        TableColumn::right("(R/γ)²"),
        TableColumn::left("γ², certified"),
    ];
    let row = |found: &Geometry| {
        let word = match (found.separable, &found.open) {
            (Some(true), _) => "yes".to_owned(),
            (Some(false), _) => "no".to_owned(),
            (None, why) => format!("open: {}", why.as_deref().unwrap_or_default()),
        };
        vec![
            found.frame.words().into(),
            word.into(),
            short(Some(&found.radius)),
            short(found.margin.as_ref()),
            short(found.bound.as_ref()),
            found
                .margin_squared
                .as_ref()
                .map_or(Cell::Empty, |squared| enclosed(squared).into()),
        ]
    };
    table(columns, analysis.geometry.iter().map(row).collect())
}

/// What proves the answers.
fn certificates(analysis: &Analysis) -> Vec<Block> {
    let proof = |proof: &super::Proof| {
        let frame = proof.frame.words();
        let words = match (&proof.separator, &proof.multipliers) {
            (Some(separator), _) => {
                let entries: Vec<String> = separator.iter().map(|u| number(u.to_f64())).collect();
                format!(
                    "separator {frame}, in the order of the features: ({}).",
                    listed(&entries)
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
    let note = "--certificate FILE writes these in exact fractions; `scripts/check-certificate DATA FILE` recomputes them with Python alone.";
    vec![
        Block::List(analysis.certificate.proofs.iter().map(proof).collect()),
        Block::paragraph(note),
    ]
}

fn bounds(analysis: &Analysis) -> Table {
    let columns = vec![
        TableColumn::left("bound"),
        TableColumn::left("formula"),
        TableColumn::left("learner"),
        TableColumn::left("of"),
        TableColumn::right("observed"),
        TableColumn::right("limit"),
    ];
    let row = |bound: &Bound| {
        vec![
            bound.claim.into(),
            bound.formula.into(),
            bound.learner.into(),
            bound.bounds.into(),
            short(bound.observed.as_ref()),
            short(bound.limit.as_ref()),
        ]
    };
    let applying = analysis.bounds.iter().filter(|bound| bound.applies);
    table(columns, applying.map(row).collect())
}

fn others(analysis: &Analysis) -> Table {
    let columns = vec![
        TableColumn::left("bound"),
        TableColumn::left("formula"),
        TableColumn::right("would be"),
        TableColumn::left("premise that fails"),
    ];
    let row = |bound: &Bound| {
        vec![
            bound.claim.into(),
            bound.formula.into(),
            short(bound.limit.as_ref()),
            bound.fails.join("; ").into(),
        ]
    };
    let others = analysis.bounds.iter().filter(|bound| !bound.applies);
    table(columns, others.map(row).collect())
}

/// The smallest limit that applies to the count of a learner.
fn limit(analysis: &Analysis, learned: &Learned) -> Cell {
    let counts = ["mistakes", "updates", "margin mistakes"];
    let own = analysis.bounds.iter().filter(|bound| {
        bound.applies && bound.learner == learned.learner && counts.contains(&bound.bounds)
    });
    let limits = own.filter_map(|bound| bound.limit.as_ref());
    let least = limits.min_by(|a, b| a.value.total_cmp(&b.value));
    least.map_or(Cell::Text("none applies".into()), |limit| {
        Cell::Number(limit.value)
    })
}

fn learners(analysis: &Analysis) -> Table {
    let columns = vec![
        TableColumn::left("learner"),
        TableColumn::left("order"),
        TableColumn::right("passes"),
        TableColumn::right("mistakes"),
        TableColumn::right("margin mistakes"),
        TableColumn::right("updates"),
        TableColumn::left("ended by"),
        TableColumn::right("shuffled: least"),
        TableColumn::right("median"),
        TableColumn::right("most updates"),
        TableColumn::right("bound"),
    ];
    let row = |learned: &Learned| {
        let (file, shuffled) = (&learned.file, learned.shuffled.as_ref());
        let of = |place: usize| Cell::from(shuffled.map(|shuffled| shuffled.updates[place]));
        vec![
            learned.learner.into(),
            learned.order.into(),
            file.passes.into(),
            file.mistakes.into(),
            file.margin_mistakes.into(),
            file.updates.into(),
            file.ended.into(),
            of(0),
            of(2),
            of(4),
            limit(analysis, learned),
        ]
    };
    table(columns, analysis.learners.iter().map(row).collect())
}

fn leave_one_out(analysis: &Analysis) -> Vec<Block> {
    let columns = vec![
        TableColumn::left("learner"),
        TableColumn::right("errors"),
        TableColumn::right("error"),
        TableColumn::right("different examples mistaken / m"),
        TableColumn::right("mistake bound / m"),
    ];
    let examples = analysis.data.examples as f64;
    let row = |learned: &Learned| {
        let left_out = learned.leave_one_out.as_ref()?;
        Some(vec![
            learned.learner.into(),
            left_out.errors.into(),
            left_out.error.into(),
            Cell::from(
                left_out
                    .distinct_mistakes
                    .map(|count| count as f64 / examples),
            ),
            short(left_out.bound.as_ref()),
        ])
    };
    let rows: Vec<Vec<Cell>> = analysis.learners.iter().filter_map(row).collect();
    if rows.is_empty() {
        return vec![Block::paragraph("Skipped; see the end.")];
    }
    vec![Block::Table(table(columns, rows))]
}

fn scales(analysis: &Analysis) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Some(scales) = &analysis.scales {
        let gain = |bound: f64| number(scales.bound / bound);
        let words = match scales.features.first() {
            Some(best) if best.bound < 0.99 * scales.bound => format!(
                "The scale of {} costs most: divided by its standard deviation {}, the bound (R/γ)² with an offset falls from {} to {}, by the factor {}.",
                best.feature,
                number(best.deviation),
                number(scales.bound),
                number(best.bound),
                gain(best.bound)
            ),
            _ => "No single feature's scale costs margin.".to_owned(),
        };
        blocks.push(Block::paragraph(&words));
        let columns = vec![
            TableColumn::left("feature"),
            TableColumn::right("standard deviation"),
            TableColumn::right("(R/γ)² when divided by it"),
            TableColumn::right("smaller by the factor"),
        ];
        let row = |scaled: &super::Rescaled| {
            vec![
                scaled.feature.clone().into(),
                scaled.deviation.into(),
                scaled.bound.into(),
                gain(scaled.bound).into(),
            ]
        };
        let rows = scales.features.iter().take(MOST_LISTED).map(row).collect();
        blocks.push(Block::Table(table(columns, rows)));
    }
    match &analysis.standardized {
        Some(all) => blocks.push(Block::paragraph(&format!(
            "After standardising all features: R = {}, γ = {}, (R/γ)² = {}.",
            number(all.radius),
            number(all.margin),
            number(all.bound)
        ))),
        None if blocks.is_empty() => blocks.push(Block::paragraph("Skipped; see the end.")),
        None => {}
    }
    blocks
}

fn carriers(analysis: &Analysis) -> Vec<Block> {
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
    let row = |carrier: &super::Carrier| {
        vec![
            carrier.line.into(),
            Cell::Text(format!("{:+}", carrier.label)),
            carrier.share.into(),
            carrier.margin.into(),
        ]
    };
    let words = format!(
        "{} carry the largest margin {}: without the others it is the same.",
        counted(analysis.carriers.len() as u64, "example"),
        frame.words()
    );
    let rows = analysis
        .carriers
        .iter()
        .take(MOST_LISTED)
        .map(row)
        .collect();
    vec![Block::paragraph(&words), Block::Table(table(columns, rows))]
}

fn skipped(analysis: &Analysis) -> Vec<Block> {
    if analysis.skipped.is_empty() {
        return Vec::new();
    }
    let line = |skipped: &super::Skipped| {
        vec![
            strong(skipped.what.clone()),
            text(format!(": {}", skipped.why)),
        ]
    };
    vec![
        Block::Heading(2, "Skipped".into()),
        Block::List(analysis.skipped.iter().map(line).collect()),
    ]
}
