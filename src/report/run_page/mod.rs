//! Writes one run as a page that shows it update by update: the plane, the squeeze (the curves of the two inequalities of the proof), and a
//! description of every update. The page is one file that loads nothing.

mod picture;
mod scale;
mod squeeze;
#[cfg(test)]
mod tests;
mod words;

use claims::trace::{Axes, Plane, Trace};
use perceptron::sample::Label;
use picture::PlanePicture;
use serde_json::json;
use squeeze::Curves;

/// The text above a run on the page that shows it update by update.
pub struct Heading {
    /// The experiment's title.
    pub title: String,
    /// The experiment's question.
    pub question: String,
    /// The trial's address.
    pub address: String,
}

/// The colours of pages that show a run, light and dark.
pub(super) const COLOURS: &str = include_str!("colours.css");

/// Largest number of examples that the page of a run draws; half of it if the examples move.
const MOST_EXAMPLES: usize = 240;

/// Largest number of pictures (states after an update) that the page of a run shows.
const MOST_SCENES: usize = 600;

/// Returns the page of a run: one HTML document of less than a megabyte that can be opened from a file.
pub fn run_page(heading: &Heading, trace: &Trace) -> String {
    let plane = Plane::of(trace, MOST_EXAMPLES, MOST_SCENES);
    let (picture, curves) = (PlanePicture::of(&plane), Curves::of(trace, &plane));
    let places = plane.scenes.iter().enumerate();
    let steps = places.map(|(at, scene)| {
        json!({
            "k": scene.updates,
            "w": words::step(trace, scene),
            "p": picture.step(at),
            "s": curves.step(at),
        })
    });
    let data = json!({ "steps": steps.collect::<Vec<_>>() }).to_string();
    let last = plane.scenes.len().saturating_sub(1);
    let spoken = plane
        .scenes
        .last()
        .map_or(String::new(), |scene| words::step(trace, scene));
    let page = include_str!("page.html");
    let notes: String = notes(trace, &plane)
        .iter()
        .map(|note| format!("<p>{}</p>\n", escaped(note)))
        .collect();
    let parts = [
        ("{{title}}", escaped(&heading.title)),
        ("{{question}}", escaped(&heading.question)),
        ("{{summary}}", escaped(&words::summary(trace))),
        ("{{address}}", escaped(&heading.address)),
        (
            "{{style}}",
            [COLOURS, include_str!("page.css").trim_end()].concat(),
        ),
        ("{{labels}}", labels(trace)),
        ("{{plane}}", picture.svg(last)),
        ("{{plane caption}}", escaped(axes_words(plane.axes))),
        ("{{squeeze}}", curves.svg(last)),
        (
            "{{squeeze caption}}",
            escaped(&words::squeeze_caption(trace)),
        ),
        ("{{words}}", escaped(&spoken)),
        ("{{last}}", last.to_string()),
        ("{{notes}}", notes),
        // Escaped, so that the data cannot end the script element.
        ("{{data}}", data.replace('<', "\\u003c")),
        ("{{script}}", include_str!("page.js").trim_end().to_owned()),
    ];
    filled(page, &parts)
}

/// Replaces the placeholders of a page template by text, which is not searched for placeholders.
pub(super) fn filled(page: &str, parts: &[(&str, String)]) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some(start) = rest.find("{{") {
        text.push_str(&rest[..start]);
        rest = &rest[start..];
        let part = parts.iter().find(|(name, _)| rest.starts_with(name));
        let (name, content) = part.map_or(("{{", "{{"), |(name, content)| (*name, content));
        text.push_str(content);
        rest = &rest[name.len()..];
    }
    text + rest
}

pub(super) fn escaped(text: &str) -> String {
    maud::html! { (text) }.into_string()
}

/// The key of the labels that the examples have.
fn labels(trace: &Trace) -> String {
    let has = |label: Label| (0..trace.examples()).any(|example| trace.label(example) == label);
    let keys = [
        (
            Label::Positive,
            "<span class=\"key plus\">● label +1</span> ",
        ),
        (
            Label::Negative,
            "<span class=\"key minus\">■ label −1</span> ",
        ),
    ];
    let own = keys.iter().filter(|(label, _)| has(*label));
    own.map(|(_, key)| *key).collect()
}

fn axes_words(axes: Axes) -> &'static str {
    match axes {
        Axes::Feature => "The only feature runs from left to right, the origin is in the middle.",
        Axes::Features => "The plane of the two features, the origin in the middle.",
        Axes::Affine => {
            "The plane of the two features, the origin in the middle. The weight of the constant feature shifts the separator."
        }
        Axes::Projection => {
            "The examples seen along two directions: to the right along u, upwards along the part of w that is orthogonal to u. On which side of the separator an example lies is exact, because w lies in this plane; the part of an example outside the plane is not shown. The plane turns with w, so examples move up and down."
        }
        Axes::LastVector => {
            "The examples seen along two directions: to the right along the last vector of the run, upwards along the part of w that is orthogonal to it. On which side of the separator an example lies is exact, because w lies in this plane; the part of an example outside the plane is not shown. The plane turns with w, so examples move up and down."
        }
    }
}

fn notes(trace: &Trace, plane: &Plane) -> Vec<String> {
    let mut notes = trace.paragraphs();
    let (updates, shown) = (trace.updates.len(), plane.scenes.len());
    if shown < updates + 1 {
        notes.push(format!(
            "{} of {updates} updates are shown: the first, the last, and others at equal distances.",
            shown - 1
        ));
    }
    let (examples, drawn) = (trace.examples(), plane.examples.len());
    if drawn < examples {
        notes.push(format!(
            "{drawn} of {examples} examples are drawn, those that were updated on first; u, γ and R are those of all examples."
        ));
    }
    notes.push("Examples are numbered from 0, as in certificates. The numbers are rounded to four digits; verdicts rest on exact ones.".into());
    notes
}
