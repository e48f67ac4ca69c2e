//! Checks that roots, powers, means of enumerations, stated functions and scores at a threshold are compared as what they are, not as rounded floats.

use claims::claim::VerdictKind::{self, Holds, Inconclusive, Violated};
use claims::judge::Verdict;
use claims::spec::{Spec, SpecError};
use testing::{CYCLIC, STREAM, SpecText};

const BASIS: &str = "basis\ndimension = 7\nexamples = 6";
const SLIGHTLY_LONGER: &str = "rule = { perceptron = {} }\norder = \"stream\"\ntransform = { rescale = \"10000000000001/10000000000000\" }";

fn judged(text: SpecText, claim: &str, trials: u64) -> Verdict {
    let spec = text
        .more(format_args!("[[claims]]\n{claim}"))
        .read(Spec::from_text);
    let block = spec.design(&spec.cells[0]).block(0..trials);
    spec.judge_spec().judge(0, &block).remove(0)
}

fn drawn(generator: &str, variant: &str, claim: &str) -> VerdictKind {
    let text = SpecText::new(generator)
        .replicates(60)
        .variant("own", variant);
    judged(text, claim, 60).verdict
}

/// The verdict on a claim over all 27 streams of three of three basis vectors.
fn enumerated(claim: &str) -> VerdictKind {
    let text = SpecText::new("basis\ndimension = 3\nexamples = 3").replicates("\"all\"");
    judged(text.variant("own", STREAM), claim, 27).verdict
}

#[test]
fn a_root_of_a_column_of_squares_is_exact_in_claims_that_name_a_column() {
    let stated = |column: &str, value: &str| {
        let claim = format!("name = \"stated-value\"\ncolumn = \"{column}\"\nvalue = \"{value}\"");
        drawn(BASIS, STREAM, &claim)
    };
    assert_eq!(stated("radius", "1"), Holds);
    assert_eq!(stated("radius", "10000000000001/10000000000000"), Violated);
    // The margin is the root of 1/7; this decimal agrees with it in all digits of a float.
    assert_eq!(
        stated("sample_margin", "3779644730092272/10000000000000000"),
        Violated
    );
    let above = "name = \"stated-expectation\"\ncolumn = \"radius\"\nabove = 1\nvalue = \"0.45\"\nslack = 0.2";
    assert_eq!(drawn(BASIS, STREAM, above), Violated);
}

#[test]
fn exact_roots_that_differ_in_the_thirteenth_digit_have_an_order() {
    for (column, verdict) in [("radius", Holds), ("sample_margin", Holds)] {
        let claim = format!(
            "name = \"usually-smaller\"\ncolumn = \"{column}\"\nvariants = [\"own\", \"longer\"]\nat_least = \"1/2\""
        );
        let text = SpecText::new(BASIS)
            .replicates(60)
            .variant("own", STREAM)
            .variant("longer", SLIGHTLY_LONGER);
        assert_eq!(judged(text, &claim, 60).verdict, verdict, "{column}");
    }
}

#[test]
fn powers_whose_parts_leave_the_range_of_floats_are_fractions() {
    let surely = |observed: &str, limit: &str| {
        drawn(
            BASIS,
            STREAM,
            &format!("observed = \"{observed}\"\nlimit = \"{limit}\""),
        )
    };
    assert_eq!(surely("1/3 + 10^-500 + 0*updates", "1/3"), Violated);
    assert_eq!(surely("(1 + 10^-320)^updates", "1"), Violated);
    assert_eq!(surely("1", "(1 + 10^-320)^updates"), Holds);
}

#[test]
fn means_of_logarithms_over_an_enumeration_are_compared_with_many_bits() {
    // Of the 27 streams, 3, 18 and 6 have one, two and three updates.
    let mean = "(18*log(2) + 6*log(3))/27";
    let claim = |form: &str, limit: &str| {
        enumerated(&format!(
            "form = \"{form}\"\nobserved = \"log(updates)\"\nlimit = \"{limit}\"\nrange = [0, 2]"
        ))
    };
    assert_eq!(claim("expectation-identity", mean), Holds);
    assert_eq!(
        claim("expectation-identity", &format!("{mean} + 10^-40")),
        Violated
    );
    assert_eq!(
        claim("in-expectation", &format!("{mean} - 10^-40")),
        Violated
    );
    assert_eq!(claim("lower-bound", &format!("{mean} - 10^-40")), Holds);
    assert_eq!(claim("lower-bound", &format!("{mean} + 10^-40")), Violated);
    assert_eq!(claim("lower-bound", &format!("{mean} + 10^-200")), Violated);
}

#[test]
fn a_value_outside_of_a_stated_range_decides_nothing_and_is_named() {
    // The mean is 4(1 − (3/4)⁴) = 175/64, and 4 updates occur.
    let basis = SpecText::new("basis\ndimension = 4\nexamples = 4").replicates(3000);
    let claim = "name = \"stated-expectation\"\ncolumn = \"updates\"\nvalue = \"175/64\"\nslack = 0.2\nmost = ";
    let verdict = |most: u64| {
        judged(
            basis.clone().variant("own", CYCLIC),
            &format!("{claim}{most}"),
            3000,
        )
    };
    assert_eq!(verdict(4).verdict, Holds);
    let left = verdict(3);
    assert_eq!(left.verdict, Inconclusive);
    assert!(left.method.contains("outside the range"), "{left:?}");
    assert!(
        left.missing
            .unwrap()
            .contains("updates is 4, outside of the range [0, 3]")
    );
}

#[test]
fn the_shortest_vector_is_compared_with_the_largest_margin() {
    let points =
        "points\nexamples = [{ x = [1, 0], y = 1 }, { x = [0, 1], y = 1 }]\nseparator = [2, 1]";
    assert_eq!(drawn(points, CYCLIC, "name = \"shortest-vector\""), Holds);
}

#[test]
fn numbers_that_a_thousand_bits_leave_open_widely_do_not_count_as_equal() {
    let zero = "(sqrt(2)*sqrt(3) - sqrt(6))";
    let one = |observed: &str, limit: &str, form: &str| {
        let claim = format!(
            "observed = \"{observed}\"\nlimit = \"{limit}\"\nform = \"{form}\"\nrange = [0, 100]"
        );
        let claim = if form == "in-expectation" {
            claim
        } else {
            claim.replace("\nrange = [0, 100]", "")
        };
        drawn(BASIS, STREAM, &claim)
    };
    assert_eq!(
        one(&format!("{zero}*10^310"), "-1 + 0*updates", "surely"),
        Inconclusive
    );
    assert_eq!(
        one("updates", &format!("{zero}*10^310"), "identity"),
        Inconclusive
    );
    assert_eq!(
        one("updates", &format!("{zero} + updates"), "identity"),
        Holds
    );
    let huge = "sqrt(2)*10^90";
    assert_eq!(
        one(&format!("updates + {huge} - {huge}"), "3", "in-expectation"),
        Violated
    );
    assert_ne!(
        one(
            &format!("updates + {huge}"),
            &format!("{huge} - 1000"),
            "in-expectation"
        ),
        Holds
    );
}

#[test]
fn an_allowed_probability_is_the_fraction_that_it_spells() {
    // Of the 27 streams, 6 show three vectors: the probability of more than two updates is 2/9.
    let draws = |delta: &str| {
        enumerated(&format!(
            "form = \"with-probability\"\nobserved = \"updates\"\nlimit = \"2\"\ndelta = {delta}"
        ))
    };
    assert_eq!(draws("0.2222222222222"), Violated);
    assert_eq!(draws("0.2222222222223"), Holds);
}

#[test]
fn a_number_with_more_digits_than_are_kept_is_refused() {
    let text = SpecText::new(BASIS).variant("own", STREAM);
    let claim = "form = \"with-probability\"\nobserved = \"updates\"\nlimit = \"2\"\ndelta = 0.31249999999999999999";
    let read = text.more(format_args!("[[claims]]\n{claim}"));
    let Err(SpecError::Invalid(findings)) = read.try_read(Spec::from_text) else {
        panic!("the number is read")
    };
    assert!(
        findings[0].problem.contains("more than 15 digits"),
        "{findings:?}"
    );
}

#[test]
fn a_function_that_falls_where_the_observed_number_rises_is_no_distribution_function() {
    let circle = "teacher-student\ndimension = 2\nexamples = 10";
    let function = "1-(1-consistent_arc)^10-10*consistent_arc*(1-consistent_arc)^9";
    let verdict = |observed: &str| {
        let claim = format!(
            "form = \"has-distribution\"\nobserved = \"{observed}\"\nlimit = \"{function}\"\nslack = 0.5"
        );
        let text = SpecText::new(circle).replicates(512).variant("own", CYCLIC);
        judged(text, &claim, 512)
    };
    assert_eq!(verdict("consistent_arc").verdict, Holds);
    assert_eq!(verdict("angular_margin").verdict, Holds);
    for other in ["1-consistent_arc", "0*updates", "updates"] {
        let found = verdict(other);
        assert_eq!(found.verdict, Inconclusive, "{other}");
        assert!(
            found.method.contains("no distribution function"),
            "{found:?}"
        );
    }
}

#[test]
fn a_control_is_about_the_variants_of_its_claim_and_has_a_limit_to_scale() {
    let base = || {
        SpecText::new(BASIS)
            .variant("own", STREAM)
            .variant("longer", SLIGHTLY_LONGER)
    };
    let with = |limit: &str| {
        base().more(format_args!(
            "[[claims]]\nid = \"few\"\nobserved = \"updates\"\nlimit = \"{limit}\"\nvariants = [\"longer\"]\n[[claims]]\nid = \"fewer\"\ncontrol_of = \"few\"\nscale = \"1/9\""
        ))
    };
    let spec = with("7").read(Spec::from_text);
    assert_eq!(spec.claims[1].variants, ["longer"]);
    let Err(SpecError::Invalid(findings)) = with("0").try_read(Spec::from_text) else {
        panic!("a control of 0 is read")
    };
    assert!(
        findings[0].problem.contains("which no factor changes"),
        "{findings:?}"
    );
}

#[test]
fn a_step_that_reaches_its_threshold_up_to_rounding_leaves_no_update() {
    let sphere = "sphere-margin\ndimension = 4\ntarget_margin = 0.2\nexamples = 1";
    let learner = "learner = { passive-aggressive = { kind = \"pa\" } }\norder = \"stream\"";
    assert_eq!(
        drawn(
            sphere,
            learner,
            "observed = \"updates_left\"\nlimit = \"0\""
        ),
        Holds
    );
    let before = "observed = \"1\"\nlimit = \"updates_left\"";
    let two = "basis\ndimension = 4\nexamples = 4";
    let hinge = "rule = { margin-perceptron = { threshold = 3, step = 1 } }\norder = \"stream\"";
    assert_eq!(drawn(two, hinge, before), Holds);
}

#[test]
fn the_risk_of_a_hyperplane_between_gaussians_is_never_zero() {
    let far = "isotropic-gaussians\ndimension = 2\ndistance = 200\nexamples = 5";
    // The risk, about 10⁻⁸⁷⁰⁰, lies below every float.
    let claim = "observed = \"risk\"\nlimit = \"0\"";
    assert_eq!(drawn(far, STREAM, claim), Inconclusive);
}

#[test]
fn the_premise_of_a_mean_names_the_range_that_is_checked() {
    let premise = |range: &str| {
        let claim =
            format!("form = \"in-expectation\"\nobserved = \"updates/7\"\nlimit = \"1\"\n{range}");
        let text = SpecText::new(BASIS).variant("own", STREAM);
        let spec = text
            .more(format_args!("[[claims]]\n{claim}"))
            .read(Spec::from_text);
        spec.claims[0].printed().premise
    };
    assert!(premise("range = [0, 2]").contains("in [0, 2], which is checked"));
    assert!(premise("").contains("in [0, 1], because the spec states no `range`"));
}
