//! Draws variants: rule × order × stop × ties × hypothesis × offset × transform × learner × arithmetic.

use super::chance::Chance;
use super::comparator::comparator;
use super::generator_table::GeneratorTable;

/// The TOML keys of one drawn variant with their values, in the order in which they are written.
#[derive(Clone, Default)]
pub(super) struct Keys(Vec<(&'static str, String)>);

impl Keys {
    fn put(&mut self, key: &'static str, value: impl Into<String>) {
        self.drop(key);
        self.0.push((key, value.into()));
    }

    fn drop(&mut self, key: &str) {
        self.0.retain(|(name, _)| *name != key);
    }

    fn get(&self, key: &str) -> Option<&str> {
        let found = self.0.iter().find(|(name, _)| *name == key);
        found.map(|(_, value)| value.as_str())
    }

    fn has(&self, key: &str, part: &str) -> bool {
        self.get(key).is_some_and(|value| value.contains(part))
    }

    fn text(&self) -> String {
        let line = |(key, value): &(&str, String)| format!("{key} = {value}\n");
        self.0.iter().map(line).collect()
    }
}

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
        let choices = ["\"last\"", "\"averaged\"", "\"voted\"", "\"pocket\""];
        keys.put("hypothesis", chance.pick(&choices));
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

/// Adapts a variant with the order `all-orders`: removes the keys that this order excludes, and replaces the order if features are not exact.
fn explore(generator: &GeneratorTable, keys: &mut Keys) {
    keys.drop("hypothesis");
    keys.drop("arithmetic");
    if !generator.is_exact {
        keys.put("order", "\"cyclic\"");
    }
}

fn rule(chance: &mut Chance) -> String {
    match chance.between(0, 99) {
        0..55 => "{ perceptron = {} }".into(),
        55..82 => margin_rule(chance),
        82..92 => "{ normalized-perceptron = {} }".into(),
        92..95 => "{ hebb = {} }".into(),
        95..97 => "{ anti-perceptron = {} }".into(),
        97..99 => "{ label-blind = {} }".into(),
        _ => "{ update-always = {} }".into(),
    }
}

fn margin_rule(chance: &mut Chance) -> String {
    let mut own = Vec::new();
    if chance.percent(35) {
        let threshold = chance.weighted(&[
            (5, "2"),
            (5, "\"1/2\""),
            (3, "\"0.1\""),
            (2, "10"),
            (1, "0"),
        ]);
        own.push(format!("threshold = {threshold}"));
    }
    if chance.percent(35) {
        let step = chance.pick(&["2", "\"1/2\"", "\"1/3\"", "10", "\"0.1\""]);
        own.push(format!("step = {step}"));
    }
    if chance.percent(4) {
        own.push("inclusive = true".into());
    }
    format!("{{ margin-perceptron = {{ {} }} }}", own.join(", "))
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
fn winnow_percent(generator: &GeneratorTable) -> usize {
    if generator.has_zeros_and_ones { 50 } else { 1 }
}

/// Makes the variant one of Winnow, which needs the constant feature 1.
fn winnow(chance: &mut Chance, keys: &mut Keys) {
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
fn learner(chance: &mut Chance, generator: &GeneratorTable, keys: &mut Keys) {
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
    let most = if generator.is_plane() { 30 } else { 13 };
    match chance.between(0, most) {
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
