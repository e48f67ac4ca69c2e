//! Writes a table of results as a `tabular` environment for LaTeX with the rules of the package booktabs.
//!
//! Numbers stand in columns that are aligned on the right. The decimal points of a column are below each other because invisible digits (`\phantom`)
//! fill up the decimals, so that no package for the alignment is needed.

use super::content::{DataCell, DataTable, TableOrigin};
use super::number_text::{self, MISSING};
use claims::numbers;
use claims::prose::TableValue;

pub(super) fn written(table: &DataTable, origin: &TableOrigin) -> String {
    let table = &table.without_constant_keys();
    let columns = (0..table.columns.len()).map(|place| TexColumn {
        kind: if table.is_words(place) { "l" } else { "r" }.to_owned(),
        head: named(&table.columns[place].name),
        cells: column(table, place),
    });
    tabular("booktabs", &columns.collect::<Vec<_>>(), origin)
}

/// A column of a `tabular`: its kind in the preamble, its head and its cells.
pub(super) struct TexColumn {
    pub(super) kind: String,
    pub(super) head: String,
    pub(super) cells: Vec<String>,
}

/// A `tabular` of these columns, which needs these packages, with comments that say what made it.
pub(super) fn tabular(packages: &str, columns: &[TexColumn], origin: &TableOrigin) -> String {
    let comments = origin.lines().into_iter().map(|line| format!("% {line}\n"));
    let kinds = columns.iter().map(|column| column.kind.as_str());
    let count = columns.first().map_or(0, |column| column.cells.len());
    let rows = (0..count).map(|row| line(columns.iter().map(|column| column.cells[row].clone())));
    let parts = [
        comments.collect::<String>(),
        format!("% needs \\usepackage{{{packages}}}\n"),
        format!("\\begin{{tabular}}{{{}}}\n", kinds.collect::<String>()),
        "\\toprule\n".to_owned(),
        line(columns.iter().map(|column| column.head.clone())),
        "\\midrule\n".to_owned(),
        rows.collect(),
        "\\bottomrule\n\\end{tabular}\n".to_owned(),
    ];
    parts.concat()
}

/// The name of a column; what stands between dollar signs is mathematics, and stays as it is.
pub(super) fn named(name: &str) -> String {
    let parts: Vec<&str> = name.split('$').collect();
    if parts.len().is_multiple_of(2) {
        return escaped(name);
    }
    let part = |(place, part): (usize, &&str)| match place % 2 {
        0 => escaped(part),
        _ => format!("${part}$"),
    };
    parts.iter().enumerate().map(part).collect()
}

/// A row of cells. After the end of a row, LaTeX would take a bracket or a star for an argument.
fn line(cells: impl Iterator<Item = String>) -> String {
    let cells = cells.map(|cell| match cell.starts_with(['[', '*']) {
        true => format!("{{}}{cell}"),
        false => cell,
    });
    cells.collect::<Vec<_>>().join(" & ") + " \\\\\n"
}

/// The sign between the digits of a number and its power of ten.
const TIMES: char = '·';

/// A number that is split for the alignment of its column: digits before the point, the decimals with their point, and what follows.
#[derive(Default)]
struct SplitNumber {
    whole: String,
    decimals: String,
    rest: String,
}

impl SplitNumber {
    /// Splits a number as it is written for people; `None` if it is not in digits.
    fn of(text: &str) -> Option<Self> {
        let text: &str = &number_text::with_digits(text);
        let (digits, rest) = match text.find([TIMES, ' ']) {
            Some(at) => text.split_at(at),
            None => (text, ""),
        };
        let is_number = digits.parse::<f64>().is_ok();
        let at = digits.find('.').unwrap_or(digits.len());
        is_number.then(|| Self {
            whole: digits[..at].to_owned(),
            decimals: digits[at..].to_owned(),
            rest: rest.to_owned(),
        })
    }

    /// Adds zeros at the end until the number has this many decimals.
    fn fill_up(&mut self, decimals: usize) {
        if decimals > 0 && !self.rest.starts_with(TIMES) {
            let point = if self.decimals.is_empty() { "." } else { "" };
            self.decimals += point;
            let missing = (decimals + 1).saturating_sub(self.decimals.len());
            self.decimals += &"0".repeat(missing);
        }
    }

    /// The number in math mode; `decimals` and `whole` are the longest parts in its column, to which it is filled up.
    fn tex(&self, whole: usize, decimals: &str) -> String {
        let before = "0".repeat(whole.saturating_sub(self.whole.len()));
        let rest = match self.rest.strip_prefix("·10") {
            Some(exponent) => format!(r" \cdot 10^{{{}}}", numbers::lowered(exponent)),
            None if self.rest.trim() == "%" => r"\,\%".to_owned(),
            None => String::new(),
        };
        let after = match self.rest.starts_with(TIMES) {
            true => "",
            false => decimals.get(self.decimals.len()..).unwrap_or(""),
        };
        let hidden = |digits: &str| match digits.is_empty() {
            true => String::new(),
            false => format!(r"\phantom{{{digits}}}"),
        };
        let (own, before, after) = (&self.decimals, hidden(&before), hidden(after));
        format!("{before}{}{own}{after}{rest}", self.whole)
    }
}

/// The longest part before the point, and the longest decimals, of some numbers in digits.
fn longest<'n>(numbers: impl Iterator<Item = &'n SplitNumber>) -> (usize, String) {
    numbers
        .filter(|number| !number.rest.starts_with(TIMES))
        .fold((0, String::new()), |(whole, decimals), number| {
            let longer = number.decimals.len() > decimals.len();
            (
                whole.max(number.whole.len()),
                if longer {
                    number.decimals.replace(|c: char| c != '.', "0")
                } else {
                    decimals
                },
            )
        })
}

/// The cells of the column at this position.
fn column(table: &DataTable, place: usize) -> Vec<String> {
    let cells = || table.rows.iter().map(|row| &row[place]);
    if table.is_words(place) {
        return cells().map(|cell| escaped(&cell.text())).collect();
    }
    if table.columns[place].is_interval {
        return intervals(cells());
    }
    let texts: Vec<String> = cells().map(DataCell::text).collect();
    let split = texts.iter().map(|text| SplitNumber::of(text));
    let mut split: Vec<Option<SplitNumber>> = split.collect();
    let (_, decimals) = longest(split.iter().flatten());
    for (number, cell) in split.iter_mut().zip(cells()) {
        if let (Some(number), DataCell::Computed(TableValue::Number(value, format))) =
            (number, cell)
        {
            let known = number_text::known_decimals(*value, *format);
            number.fill_up(known.min(decimals.len().saturating_sub(1)));
        }
    }
    let pairs = texts.iter().zip(&split);
    let cell = |(text, split): (&String, &Option<SplitNumber>)| match split {
        Some(number) => format!("${}$", number.tex(0, &decimals)),
        None => escaped(text),
    };
    pairs.map(cell).collect()
}

/// The cells of a column of numbers with half the width of an interval, which are aligned on the points of both numbers.
fn intervals<'c>(cells: impl Iterator<Item = &'c DataCell>) -> Vec<String> {
    let split = |cell: &DataCell| match cell {
        DataCell::Computed(TableValue::Interval(value, half, format)) => {
            let [value, half, unit] = number_text::interval(*value, half.as_ref().ok(), *format);
            let (value, half) = (
                SplitNumber::of(&value)?,
                SplitNumber::of(&format!("{half}{unit}")),
            );
            Some((value, half))
        }
        DataCell::Key(_) | DataCell::Computed(_) => None,
    };
    let split: Vec<Option<(SplitNumber, Option<SplitNumber>)>> = cells.map(split).collect();
    let known = || split.iter().flatten();
    let (_, of_values) = longest(known().map(|(value, _)| value));
    let (whole, of_halves) = longest(known().filter_map(|(_, half)| half.as_ref()));
    let cell = |pair: &Option<(SplitNumber, Option<SplitNumber>)>| match pair {
        None => escaped(MISSING),
        Some((value, half)) => {
            let half = half
                .as_ref()
                .map_or_else(|| r"\infty".to_owned(), |half| half.tex(whole, &of_halves));
            format!(r"${} \pm {half}$", value.tex(0, &of_values))
        }
    };
    split.iter().map(cell).collect()
}

/// Text for LaTeX: characters with a meaning in LaTeX are escaped, and symbols that its standard fonts have only in formulas are formulas.
pub(super) fn escaped(text: &str) -> String {
    let mut written = String::new();
    let mut formula = String::new();
    for letter in text.chars() {
        match symbol(letter) {
            Some(symbol) => formula += symbol.trim_end_matches(' '),
            None => {
                flush(&mut formula, &mut written);
                written += &plain(letter);
            }
        }
        // A command ends at the next character that is no letter.
        if !formula.is_empty() && formula.ends_with(|last: char| last.is_ascii_alphabetic()) {
            formula.push(' ');
        }
    }
    flush(&mut formula, &mut written);
    written.replace("--", "-{}-").replace("--", "-{}-")
}

fn flush(formula: &mut String, written: &mut String) {
    if !formula.is_empty() {
        *written += &format!("${}$", formula.trim_end());
        formula.clear();
    }
}

/// A character outside formulas. Letters that pdflatex cannot show without further packages are named by their number in Unicode.
fn plain(letter: char) -> String {
    match letter {
        '\\' => r"\textbackslash{}".into(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!(r"\{letter}"),
        '~' => r"\textasciitilde{}".into(),
        '^' => r"\textasciicircum{}".into(),
        '"' => "''".into(),
        '`' => r"\textasciigrave{}".into(),
        '–' => r"\textendash{}".into(),
        '—' => r"\textemdash{}".into(),
        '…' => r"\dots{}".into(),
        '“' | '„' => "``".into(),
        '”' => "''".into(),
        '‘' => "`".into(),
        '’' => "'".into(),
        letter if letter.is_whitespace() => " ".into(),
        letter if letter.is_ascii_graphic() || LETTERS.contains(letter) => letter.into(),
        letter => format!(r"\texttt{{U+{:04X}}}", letter as u32),
    }
}

/// Letters with accents that the standard fonts of pdflatex have.
const LETTERS: &str = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿĀāĂăĆćĈĉĊċČčĎďĒēĔĕĖėĚěĜĝĞğĠġĤĥĨĩĪīĬĭİıĴĵĹĺĽľŁłŃńŇňŌōŎŏŐőŒœŔŕŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŴŵŶŷŸŹźŻżŽž";

/// The formula of a symbol, if it is set as one.
fn symbol(letter: char) -> Option<&'static str> {
    let found = SYMBOLS.iter().find(|(symbol, _)| *symbol == letter);
    found.map(|(_, formula)| *formula)
}

/// Symbols and their formulas.
const SYMBOLS: [(char, &str); 79] = [
    ('<', "<"),
    ('>', ">"),
    ('|', "|"),
    ('±', r"\pm"),
    ('×', r"\times"),
    ('·', r"\cdot"),
    ('÷', r"\div"),
    ('−', "-"),
    ('≤', r"\le"),
    ('≥', r"\ge"),
    ('≠', r"\ne"),
    ('≈', r"\approx"),
    ('∞', r"\infty"),
    ('√', r"\surd"),
    ('∈', r"\in"),
    ('⟨', r"\langle"),
    ('⟩', r"\rangle"),
    ('‖', r"\|"),
    ('→', r"\to"),
    ('⁰', "{}^0"),
    ('¹', "{}^1"),
    ('²', "{}^2"),
    ('³', "{}^3"),
    ('⁴', "{}^4"),
    ('⁵', "{}^5"),
    ('⁶', "{}^6"),
    ('⁷', "{}^7"),
    ('⁸', "{}^8"),
    ('⁹', "{}^9"),
    ('⁻', "{}^-"),
    ('₀', "{}_0"),
    ('₁', "{}_1"),
    ('₂', "{}_2"),
    ('₃', "{}_3"),
    ('₄', "{}_4"),
    ('₅', "{}_5"),
    ('₆', "{}_6"),
    ('₇', "{}_7"),
    ('₈', "{}_8"),
    ('₉', "{}_9"),
    ('α', r"\alpha"),
    ('β', r"\beta"),
    ('γ', r"\gamma"),
    ('δ', r"\delta"),
    ('ε', r"\varepsilon"),
    ('ζ', r"\zeta"),
    ('η', r"\eta"),
    ('θ', r"\theta"),
    ('ι', r"\iota"),
    ('κ', r"\kappa"),
    ('λ', r"\lambda"),
    ('μ', r"\mu"),
    ('µ', r"\mu"),
    ('ν', r"\nu"),
    ('ξ', r"\xi"),
    ('π', r"\pi"),
    ('ρ', r"\rho"),
    ('σ', r"\sigma"),
    ('τ', r"\tau"),
    ('υ', r"\upsilon"),
    ('φ', r"\varphi"),
    ('χ', r"\chi"),
    ('ψ', r"\psi"),
    ('ω', r"\omega"),
    ('Γ', r"\Gamma"),
    ('Δ', r"\Delta"),
    ('Θ', r"\Theta"),
    ('Λ', r"\Lambda"),
    ('Ξ', r"\Xi"),
    ('Π', r"\Pi"),
    ('Σ', r"\Sigma"),
    ('Φ', r"\Phi"),
    ('Ψ', r"\Psi"),
    ('Ω', r"\Omega"),
    ('ℓ', r"\ell"),
    ('°', r"{}^\circ"),
    ('′', r"{}^\prime"),
    ('∑', r"\sum"),
    ('∥', r"\|"),
];
