//! Evaluates formulas on rows with known numbers, compares them with exact fractions, and checks the errors of wrong formulas.

use super::{Formula, TextMistake};
use crate::trial::tests::known::{FOUR, measured};
use crate::trial::{Block, Row};
use perceptron::sample::{Quantity, Rational};
use proptest::prelude::*;
use std::cmp::Ordering;
use testing::CYCLIC;

fn formula(text: &str) -> Formula {
    text.parse()
        .unwrap_or_else(|error: TextMistake| panic!("{text}: {error}"))
}

fn computed(block: &Block, text: &str) -> Result<Quantity, String> {
    let places = 0..block.batches.len();
    let rows: Vec<Row> = places.filter_map(|place| block.row(0, place)).collect();
    formula(text).value(&rows)
}

/// The value of a formula without columns.
fn number(text: &str) -> Result<Quantity, String> {
    formula(text).value(&[])
}

/// Four points of the plane: R² = 25, γ² = 100/377, 4 updates in cyclic order.
fn four() -> Block {
    measured("1", FOUR, CYCLIC)
}

#[test]
fn formulas_of_exact_columns_are_fractions() {
    let block = four();
    for (text, value) in [
        ("updates", "4"),
        ("2*radius^2/sample_margin^2", "377/2"),
        ("2 × radius**2 ÷ sample_margin^2", "377/2"),
        ("(radius/sample_margin)^2", "377/4"),
        ("radius_squared/sample_margin_squared", "377/4"),
        ("radius", "5"),
        ("sample_margin*sample_margin", "100/377"),
        ("sqrt(radius_squared)^3", "125"),
        ("sqrt(2)*sqrt(8)", "4"),
        ("sample_margin^-2", "377/100"),
        ("radius_squared^(3/2)", "125"),
        ("updates - examples", "0"),
        ("−updates + 0.5", "-7/2"),
        ("-2^2", "-4"),
        ("2^3^2", "512"),
        ("8/4/2", "1"),
        ("8 - 4 − 2", "2"),
        ("2^-1 + 1e-1", "3/5"),
        ("min(updates, 3, 7/2)", "3"),
        ("max(updates, sqrt(17))^2", "17"),
        ("min(sqrt(15), updates)^2", "15"),
        ("log(1)", "0"),
        ("first.updates + first.examples", "8"),
    ] {
        let exact = computed(&block, text).map(|found| found.exact.map(|exact| exact.to_string()));
        assert_eq!(exact, Ok(Some(value.to_owned())), "{text}");
    }
}

#[test]
fn a_truth_value_counts_as_one_or_zero() {
    let block = four();
    let found = computed(&block, "first_example_updated + 1").unwrap();
    assert_eq!(found.exact, Some(Rational::new(2, 1)));
}

#[test]
fn numeric_cell_parameters_can_be_used_in_formulas() {
    let rule = "rule = { margin-perceptron = { threshold = \"3/2\", step = \"1/2\" } }\norder = \"cyclic\"";
    let block = measured("1", FOUR, rule);
    let found = computed(&block, "variant.threshold/variant.step").unwrap();
    assert_eq!(found.exact, Some(Rational::new(3, 1)));
    let wrong = computed(&block, "generator.margin").unwrap_err();
    assert_eq!(wrong, "generator.margin is not a number here");
}

#[test]
fn undefined_formula_reports_the_subexpression_without_a_value() {
    let block = four();
    for (text, reason) in [
        (
            "updates/(examples - 4)",
            "updates/(examples − 4) divides by 0",
        ),
        (
            "1/(sqrt(2) - sqrt(2))",
            "1/(√2 − √2) divides by a number that may be 0",
        ),
        (
            "sqrt(3 - updates)",
            "√(3 − updates) takes a root of a number below 0",
        ),
        (
            "sqrt(log(2) - log(2))",
            "√(log(2) − log(2)) takes a root of a number that may be below 0",
        ),
        (
            "log(updates - 4)",
            "log(updates − 4) takes a logarithm of a number that is not above 0",
        ),
        (
            "log(sqrt(2) - sqrt(2))",
            "log(√2 − √2) takes a logarithm of a number that may not be above 0",
        ),
        (
            "(-2)^(1/3)",
            "(−2)^(1/3) takes a logarithm of a number that is not above 0",
        ),
        ("2^4097", "2^4097 has an integer exponent above 4096"),
        ("2^4000", "2^4000 leaves the range of floats"),
        (
            "10^300*sqrt(2)*10^300",
            "10³⁰⁰·√2·10³⁰⁰ leaves the range of floats",
        ),
        ("sqrt(coefficients_sum)", "coefficients_sum has no value"),
        ("risk + 1", "risk has no value"),
        ("second.updates", "second.updates has no second trial"),
    ] {
        let reason = &reason.replace("{zeros}", &"0".repeat(400));
        let found = computed(&block, text);
        let said = found.map(|number| number.value);
        assert_eq!(said, Err(reason.to_owned()), "{text}");
    }
}

#[test]
fn irrational_values_are_enclosed_in_tight_intervals() {
    // 30 digits each.
    for (text, digits) in [
        ("sqrt(2)", "1.41421356237309504880168872420"),
        ("log(2)", "0.693147180559945309417232121458"),
        ("log(10)^2", "5.30189811047839801056166638859"),
        ("2^(1/3)", "1.25992104989487316476721060728"),
        ("2^sqrt(2)", "2.66514414269022518865029724987"),
        ("1/(1 + sqrt(5))", "0.309016994374947424102293417183"),
        ("-log(3)", "-1.09861228866810969139524523692"),
        ("(1 - sqrt(2))^3", "-0.0710678118654752440084436210485"),
        (
            "log(2) - sqrt(3)*log(5)",
            "-2.09448105540350626245498958526",
        ),
        (
            "max(log(2), 0.693147180559945)",
            "0.693147180559945309417232121458",
        ),
    ] {
        let found = number(text).unwrap();
        let known: Rational = digits.parse().unwrap();
        assert!(found.exact.is_none(), "{text}");
        assert_eq!(known.compare_float(found.lower), Ordering::Less, "{text}");
        assert_eq!(
            known.compare_float(found.upper),
            Ordering::Greater,
            "{text}"
        );
        let width = found.upper - found.lower;
        assert!(width < 1e-14 * found.value.abs(), "{text}: {width}");
    }
}

#[test]
fn a_fraction_that_is_too_long_becomes_an_interval() {
    // 4096·log₂ 10⁵ bits above and below.
    let found = number("(99999/100000)^4096").unwrap();
    assert!(found.exact.is_none() && found.lower <= found.value && found.value <= found.upper);
    assert!(number("(1/3)^2600 * 3^400").unwrap().exact.is_some());
}

#[test]
fn formulas_are_displayed_in_readable_math_notation() {
    for (typed, printed) in [
        ("2*radius^2/sample_margin^2", "2·radius²/sample_margin²"),
        ("2*(radius/sample_margin)^2", "2·(radius/sample_margin)²"),
        ("sqrt(updates+1)*-3", "√(updates + 1)·−3"),
        ("sqrt(updates)^2", "(√updates)²"),
        ("1-(2-3)", "1 − (2 − 3)"),
        ("1/(2*3)", "1/(2·3)"),
        ("updates^-10", "updates⁻¹⁰"),
        ("updates^(1/2)", "updates^(1/2)"),
        ("-updates^2", "−updates²"),
        ("(-updates)^2", "(−updates)²"),
        ("min(1, second.updates)", "min(1, second.updates)"),
    ] {
        assert_eq!(formula(typed).to_string(), printed);
    }
}

#[test]
fn parse_errors_report_their_position() {
    let long = "1+".repeat(200) + "1";
    let deep = "(".repeat(33) + "1" + &")".repeat(33);
    for (text, at, words) in [
        ("", 0..0, "ends too early"),
        ("2 *", 3..3, "ends too early"),
        ("2 * )", 4..5, "cannot go on with `)`"),
        ("(1 + 2", 6..6, "ends too early"),
        ("1 2", 2..3, "cannot go on with `2`"),
        ("2updates", 1..2, "cannot go on with `u`"),
        ("1 + γ", 4..6, "cannot go on with `γ`"),
        ("updats + 1", 0..6, "`updats` is neither"),
        ("1 + first.updats", 4..16, "`first.updats` is neither"),
        ("stop_reason", 0..11, "`stop_reason` is neither"),
        ("generator.sphere-margin", 17..23, "`margin` is neither"),
        (
            "2*target_margin",
            2..15,
            "the key of the generator is generator.target_margin",
        ),
        ("ties", 0..4, "the key of the variant is variant.ties"),
        ("cosh(1)", 0..4, "`cosh` is not a function"),
        ("sqrt(1, 2)", 0..4, "takes one number"),
        ("1 + min(2)", 4..7, "takes two numbers or more"),
        ("log()", 4..5, "cannot go on with `)`"),
        ("1e999", 0..5, "too long"),
        ("3.", 1..2, "cannot go on with `.`"),
        (&long, 0..401, "too long"),
        (&deep, 32..33, "nested too deeply"),
    ] {
        let error = text.parse::<Formula>().unwrap_err();
        assert!(error.problem.contains(words), "{text}: {}", error.problem);
        assert_eq!(error.at, at, "{text}");
    }
}

#[test]
fn unknown_name_error_lists_the_valid_names() {
    let error = "first.updats".parse::<Formula>().unwrap_err();
    let (given, valid) = error.names.unwrap();
    assert_eq!(given, "first.updats");
    assert!(
        valid.contains(&"first.updates".to_owned()) && valid.contains(&"first.radius".to_owned())
    );
}

#[test]
fn monotone_growth_in_counts_is_detected_from_the_formula() {
    for (text, grows, fixed) in [
        ("updates", true, false),
        ("updates + radius", true, false),
        ("updates*sample_margin^2/radius^2", true, false),
        ("sqrt(mistakes) + max(updates, 3)", true, false),
        ("updates^2", true, false),
        ("radius^2/sample_margin^2", true, true),
        ("generator.dimension*log(examples)", true, true),
        ("updates - mistakes", false, false),
        ("examples/updates", false, false),
        ("-updates", false, false),
        ("updates*(1 - radius)", false, false),
        ("risk", false, false),
    ] {
        let formula = formula(text);
        assert_eq!(
            (formula.only_grows(), formula.is_known_before_a_run()),
            (grows, fixed),
            "{text}"
        );
    }
}

#[test]
fn long_operator_chains_are_parsed_and_evaluated() {
    let signs = number(&("-".repeat(398) + "2")).unwrap();
    assert_eq!(signs.exact, Some(Rational::new(2, 1)));
    let tower = number(&("2^".repeat(199) + "1")).unwrap_err();
    assert!(
        tower.ends_with("has an integer exponent above 4096"),
        "{tower}"
    );
    let sum = number(&("1+".repeat(199) + "1")).unwrap();
    assert_eq!(sum.exact, Some(Rational::new(200, 1)));
    let nested = "sqrt(".repeat(32) + "1" + &")".repeat(32);
    assert_eq!(number(&nested).unwrap().exact, Some(Rational::one()));
}

/// A formula of small numbers as text, and its value computed with fractions; `None` if it divides by 0.
fn rational() -> impl Strategy<Value = (String, Option<Rational>)> {
    let leaf = (0i64..20, 1i64..9).prop_map(|(a, b)| {
        let text = if b == 1 {
            a.to_string()
        } else {
            format!("({a}/{b})")
        };
        (text, Some(Rational::new(a, b)))
    });
    leaf.prop_recursive(4, 24, 2, |inner| {
        (inner.clone(), inner, 0..7usize).prop_map(|((a, x), (b, y), operator)| {
            let pair = x.zip(y);
            let (text, value): (String, Option<Rational>) = match operator {
                0 => (format!("({a} + {b})"), pair.map(|(x, y)| &x + &y)),
                1 => (format!("({a} - {b})"), pair.map(|(x, y)| &x - &y)),
                2 => (format!("{a} * {b}"), None.or(pair.map(|(x, y)| &x * &y))),
                3 => {
                    let divides = pair.filter(|(_, y)| !y.is_zero());
                    (format!("({a}) / ({b})"), divides.map(|(x, y)| &x / &y))
                }
                4 => (format!("min({a}, {b})"), pair.map(|(x, y)| x.min(y))),
                5 => (format!("max({a}, {b})"), pair.map(|(x, y)| x.max(y))),
                _ => (
                    format!("sqrt(({a})^2) - -({b})^3"),
                    pair.map(|(x, y)| {
                        let magnitude = if x.is_negative() { -&x } else { x };
                        &magnitude + &(&y * &y.square())
                    }),
                ),
            };
            (format!("({text})"), value)
        })
    })
}

/// A formula with roots and logarithms, and its value in floats.
fn real() -> impl Strategy<Value = (String, f64)> {
    let leaf = (1i64..40).prop_map(|a| (a.to_string(), a as f64));
    leaf.prop_recursive(4, 16, 2, |inner| {
        (inner.clone(), inner, 0..6usize).prop_map(|((a, x), (b, y), operator)| match operator {
            0 => (format!("({a} + {b})"), x + y),
            1 => (format!("({a} - {b})"), x - y),
            2 => (format!("({a}) * ({b})"), x * y),
            3 => (format!("({a}) / ({b})"), x / y),
            4 => (format!("sqrt({a})"), x.sqrt()),
            _ => (format!("log({a})"), x.ln()),
        })
    })
}

proptest! {
    #[test]
    fn rational_formulas_evaluate_to_their_exact_fraction((text, value) in rational()) {
        prop_assume!(text.len() <= 400);
        match (number(&text), value) {
            (Ok(found), Some(value)) => prop_assert_eq!(found.exact, Some(value)),
            (Err(reason), None) => prop_assert!(reason.ends_with("divides by 0"), "{}", reason),
            (found, value) => prop_assert!(false, "{:?} {:?}", found, value),
        }
    }

    #[test]
    fn enclosures_are_consistent_with_float_evaluation((text, value) in real()) {
        prop_assume!(text.len() <= 400);
        // The rounding error of floats is far below this bound unless terms cancel; formulas with cancellation are not compared.
        if let Ok(found) = number(&text) {
            prop_assert!(found.lower <= found.value && found.value <= found.upper, "{text}: {found:?}");
            let is_sharp = found.upper - found.lower < 1e-12 * found.value.abs();
            if is_sharp {
                prop_assert!((found.value - value).abs() <= 1e-9 * value.abs(), "{text}: {found:?} {value}");
            }
        }
    }

    #[test]
    fn serialized_formula_is_parsed_back_to_the_same_formula((text, _) in real()) {
        prop_assume!(text.len() <= 400);
        let first = formula(&text);
        let again: Formula = serde_json::from_value(serde_json::to_value(&first).unwrap()).unwrap();
        prop_assert_eq!(&again, &first);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[-+*/^().,a-z0-9_ ·√γ]{0,60}") {
        if let Ok(formula) = text.parse::<Formula>() {
            let _ = formula.value(&[]);
            prop_assert_eq!(formula.node.typed().parse::<Formula>().map(|again| again.node.typed()), Ok(formula.node.typed()));
        }
    }
}

#[test]
fn bounds_hold_every_value_that_the_columns_of_a_formula_allow() {
    let of = |text: &str| {
        let bounds = formula(text).bounds();
        (bounds.lower, bounds.upper)
    };
    let infinity = f64::INFINITY;
    for (text, due) in [
        ("risk", (0.0, 1.0)),
        ("leave_one_out_error", (0.0, 1.0)),
        ("updates", (0.0, infinity)),
        ("1/4", (0.25, 0.25)),
        ("-risk", (-1.0, 0.0)),
        ("second.risk - first.risk", (-1.0, 1.0)),
        ("min(1, dimension*risk)", (0.0, 1.0)),
        ("max(0, 1 - (updates - 1)^2)", (0.0, 1.0)),
        ("updates/examples", (0.0, infinity)),
        ("risk/4", (0.0, 0.25)),
        ("risk/(risk - 1)", (-infinity, infinity)),
        ("radius - 1", (-1.0, infinity)),
        ("sqrt(risk*4)", (0.0, 2.0)),
        ("risk^3", (0.0, 1.0)),
        ("(risk - 1)^3", (-infinity, infinity)),
        ("log(risk)", (-infinity, infinity)),
        ("generator.margin", (-infinity, infinity)),
    ] {
        assert_eq!(of(text), due, "{text}");
    }
}

#[test]
fn only_a_number_of_the_first_trial_is_a_column() {
    let column = |text: &str| {
        let formula: Formula = text.parse().unwrap();
        formula.as_column().map(|column| column.name())
    };
    assert_eq!(column("updates"), Some("updates"));
    assert_eq!(column("first.updates"), Some("updates"));
    assert_eq!(column("radius"), Some("radius"));
    assert_eq!(column("second.updates"), None);
    assert_eq!(column("updates + 1"), None);
}
