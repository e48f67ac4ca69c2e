//! States for every premise that depends on the setting which settings meet it: one that meets every part, and others that each lack one part.

use claims::claim::MarginSource;
use claims::claim::premise::{self, Premise};
use claims::spec::Spec;
use perceptron::learn::{LearnerKind, RuleKind};
use perceptron::sample::Rational;
use testing::SpecText;

const CYCLIC: &str = "order = \"cyclic\"";
const BASIS: &str = "basis\ndimension = 4\nexamples = 4";
const SPHERE: &str = "sphere-margin\ndimension = 3\ntarget_margin = 0.25\nexamples = 4";
const TEACHER: &str = "teacher-student\ndimension = 3\nexamples = 4";

fn spec(generator: &str, keys: &str) -> Spec {
    let rule = if keys.contains("rule =") {
        ""
    } else {
        "rule = { perceptron = {} }"
    };
    let text = SpecText::new(generator).variant("a", rule);
    text.more(keys.replace("; ", "\n")).read(Spec::from_text)
}

/// Whether a premise may hold for this variant on samples of this generator.
fn may_hold(premise: &Premise, generator: &str, keys: &str) -> bool {
    let spec = spec(generator, keys);
    let block = spec.design(&spec.cells[0]).empty(vec![0]);
    !premise.fails_before_a_run(&block.batches[0].setting)
}

/// Asserts which settings on a basis meet a premise, and which do not.
fn assert_decided(premise: &Premise, meeting: &[&str], failing: &[&str]) {
    for keys in meeting {
        assert!(may_hold(premise, BASIS, keys), "{premise:?}: {keys}");
    }
    for keys in failing {
        assert!(!may_hold(premise, BASIS, keys), "{premise:?}: {keys}");
    }
}

fn cyclic(keys: &str) -> String {
    format!("{CYCLIC}; {keys}")
}

#[test]
fn premises_on_the_rule_read_the_rule_that_makes_the_updates() {
    let margin = "rule = { margin-perceptron = {} }; order = \"cyclic\"";
    let anti = "rule = { anti-perceptron = {} }; order = \"cyclic\"";
    let dual = cyclic("learner = { dual = {} }");
    let corrupted = cyclic("learner = { dual = { corrupted = [0, 1] } }");
    let memorizer = cyclic("learner = { memorizer = {} }");
    let plain = premise::rule(&[RuleKind::Perceptron]);
    assert_decided(
        &plain,
        &[CYCLIC, &dual],
        &[margin, anti, &corrupted, &memorizer],
    );
    let both = premise::perceptron_rule();
    assert_decided(&both, &[CYCLIC, margin, &dual], &[anti, &corrupted]);
    let kinds = premise::learner(&[LearnerKind::Dual]);
    assert_decided(&kinds, &[&dual, &corrupted], &[CYCLIC, &memorizer]);
    let sum = premise::sum_of_updates();
    let averaged = cyclic("hypothesis = \"averaged\"");
    let separate = cyclic("offset = 1; learner = { offset-perceptron = {} }");
    assert_decided(&sum, &[CYCLIC, &dual], &[&averaged, &memorizer, &separate]);
}

#[test]
fn premises_on_ties_compare_the_test_with_the_training() {
    let ties =
        |train: &str, test: &str| cyclic(&format!("ties = \"{train}\"; test_ties = \"{test}\""));
    let strict = ties("mistake", "mistake");
    let (lenient, half) = (ties("mistake", "positive"), ties("mistake", "half"));
    let (positive, stricter) = (ties("positive", "positive"), ties("positive", "mistake"));
    let errors = premise::test_ties_are_errors();
    assert_decided(
        &errors,
        &[&strict, &stricter],
        &[&lenient, &half, &positive],
    );
    let fair = premise::fair_test_ties();
    assert_decided(&fair, &[&lenient, &half, &positive], &[&strict, &stricter]);
    let same = premise::same_test_ties();
    assert_decided(&same, &[&strict, &positive], &[&lenient, &half, &stricter]);
    let calls = premise::test_errors_call_for_updates();
    assert_decided(&calls, &[&strict, &lenient, &half, &positive], &[&stricter]);
    let ends = premise::ends_on_separators_only();
    assert_decided(&ends, &[&strict, &lenient], &[&positive, &stricter]);
    // Winnow predicts by a rule of its own, in the run and in the test, and a clean pass may leave a score at its threshold.
    let winnow = cyclic("offset = 1; learner = { winnow = {} }");
    for premise in [&fair, &same, &calls] {
        assert_decided(premise, &[&winnow], &[]);
    }
    for premise in [&errors, &ends] {
        assert_decided(premise, &[], &[&winnow]);
    }
    // Only the answers of an external learner show its rule.
    let external = cyclic("learner = { process = { command = [\"p\"] } }");
    assert_decided(&same, &[&external], &[]);
    for premise in [&fair, &errors] {
        assert_decided(premise, &[], &[&external]);
    }
    let lenient = cyclic("ties = \"positive\"; learner = { process = { command = [\"p\"] } }");
    assert_decided(&calls, &[&external], &[&lenient]);
    let threshold = |value: &str| {
        let rule = format!("rule = {{ margin-perceptron = {{ threshold = {value} }} }}");
        format!("{rule}; {}", ties("positive", "mistake"))
    };
    for premise in [&calls, &ends] {
        assert_decided(premise, &[&threshold("1")], &[&threshold("0")]);
    }
    // The pocket may keep a vector that ties on an example, which the last vector never does.
    let pocket = |keys: &str| format!("{keys}; hypothesis = \"pocket\"");
    assert_decided(&calls, &[&pocket(&strict)], &[&pocket(&threshold("1"))]);
}

#[test]
fn premises_on_order_stop_and_hypothesis_check_what_actually_runs() {
    let order = |name: &str| format!("order = \"{name}\"");
    let [random, shuffled, chosen, stream, first] = [
        "random",
        "shuffled",
        "random-misclassified",
        "stream",
        "first-misclassified",
    ]
    .map(order);
    let given = "order = { given = [0, 1] }";
    let memorizer = |order: &str| format!("{order}; learner = {{ memorizer = {{}} }}");
    let alike = premise::exchangeable_order();
    assert_decided(
        &alike,
        &[&random, &shuffled, &chosen],
        &[CYCLIC, &stream, given],
    );
    assert_decided(&alike, &[], &[&memorizer(&random)]);
    let coupled = premise::coupled();
    assert_decided(
        &coupled,
        &[CYCLIC, &random, &memorizer(&chosen)],
        &[&chosen],
    );
    let free = premise::position_free();
    assert_decided(&free, &[CYCLIC, &stream, &memorizer(given)], &[given]);
    let clean = premise::stops_at_clean_passes();
    let capped = cyclic("stop = { updates = 3 }");
    let quiet = cyclic("stop = \"quiet-period\"");
    assert_decided(
        &clean,
        &[CYCLIC, &random, &first, &capped],
        &[&stream, given, &quiet],
    );
    let constant = cyclic("learner = { constant = {} }");
    assert_decided(&clean, &[&memorizer(&stream)], &[&constant]);
    let last = premise::last_vector();
    let averaged = cyclic("hypothesis = \"averaged\"");
    assert_decided(
        &last,
        &[CYCLIC],
        &[
            &averaged,
            &cyclic("hypothesis = \"voted\""),
            &cyclic("hypothesis = \"pocket\""),
        ],
    );
    let seen = premise::right_on_what_it_saw();
    let offset = cyclic("offset = 1");
    let both = cyclic("offset = 1; hypothesis = \"averaged\"");
    assert_decided(&seen, &[CYCLIC, &averaged, &offset], &[&both]);
}

#[test]
fn arithmetic_premises_hold_only_for_exact_integer_features() {
    let (exact, passes) = (premise::exact_arithmetic(), premise::cyclic_passes());
    let floats = cyclic("arithmetic = \"f64\"");
    let dual = cyclic("learner = { dual = {} }");
    assert_decided(&exact, &[CYCLIC, &dual, "order = \"stream\""], &[&floats]);
    assert_decided(&passes, &[CYCLIC], &[&floats, &dual, "order = \"stream\""]);
    for premise in [exact, passes] {
        assert!(!may_hold(&premise, SPHERE, CYCLIC), "{premise:?}");
    }
}

#[test]
fn premises_of_winnow_read_its_parameters_and_the_disjunction() {
    let generator = "disjunction\ndimension = 6\nrelevant = 2\ndensity = 0.5\nexamples = 4";
    let rows = "hadamard-rows\ndimension = 4\nbinary = true";
    let of = |keys: &str| {
        format!("order = \"stream\"; offset = 1; learner = {{ winnow = {{ {keys} }} }}")
    };
    let labels = premise::disjunction();
    for (generator, keys, due) in [
        (generator, of(""), true),
        (rows, of(""), true),
        (generator, CYCLIC.to_owned(), true),
        (generator, cyclic("offset = 2"), false),
        (generator, cyclic("transform = { rescale = 2 }"), false),
        (BASIS, CYCLIC.to_owned(), false),
    ] {
        assert_eq!(
            may_hold(&labels, generator, &keys),
            due,
            "{generator} {keys}"
        );
    }
    for (keys, doubles) in [
        ("", true),
        ("threshold = 5", true),
        ("threshold = \"1/2\"", false),
        ("promotion = 3", false),
    ] {
        let premise = premise::integer_winnow();
        assert_eq!(may_hold(&premise, generator, &of(keys)), doubles, "{keys}");
    }
}

#[test]
fn premises_of_sums_of_examples_exclude_learners_with_other_weights() {
    let rows = "hadamard-rows\ndimension = 4";
    let stream = |keys: &str| format!("order = \"stream\"; {keys}");
    let learner = |keys: &str| stream(&format!("learner = {{ {keys} }}"));
    let floats = stream("arithmetic = \"f64\"");
    let winnow = stream("offset = 1; learner = { winnow = {} }");
    // The premises that hold, in this order: orthogonal signs, a stream, a sum of examples, and exact scores of 0.
    for (keys, due) in [
        (stream(""), [true; 4]),
        (learner("dual = {}"), [true; 4]),
        (learner("hinge-sgd = {}"), [true; 4]),
        (learner("passive-aggressive = {}"), [true; 4]),
        (
            learner("passive-aggressive = { kind = \"pa-2\" }"),
            [true, true, true, false],
        ),
        (floats, [true, true, true, false]),
        (CYCLIC.to_owned(), [true, false, true, true]),
        (stream("offset = 1"), [false, true, true, true]),
        (winnow, [false, true, false, false]),
        (
            learner("dual = { corrupted = [0, 1] }"),
            [true, true, false, true],
        ),
    ] {
        let premises = [
            premise::orthogonal_signs(),
            premise::stream(),
            premise::additive(),
            premise::exact_zero_scores(),
        ];
        assert_eq!(
            premises.map(|premise| may_hold(&premise, rows, &keys)),
            due,
            "{keys}"
        );
    }
}

#[test]
fn distribution_premises_are_decided_by_the_generator() {
    let coins = "labelings\nposition = \"moment-curve\"\ndimension = 3\nexamples = 4";
    let minimax = "minimax\ndimension = 3\nexamples = 4";
    let fixed = "minimax\ndimension = 3\nexamples = 4\nlabels = \"positive\"";
    let small = "minimax\ndimension = 3\nexamples = 2";
    let line = "minimax\ndimension = 1\nexamples = 2";
    let cube = "majority-cube\ndimension = 3\nrelevant = 3";
    let forced = "forced-mistakes\ndimension = 3";
    let noisy = "agnostic-basis\ndimension = 2\nexamples = 4\nadvantage = \"1/2\"";
    let tossed = "agnostic-basis\ndimension = 2\nexamples = 4\nadvantage = 0";
    let sides = "coin-labels\ndimension = 2\nexamples = 4";
    for (premise, meeting, failing) in [
        (
            premise::iid(),
            vec![BASIS, SPHERE, fixed, tossed, sides],
            vec![coins, cube, minimax, noisy],
        ),
        (
            premise::independent_examples(),
            vec![BASIS, minimax, noisy],
            vec![cube, coins],
        ),
        (
            premise::fair_labels(),
            vec![coins, tossed, sides],
            vec![BASIS, minimax, noisy],
        ),
        (
            premise::uniform_labelling(),
            vec![minimax, small],
            vec![fixed, coins],
        ),
        (
            premise::minimax_family(),
            vec![minimax, fixed],
            vec![small, line, BASIS],
        ),
        (premise::drawn_beforehand(), vec![BASIS, cube], vec![forced]),
        (premise::known_bayes_risk(), vec![noisy], vec![BASIS]),
        (premise::unseen_mass(), vec![BASIS], vec![SPHERE, cube]),
        (premise::majority(), vec![cube], vec![BASIS, SPHERE]),
        (premise::bounded_norm(), vec![BASIS, SPHERE], vec![TEACHER]),
    ] {
        for generator in meeting {
            assert!(
                may_hold(&premise, generator, CYCLIC),
                "{premise:?}: {generator}"
            );
        }
        for generator in failing {
            assert!(
                !may_hold(&premise, generator, CYCLIC),
                "{premise:?}: {generator}"
            );
        }
    }
    let atoms = premise::stream_of_atoms();
    assert!(may_hold(&atoms, BASIS, "order = \"stream\""));
    for (generator, keys) in [
        (BASIS, CYCLIC),
        (SPHERE, "order = \"stream\""),
        (BASIS, "order = \"stream\"\nties = \"positive\""),
        (BASIS, "order = \"stream\"\noffset = 1"),
    ] {
        assert!(!may_hold(&atoms, generator, keys), "{generator} {keys}");
    }
    let student = premise::teacher_student_stream();
    assert!(may_hold(&student, TEACHER, "order = \"stream\""));
    assert!(!may_hold(&student, TEACHER, CYCLIC));
    assert!(!may_hold(&student, SPHERE, "order = \"stream\""));
}

#[test]
fn margin_premises_require_a_margin_guaranteed_by_the_distribution() {
    let of = |source: &MarginSource| premise::margin_of_every_sample(source);
    let stated = |numerator| of(&MarginSource::Number(Rational::new(numerator, 100)));
    let by_law = of(&MarginSource::Population);
    assert!(may_hold(&by_law, SPHERE, CYCLIC) && !may_hold(&by_law, TEACHER, CYCLIC));
    assert!(may_hold(&stated(24), SPHERE, CYCLIC) && may_hold(&stated(25), SPHERE, CYCLIC));
    assert!(!may_hold(&stated(26), SPHERE, CYCLIC) && !may_hold(&stated(1), TEACHER, CYCLIC));
}

#[test]
fn a_stated_margin_is_a_positive_number() {
    let margin = |text: &str| {
        let table: Result<Stated, _> = toml::from_str(&format!("margin = {text}"));
        table.map(|stated| stated.margin)
    };
    for (text, due) in [("1", (1, 1)), ("0.1", (1, 10)), ("\"1/3\"", (1, 3))] {
        let due = MarginSource::Number(Rational::new(due.0, due.1));
        assert_eq!(margin(text), Ok(due), "{text}");
    }
    for (text, due) in [
        ("\"sample\"", MarginSource::Sample),
        ("\"max\"", MarginSource::Max),
        ("\"population\"", MarginSource::Population),
    ] {
        assert_eq!(margin(text), Ok(due), "{text}");
    }
    for text in [
        "0",
        "-1",
        "0.0",
        "-0.5",
        "\"0\"",
        "\"-1/3\"",
        "\"least\"",
        "nan",
    ] {
        assert!(margin(text).is_err(), "{text}");
    }
}

#[derive(serde::Deserialize)]
struct Stated {
    margin: MarginSource,
}

#[test]
fn replicate_has_one_row_per_variant() {
    let rule = "rule = { perceptron = {} }";
    let two = spec(
        BASIS,
        &format!("{rule}; {CYCLIC}; [variants.b]; {rule}; {CYCLIC}"),
    );
    assert_eq!(two.rows_per_replicate(), 2);
    assert_eq!(spec(BASIS, CYCLIC).rows_per_replicate(), 1);
}
