//! Draws variants: rule × order × stop × ties × hypothesis × offset × transform × learner × arithmetic.

use super::chance::Chance;
use super::comparator::comparator;
use super::generator_table::GeneratorTable;
use super::keys::Keys;
use super::other_learners::{learner, winnow, winnow_percent};
use super::rules::{margin_rule, rule};
use perceptron::learn::HypothesisKind;
use strum::VariantNames;

/// Draws one to three learner variants, seldom none, that fit a generator, and returns their TOML tables.
pub(super) fn draw(chance: &mut Chance, generator: &GeneratorTable) -> String {
    let count = chance.weighted(&[(2, 0), (50, 1), (40, 2), (8, 3)]);
    let count = if generator.is_opponent && count == 0 {
        1
    } else {
        count
    };
    let mut variants: Vec<Keys> = Vec::new();
    for _ in 0..count {
        let keys = match variants.first().cloned() {
            Some(first) if chance.percent(50) => relative(chance, first, generator),
            _ => variant(chance, generator),
        };
        variants.push(keys);
    }
    let names = ["a", "b", "c"];
    let table = |(keys, name): (&Keys, &str)| format!("[variants.{name}]\n{}", keys.text());
    variants.iter().zip(names).map(table).collect()
}

fn variant(chance: &mut Chance, generator: &GeneratorTable) -> Keys {
    let mut keys = Keys::default();
    keys.put("rule", rule(chance));
    keys.put("order", order(chance, generator));
    if chance.percent(25) {
        keys.put(
            "ties",
            chance.weighted(&[(9, "\"positive\""), (1, "\"strict\"")]),
        );
    }
    if chance.percent(50) {
        let choices = ["\"mistake\"", "\"positive\"", "\"half\""];
        keys.put("test_ties", chance.pick(&choices));
    }
    if chance.percent(12) {
        let hypothesis = chance.pick(HypothesisKind::VARIANTS);
        keys.put("hypothesis", format!("\"{hypothesis}\""));
    }
    offset(chance, generator, &mut keys);
    if chance.percent(15) {
        let choices: &[&str] = if generator.is_exact {
            &["\"exact\"", "\"f64\""]
        } else {
            &["\"f64\""]
        };
        keys.put("arithmetic", chance.pick(choices));
    }
    if !generator.is_opponent && chance.percent(18) {
        keys.put("transform", transform(chance));
    }
    if !generator.is_opponent && chance.percent(winnow_percent(generator)) {
        winnow(chance, &mut keys);
    } else if !generator.is_opponent && chance.percent(25) {
        learner(chance, generator, &mut keys);
    }
    if chance.percent(10) {
        keys.put("draws", "\"c\"");
    }
    if keys.has("order", "all-orders") {
        explore(generator, &mut keys);
    }
    stop(chance, generator, &mut keys);
    if chance.percent(40) {
        keys.put("comparator", comparator(chance));
    }
    keys
}

/// Adapts a variant with the order `all-orders`: removes the keys that this order excludes, replaces a rule that never stops,
/// and replaces the order if features are not exact.
fn explore(generator: &GeneratorTable, keys: &mut Keys) {
    keys.drop("hypothesis");
    keys.drop("arithmetic");
    if keys.has("rule", "hebb") || keys.has("rule", "update-always") {
        keys.put("rule", "{ perceptron = {} }");
    }
    if !generator.is_exact {
        keys.put("order", "\"cyclic\"");
    }
}

fn order(chance: &mut Chance, generator: &GeneratorTable) -> String {
    let word = chance.weighted(&[
        (18, "stream"),
        (26, "cyclic"),
        (10, "shuffled"),
        (12, "random"),
        (6, "first-misclassified"),
        (6, "random-misclassified"),
        (6, "most-violated"),
        (6, "least-violated"),
        (5, "given"),
        (5, "all-orders"),
    ]);
    match word {
        "given" => {
            let most = generator.examples.max(1) - 1;
            let count = chance.between(1, 2 * most.min(8) + 2);
            let indices: Vec<String> = (0..count)
                .map(|_| chance.between(0, most).to_string())
                .collect();
            format!("{{ given = [{}] }}", indices.join(", "))
        }
        "all-orders" if chance.percent(95) => {
            let most = chance.pick(&["1", "50", "400"]);
            format!("{{ all-orders = {{ most_states = {most} }} }}")
        }
        word => format!("\"{word}\""),
    }
}

fn offset(chance: &mut Chance, generator: &GeneratorTable, keys: &mut Keys) {
    let needed = !generator.separable && generator.separable_with_offset;
    if chance.percent(if needed { 85 } else { 30 }) {
        let constant = chance.weighted(&[
            (2, "false"),
            (5, "true"),
            (5, "1"),
            (3, "\"1/2\""),
            (2, "\"1/100\""),
            (2, "20"),
            (1, "-1"),
        ]);
        keys.put("offset", constant);
    }
}

fn transform(chance: &mut Chance) -> String {
    match chance.between(0, 19) {
        0..5 => {
            let factor = chance.pick(&["2", "3", "\"1/4\"", "\"1/3\"", "\"0.1\"", "100"]);
            format!("{{ rescale = {factor} }}")
        }
        5..9 => format!(
            "{{ signed-permutation = {{ seed = {} }} }}",
            chance.between(0, 9)
        ),
        9..12 => "\"reflect\"".into(),
        12..15 => "\"normalize\"".into(),
        15 => "\"invert\"".into(),
        _ => {
            let degree = chance.between(1, 3);
            let constant = chance.pick(&["0", "1", "2", "\"1/2\""]);
            let dropped = if chance.one_in(8) {
                ", dropped = true"
            } else {
                ""
            };
            format!(
                "{{ polynomial-map = {{ degree = {degree}, constant = {constant}{dropped} }} }}"
            )
        }
    }
}

/// Draws the stop criterion of a variant. With rare exceptions, a run that may not end gets a cap on updates.
fn stop(chance: &mut Chance, generator: &GeneratorTable, keys: &mut Keys) {
    if keys.get("order").is_none()
        && !keys.has("learner", "hinge")
        && !keys.has("learner", "passive")
    {
        return;
    }
    let cap = chance.pick(&[1, 3, 20, 100, 400]);
    let capped = format!("{{ updates = {cap} }}");
    let ends = keys.has("order", "stream") || keys.has("order", "given");
    if keys.has("order", "all-orders") {
        return;
    }
    if ends {
        match chance.between(0, 9) {
            0 => keys.put("stop", "\"end-of-stream\""),
            1 => keys.put("stop", capped),
            _ => {}
        }
    } else if !always_ends(generator, keys) && !chance.one_in(4000) {
        keys.put("stop", capped);
    } else {
        match chance.between(0, 19) {
            0..6 => keys.put("stop", "\"clean-pass\""),
            6..9 => keys.put("stop", capped),
            9 => keys.put("stop", "\"quiet-period\""),
            _ => {}
        }
    }
    if keys.has("learner", "{") && keys.has("stop", "quiet") {
        keys.drop("stop");
    }
}

/// Whether a run of this variant until a clean pass certainly ends, by a simple test of the variant's keys and the generator.
fn always_ends(generator: &GeneratorTable, keys: &Keys) -> bool {
    let right_rule = ["perceptron", "margin-perceptron", "normalized-perceptron"];
    let right = right_rule
        .iter()
        .any(|rule| keys.has("rule", &format!("{{ {rule} =")));
    let right = right || keys.has("learner", "hinge");
    let with_offset = keys.get("offset").is_some_and(|offset| offset != "false");
    let separable = match with_offset {
        true => generator.separable_with_offset,
        false => generator.separable,
    };
    let bent = keys.has("transform", "polynomial") || keys.has("learner", "kernel");
    let distorted = with_offset && keys.has("transform", "normalize") && !generator.separable;
    let mutant = keys.has("transform", "invert")
        || keys.has("learner", "winnow")
        || keys.has("learner", "corrupted")
        || keys.has("learner", "frozen")
        || keys.has("learner", "increment");
    let tiny = keys.has("offset", "100");
    right && separable && !tiny && !bent && !distorted && !mutant
}

/// Draws a variant that mostly differs from the variant `first` in one key, so that the two can be compared.
fn relative(chance: &mut Chance, first: Keys, generator: &GeneratorTable) -> Keys {
    let mut keys = first;
    keys.put("draws", "\"a\"");
    match chance.between(0, 6) {
        0 if !generator.is_opponent && !keys.has("learner", "{") => {
            keys.put("transform", transform(chance));
        }
        1 if !generator.is_opponent && !keys.has("learner", "{") => {
            learner(chance, generator, &mut keys)
        }
        2 if !keys.has("order", "all-orders") => keys.put("arithmetic", "\"f64\""),
        3 if keys.get("rule").is_some() && !keys.has("learner", "{") => {
            keys.put("rule", "{ normalized-perceptron = {} }");
        }
        4 if keys.get("rule").is_some() => keys.put("rule", margin_rule(chance)),
        5 => keys.put("test_ties", "\"half\""),
        _ => return variant(chance, generator),
    }
    keys.drop("stop");
    stop(chance, generator, &mut keys);
    keys
}
