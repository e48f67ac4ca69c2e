//! States for every rule and learner the facts by which claims choose their premises: whether it is a mutant, whether it uses random numbers, whether
//! it runs in an order, and when it stops.

use perceptron::learn::Variant;

fn variant(keys: &str) -> Variant {
    toml::from_str(&keys.replace("; ", "\n")).unwrap_or_else(|error| panic!("{keys}: {error}"))
}

const WALK: &str = "rule = { perceptron = {} }; order = \"cyclic\"";

fn with_learner(learner: &str) -> Variant {
    variant(&format!("{WALK}; learner = {{ {learner} }}"))
}

/// Whether the variant is a mutant, whether it uses random numbers, whether it runs in an order; and its words for the stop and the rule.
fn facts(variant: &Variant) -> (bool, bool, bool, String, String) {
    let flags = (
        variant.is_mutant(),
        variant.draws_at_random(),
        variant.walks(),
    );
    (
        flags.0,
        flags.1,
        flags.2,
        variant.stop_word(),
        variant.rule_word(),
    )
}

#[test]
fn only_deliberately_wrong_rules_are_mutants() {
    for (rule, is_mutant) in [
        ("perceptron = {}", false),
        ("normalized-perceptron = {}", false),
        ("margin-perceptron = {}", false),
        ("hebb = {}", false),
        ("margin-perceptron = { inclusive = true }", false),
        ("anti-perceptron = {}", true),
        ("label-blind = {}", true),
        ("update-always = {}", true),
    ] {
        let variant = variant(&format!("rule = {{ {rule} }}; order = \"cyclic\""));
        assert_eq!(variant.is_mutant(), is_mutant, "{rule}");
        let is_repeatable = !is_mutant && !rule.contains("inclusive");
        assert_eq!(variant.is_repeatable(), is_repeatable, "{rule}");
        assert!(rule.starts_with(&variant.rule_word()), "{rule}");
    }
}

#[test]
fn deliberately_wrong_settings_make_a_variant_a_mutant() {
    for (keys, is_mutant) in [
        ("ties = \"mistake\"", false),
        ("ties = \"positive\"", false),
        ("ties = \"strict\"", true),
        ("stop = \"clean-pass\"", false),
        ("stop = { updates = 3 }", false),
        ("stop = \"quiet-period\"", true),
    ] {
        let variant = variant(&format!("{WALK}; {keys}"));
        assert_eq!(variant.is_mutant(), is_mutant, "{keys}");
        assert_eq!(variant.is_repeatable(), !is_mutant, "{keys}");
    }
    for (transform, is_mutant) in [
        ("\"reflect\"", false),
        ("\"normalize\"", false),
        ("{ rescale = 2 }", false),
        ("\"invert\"", true),
        ("{ polynomial-map = { degree = 2, constant = 1 } }", false),
        (
            "{ polynomial-map = { degree = 2, constant = 1, dropped = true } }",
            true,
        ),
    ] {
        let variant = variant(&format!("{WALK}; transform = {transform}"));
        assert_eq!(variant.is_mutant(), is_mutant, "{transform}");
        assert!(
            !variant.is_repeatable(),
            "a changed sample is not the one that was drawn"
        );
    }
}

#[test]
fn order_following_learners_state_their_rule_and_stop_condition() {
    let walker = |learner: &str, is_mutant, rule: &str| {
        let due = (is_mutant, false, true, "clean-pass".into(), rule.into());
        assert_eq!(facts(&with_learner(learner)), due, "{learner}");
        assert!(!with_learner(learner).is_repeatable(), "{learner}");
    };
    walker("dual = {}", false, "perceptron");
    walker("dual = { corrupted = [0, 1] }", true, "dual");
    walker(
        "kernel = { gaussian = { width = 1.0 } }",
        false,
        "perceptron",
    );
    walker("hinge-sgd = {}", false, "hinge-sgd");
    let gradient = |name: &str| format!("hinge-sgd = {{ gradient = \"{name}\" }}");
    walker(&gradient("differences"), false, "hinge-sgd");
    walker(&gradient("across-the-kink"), true, "hinge-sgd");
    walker("offset-perceptron = {}", false, "perceptron");
    walker(
        "offset-perceptron = { frozen = true }",
        true,
        "offset-perceptron",
    );
    walker(
        "offset-perceptron = { increment = true }",
        true,
        "offset-perceptron",
    );
}

#[test]
fn whole_sample_learners_state_a_clean_pass_only_if_consistent() {
    let whole = |learner: &str, is_mutant, draws, stop: &str| {
        let name = learner.split(' ').next().unwrap_or_default();
        let due = (is_mutant, draws, false, stop.into(), name.into());
        assert_eq!(facts(&with_learner(learner)), due, "{learner}");
    };
    whole("memorizer = {}", false, false, "clean-pass");
    whole("nearest-neighbour = {}", false, false, "clean-pass");
    whole("largest-margin = {}", false, false, "clean-pass");
    whole("linear-svm = {}", false, false, "end-of-stream");
    whole("logistic-regression = {}", false, false, "end-of-stream");
    whole("constant = {}", false, false, "end-of-stream");
    whole("anti-learner = {}", false, false, "end-of-stream");
    whole("majority-of-atoms = {}", false, false, "end-of-stream");
    whole("one-unseen-negative = {}", false, false, "clean-pass");
    whole("leaking = {}", true, false, "clean-pass");
    whole("planted = {}", true, false, "end-of-stream");
    whole(
        "version-space = { point = \"middle\" }",
        false,
        false,
        "clean-pass",
    );
    whole(
        "version-space = { point = \"worst\" }",
        true,
        false,
        "clean-pass",
    );
    whole(
        "version-space = { point = \"gibbs\" }",
        false,
        true,
        "clean-pass",
    );
}

#[test]
fn orders_state_randomness_and_stop_condition() {
    for (order, draws, stop) in [
        ("\"stream\"", false, "end-of-stream"),
        ("\"cyclic\"", false, "clean-pass"),
        ("\"shuffled\"", true, "clean-pass"),
        ("\"random\"", true, "clean-pass"),
        ("\"first-misclassified\"", false, "clean-pass"),
        ("\"random-misclassified\"", true, "clean-pass"),
        ("\"most-violated\"", false, "clean-pass"),
        ("\"least-violated\"", false, "clean-pass"),
        ("{ given = [0, 1] }", false, "end-of-stream"),
    ] {
        let keys = format!("rule = {{ perceptron = {{}} }}; order = {order}");
        let plain = variant(&keys);
        assert_eq!(
            (plain.draws_at_random(), plain.stop_word().as_str()),
            (draws, stop)
        );
        assert_eq!(plain.is_capped(), stop == "end-of-stream", "{order}");
        let whole = variant(&format!("{keys}; learner = {{ memorizer = {{}} }}"));
        assert!(!whole.draws_at_random() && !whole.is_capped(), "{order}");
    }
    let capped = variant(&format!("{WALK}; stop = {{ updates = 3 }}"));
    assert!(capped.is_capped() && capped.stop_word() == "3 updates");
}

#[test]
fn all_orders_need_a_rule_that_can_stop_exact_features_and_the_last_vector() {
    let refused_key = |keys: &str, exact_features| {
        let explored = variant(&format!("{keys}; order = \"all-orders\""));
        explored
            .check(exact_features, 3)
            .err()
            .map(|fault| fault.key)
    };
    let perceptron = "rule = { perceptron = {} }";
    assert_eq!(refused_key(perceptron, true), None);
    assert_eq!(refused_key(perceptron, false), Some("order"));
    for (keys, key) in [
        ("rule = { hebb = {} }", "rule"),
        ("rule = { update-always = {} }", "rule"),
        (&format!("{perceptron}; stop = {{ updates = 3 }}"), "stop"),
        (
            &format!("{perceptron}; hypothesis = \"voted\""),
            "hypothesis",
        ),
    ] {
        assert_eq!(refused_key(keys, true), Some(key), "{keys}");
    }
}

#[test]
fn kernel_needs_a_positive_degree_or_a_positive_width() {
    let is_refused = |kernel: &str| {
        let learner = with_learner(&format!("kernel = {{ {kernel} }}"));
        learner.check(true, 3).is_err()
    };
    let polynomial = |degree: u32| format!("polynomial = {{ degree = {degree}, constant = 1 }}");
    let gaussian = |width: &str| format!("gaussian = {{ width = {width} }}");
    assert!(!is_refused(&polynomial(1)) && is_refused(&polynomial(0)));
    assert!(!is_refused(&gaussian("1e-3")));
    for width in ["0.0", "-1.0", "nan"] {
        assert!(is_refused(&gaussian(width)), "{width}");
    }
    assert!(is_refused("") && is_refused(&format!("{}, {}", polynomial(2), gaussian("1.0"))));
}

#[test]
fn a_step_is_above_zero() {
    let is_refused = |step: &str| {
        let learner = with_learner(&format!("hinge-sgd = {{ step = {step} }}"));
        learner.check(true, 3).is_err()
    };
    for (step, due) in [
        ("1", false),
        ("\"1/1000\"", false),
        ("0", true),
        ("-1", true),
    ] {
        assert_eq!(is_refused(step), due, "{step}");
    }
}
