//! Checks that the formulas which theorems quote define their symbols: as the columns do, or in their own text.

use claims::trial::AnyColumn;
use std::collections::{BTreeMap, BTreeSet};
use toml::{Table, Value};

/// The notation that all pages share: example and label, vectors, indices, probability, mistakes, loss and the numbers e and π.
const COMMON: [&str; 16] = [
    "x", "y", "w", "u", "z", r"\theta", "i", "j", "k", "s", "t", "P", "M", r"\ell", "e", r"\pi",
];

const GREEK: [&str; 16] = [
    "alpha",
    "gamma",
    "delta",
    "varepsilon",
    "eta",
    "theta",
    "lambda",
    "mu",
    "pi",
    "rho",
    "sigma",
    "tau",
    "chi",
    "Phi",
    "ell",
    "psi",
];

/// The symbols of columns that are one letter, each with the stem of the column's name.
fn of_columns() -> BTreeMap<&'static str, &'static str> {
    let columns = AnyColumn::all().map(|column| {
        let (symbol, name) = (column.declared().symbol, column.name());
        let stem = |text: &'static str, end| text.strip_suffix(end).unwrap_or(text);
        (stem(symbol, "^2"), stem(name, "_squared"))
    });
    let is_letter =
        |symbol: &str| symbol.len() == 1 || GREEK.contains(&symbol.trim_start_matches('\\'));
    columns.filter(|(symbol, _)| is_letter(symbol)).collect()
}

/// The letters and Greek letters of the parts between dollar signs, without words.
fn symbols(formula: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for part in formula.split('$').skip(1).step_by(2) {
        let mut rest = part;
        while let Some(letter) = rest.chars().next() {
            let after = &rest[letter.len_utf8()..];
            let word: String = after
                .chars()
                .take_while(char::is_ascii_alphabetic)
                .collect();
            rest = match letter {
                '\\' if ["text", "operatorname", "mathbb"].contains(&&*word) => {
                    &after[after.find('}').unwrap()..]
                }
                '\\' => {
                    found.extend(GREEK.contains(&&*word).then(|| format!("\\{word}")));
                    &after[word.len()..]
                }
                '{' if after.starts_with('{') => &after[after.find('}').unwrap()..],
                letter => {
                    found.extend(letter.is_ascii_alphabetic().then(|| letter.to_string()));
                    after
                }
            };
        }
    }
    found
}

/// Whether a text says what a symbol is: `symbol = …`, or words after a formula that begins with it.
fn defines(text: &str, symbol: &str) -> bool {
    let says = |(start, _): (usize, &str)| {
        let after = &text[start + symbol.len()..];
        let arguments = after.starts_with('(').then(|| after.find(')')).flatten();
        let after = &after[arguments.map_or(0, |end| end + 1)..];
        let (own, rest) = after.split_at(after.find([' ', '=', '$']).unwrap_or(after.len()));
        let is_equation = own.len() <= 8 && rest.trim_start().starts_with('=');
        let (span, words) = after.split_once('$').unwrap_or((after, ""));
        let is_named = text[..start].ends_with('$') && span.len() <= 14;
        let words = words.strip_prefix(' ').unwrap_or_default();
        is_equation || is_named && words.starts_with(|letter: char| letter.is_ascii_lowercase())
    };
    text.match_indices(symbol).any(says)
}

/// All texts of an entry under some keys, also those of its cases.
fn texts<'e>(entry: &'e Table, keys: &'e [&str]) -> Vec<&'e str> {
    let cases = entry
        .get("case")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let tables = cases.filter_map(Value::as_table).chain([entry]);
    let abbreviations = entry.get("where").and_then(Value::as_table);
    let own = tables.flat_map(|table| keys.iter().filter_map(|key| table.get(*key)));
    own.chain(abbreviations.into_iter().flat_map(Table::values))
        .filter_map(Value::as_str)
        .collect()
}

/// The symbols of an entry's formulas that neither the columns nor the texts say.
fn undefined(entry: &Table, columns: &BTreeMap<&str, &str>) -> Vec<String> {
    let judged = texts(entry, &["observed", "limit"]).join(" ");
    let is_of_name = |letter: char| letter.is_alphanumeric() || "_.".contains(letter);
    let words = judged.split(|letter| !is_of_name(letter));
    let names: BTreeSet<&str> = words
        .map(|word| word.strip_suffix("_squared").unwrap_or(word))
        .collect();
    // A theorem about a given margin calls it γ, whichever it is.
    let has_margin = names.iter().any(|name| name.ends_with("margin"));
    let reads = |symbol: &str| match symbol {
        r"\gamma" => has_margin,
        r"\delta" => names.contains("claim.delta"),
        _ => columns.get(symbol).is_some_and(|name| names.contains(name)),
    };
    let mut found = Vec::new();
    for formula in texts(entry, &["formula"]) {
        let own = symbols(formula).into_iter();
        let open = own.filter(|symbol| !COMMON.contains(&&**symbol) && !reads(symbol));
        found.extend(
            open.filter(|symbol| !defines(formula, symbol))
                .map(|symbol| format!("{symbol} in {formula}")),
        );
    }
    found
}

#[test]
fn symbols_of_quoted_formulas_are_those_of_the_columns_or_defined() {
    let columns = of_columns();
    assert_eq!(columns["R"], "radius");
    let mut found = Vec::new();
    for file in std::fs::read_dir("theorems").unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for (name, entry) in text.parse::<Table>().unwrap() {
            let own = undefined(entry.as_table().unwrap(), &columns).into_iter();
            found.extend(own.map(|symbol| format!("{name}: {symbol}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_symbol_that_nothing_defines_is_found() {
    let columns = of_columns();
    let found = |formula: &str| {
        let text =
            format!("formula = '{formula}'\nobserved = \"mistakes\"\nlimit = \"radius_squared\"");
        undefined(&text.parse().unwrap(), &columns)
    };
    assert!(found(r"$M \le R^2 \text{ and } q^2$, $q$ a guess").is_empty());
    assert_eq!(found(r"$M \le R^2 + N$"), [r"N in $M \le R^2 + N$"]);
    assert_eq!(found(r"$M \le \tau q$, $q = 2$").len(), 1);
}
