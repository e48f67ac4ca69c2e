//! Checks the messages about wrong specs: place, key, allowed values, and the nearest valid name.

use claims::spec::Spec;
use std::path::Path;

const GOOD: &str = r#"title      = "t"
question   = "q"
seed       = 1
replicates = 3

[generator.majority]
dimension = 5
relevant  = 3
examples  = 10

[variants.plain]
rule  = { perceptron = {} }
order = "stream"

[[sweep]]
"generator.majority.dimension" = [5, 7]

[[claims]]
name = "majority-mistake-bound"
"#;

/// The message for the correct spec with one piece of text replaced.
fn message(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from} is not in the spec");
    let source = GOOD.replacen(from, to, 1);
    match Spec::from_text("t", Path::new("experiments/t.toml"), &source) {
        Ok(_) => panic!("accepted: {to}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_good_spec_is_accepted() {
    let spec =
        Spec::from_text("t", Path::new("t.toml"), GOOD).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((spec.cells.len(), spec.claims.len()), (2, 1));
}

macro_rules! refused {
    ($($name:ident: $from:literal => $to:literal;)*) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(message($from, $to));
        }
    )*};
}

refused! {
    a_confidence_above_one: "name = \"majority-mistake-bound\"" => "name = \"uniform-deviation-bound\"\nconfidence = 2";
    a_tolerance_below_zero: "name = \"majority-mistake-bound\"" => "name = \"scaling-exponent\"\nof = \"mistakes\"\nagainst = \"dimension\"\nexponent = 1\ntolerance = -1";
    a_quantile_above_one: "name = \"majority-mistake-bound\"" => "name = \"rank-correlation\"\nof = \"mistakes\"\nagainst = \"dimension\"\nat_least = 0.9\nstatistic = { quantile = 3 }";
    a_statistic_that_depends_on_the_replicates: "name = \"majority-mistake-bound\"" => "name = \"rank-correlation\"\nof = \"mistakes\"\nagainst = \"dimension\"\nat_least = 0.9\nstatistic = \"sum\"";
    a_scale_on_a_trend: "name = \"majority-mistake-bound\"" => "name = \"scaling-exponent\"\nof = \"mistakes\"\nagainst = \"dimension\"\nexponent = 1\ntolerance = 0.1\nscale = 0.5";
    a_slack_on_a_trend: "name = \"majority-mistake-bound\"" => "name = \"scaling-exponent\"\nof = \"mistakes\"\nagainst = \"dimension\"\nexponent = 1\ntolerance = 0.1\nslack = 0.5";
    a_margin_on_a_trend: "name = \"majority-mistake-bound\"" => "name = \"scaling-exponent\"\nof = \"mistakes\"\nagainst = \"dimension\"\nexponent = 1\ntolerance = 0.1\nmargin = \"sample\"";
    a_key_defined_twice: "replicates = 3" => "replicates = 3\nseed = 2";
    a_table_beside_a_list_of_tables: "[[claims]]" => "[figures]\nshow = [\"distribution\"]\n\n[[figures]]\ntitle = \"f\"\nx = \"examples\"\ny = [\"mistakes\"]\n\n[[claims]]";
    a_list_of_tables_beside_a_table: "[[claims]]" => "[[figures]]\ntitle = \"f\"\nx = \"examples\"\ny = [\"mistakes\"]\n\n[figures]\nshow = [\"distribution\"]\n\n[[claims]]";
    a_variant_defined_twice: "[[sweep]]" => "[variants.plain]\nrule = { perceptron = {} }\norder = \"cyclic\"\n\n[[sweep]]";
    a_key_defined_twice_in_an_inline_table: "{ perceptron = {} }" => "{ perceptron = {}, perceptron = {} }";
    test_ties_beside_winnow: "rule  = { perceptron = {} }\norder = \"stream\"" => "order     = \"stream\"\noffset    = 1\ntest_ties = \"mistake\"\nlearner   = { winnow = {} }";
    test_ties_beside_an_external_learner: "\"stream\"" => "\"stream\"\ntest_ties = \"half\"\nlearner = { process = { command = [\"p\"] } }";
    an_unknown_key_of_the_spec: "question   =" => "qestion   =";
    an_unknown_key_of_a_generator: "relevant  =" => "relevent  =";
    an_unknown_generator: "[generator.majority]" => "[generator.majorty]";
    an_unknown_rule: "{ perceptron = {} }" => "{ perzeptron = {} }";
    an_unknown_learner: "\"stream\"" => "\"stream\"\nlearner = { duel = {} }";
    a_learner_of_atoms_without_atoms: "\"stream\"" => "\"stream\"\nlearner = { memorizer = {} }";
    a_learner_of_the_plane_in_more_dimensions: "\"stream\"" => "\"stream\"\nlearner = { version-space = { point = \"gibbs\" } }";
    a_learner_with_a_rule_it_does_not_know: "{ perceptron = {} }" => "{ label-blind = {} }\nlearner = { dual = {} }";
    a_corrupted_entry_past_the_last_example: "\"stream\"" => "\"stream\"\nlearner = { dual = { corrupted = [0, 10] } }";
    a_kernel_that_is_none: "\"stream\"" => "\"stream\"\nlearner = { kernel = {} }";
    a_negative_factor: "\"stream\"" => "\"stream\"\ntransform = { rescale = \"-1/2\" }";
    a_variant_without_a_rule: "rule  = { perceptron = {} }\n" => "";
    a_variant_without_an_order: "order = \"stream\"\n" => "learner = { hinge-sgd = {} }\n";
    an_unknown_order: "\"stream\"" => "\"streem\"";
    an_unknown_claim: "\"majority-mistake-bound\"" => "\"majority-mistakes-bound\"";
    an_unknown_key_of_a_claim: "name = \"majority-mistake-bound\"" => "name = \"majority-mistake-bound\"\nscal = 0.5";
    a_wrong_type: "seed       = 1" => "seed       = \"one\"";
    an_even_number_of_voters: "relevant  = 3" => "relevant  = 4";
    more_voters_than_features: "relevant  = 3" => "relevant  = 7";
    a_wrong_value_in_a_sweep_names_its_cell: "= [5, 7]" => "= [5, 2]";
    a_wrong_type_in_a_sweep: "= [5, 7]" => "= [5, \"seven\"]";
    an_unknown_key_in_a_sweep: "\"generator.majority.dimension\" = [5, 7]" => "\"generator.majority.dimensions\" = [5, 7]";
    a_sweep_outside_generator_and_variants: "\"generator.majority.dimension\" = [5, 7]" => "\"seed\" = [5, 7]";
    no_replicates: "replicates = 3" => "replicates = 0";
    replicates_in_quotes: "replicates = 3" => "replicates = \"3\"";
    a_premise_that_is_denied: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = \"3\"\npremises = [\"seperable\"]";
    a_missing_key: "seed       = 1\n" => "";
    a_stop_that_never_comes: "order = \"stream\"" => "order = \"cyclic\"\nstop = \"end-of-stream\"";
    a_stop_that_does_not_fit_the_order: "order = \"stream\"" => "order = \"stream\"\nstop = \"clean-pass\"";
    a_control_of_nothing: "name = \"majority-mistake-bound\"" => "name = \"majority-mistake-bound\"\ncontrol_of = \"x\"";
    a_waived_premise_without_a_violation: "name = \"majority-mistake-bound\"" => "name = \"majority-mistake-bound\"\npremise = \"waived\"";
    a_filter_that_selects_nothing: "name = \"majority-mistake-bound\"" => "name = \"majority-mistake-bound\"\nwhere = { \"generator.majority.dimension\" = [6] }";
    a_filter_on_an_unknown_parameter: "name = \"majority-mistake-bound\"" => "name = \"majority-mistake-bound\"\nwhere = { \"generator.majority.dim\" = [5] }";
    a_claim_about_an_unknown_variant: "name = \"majority-mistake-bound\"" => "name = \"majority-mistake-bound\"\nvariants = [\"plane\"]";
    an_unknown_name_in_a_formula: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = \"2*radius^2/sample_margn^2\"";
    a_formula_that_ends_too_early: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = \"2*(radius^2/sample_margin^2\"";
    a_formula_with_two_numbers_side_by_side: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = \"2 radius\"";
    an_unknown_function: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = \"3 + squrt(radius)\"";
    a_formula_of_several_lines: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = \"\"\"\n2*radius^2\n  / sample_margn^2\"\"\"";
    an_escaped_formula_is_marked_as_a_whole: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = \"2*\\u0072adius^2/x\"";
    a_key_that_the_generator_has_not: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = \"examples*generator.relevent\"";
    a_key_that_a_variant_has_not: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = \"examples*variant.threshold\"";
    a_conjecture_without_a_limit: "name = \"majority-mistake-bound\"" => "observed = \"updates\"";
    an_unknown_form: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = 3\nform = \"surly\"";
    an_unknown_premise: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = 3\npremises = [\"iid\", \"online\", \"positive-margin\"]";
    a_probability_without_its_delta: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = 3\nform = \"with-probability\"";
    a_delta_without_a_probability: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = 3\ndelta = 0.1";
    a_range_that_is_none: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = 3\nform = \"in-expectation\"\nrange = [3, 3]";
    a_range_of_a_claim_about_every_trial: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = 3\nrange = [0, 3]";
    a_margin_on_a_conjecture: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = 3\nmargin = \"max\"";
    a_scale_on_a_distribution_function: "name = \"majority-mistake-bound\"" => "observed = \"mistakes/examples\"\nlimit = \"mistakes/examples\"\nform = \"has-distribution\"\nscale = 2";
    a_pair_of_one_variant: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = \"second.updates\"";
    a_trend_of_two_trials: "name = \"majority-mistake-bound\"" => "name = \"rank-correlation\"\nof = \"second.mistakes\"\nagainst = \"dimension\"\nat_least = 0.9";
    a_claim_without_a_name: "name = \"majority-mistake-bound\"" => "id = \"mine\"";
    a_control_with_a_key_of_another_claim: "name = \"majority-mistake-bound\"" => "name = \"majority-mistake-bound\"\n\n[[claims]]\nid = \"c\"\ncontrol_of = \"majority-mistake-bound\"\ndelta = 3";
    an_infinite_limit: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = inf";
    a_limit_that_is_a_list: "name = \"majority-mistake-bound\"" => "observed = \"updates\"\nlimit = [3]";
    a_rule_that_is_a_name_alone: "{ perceptron = {} }" => "\"perceptron\"";
    a_rule_that_is_a_number: "{ perceptron = {} }" => "3";
    a_rule_without_a_name: "{ perceptron = {} }" => "{}";
    two_rules_at_once: "{ perceptron = {} }" => "{ perceptron = {}, margin-perceptron = {} }";
    a_rule_whose_keys_are_a_number: "{ perceptron = {} }" => "{ perceptron = 3 }";
    an_order_with_keys_that_has_none: "\"stream\"" => "{ cyclic = {} }";
    a_stop_without_its_number: "\"stream\"" => "\"stream\"\nstop = \"updates\"";
    several_errors_at_once: "relevant  = 3\nexamples  = 10\n\n[variants.plain]\nrule  = { perceptron = {} }" => "relevent  = 3\nexamples  = 10\n\n[variants.plain]\nrule  = \"perceptron\"";
    a_syntax_error: "seed       = 1" => "seed       = ";
    a_value_of_python: "seed       = 1" => "seed       = None";
    a_truth_value_of_python: "\"stream\"" => "\"stream\"\noffset = True";
    a_seed_beyond_64_bits: "seed       = 1" => "seed       = 99999999999999999999";
    a_claim_by_the_name_of_its_author: "\"majority-mistake-bound\"" => "\"novikoff\"";
    a_variant_without_a_name: "[variants.plain]" => "[variants.\"\"]";
}

#[test]
fn a_margin_outside_its_range() {
    let source = GOOD
        .replace(
            "[generator.majority]\ndimension = 5\nrelevant  = 3\nexamples  = 10",
            "[generator.sphere-margin]\ndimension = 5\ntarget_margin = 1.5\nexamples = 10",
        )
        .replace(
            "generator.majority.dimension",
            "generator.sphere-margin.dimension",
        );
    let refused = Spec::from_text("t", Path::new("experiments/t.toml"), &source)
        .map_err(|error| error.to_string());
    insta::assert_snapshot!(refused.err().unwrap_or_default());
}

#[test]
fn an_unquoted_decimal_in_exact_points() {
    let points = "[generator.points]\nexamples = [{ x = [0.1, 2], y = 1 }]";
    let source = GOOD
        .replace(
            "[generator.majority]\ndimension = 5\nrelevant  = 3\nexamples  = 10",
            points,
        )
        .replace(
            "\n[[sweep]]\n\"generator.majority.dimension\" = [5, 7]\n",
            "",
        );
    let refused = Spec::from_text("t", Path::new("experiments/t.toml"), &source)
        .map_err(|error| error.to_string());
    insta::assert_snapshot!(refused.err().unwrap_or_default());
}

#[test]
fn a_missing_file() {
    let refused =
        Spec::read(Path::new("experiments/no-such.toml")).map_err(|error| error.to_string());
    insta::assert_snapshot!(refused.err().unwrap_or_default());
}

#[test]
fn of_a_long_line_the_part_around_the_mistake_is_shown_with_marks_where_it_is_cut() {
    let error = |text: &str| {
        let read = Spec::from_text("t", Path::new("t.toml"), text);
        read.unwrap_err().to_string()
    };
    let shown = |error: &str| {
        let line = error.lines().find(|line| line.contains("aaaa")).unwrap();
        line.split_once("| ").unwrap().1.to_owned()
    };
    let long = "a".repeat(300);
    let at_the_beginning = shown(&error(&format!("titel = \"{long}\"\n")));
    assert!(at_the_beginning.starts_with("titel") && at_the_beginning.ends_with('…'));
    let at_the_end = shown(&error(&format!("title = \"{long}\" x\n")));
    assert!(
        at_the_end.starts_with('…') && !at_the_end.ends_with('…'),
        "{at_the_end}"
    );
}

#[test]
fn a_variant_cannot_be_named_as_all_of_them() {
    let text = "title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 1\n[generator.basis]\ndimension = 2\n[variants.\"*\"]\nrule = { perceptron = {} }\norder = \"cyclic\"\n";
    let read = Spec::from_text("t", Path::new("t.toml"), text);
    let error = read.unwrap_err().to_string();
    assert!(error.contains("`*` stands for all variants"), "{error}");
}

#[test]
fn columns_that_are_measured_together_have_one_number_of_fewer_replicates() {
    let read = |other: u64| {
        let text = format!(
            "title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 9\nmeasure = [\"leave_one_out_error\"]\nfewer_replicates = {{ leave_one_out_error = 5, leave_one_out_errors = {other} }}\n[generator.basis]\ndimension = 2\n[variants.v]\nrule = {{ perceptron = {{}} }}\norder = \"cyclic\"\n"
        );
        Spec::from_text("t", Path::new("t.toml"), &text).map(|_| ())
    };
    assert!(read(5).is_ok(), "{:?}", read(5));
    let error = read(4).unwrap_err().to_string();
    assert!(
        error.contains("measured together with another column"),
        "{error}"
    );
}
