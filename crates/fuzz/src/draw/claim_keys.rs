//! Draws the keys that a claim has for itself, such as formulas and factors.

use super::chance::Chance;
use claims::claim::{Form, Registered};
use perceptron::documented::{End, Key, Shape};
use strum::VariantNames;

/// Columns whose values a drawn claim may state.
const NUMBERS: &[&str] = &[
    "updates",
    "mistakes",
    "passes",
    "draws",
    "max_margin_squared",
    "training_errors",
    "dichotomies",
    "updates_min",
    "updates_expected",
    "states",
    "risk",
    "radius_squared",
    "leave_one_out_error",
    "sample_margin",
    "output_norm_squared",
    "consistent_arc",
];

/// Draws the TOML keys that only the named claim has, one per line.
pub(super) fn own_keys(chance: &mut Chance, name: &str) -> String {
    match name {
        "stated-value" => {
            let column = chance.pick(NUMBERS);
            let value = chance.pick(&["0", "1", "2", "\"1/2\""]);
            format!("column = \"{column}\"\nvalue = {value}\n")
        }
        "stated-expectation" => {
            let column = chance.pick(NUMBERS);
            let above = chance.pick(&["", "above = 1\n", "above = \"1/3\"\n"]);
            format!("column = \"{column}\"\nvalue = \"1/2\"\n{above}")
        }
        "smaller-risk-on-average" => {
            let range = seldom(chance, "range = [-0.5, 0.25]\n");
            format!("{}{range}", seldom(chance, "at_most = \"1/10\"\n"))
        }
        "usually-smaller" => {
            let column = chance.pick(NUMBERS);
            format!(
                "column = \"{column}\"\n{}",
                seldom(chance, "at_least = \"1/10\"\n")
            )
        }
        "rank-correlation" => format!("{}at_least = 0.5\n", trend(chance)),
        "scaling-exponent" => format!("{}exponent = 1.0\ntolerance = 0.5\n", trend(chance)),
        "conjecture" => conjecture(chance),
        theorem => declared(chance, theorem),
    }
}

/// Draws the keys of a theorem from their declarations, and sometimes another limit than its own.
fn declared(chance: &mut Chance, theorem: &str) -> String {
    let keys = Registered::own_keys(theorem);
    let drawn = keys.iter().filter_map(|key| {
        let is_drawn = key.required || chance.percent(40);
        let value = is_drawn.then(|| value(chance, key))??;
        Some(format!("{} = {value}\n", key.name))
    });
    let drawn: String = drawn.collect();
    match chance.percent(5) {
        true => drawn + "limit = \"2\"\n",
        false => drawn,
    }
}

/// Draws a value of a key within its range; `None` for a key of another kind than those of theorems.
fn value(chance: &mut Chance, key: &Key) -> Option<String> {
    let ends = key.range.map(|range| range.ends().map(|end| end.copied()));
    let [least, most] = ends.unwrap_or([None, None]);
    let of = |end: Option<End>, otherwise: f64| {
        end.map_or(otherwise, |end| {
            end.numerator as f64 / end.denominator as f64
        })
    };
    let (least, most) = (of(least, 0.0), of(most, 4.0));
    let part = chance.pick(&[0.05, 0.25, 0.5, 0.9]);
    let number = least + part * (most - least);
    match &key.shape {
        Shape::Choice(members) => {
            let names: Vec<&str> = members.iter().map(|member| member.name).collect();
            Some(format!("\"{}\"", chance.pick(&names)))
        }
        Shape::Natural => Some(chance.between(0, 6).to_string()),
        Shape::Number => Some(format!("{number:?}")),
        Shape::Own(..) => Some(format!("\"{number}\"")),
        _ => None,
    }
}

/// Draws the TOML table of a conjecture: two formulas to compare, a quantifier, and sometimes a premise.
fn conjecture(chance: &mut Chance) -> String {
    let form = chance.pick(Form::VARIANTS);
    let delta = match form {
        "with-probability" => "delta = 0.1\n",
        _ => "",
    };
    let premise = match chance.percent(30) {
        true => "premises = [\"positive-sample-margin\"]\n",
        false => "",
    };
    let [observed, limit] = [(); 2].map(|()| formula(chance, 2));
    format!("observed = \"{observed}\"\nlimit = \"{limit}\"\nform = \"{form}\"\n{delta}{premise}")
}

/// Draws a formula over columns of a trial, nested `levels` deep; sometimes it has no value, such as after a division by 0.
fn formula(chance: &mut Chance, levels: u32) -> String {
    if levels == 0 || chance.percent(20) {
        let leaf = chance.pick(&[
            "updates",
            "mistakes",
            "examples",
            "dimension",
            "radius",
            "sample_margin",
            "risk",
            "0",
            "1",
            "2",
            "0.5",
        ]);
        return leaf.to_owned();
    }
    let [a, b] = [(); 2].map(|()| formula(chance, levels - 1));
    match chance.pick(&["+", "-", "*", "/", "^", "sqrt", "log", "min", "max"]) {
        "^" => format!("({a})^{}", chance.pick(&["2", "3", "-1", "(1/2)"])),
        call @ ("sqrt" | "log") => format!("{call}({a})"),
        call @ ("min" | "max") => format!("{call}({a}, {b})"),
        operator => format!("(({a}) {operator} ({b}))"),
    }
}

fn trend(chance: &mut Chance) -> String {
    let of = chance.pick(&["updates", "mistakes", "risk", "radius"]);
    let statistic = chance.pick(&[
        "\"median\"",
        "\"mean\"",
        "{ quantile = 0.9 }",
        "\"standard_deviation\"",
    ]);
    format!("of = \"{of}\"\nagainst = \"examples\"\nstatistic = {statistic}\n")
}

/// Returns a text in one of five draws, and nothing in the others.
fn seldom(chance: &mut Chance, text: &str) -> String {
    match chance.percent(20) {
        true => text.to_owned(),
        false => String::new(),
    }
}
