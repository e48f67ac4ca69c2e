//! Violates every identity of the audit once, and checks that correct trials of all kinds pass it.

mod rounding;

use super::{Audit, AuditedTrial, broken, viewed_sample};
use crate::spec::Spec;
use crate::trial::tests::assert_same;
use crate::trial::{Design, Halves, Measure, Record, StreamRole, columns};
use perceptron::generate::ExampleSource;
use perceptron::learn::{Hypothesis, Learner, RunResult};
use perceptron::sample::{Quantity, Rational};
use testing::{CYCLIC, SpecText};

fn spec(generator: &str, variants: &str) -> Spec {
    SpecText::new(generator)
        .replicates(70)
        .key("quick_replicates = 3")
        .more(variants)
        .read(Spec::from_text)
}

/// A cell with one variant, in which every column that an identity uses is measured.
fn design(generator: &str, variant: &str) -> Design {
    let spec = spec(generator, &format!("[variants.v]\n{variant}"));
    let measured = [
        Measure::Risk,
        Measure::Training,
        Measure::LeaveOneOut,
        Measure::UpdatesLeft,
    ];
    let mut design = spec.design(&spec.cells[0]);
    design.measures.extend(measured);
    design
}

/// The finding of the audit on the first trial after `change` has altered its row and its run.
fn found(design: &Design, change: impl Fn(&mut Record, &mut RunResult)) -> Option<String> {
    let silent = Design {
        audit: Audit::Off,
        ..design.clone()
    };
    let mut block = silent.block([0]);
    let ExampleSource::Sampler(sampler) = design.generator.source() else {
        panic!("it draws")
    };
    let sample = design.sample(sampler, 0).sample;
    let (name, variant) = &design.variants[0];
    let draws = design.draws(0, name, variant);
    let learner = Learner::new(variant, &sample, draws).unwrap();
    let mut learned = learner.run(None);
    let mut record = Record::new(&mut block.batches[0], 0, 0);
    change(&mut record, &mut learned);
    let row = record.row();
    let seen = viewed_sample(&row, &sample).unwrap();
    broken(
        &row,
        &AuditedTrial {
            seen: seen.as_deref(),
            features: Some(learner.features()),
            labels: learner.labels(),
            learned: Some(&learned),
            fresh: Some((sampler, design.addresses.of(StreamRole::Audit, 0))),
        },
    )
}

const BASIS: &str = "basis\ndimension = 4\nexamples = 6\nlabels = \"alternating\"";

const SPHERE: &str = "sphere-margin\ndimension = 3\ntarget_margin = 0.2\nexamples = 9";

fn fraction(numerator: i64, denominator: i64) -> Quantity {
    Quantity::exact(Rational::new(numerator, denominator))
}

fn pulled(learned: &mut RunResult, place: usize, by: f64) {
    if let Some(Hypothesis::Linear(linear)) = &mut learned.hypothesis {
        linear.weights[place] += by;
    }
}

type Change = fn(&mut Record, &mut RunResult);

/// One line per identity: a change that makes an exact trial wrong, and the words by which the audit reports it.
const EXACT: &[(&str, Change)] = &[
    (
        "sample_margin_squared is 0.25, outside [0.25, 0.2]",
        |row, _| {
            let number = Quantity {
                upper: 0.2,
                ..fraction(1, 4)
            };
            row.set(columns::SAMPLE_MARGIN_SQUARED, number);
        },
    ),
    ("risk is 0.5, outside [0.5, 0.5]", |row, _| {
        let number = Quantity {
            exact: Some(Rational::new(1, 3)),
            ..fraction(1, 2)
        };
        row.set(columns::RISK, number);
    }),
    ("examples is 7, and recomputed 6", |row, _| {
        row.set(columns::EXAMPLES, 7)
    }),
    ("dimension is 5, and recomputed 4", |row, _| {
        row.set(columns::DIMENSION, 5)
    }),
    ("radius is 1.001, and recomputed 1", |row, _| {
        row.set(columns::RADIUS, 1.001)
    }),
    ("radius_squared is 2, and recomputed 1", |row, _| {
        row.set(columns::RADIUS, 2.0_f64.sqrt());
        row.set(columns::RADIUS_SQUARED, fraction(2, 1));
    }),
    (
        "sample_margin_squared is 1/3, and recomputed 1/4",
        |row, _| {
            row.set(columns::SAMPLE_MARGIN_SQUARED, fraction(1, 3));
        },
    ),
    (
        "normalized_margin_squared is missing, and recomputed 1/4",
        |row, _| {
            row.set(columns::NORMALIZED_MARGIN_SQUARED, None);
        },
    ),
    ("sample_margin is -0.5, and recomputed 0.5", |row, _| {
        row.set(columns::SAMPLE_MARGIN, -0.5)
    }),
    ("updates is 9, and recomputed", |row, _| {
        row.set(columns::UPDATES, 9)
    }),
    (
        "an update is on example 6, which does not exist",
        |_, learned| learned.updates.push(6),
    ),
    ("distinct_margin_mistakes is 6, and recomputed", |row, _| {
        row.set(columns::DISTINCT_MARGIN_MISTAKES, 6);
    }),
    ("updated_positions is 99, and recomputed", |row, _| {
        row.set(columns::UPDATED_POSITIONS, 99);
    }),
    (
        "first_example_updated is false, and recomputed true",
        |row, _| {
            row.set(columns::FIRST_EXAMPLE_UPDATED, false);
        },
    ),
    ("mistakes is 99, above draws = 12", |row, _| {
        row.set(columns::MISTAKES, 99)
    }),
    ("margin_mistakes is 99, above draws = 12", |row, _| {
        row.set(columns::MARGIN_MISTAKES, 99)
    }),
    ("above draws_until_last_update = 1", |row, _| {
        row.set(columns::DRAWS_UNTIL_LAST_UPDATE, 1)
    }),
    (
        "draws_until_last_update is 13, above draws = 12",
        |row, _| {
            row.set(columns::DRAWS_UNTIL_LAST_UPDATE, 13);
        },
    ),
    ("updates_left is 7, above examples = 6", |row, _| {
        row.set(columns::UPDATES_LEFT, 7)
    }),
    (
        "zero_margins is 6, above nonpositive_margins = 0",
        |row, _| row.set(columns::ZERO_MARGINS, 6),
    ),
    ("leave_one_out_errors is 5.5, and recomputed", |row, _| {
        row.set(columns::LEAVE_ONE_OUT_ERRORS, Halves(11));
    }),
    ("leave_one_out_errors is 7, and recomputed 7", |row, _| {
        row.set(columns::LEAVE_ONE_OUT_ERRORS, Halves(14));
        row.set(columns::LEAVE_ONE_OUT_ERROR, 7.0 / 6.0);
    }),
    (
        "weight 0 of the last vector is 1, and by the list of updates 2",
        |row, learned| {
            learned.updates.push(0);
            row.set(columns::UPDATES, learned.updates.len() as u64);
            row.set(columns::DRAWS_UNTIL_LAST_UPDATE, 12);
        },
    ),
    (
        "weight 1 of the last vector is 0.001, and by the list of updates 0",
        |_, learned| pulled(learned, 1, 0.001),
    ),
    ("output_norm_squared is 17, and recomputed", |row, _| {
        row.set(columns::OUTPUT_NORM_SQUARED, fraction(17, 1));
    }),
    ("risk is 1.5, which is not a probability", |row, _| {
        row.set(columns::RISK, fraction(3, 2))
    }),
    (
        "leave_one_out_error is -1, which is not a probability",
        |row, _| {
            row.set(columns::LEAVE_ONE_OUT_ERROR, -1.0);
            row.set(columns::LEAVE_ONE_OUT_ERRORS, None);
        },
    ),
    ("risk is 0.9, and recomputed", |row, _| {
        row.set(columns::RISK, fraction(9, 10))
    }),
];

/// Changes that make a float trial wrong, one line per identity.
const FLOATS: &[(&str, Change)] = &[
    (
        "radius_squared is 1.1, and recomputed between 0.99",
        |row, _| {
            row.set(columns::RADIUS, 1.1_f64.sqrt());
            row.set(columns::RADIUS_SQUARED, Quantity::float(1.1));
        },
    ),
    (
        "sample_margin_squared is 0.0001, and recomputed between",
        |row, _| {
            row.set(columns::SAMPLE_MARGIN_SQUARED, Quantity::float(1e-4));
        },
    ),
    (
        "sample_margin_squared is missing, and recomputed between",
        |row, _| {
            row.set(columns::SAMPLE_MARGIN_SQUARED, None);
        },
    ),
    (
        "normalized_margin_squared is 0.9, and recomputed between",
        |row, _| {
            row.set(columns::NORMALIZED_MARGIN_SQUARED, Quantity::float(0.9));
        },
    ),
    ("sample_margin is 0.1, and recomputed 0.", |row, _| {
        row.set(columns::SAMPLE_MARGIN, 0.1)
    }),
    ("weight 2 of the last vector is", |_, learned| {
        pulled(learned, 2, 1e-12)
    }),
    ("output_norm_squared is 17, and recomputed", |row, _| {
        row.set(columns::OUTPUT_NORM_SQUARED, Quantity::float(17.0));
    }),
    ("risk is 0.9, and recomputed", |row, _| {
        row.set(columns::RISK, Quantity::float(0.9))
    }),
];

#[test]
fn a_wrong_weight_of_a_sample_of_signs_is_found() {
    let design = design(
        "majority\ndimension = 5\nrelevant = 3\nexamples = 6",
        CYCLIC,
    );
    assert_eq!(found(&design, |_, _| {}), None);
    let words = found(&design, |_, learned| pulled(learned, 1, 0.5)).unwrap();
    assert!(words.contains("weight 1 of the last vector is"), "{words}");
}

#[test]
fn audit_detects_and_names_every_broken_invariant() {
    for (generator, table) in [(BASIS, EXACT), (SPHERE, FLOATS)] {
        let design = design(generator, CYCLIC);
        assert_eq!(found(&design, |_, _| {}), None);
        for (expected, change) in table {
            let words = found(&design, change).unwrap_or_else(|| panic!("unseen: {expected}"));
            assert!(words.starts_with("broken invariant: "), "{words}");
            assert!(words.contains(expected), "{words}\nand not {expected}");
        }
    }
}

#[test]
fn broken_invariant_fails_only_audited_trials() {
    let failed = |audit| {
        let mut design = design(SPHERE, CYCLIC);
        // The fresh test examples come from another distribution than the sample, at the same address.
        let mut setting = (*design.settings[0]).clone();
        let far = "[sphere-margin]\ndimension = 3\ntarget_margin = 0.999\nexamples = 9";
        let far: perceptron::generate::Generator = toml::from_str(far).unwrap();
        setting.distribution.distribution = far.distribution().distribution;
        design.settings[0] = setting.into();
        design.audit = audit;
        let block = design.block([1, 64, 1024]);
        let rows = block.all().filter(|row| row.is_failed());
        let words = rows.map(|row| {
            let words = row.get(columns::FAILURE).cloned().unwrap_or_default();
            assert!(words.starts_with("broken invariant: risk is"), "{words}");
            row.replicate
        });
        words.collect::<Vec<_>>()
    };
    assert_eq!(failed(Audit::Always), [1024]);
    assert_eq!(failed(Audit::Sampled), [1024]);
    assert_eq!(failed(Audit::Off), [0; 0]);
    let covered = |audit: Audit| (0..200).filter(|&i| audit.covers(i)).collect::<Vec<u64>>();
    assert_eq!(covered(Audit::Sampled), [0, 64, 128, 192]);
    assert_eq!(
        (covered(Audit::Always).len(), covered(Audit::Off).len()),
        (200, 0)
    );
}

#[test]
fn trials_of_a_quick_run_are_a_prefix_of_the_full_run() {
    let variants =
        format!("[variants.a]\n{CYCLIC}\n[variants.b]\n{CYCLIC}\nlearner = {{ dual = {{}} }}");
    for generator in [BASIS, SPHERE] {
        let full = spec(generator, &variants);
        let quick = full.clone().quick();
        let counts = [&full, &quick].map(|spec| spec.most_replicates(&spec.cells[0]));
        assert_eq!(counts, [70, 3]);
        let blocks = [&full, &quick].map(|spec| {
            let all = 0..spec.most_replicates(&spec.cells[0]);
            spec.design(&spec.cells[0]).block(all)
        });
        assert_same(&blocks[0].selected(&[0, 1, 2]), &blocks[1], &[0, 1]);
    }
}

#[test]
fn correct_trials_of_every_kind_pass_the_audit() {
    let generators = [
        BASIS,
        SPHERE,
        "majority\ndimension = 70\nrelevant = 3\nexamples = 12",
        "integer-points\ndimension = 3\nexamples = 12\nbound = 1000000",
        "orthogonal\nnorms = [\"1/3\", 7, 100]\nlabels = \"alternating\"",
        "teacher-student\ndimension = 1\nexamples = 4",
        "isotropic-gaussians\ndimension = 4\ndistance = 6\nexamples = 9",
        "shift\nshift = 3",
        "forced-mistakes\ndimension = 7",
        "points\nexamples = [{ x = [0, 0], y = 1 }, { x = [\"1/2\", 3], y = -1 }]\nseparator = [1, -1]",
    ];
    let variants = [
        "order = \"cyclic\"",
        "order = \"random\"\nrule = { margin-perceptron = { step = \"1/3\", threshold = \"1/7\" } }",
        "order = \"shuffled\"\narithmetic = \"f64\"\nrule = { margin-perceptron = { step = \"1/3\" } }",
        "order = \"most-violated\"\nhypothesis = \"voted\"\noffset = \"1/3\"",
        "order = \"cyclic\"\nrule = { normalized-perceptron = {} }\noffset = \"1/3\"",
        "order = \"cyclic\"\nhypothesis = \"averaged\"",
        "order = \"shuffled\"\nhypothesis = \"pocket\"",
        "order = \"stream\"\ntransform = { rescale = \"3\" }",
        "order = \"cyclic\"\nlearner = { dual = {} }",
        "order = \"cyclic\"\noffset = 1\nlearner = { offset-perceptron = {} }",
        "order = \"cyclic\"\nrule = { anti-perceptron = {} }",
    ];
    for generator in generators {
        for keys in variants {
            let stop = if keys.contains("stream") {
                ""
            } else {
                "\nstop = { updates = 300 }"
            };
            let answers = generator.contains("forced-mistakes");
            let changed = ["learner", "transform", "offset", "pocket"];
            if answers && changed.iter().any(|key| keys.contains(key)) {
                continue;
            }
            let rule = if keys.contains("rule") {
                ""
            } else {
                "rule = { perceptron = {} }\n"
            };
            let mut design = design(generator, &format!("{rule}{keys}{stop}"));
            design.audit = Audit::Always;
            // An estimated risk takes longer than the rest of this test, so it is measured only if it has a closed form.
            if keys.contains("voted") || keys.contains("offset") {
                design.measures.remove(&Measure::Risk);
            }
            for row in design.block(0..4).all() {
                let failure = row.get(columns::FAILURE);
                assert_eq!(failure, None, "{generator}\n{keys}");
            }
        }
    }
}
