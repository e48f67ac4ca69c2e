//! Holds a report as a value, so that Markdown and HTML are written from the same content.

use super::gauge::Gauge;
use super::prose_table;
use super::tex;
use perceptron::documented::unicode;
use std::borrow::Cow;

/// A page as a value: a title and blocks, from which Markdown and HTML are written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// Title of the page, its only heading of level 1.
    pub title: String,
    /// The content below the title, in reading order.
    pub blocks: Vec<Block>,
}

/// One block of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading of level 2 to 6 (the title is level 1).
    Heading(u8, String),
    /// Running text.
    Paragraph(Vec<Inline>),
    /// Text that is set apart from the running text, for a purpose.
    Call(Voice, Vec<Inline>),
    /// A formula on lines of its own: text with TeX between dollar signs.
    Formula(String),
    /// Text for the reader to copy, such as a command or a spec.
    Code(String),
    /// A table.
    Table(Table),
    /// A drawn figure.
    Figure(Figure),
    /// A bulleted list.
    List(Vec<Vec<Inline>>),
    /// Cards in rows, as on the index page.
    Cards(Vec<Card>),
    /// A field that searches the cards and tables of the page; works only if the browser runs scripts.
    Search,
    /// A button that shows the page on a projector, one statement, figure or number per screen; only HTML has it.
    Present,
    /// Blocks that are collapsed until the reader opens them.
    Details {
        /// Line that is always visible.
        summary: String,
        /// Content that is hidden until the reader opens it.
        blocks: Vec<Block>,
    },
}

/// The purpose of a text that is set apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// The question of an experiment.
    Question,
    /// The answer to an experiment's question.
    Answer,
    /// The sentences of the answer after the first.
    Detail,
    /// An explanation of terms, in small print.
    Note,
    /// A warning that every reader must see.
    Alarm,
}

/// A piece of running text of one kind, such as plain text, a formula or a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Plain text.
    Text(String),
    /// Code, in a fixed-width font.
    Code(String),
    /// Emphasized text.
    Strong(String),
    /// A formula in TeX, without dollar signs.
    Math(String),
    /// A link.
    Link {
        /// Visible text.
        text: String,
        /// Target, relative to the page or absolute.
        href: String,
    },
}

/// A table whose rows all have one cell per column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Text above the table that describes its content.
    pub caption: String,
    /// Names and alignments of the columns.
    pub columns: Vec<TableColumn>,
    /// Cells, row by row; the first cell of a row names the row.
    pub rows: Vec<Vec<TableCell>>,
}

/// The head of a table's column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableColumn {
    /// The column's name.
    pub name: String,
    /// Alignment of the column's cells.
    pub align: Align,
}

/// Alignment of the cells of a table's column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// The content of one cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TableCell {
    /// Words.
    Text(String),
    /// A number, written by [`number`](claims::numbers::number).
    Number(f64),
    /// A verdict, coloured by whether the spec expected it.
    Verdict {
        /// The verdict as a word, such as `holds`.
        word: String,
        /// Whether the spec expected it.
        as_expected: bool,
    },
    /// A link to a page or a file.
    Link {
        /// Visible text.
        text: String,
        /// Target of the link, relative to the page or absolute.
        href: String,
    },
    /// Text for the reader to copy, such as a command.
    Code(String),
    /// Bar that shows how much of its limit a claim used.
    Gauge(Gauge),
    /// Running text with emphasis, formulas and links.
    Prose(Vec<Inline>),
    /// An empty cell.
    Empty,
}

/// A drawn figure with caption and alternative text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The name of the figure's file under `figures/`, without extension.
    pub name: String,
    /// The drawing, a complete `<svg>` element.
    pub svg: String,
    /// The drawing with large letters, for a projector; `None` if it cannot be drawn so.
    pub large: Option<String>,
    /// Tells the reader what to see in the figure.
    pub caption: String,
    /// Describes the figure for readers who cannot see it.
    pub alt: String,
}

impl Figure {
    /// Returns width and height of the figure in pixels, read from its SVG.
    pub fn size(&self) -> (u32, u32) {
        let side = |name: &str| {
            let (_, rest) = self.svg.split_once(&format!("{name}=\""))?;
            rest.split(['"', '.']).next()?.parse().ok()
        };
        (side("width").unwrap_or(1200), side("height").unwrap_or(750))
    }
}

/// A picture on a page that is stored in a separate file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureFile {
    /// Path of the picture's file, relative to the page.
    pub src: String,
    /// Describes the picture for readers who cannot see it.
    pub alt: String,
    /// Width of the picture in pixels.
    pub width: u32,
    /// Height of the picture in pixels.
    pub height: u32,
}

/// A statement with its verdict, as a card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Card {
    /// Title of the card.
    pub title: String,
    /// Target of the title: the page with the details.
    pub href: String,
    /// The text on the card: the statement, or the result.
    pub text: Vec<Inline>,
    /// Formula of the statement: text with TeX between dollar signs; empty if it has none.
    pub formula: String,
    /// The verdict on the statement, and whether it was the expected one.
    pub verdict: Option<(String, bool)>,
    /// Bar that shows how much of its limit the statement used.
    pub gauge: Option<Gauge>,
    /// A picture that links to the details.
    pub picture: Option<PictureFile>,
    /// Further links on the card: text and target of each.
    pub links: Vec<(String, String)>,
}

impl Inline {
    /// Parses the marks `` `code` ``, `**strong**`, `$formula$` and `[text](href)` in a text; everything else is plain text.
    ///
    /// A link with a scheme other than `http`, `https` or `mailto` stays text. So does a formula that cannot be typeset.
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

    /// The visible text of this piece, without marks and with formulas in Unicode.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) | Self::Code(text) | Self::Strong(text) => text.into(),
            Self::Math(tex) => unicode(&format!("${tex}$")).into(),
            Self::Link { text, .. } => text.into(),
        }
    }

    /// Joins pieces of running text into plain text without marks.
    pub fn plain(inlines: &[Inline]) -> String {
        inlines.iter().map(Inline::text).collect()
    }
}

fn flush(plain: &mut String, parsed: &mut Vec<Inline>) {
    if !plain.is_empty() {
        parsed.push(Inline::Text(std::mem::take(plain)));
    }
}

/// Parses the mark (code, emphasis, formula or link) at the start of `text`; also returns its length in bytes.
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

/// The target of a link. A path that a browser could take for an address, such as that of an experiment called `javascript:…`, gets `./` in front.
pub(super) fn path_or_address(href: &str) -> Cow<'_, str> {
    match leads_somewhere(href) {
        true => href.into(),
        false => format!("./{href}").into(),
    }
}

impl Block {
    /// Creates a paragraph from a text with marks, see [`Inline::parse`].
    pub fn paragraph(text: &str) -> Block {
        Block::Paragraph(Inline::parse(text))
    }

    /// Splits prose into blocks at blank lines. A block whose lines begin with `- ` becomes a list, one whose lines stand between bars a table, and every
    /// other one a paragraph.
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
    if let Some(read) = prose_table::read(lines) {
        let column = |(name, is_right): (&str, bool)| match is_right {
            true => TableColumn::right(name),
            false => TableColumn::left_aligned(name),
        };
        let row = |cells: Vec<&str>| cells.into_iter().map(TableCell::from).collect();
        let columns = read.columns.into_iter().map(column).collect();
        return Block::Table(Table::plain(
            columns,
            read.rows.into_iter().map(row).collect(),
        ));
    }
    let text = lines.join("\n");
    match text.strip_prefix("- ") {
        Some(items) => Block::List(items.split("\n- ").map(Inline::parse).collect()),
        None => Block::paragraph(&text),
    }
}

impl Table {
    /// Creates a table without caption.
    pub fn plain(columns: Vec<TableColumn>, rows: Vec<Vec<TableCell>>) -> Self {
        Self {
            caption: String::new(),
            columns,
            rows,
        }
    }
}

impl TableColumn {
    /// Creates the head of a column of words, aligned left.
    pub fn left_aligned(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            align: Align::Left,
        }
    }

    /// Creates the head of a column of numbers, aligned right.
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
    fn prose_splits_into_paragraphs_lists_and_tables() {
        let blocks = Block::prose("\nOne\nline.\n\n- a\n- b\n");
        let list = Block::List(vec![Inline::parse("a"), Inline::parse("b")]);
        assert_eq!(blocks, [Block::paragraph("One\nline."), list]);
        let blocks = Block::prose("| n | most |\n| :-- | --: |\n| 2 | 4 |\n\n| no table");
        let columns = vec![TableColumn::left_aligned("n"), TableColumn::right("most")];
        let table = Table::plain(columns, vec![vec!["2".into(), "4".into()]]);
        let paragraph = Block::paragraph("| no table");
        assert_eq!(blocks, [Block::Table(table), paragraph]);
    }

    #[test]
    fn a_missing_number_is_an_empty_cell() {
        assert_eq!(
            [TableCell::from(None::<f64>), TableCell::from(Some(1.0))],
            [TableCell::Empty, TableCell::Number(1.0)]
        );
    }
}
