//! Writes a document as one self-contained HTML page.

use super::document::{
    Align, Block, Document, Figure, Inline, Table, TableCell, TableColumn, Voice,
};
use claims::numbers::number;
use inline::{code, line, link, verdict};
use maud::{DOCTYPE, Markup, PreEscaped, html as markup};
use spaces::thin;
use std::collections::BTreeSet;

mod cards;
mod inline;
mod spaces;

const STYLE: &str = include_str!("style.css");
const PRESENT_STYLE: &str = include_str!("present.css");
const PRESENT: &str = include_str!("present.js");

/// Returns a document as an HTML page. It works offline: styles and drawings are embedded. No scripts are needed, except to search and to
/// present.
pub fn html(document: &Document) -> String {
    let anchors = anchors(&document.blocks);
    let mut next = anchors.iter().map(String::as_str);
    let anchored: Vec<Anchored> = document
        .blocks
        .iter()
        .map(|block| (block, is_heading(block).then(|| next.next()).flatten()))
        .collect();
    // The blocks before the first heading, for example the question, precede the table of contents.
    let opening = anchored.iter().take_while(|(block, _)| !is_heading(block));
    let (opening, body) = anchored.split_at(opening.count());
    let page = markup! {
        (DOCTYPE)
        html lang="en" {
            (head(&document.title, document.blocks.contains(&Block::Present)))
            body {
                a.skip href="#page" { "To the content" }
                main id="page" {
                    h1 { (document.title) }
                    @for part in opening { (block(*part)) }
                    (contents(body))
                    @for part in body { (block(*part)) }
                }
            }
        }
    };
    page.into_string() + "\n"
}

/// A block of a page, with its anchor (the target of links) if it is a heading.
type Anchored<'a> = (&'a Block, Option<&'a str>);

fn is_heading(block: &Block) -> bool {
    matches!(block, Block::Heading(..))
}

fn head(title: &str, is_presented: bool) -> Markup {
    markup! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            title { (title) }
            style { (PreEscaped(STYLE)) @if is_presented { (PreEscaped(PRESENT_STYLE)) } }
        }
    }
}

/// One distinct anchor (the target of links) per top-level heading of a page, in order.
fn anchors(blocks: &[Block]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let headings = blocks.iter().filter_map(|block| match block {
        Block::Heading(_, text) => Some(text.as_str()),
        _ => None,
    });
    headings.map(|text| anchor(text, &mut taken)).collect()
}

/// The anchor for the heading `text`: its slug, with a number if an earlier heading has the same slug.
fn anchor(text: &str, taken: &mut BTreeSet<String>) -> String {
    let slug = slug(text);
    let mut anchor = slug.clone();
    let mut number = 1;
    while !taken.insert(anchor.clone()) {
        number += 1;
        anchor = format!("{slug}-{number}");
    }
    anchor
}

pub(super) fn slug(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|letter: char| !letter.is_alphanumeric());
    let slug = words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-");
    if slug.is_empty() {
        "section".to_owned()
    } else {
        slug
    }
}

/// The table of contents of a page; empty for a page with fewer than two headings.
fn contents(body: &[Anchored]) -> Markup {
    let headings = body.iter().filter_map(|part| match part {
        (Block::Heading(level, text), Some(anchor)) => Some((level, text, anchor)),
        _ => None,
    });
    markup! {
        @if headings.clone().count() > 1 {
            nav aria-label="Contents" {
                ul {
                    @for (level, text, anchor) in headings {
                        li class={ "level-" (level) } { a href={ "#" (anchor) } { (text) } }
                    }
                }
            }
        }
    }
}

fn block((content, anchor): Anchored) -> Markup {
    match content {
        Block::Heading(level, text) => heading(*level, text, anchor),
        Block::Paragraph(inlines) => markup! { p { (line(inlines)) } },
        Block::Call(voice, inlines) => call(*voice, inlines),
        Block::Formula(formula) => markup! {
            div.formula tabindex="0" {
                @for part in formula.trim().lines() { p { (line(&Inline::parse(part))) } }
            }
        },
        Block::Code(content) => markup! { pre tabindex="0" { (code(content.trim_end())) } },
        Block::Table(content) => table(content),
        Block::Figure(content) => figure(content),
        Block::List(items) => markup! {
            ul { @for item in items { li { (line(item)) } } }
        },
        Block::Cards(cards) => cards::cards(cards),
        Block::Search => cards::search(),
        Block::Present => present(),
        Block::Details { summary, blocks } => markup! {
            details {
                summary { (thin(summary)) }
                @for inside in blocks { (block((inside, None))) }
            }
        },
    }
}

/// The button that shows the page on a projector, hidden until its script runs. The script follows directly, so that nothing moves when the button
/// appears.
fn present() -> Markup {
    markup! {
        button.present type="button" aria-keyshortcuts="p" hidden { "Present (P)" }
        script { (PreEscaped(PRESENT)) }
    }
}

fn call(voice: Voice, inlines: &[Inline]) -> Markup {
    match voice {
        Voice::Question => markup! { p.question { (line(inlines)) } },
        Voice::Answer => markup! { p.answer { (line(inlines)) } },
        Voice::Detail => markup! { p.detail { (line(inlines)) } },
        Voice::Note => markup! { p.note { (line(inlines)) } },
        Voice::Alarm => markup! { p.alarm role="alert" { (line(inlines)) } },
    }
}

fn heading(level: u8, text: &str, anchor: Option<&str>) -> Markup {
    match level {
        0..=2 => markup! { h2 id=[anchor] { (thin(text)) } },
        3 => markup! { h3 id=[anchor] { (thin(text)) } },
        4 => markup! { h4 id=[anchor] { (text) } },
        5 => markup! { h5 id=[anchor] { (text) } },
        6.. => markup! { h6 id=[anchor] { (text) } },
    }
}

/// A figure as HTML: the drawing with its alternative text for screen readers, in a region that scrolls sideways where the page is narrow, so that
/// the text in the drawing stays readable.
fn figure(figure: &Figure) -> Markup {
    let alt = markup! { (figure.alt) }.into_string();
    let label = format!("<svg role=\"img\" aria-label=\"{alt}\" ");
    markup! {
        figure {
            div.drawing role="group" aria-label="Figure" tabindex="0" {
                (PreEscaped(figure.svg.replacen("<svg ", &label, 1)))
            }
            figcaption { (thin(&figure.caption)) }
            @if let Some(large) = &figure.large { template { (PreEscaped(large)) } }
        }
    }
}

/// A table as HTML, in a region that scrolls on its own, so that the page does not.
fn table(table: &Table) -> Markup {
    let caption = Some(table.caption.as_str()).filter(|caption| !caption.is_empty());
    markup! {
        div.scroll role="region" aria-label=(caption.unwrap_or("Table")) tabindex="0" {
            table {
                @if let Some(caption) = caption { caption { span { (thin(caption)) } } }
                thead { tr { @for column in &table.columns { (column_head(column)) } } }
                tbody { @for cells in &table.rows { (row(cells, &table.columns)) } }
            }
        }
    }
}

fn column_head(column: &TableColumn) -> Markup {
    markup! { th scope="col" class=[side(column.align)] { (column.name) } }
}

fn row(cells: &[TableCell], columns: &[TableColumn]) -> Markup {
    let side = |place: usize| columns.get(place).and_then(|column| side(column.align));
    // On a narrow screen a row is a card, in which every number has the name of its column.
    let name = |place: usize| columns.get(place).map(|column| column.name.as_str());
    markup! {
        tr {
            @for (place, content) in cells.iter().enumerate() {
                @if place == 0 {
                    th scope="row" class=[side(place)] data-label=[name(place)] { (cell(content)) }
                } @else {
                    td class=[side(place)] data-label=[name(place)] { (cell(content)) }
                }
            }
        }
    }
}

fn side(align: Align) -> Option<&'static str> {
    match align {
        Align::Left => None,
        Align::Right => Some("number"),
    }
}

fn cell(content: &TableCell) -> Markup {
    match content {
        TableCell::Text(text) => markup! { (thin(text)) },
        TableCell::Number(value) => markup! { (number(*value)) },
        TableCell::Verdict { word, as_expected } => verdict(word, *as_expected),
        TableCell::Link { text, href } => link(text, href),
        TableCell::Code(content) => code(content),
        TableCell::Gauge(gauge) => gauge.drawing(),
        TableCell::Prose(inlines) => line(inlines),
        TableCell::Empty => Markup::default(),
    }
}

#[cfg(test)]
mod tests;
