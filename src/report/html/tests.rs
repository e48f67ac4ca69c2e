//! Tests what pages must contain, and that no text of a spec becomes markup in them.

use super::super::document::{Card, PictureFile};
use super::*;
use std::collections::BTreeMap;

const HOSTILE: &str = "<b> & \"c\" 'd'";
const HARMLESS: &str = "&lt;b&gt; &amp; &quot;c&quot; 'd'";

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
        TableCell::Text(hostile()),
        TableCell::Verdict {
            word: hostile(),
            as_expected: true,
        },
        TableCell::Verdict {
            word: hostile(),
            as_expected: false,
        },
        TableCell::Link {
            text: hostile(),
            href: hostile(),
        },
        TableCell::Code(hostile()),
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
            columns: vec![TableColumn::left_aligned(hostile())],
            rows: vec![cells],
        }),
        Block::Figure(Figure {
            name: hostile(),
            svg: "<svg >".into(),
            large: None,
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
    assert!(!page.contains("<b>") && !page.contains("\"c\""));
    // An apostrophe is harmless because attributes are never quoted with apostrophes.
    assert!(!page.contains("='"));
    assert_eq!(page.matches(HARMLESS).count(), 33);
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
    let columns = vec![
        TableColumn::left_aligned("cell"),
        TableColumn::right("tightness"),
    ];
    let table = Table {
        caption: "Verdicts".into(),
        columns,
        rows: vec![vec!["a".into(), 0.5.into()]],
    };
    let page = page(vec![Block::Table(table)]);
    assert!(page.contains("<th scope=\"col\" class=\"number\">tightness</th>"));
    assert!(page.contains(
        "<tr><th scope=\"row\" data-label=\"cell\">a</th><td class=\"number\" data-label=\"tightness\">0.5</td></tr>"
    ));
    assert!(page.contains("role=\"region\" aria-label=\"Verdicts\""));
}

#[test]
fn page_loads_no_external_resources() {
    let page = page(vec![Block::paragraph("x")]);
    for outside in ["http:", "https:", "<link", "<script", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn a_verdict_is_worded_as_well_as_coloured() {
    assert_eq!(
        verdict("holds", true).into_string(),
        "<span class=\"verdict holds\">holds</span>"
    );
    assert_eq!(
        verdict("holds", false).into_string(),
        "<span class=\"verdict unexpected\">holds ✗ unexpected</span>"
    );
}

/// The colours of the style in the schemes light, dark and print; each scheme overrides the one before.
fn schemes() -> Vec<BTreeMap<String, String>> {
    let mut known = BTreeMap::new();
    let mut schemes = Vec::new();
    for block in STYLE.split(":root {").skip(1) {
        let block = block.split('}').next().unwrap();
        for colour in block.split(';').filter_map(|part| part.split_once(": #")) {
            known.insert(colour.0.trim().to_owned(), colour.1.trim().to_owned());
        }
        schemes.push(known.clone());
    }
    schemes
}

/// The relative luminance of a colour, as defined in the Web Content Accessibility Guidelines.
fn luminance(colour: &str) -> f64 {
    let channel = |place: usize| {
        let value = u8::from_str_radix(&colour[2 * place..2 * place + 2], 16).unwrap();
        let value = f64::from(value) / 255.0;
        match value <= 0.04045 {
            true => value / 12.92,
            false => ((value + 0.055) / 1.055).powf(2.4),
        }
    };
    0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn text_contrasts_with_its_background_in_every_colour_scheme() {
    let schemes = schemes();
    assert_eq!(schemes.len(), 3);
    let pairs = [
        ("ink", "paper"),
        ("ink", "band"),
        ("soft", "paper"),
        ("soft", "band"),
        ("link", "paper"),
        ("link", "band"),
        ("good", "good-band"),
        ("bad", "bad-band"),
    ];
    for scheme in &schemes {
        let of = |letters, behind| {
            let colour = |name| &scheme[&format!("--{name}")];
            contrast(colour(letters), colour(behind))
        };
        for (letters, behind) in pairs {
            let contrast = of(letters, behind);
            assert!(contrast >= 4.5, "{letters} on {behind}: {contrast}");
        }
        // Graphics need less contrast than letters: the bar on its rail, and the tick on either.
        for (drawn, behind) in [("used", "rail"), ("tick", "rail")] {
            assert!(of(drawn, behind) >= 3.0, "{drawn} on {behind}");
        }
    }
    assert!((contrast("000000", "ffffff") - 21.0).abs() < 1e-9);
}

#[test]
fn a_drawing_scrolls_in_its_own_region_and_its_caption_does_not() {
    let page = page(vec![Block::Figure(Figure {
        name: "f".into(),
        svg: "<svg >".into(),
        large: None,
        caption: "words".into(),
        alt: "a".into(),
    })]);
    let drawing = "tabindex=\"0\"><svg role=\"img\" aria-label=\"a\" ></div><figcaption>words";
    assert!(page.contains(drawing), "{page}");
    assert!(page.contains("<div class=\"drawing\""), "{page}");
}

#[test]
fn images_declare_their_size_to_avoid_layout_shift() {
    let card = Card {
        title: "T".into(),
        href: "t.html".into(),
        picture: Some(PictureFile {
            src: "t.svg".into(),
            alt: "a".into(),
            width: 1200,
            height: 750,
        }),
        ..Card::default()
    };
    let page = page(vec![Block::Cards(vec![card])]);
    assert!(page.contains("src=\"t.svg\" alt=\"a\" width=\"1200\" height=\"750\""));
}

#[test]
fn a_page_is_presented_only_if_it_says_so_and_without_scripts_nothing_is_seen_of_it() {
    let (plain, presented) = (page(vec![]), page(vec![Block::Present]));
    assert!(!plain.contains("<button") && !plain.contains(".stage"));
    let button = "aria-keyshortcuts=\"p\" hidden>Present (P)</button><script>";
    assert!(presented.contains(button) && presented.contains(".stage"));
    assert!(presented.contains("button.present, .stage[open] { display: none; }"));
    assert!(PRESENT.contains("button.hidden = false;"));
}

#[test]
fn the_script_of_the_presentation_takes_no_text_for_markup_and_loads_nothing() {
    for risky in [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "</",
        "<!--",
        "http:",
        "https:",
        "fetch(",
        "import",
    ] {
        assert!(!PRESENT.contains(risky), "{risky}");
    }
}
