//! Reads the sources and refuses imports against the layers, and files the architecture page does not know.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A module and the modules it may import, from docs/architecture.md.
fn layers(page: &str) -> Vec<(String, BTreeSet<String>)> {
    let rows = page
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains("`"));
    let quoted = |cell: &str| {
        cell.split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect::<BTreeSet<String>>()
    };
    rows.filter_map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let is_layer = cells.get(1)?.parse::<u32>().is_ok();
        let module = quoted(cells.get(2)?).into_iter().next()?;
        is_layer.then(|| (module, quoted(cells.get(4).unwrap_or(&""))))
    })
    .collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn page() -> String {
    fs::read_to_string("docs/architecture.md").unwrap()
}

/// The module a source file belongs to: the first part of its path below src.
fn module(path: &Path) -> String {
    let below = path.strip_prefix("src").unwrap();
    below
        .components()
        .next()
        .unwrap()
        .as_os_str()
        .to_string_lossy()
        .trim_end_matches(".rs")
        .to_owned()
}

/// What a file imports from other modules of the crate, its tests left out.
fn imports(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]").next().unwrap();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let after = lines.flat_map(|line| {
        line.split("crate::")
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    });
    let name = |rest: String| {
        rest.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect::<String>()
    };
    after.map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_import_follows_the_layers() {
    let layers = layers(&page());
    assert!(layers.len() > 10, "the table of layers was not found");
    for path in sources(Path::new("src")) {
        let own = module(&path);
        let is_test = path.file_name().is_some_and(|name| name == "tests.rs");
        if is_test || ["lib", "main", "documented"].contains(&own.as_str()) {
            continue;
        }
        let (_, allowed) = layers
            .iter()
            .find(|(name, _)| *name == own)
            .unwrap_or_else(|| panic!("{own} is in no layer"));
        for import in imports(&path) {
            let fine = import == own || import == "documented" || allowed.contains(&import);
            assert!(
                fine,
                "{} imports `{import}`, which its layer may not",
                path.display()
            );
        }
    }
}

const FILES: &str =
    "<!-- files: begin (UPDATE_ARCHITECTURE=1 cargo test --release --test architecture) -->";

/// Every source file with its opening sentence, as the page lists them.
fn listing() -> String {
    let opening = |path: &Path| {
        fs::read_to_string(path)
            .unwrap()
            .lines()
            .next()
            .unwrap_or_default()
            .trim_start_matches("//! ")
            .to_owned()
    };
    sources(Path::new("src"))
        .iter()
        .map(|path| {
            format!(
                "- `{}` {}\n",
                path.to_string_lossy().replace('\\', "/"),
                opening(path)
            )
        })
        .collect()
}

#[test]
fn the_page_lists_every_source_file_with_its_opening_sentence() {
    let page = page();
    let (head, _) = page
        .split_once(FILES)
        .expect("the page has no list of files");
    let expected = format!("{head}{FILES}\n\n{}", listing());
    if std::env::var_os("UPDATE_ARCHITECTURE").is_some() {
        fs::write("docs/architecture.md", &expected).unwrap();
    }
    assert!(
        fs::read_to_string("docs/architecture.md").unwrap() == expected,
        "the list of files is out of date: run {FILES}"
    );
}

#[test]
fn only_their_own_modules_use_polars_plotters_statrs_and_random_generators() {
    for (crate_name, home) in [
        ("polars::", "src/store"),
        ("plotters::", "src/report/draw"),
        ("statrs::", "src/stats"),
        ("rand_chacha::", "src/seed.rs"),
    ] {
        for path in sources(Path::new("src")) {
            let text = fs::read_to_string(&path).unwrap();
            let uses = text
                .split("#[cfg(test)]")
                .next()
                .unwrap()
                .lines()
                .any(|line| !line.trim_start().starts_with("//") && line.contains(crate_name));
            assert!(
                !uses || path.starts_with(home),
                "{} uses {crate_name}",
                path.display()
            );
        }
    }
}

#[test]
fn every_file_opens_with_a_sentence_that_says_what_it_is_for() {
    for path in sources(Path::new("src")) {
        let text = fs::read_to_string(&path).unwrap();
        let first = text.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("//! "),
            "{} opens with: {first}",
            path.display()
        );
    }
}
