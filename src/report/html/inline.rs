//! Writes words, formulas and links within a line of HTML.

use super::super::document::Inline;
use super::super::tex;
use maud::{Markup, html as markup};

/// A verdict coloured by its word where it was expected, and by alarm where it was not.
pub(super) fn verdict(word: &str, as_expected: bool) -> Markup {
    if as_expected {
        markup! { span class={ "verdict " (word) } { (word) " ✓" } }
    } else {
        markup! { span.verdict.unexpected { (word) " ✗ unexpected" } }
    }
}

/// A line of words, formulas and links.
pub(super) fn line(inlines: &[Inline]) -> Markup {
    markup! { @for part in inlines { (inline(part)) } }
}

/// One piece of a line.
pub(super) fn inline(inline: &Inline) -> Markup {
    match inline {
        Inline::Text(text) => markup! { (text) },
        Inline::Code(content) => code(content),
        Inline::Strong(strong) => markup! { strong { (strong) } },
        Inline::Math(formula) => tex::markup(formula),
        Inline::Link { text, href } => link(text, href),
    }
}

/// Words as they are typed.
pub(super) fn code(content: &str) -> Markup {
    markup! { code { (content) } }
}

/// A link.
pub(super) fn link(text: &str, href: &str) -> Markup {
    markup! { a href=(href) { (text) } }
}
