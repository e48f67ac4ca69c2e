//! Tests that the prose of the committed specs cannot contradict their runs: its numbers are placeholders, or occur in the spec.

use crate::support::program::lab_into;
use claims::prose::Prose;
use perceptron_lab::study::spec_files;
use std::collections::BTreeSet;
use std::path::Path;
use tempfile::TempDir;

/// Words that compare; a run can contradict them like a number.
const COMPARISONS: &[&str] = &[
    "half",
    "thirds",
    "quarter",
    "quarters",
    "tenth",
    "tenths",
    "twice",
    "doubles",
    "rise",
    "rises",
    "fall",
    "falls",
    "grow",
    "grows",
    "shrink",
    "shrinks",
    "increase",
    "increases",
    "decrease",
    "decreases",
    "fewer",
    "more than",
    "less than",
    "larger than",
    "smaller than",
    "faster",
    "less",
    "larger",
    "smaller",
    "most of",
];

/// Words after which a number is a reference to a text.
const REFERENCES: &[&str] = &[
    "theorem",
    "theorems",
    "lemma",
    "corollary",
    "definition",
    "proposition",
    "eq.",
    "eqs.",
    "equation",
    "section",
    "figure",
    "step",
    "steps",
    "line",
    "page",
    "chapter",
    "note",
    "part",
];

/// Replaces a placeholder in a text that is searched.
const PLACEHOLDER: &str = "\u{1}";

/// A text of a spec, and the numbers and names of the spec that it may repeat.
struct Checked {
    text: String,
    values: BTreeSet<String>,
    claims: Vec<String>,
}

impl Checked {
    fn new(source: &str, key: &str) -> Option<Self> {
        let table: toml::Table = source.parse().unwrap();
        let text = table.get(key)?.as_str()?.to_owned();
        Some(Self::of(table, &text))
    }

    /// The words in which the claims of a spec answer its question.
    fn of_answers(source: &str) -> Vec<Self> {
        let table: toml::Table = source.parse().unwrap();
        let claims = table.get("claims").and_then(toml::Value::as_array);
        let words = claims.into_iter().flatten().filter_map(|claim| {
            let (_, words) = claim.get("answers")?.as_table()?.iter().next()?;
            Some(words.as_str()?.to_owned())
        });
        let words: Vec<String> = words.collect();
        words
            .iter()
            .map(|words| Self::of(table.clone(), words))
            .collect()
    }

    fn of(mut table: toml::Table, text: &str) -> Self {
        let prose = Prose::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        // The words of an answer are not values of the spec.
        let mut written = table.get_mut("claims").and_then(toml::Value::as_array_mut);
        for claim in written.iter_mut().flat_map(|claims| claims.iter_mut()) {
            claim.as_table_mut().unwrap().remove("answers");
        }
        let claims = table.get("claims").and_then(toml::Value::as_array);
        let claims = claims.into_iter().flatten().flat_map(|claim| {
            ["id", "name"].map(|key| {
                claim
                    .get(key)
                    .and_then(toml::Value::as_str)
                    .map(str::to_owned)
            })
        });
        let mut values = BTreeSet::from(["0", "1", "-1", "2"].map(str::to_owned));
        for (key, value) in &table {
            if !["title", "question", "analysis", "answer"].contains(&key.as_str()) {
                collect(&value.to_string(), &mut values);
                collect(key, &mut values);
            }
        }
        Self {
            text: prose.literals().join(PLACEHOLDER),
            values,
            claims: claims.flatten().collect(),
        }
    }

    /// Whether the spec contains this number, or one that rounds to it.
    fn has(&self, number: &str) -> bool {
        let places = number
            .split_once('.')
            .map_or(0, |(_, decimals)| decimals.len());
        let rounds = |value: &String| {
            let value: Option<f64> = value.parse().ok();
            value.is_some_and(|value| places > 1 && format!("{value:.places$}") == number)
        };
        self.values.contains(number) || self.values.iter().any(rounds)
    }

    /// All parts of the text that a run could contradict.
    fn offences(&self) -> Vec<String> {
        let paragraphs = self.text.split("\n\n");
        let sentences = paragraphs.flat_map(|paragraph| {
            let joined = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            sentences(&joined)
        });
        sentences
            .flat_map(|sentence| self.offences_in(&sentence))
            .collect()
    }

    fn offences_in(&self, sentence: &str) -> Vec<String> {
        let is_decided = self.claims.iter().any(|claim| {
            [format!("“{claim}”"), format!("`{claim}`")]
                .iter()
                .any(|quoted| sentence.contains(quoted))
        });
        let shown = sentence.replace(PLACEHOLDER, "{{…}}");
        if is_decided || has_label(sentence) {
            return Vec::new();
        }
        let plain = without_formulas(sentence);
        let numbers = numbers(&plain);
        let numbers = numbers.into_iter().filter(|number| !self.has(number));
        let numbers = numbers.map(|number| format!("the number {number}: {shown}"));
        let spaced = spaced(&plain.replace("half-", "half").replace("Half-", "half"));
        let is_computed = sentence.contains(PLACEHOLDER);
        let words = COMPARISONS
            .iter()
            .filter(|word| !is_computed && spaced.contains(&format!(" {word} ")));
        let words = words.map(|word| format!("the comparison “{word}”: {shown}"));
        numbers.chain(words).collect()
    }
}

/// A text in lower case with one space around every word.
fn spaced(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    format!(" {} ", words.join(" "))
}

fn sentences(text: &str) -> Vec<String> {
    let ends = text
        .replace("eq. ", "eq.\u{2}")
        .replace("eqs. ", "eqs.\u{2}");
    let parts = ends
        .split_inclusive(". ")
        .flat_map(|part| part.split_inclusive("? "));
    parts.map(|part| part.replace('\u{2}', " ")).collect()
}

/// Whether a sentence contains a label of the theory: C-B3, T12 or X2.
fn has_label(sentence: &str) -> bool {
    let words = sentence.split(|letter: char| !(letter.is_alphanumeric() || letter == '-'));
    words.into_iter().any(|word| {
        let rest = word
            .strip_prefix("C-")
            .map(|rest| rest.trim_start_matches(|letter: char| letter.is_ascii_uppercase()));
        let rest = rest.or_else(|| word.strip_prefix(['T', 'X']));
        rest.is_some_and(|rest| {
            !rest.is_empty() && rest.chars().all(|letter| letter.is_ascii_digit())
        })
    })
}

/// The text without TeX, code and quotations.
fn without_formulas(text: &str) -> String {
    let mut kept = text.to_owned();
    for (open, close) in [("$", "$"), ("`", "`"), ("\"", "\""), ("“", "”"), ("{", "}")] {
        while let Some(start) = kept.find(open) {
            let after = start + open.len();
            let Some(end) = kept[after..].find(close) else {
                break;
            };
            kept.replace_range(start..after + end + close.len(), " formula ");
        }
    }
    kept
}

/// All numbers outside of formulas that do not follow a word for a reference.
fn numbers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut before = String::new();
    let text = joined_thousands(text);
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|letter: char| "()[]{},;:.?!—–%".contains(letter));
        let is_reference = REFERENCES.contains(&before.to_lowercase().as_str());
        if !is_reference && let Some(number) = plain_number(bare) {
            found.push(number);
        }
        if !(is_reference
            && (word == "and" || bare.starts_with(|letter: char| letter.is_ascii_digit())))
        {
            before = word.trim_end_matches(',').to_owned();
        }
    }
    found
}

/// The text with numbers such as 20 000 written as 20000.
fn joined_thousands(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let digits = |word: &str| word.chars().all(|letter| letter.is_ascii_digit());
        let group = word.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        let is_group = group.len() == 3 && digits(group);
        match words.last_mut() {
            Some(last) if is_group && last.len() <= 3 && digits(last) => *last += word,
            _ => words.push(word.to_owned()),
        }
    }
    words.join(" ")
}

/// The word if it is only a number, in the form in which values are compared.
fn plain_number(word: &str) -> Option<String> {
    let word = word.replace('−', "-").replace(['\u{202f}', '\u{a0}'], "");
    let digits = word.trim_start_matches(['-', '+', '<', '>', '=', '≈', '±', '≤', '≥', '~']);
    let is_number = digits.starts_with(|letter: char| letter.is_ascii_digit())
        && digits
            .chars()
            .all(|letter| letter.is_ascii_digit() || "./".contains(letter));
    is_number.then(|| match word.starts_with('-') {
        true => format!("-{digits}"),
        false => digits.to_owned(),
    })
}

/// The numbers in the text of a value, as they are written.
fn collect(text: &str, values: &mut BTreeSet<String>) {
    let is_end = |letter: char| !(letter.is_ascii_digit() || "./-".contains(letter));
    for word in text.split(is_end) {
        let word = word.trim_end_matches(['.', '/', '-']);
        if word.is_empty() {
            continue;
        }
        values.insert(word.to_owned());
        values.insert(word.trim_start_matches('-').to_owned());
        values.extend(word.split(['/', '-']).map(str::to_owned));
        if let Ok(number) = word.parse::<f64>() {
            values.insert(number.to_string());
            values.insert(format!("{}", 100.0 * number));
        }
    }
}

#[test]
fn spec_prose_has_no_hard_coded_results() {
    let mut offences = Vec::new();
    let paths = spec_files(Path::new("experiments")).into_iter();
    // The examples of errata are fixed, and `scripts/goldens.py` recomputes the numbers about them.
    for path in paths.filter(|path| !path.starts_with("experiments/errata")) {
        let source = std::fs::read_to_string(&path).unwrap();
        for key in ["title", "analysis", "answer"] {
            let checked = Checked::new(&source, key);
            let own = checked
                .map(|checked| checked.offences())
                .unwrap_or_default();
            offences.extend(
                own.iter()
                    .map(|own| format!("{} {key}: {own}", path.display())),
            );
        }
        for words in Checked::of_answers(&source) {
            // A comparison in them is the claim's own, and they stand only where its verdict is the expected one.
            let own = words.offences().into_iter();
            let own = own.filter(|own| !own.starts_with("the comparison"));
            offences.extend(own.map(|own| format!("{} answers: {own}", path.display())));
        }
    }
    assert!(
        offences.is_empty(),
        "{} of them:\n{}",
        offences.len(),
        offences.join("\n")
    );
}

#[test]
fn every_spec_has_a_placeholder_computed_from_its_run() {
    let without = spec_files(Path::new("experiments"))
        .into_iter()
        .filter(|path| {
            let table: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
            let texts = ["analysis", "answer"]
                .into_iter()
                .filter_map(|key| table.get(key)?.as_str());
            let computed = texts.map(|text| Prose::parse(text).unwrap().placeholders().len());
            computed.sum::<usize>() == 0
        });
    let without: Vec<String> = without.map(|path| path.display().to_string()).collect();
    assert!(
        without.is_empty(),
        "no placeholder in {} specs:\n{}",
        without.len(),
        without.join("\n")
    );
}

#[test]
fn prose_that_a_run_could_contradict_is_found() {
    let source = "analysis = '''The stream is cut at 20 000 examples, so the share falls to 0.4. \
        At γ = 0.05 it is {{ trials() }}; by Lemma 2 and step 3 at most 3/γ² hold. \
        The count grows (C-V3). XOR has a margin of 7 (T4).'''\ngenerator = { gamma = 0.05 }\n";
    let found = Checked::new(source, "analysis").unwrap().offences();
    let words: Vec<&str> = found
        .iter()
        .map(|line| line.split_once(": ").unwrap().0)
        .collect();
    assert_eq!(
        words,
        [
            "the number 20000",
            "the number 0.4",
            "the comparison “falls”"
        ]
    );
}

#[test]
fn spec_prose_stays_true_at_another_seed() {
    let results = TempDir::new().unwrap();
    let (_, json, stderr) = lab_into(results.path(), &["reproduce", "--reseed", "1", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(found["reseeds"][0]["failed"], 0, "{stderr}");
    let stale = found["stale_prose"].as_array().cloned().unwrap_or_default();
    assert!(stale.is_empty(), "{stale:#?}");
}
