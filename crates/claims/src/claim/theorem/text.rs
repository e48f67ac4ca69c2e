//! Writes the texts of a theorem: with the values of its keys for a claim, and with the names of its keys for its documentation.

use super::key::{TheoremKey, kept};
use super::written::WrittenTheorem;
use perceptron::documented::{Documentation, unicode};

/// The texts of a theorem.
#[derive(Debug, Clone)]
pub(crate) struct TheoremTexts {
    pub says: String,
    pub formula: String,
    pub premise: String,
    pub source: String,
}

/// The texts of an entry. The source names the numbers of the statement in docs/theory.md.
pub(super) fn of(written: &WrittenTheorem) -> TheoremTexts {
    let source = written.source.trim();
    let numbers = format!("docs/theory.md: {}", written.number.join(", "));
    let source = match (source, written.number.as_slice()) {
        (source, []) => source.to_owned(),
        ("", _) => format!("{numbers}."),
        (source, _) => format!("{} ({numbers}).", source.trim_end_matches('.')),
    };
    TheoremTexts {
        says: written.says.trim().to_owned(),
        formula: written.formula.trim().to_owned(),
        premise: written.premise.trim().to_owned(),
        source,
    }
}

/// Replaces every `{{ KEY }}` of a text by what a function says of the key, and whether the place is within a formula.
pub(super) fn filled(text: &str, value: impl Fn(&str, bool) -> String) -> String {
    let mut parts = text.split("{{");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, rest) = part.split_once("}}").unwrap_or((part, ""));
        let is_formula = filled.matches('$').count() % 2 == 1;
        filled += &value(key.trim(), is_formula);
        filled += rest;
    }
    filled
}

/// The documentation of an entry, in which a key stands for its value.
pub(super) fn documentation(
    name: &str,
    texts: &TheoremTexts,
    relation: &str,
    written: &WrittenTheorem,
    keys: &[TheoremKey],
) -> Documentation {
    let named = |key: &str, is_formula: bool| {
        let key = key.replace("claim.", "");
        match is_formula {
            true => format!(r"\text{{{key}}}"),
            false => key,
        }
    };
    let indented = |text: &str| format!(" {}\n", filled(text, named).replace('\n', "\n "));
    let is_choice = |key: &String| {
        let mut own = keys.iter().filter(|own| own.name == key);
        own.any(|own| own.is_choice() && !own.is_retired)
    };
    let cases = written.case.iter();
    let cases = cases.filter(|case| case.when.keys().all(is_choice));
    let formulas = cases.filter_map(|case| {
        let when: Vec<String> = case
            .when
            .iter()
            .map(|(key, value)| format!("{key} = {value}"))
            .collect();
        let formula = case.formula.as_ref()?;
        Some(indented(&format!("{}: {formula}", when.join(", "))))
    });
    let formulas: String = formulas.collect();
    let example = format!("[[claims]]\nname = \"{name}\"\n{}", written.example.trim());
    let text = [
        indented(&unicode(&filled(&texts.says, named))),
        "\n # Formula\n".to_owned(),
        indented(&texts.formula),
        formulas,
        " # Premise\n".to_owned(),
        indented(&texts.premise),
        " # Source\n".to_owned(),
        indented(&texts.source),
        format!(" # Judged\n {relation}\n"),
        " # Examples\n ```toml\n".to_owned(),
        indented(example.trim_end()),
        " ```\n".to_owned(),
    ];
    let taken = keys.iter().filter(|key| !key.is_retired);
    let keys: Vec<(&'static str, &'static str)> = taken.map(|key| (key.name, key.about)).collect();
    Documentation {
        name: kept(name.to_owned()),
        text: kept(text.concat()),
        keys: Box::leak(keys.into_boxed_slice()),
    }
}
