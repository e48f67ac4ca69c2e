//! Writes a document as one HTML page that needs no other file.

use super::document::{Align, Block, Cell, Column, Document, Figure, Inline, Table, number};
use std::collections::BTreeSet;

const STYLE: &str = include_str!("style.css");

/// The document as a page that works offline: styles and drawings are part of it, scripts are not.
pub fn html(document: &Document) -> String {
    let title = escaped(&document.title);
    let anchors = anchors(&document.blocks);
    let mut anchor = anchors.iter();
    let written = |content: &Block| match content {
        Block::Heading(level, text) => heading(*level, text, anchor.next()),
        other => block(other),
    };
    // What a page opens with, its question, comes before the table of contents.
    let opening = document
        .blocks
        .iter()
        .take_while(|block| !matches!(block, Block::Heading(..)))
        .count();
    let mut parts = document.blocks.iter().map(written);
    let opening: String = parts.by_ref().take(opening).collect();
    let body: String = parts.collect();
    let contents = contents(&document.blocks, &anchors);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <main>\n<h1>{title}</h1>\n{opening}{contents}{body}</main>\n</body>\n</html>\n"
    )
}

/// One distinct anchor per heading that is not folded away, in their order.
fn anchors(blocks: &[Block]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    headings(blocks)
        .map(|(_, text)| {
            let slug = slug(text);
            let numbered = (2..).map(|number| format!("{slug}-{number}"));
            let mut free = std::iter::once(slug.clone())
                .chain(numbered)
                .skip_while(|anchor| taken.contains(anchor));
            let anchor = free.next().unwrap_or_default();
            taken.insert(anchor.clone());
            anchor
        })
        .collect()
}

fn headings(blocks: &[Block]) -> impl Iterator<Item = (u8, &str)> {
    blocks.iter().filter_map(|block| match block {
        Block::Heading(level, text) => Some((*level, text.as_str())),
        _ => None,
    })
}

fn slug(text: &str) -> String {
    let letters: String = text
        .to_lowercase()
        .chars()
        .map(|letter| {
            if letter.is_alphanumeric() {
                letter
            } else {
                ' '
            }
        })
        .collect();
    let slug = letters.split_whitespace().collect::<Vec<_>>().join("-");
    if slug.is_empty() {
        "section".to_owned()
    } else {
        slug
    }
}

/// The table of contents; a page with fewer than two headings needs none.
fn contents(blocks: &[Block], anchors: &[String]) -> String {
    if anchors.len() < 2 {
        return String::new();
    }
    let entry = |((level, text), anchor): ((u8, &str), &String)| {
        format!(
            "<li class=\"level-{level}\"><a href=\"#{anchor}\">{}</a></li>\n",
            escaped(text)
        )
    };
    let entries: String = headings(blocks).zip(anchors).map(entry).collect();
    format!("<nav aria-label=\"Contents\">\n<ul>\n{entries}</ul>\n</nav>\n")
}

fn heading(level: u8, text: &str, anchor: Option<&String>) -> String {
    let level = level.clamp(2, 6);
    let id = anchor
        .map(|anchor| format!(" id=\"{anchor}\""))
        .unwrap_or_default();
    format!("<h{level}{id}>{}</h{level}>\n", escaped(text))
}

fn block(content: &Block) -> String {
    match content {
        Block::Heading(level, text) => heading(*level, text, None),
        Block::Paragraph(inlines) => format!("<p>{}</p>\n", line(inlines)),
        Block::Formula(formula) => format!(
            "<pre class=\"formula\">{}</pre>\n",
            escaped(formula.trim_end())
        ),
        Block::Code(code) => format!(
            "<pre tabindex=\"0\"><code>{}</code></pre>\n",
            escaped(code.trim_end())
        ),
        Block::Table(content) => table(content),
        Block::Figure(content) => figure(content),
        Block::List(items) => format!(
            "<ul>\n{}</ul>\n",
            items
                .iter()
                .map(|item| format!("<li>{}</li>\n", line(item)))
                .collect::<String>()
        ),
        Block::Details { summary, blocks } => {
            let inside: String = blocks.iter().map(block).collect();
            format!(
                "<details>\n<summary>{}</summary>\n{inside}</details>\n",
                escaped(summary)
            )
        }
    }
}

fn figure(figure: &Figure) -> String {
    let label = format!("<svg role=\"img\" aria-label=\"{}\" ", escaped(&figure.alt));
    let drawing = figure.svg.replacen("<svg ", &label, 1);
    format!(
        "<figure>\n{drawing}<figcaption>{}</figcaption>\n</figure>\n",
        escaped(&figure.caption)
    )
}

/// A table in a region of its own, which scrolls so that the page does not.
fn table(table: &Table) -> String {
    let caption = escaped(&table.caption);
    let region = if caption.is_empty() {
        "Table"
    } else {
        &caption
    };
    let names: String = table.columns.iter().map(column).collect();
    let rows: String = table
        .rows
        .iter()
        .map(|cells| row(cells, &table.columns))
        .collect();
    let shown = if caption.is_empty() {
        String::new()
    } else {
        format!("<caption>{caption}</caption>\n")
    };
    format!(
        "<div class=\"scroll\" role=\"region\" aria-label=\"{region}\" tabindex=\"0\">\n<table>\n{shown}\
         <thead>\n<tr>{names}</tr>\n</thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )
}

fn column(column: &Column) -> String {
    format!(
        "<th scope=\"col\"{}>{}</th>",
        side(column.align),
        escaped(&column.name)
    )
}

fn row(cells: &[Cell], columns: &[Column]) -> String {
    let cells = cells.iter().enumerate().map(|(place, content)| {
        let side = side(
            columns
                .get(place)
                .map_or(Align::Left, |column| column.align),
        );
        let (open, close) = if place == 0 {
            ("th scope=\"row\"", "th")
        } else {
            ("td", "td")
        };
        format!("<{open}{side}>{}</{close}>", cell(content))
    });
    format!("<tr>{}</tr>\n", cells.collect::<String>())
}

fn side(align: Align) -> &'static str {
    match align {
        Align::Left => "",
        Align::Right => " class=\"number\"",
    }
}

fn cell(content: &Cell) -> String {
    match content {
        Cell::Text(text) => escaped(text),
        Cell::Number(value) => number(*value),
        Cell::Verdict { word, as_expected } => verdict(word, *as_expected),
        Cell::Link { text, href } => link(text, href),
        Cell::Code(code) => format!("<code>{}</code>", escaped(code)),
        Cell::Empty => String::new(),
    }
}

/// A verdict coloured by its word where it was expected, and by alarm where it was not.
fn verdict(word: &str, as_expected: bool) -> String {
    let word = escaped(word);
    match as_expected {
        true => format!("<span class=\"verdict {word}\">{word} ✓</span>"),
        false => format!("<span class=\"verdict unexpected\">{word} ✗ unexpected</span>"),
    }
}

fn line(inlines: &[Inline]) -> String {
    inlines.iter().map(inline).collect()
}

fn inline(inline: &Inline) -> String {
    match inline {
        Inline::Text(text) => escaped(text),
        Inline::Code(code) => format!("<code>{}</code>", escaped(code)),
        Inline::Strong(strong) => format!("<strong>{}</strong>", escaped(strong)),
        Inline::Link { text, href } => link(text, href),
    }
}

fn link(text: &str, href: &str) -> String {
    format!("<a href=\"{}\">{}</a>", escaped(href), escaped(text))
}

/// Text that is only text, between tags and inside attributes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "<b> & \"c\" 'd'";
    const HARMLESS: &str = "&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;";

    fn page(blocks: Vec<Block>) -> String {
        html(&Document {
            title: "T".into(),
            blocks,
        })
    }

    #[test]
    fn every_place_that_takes_text_escapes_it() {
        let hostile = || HOSTILE.to_owned();
        let cells = vec![
            Cell::Text(hostile()),
            Cell::Verdict {
                word: hostile(),
                as_expected: true,
            },
            Cell::Verdict {
                word: hostile(),
                as_expected: false,
            },
            Cell::Link {
                text: hostile(),
                href: hostile(),
            },
            Cell::Code(hostile()),
        ];
        let inlines = vec![
            Inline::Text(hostile()),
            Inline::Code(hostile()),
            Inline::Strong(hostile()),
            Inline::Link {
                text: hostile(),
                href: hostile(),
            },
        ];
        let blocks = vec![
            Block::Heading(2, hostile()),
            Block::Heading(2, hostile()),
            Block::Paragraph(inlines.clone()),
            Block::Formula(hostile()),
            Block::Code(hostile()),
            Block::Table(Table {
                caption: hostile(),
                columns: vec![Column::left(hostile())],
                rows: vec![cells],
            }),
            Block::Figure(Figure {
                name: hostile(),
                svg: "<svg >".into(),
                caption: hostile(),
                alt: hostile(),
            }),
            Block::List(vec![inlines]),
            Block::Details {
                summary: hostile(),
                blocks: vec![Block::Heading(3, hostile())],
            },
        ];
        let page = html(&Document {
            title: hostile(),
            blocks,
        });
        assert!(!page.contains("<b>") && !page.contains("\"c\"") && !page.contains("'d'"));
        assert_eq!(page.matches(HARMLESS).count(), 32);
    }

    #[test]
    fn headings_with_the_same_text_have_their_own_anchors() {
        let page = page(vec![
            Block::Heading(2, "A b".into()),
            Block::Heading(3, "A b".into()),
            Block::Heading(2, "≤".into()),
        ]);
        for anchor in ["a-b", "a-b-2", "section"] {
            assert_eq!(page.matches(&format!("id=\"{anchor}\"")).count(), 1);
            assert_eq!(page.matches(&format!("href=\"#{anchor}\"")).count(), 1);
        }
    }

    #[test]
    fn a_table_names_its_rows_and_columns_for_a_screen_reader() {
        let columns = vec![Column::left("cell"), Column::right("tightness")];
        let table = Table {
            caption: "Verdicts".into(),
            columns,
            rows: vec![vec!["a".into(), 0.5.into()]],
        };
        let page = page(vec![Block::Table(table)]);
        assert!(page.contains("<th scope=\"col\" class=\"number\">tightness</th>"));
        assert!(page.contains("<tr><th scope=\"row\">a</th><td class=\"number\">0.5</td></tr>"));
        assert!(page.contains("role=\"region\" aria-label=\"Verdicts\""));
    }

    #[test]
    fn the_page_fetches_nothing() {
        let page = page(vec![Block::paragraph("x")]);
        for outside in ["http:", "https:", "<link", "<script", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn a_verdict_is_worded_as_well_as_coloured() {
        assert_eq!(
            verdict("holds", true),
            "<span class=\"verdict holds\">holds ✓</span>"
        );
        assert_eq!(
            verdict("holds", false),
            "<span class=\"verdict unexpected\">holds ✗ unexpected</span>"
        );
    }
}
