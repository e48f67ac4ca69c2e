//! Sets keys in the text of a spec (`--set`) and leaves the rest of the text unchanged: comments, order, and sweeps of other keys.
//!
//! The `toml_edit` crate is not used because it refuses integers of more than 63 bits, and a seed may have 64.

use super::tree;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// Returns the text of a spec with these keys set, each to a value in TOML syntax. A swept key is taken out of the sweep.
///
/// # Errors
/// Says in words which key cannot be set, or moves together with others in a `zip`.
pub(super) fn edited(source: &str, settings: &[(String, String)]) -> Result<String, String> {
    let mut text = source.to_owned();
    for (path, value) in settings {
        let keys: Vec<&str> = path.split('.').collect();
        check(path, &keys)?;
        text = without_sweep(&text, path)?;
        text = with(&text, &keys, value);
    }
    Ok(text)
}

fn check(path: &str, keys: &[&str]) -> Result<(), String> {
    let is_whole = keys.iter().all(|key| !key.is_empty());
    let is_settable = match keys {
        ["generator" | "variants", _, _, ..] => true,
        [top] => !["generator", "variants", "sweep", "claims", "figures"].contains(top),
        _ => false,
    };
    match is_whole && is_settable {
        true => Ok(()),
        false => Err(format!(
            "`{path}` cannot be set; allowed are keys at the top, such as seed, generator.NAME.KEY and variants.NAME.KEY"
        )),
    }
}

/// Returns the text of a spec without the sweep of the key at `path`.
fn without_sweep(text: &str, path: &str) -> Result<String, String> {
    let Ok(root) = DeTable::parse(text) else {
        return Ok(text.to_owned());
    };
    let blocks =
        tree::find(root.get_ref(), &["sweep"]).and_then(|(_, node)| node.get_ref().as_array());
    let mut gone: Vec<Range<usize>> = Vec::new();
    for block in blocks.into_iter().flatten() {
        let Some(table) = block.get_ref().as_table() else {
            continue;
        };
        if tree::find(table, &["zip", path]).is_some() {
            return Err(format!(
                "`{path}` moves together with other keys in a `zip`, and cannot be set alone"
            ));
        }
        let Some((key, value)) = table.get_key_value(path) else {
            continue;
        };
        gone.push(lines(text, key.span().start..value.span().end));
        if table.len() == 1 {
            gone.push(lines(text, block.span()));
        }
    }
    gone.sort_by_key(|range| std::cmp::Reverse(range.start));
    let mut text = text.to_owned();
    gone.into_iter()
        .for_each(|range| text.replace_range(range, ""));
    Ok(text)
}

/// Returns a byte range of the text widened to whole lines.
fn lines(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text[..range.start]
        .rfind('\n')
        .map_or(0, |newline| newline + 1);
    let end = text[range.end..].find('\n');
    start..end.map_or(text.len(), |newline| range.end + newline + 1)
}

/// Returns the text of a spec with the key at the path `keys` set to a value, written in TOML.
fn with(text: &str, keys: &[&str], value: &str) -> String {
    let Ok(root) = DeTable::parse(text) else {
        return text.to_owned();
    };
    let root = root.get_ref();
    if let Some((_, node)) = tree::find(root, keys) {
        let mut text = text.to_owned();
        text.replace_range(node.span(), value);
        return text;
    }
    let line = |keys: &[&str]| {
        format!(
            "{} = {value}",
            keys.iter()
                .map(|key| quoted(key))
                .collect::<Vec<_>>()
                .join(".")
        )
    };
    match (keys, parent(text, root, keys)) {
        ([_], _) => inserted(text, first_key(root), &format!("{}\n", line(keys))),
        (_, Some((depth, ParentTable::Header(end)))) => {
            inserted(text, end, &format!("\n{}", line(&keys[depth..])))
        }
        (_, Some((depth, ParentTable::Inline(end, is_empty)))) => {
            let comma = if is_empty { " " } else { ", " };
            inserted(text, end, &format!("{comma}{} ", line(&keys[depth..])))
        }
        ([head @ .., last], None) => {
            let head: Vec<String> = head.iter().map(|key| quoted(key)).collect();
            format!(
                "{}\n\n[{}]\n{}\n",
                text.trim_end(),
                head.join("."),
                line(&[last])
            )
        }
        ([], None) => text.to_owned(),
    }
}

/// How the TOML table that will hold a new key is written, and where in the text the key goes.
enum ParentTable {
    /// The table has a header `[…]`; the number is the byte position of the end of the header's line.
    Header(usize),
    /// The table is written in braces: the byte position after its last key, and whether it is empty.
    Inline(usize, bool),
}

/// Returns the deepest existing table on the path `keys` that the text can be extended in, and the number of leading keys that lead to it.
fn parent(text: &str, root: &DeTable, keys: &[&str]) -> Option<(usize, ParentTable)> {
    (1..keys.len()).rev().find_map(|depth| {
        let (_, node) = tree::find(root, &keys[..depth])?;
        let DeValue::Table(table) = node.get_ref() else {
            return None;
        };
        let written = text.get(node.span())?;
        let path: Vec<String> = keys[..depth].iter().map(|key| quoted(key)).collect();
        let header = written
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        if header.is_some_and(|header| header.trim() == path.join(".")) {
            let end = lines(text, node.span()).end;
            return Some((
                depth,
                ParentTable::Header(end - usize::from(text[..end].ends_with('\n'))),
            ));
        }
        let inside = written.strip_suffix('}')?.trim_end().len();
        Some((
            depth,
            ParentTable::Inline(node.span().start + inside, table.is_empty()),
        ))
    })
}

/// Returns the byte position of the first key of the spec.
fn first_key(root: &DeTable) -> usize {
    root.keys().map(|key| key.span().start).min().unwrap_or(0)
}

fn inserted(text: &str, place: usize, addition: &str) -> String {
    format!("{}{addition}{}", &text[..place], &text[place..])
}

/// Returns a key as TOML writes it, in quotes if it needs them.
fn quoted(key: &str) -> String {
    let is_bare = key
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    match is_bare && !key.is_empty() {
        true => key.to_owned(),
        false => format!("{key:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# first\ntitle = \"t\"\nseed = 1 # a seed\n\n[generator.basis]\ndimension = 3\n\n[variants.a]\nrule = { perceptron = {} }\n\n\
        [[sweep]]\n\"generator.basis.dimension\" = [3,\n  4]\n\"variants.a.order\" = [\"cyclic\"]\n\n[[sweep]]\n\"generator.basis.dimension\" = [5]\n\n\
        [[sweep]]\nzip = { \"generator.basis.norm\" = [1], \"variants.a.ties\" = [\"mistake\"] }\n\n[[claims]]\nname = \"x\"\n";

    fn set(path: &str, value: &str) -> Result<String, String> {
        edited(TEXT, &[(path.to_owned(), value.to_owned())])
    }

    #[test]
    fn setting_a_value_preserves_the_rest_of_the_file() {
        assert_eq!(
            set("seed", "7").unwrap(),
            TEXT.replace("seed = 1 #", "seed = 7 #")
        );
        let added = set("alpha", "0.1").unwrap();
        assert_eq!(added, TEXT.replace("title", "alpha = 0.1\ntitle"));
        let added = set("variants.a.stop", "\"clean-pass\"").unwrap();
        assert_eq!(
            added,
            TEXT.replace("[variants.a]\n", "[variants.a]\nstop = \"clean-pass\"\n")
        );
        let added = set("variants.a.rule.perceptron.x", "1").unwrap();
        assert_eq!(
            added,
            TEXT.replace("perceptron = {} }", "perceptron = { x = 1 } }")
        );
        let added = set("generator.other.key", "1").unwrap();
        assert!(
            added.ends_with("\n\n[generator.other]\nkey = 1\n"),
            "{added}"
        );
        assert!(added.parse::<toml::Table>().is_ok());
    }

    #[test]
    fn setting_a_swept_key_removes_its_sweep_and_empty_sweep_blocks() {
        let text = set("generator.basis.dimension", "9").unwrap();
        assert!(
            text.contains("dimension = 9") && !text.contains("[3,") && !text.contains("[5]"),
            "{text}"
        );
        assert_eq!(text.matches("[[sweep]]").count(), 2, "{text}");
        assert!(
            text.contains("\"variants.a.order\" = [\"cyclic\"]"),
            "{text}"
        );
        assert!(text.parse::<toml::Table>().is_ok(), "{text}");
        let error = set("variants.a.ties", "1").unwrap_err();
        assert!(error.contains("zip"), "{error}");
    }

    #[test]
    fn setting_a_key_outside_generator_variants_or_top_level_is_refused() {
        for path in [
            "claims.name",
            "sweep",
            "generator",
            "generator.basis",
            "a..b",
            "",
            "figures.show",
            "claims",
        ] {
            assert!(set(path, "1").is_err(), "{path}");
        }
    }
}
