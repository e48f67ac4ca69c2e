//! Holds the prose of docs, specs and comments to short sentences without inverted sayings. A formula, a placeholder and a text in backticks count as
//! one word each.

use std::fs;
use std::path::{Path, PathBuf};

/// Most words of a sentence.
const MOST: usize = 40;

/// Lines that are no prose: tables, headings, HTML, images and formulas.
const OTHER: [&str; 5] = ["|", "#", "<", "!", "$$"];

/// Inverted sayings.
const INVERTED: [&str; 2] = ["that is none", "are none"];

/// The paragraphs and list items of a page, each with its first line.
fn paragraphs(page: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let (mut is_fenced, mut is_open) = (false, false);
    for (line, text) in (1..).zip(page.lines().map(str::trim)) {
        let is_fence = text.starts_with("```");
        is_fenced ^= is_fence;
        let is_other = text.is_empty() || OTHER.iter().any(|mark| text.starts_with(mark));
        if is_fenced || is_fence || is_other {
            is_open = false;
            continue;
        }
        let number = text.split_once(". ").map_or("", |(number, _)| number);
        let is_numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let is_item = is_numbered || text.starts_with("- ") || text.starts_with("* ");
        match found.last_mut().filter(|_| is_open && !is_item) {
            Some((_, whole)) => *whole += &format!(" {text}"),
            None if is_item => {
                let (_, item) = text.split_once(' ').unwrap();
                found.push((line, item.to_owned()));
            }
            None => found.push((line, text.to_owned())),
        }
        is_open = true;
    }
    found
}

/// A text with every part between two marks replaced by one word.
fn without(text: &str, from: &str, to: &str) -> String {
    let mut rest = text;
    let mut left = String::new();
    while let Some((before, after)) = rest.split_once(from) {
        let Some((_, behind)) = after.split_once(to) else {
            break;
        };
        left += &format!("{before}X");
        rest = behind;
    }
    left + rest
}

fn sentences(text: &str) -> Vec<String> {
    let mut text = text.to_owned();
    for (from, to) in [("{{", "}}"), ("`", "`"), ("$", "$"), ("](", ")")] {
        text = without(&text, from, to);
    }
    let mut found = vec![String::new()];
    for word in text.split_whitespace() {
        let last = found.last_mut().unwrap();
        let ends = last.trim_end_matches([')', '"', '”', '*', ' ']);
        let begins = word.trim_start_matches(['"', '“', '*', '[', '(']);
        let is_start = begins.starts_with(char::is_uppercase) || word.starts_with('(');
        match ends.ends_with(['.', '!', '?']) && is_start {
            true => found.push(word.to_owned()),
            false => *last += &format!(" {word}"),
        }
    }
    found
}

/// The places of a page where a sentence is too long or inverted.
fn faults(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (line, text) in paragraphs(page) {
        for sentence in sentences(&text) {
            let words = sentence.split_whitespace().count();
            if words > MOST || INVERTED.iter().any(|saying| sentence.contains(saying)) {
                found.push(format!("{line}: {words} words: {sentence}"));
            }
        }
    }
    found
}

/// The comments of a source file as a page, in which code is an empty line.
fn comments(source: &str) -> String {
    let lines = source.lines().map(|line| {
        let text = line.trim();
        let marks = ["///", "//!", "//"];
        let text = marks.iter().find_map(|mark| text.strip_prefix(mark));
        let text = text.filter(|text| !text.starts_with("     "));
        text.unwrap_or_default()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The prose of a spec as a page.
fn prose(spec: &str) -> String {
    let spec: toml::Table = toml::from_str(spec).unwrap();
    let keys = ["title", "question", "answer", "analysis"];
    let texts = keys
        .iter()
        .filter_map(|key| spec.get(*key)?.as_str().map(str::to_owned));
    texts.collect::<Vec<_>>().join("\n\n")
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true if path.ends_with("tests/earlier") => {}
            true => files(&path, ending, found),
            false if path.extension().is_some_and(|own| own == ending) => found.push(path),
            false => {}
        }
    }
}

#[test]
fn sentences_of_docs_specs_and_comments_are_short() {
    let root = Path::new(".");
    let mut found = Vec::new();
    type Reader = fn(&str) -> String;
    let page: Reader = |text| text.to_owned();
    let kinds: [(&str, &[&str], Reader); 3] = [
        ("md", &["docs", "src/commands/templates"], page),
        ("rs", &["src", "crates", "tests"], comments),
        ("toml", &["experiments"], prose),
    ];
    for (ending, folders, reader) in kinds {
        let mut paths = Vec::new();
        for folder in folders {
            files(&root.join(folder), ending, &mut paths);
        }
        if ending == "md" {
            paths.extend(["README.md", "CONTRIBUTING.md"].map(|name| root.join(name)));
        }
        assert!(paths.len() > 15, "{ending}: {}", paths.len());
        for path in paths {
            let text = reader(&fs::read_to_string(&path).unwrap());
            let wrong = faults(&text).into_iter();
            found.extend(wrong.map(|fault| format!("{}:{fault}", path.display())));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn long_sentence_is_found_in_a_paragraph_an_item_and_a_comment() {
    let long = format!("Why {}?", ["word"; MOST].join(" "));
    let short = format!("Why {}? Yes.", ["word"; MOST - 1].join(" "));
    assert_eq!(faults(&long).len(), 1);
    assert_eq!(faults(&format!("- {short}\n- {long}\n")).len(), 1);
    assert_eq!(
        faults(&comments(&format!("/// {short}\n/// {long}\nfn f() {{}}"))).len(),
        1
    );
    let formula = long.replacen("word word word", "$a b c$", 1);
    assert_eq!(faults(&formula), Vec::<String>::new());
    assert_eq!(
        faults("A check that cannot fail is one that is none.").len(),
        1
    );
    assert_eq!(
        faults(&format!("```\n{long}\n```\n| {long} |")),
        Vec::<String>::new()
    );
}

/// Files whose texts with options are scripts, or examples of commands.
const SCRIPTS: [&str; 4] = ["slurm.rs", "completions.rs", "examples.rs", "of_runs.rs"];

/// Whether a text of a line of the program names an option outside of backticks. Texts that begin with a blank are parts of a command.
fn has_bare_option(line: &str) -> bool {
    let texts = line.split('"').skip(1).step_by(2);
    let messages = texts.filter(|text| text.split_whitespace().count() > 2);
    let is_message = |text: &&str| {
        let is_command = text.starts_with([' ', '#', '<']) || text.starts_with("perceptron-lab ");
        !is_command && !text.contains("\\n")
    };
    let mut messages = messages.filter(is_message);
    messages.any(|text| {
        let mut words = text.split('`').step_by(2).flat_map(str::split_whitespace);
        words.any(|word| word.trim_start_matches('(').starts_with("--"))
    })
}

/// The Python package reads what stands between backticks, and makes it an argument.
#[test]
fn options_in_messages_stand_in_backticks() {
    let mut paths = Vec::new();
    for folder in [
        "src",
        "crates/perceptron/src",
        "crates/claims/src",
        "crates/grade/src",
    ] {
        files(Path::new(folder), "rs", &mut paths);
    }
    let is_message = |path: &&PathBuf| {
        let is_script = SCRIPTS.iter().any(|name| path.ends_with(name));
        !is_script && !path.to_string_lossy().contains("tests")
    };
    let mut found = Vec::new();
    for path in paths.iter().filter(is_message) {
        let text = fs::read_to_string(path).unwrap();
        let own = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let lines = own.lines().map(str::trim);
        let lines = lines.filter(|line| !line.starts_with("//") && has_bare_option(line));
        found.extend(lines.map(|line| format!("{}: {line}", path.display())));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(has_bare_option(r#"help("leave out --missing then")"#));
}
