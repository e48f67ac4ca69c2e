//! Shrinks a spec: removes keys and examples one at a time as long as the same finding remains.

use crate::finding::FuzzFinding;
use std::time::{Duration, Instant};
use toml::{Table, Value};

/// Time limit for shrinking one spec.
const MOST: Duration = Duration::from_secs(3);

/// Path from the root of a spec's TOML table to a value.
type Path = Vec<PathStep>;

#[derive(Debug, Clone, PartialEq)]
enum PathStep {
    Key(String),
    Place(usize),
}

/// Shrinks the spec `text`: returns the smallest spec found for which `shows` is still true, as TOML.
pub fn shrink(text: &str, finding: &FuzzFinding, shows: impl Fn(&str) -> bool) -> String {
    let Ok(mut table) = text.parse::<Table>() else {
        return text.to_owned();
    };
    let started = Instant::now();
    let still = |table: &Table| {
        let text = toml::to_string(table).unwrap_or_default();
        started.elapsed() < MOST && shows(&text)
    };
    while let Some(smaller) = candidates(&table, finding)
        .into_iter()
        .find(|smaller| still(smaller))
    {
        table = smaller;
    }
    toml::to_string(&table).unwrap_or_else(|_| text.to_owned())
}

/// Smaller versions of a spec to try, those that lose most first.
fn candidates(table: &Table, finding: &FuzzFinding) -> Vec<Table> {
    let mut found = Vec::new();
    if let Some(only) = only_claim(table, finding) {
        found.push(only);
    }
    let mut paths = Vec::new();
    collect_paths(&Value::Table(table.clone()), &mut Vec::new(), &mut paths);
    paths.sort_by_key(Vec::len);
    let fixed = ["title", "question", "seed"];
    let free =
        |path: &&Path| !matches!(&path[0], PathStep::Key(key) if fixed.contains(&key.as_str()));
    for path in paths.iter().filter(free) {
        let removable = path.len() > 1
            || matches!(&path[0], PathStep::Key(key) if key == "claims" || key == "sweep");
        if removable && !is_what_ends_it(table, path) {
            found.extend(edited(table, path, &|_| None));
        }
    }
    for path in paths.iter().filter(free) {
        for simpler in simpler(get(table, path), path) {
            found.extend(edited(table, path, &|_| Some(simpler.clone())));
        }
    }
    found.retain(|smaller| smaller != table);
    found
}

/// Whether a run may become very long if the key at this path is removed: a cap on updates, or the offset of a variant without a cap.
fn is_what_ends_it(table: &Table, path: &[PathStep]) -> bool {
    let capped = |path: &[PathStep]| get(table, path).is_some_and(Value::is_table);
    match path {
        [PathStep::Key(root), _, PathStep::Key(key), ..] if root == "variants" && key == "stop" => {
            capped(&path[..3])
        }
        [PathStep::Key(root), name, PathStep::Key(key)]
            if root == "variants" && key == "offset" =>
        {
            !capped(&[
                PathStep::Key(root.clone()),
                name.clone(),
                PathStep::Key("stop".into()),
            ])
        }
        _ => false,
    }
}

/// The spec with only the claim that was violated; `None` if the fault is not a violated claim.
fn only_claim(table: &Table, finding: &FuzzFinding) -> Option<Table> {
    let claims = table.get("claims")?.as_array()?;
    let FuzzFinding::Violated(name) = finding else {
        return None;
    };
    let named = |claim: &&Value| claim.get("name").and_then(Value::as_str) == Some(name);
    let only: Vec<Value> = claims.iter().filter(named).cloned().collect();
    let mut table = table.clone();
    table.insert("claims".into(), Value::Array(only));
    Some(table)
}

fn collect_paths(value: &Value, path: &mut Path, found: &mut Vec<Path>) {
    let mut below = |step: PathStep, value: &Value, found: &mut Vec<Path>| {
        path.push(step);
        found.push(path.clone());
        collect_paths(value, path, found);
        path.pop();
    };
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                below(PathStep::Key(key.clone()), value, found);
            }
        }
        Value::Array(list) => {
            for (place, value) in list.iter().enumerate() {
                below(PathStep::Place(place), value, found);
            }
        }
        _ => {}
    }
}

fn get<'a>(table: &'a Table, path: &[PathStep]) -> Option<&'a Value> {
    let Some((PathStep::Key(first), rest)) = path.split_first() else {
        return None;
    };
    rest.iter()
        .try_fold(table.get(first)?, |value, step| match step {
            PathStep::Key(key) => value.get(key),
            PathStep::Place(place) => value.get(place),
        })
}

/// The spec's table with the value at a path replaced by what `edit` returns, or removed if it returns `None`.
fn edited(
    table: &Table,
    path: &[PathStep],
    edit: &dyn Fn(&Value) -> Option<Value>,
) -> Option<Table> {
    let mut root = Value::Table(table.clone());
    let (last, above) = path.split_last()?;
    let mut parent = &mut root;
    for step in above {
        parent = match step {
            PathStep::Key(key) => parent.get_mut(key)?,
            PathStep::Place(place) => parent.get_mut(*place)?,
        };
    }
    match (last, parent) {
        (PathStep::Key(key), Value::Table(parent)) => match edit(parent.get(key)?) {
            Some(value) => parent.insert(key.clone(), value),
            None => parent.remove(key),
        },
        (PathStep::Place(place), Value::Array(parent)) => match edit(parent.get(*place)?) {
            Some(value) => Some(std::mem::replace(&mut parent[*place], value)),
            None => Some(parent.remove(*place)),
        },
        _ => None,
    };
    root.as_table().cloned()
}

/// Values that are simpler than the value at this path of a spec and may replace it, the simplest first.
fn simpler(value: Option<&Value>, path: &[PathStep]) -> Vec<Value> {
    let key = match path.last() {
        Some(PathStep::Key(key)) => key.as_str(),
        _ => "",
    };
    let parse = |text: &str| {
        let table: Table = format!("v = {text}").parse().unwrap_or_default();
        table.get("v").cloned()
    };
    let plain = match key {
        "rule" => parse("{ perceptron = {} }"),
        "order" => parse("\"cyclic\""),
        "replicates" => parse("1"),
        "offset" => parse("1"),
        _ => None,
    };
    let numbers = match value {
        Some(Value::Integer(number)) => integers(*number),
        Some(Value::String(text)) if text.contains('/') || text.contains('.') => {
            vec![Value::Integer(1), Value::Integer(2)]
        }
        _ => Vec::new(),
    };
    let plain = plain.filter(|plain| Some(plain) != value && !is_plain(value, key));
    plain.into_iter().chain(numbers).collect()
}

/// Whether the value of a spec's key is already simple enough, so that replacing it again and again would not terminate.
fn is_plain(value: Option<&Value>, key: &str) -> bool {
    match (key, value) {
        ("replicates" | "offset", Some(Value::Integer(_))) => true,
        ("order", Some(Value::String(word))) => word == "stream",
        _ => false,
    }
}

fn integers(number: i64) -> Vec<Value> {
    let towards = [0, number.signum(), number / 2, number - number.signum()];
    let mut smaller: Vec<i64> = towards
        .into_iter()
        .filter(|other| other.abs() < number.abs())
        .collect();
    smaller.dedup();
    smaller.into_iter().map(Value::Integer).collect()
}

/// Summarizes a shrunk spec in a few words, from the keys of its variants and claims, or its generator. Faults with equal summaries count as one
/// cause.
pub fn signature(text: &str) -> String {
    let table: Table = text.parse().unwrap_or_default();
    let keys = |key: &str| {
        table
            .get(key)
            .and_then(Value::as_table)
            .cloned()
            .unwrap_or_default()
    };
    let mut words = Vec::new();
    for (_, variant) in &keys("variants") {
        let variant = variant.as_table().cloned().unwrap_or_default();
        let plain = ["draws", "order=cyclic", "order=random", "rule=perceptron"];
        let own = variant
            .iter()
            .map(|(key, value)| key_with_value(key, value));
        words.extend(own.filter(|word| !plain.contains(&word.as_str())));
    }
    if words.is_empty() {
        words.extend(keys("generator").keys().cloned());
    }
    let claims = table
        .get("claims")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    for claim in claims.iter().filter_map(Value::as_table) {
        let own = claim
            .iter()
            .filter(|(key, _)| *key != "name" && *key != "variants");
        words.extend(own.map(|(key, value)| format!("claim.{}", key_with_value(key, value))));
    }
    words.join(" ")
}

/// A key of a spec with its value, as `key=value`, for the summary of a shrunk spec; of a table, only its keys are given, and no numbers.
fn key_with_value(key: &str, value: &Value) -> String {
    match value {
        Value::Table(table) => {
            let inner: Vec<&str> = table.keys().map(String::as_str).collect();
            format!("{key}={}", inner.join("+"))
        }
        Value::String(text) if !text.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("{key}={text}")
        }
        _ => key.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec_text::parse;
    use claims::claim::{Term, VerdictKind};
    use perceptron::sample::Rational;
    use testing::{CYCLIC, SpecText};

    fn long() -> String {
        let first = CYCLIC.replace("cyclic", "first-misclassified");
        SpecText::new("basis\ndimension = 6\nlabels = \"alternating\"\nnorm = \"1/2\"")
            .replicates(3)
            .variant("a", first)
            .more("ties = \"mistake\"\ntest_ties = \"half\"")
            .variant(
                "b",
                "rule = { margin-perceptron = {} }\norder = \"shuffled\"",
            )
            .claim("norm-invariant")
            .claim("online-mistake-bound\nmargin = \"max\"")
            .to_string()
    }

    /// Whether the mistake bound, halved on purpose, is violated.
    fn violates_half_the_bound(text: &str) -> bool {
        let Ok(spec) = parse(text) else { return false };
        let mut judge_spec = spec.judge_spec();
        for claim in &mut judge_spec.claims {
            let half = Term::from(Rational::new(1, 2));
            claim.statement.limit = claim.statement.limit.clone().times(half);
        }
        let design = spec.design(&spec.cells[0]);
        let block = design.block(0..spec.most_replicates(&spec.cells[0]));
        let mut verdicts = judge_spec.judge(0, &block).into_iter();
        verdicts.any(|verdict| {
            verdict.claim == "online-mistake-bound" && verdict.verdict == VerdictKind::Violated
        })
    }

    #[test]
    fn spec_that_violates_a_halved_bound_shrinks_to_one_example() {
        let finding = FuzzFinding::Violated("online-mistake-bound".into());
        assert!(violates_half_the_bound(&long()));
        let small = shrink(&long(), &finding, violates_half_the_bound);
        assert!(violates_half_the_bound(&small));
        let wanted: Table = r#"
title = "t"
question = "q"
seed = 1
replicates = 1
claims = [{ name = "online-mistake-bound" }]
generator.basis.dimension = 1
variants.a = { rule = { perceptron = {} }, order = "cyclic" }
"#
        .parse()
        .unwrap();
        assert_eq!(small.parse::<Table>().unwrap(), wanted);
        assert_eq!(signature(&small), "basis");
    }

    #[test]
    fn shrinking_keeps_the_update_cap_of_a_possibly_endless_run() {
        let capped: Table = "variants.a.stop = { updates = 9 }\nvariants.a.offset = 1"
            .parse()
            .unwrap();
        let key = |key: &str| {
            [
                PathStep::Key("variants".into()),
                PathStep::Key("a".into()),
                PathStep::Key(key.into()),
            ]
        };
        assert!(is_what_ends_it(&capped, &key("stop")));
        assert!(!is_what_ends_it(&capped, &key("offset")));
    }
}
