//! Reads the sources and refuses imports against the layers, and modules that the architecture page does not describe.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders with the sources of the crates.
const HOMES: [&str; 4] = [
    "crates/perceptron/src",
    "crates/claims/src",
    "crates/grade/src",
    "src",
];

/// A row of the table of modules: its layer, and the modules of lower layers that it must not import.
struct Room {
    layer: u32,
    never: BTreeSet<String>,
}

/// The modules by their names, from docs/architecture.md.
fn rooms(page: &str) -> BTreeMap<String, Room> {
    let quoted = |cell: &str| {
        let words = cell.split('`').skip(1).step_by(2);
        words.map(str::to_owned).collect::<BTreeSet<String>>()
    };
    let rows = page.lines().filter(|line| line.starts_with("| "));
    rows.filter_map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let layer = cells.get(1)?.parse().ok()?;
        let name = quoted(cells.get(2)?).into_iter().next()?;
        let never = quoted(cells.get(5).unwrap_or(&""));
        Some((name, Room { layer, never }))
    })
    .collect()
}

pub(crate) fn below(folder: &Path) -> Vec<PathBuf> {
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

pub(crate) fn page() -> String {
    fs::read_to_string("docs/architecture.md").unwrap()
}

/// The module of a source file: the first part of its path below `src`.
fn module(path: &Path) -> String {
    let home = HOMES.iter().find_map(|home| path.strip_prefix(home).ok());
    let first = home.unwrap().components().next().unwrap();
    let name = first.as_os_str().to_string_lossy();
    name.trim_end_matches(".rs").to_owned()
}

pub(crate) fn is_test(path: &Path) -> bool {
    let parts = path.components().map(|part| part.as_os_str());
    parts
        .into_iter()
        .any(|part| part == "tests.rs" || part == "tests")
}

/// The code of a file, without its tests and comments.
pub(crate) fn code(path: &Path) -> String {
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

/// The text after a module declaration, which is one line or has a body in braces.
fn after_module(text: &str) -> &str {
    let (declaration, rest) = text.split_once('\n').unwrap();
    if declaration.ends_with('{') {
        rest.split_once("\n}\n").map_or("", |(_, after)| after)
    } else {
        rest
    }
}

/// The modules that a file imports, from its own crate and from the crates below.
fn imports(path: &Path) -> BTreeSet<String> {
    let code = code(path);
    let roots = ["crate::", "perceptron::", "claims::", "grade::"];
    let after = roots.iter().flat_map(|root| code.split(root).skip(1));
    let name = |rest: &str| {
        let letters = rest
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_');
        letters.collect::<String>()
    };
    after.map(name).filter(|name| !name.is_empty()).collect()
}

/// Files that belong to no module of the table.
const OUTSIDE: [&str; 3] = ["lib", "main", "documented"];

#[test]
fn every_import_follows_the_layers() {
    let rooms = rooms(&page());
    assert!(rooms.len() > 20, "the table of rooms was not found");
    for path in sources().into_iter().filter(|path| !is_test(path)) {
        let own = module(&path);
        if OUTSIDE.contains(&own.as_str()) {
            continue;
        }
        let room = rooms
            .get(&own)
            .unwrap_or_else(|| panic!("{own} is no room"));
        // An import that is not in the table is a macro or a module that everything may import.
        for import in imports(&path).into_iter().filter(|import| *import != own) {
            let Some(imported) = rooms.get(&import) else {
                continue;
            };
            let place = path.display();
            assert!(
                imported.layer < room.layer,
                "{place} imports `{import}`, which is in no lower layer"
            );
            assert!(
                !room.never.contains(&import),
                "{place} imports `{import}`, which docs/architecture.md excludes"
            );
        }
    }
}

#[test]
fn architecture_table_lists_exactly_the_modules() {
    let modules: BTreeSet<String> = sources().iter().map(|path| module(path)).collect();
    let rooms: BTreeSet<String> = rooms(&page()).into_keys().collect();
    let outside = OUTSIDE.map(str::to_owned);
    let own: BTreeSet<String> = modules
        .into_iter()
        .filter(|module| !outside.contains(module))
        .collect();
    assert_eq!(own, rooms);
}

#[test]
fn every_module_opens_with_a_documentation_paragraph() {
    for home in HOMES {
        for entry in fs::read_dir(home).unwrap() {
            let path = entry.unwrap().path();
            let file = match path.is_dir() {
                true if path.with_extension("rs").exists() => continue,
                true => path.join("mod.rs"),
                false => path,
            };
            if OUTSIDE.contains(&module(&file).as_str()) {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            let lines = text.lines().take_while(|line| line.starts_with("//!"));
            assert!(
                lines.count() > 2,
                "{} opens with no paragraph",
                file.display()
            );
        }
    }
}

#[test]
fn architecture_page_has_at_most_1500_words() {
    // The bars and numbers of tables are no words.
    let page = page();
    let words = page.split_whitespace();
    let words = words
        .filter(|word| word.contains(char::is_alphabetic))
        .count();
    assert!(words <= 1500, "docs/architecture.md has {words} words");
}

#[test]
fn every_example_of_one_more_thing_is_in_the_tree() {
    let page = page();
    let (_, rest) = page
        .split_once("## What to touch for one more thing")
        .unwrap();
    let table = rest.lines().filter(|line| line.starts_with("| "));
    let quoted = table.flat_map(|line| line.split('`').skip(1).step_by(2).collect::<Vec<_>>());
    let is_path =
        |name: &&str| name.contains('/') && (name.ends_with(".rs") || name.ends_with(".toml"));
    let paths: Vec<&str> = quoted.filter(is_path).collect();
    assert!(paths.len() > 15, "{paths:?}");
    let homes = ["", "src/", "crates/claims/src/", "crates/perceptron/src/"];
    for path in paths {
        let exists = homes
            .iter()
            .any(|home| Path::new(&format!("{home}{path}")).exists());
        assert!(exists, "docs/architecture.md: {path}");
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
fn every_file_opens_with_a_doc_comment() {
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
