//! Reads the sources and refuses files that import each other in a cycle; types belong below the functions that use them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The crates and the folders of their sources.
const CRATES: [(&str, &str); 6] = [
    ("perceptron", "crates/perceptron/src"),
    ("claims", "crates/claims/src"),
    ("grade", "crates/grade/src"),
    ("fuzz", "crates/fuzz/src"),
    ("lesson", "crates/lesson/src"),
    ("perceptron_lab", "src"),
];

/// The path of a module or of an item in it, starting with the name of its crate.
type ItemPath = Vec<String>;

/// The parts of the sources that this test needs.
struct Sources {
    /// Every file by its module.
    files: BTreeMap<ItemPath, PathBuf>,
    /// The names that a module reexports, with the paths that they stand for.
    handed_on: BTreeMap<ItemPath, BTreeMap<String, ItemPath>>,
    /// The paths that a module uses.
    uses: BTreeMap<ItemPath, Vec<ItemPath>>,
}

impl Sources {
    fn read() -> Self {
        let mut sources = Self {
            files: BTreeMap::new(),
            handed_on: BTreeMap::new(),
            uses: BTreeMap::new(),
        };
        for (name, home) in CRATES {
            for path in super::architecture::below(Path::new(home)) {
                if !super::architecture::is_test(&path) {
                    sources
                        .files
                        .insert(module(name, Path::new(home), &path), path);
                }
            }
        }
        for (module, path) in sources.files.clone() {
            sources.take_uses(&module, &super::architecture::code(&path));
        }
        sources
    }

    fn take_uses(&mut self, module: &ItemPath, code: &str) {
        let mut used = Vec::new();
        let (statements, code) = statements(code);
        for (is_public, tree) in statements {
            for leaf in leaves(&tree) {
                let (path, name) = renamed(&leaf);
                let Some(path) = self.absolute(module, path) else {
                    continue;
                };
                if is_public {
                    let names = self.handed_on.entry(module.clone()).or_default();
                    names.insert(name.to_owned(), path.clone());
                }
                used.push((path, is_public));
            }
        }
        let children = self.children(module);
        let roots = ["crate", "super"]
            .into_iter()
            .chain(children.iter().map(String::as_str));
        let own = qualified(&code, roots).into_iter();
        used.extend(own.filter_map(|path| Some((self.absolute(module, &path)?, false))));
        // A module reexports items of its children; this is no import.
        let is_parent = !children.is_empty();
        let kept = used
            .into_iter()
            .filter(|(_, is_public)| !(is_parent && *is_public));
        self.uses
            .insert(module.clone(), kept.map(|(path, _)| path).collect());
    }

    /// The names of the modules in a module that have files of their own.
    fn children(&self, module: &ItemPath) -> BTreeSet<String> {
        let is_child = |other: &&ItemPath| other.len() > module.len() && other.starts_with(module);
        let children = self.files.keys().filter(is_child);
        children.map(|child| child[module.len()].clone()).collect()
    }

    /// The full path, starting with the name of the crate, of a path written in a module; `None` if it leads out of the workspace.
    fn absolute(&self, module: &ItemPath, path: &str) -> Option<ItemPath> {
        let mut parts: Vec<String> = path
            .split("::")
            .map(|part| part.trim().to_owned())
            .collect();
        let mut from = module.clone();
        match parts.first()?.as_str() {
            "crate" => from.truncate(1),
            "self" => {}
            "super" => {
                while parts.first().is_some_and(|part| part == "super") {
                    from.pop();
                    parts.remove(0);
                }
                from.extend(parts);
                return Some(from);
            }
            first if CRATES.iter().any(|(name, _)| *name == first) => return Some(parts),
            first => {
                from.push(first.to_owned());
                let is_child = self.files.contains_key(&from);
                from.extend(parts.into_iter().skip(1));
                return is_child.then_some(from);
            }
        }
        from.extend(parts.into_iter().skip(1));
        Some(from)
    }

    /// The module that defines the item of a path, whichever modules reexport it.
    fn definer(&self, path: &[String], depth: usize) -> Option<&ItemPath> {
        let length = (1..=path.len())
            .rev()
            .find(|&length| self.files.contains_key(&path[..length]))?;
        let (module, rest) = path.split_at(length);
        let (own, _) = self.files.get_key_value(module)?;
        let name = rest.first();
        let target = name.and_then(|name| self.handed_on.get(module)?.get(name));
        match target {
            Some(target) if depth < 8 => {
                let further = [target.as_slice(), &rest[1..]].concat();
                self.definer(&further, depth + 1)
            }
            _ => Some(own),
        }
    }

    /// The module that a path names, which may only reexport the item; `None` if the path is written in a part of it.
    fn named(&self, by: &ItemPath, path: &[String]) -> Option<&ItemPath> {
        let lengths = (1..=path.len()).rev();
        let mut modules = lengths.filter_map(|length| self.files.get_key_value(&path[..length]));
        let (module, _) = modules.next()?;
        (!by.starts_with(module)).then_some(module)
    }

    /// For every file the files that it imports from.
    fn imports(&self) -> BTreeMap<&PathBuf, BTreeSet<&PathBuf>> {
        let of = |(module, used): (&ItemPath, &Vec<ItemPath>)| {
            let file = &self.files[module];
            let definers = used.iter().filter_map(|path| self.definer(path, 0));
            let named = used.iter().filter_map(|path| self.named(module, path));
            let others = definers.chain(named).map(|module| &self.files[module]);
            (file, others.filter(|other| *other != file).collect())
        };
        self.uses.iter().map(of).collect()
    }
}

fn module(name: &str, home: &Path, path: &Path) -> ItemPath {
    let inner = path.strip_prefix(home).unwrap().with_extension("");
    let parts = inner.iter().map(|part| part.to_string_lossy().into_owned());
    let mut module: ItemPath = [name.to_owned()].into_iter().chain(parts).collect();
    if ["mod", "lib", "main"].contains(&module.last().unwrap().as_str()) {
        module.pop();
    }
    module
}

/// The trees of all `use` statements, each with whether it reexports its names; and the code without these statements.
fn statements(code: &str) -> (Vec<(bool, String)>, String) {
    let (mut found, mut others) = (Vec::new(), String::new());
    let mut rest = code;
    while let Some(at) = rest.find("use ") {
        let line = rest[..at].rsplit('\n').next().unwrap_or_default().trim();
        let tree = &rest[at + 4..];
        others.push_str(&rest[..at]);
        if line.is_empty() || line.starts_with("pub") {
            let end = tree.find(';').unwrap_or(tree.len());
            found.push((line.starts_with("pub"), tree[..end].to_owned()));
            rest = &tree[end..];
        } else {
            rest = tree;
        }
    }
    others.push_str(rest);
    (found, others)
}

/// The paths of a tree: a::{b, c::d} is a::b and a::c::d.
fn leaves(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((head, inner)) = tree.split_once('{') else {
        return vec![tree.to_owned()];
    };
    let inner = inner.trim_end().trim_end_matches('}');
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    let whole = parts.into_iter().filter(|part| !part.trim().is_empty());
    whole
        .flat_map(|part| leaves(&format!("{head}{}", balanced(part.trim()))))
        .collect()
}

/// A part of a tree with its closing braces, which splitting removed.
fn balanced(part: &str) -> String {
    let open = part.matches('{').count();
    let closed = part.matches('}').count();
    format!("{part}{}", "}".repeat(open.saturating_sub(closed)))
}

/// The path of a leaf without `as`, and the name that it gets here.
fn renamed(leaf: &str) -> (&str, &str) {
    match leaf.split_once(" as ") {
        Some((path, name)) => (path.trim(), name.trim()),
        None => (leaf, leaf.rsplit("::").next().unwrap_or_default().trim()),
    }
}

/// Paths in the code itself that start with one of these names.
fn qualified<'a>(code: &str, roots: impl Iterator<Item = &'a str>) -> Vec<String> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut found = Vec::new();
    for root in roots {
        for (at, _) in code.match_indices(&format!("{root}::")) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|letter| is_name(letter) || letter == ':') {
                continue;
            }
            let path = code[at..].split(|letter: char| !is_name(letter) && letter != ':');
            found.push(
                path.into_iter()
                    .next()
                    .unwrap()
                    .trim_end_matches(':')
                    .to_owned(),
            );
        }
    }
    found
}

/// A chain of imports from a file back to itself.
fn circle<'a>(imports: &BTreeMap<&'a PathBuf, BTreeSet<&'a PathBuf>>) -> Option<Vec<&'a PathBuf>> {
    let mut done = BTreeSet::new();
    imports.keys().find_map(|start| {
        let mut way = Vec::new();
        closed(start, imports, &mut way, &mut done).then_some(way)
    })
}

/// Whether the chain `way`, continued with this file, comes back to one of its files; `way` is then that cycle.
fn closed<'a>(
    file: &'a PathBuf,
    imports: &BTreeMap<&'a PathBuf, BTreeSet<&'a PathBuf>>,
    way: &mut Vec<&'a PathBuf>,
    done: &mut BTreeSet<&'a PathBuf>,
) -> bool {
    if let Some(at) = way.iter().position(|known| *known == file) {
        way.drain(..at);
        return true;
    }
    if !done.insert(file) {
        return false;
    }
    way.push(file);
    let next = imports.get(file).into_iter().flatten();
    if next
        .into_iter()
        .any(|next| closed(next, imports, way, done))
    {
        return true;
    }
    way.pop();
    false
}

#[test]
fn source_files_have_no_import_cycle() {
    let sources = Sources::read();
    let imports = sources.imports();
    assert!(
        imports.values().map(BTreeSet::len).sum::<usize>() > 1000,
        "the imports were not found"
    );
    if let Some(circle) = circle(&imports) {
        let names: Vec<String> = circle
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        panic!("these files import each other: {}", names.join(" -> "));
    }
}

#[test]
fn import_cycle_is_found_and_a_chain_is_not_a_cycle() {
    let [a, b, c] = ["a", "b", "c"].map(PathBuf::from);
    let mut imports = BTreeMap::from([
        (&a, BTreeSet::from([&b])),
        (&b, BTreeSet::from([&c])),
        (&c, BTreeSet::new()),
    ]);
    assert_eq!(circle(&imports), None);
    imports.get_mut(&c).unwrap().insert(&b);
    assert_eq!(circle(&imports), Some(vec![&b, &c]));
}

#[test]
fn nested_use_statements_are_parsed() {
    let code = "use super::{a, b::{C, D as E}};\npub(crate) use crate::f;\nlet x = super::g::h();";
    let (found, others) = statements(code);
    assert_eq!(found.len(), 2);
    assert_eq!(
        leaves(&found[0].1),
        ["super::a", "super::b::C", "super::b::D as E"]
    );
    assert!(found[1].0 && !found[0].0);
    assert!(qualified(&others, ["super"].into_iter()).contains(&"super::g::h".to_owned()));
}
