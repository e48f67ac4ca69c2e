//! Draws learners that do not run the learning loop, and adapts the other keys of their variants.

use super::chance::Chance;
use super::comparator::comparator;
use super::generator_table::GeneratorTable;
use super::keys::Keys;
use super::rules::margin_rule;

const OF_ATOMS: &[&str] = &[
    "memorizer",
    "nearest-neighbour",
    "constant",
    "anti-learner",
    "leaking",
    "one-unseen-negative",
    "majority-of-atoms",
    "majority-of-atoms",
];

/// How often a variant runs Winnow: rarely on features other than 0 and 1, which it refuses.
pub(super) fn winnow_percent(generator: &GeneratorTable) -> usize {
    if generator.has_zeros_and_ones { 50 } else { 1 }
}

/// Makes the variant one of Winnow, which needs the constant feature 1.
pub(super) fn winnow(chance: &mut Chance, keys: &mut Keys) {
    for key in ["rule", "hypothesis", "transform", "arithmetic"] {
        keys.drop(key);
    }
    if keys.has("order", "all-orders") {
        keys.put("order", "\"cyclic\"");
    }
    if keys.has("ties", "strict") {
        keys.drop("ties");
    }
    let mut own = Vec::new();
    if chance.percent(35) {
        let promotion = chance.pick(&["2", "3", "\"3/2\"", "\"1.01\"", "\"7/3\""]);
        own.push(format!("promotion = {promotion}"));
    }
    if chance.percent(50) {
        let threshold = chance.pick(&["1", "2", "4", "\"1/2\"", "\"5/2\"", "\"0.1\"", "9"]);
        own.push(format!("threshold = {threshold}"));
    }
    keys.put("offset", "1");
    keys.put(
        "learner",
        format!("{{ winnow = {{ {} }} }}", own.join(", ")),
    );
}

/// Draws a learner that does not use the common learning loop, and adapts the other keys of the variant to it.
pub(super) fn learner(chance: &mut Chance, generator: &GeneratorTable, keys: &mut Keys) {
    keys.drop("hypothesis");
    if keys.has("order", "all-orders") {
        keys.put("order", "\"cyclic\"");
    }
    if keys.has("ties", "strict") {
        keys.drop("ties");
    }
    if generator.has_atoms && chance.percent(60) {
        keys.drop("offset");
        keys.drop("transform");
        let name = chance.pick(OF_ATOMS);
        if chance.percent(70) {
            keys.put("test_ties", chance.pick(&["\"half\"", "\"positive\""]));
        }
        return whole(keys, name);
    }
    let most = if generator.is_plane() { 30 } else { 15 };
    match chance.between(0, most) {
        14 => penalized(chance, keys, "linear-svm"),
        15 => penalized(chance, keys, "logistic-regression"),
        11..=13 => passive_aggressive(chance, keys),
        0..3 => dual(chance, keys),
        3..6 => kernel(chance, keys),
        6 | 7 => {
            let step = chance.pick(&["", "step = 1", "step = \"1/2\"", "step = 3"]);
            keys.drop("rule");
            keys.put("learner", format!("{{ hinge-sgd = {{ {step} }} }}"));
        }
        8 => {
            let own = chance.weighted(&[(8, ""), (1, "frozen = true"), (1, "increment = true")]);
            keys.put("rule", "{ perceptron = {} }");
            keys.put("offset", "1");
            keys.put("learner", format!("{{ offset-perceptron = {{ {own} }} }}"));
        }
        9 => whole(keys, "largest-margin"),
        10 => whole(keys, "planted"),
        _ => {
            let point = chance.pick(&["worst", "gibbs", "middle"]);
            keys.drop("offset");
            keys.drop("transform");
            whole(keys, "largest-margin");
            keys.put(
                "learner",
                format!("{{ version-space = {{ point = \"{point}\" }} }}"),
            );
        }
    }
}

/// Sets a passive-aggressive learner of any kind, and in half of the cases a comparator, whose losses its bounds need.
fn passive_aggressive(chance: &mut Chance, keys: &mut Keys) {
    let kind = chance.pick(&["pa", "pa", "pa-1", "pa-2"]);
    let aggressiveness = chance.pick(&["1", "\"1/10\"", "\"1/2\"", "5"]);
    let factor = chance.weighted(&[(9, ""), (1, ", step_factor = \"1/2\"")]);
    let own = format!("kind = \"{kind}\", aggressiveness = {aggressiveness}{factor}");
    keys.drop("rule");
    if keys.has("arithmetic", "exact") {
        keys.drop("arithmetic");
    }
    keys.put("learner", format!("{{ passive-aggressive = {{ {own} }} }}"));
    if chance.percent(50) {
        keys.put("order", chance.pick(&["\"stream\"", "\"cyclic\""]));
        keys.put("comparator", comparator(chance));
    }
}

/// Sets a learner with a penalty at some price C, which takes the sample as a whole and runs in floats.
fn penalized(chance: &mut Chance, keys: &mut Keys, name: &str) {
    let c = chance.pick(&["1", "\"1/100\"", "1000"]);
    whole(keys, name);
    if keys.has("arithmetic", "exact") {
        keys.drop("arithmetic");
    }
    keys.put("learner", format!("{{ {name} = {{ c = {c} }} }}"));
}

/// Sets the named learner, which takes the sample as a whole, and removes the variant's keys for rule, order, ties and stop.
fn whole(keys: &mut Keys, name: &str) {
    for key in ["rule", "order", "ties", "stop"] {
        keys.drop(key);
    }
    keys.put("learner", format!("{{ {name} = {{}} }}"));
}

fn with_known_rule(chance: &mut Chance, keys: &mut Keys) {
    if !keys.has("rule", "{ perceptron") {
        let rule = margin_rule(chance).replace("inclusive = true", "");
        keys.put("rule", rule.replace(",  }", " }"));
    }
}

fn dual(chance: &mut Chance, keys: &mut Keys) {
    with_known_rule(chance, keys);
    let own = if chance.one_in(10) {
        "corrupted = [0, 0]"
    } else {
        ""
    };
    keys.put("learner", format!("{{ dual = {{ {own} }} }}"));
}

fn kernel(chance: &mut Chance, keys: &mut Keys) {
    with_known_rule(chance, keys);
    let own = match chance.percent(70) {
        true => {
            let constant = chance.pick(&["0", "1", "2", "\"1/2\""]);
            let degree = chance.between(1, 3);
            format!("polynomial = {{ degree = {degree}, constant = {constant} }}")
        }
        false => format!(
            "gaussian = {{ width = {} }}",
            chance.pick(&["0.5", "1.0", "3.0"])
        ),
    };
    keys.put("learner", format!("{{ kernel = {{ {own} }} }}"));
}
