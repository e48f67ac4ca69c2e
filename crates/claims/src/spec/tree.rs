//! Walks and edits the raw tables of a spec, in which every key and value has its position in the file.

use std::borrow::Cow;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value of a spec's TOML, with its byte range in the file.
pub(super) type Node<'i> = Spanned<DeValue<'i>>;

/// Returns the key at a path of nested tables: the byte range of its name in the file, and its value.
pub(super) fn find<'t, 'i>(
    table: &'t DeTable<'i>,
    path: &[&str],
) -> Option<(Range<usize>, &'t Node<'i>)> {
    let (first, rest) = path.split_first()?;
    let (key, node) = table.get_key_value(*first)?;
    if rest.is_empty() {
        return Some((key.span(), node));
    }
    find(node.get_ref().as_table()?, rest)
}

/// Returns the byte range in the file of the value at a path; if it does not exist, of the deepest key on the path that does.
pub(super) fn place(table: &DeTable, path: &[&str]) -> Range<usize> {
    let deepest = (1..=path.len())
        .rev()
        .find_map(|length| find(table, &path[..length]).map(|(key, node)| (length, key, node)));
    match deepest {
        Some((length, _, node)) if length == path.len() => node.span(),
        Some((_, key, _)) => key,
        None => 0..0,
    }
}

/// Returns the byte range in the file of the value of the first key of this name anywhere below a path; if no key has this name, the range of the
/// path itself.
pub(super) fn place_below(table: &DeTable, path: &[&str], name: &str) -> Range<usize> {
    let below = find(table, path)
        .and_then(|(_, node)| node.get_ref().as_table())
        .and_then(|below| search(below, name));
    below.unwrap_or_else(|| place(table, path))
}

fn search(table: &DeTable, name: &str) -> Option<Range<usize>> {
    if let Some(node) = table.get(name) {
        return Some(node.span());
    }
    table
        .values()
        .filter_map(|node| node.get_ref().as_table())
        .find_map(|below| search(below, name))
}

/// Returns the path, joined by dots, of the key to which a byte position in a spec's text belongs.
pub(super) fn key_at(source: &str, place: usize) -> Option<String> {
    path_at(DeTable::parse(source).ok()?.get_ref(), place).map(|path| path.join("."))
}

fn path_at(table: &DeTable, place: usize) -> Option<Vec<String>> {
    table.iter().find_map(|(key, node)| {
        let name = key.get_ref().to_string();
        let below = match node.get_ref() {
            DeValue::Table(below) => path_at(below, place),
            DeValue::Array(items) => items
                .iter()
                .filter_map(|item| item.get_ref().as_table())
                .find_map(|below| path_at(below, place)),
            _ => None,
        };
        let here = key.span().contains(&place)
            || node.span().contains(&place) && !node.get_ref().is_table();
        match below {
            Some(path) => Some([vec![name], path].concat()),
            None => here.then(|| vec![name]),
        }
    })
}

/// Returns the byte range of the key with this name in the table whose key stands at a byte position, at any depth below `table`.
pub(super) fn sibling(table: &DeTable, place: usize, name: &str) -> Option<Range<usize>> {
    if table.keys().any(|key| key.span().contains(&place)) {
        let found = table.get_key_value(name);
        if let Some((key, _)) = found {
            return Some(key.span());
        }
    }
    let tables = table.values().flat_map(|node| match node.get_ref() {
        DeValue::Table(below) => vec![below],
        DeValue::Array(items) => items
            .iter()
            .filter_map(|item| item.get_ref().as_table())
            .collect(),
        _ => Vec::new(),
    });
    let mut found = tables.filter_map(|below| sibling(below, place, name));
    found.next()
}

/// Returns the texts and numbers within a value that are longer than `limit` bytes, each as its byte range in the file and its length in bytes.
pub(super) fn longer_than(limit: usize, node: &Node) -> Vec<(Range<usize>, usize)> {
    let length = match node.get_ref() {
        DeValue::Table(table) => {
            let below = table.values().flat_map(|below| longer_than(limit, below));
            return below.collect();
        }
        DeValue::Array(items) => {
            return items
                .iter()
                .flat_map(|item| longer_than(limit, item))
                .collect();
        }
        DeValue::String(text) => text.len(),
        DeValue::Integer(number) => number.as_str().len(),
        DeValue::Float(number) => number.as_str().len(),
        DeValue::Boolean(_) | DeValue::Datetime(_) => 0,
    };
    let long = (length > limit).then(|| (node.span(), length));
    long.into_iter().collect()
}

/// Sets the value at a path of nested tables, and makes the tables on the way that do not exist. The last key and the new tables get `key` as their
/// byte range in the file.
pub(super) fn set<'i>(table: &mut DeTable<'i>, path: &[&str], key: &Range<usize>, value: Node<'i>) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    let name = || Spanned::new(key.clone(), Cow::Owned((*first).to_owned()));
    if rest.is_empty() {
        table.remove(*first);
        table.insert(name(), value);
        return;
    }
    let is_table = table
        .get(*first)
        .is_some_and(|node| node.get_ref().is_table());
    if !is_table {
        table.insert(
            name(),
            Spanned::new(key.clone(), DeValue::Table(DeTable::new())),
        );
    }
    if let Some(DeValue::Table(below)) = table.get_mut(*first).map(Spanned::get_mut) {
        set(below, rest, key, value);
    }
}

/// Returns a TOML value as JSON; numbers stay numbers, and dates become texts.
pub(super) fn json(value: &DeValue) -> serde_json::Value {
    use serde_json::Value;
    match value {
        DeValue::String(text) => Value::from(text.as_ref()),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or(Value::Null, Value::from)
        }
        DeValue::Float(number) => number
            .as_str()
            .parse::<f64>()
            .map_or(Value::Null, Value::from),
        DeValue::Boolean(truth) => Value::from(*truth),
        DeValue::Datetime(moment) => Value::from(moment.to_string()),
        DeValue::Array(items) => items.iter().map(|item| json(item.get_ref())).collect(),
        DeValue::Table(table) => table
            .iter()
            .map(|(key, node)| (key.get_ref().to_string(), json(node.get_ref())))
            .collect(),
    }
}
