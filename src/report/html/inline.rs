//! Writes text, formulas and links as inline HTML.

use super::super::document::{Inline, path_or_address};
use super::super::tex;
use super::super::verdict_words::verdict_words;
use super::spaces::thin;
use maud::{Markup, html as markup};

/// A verdict as HTML, coloured by its kind if it was expected, and as an alarm otherwise.
pub(super) fn verdict(word: &str, as_expected: bool) -> Markup {
    let words = verdict_words(word);
    if as_expected {
        markup! { span class={ "verdict " (word) } { (words) } }
    } else {
        markup! { span.verdict.unexpected { (words) " ✗ unexpected" } }
    }
}

/// Running text with formulas and links, as HTML.
pub(super) fn line(inlines: &[Inline]) -> Markup {
    markup! { @for part in inlines { (inline(part)) } }
}

/// One piece of running text, as HTML.
pub(super) fn inline(inline: &Inline) -> Markup {
    match inline {
        Inline::Text(text) => markup! { (thin(text)) },
        Inline::Code(content) => code(content),
        Inline::Strong(strong) => markup! { strong { (thin(strong)) } },
        Inline::Math(formula) => tex::markup(formula),
        Inline::Link { text, href } => link(text, href),
    }
}

/// Text in a fixed-width font, as HTML.
pub(super) fn code(content: &str) -> Markup {
    markup! { code { (content) } }
}

/// A link as HTML.
pub(super) fn link(text: &str, href: &str) -> Markup {
    markup! { a href=(path_or_address(href)) { (thin(text)) } }
}
