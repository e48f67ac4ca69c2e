//! Writes a document as Markdown for GitHub.

use super::document::{
    Align, Block, Card, Document, Figure, Inline, Table, TableCell, TableColumn, Voice,
    path_or_address,
};
use super::verdict_words::verdict_words;
use claims::numbers::number;

/// Returns the Markdown of a document, which refers to figures as `figures/<name>.svg`.
pub fn markdown(document: &Document) -> String {
    let title = format!("# {}\n", text(&document.title));
    // A block without text would leave an empty line.
    let blocks = document.blocks.iter();
    let blocks = blocks.filter(|content| **content != Block::Present);
    std::iter::once(title)
        .chain(blocks.map(block))
        .collect::<Vec<_>>()
        .join("\n")
}

/// A table as Markdown, to be inserted into another page.
pub fn table(table: &Table) -> String {
    let names = row(table.columns.iter().map(|column| text(&column.name)));
    let rule = row(table.columns.iter().map(|column| rule(column).to_owned()));
    let rows = table.rows.iter().map(|cells| row(cells.iter().map(cell)));
    let caption = (!table.caption.is_empty()).then(|| format!("{}\n\n", text(&table.caption)));
    caption
        .into_iter()
        .chain([names, rule])
        .chain(rows)
        .collect()
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(level, heading) => {
            format!(
                "{} {}\n",
                "#".repeat((*level).clamp(2, 6).into()),
                text(heading)
            )
        }
        Block::Paragraph(inlines) => unlike_a_mark(&line(inlines)) + "\n",
        Block::Call(voice, inlines) => call(*voice, inlines),
        Block::Formula(formula) => lines(formula),
        Block::Code(code) => fenced(code, ""),
        Block::Table(content) => table(content),
        Block::Figure(content) => figure(content),
        Block::List(items) => items
            .iter()
            .map(|item| format!("- {}\n", unlike_a_mark(&line(item))))
            .collect(),
        Block::Cards(cards) => cards.iter().map(card).collect(),
        Block::Search | Block::Present => String::new(),
        Block::Details { summary, blocks } => details(summary, blocks),
    }
}

/// A card as an item of a Markdown list.
fn card(card: &Card) -> String {
    let verdict = card.verdict.as_ref().map(|(word, as_expected)| {
        cell(&TableCell::Verdict {
            word: word.clone(),
            as_expected: *as_expected,
        })
    });
    let gauge = card.gauge.as_ref().map(|gauge| text(&gauge.text()));
    let links = card.links.iter().map(|(name, href)| link(name, href));
    let links: Vec<String> = links.collect();
    let formula = (!card.formula.is_empty()).then(|| lines(&card.formula).trim().to_owned());
    let found = [verdict, gauge].into_iter().flatten().collect::<Vec<_>>();
    let parts = [
        Some(format!(
            "**{}** {}",
            link(&card.title, &card.href),
            line(&card.text)
        )),
        formula,
        (!found.is_empty()).then(|| found.join(" · ")),
        (links.len() > 1).then(|| links.join(", ")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let whole = parts.join("\n").replace("  \n", "\n");
    format!("- {}\n", whole.replace('\n', "  \n  "))
}

fn call(voice: Voice, inlines: &[Inline]) -> String {
    let said = unlike_a_mark(&line(inlines));
    match voice {
        Voice::Question => format!("> {said}\n"),
        Voice::Answer => format!("**Answer.** {said}\n"),
        Voice::Detail | Voice::Note => format!("{said}\n"),
        Voice::Alarm => format!("> **!** {said}\n"),
    }
}

/// The lines of a formula in Markdown; two spaces at the end of each are a line break.
fn lines(formula: &str) -> String {
    let lines = formula
        .trim()
        .lines()
        .map(|part| line(&Inline::parse(part)));
    lines.collect::<Vec<_>>().join("  \n") + "\n"
}

fn details(summary: &str, blocks: &[Block]) -> String {
    let inside: Vec<_> = blocks.iter().map(block).collect();
    format!(
        "<details>\n<summary>{}</summary>\n\n{}\n</details>\n",
        text(summary),
        inside.join("\n")
    )
}

fn figure(figure: &Figure) -> String {
    let image = format!(
        "![{}]({})\n",
        text(&figure.alt),
        target(&format!("figures/{}.svg", figure.name))
    );
    if figure.caption.is_empty() {
        image
    } else {
        format!("{image}\n{}\n", unlike_a_mark(&text(&figure.caption)))
    }
}

fn line(inlines: &[Inline]) -> String {
    inlines.iter().map(inline).collect()
}

/// Rewrites a formula in TeX so that Markdown finds no marks in it: `\,` would be an escaped comma, and `*` emphasis.
fn beside_marks(tex: &str) -> String {
    let beside = tex.replace(r"\,", r"\thinspace ").replace('*', r"\ast ");
    beside.trim_end().to_owned()
}

fn inline(inline: &Inline) -> String {
    match inline {
        Inline::Text(plain) => text(plain),
        Inline::Code(code) => span(code),
        Inline::Strong(strong) => format!("**{}**", text(strong)),
        Inline::Math(tex) => format!("${}$", beside_marks(tex)),
        Inline::Link { text: label, href } => link(label, href),
    }
}

fn cell(cell: &TableCell) -> String {
    match cell {
        TableCell::Text(plain) => text(plain),
        TableCell::Number(value) => number(*value),
        TableCell::Verdict {
            word,
            as_expected: true,
        } => text(&verdict_words(word)),
        TableCell::Verdict {
            word,
            as_expected: false,
        } => format!("**{} ✗ unexpected**", text(&verdict_words(word))),
        TableCell::Link { text: label, href } => link(label, href),
        // A table row splits at every unescaped bar, even inside code.
        TableCell::Code(code) => span(code).replace('|', "\\|"),
        TableCell::Gauge(gauge) => text(&gauge.text()),
        TableCell::Prose(inlines) => line(inlines).replace('\n', " "),
        TableCell::Empty => String::new(),
    }
}

fn row(cells: impl Iterator<Item = String>) -> String {
    cells.fold("|".to_owned(), |row, cell| row + " " + &cell + " |") + "\n"
}

fn rule(column: &TableColumn) -> &'static str {
    match column.align {
        Align::Left => ":---",
        Align::Right => "---:",
    }
}

fn link(label: &str, href: &str) -> String {
    format!("[{}]({})", text(label), target(href))
}

/// The target of a link for Markdown, percent-encoded where a character would end it or split a table row.
fn target(href: &str) -> String {
    path_or_address(href)
        .chars()
        .map(|letter| match letter {
            ' ' | '(' | ')' | '<' | '>' | '|' | '\\' | '\n' => {
                format!("%{:02X}", u32::from(letter))
            }
            other => other.to_string(),
        })
        .collect()
}

/// Code for Markdown, between one backtick more than its longest run of backticks.
fn span(code: &str) -> String {
    let fence = "`".repeat(longest_run(code) + 1);
    let code = code.replace('\n', " ");
    let pad = if code.starts_with('`') || code.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{code}{pad}{fence}")
}

fn fenced(code: &str, language: &str) -> String {
    let fence = "`".repeat((longest_run(code) + 1).max(3));
    format!("{fence}{language}\n{}\n{fence}\n", code.trim_end())
}

fn longest_run(code: &str) -> usize {
    code.split(|letter| letter != '`')
        .map(str::len)
        .max()
        .unwrap_or(0)
}

/// Escapes every character of a plain text that Markdown, GitHub's formulas or a table would take for a mark.
fn text(plain: &str) -> String {
    let letters: Vec<char> = plain.chars().collect();
    let inside_a_word = |at: usize| {
        let neighbour = |at: Option<usize>| {
            at.and_then(|at| letters.get(at))
                .is_some_and(|letter| letter.is_alphanumeric())
        };
        neighbour(at.checked_sub(1)) && neighbour(Some(at + 1))
    };
    let escaped = |(at, letter): (usize, &char)| match letter {
        '_' if inside_a_word(at) => "_".to_owned(),
        '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '$' | '~' => format!("\\{letter}"),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '&' => "&amp;".to_owned(),
        '\n' => " ".to_owned(),
        other => other.to_string(),
    };
    letters.iter().enumerate().map(escaped).collect()
}

/// Escapes the beginning of a line that Markdown would read as a heading, a list or a rule.
fn unlike_a_mark(line: &str) -> String {
    let digits = line.len()
        - line
            .trim_start_matches(|letter: char| letter.is_ascii_digit())
            .len();
    let (start, rest) = line.split_at(digits);
    let numbered = digits > 0 && rest.starts_with(['.', ')']);
    let marked = digits == 0 && rest.starts_with(['#', '-', '+', '=']);
    if numbered || marked {
        format!("{start}\\{rest}")
    } else {
        line.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(blocks: Vec<Block>) -> String {
        markdown(&Document {
            title: "T".into(),
            blocks,
        })
    }

    #[test]
    fn formula_is_written_without_characters_special_to_markdown() {
        let formula = Inline::Math(r"\gamma_*^2 \, x_*".into());
        assert_eq!(inline(&formula), r"$\gamma_\ast ^2 \thinspace  x_\ast$");
    }

    #[test]
    fn the_button_of_the_presentation_leaves_no_trace() {
        let text = Block::paragraph("x");
        let presented = written(vec![Block::Present, text.clone()]);
        assert_eq!(presented, written(vec![text]));
    }

    #[test]
    fn marks_in_text_are_escaped() {
        assert_eq!(
            text("a*b [c] <d> & $e$ f|g"),
            "a\\*b \\[c\\] &lt;d&gt; &amp; \\$e\\$ f\\|g"
        );
        assert_eq!(text("leave_one_out _x_"), "leave_one_out \\_x\\_");
    }

    #[test]
    fn paragraph_start_that_looks_like_a_heading_or_list_is_escaped() {
        let page = written(vec![
            Block::paragraph("# a"),
            Block::paragraph("1. b"),
            Block::paragraph("12 c"),
            Block::paragraph("- d"),
        ]);
        assert_eq!(page, "# T\n\n\\# a\n\n1\\. b\n\n12 c\n\n\\- d\n");
    }

    #[test]
    fn a_bar_or_a_newline_never_splits_a_table_row() {
        let cells = vec![
            TableCell::from("a|b\nc"),
            TableCell::Code("x|y".into()),
            TableCell::Number(0.25),
        ];
        let columns = vec![
            TableColumn::left_aligned("p|q"),
            TableColumn::left_aligned("code"),
            TableColumn::right("n"),
        ];
        let page = table(&Table {
            caption: String::new(),
            columns,
            rows: vec![cells],
        });
        assert_eq!(
            page,
            "| p\\|q | code | n |\n| :--- | :--- | ---: |\n| a\\|b c | `x\\|y` | 0.25 |\n"
        );
    }

    #[test]
    fn unexpected_verdict_is_bold_and_marked_unexpected() {
        let verdict = |as_expected| {
            cell(&TableCell::Verdict {
                word: "violated".into(),
                as_expected,
            })
        };
        assert_eq!(verdict(true), "refuted");
        assert_eq!(verdict(false), "**refuted ✗ unexpected**");
    }

    #[test]
    fn backticks_inside_code_do_not_end_it() {
        assert_eq!(span("a`b"), "``a`b``");
        assert_eq!(span("`a`"), "`` `a` ``");
        assert_eq!(fenced("```\nx\n```", ""), "````\n```\nx\n```\n````\n");
    }

    #[test]
    fn a_figure_is_an_image_with_its_caption() {
        let figure = Figure {
            large: None,
            name: "tightness".into(),
            svg: String::new(),
            caption: "Seen.".into(),
            alt: "In words".into(),
        };
        assert_eq!(
            written(vec![Block::Figure(figure)]),
            "# T\n\n![In words](figures/tightness.svg)\n\nSeen.\n"
        );
    }

    #[test]
    fn folded_blocks_are_separated_from_their_tags_by_blank_lines() {
        let blocks = vec![Block::Code("x".into())];
        let page = written(vec![Block::Details {
            summary: "a < b".into(),
            blocks,
        }]);
        assert_eq!(
            page,
            "# T\n\n<details>\n<summary>a &lt; b</summary>\n\n```\nx\n```\n\n</details>\n"
        );
    }

    #[test]
    fn a_link_survives_parentheses_and_spaces() {
        assert_eq!(link("a]", "b (c).md"), "[a\\]](b%20%28c%29.md)");
    }
}
