//! Writes the page on which examples are dragged: its texts, its samples, and the core compiled to WebAssembly, in one file that loads nothing.

use super::run_page::{COLOURS, escaped, filled};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;
use serde_json::Value;

/// The first content of the page.
pub struct LessonPage<'a> {
    /// The title of the page and of the specs that it saves, and the line below it.
    pub heading: [&'a str; 2],
    /// What is to be said about the sample that is shown first, or nothing.
    pub note: &'a str,
    /// The samples that its list offers: each a title and a question to the engine.
    pub samples: Vec<PageSample<'a>>,
    /// Largest number of examples that the engine takes.
    pub most_examples: usize,
    /// The engine, compressed by gzip.
    pub module: &'a [u8],
}

/// One sample of the list on the page.
#[derive(Serialize)]
pub struct PageSample<'a> {
    /// Its line in the list.
    pub title: &'a str,
    /// The question to the engine, with the keys `points`, `variant` and `draws`.
    #[serde(flatten)]
    pub question: &'a Value,
}

/// The scripts of the page, in the order in which they use each other.
const SCRIPTS: [&str; 4] = [
    include_str!("engine.js"),
    include_str!("picture.js"),
    include_str!("page.js"),
    include_str!("edit.js"),
];

/// Returns the page as one HTML document.
pub fn lesson_page(page: &LessonPage) -> String {
    let [title, question] = page.heading;
    let data = serde_json::json!({
        "title": title,
        "samples": page.samples,
        "most_examples": page.most_examples,
    });
    let parts = [
        ("{{title}}", escaped(title)),
        ("{{question}}", escaped(question)),
        ("{{note}}", escaped(page.note)),
        (
            "{{style}}",
            [COLOURS, include_str!("page.css").trim_end()].concat(),
        ),
        // Escaped, so that the data cannot end the script element.
        ("{{data}}", data.to_string().replace('<', "\\u003c")),
        ("{{module}}", BASE64_STANDARD.encode(page.module)),
        ("{{script}}", SCRIPTS.concat().trim_end().to_owned()),
    ];
    filled(include_str!("page.html"), &parts)
}
