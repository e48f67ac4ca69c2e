//! Compares a spec with the one that made its trials, key by key: which changes alter trials, and which cells, variants and measures were dropped.

use super::{Cell, Replicates, Spec};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Largest number of changed keys, or of dropped cells, variants and measures, that are listed; further ones are only counted.
const MOST_SHOWN: usize = 12;

impl Spec {
    /// Returns one line, `KEY: BEFORE → NOW`, for each key (of seed, learners and generator) whose change since `earlier` alters trials. The list is
    /// empty if the trials of both specs can be
    /// stored together; cells, variants, measures and replicates may then be more or fewer.
    pub fn altered_since(&self, earlier: &Self) -> Vec<String> {
        let mut lines = BTreeSet::new();
        let mut differs = |key: &str, before: String, now: String| {
            if before != now {
                lines.insert(format!("{key}: {before} → {now}"));
            }
        };
        differs("seed", earlier.seed.to_string(), self.seed.to_string());
        let drawn = |spec: &Self| match spec.replicates {
            Replicates::All => "\"all\"",
            Replicates::Fixed(_) | Replicates::UntilDecided { .. } => "a number",
        };
        differs("replicates", drawn(earlier).into(), drawn(self).into());
        let before: BTreeMap<&str, &Cell> = by_key(earlier);
        let both = self
            .cells
            .iter()
            .filter_map(|cell| Some((*before.get(&*cell.key)?, cell)));
        let both: Vec<(&Cell, &Cell)> = both.collect();
        for (before, now) in &both {
            for (name, before, now) in same_variants(before, now) {
                leaves(&format!("variants.{name}"), before, now, &mut differs);
            }
        }
        if let (true, Some(before), Some(now)) =
            (both.is_empty(), earlier.cells.first(), self.cells.first())
        {
            leaves(
                "generator",
                &before.content[0],
                &now.content[0],
                &mut differs,
            );
        }
        shortened(lines)
    }

    /// Returns the cells, variants and measures of `earlier` that this spec no longer asks for, in words.
    pub fn dropped_since(&self, earlier: &Self) -> Vec<String> {
        let now = by_key(self);
        let cells = earlier
            .cells
            .iter()
            .filter(|cell| !now.contains_key(&*cell.key));
        let cells = cells.map(|cell| format!("the cell {}", cell.key));
        let names = |spec: &Self| -> BTreeSet<String> {
            let variants = spec.cells.iter().flat_map(|cell| &cell.variants);
            variants.map(|(name, _)| name.clone()).collect()
        };
        let own = names(self);
        let variants = names(earlier)
            .into_iter()
            .filter(|name| !own.contains(name));
        let variants = variants.map(|name| format!("the variant {name}"));
        let measures = earlier.measures.difference(&self.measures);
        let measures = measures.map(|measure| format!("the measure {}", measure.as_str()));
        shortened(cells.chain(variants).chain(measures).collect())
    }
}

fn by_key(spec: &Spec) -> BTreeMap<&str, &Cell> {
    spec.cells.iter().map(|cell| (&*cell.key, cell)).collect()
}

/// Returns the variants that the earlier and the present version of a cell have in common, each as (name, JSON of its keys before, JSON of its keys
/// now).
fn same_variants<'a>(before: &'a Cell, now: &'a Cell) -> Vec<(&'a str, &'a Value, &'a Value)> {
    let named = |cell: &'a Cell| {
        let variants = cell
            .variants
            .iter()
            .zip(cell.content[1].as_array().into_iter().flatten());
        variants.map(|((name, _), content)| (&**name, &content[1]))
    };
    let before: BTreeMap<&str, &Value> = named(before).collect();
    named(now)
        .filter_map(|(name, now)| Some((name, *before.get(name)?, now)))
        .collect()
}

/// Calls `differs` for every key below `key` with the key's path, its earlier value and its present value, as text.
fn leaves(key: &str, before: &Value, now: &Value, differs: &mut impl FnMut(&str, String, String)) {
    let (Value::Object(own), Value::Object(other)) = (before, now) else {
        let words = |value: &Value| match value {
            Value::Null => "nothing".to_owned(),
            value => super::cell::parameter(value).to_string(),
        };
        return differs(key, words(before), words(now));
    };
    let keys: BTreeSet<&String> = own.keys().chain(other.keys()).collect();
    for name in keys {
        let of =
            |all: &serde_json::Map<String, Value>| all.get(name).cloned().unwrap_or(Value::Null);
        leaves(&format!("{key}.{name}"), &of(own), &of(other), differs);
    }
}

fn shortened(lines: BTreeSet<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(MOST_SHOWN);
    let shown = lines.into_iter().take(MOST_SHOWN);
    let rest = (more > 0).then(|| format!("and {more} more"));
    shown.chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use testing::{CYCLIC, SpecText};

    fn spec(seed: u64, order: &str, examples: &str, more: &str) -> Spec {
        SpecText::new("basis\ndimension = 3\nexamples = 5")
            .seed(seed)
            .replicates(6)
            .variant("v", CYCLIC.replace("cyclic", order))
            .more(more)
            .sweep("generator.basis.examples", examples)
            .read(Spec::from_text)
    }

    #[test]
    fn changes_that_alter_trials_are_reported_key_by_key() {
        let before = spec(1, "cyclic", "5, 6", "");
        assert_eq!(before.altered_since(&before), [""; 0]);
        let now = spec(2, "random", "6, 7", "");
        assert_eq!(
            now.altered_since(&before),
            ["seed: 1 → 2", "variants.v.order: \"cyclic\" → \"random\""]
        );
        let other = spec(1, "cyclic", "8", "");
        assert_eq!(
            other.altered_since(&before),
            ["generator.basis.examples: 5 → 8"]
        );
    }

    #[test]
    fn removed_variants_and_measures_are_reported_and_additions_are_not() {
        let more = "[variants.w]\nrule = { perceptron = {} }\norder = \"stream\"\n";
        let claim = "[[claims]]\nname = \"leave-one-out-risk-bound\"\n";
        let (few, many) = (
            spec(1, "stream", "5", ""),
            spec(1, "stream", "5, 6", &format!("{more}{claim}")),
        );
        assert!(many.altered_since(&few).is_empty() && few.altered_since(&many).is_empty());
        assert!(many.dropped_since(&few).is_empty());
        let dropped = few.dropped_since(&many);
        assert!(dropped.contains(&"the variant w".to_owned()), "{dropped:?}");
        assert!(
            dropped
                .iter()
                .any(|line| line.starts_with("the cell basis")),
            "{dropped:?}"
        );
        assert!(
            dropped.iter().any(|line| line.starts_with("the measure")),
            "{dropped:?}"
        );
    }
}
