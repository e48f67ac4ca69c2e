//! Writes cards, and the field that searches them if scripts run.

use super::super::document::{Card, Inline, PictureFile, path_or_address};
use super::inline::{line, link, verdict};
use maud::{Markup, PreEscaped, html as markup};
use perceptron::documented::unicode;

const SEARCH: &str = include_str!("../search.js");

/// Cards as HTML, as many per row as the width of the page allows.
pub(super) fn cards(cards: &[Card]) -> Markup {
    markup! { div.cards { @for content in cards { (card(content)) } } }
}

fn card(card: &Card) -> Markup {
    let state = match &card.verdict {
        Some((_, false)) => "unexpected",
        Some((word, true)) => word.split([',', ':']).next().unwrap_or_default(),
        None => "",
    };
    markup! {
        article.card data-state=(state) {
            @if let Some(picture) = &card.picture { (thumbnail(picture, &card.href)) }
            h3 { (link(&card.title, &card.href)) }
            @if let Some((word, as_expected)) = &card.verdict {
                p.found { (verdict(word, *as_expected)) }
            }
            @if !card.text.is_empty() { p { (line(&card.text)) } }
            @if let Some(formula) = short(&card.formula).filter(|formula| !is_check(formula)) {
                div.formula tabindex="0" { p { (line(&Inline::parse(formula))) } }
            }
            @if let Some(gauge) = &card.gauge { (gauge.drawing()) }
            @if card.links.len() > 1 { (links(&card.links)) }
        }
    }
}

/// Longest formula on a card, in characters.
const LONGEST: usize = 70;

/// The first line of a card's formula, or its first relation if the line is too long. `None` if that is also too long, being mostly words.
fn short(formula: &str) -> Option<&str> {
    let first = formula.trim().lines().next()?;
    let fits = |text: &&str| unicode(text).chars().count() <= LONGEST;
    let relation = first.match_indices('$').nth(1);
    let relation = relation.map(|(end, _)| &first[..=end]);
    Some(first)
        .filter(fits)
        .or_else(|| relation.filter(|text| fits(text) || !text.contains(r"\text")))
}

/// Whether a formula is in words, as those of the program's checks are: `[the run never ends] = 0`.
fn is_check(formula: &str) -> bool {
    let words = formula.split(r"\text{").skip(1);
    words
        .filter_map(|part| part.split('}').next())
        .any(|words| words.trim().contains(' '))
}

/// A card's picture, which links to the same page as its title. Keyboard navigation skips it, because the title comes first.
fn thumbnail(picture: &PictureFile, href: &str) -> Markup {
    markup! {
        a.thumbnail href=(path_or_address(href)) tabindex="-1" aria-hidden="true" {
            img src=(path_or_address(&picture.src)) alt=(picture.alt) width=(picture.width) height=(picture.height) loading="lazy" decoding="async";
        }
    }
}

fn links(links: &[(String, String)]) -> Markup {
    markup! {
        p.links {
            "Shown in "
            @for (place, (text, href)) in links.iter().enumerate() {
                @if place > 0 { ", " }
                (link(text, href))
            }
        }
    }
}

/// The search field of a page, as HTML. It is hidden until its script runs.
pub(super) fn search() -> Markup {
    markup! {
        form.search role="search" hidden {
            label { "Search " input type="search" name="words" placeholder="margin, averaged, VC …"; }
            label {
                "Verdict "
                select name="state" {
                    option value="" { "all" }
                    option value="holds" { "holds" }
                    option value="shown" { "shown" }
                    option value="violated" { "refuted" }
                    option value="unexpected" { "unexpected" }
                }
            }
            output name="count" {}
        }
        script { (PreEscaped(SEARCH)) }
    }
}
