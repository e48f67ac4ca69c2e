//! Checks which columns count as Monte Carlo estimates, in which claims an estimate may enter, and what a claim that misuses one is judged.

use claims::claim::VerdictKind;
use claims::judge::Verdict;
use claims::spec::{DataFiles, Spec};
use claims::trial::{AnyColumn, columns};
use std::path::Path;
use testing::{STREAM, SpecText};

/// Flipped labels on the sphere: the risk of one weight vector has a closed form, that of a vote has none.
const NOISY: &str = "coin-labels\ndimension = 3\nnoise = 0.2\nexamples = 12";

const VOTED: &str = "rule = { perceptron = {} }\norder = \"stream\"\nhypothesis = \"voted\"";

/// A choice among learners that return a vote.
const CHOSEN: &str = "rule = { perceptron = {} }\norder = \"cyclic\"\nhypothesis = \"voted\"\nselect = { key = \"stop.passes\", from = [1, 2], by = \"3-fold\" }";

const OFFSET: &str = "rule = { perceptron = {} }\norder = \"stream\"\noffset = 1";

fn text(generator: &str, variant: &str, claim: &str) -> SpecText {
    SpecText::new(generator)
        .replicates(40)
        .key("test_examples = 300")
        .variant("a", variant)
        .variant("b", variant)
        .more(format!("[[claims]]\n{claim}\n"))
}

fn verdict(spec: &Spec) -> Verdict {
    let block = spec.design(&spec.cells[0]).block(0..40);
    spec.judge_spec().judge(0, &block).remove(0)
}

#[test]
fn a_risk_counts_as_estimated_exactly_where_it_has_no_closed_form() {
    let generators = [
        "basis\ndimension = 4\nexamples = 5",
        "sphere-margin\ndimension = 3\ntarget_margin = 0.2\nexamples = 8",
        "teacher-student\ndimension = 3\nexamples = 8",
        "isotropic-gaussians\ndimension = 3\ndistance = 1\nexamples = 8",
        NOISY,
        "label-noise\ndimension = 3\ntarget_margin = 0.2\nrate = 0.2\nexamples = 12",
    ];
    let variants = [
        STREAM.to_owned(),
        VOTED.to_owned(),
        CHOSEN.to_owned(),
        OFFSET.to_owned(),
        format!("{STREAM}\nhypothesis = \"averaged\""),
        format!("{STREAM}\ntransform = \"normalize\""),
        format!("{STREAM}\ntransform = \"reflect\"\ntest_ties = \"positive\""),
    ];
    let mut estimated = 0;
    for (generator, variant) in generators
        .iter()
        .flat_map(|generator| variants.iter().map(move |variant| (generator, variant)))
    {
        let claim = "name = \"stated-expectation\"\ncolumn = \"risk\"\nvalue = \"1/4\"";
        let spec = text(generator, variant, claim).read(Spec::from_text);
        let block = spec.design(&spec.cells[0]).block(0..3);
        let row = block.row(0, 0).unwrap();
        let error = row.copied(columns::RISK_STANDARD_ERROR);
        let error = error.unwrap_or_else(|| panic!("no risk: {generator} {variant}"));
        let is_estimate = columns::RISK.any().is_estimate_in(row.setting());
        assert_eq!(is_estimate, error > 0.0, "{generator} {variant}");
        estimated += usize::from(is_estimate);
    }
    assert!((10..30).contains(&estimated), "{estimated}");
}

#[test]
fn no_other_column_than_a_risk_is_an_estimate() {
    let spec = text(NOISY, VOTED, "name = \"online-mistake-bound\"").read(Spec::from_text);
    let block = spec.design(&spec.cells[0]).block(0..1);
    let row = block.row(0, 0).unwrap();
    let estimates = AnyColumn::all().filter(|column| column.is_estimate_in(row.setting()));
    let names: Vec<&str> = estimates.map(AnyColumn::name).collect();
    let due = [
        "risk",
        "risk_without_last",
        "majority_vote_risk",
        "excess_risk",
    ];
    let (mut names, mut due) = (names, due.to_vec());
    names.sort_unstable();
    due.sort_unstable();
    assert_eq!(names, due);
}

/// Claims that are refused if `risk` is an estimate, with the key at which.
const REFUSED: [(&str, &str); 16] = [
    ("observed = \"generator.noise\"\nlimit = \"risk\"", "limit"),
    ("observed = \"risk\"\nlimit = \"1\"", "observed"),
    (
        "observed = \"risk\"\nlimit = \"risk\"\nform = \"identity\"",
        "observed",
    ),
    (
        "observed = \"risk\"\nlimit = \"0.97*0.2\"\nform = \"exists\"",
        "observed",
    ),
    (
        "observed = \"risk\"\nlimit = \"0.3\"\nform = \"with-probability\"\ndelta = 0.1",
        "observed",
    ),
    (
        "observed = \"risk\"\nlimit = \"risk\"\nform = \"has-distribution\"\nslack = 0.1",
        "observed",
    ),
    (
        "observed = \"risk^2\"\nlimit = \"1/16\"\nform = \"in-expectation\"",
        "observed",
    ),
    (
        "observed = \"risk*first.risk\"\nlimit = \"1/16\"\nform = \"lower-bound\"",
        "observed",
    ),
    (
        "observed = \"min(risk, 0.2)\"\nlimit = \"0.2\"\nform = \"expectation-identity\"",
        "observed",
    ),
    (
        "observed = \"1\"\nlimit = \"mistakes/(1+risk)\"\nform = \"in-expectation\"\nrange = [0, 99]",
        "limit",
    ),
    (
        "observed = \"sqrt(risk)\"\nlimit = \"1\"\nform = \"illustration\"",
        "observed",
    ),
    (
        "observed = \"min(1, max(0, (0.2-risk)*10^9))\"\nlimit = \"0.2\"\nform = \"lower-bound\"",
        "observed",
    ),
    (
        "observed = \"mistakes/examples\"\nlimit = \"1\"\nform = \"in-expectation\"\ntrivial = \"risk\"",
        "trivial",
    ),
    (
        "name = \"stated-expectation\"\ncolumn = \"risk\"\nvalue = \"1/4\"\nabove = \"1/5\"",
        "name",
    ),
    (
        "name = \"sample-complexity\"\nconstant = 1\nexponent = 1\ndelta = 0.1",
        "name",
    ),
    (
        "name = \"rank-correlation\"\nof = \"risk\"\nagainst = \"examples\"\nat_least = 0.9",
        "of",
    ),
];

#[test]
fn an_estimate_is_refused_wherever_a_claim_needs_the_number_itself() {
    for (claim, key) in REFUSED {
        let found = text(NOISY, VOTED, claim).try_read(Spec::from_text);
        let error = match found {
            Ok(_) => panic!("accepted: {claim}"),
            Err(error) => error.to_string(),
        };
        assert!(error.contains("Monte Carlo estimate"), "{claim}\n{error}");
        assert!(
            error.contains(&format!("= key: claims.{key}")),
            "{claim}\n{error}"
        );
        assert!(error.contains("about_estimates = true"), "{error}");
        // The exact risk of one weight vector may enter any of them.
        let exact = text(NOISY, STREAM, claim).try_read(Spec::from_text);
        exact.unwrap_or_else(|error| panic!("{claim}\n{error}"));
        text(NOISY, VOTED, &format!("{claim}\nabout_estimates = true")).read(Spec::from_text);
    }
}

#[test]
fn an_estimate_may_enter_a_mean_linearly() {
    for claim in [
        "observed = \"risk\"\nlimit = \"1/2\"\nform = \"in-expectation\"",
        "observed = \"2*risk*mistakes/examples - risk/3\"\nlimit = \"2\"\nform = \"in-expectation\"\nrange = [-1, 3]",
        "observed = \"risk\"\nlimit = \"mistakes/examples\"\nform = \"lower-bound\"",
        "observed = \"first.risk - second.risk\"\nlimit = \"0\"\nform = \"expectation-identity\"\nrange = [-1, 1]\nvariants = [\"a\", \"b\"]",
        "observed = \"risk^1\"\nlimit = \"1\"\nform = \"illustration\"",
        "name = \"smaller-risk-on-average\"\nvariants = [\"a\", \"b\"]",
        "name = \"stated-expectation\"\ncolumn = \"risk\"\nvalue = \"1/4\"",
        "name = \"majority-vote-bound\"",
        "name = \"rank-correlation\"\nof = \"risk\"\nagainst = \"examples\"\nat_least = 0.9\nstatistic = \"mean\"",
        "observed = \"risk\"\nlimit = \"1\"\npremises = [\"closed-form-risk\"]",
    ] {
        let found = text(NOISY, VOTED, claim).try_read(Spec::from_text);
        found.unwrap_or_else(|error| panic!("{claim}\n{error}"));
    }
}

#[test]
fn a_stored_claim_about_an_estimate_is_inconclusive_and_says_why() {
    for (claim, _) in REFUSED {
        let text = text(NOISY, VOTED, claim).to_string();
        let file = Path::new("manifest.toml");
        let spec = Spec::from_stored_text("t", file, &text, DataFiles::default())
            .unwrap_or_else(|error| panic!("{error}"));
        let is_trend = spec.claims[0].is_about_sweep();
        if !is_trend {
            let found = verdict(&spec);
            assert_eq!(found.verdict, VerdictKind::Inconclusive, "{claim}");
            assert!(found.method.contains("Monte Carlo estimate"), "{found:?}");
            assert_eq!(found.witness, None);
        }
    }
}

#[test]
fn a_claim_that_speaks_of_estimates_says_so() {
    let claim = "observed = \"risk\"\nlimit = \"1\"\nabout_estimates = true";
    let spec = text(NOISY, VOTED, claim).read(Spec::from_text);
    let found = verdict(&spec);
    assert_eq!(found.verdict, VerdictKind::Holds);
    assert!(found.method.contains("estimates in `risk`"), "{found:?}");
    assert!(spec.claims[0].printed().statement.contains("estimates"));
}
