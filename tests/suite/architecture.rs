//! Reads the sources and refuses imports against the layers, and rooms that the architecture page does not describe.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the sources of the three crates lie.
const HOMES: [&str; 3] = ["crates/perceptron/src", "crates/claims/src", "src"];

/// A module and the modules it may import, from docs/architecture.md.
fn layers(page: &str) -> Vec<(String, BTreeSet<String>)> {
    let rows = page
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'));
    let quoted = |cell: &str| {
        let words = cell.split('`').skip(1).step_by(2);
        words.map(str::to_owned).collect::<BTreeSet<String>>()
    };
    rows.filter_map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let is_layer = cells.get(1)?.parse::<u32>().is_ok();
        let module = quoted(cells.get(2)?).into_iter().next()?;
        is_layer.then(|| (module, quoted(cells.get(4).unwrap_or(&""))))
    })
    .collect()
}

pub fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(below(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn sources() -> Vec<PathBuf> {
    let all = HOMES.iter().flat_map(|home| below(Path::new(home)));
    all.collect()
}

fn page() -> String {
    fs::read_to_string("docs/architecture.md").unwrap()
}

/// The module a source file belongs to: the first part of its path below `src`.
fn module(path: &Path) -> String {
    let home = HOMES.iter().find_map(|home| path.strip_prefix(home).ok());
    let first = home.unwrap().components().next().unwrap();
    let name = first.as_os_str().to_string_lossy();
    name.trim_end_matches(".rs").to_owned()
}

pub fn is_test(path: &Path) -> bool {
    let parts = path.components().map(|part| part.as_os_str());
    parts
        .into_iter()
        .any(|part| part == "tests.rs" || part == "tests")
}

/// The code of a file, without its tests and comments.
pub fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let mut pieces = text.split("#[cfg(test)]\nmod ");
    let mut code = pieces.next().unwrap().to_owned();
    for piece in pieces {
        code.push_str(after_module(piece));
    }
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// What follows a module that begins with its name: one line, or a body in braces.
fn after_module(text: &str) -> &str {
    let (declaration, rest) = text.split_once('\n').unwrap();
    if declaration.ends_with('{') {
        rest.split_once("\n}\n").map_or("", |(_, after)| after)
    } else {
        rest
    }
}

/// The modules that a file imports, of its own crate and of the crates below.
fn imports(path: &Path) -> BTreeSet<String> {
    let code = code(path);
    let roots = ["crate::", "perceptron::", "claims::"];
    let after = roots.iter().flat_map(|root| code.split(root).skip(1));
    let name = |rest: &str| {
        let letters = rest
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_');
        letters.collect::<String>()
    };
    after.map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_import_follows_the_layers() {
    let layers = layers(&page());
    assert!(layers.len() > 10, "the table of layers was not found");
    let everyones = ["documented", "documented_unit", "family"];
    for path in sources().into_iter().filter(|path| !is_test(path)) {
        let own = module(&path);
        if ["lib", "main", "documented"].contains(&own.as_str()) {
            continue;
        }
        let layer = layers.iter().find(|(name, _)| *name == own);
        let (_, allowed) = layer.unwrap_or_else(|| panic!("{own} is in no layer"));
        for import in imports(&path) {
            let fine = import == own || everyones.contains(&import.as_str());
            let place = path.display();
            assert!(
                fine || allowed.contains(&import),
                "{place} imports `{import}`, which its layer may not"
            );
        }
    }
}

#[test]
fn every_room_is_described_in_prose() {
    let page = page();
    let rooms: BTreeSet<String> = sources().iter().map(|path| module(path)).collect();
    for room in rooms
        .iter()
        .filter(|room| !["lib", "main"].contains(&room.as_str()))
    {
        let heading = format!("**`{room}`**");
        assert!(
            page.contains(&heading),
            "docs/architecture.md does not describe {heading}"
        );
    }
}

#[test]
fn only_their_own_modules_use_polars_plotters_statrs_and_random_generators() {
    for (crate_name, home) in [
        ("polars::", "src/store"),
        ("polars_parquet::", "src/store"),
        ("plotters::", "src/report/draw"),
        ("statrs::", "crates/claims/src/stats"),
        ("rand_chacha::", "crates/perceptron/src/seed"),
    ] {
        let users = sources()
            .into_iter()
            .filter(|path| !is_test(path) && code(path).contains(crate_name));
        let users: Vec<PathBuf> = users.collect();
        assert!(!users.is_empty(), "nobody uses {crate_name}");
        let strangers: Vec<&PathBuf> = users
            .iter()
            .filter(|path| !path.starts_with(home))
            .collect();
        assert!(strangers.is_empty(), "{strangers:?} use {crate_name}");
    }
}

#[test]
fn every_file_opens_with_a_sentence_that_says_what_it_is_for() {
    for path in sources() {
        let text = fs::read_to_string(&path).unwrap();
        let first = text.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("//! "),
            "{} opens with: {first}",
            path.display()
        );
    }
}
