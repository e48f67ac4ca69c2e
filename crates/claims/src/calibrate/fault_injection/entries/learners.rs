//! Plants faults in learners: wrong rules, wrong tie conventions, wrong stops.

use super::super::fault::FaultKind::Spec;
use super::entry::{PlantedFault, custom_spec, listed, spec};

const RULE: &str = "perceptron = {}";

pub(super) const ENTRIES: &[PlantedFault] = &[
    listed(
        "N5",
        "updates where y⟨w, x⟩ < 0 only",
        spec!("majority"),
        Spec(&[("\"positive\"", "\"strict\"")]),
    ),
    listed(
        "N7",
        "margin mistakes with ≤ 1",
        spec!("margin-count"),
        Spec(&[("= {} }", "= { inclusive = true } }")]),
    ),
    listed(
        "N11",
        "one Gram entry of the wrong sign",
        spec!("dual"),
        Spec(&[("dual = {}", "dual = { corrupted = [1, 0] }")]),
    ),
    custom_spec(
        "a cross term left out of the feature map",
        spec!("kernel"),
        Spec(&[("constant = 1 } }", "constant = 1, dropped = true } }")]),
    ),
    listed(
        "N13",
        "no offset",
        spec!("offset"),
        Spec(&[("offset = 1\n", "")]),
    ),
    listed(
        "N13",
        "θ₀ never updated",
        spec!("offset-apart"),
        Spec(&[(
            "offset-perceptron = {}",
            "offset-perceptron = { frozen = true }",
        )]),
    ),
    listed(
        "N13",
        "θ₀ + 1 in place of θ₀ + y",
        spec!("offset-apart"),
        Spec(&[(
            "offset-perceptron = {}",
            "offset-perceptron = { increment = true }",
        )]),
    ),
    listed(
        "N15",
        "0 appended instead of 1",
        spec!("constant-feature"),
        Spec(&[("[3, 1]", "[3, 0]"), ("[1, 1]", "[1, 0]")]),
    ),
    listed(
        "N16",
        "stops after a quiet period",
        spec!("random-draws"),
        Spec(&[("\"clean-pass\"", "\"quiet-period\"")]),
    ),
    listed(
        "N17",
        "w − yx",
        spec!("basis-count"),
        Spec(&[(RULE, "anti-perceptron = {}")]),
    ),
    listed(
        "N17",
        "w + x whatever the label",
        spec!("basis-count"),
        Spec(&[(RULE, "label-blind = {}")]),
    ),
    listed(
        "N17",
        "an update on every example",
        spec!("basis-count"),
        Spec(&[(RULE, "update-always = {}")]),
    ),
    listed(
        "N20",
        "tenths in floats",
        spec!("floats"),
        Spec(&[("\"1/4\"", "\"1/10\"")]),
    ),
    custom_spec(
        "sign(0) = +1 in place of a mistake",
        spec!("basis-attained"),
        Spec(&[("\"mistake\"", "\"positive\"")]),
    ),
];
