//! Measures what one more thing costs: tokens of each module against its budget, and the files that name a theorem, a generator or a learner by hand.

use super::architecture::{below, code, is_test, page};
use claims::claim::{Form, Registered};
use perceptron::documented::Documentation;
use perceptron::generate::Generator;
use perceptron::learn::{HypothesisKind, OtherLearner, Rule};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use strum::VariantNames;

/// The folders with the sources of the crates.
const HOMES: [&str; 6] = [
    "crates/claims/src",
    "crates/fuzz/src",
    "crates/grade/src",
    "crates/lesson/src",
    "crates/perceptron/src",
    "src",
];

/// The crates that have one budget each.
const WHOLE: [&str; 2] = ["crates/fuzz", "crates/lesson"];

/// The text without its strings, characters and comments.
fn without_texts(code: &str) -> String {
    let mut left = String::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let length = text_length(rest, left.chars().next_back());
        match length {
            0 => {
                left.push(first);
                rest = &rest[first.len_utf8()..];
            }
            length => {
                left.push(' ');
                rest = &rest[length..];
            }
        }
    }
    left
}

/// The length of the string, character or comment with which this code begins; 0 if it begins with something else.
fn text_length(code: &str, before: Option<char>) -> usize {
    let is_in_word = before.is_some_and(|before| before.is_alphanumeric() || before == '_');
    let end = |from: usize, mark: &str| {
        code[from..]
            .find(mark)
            .map_or(code.len(), |end| from + end + mark.len())
    };
    if code.starts_with("//") {
        return code.find('\n').unwrap_or(code.len());
    }
    if code.starts_with("/*") {
        return end(2, "*/");
    }
    let raw = code
        .strip_prefix("br")
        .or(code.strip_prefix('r'))
        .filter(|_| !is_in_word);
    if let Some(raw) = raw {
        let marks = raw.len() - raw.trim_start_matches('#').len();
        if raw[marks..].starts_with('"') {
            let from = code.len() - raw.len() + marks + 1;
            return end(from, &format!("\"{}", "#".repeat(marks)));
        }
    }
    if let Some(inside) = code.strip_prefix('"') {
        let mut escaped = false;
        let close = inside.bytes().position(|byte| {
            let is_end = byte == b'"' && !escaped;
            escaped = byte == b'\\' && !escaped;
            is_end
        });
        return close.map_or(code.len(), |close| close + 2);
    }
    let mut chars = code.chars();
    match (chars.next(), chars.next()) {
        // After one character a lifetime has no second quote.
        (Some('\''), Some('\\')) => end(3, "'"),
        (Some('\''), Some(one)) if chars.next() == Some('\'') => 2 + one.len_utf8(),
        _ => 0,
    }
}

/// Number of words, numbers and signs of punctuation outside of strings and comments; no formatter changes it.
fn tokens(code: &str) -> usize {
    let text = without_texts(code);
    let mut count = 0;
    let mut chars = text.chars().peekable();
    while let Some(first) = chars.next() {
        let is_in =
            |next: char, dots: bool| next.is_alphanumeric() || next == '_' || dots && next == '.';
        let is_word = first.is_alphanumeric() || first == '_';
        while is_word
            && chars
                .next_if(|&next| is_in(next, first.is_ascii_digit()))
                .is_some()
        {}
        count += usize::from(!first.is_whitespace());
    }
    count
}

/// The module to whose budget a file counts, with its crate; crates without modules in the table count as one.
fn budgeted(home: &str, path: &Path) -> String {
    let inside = path.strip_prefix(home).unwrap();
    let first = inside
        .components()
        .next()
        .unwrap()
        .as_os_str()
        .to_string_lossy();
    match home
        .strip_suffix("/src")
        .filter(|krate| WHOLE.contains(krate))
    {
        Some(whole) => whole.to_owned(),
        None => format!("{home}/{}", first.trim_end_matches(".rs")),
    }
}

fn measured() -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for home in HOMES {
        let files = below(Path::new(home)).into_iter();
        for path in files.filter(|path| !is_test(path)) {
            *found.entry(budgeted(home, &path)).or_default() += tokens(&code(&path));
        }
    }
    // A file that only lists modules needs no budget.
    found.retain(|module, _| !module.ends_with("/lib") && !module.ends_with("/main"));
    found
}

/// The budgets in the table of modules of docs/architecture.md: the largest number of tokens by module.
fn budgets() -> BTreeMap<String, usize> {
    let mut home = String::new();
    let mut found = BTreeMap::new();
    for line in page().lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let Some(name) = cells[2]
            .strip_prefix("**")
            .and_then(|rest| rest.split_once("**"))
        {
            home = match name.0 {
                "src" => "src".to_owned(),
                krate => format!("{krate}/src"),
            };
        }
        let Ok(most) = cells[3].replace(' ', "").parse() else {
            continue;
        };
        let Some(name) = cells[2]
            .strip_prefix('`')
            .and_then(|rest| rest.strip_suffix('`'))
        else {
            continue;
        };
        let module = match WHOLE.contains(&name) {
            true => name.to_owned(),
            false => format!("{home}/{name}"),
        };
        found.insert(module, most);
    }
    found
}

#[test]
fn no_module_has_more_tokens_than_its_budget() {
    let budgets = budgets();
    let found = measured();
    let over: Vec<String> = found
        .iter()
        .filter(|(module, tokens)| budgets.get(*module).is_none_or(|most| *tokens > most))
        .map(|(module, tokens)| {
            format!(
                "{module}: {tokens} tokens, {:?} allowed",
                budgets.get(module)
            )
        })
        .collect();
    assert!(
        over.is_empty(),
        "docs/architecture.md: {over:#?}; make it smaller, or raise the budget in a commit of its own that names the feature"
    );
    let gone: Vec<&String> = budgets
        .keys()
        .filter(|module| !found.contains_key(*module))
        .collect();
    assert!(
        gone.is_empty(),
        "docs/architecture.md names {gone:?}, which are gone"
    );
}

#[test]
fn tokens_are_words_numbers_and_signs() {
    for (text, due) in [
        ("fn f(x: u8) -> u8 { x + 1.5e3 }", 15),
        ("let a = \"b \\\" c\"; // d", 4),
        ("r#\"a \" b\"# + 'x' + '\\'' /* y */", 2),
        ("&'a str", 4),
    ] {
        assert_eq!(tokens(text), due, "{text}");
    }
}

/// The files that people write by hand.
fn written_by_hand() -> Vec<(PathBuf, String)> {
    const GENERATED: [&str; 5] = [
        "docs/architecture.md",
        "docs/claims.md",
        "docs/spec.schema.json",
        "docs/theorems.schema.json",
        "docs/theory.md",
    ];
    let folders = [
        "crates",
        "src",
        "tests",
        "docs",
        "python",
        "scripts",
        "README.md",
    ];
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            // The link to the folder of theorems, which is counted apart.
            let is_data = [
                "snapshots",
                "corpus",
                "earlier",
                "tables",
                "runs",
                "claims/theorems",
            ];
            if !is_data.iter().any(|name| path.ends_with(name)) {
                open.extend(
                    fs::read_dir(&path)
                        .unwrap()
                        .map(|entry| entry.unwrap().path()),
                );
            }
            continue;
        }
        let name = path.to_string_lossy().into_owned();
        let is_text = [".rs", ".md", ".py", ".toml"]
            .iter()
            .any(|end| name.ends_with(end));
        let is_text = is_text || name.starts_with("scripts/");
        if let (true, Ok(text)) = (
            is_text && !GENERATED.contains(&&*name),
            fs::read_to_string(&path),
        ) {
            found.push((path, text));
        }
    }
    found
}

/// Whether a text names a thing: its name in quotes, its type, or its module.
fn names(text: &str, name: &str) -> bool {
    let snake = name.replace('-', "_");
    let camel: String = name
        .split('-')
        .map(|part| part[..1].to_uppercase() + &part[1..])
        .collect();
    let is_letter =
        |next: Option<char>| next.is_some_and(|next| next.is_alphanumeric() || next == '_');
    let is_whole = |word: &str| {
        text.match_indices(word).any(|(start, _)| {
            let before = text[..start].chars().next_back();
            !is_letter(before) && !is_letter(text[start + word.len()..].chars().next())
        })
    };
    text.contains(&format!("\"{name}\""))
        || text.contains(&format!("`{name}`"))
        || text.contains(&format!("{snake}::"))
        || text.contains(&format!("mod {snake};"))
        || is_whole(&camel)
        || name.contains('-') && is_whole(name)
}

/// The texts of all files of a folder, joined.
fn texts_of(folder: &str) -> String {
    let files = fs::read_dir(folder).unwrap();
    files
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect()
}

/// For each kind of thing: how many there are, and the median number of files that name one by hand, with one that has it. Popular examples have more.
fn places() -> Vec<(&'static str, usize, usize, &'static str)> {
    let files = written_by_hand();
    let theorems = texts_of("theorems");
    let docs = |docs: &'static [Documentation]| docs.iter().map(|doc| doc.name).collect();
    let kinds: [(&str, Vec<&'static str>); 6] = [
        ("theorem", docs(Registered::docs())),
        ("generator", docs(Generator::DOCS)),
        ("rule", docs(Rule::DOCS)),
        ("learner", docs(OtherLearner::DOCS)),
        ("form", Form::VARIANTS.to_vec()),
        ("hypothesis", HypothesisKind::VARIANTS.to_vec()),
    ];
    let counted = |kind: &str, name: &'static str| {
        let count = files.iter().filter(|(_, text)| names(text, name)).count();
        // The entry of a theorem is one place. A name in an entry, such as that of its form, does not count as a place.
        let entry = kind == "theorem" && names(&theorems, name);
        (count + usize::from(entry), name)
    };
    let median = |(kind, all): (&'static str, Vec<&'static str>)| {
        let mut counts: Vec<(usize, &str)> = all.iter().map(|name| counted(kind, name)).collect();
        counts.sort_unstable();
        let (count, name) = counts[(counts.len() - 1) / 2];
        (kind, counts.len(), count, name)
    };
    kinds.into_iter().map(median).collect()
}

#[test]
fn no_thing_is_named_in_more_places_by_hand_than_before() {
    let places = places();
    let row = |(kind, many, median, name): &(&str, usize, usize, &str)| {
        format!("| {kind} | {many} | {median} | `{name}` |\n")
    };
    let table: String = places.iter().map(row).collect();
    let page = page();
    for (kind, _, median, name) in &places {
        let mut rows = page.lines();
        let row = rows.find(|line| line.starts_with(&format!("| {kind} |")));
        let before = row.and_then(|row| row.split('|').nth(3)?.trim().parse::<usize>().ok());
        let before = before.unwrap_or_else(|| panic!("no row for {kind}; now:\n{table}"));
        assert!(
            *median <= before,
            "{kind} {name} is named in {median} files, {before} before; now:\n{table}"
        );
    }
}
