//! Holds a report as a value, so that Markdown and HTML are two dialects of the same content.

use super::gauge::Gauge;
use super::tex;
use perceptron::documented::unicode;
use std::borrow::Cow;

/// A page: a title and what follows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The only heading of level 1.
    pub title: String,
    /// The content in reading order.
    pub blocks: Vec<Block>,
}

/// One block of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading of level 2 to 6 (the title is level 1).
    Heading(u8, String),
    /// Running text.
    Paragraph(Vec<Inline>),
    /// Text set apart by what it is for.
    Call(Voice, Vec<Inline>),
    /// A formula on lines of its own: text with TeX between dollar signs.
    Formula(String),
    /// Text to copy: a command, a spec.
    Code(String),
    /// A table.
    Table(Table),
    /// A drawn figure.
    Figure(Figure),
    /// A bulleted list.
    List(Vec<Vec<Inline>>),
    /// Cards side by side.
    Cards(Vec<Card>),
    /// A field to search the cards and tables of the page, where scripts run.
    Search,
    /// Blocks that are folded away until asked for.
    Details {
        /// What is shown while it is folded.
        summary: String,
        /// What is folded away.
        blocks: Vec<Block>,
    },
}

/// What text that is set apart is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// What is asked.
    Question,
    /// What the numbers say to it.
    Answer,
    /// What words mean, in small letters.
    Note,
    /// What nobody may overlook.
    Alarm,
}

/// A stretch of text of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Plain text.
    Text(String),
    /// Code, in a fixed-width font.
    Code(String),
    /// Text that must not be missed.
    Strong(String),
    /// A formula in TeX, without dollar signs.
    Math(String),
    /// A link.
    Link {
        /// What is shown.
        text: String,
        /// Where it leads, relative to the page or absolute.
        href: String,
    },
}

/// A table whose rows all have one cell per column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What the table shows.
    pub caption: String,
    /// Names and alignments.
    pub columns: Vec<TableColumn>,
    /// Cells, row by row; the first cell of a row names the row.
    pub rows: Vec<Vec<TableCell>>,
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableColumn {
    /// The column's name.
    pub name: String,
    /// The side its cells are aligned to.
    pub align: Align,
}

/// The side that cells are aligned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// The content of one cell.
#[derive(Clone, Debug, PartialEq)]
pub enum TableCell {
    /// Words.
    Text(String),
    /// A number, written by [`number`](claims::numbers::number).
    Number(f64),
    /// A verdict, marked by whether it was the expected one.
    Verdict {
        /// The verdict's word.
        word: String,
        /// Whether the spec expected it.
        as_expected: bool,
    },
    /// A link.
    Link {
        /// What is shown.
        text: String,
        /// Where it leads.
        href: String,
    },
    /// Text to copy.
    Code(String),
    /// How much of its limit a claim used, as a bar.
    Gauge(Gauge),
    /// Words with marks and links.
    Prose(Vec<Inline>),
    /// Nothing to say.
    Empty,
}

/// A drawn figure with its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The file stem under `figures/`.
    pub name: String,
    /// The drawing, a complete `<svg>` element.
    pub svg: String,
    /// What a reader should see in it.
    pub caption: String,
    /// The figure in words.
    pub alt: String,
}

impl Figure {
    /// Width and height of its drawing in pixels, as the drawing says.
    pub fn size(&self) -> (u32, u32) {
        let side = |name: &str| {
            let (_, rest) = self.svg.split_once(&format!("{name}=\""))?;
            rest.split(['"', '.']).next()?.parse().ok()
        };
        (side("width").unwrap_or(1200), side("height").unwrap_or(750))
    }
}

/// A picture in a file of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureFile {
    /// Where it is, relative to the page.
    pub src: String,
    /// The picture in words.
    pub alt: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
}

/// A statement with what the numbers say to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// What it is called.
    pub title: String,
    /// Where more of it is.
    pub href: String,
    /// What it says, or what was found.
    pub text: Vec<Inline>,
    /// Its formula: text with TeX between dollar signs; empty if it has none.
    pub formula: String,
    /// The verdict, and whether it was the expected one.
    pub verdict: Option<(String, bool)>,
    /// How close the numbers came.
    pub gauge: Option<Gauge>,
    /// A picture that leads to more of it.
    pub picture: Option<PictureFile>,
    /// Further places, by what they are called.
    pub links: Vec<(String, String)>,
}

impl Inline {
    /// Reads `` `code` ``, `**strong**`, `$formula$` and `[text](href)`; everything else is text.
    ///
    /// A link with a scheme other than `http`, `https` or `mailto` stays text, and so does what cannot be typeset.
    pub fn parse(text: &str) -> Vec<Inline> {
        let mut parsed = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let (inline, length) = match marked(rest) {
                Some(found) => found,
                None => {
                    plain.push(next);
                    rest = &rest[next.len_utf8()..];
                    continue;
                }
            };
            flush(&mut plain, &mut parsed);
            parsed.push(inline);
            rest = &rest[length..];
        }
        flush(&mut plain, &mut parsed);
        parsed
    }

    /// What is shown, without its marks, and with formulas in Unicode.
    pub fn words(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) | Self::Code(text) | Self::Strong(text) => text.into(),
            Self::Math(tex) => unicode(&format!("${tex}$")).into(),
            Self::Link { text, .. } => text.into(),
        }
    }

    /// A line of words without marks.
    pub fn plain(inlines: &[Inline]) -> String {
        inlines.iter().map(Inline::words).collect()
    }
}

fn flush(plain: &mut String, parsed: &mut Vec<Inline>) {
    if !plain.is_empty() {
        parsed.push(Inline::Text(std::mem::take(plain)));
    }
}

/// The marked-up stretch that `text` begins with, and its length in bytes.
fn marked(text: &str) -> Option<(Inline, usize)> {
    if let Some(inside) = between(text, "`", "`") {
        return Some((Inline::Code(inside.to_owned()), inside.len() + 2));
    }
    if let Some(inside) = between(text, "**", "**") {
        return Some((Inline::Strong(inside.to_owned()), inside.len() + 4));
    }
    if let Some(inside) = between(text, "$", "$").filter(|inside| tex::is_formula(inside)) {
        return Some((Inline::Math(inside.to_owned()), inside.len() + 2));
    }
    let label = between(text, "[", "]")?;
    let href = between(&text[label.len() + 2..], "(", ")").filter(|href| leads_somewhere(href))?;
    let link = Inline::Link {
        text: label.to_owned(),
        href: href.to_owned(),
    };
    Some((link, label.len() + href.len() + 4))
}

fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let inside = text.strip_prefix(open)?;
    let end = inside.find(close)?;
    (end > 0).then(|| &inside[..end])
}

fn leads_somewhere(href: &str) -> bool {
    let scheme = href
        .split(['/', '?', '#'])
        .next()
        .and_then(|start| start.split_once(':'));
    scheme.is_none_or(|(scheme, _)| ["http", "https", "mailto"].contains(&scheme))
}

impl Block {
    /// A paragraph with inline marks, see [`Inline::parse`].
    pub fn paragraph(text: &str) -> Block {
        Block::Paragraph(Inline::parse(text))
    }

    /// Prose as blocks: paragraphs between blank lines; one whose lines begin with `- ` is a list.
    pub fn prose(text: &str) -> Vec<Block> {
        let lines: Vec<_> = text.lines().map(str::trim).collect();
        lines
            .split(|line| line.is_empty())
            .filter(|lines| !lines.is_empty())
            .map(prose_block)
            .collect()
    }
}

fn prose_block(lines: &[&str]) -> Block {
    let text = lines.join("\n");
    match text.strip_prefix("- ") {
        Some(items) => Block::List(items.split("\n- ").map(Inline::parse).collect()),
        None => Block::paragraph(&text),
    }
}

impl Table {
    /// A table that needs no caption.
    pub fn plain(columns: Vec<TableColumn>, rows: Vec<Vec<TableCell>>) -> Self {
        Self {
            caption: String::new(),
            columns,
            rows,
        }
    }
}

impl TableColumn {
    /// A column of words.
    pub fn left(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            align: Align::Left,
        }
    }

    /// A column of numbers.
    pub fn right(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            align: Align::Right,
        }
    }
}

impl From<&str> for TableCell {
    fn from(text: &str) -> Self {
        TableCell::Text(text.to_owned())
    }
}

impl From<String> for TableCell {
    fn from(text: String) -> Self {
        TableCell::Text(text)
    }
}

impl From<f64> for TableCell {
    fn from(value: f64) -> Self {
        TableCell::Number(value)
    }
}

impl From<u64> for TableCell {
    fn from(count: u64) -> Self {
        TableCell::Text(count.to_string())
    }
}

impl<T: Into<TableCell>> From<Option<T>> for TableCell {
    fn from(content: Option<T>) -> Self {
        content.map_or(TableCell::Empty, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_marks_become_code_strong_and_links() {
        let parsed = Inline::parse("a `b` **c** [d](https://e) f");
        let text = |text: &str| Inline::Text(text.into());
        let link = Inline::Link {
            text: "d".into(),
            href: "https://e".into(),
        };
        let expected = [
            text("a "),
            Inline::Code("b".into()),
            text(" "),
            Inline::Strong("c".into()),
            text(" "),
            link,
            text(" f"),
        ];
        assert_eq!(parsed, expected);
    }

    #[test]
    fn unfinished_marks_and_unsafe_links_stay_text() {
        for text in [
            "a ` b",
            "** c",
            "[0, 1)",
            "[x](javascript:alert(1))",
            "x[1] (2)",
            "``",
            "y⟨w,x⟩ ≤ 0",
        ] {
            assert_eq!(Inline::parse(text), [Inline::Text(text.into())]);
        }
    }

    #[test]
    fn prose_splits_into_paragraphs_and_lists() {
        let blocks = Block::prose("\nOne\nline.\n\n- a\n- b\n");
        let list = Block::List(vec![Inline::parse("a"), Inline::parse("b")]);
        assert_eq!(blocks, [Block::paragraph("One\nline."), list]);
    }

    #[test]
    fn a_missing_number_is_an_empty_cell() {
        assert_eq!(
            [TableCell::from(None::<f64>), TableCell::from(Some(1.0))],
            [TableCell::Empty, TableCell::Number(1.0)]
        );
    }
}
