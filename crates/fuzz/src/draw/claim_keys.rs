//! Draws the keys that a claim has for itself, such as formulas and factors.

use super::chance::Chance;

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
        "loss-of-errors" => seldom(chance, "strict = true\n"),
        "output-norm-at-most" | "output-norm-at-least" => seldom(chance, "reversed = true\n"),
        "stated-count" => format!("updates = {}\n", chance.between(0, 6)),
        "stated-value" => {
            let column = chance.pick(NUMBERS);
            let value = chance.pick(&["0", "1", "2", "\"1/2\""]);
            format!("column = \"{column}\"\nvalue = {value}\n")
        }
        "exchangeable-mistakes" => seldom(chance, "of = \"mean\"\n"),
        "random-draws-bound" => format!(
            "delta = {}\n",
            chance.pick(&["\"1/2\"", "\"1/20\"", "\"9/10\""])
        ),
        "stated-expectation" => {
            let column = chance.pick(NUMBERS);
            let above = chance.pick(&["", "above = 1\n", "above = \"1/3\"\n"]);
            format!("column = \"{column}\"\nvalue = \"1/2\"\n{above}")
        }
        "risk-at-most-distinct-mistakes" => {
            format!(
                "event = \"{}\"\n",
                chance.pick(&["error", "margin-mistake"])
            )
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
        "rarely-more-updates" => format!("probability = {}\n", chance.pick(&["0.0", "0.1"])),
        "teacher-student-mistakes" => format!("tolerance = {}\n", chance.pick(&["0.1", "0.9"])),
        "sample-complexity" => {
            let of = chance.pick(&["risk", "excess_risk"]);
            let constant = chance.pick(&["0.5", "3.0"]);
            format!("of = \"{of}\"\nconstant = {constant}\nexponent = 1.0\n")
        }
        "rank-correlation" => format!("{}at_least = 0.5\n", trend(chance)),
        "scaling-exponent" => format!("{}exponent = 1.0\ntolerance = 0.5\n", trend(chance)),
        "conjecture" => conjecture(chance),
        _ => keys_of_bounds(chance, name),
    }
}

/// Draws the keys of the claims that bound mistakes, and of those that bound risks by other means than mistakes.
fn keys_of_bounds(chance: &mut Chance, name: &str) -> String {
    match name {
        "margin-mistake-bound" => {
            format!("norm = \"{}\"\n", chance.pick(&["any", "any", "unit"]))
        }
        "hinge-mistake-bound" => {
            let rounds = chance.pick(&["updates", "updates", "all"]);
            format!(
                "rounds = \"{rounds}\"\n{}",
                seldom(chance, "hinge_factor = 3\n")
            )
        }
        "winnow-integer-bound" => seldom(chance, "less = 1\n"),
        "deficit-mistake-bound" => {
            let rounds = chance.pick(&["updates", "updates", "all"]);
            format!(
                "rounds = \"{rounds}\"\n{}",
                seldom(chance, "cross_term = false\n")
            )
        }
        "uniform-deviation-bound" => {
            let complexity = chance.percent(80);
            let class = chance.pick(&["affine", "affine", "homogeneous"]);
            let confidence = chance.pick(&["0.05", "0.5", "0.99"]);
            format!("confidence = {confidence}\ncomplexity = {complexity}\nclass = \"{class}\"\n")
        }
        "hebb-risk-distribution" => seldom(chance, "extra_degrees = 1\n"),
        "learning-curve" => format!("side = \"{}\"\n", chance.pick(&["above", "below"])),
        "votes-on-atoms" => {
            let of = chance.pick(&["majority-vote", "random-hypothesis"]);
            format!("of = \"{of}\"\n")
        }
        "online-to-batch-deviation" => {
            let root = chance.pick(&["1", "1", "2", "\"1/2\"", "0"]);
            let delta = chance.pick(&["\"1/20\"", "\"1/2\"", "\"9/10\""]);
            format!("delta = {delta}\nroot = {root}\n")
        }
        _ => String::new(),
    }
}

/// Draws the TOML table of a conjecture: two formulas to compare, a quantifier, and sometimes a premise.
fn conjecture(chance: &mut Chance) -> String {
    let forms = [
        "surely",
        "identity",
        "exists",
        "in-expectation",
        "expectation-identity",
        "lower-bound",
        "illustration",
        "with-probability",
        "has-distribution",
    ];
    let form = chance.pick(&forms);
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
    let statistic = chance.pick(&["\"median\"", "\"mean\"", "{ quantile = 0.9 }"]);
    format!("of = \"{of}\"\nagainst = \"examples\"\nstatistic = {statistic}\n")
}

/// Returns a text in one of five draws, and nothing in the others.
fn seldom(chance: &mut Chance, text: &str) -> String {
    match chance.percent(20) {
        true => text.to_owned(),
        false => String::new(),
    }
}
