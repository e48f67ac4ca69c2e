//! Draws update rules.

use super::chance::Chance;

pub(super) fn rule(chance: &mut Chance) -> String {
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

pub(super) fn margin_rule(chance: &mut Chance) -> String {
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
