//! Certifies runs of every rule and arithmetic, plants a false line in each, and shrinks violations to specs that are violated again.

use claims::certificate::{
    Address, CHEAP, Certificate, CheckResult, Witness, certify, check, shrink,
};
use claims::claim::VerdictKind;
use claims::spec::Spec;
use claims::trial::Repetition;
use perceptron::learn::Learner;
use perceptron::long_run::{ClosedSet, SignedExamples};
use perceptron::sample::Rational;
use std::path::Path;
use testing::{CYCLIC, SpecText};

const POINTS: &str = "points\nexamples = [{ x = [3, 1], y = 1 }, { x = [-1, 2], y = 1 }, { x = [2, -5], y = -1 }, { x = [-4, -1], y = -1 }]";
const XOR: &str = "points\nexamples = [{ x = [1, 1], y = 1 }, { x = [-1, -1], y = 1 }, { x = [1, -1], y = -1 }, { x = [-1, 1], y = -1 }]";

fn spec(generator: &str, variant: &str, claim: &str) -> Spec {
    SpecText::new(generator)
        .variant("v", variant)
        .more(claim)
        .read(Spec::from_text)
}

/// The trial, the blank certificate of its sample, and the full certificate.
pub(crate) fn certified(generator: &str, variant: &str) -> (Repetition, Certificate, Certificate) {
    let spec = spec(generator, variant, "");
    let design = spec.design(&spec.cells[0]);
    let trial = design.repeat(0, Some(0), true).unwrap();
    let address: Address = "e:c:v:0".parse().unwrap();
    let blank = Certificate::blank(&address, &design.settings[0], &trial.sample);
    let made = certify(blank.clone(), &trial.sample, trial.learned.as_ref());
    (trial, blank, made)
}

fn is_valid(answer: CheckResult) -> bool {
    matches!(answer, CheckResult::Valid { .. })
}

/// The field for which a changed certificate is refused.
fn refused_for(made: &Certificate, trial: &Repetition, blank: &Certificate) -> String {
    match check(made, blank, trial) {
        CheckResult::Refused { field, .. } => field,
        other => panic!("{other:?}"),
    }
}

const RULES: [&str; 5] = [
    "rule = { perceptron = {} }",
    "rule = { perceptron = {} }\nties = \"positive\"",
    "rule = { normalized-perceptron = {} }",
    "rule = { margin-perceptron = { threshold = \"3/2\", step = \"1/2\" } }",
    "rule = { perceptron = {} }\noffset = \"1/3\"",
];

#[test]
fn runs_of_every_rule_are_certified_and_added_or_omitted_updates_refused() {
    for rule in RULES {
        for (floats, arithmetic) in [("", ""), ("\nfloats = true", "\narithmetic = \"f64\"")] {
            let generator = format!("{POINTS}{floats}");
            let variant = format!("{rule}\norder = \"cyclic\"{arithmetic}");
            let (trial, blank, made) = certified(&generator, &variant);
            assert!(is_valid(check(&made, &blank, &trial)), "{rule}");
            assert!(made.updates.len() > 1 && made.stop_reason.as_deref() == Some("clean-pass"));
            let changed = |change: &dyn Fn(&mut Certificate)| {
                let mut changed = made.clone();
                change(&mut changed);
                refused_for(&changed, &trial, &blank)
            };
            let last = made.updates.len() - 1;
            let beyond = changed(&|made| made.updates[last] = 4);
            assert_eq!(beyond, format!("updates[{last}]"), "{rule}");
            let more = changed(&|made| made.updates.push(made.updates[last]));
            assert!(
                more == format!("updates[{}]", last + 1) || more == "counts.updates",
                "{more}"
            );
            // Without the last update, and with the counts reduced, the rest of the run does not end in a clean pass.
            let fewer = changed(&|made| {
                made.updates.pop();
                let counts = made.counts.as_mut().unwrap();
                counts.updates -= 1;
                counts.margin_mistakes -= 1;
                counts.mistakes -= u64::from(counts.mistakes > counts.updates);
            });
            assert!(
                fewer == "stop_reason" || fewer == "counts.mistakes",
                "{rule}: {fewer}"
            );
            let idle = changed(&|made| made.counts.as_mut().unwrap().draws = last as u64);
            assert_eq!(idle, "counts.draws", "{rule}");
            assert_eq!(changed(&|made| made.counts = None), "counts", "{rule}");
        }
    }
}

#[test]
fn integers_beyond_doubles_are_text_and_version_1_is_read() {
    let wide = "points\nexamples = [{ x = [9007199254740993, 1], y = 1 }, { x = [9007199254740993, 1], y = -1 }]";
    let capped = "rule = { perceptron = {} }\norder = \"cyclic\"\nstop = { updates = 5 }";
    let (trial, blank, made) = certified(wide, capped);
    let text = made.text();
    assert!(text.contains("\"9007199254740993\"") && !text.contains("[9007199254740993"));
    assert_eq!(Certificate::read(&text).as_ref(), Ok(&made));
    let read = |version: &str| {
        let text = text.replace("\"version\": 2", version);
        let numbers = text.replace("\"9007199254740993\"", "9007199254740993");
        Certificate::read(&numbers)
    };
    let first = read("\"version\": 1").unwrap();
    assert!(is_valid(check(&first, &blank, &trial)));
    assert!(
        read("\"version\": 3")
            .unwrap_err()
            .contains("versions 1 to 2")
    );
    let fraction = text.replace("\"9007199254740993\"", "\"1/2\"");
    assert!(Certificate::read(&fraction).is_err());
}

#[test]
fn a_stream_of_hebb_is_certified_and_an_omitted_update_refused() {
    for (floats, arithmetic) in [("", ""), ("\nfloats = true", "\narithmetic = \"f64\"")] {
        let variant = format!("rule = {{ hebb = {{}} }}\norder = \"stream\"{arithmetic}");
        let (trial, blank, made) = certified(&format!("{POINTS}{floats}"), &variant);
        assert!(is_valid(check(&made, &blank, &trial)));
        let counts = made.counts.as_ref().unwrap();
        assert!(counts.updates == counts.draws && counts.margin_mistakes < counts.updates);
        let mut fewer = made.clone();
        fewer.updates.pop();
        assert_eq!(refused_for(&fewer, &trial, &blank), "counts.updates");
    }
}

#[test]
fn inseparable_sample_is_certified_by_nonnegative_weights_summing_to_zero() {
    let capped = "rule = { perceptron = {} }\norder = \"cyclic\"\nstop = { updates = 5 }";
    let (trial, blank, made) = certified(XOR, capped);
    assert!(is_valid(check(&made, &blank, &trial)));
    // The first two examples are opposite, with equal labels.
    let gordan = made.gordan.clone().unwrap();
    assert_eq!(
        (gordan.len(), &made.separator, &made.hull),
        (2, &None, &None)
    );
    let with = |weights: Vec<(usize, Rational)>| {
        let mut changed = made.clone();
        changed.gordan = Some(weights);
        refused_for(&changed, &trial, &blank)
    };
    assert_eq!(with(gordan[..1].to_vec()), "gordan");
    assert_eq!(with(Vec::new()), "gordan");
    assert_eq!(with(vec![(0, Rational::zero())]), "gordan");
    let (first, second) = (gordan[0].clone(), gordan[1].clone());
    assert_eq!(
        with(vec![first.clone(), (4, second.1.clone())]),
        "gordan[1]"
    );
    assert_eq!(with(vec![first, (1, -&second.1)]), "gordan[1]");
}

#[test]
fn convex_hull_weights_prove_the_margin_upper_bound_and_need_a_separator() {
    let (trial, blank, made) = certified(POINTS, CYCLIC);
    let hull = made.hull.clone().unwrap();
    let with = |hull: Option<Vec<(usize, Rational)>>| {
        let mut changed = made.clone();
        changed.hull = hull;
        refused_for(&changed, &trial, &blank)
    };
    // Every single example is longer than the nearest point of the hull.
    assert_eq!(with(Some(hull[..1].to_vec())), "margin_squared.upper");
    assert_eq!(with(Some(vec![(4, Rational::one())])), "hull[0]");
    assert_eq!(with(Some(vec![(0, -&Rational::one())])), "hull[0]");
    assert_eq!(with(Some(Vec::new())), "hull");
    let alone = |change: fn(&mut Certificate)| {
        let mut changed = made.clone();
        change(&mut changed);
        refused_for(&changed, &trial, &blank)
    };
    assert_eq!(alone(|made| made.separator = None), "margin_squared");
    assert_eq!(alone(|made| made.margin_squared = None), "margin_squared");
    assert_eq!(
        alone(|made| made.separator = Some(vec![Rational::one()])),
        "separator"
    );
}

/// The certified squares of radius and margin, each between two floats and, if it is short, as a fraction.
fn certified_squares(generator: &str) -> [(f64, f64, Option<Rational>); 2] {
    let (trial, blank, made) = certified(generator, CYCLIC);
    assert!(is_valid(check(&made, &blank, &trial)));
    let margin = made.margin_squared.unwrap();
    [made.radius_squared, margin].map(|square| (square.lower.0, square.upper.0, square.exact))
}

#[test]
fn certified_radius_and_margin_are_the_known_ones_in_any_unit() {
    // y·x = (3, 1), (-1, 2): the nearest point of their segment is (3, 1) + t(-4, 1), t = 11/17, so (7, 28)/17 with square 49/17.
    let points = |a: &str, b: &str| {
        format!("points\nexamples = [{{ x = {a}, y = 1 }}, {{ x = {b}, y = -1 }}]")
    };
    let quarter = |square: Rational| &square * &Rational::new(1, 16);
    let (radius, margin) = (Rational::from(10_i64), Rational::new(49, 17));
    for (generator, radius, margin) in [
        (points("[3, 1]", "[1, -2]"), radius.clone(), margin.clone()),
        (
            points("[\"3/4\", \"1/4\"]", "[\"1/4\", \"-1/2\"]"),
            quarter(radius.clone()),
            quarter(margin.clone()),
        ),
        (
            points("[\"3/4\", \"1/4\"]", "[\"1/4\", \"-1/2\"]") + "\nfloats = true",
            quarter(radius),
            quarter(margin),
        ),
    ] {
        for ((lower, upper, exact), due) in certified_squares(&generator)
            .into_iter()
            .zip([radius, margin])
        {
            let value = due.to_f64();
            assert!(
                lower <= value && value <= upper && upper - lower < 1e-8 * value,
                "{generator}: {lower} {value} {upper}"
            );
            assert!(exact.is_none_or(|exact| exact == due), "{generator}");
        }
    }
}

/// Both ends of the squared margin of d unit vectors are 1/d. For a small sample the search proves them, for a large one the planted separator and
/// the updates.
#[test]
fn margin_of_a_large_sample_is_certified_by_the_planted_separator() {
    for dimension in [500_u64, 501] {
        let basis = format!("basis\ndimension = {dimension}\nlabels = \"alternating\"");
        let (_, _, made) = certified(&basis, CYCLIC);
        let is_cheap = dimension * dimension <= CHEAP as u64;
        assert_eq!(is_cheap, dimension == 500);
        let margin = made.margin_squared.unwrap();
        assert_eq!(margin.exact, Some(Rational::new(1, dimension as i64)));
        let counts = made.counts.unwrap();
        assert_eq!(
            (counts.updates, counts.mistakes, counts.passes),
            (dimension, dimension, 2)
        );
        assert_eq!(
            (counts.draws, counts.margin_mistakes),
            (2 * dimension, dimension)
        );
        let hull = made.hull.unwrap();
        assert!(is_cheap || hull.iter().all(|(_, weight)| *weight == Rational::one()));
        assert_eq!(
            (hull.len() as u64, made.updates.len() as u64),
            (dimension, dimension)
        );
    }
}

#[test]
fn certificate_is_refused_for_every_header_line_of_another_trial() {
    let margin = "rule = { margin-perceptron = { threshold = 1, step = 1 } }\norder = \"cyclic\"";
    let (trial, blank, made) = certified(POINTS, margin);
    type Change = fn(&mut Certificate);
    let changes: [(&str, Change); 13] = [
        ("address", |made| made.address.push('1')),
        ("experiment", |made| made.experiment.push('1')),
        ("cell", |made| made.cell.push('1')),
        ("variant", |made| made.variant = None),
        ("replicate", |made| made.replicate = 1),
        ("examples", |made| made.examples = 5),
        ("dimension", |made| made.dimension = 3),
        ("sample_digest", |made| made.sample_digest.push('1')),
        ("rule", |made| made.rule = None),
        ("threshold", |made| made.threshold = None),
        ("step", |made| made.step = Some(Rational::from(2_i64))),
        ("ties", |made| made.ties = Some("positive".into())),
        ("arithmetic", |made| made.arithmetic = Some("f64".into())),
    ];
    for (field, change) in changes {
        let mut changed = made.clone();
        change(&mut changed);
        assert_eq!(refused_for(&changed, &trial, &blank), field);
    }
}

#[test]
fn the_text_of_a_certificate_is_read_back_as_it_was_and_a_float_without_quotes_is_not() {
    let (_, _, made) = certified(POINTS, CYCLIC);
    let text = made.text();
    assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), made);
    // R² = 2² + 5².
    assert!(text.contains("\"lower\":\"29.0\""), "{text}");
    let unquoted = text.replace("\"29.0\"", "29.0");
    assert!(serde_json::from_str::<Certificate>(&unquoted).is_err());
}

/// Shrinks the sample on which the only trial violates the only claim.
fn shrunk(generator: &str, claim: &str) -> Result<Witness, String> {
    // Long runs that are repeated would use up the work that shrinking may do.
    let cyclic = format!("{CYCLIC}\nstop = {{ updates = 300 }}");
    let claim = format!("[[claims]]\n{claim}\nexpect = \"violated\"");
    let spec = spec(generator, &cyclic, &claim);
    let trial = spec
        .design(&spec.cells[0])
        .repeat(0, Some(0), true)
        .unwrap();
    shrink(&spec.claims[0], &trial)
}

/// Runs and judges the spec of a witness.
fn word_of(witness: &Witness) -> VerdictKind {
    let text = witness.spec("e:c:v:0");
    let spec = Spec::from_text("e", Path::new("e.toml"), &text).unwrap();
    let cell = &spec.cells[0];
    let block = spec.design(cell).block(0..spec.most_replicates(cell));
    spec.judge_spec().judge(0, &block)[0].verdict
}

#[test]
fn a_violation_by_many_examples_is_shrunk_to_the_fewest_that_violate_it() {
    // Every basis vector costs one update, and the bound for k of them is k, so one vector alone violates the bound times 9/10.
    let basis = "basis\ndimension = 60\nlabels = \"alternating\"";
    let bound = "name = \"online-mistake-bound\"\nscale = \"9/10\"";
    let witness = shrunk(basis, bound).unwrap();
    assert_eq!(
        (witness.stated.points.examples.len(), witness.shrunk_from),
        (1, 60)
    );
    assert_eq!(witness.stated.points.examples[0].x, [Rational::one()]);
    assert_eq!(word_of(&witness), VerdictKind::Violated);
}

#[test]
fn witness_of_a_printed_statement_says_where_it_is_printed() {
    let basis = "basis\ndimension = 4\nlabels = \"alternating\"";
    let place = "stated_in = { note = \"vaughan\", place = \"Theorem 1\" }";
    let bound = format!("name = \"online-mistake-bound\"\nscale = \"9/10\"\n{place}");
    let witness = shrunk(basis, &bound).unwrap();
    let text = witness.spec("e:c:v:0");
    assert!(text.contains(place), "{text}");
    assert_eq!(word_of(&witness), VerdictKind::Violated);
}

#[test]
fn points_around_the_origin_are_shrunk_to_a_triangle_around_it() {
    // Ten points to the right and two to the left, no two of them opposite: three are needed to surround the origin.
    let right = (0..10).map(|k| format!("{{ x = [{}, {}], y = 1 }}", 7 + k, 3 * k - 13));
    let left = ["{ x = [-1, 1], y = 1 }", "{ x = [-1, -1], y = 1 }"].map(String::from);
    let all: Vec<String> = right.chain(left).collect();
    let points = format!("points\nexamples = [{}]", all.join(", "));
    let witness = shrunk(&points, "name = \"strictly-separable\"").unwrap();
    assert_eq!(
        (witness.stated.points.examples.len(), witness.shrunk_from),
        (3, 12)
    );
    assert_eq!(word_of(&witness), VerdictKind::Violated);
    assert!(witness.reruns > 2);
}

#[test]
fn a_sample_with_too_many_features_in_all_is_not_shrunk() {
    let bound = "name = \"online-mistake-bound\"\nscale = \"9/10\"";
    let basis = |dimension: usize| shrunk(&format!("basis\ndimension = {dimension}"), bound);
    // 200² features are allowed, and 201² are too many.
    assert_eq!(
        basis(200).map(|witness| witness.stated.points.examples.len()),
        Ok(1)
    );
    let words = "the sample is too large to be written into a spec";
    assert_eq!(basis(201).map(|_| ()), Err(words.to_owned()));
}

#[test]
fn unit_norm_claim_becomes_general_if_shrunk_examples_are_not_unit() {
    let claim = |norm: &str| {
        format!("name = \"margin-mistake-bound\"\nnorm = \"{norm}\"\nscale = \"1/10\"")
    };
    let spec_of = |length: &str| {
        let basis = format!("basis\ndimension = 3\nnorm = {length}");
        let claim = format!("[[claims]]\n{}\nexpect = \"violated\"", claim("unit"));
        let margin = "rule = { margin-perceptron = {} }\norder = \"cyclic\"";
        let spec = spec(&basis, margin, &claim);
        let trial = spec
            .design(&spec.cells[0])
            .repeat(0, Some(0), true)
            .unwrap();
        let witness = shrink(&spec.claims[0], &trial).unwrap();
        assert_eq!(word_of(&witness), VerdictKind::Violated);
        witness.spec("e:c:v:0")
    };
    assert!(spec_of("1").contains("norm = \"unit\""), "{}", spec_of("1"));
    assert!(
        spec_of("\"1/2\"").contains("norm = \"any\""),
        "{}",
        spec_of("\"1/2\"")
    );
}

#[test]
fn shrinking_stops_at_its_work_limit() {
    // A simplex around the origin. Without any one of its 61 points it no longer surrounds the origin, so none can be removed. There are 123 samples
    // to try, with up to 61 times 60 features, and 400 000 features are enough for 116 of them.
    let unit = |i: usize| {
        (0..60)
            .map(|j| if i == j { "1" } else { "0" })
            .collect::<Vec<_>>()
            .join(", ")
    };
    let corners = (0..60).map(|i| format!("{{ x = [{}], y = 1 }}", unit(i)));
    let last = format!("{{ x = [{}], y = 1 }}", ["-1"; 60].join(", "));
    let points: Vec<String> = corners.chain([last]).collect();
    let generator = format!("points\nexamples = [{}]", points.join(", "));
    let claim = "[[claims]]\nname = \"strictly-separable\"\nexpect = \"violated\"";
    let spec = SpecText::new(generator).more(claim).read(Spec::from_text);
    let trial = spec.design(&spec.cells[0]).repeat(0, None, true).unwrap();
    let witness = shrink(&spec.claims[0], &trial).unwrap();
    assert_eq!(
        (witness.stated.points.examples.len(), witness.reruns),
        (61, 116)
    );
}

#[test]
fn a_claim_that_holds_of_the_examples_is_not_shrunk() {
    let holds = shrunk("basis\ndimension = 5", "name = \"online-mistake-bound\"");
    let words = "on the examples alone the claim is not violated";
    assert_eq!(holds.map(|_| ()), Err(words.to_owned()));
}

#[test]
fn reachable_vectors_of_an_inseparable_sample_are_certified_and_gaps_refused() {
    for rule in [
        "rule = { perceptron = {} }",
        "rule = { perceptron = {} }\nties = \"positive\"",
        "rule = { margin-perceptron = { threshold = \"3/2\", step = \"1/2\" } }",
    ] {
        let variant = format!("{rule}\norder = \"cyclic\"\nstop = {{ updates = 5 }}");
        let (trial, blank, made) = certified(XOR, &variant);
        assert!(is_valid(check(&made, &blank, &trial)), "{rule}");
        let vectors = made.closed_set.clone().unwrap();
        let (_, variant) = trial.variant.clone().unwrap();
        let learner = Learner::new(&variant, &trial.sample, trial.draws.unwrap()).unwrap();
        let examples = SignedExamples::of(&learner).unwrap();
        let set = ClosedSet::explore(&examples, 1000).unwrap().unwrap();
        assert_eq!(vectors.len(), set.len(), "{rule}");
        let with = |vectors: Vec<Vec<i64>>| {
            let mut changed = made.clone();
            changed.closed_set = Some(vectors);
            refused_for(&changed, &trial, &blank)
        };
        assert_eq!(with(vectors[1..].to_vec()), "closed_set", "{rule}");
        let gap = with(vectors[..vectors.len() - 1].to_vec());
        assert!(gap.starts_with("closed_set["), "{rule}: {gap}");
        assert_eq!(with(vec![vec![0, 0], vec![1]]), "closed_set[0]");
    }
}

#[test]
fn runs_in_floats_and_separable_samples_list_no_reachable_vectors() {
    let capped = "rule = { perceptron = {} }\norder = \"cyclic\"\nstop = { updates = 5 }";
    let floats = certified(
        &format!("{XOR}\nfloats = true"),
        &format!("{capped}\narithmetic = \"f64\""),
    );
    assert_eq!(floats.2.closed_set, None);
    assert_eq!(certified(POINTS, CYCLIC).2.closed_set, None);
}
