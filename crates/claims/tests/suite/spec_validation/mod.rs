//! States which values of a spec are accepted, which are refused at which line and key, and how sweeps and filters choose cells.

use claims::claim::MarginSource;
use claims::spec::{Diagnostic, Replicates, Spec, SpecError};
use perceptron::sample::Rational;
use std::path::Path;
use testing::{CYCLIC, SpecText};

const TEXT: &str = "title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 9\n[generator.basis]\ndimension = 3\nexamples = 2\n\
    [variants.a]\nrule = { perceptron = {} }\norder = \"cyclic\"\n[variants.b]\nrule = { perceptron = {} }\norder = \"stream\"\n\
    [[sweep]]\n\"generator.basis.dimension\" = [3, 4, 5]\n\"variants.b.order\" = [\"stream\", \"cyclic\"]\n\
    [[claims]]\nname = \"leave-one-out-risk-bound\"\n";

fn read(part: &str, by: &str) -> Result<Spec, Box<Diagnostic>> {
    assert!(TEXT.contains(part), "{part}");
    Spec::from_text("t", Path::new("t.toml"), &TEXT.replacen(part, by, 1)).map_err(|error| {
        match error {
            SpecError::Invalid(findings) => Box::new(findings.into_iter().next().unwrap()),
            other => panic!("{other}"),
        }
    })
}

fn taken(part: &str, by: &str) -> Spec {
    read(part, by).unwrap_or_else(|error| panic!("{by}: {error}"))
}

/// The line and key at which a text is refused; the problem must contain these words.
fn refused(part: &str, by: &str, words: &str) -> (usize, Option<String>) {
    let diagnostic = read(part, by)
        .err()
        .unwrap_or_else(|| panic!("taken: {by}"));
    assert!(
        diagnostic.problem.contains(words),
        "{by}: {}",
        diagnostic.problem
    );
    (diagnostic.line, diagnostic.key)
}

const CLAIM: &str = "-risk-bound\"\n";

fn with(key: &str) -> String {
    format!("{CLAIM}{key}\n")
}

#[test]
fn claim_numbers_outside_their_ranges_are_refused() {
    let at = |key: &str| (19, Some(format!("claims.{key}")));
    for value in ["0", "0.0", "0.999"] {
        taken(CLAIM, &with(&format!("slack = {value}")));
    }
    for value in ["-0.1", "1.0"] {
        assert_eq!(
            refused(CLAIM, &with(&format!("slack = {value}")), "outside [0, 1)"),
            at("slack")
        );
    }
    for (value, scale) in [("2", (2, 1)), ("0.25", (1, 4)), ("\"2/3\"", (2, 3))] {
        let spec = taken(CLAIM, &with(&format!("scale = {value}")));
        assert_eq!(spec.claims[0].scale, Rational::new(scale.0, scale.1));
    }
    for value in ["0", "-1", "0.0", "\"half\""] {
        let place = refused(
            CLAIM,
            &with(&format!("scale = {value}")),
            "not a positive number",
        );
        assert_eq!(place, at("scale"));
    }
    assert_eq!(
        taken(CLAIM, &with("margin = \"1/3\"")).claims[0].margin,
        MarginSource::Number(Rational::new(1, 3))
    );
    assert_eq!(
        taken(CLAIM, CLAIM).claims[0].margin,
        MarginSource::Population
    );
    let place = refused(CLAIM, &with("margin = \"max\""), "permits no max margin");
    assert_eq!(place, at("margin"));
}

#[test]
fn claim_expectation_must_be_a_verdict_of_its_form() {
    let expecting = |name: &str, word: &str| {
        let by = format!("{name}\"\nexpect = \"{word}\"\n");
        read("leave-one-out-risk-bound\"\n", &by).map(|spec| spec.claims[0].expect.as_str())
    };
    let (bound, trend) = (
        "online-mistake-bound",
        "rank-correlation\"\nof = \"risk\"\nagainst = \"dimension\"\nat_least = \"",
    );
    let trend = trend.replace("at_least = \"", "at_least = 0.5 # \"");
    for (name, words, others) in [
        (
            bound,
            ["holds", "violated", "vacuous"],
            ["shown", "not-shown"],
        ),
        (
            &trend,
            ["shown", "not-shown", "inconclusive"],
            ["holds", "violated"],
        ),
    ] {
        for word in words {
            assert_eq!(expecting(name, word).ok(), Some(word), "{name}");
        }
        for word in others {
            let problem = expecting(name, word).err().unwrap().problem;
            assert!(problem.contains("can never be"), "{problem}");
        }
    }
    let waived = |word: &str| with(&format!("premise = \"waived\"\nexpect = \"{word}\""));
    assert!(taken(CLAIM, &waived("violated")).claims[0].premise_waived);
    assert_eq!(
        refused(
            CLAIM,
            &waived("holds"),
            "only for a claim that is expected to be violated"
        ),
        (19, Some("claims.premise".into()))
    );
}

#[test]
fn pair_must_name_two_different_variants_and_keeps_their_order() {
    let pair = |variants: &str| format!("same-updates\"\n{variants}\n");
    let part = "leave-one-out-risk-bound\"\n";
    assert_eq!(taken(part, &pair("")).claims[0].variants, ["a", "b"]);
    assert_eq!(
        taken(part, &pair("variants = [\"b\", \"a\"]")).claims[0].variants,
        ["b", "a"]
    );
    for (variants, words) in [
        ("variants = [\"a\"]", "compares two variants"),
        ("variants = [\"a\", \"b\", \"a\"]", "compares two variants"),
        ("variants = [\"a\", \"a\"]", "with itself"),
        ("variants = [\"a\", \"c\"]", "no variant is named `c`"),
    ] {
        assert_eq!(
            refused(part, &pair(variants), words),
            (19, Some("claims.variants".into()))
        );
    }
}

#[test]
fn a_control_names_a_claim_above_it() {
    let control = |of: &str| {
        format!(
            "{CLAIM}id = \"x\"\n[[claims]]\nname = \"leave-one-out-risk-bound\"\ncontrol_of = \"{of}\"\nscale = \"1/2\"\n"
        )
    };
    assert_eq!(
        taken(CLAIM, &control("x")).claims[1].control_of.as_deref(),
        Some("x")
    );
    assert_eq!(refused(CLAIM, &control("y"), "no claim above").0, 22);
    let twice = format!("{CLAIM}[[claims]]\nname = \"leave-one-out-risk-bound\"\n");
    let diagnostic = read(CLAIM, &twice).err().unwrap();
    assert_eq!(diagnostic.line, 20, "{diagnostic}");
}

#[test]
fn a_filter_chooses_the_cells_with_these_values() {
    let chosen = |filter: &str| {
        let spec = taken(CLAIM, &with(&format!("where = {{ {filter} }}")));
        spec.claims[0].cells.iter().copied().collect::<Vec<usize>>()
    };
    assert_eq!(taken(CLAIM, CLAIM).claims[0].cells.len(), 6);
    // Dimensions are the outer axis, orders the inner one.
    assert_eq!(
        chosen("\"generator.basis.dimension\" = [3, 5]"),
        [0, 1, 4, 5]
    );
    assert_eq!(chosen("\"variants.b.order\" = [\"cyclic\"]"), [1, 3, 5]);
    assert_eq!(
        chosen("\"generator.basis.dimension\" = [4], \"variants.b.order\" = [\"stream\"]"),
        [2]
    );
    // As in a query, a key is the path or its end, and one value needs no list.
    assert_eq!(chosen("dimension = 4, order = \"stream\""), [2]);
    for (filter, words) in [
        (
            "\"generator.basis.dimension\" = [3, 7]",
            "no cell has this value of `generator.basis.dimension`",
        ),
        (
            "dimension = 7",
            "no cell has this value of `generator.basis.dimension`",
        ),
        ("\"generator.basis.dim\" = [3]", "no cell has a parameter"),
    ] {
        refused(CLAIM, &with(&format!("where = {{ {filter} }}")), words);
    }
}

#[test]
fn sweeps_are_products_unions_and_zips() {
    let sweep = "\"generator.basis.dimension\" = [3, 4, 5]\n\"variants.b.order\" = [\"stream\", \"cyclic\"]\n";
    let keys = |by: &str| {
        let spec = taken(sweep, by);
        let dimension = |key: &str| {
            key.split(',')
                .next()
                .unwrap_or_default()
                .trim_start_matches("basis.dimension=")
                .to_owned()
        };
        spec.cells
            .iter()
            .map(|cell| dimension(&cell.key))
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(sweep), ["3", "3", "4", "4", "5", "5"]);
    let union = "\"generator.basis.dimension\" = [3, 4]\n[[sweep]]\n\"generator.basis.dimension\" = [4, 6]\n";
    assert_eq!(
        keys(union),
        ["3", "4", "6"],
        "a cell that two blocks make is one"
    );
    let zip = |second: &str| {
        format!(
            "zip = {{ \"generator.basis.dimension\" = [3, 7], \"generator.basis.examples\" = {second} }}\n"
        )
    };
    assert_eq!(keys(&zip("[4, 2]")), ["3", "7"]);
    for (by, words) in [
        (zip("[4]"), "different lengths"),
        ("zip = {}\n".into(), "names no key"),
        (
            "\"generator.basis.dimension\" = []\n".into(),
            "at least one value",
        ),
        ("\"alpha\" = [0.1]\n".into(), "cannot be swept"),
        (String::new(), "sweeps nothing"),
        (
            "\"generator.basis.dimension\" = [3]\nzip = { \"generator.basis.dimension\" = [4] }\n"
                .into(),
            "`generator.basis.dimension` is swept twice",
        ),
        (
            "\"variants.c.order\" = [\"cyclic\"]\n".into(),
            "no variant is named `c`",
        ),
    ] {
        refused(sweep, &by, words);
    }
}

#[test]
fn a_star_in_a_sweep_stands_for_every_variant() {
    let text = SpecText::new("basis\ndimension = 3")
        .variant("a", CYCLIC)
        .variant("b", CYCLIC);
    let swept = |lines: &str| text.clone().more(lines).try_read(Spec::from_text);
    let of_all = swept("[[sweep]]\n\"variants.*.stop.passes\" = [2, 5]").unwrap();
    let of_each = "[[sweep]]\nzip = { \"variants.a.stop.passes\" = [2, 5], \"variants.b.stop.passes\" = [2, 5] }";
    let of_each = swept(of_each).unwrap();
    for (one, other) in of_all.cells.iter().zip(&of_each.cells) {
        assert_eq!(one.variants, other.variants);
        assert_eq!(one.sample_key, other.sample_key);
    }
    let keys: Vec<&str> = of_all.cells.iter().map(|cell| cell.key.as_str()).collect();
    assert!(keys[0].ends_with("variants.*.stop.passes=2"), "{keys:?}");
    assert_eq!(keys.len(), 2);
    let twice = "[[sweep]]\n\"variants.*.stop.passes\" = [2]\n\"variants.b.stop.passes\" = [5]";
    let error = swept(twice).unwrap_err().to_string();
    assert!(error.contains("is swept twice"), "{error}");
}

#[test]
fn replicates_are_a_number_an_enumeration_or_as_many_as_decide() {
    let part = "replicates = 9";
    let most = |by: &str| {
        let (spec, quick) = (taken(part, by), taken(part, by).quick());
        let [cell, same] = [&spec, &quick].map(|spec| &spec.cells[1]);
        let most = [spec.most_replicates(cell), quick.most_replicates(same)];
        (most[0], spec.schedule(cell), most[1])
    };
    // Two draws from three vectors have nine outcomes.
    assert_eq!(most("replicates = 50"), (50, vec![50], 20));
    assert_eq!(
        most("replicates = 50\nquick_replicates = 7"),
        (50, vec![50], 7)
    );
    assert_eq!(most("replicates = 5"), (5, vec![5], 5));
    assert_eq!(most("replicates = \"all\""), (9, vec![9], 9));
    let until = "replicates = { min = 10, max = 40, until = \"decided\" }";
    assert_eq!(most(until), (40, vec![10, 15, 23, 35, 40], 20));
    assert_eq!(taken(part, until).judge_spec().most_replicates, Some(40));
    let quick = taken(part, &format!("{until}\nquick_replicates = 4"))
        .quick()
        .replicates;
    assert_eq!(quick, Replicates::UntilDecided { min: 4, max: 4 });
    for by in [
        "replicates = 0",
        "replicates = -1",
        "replicates = \"some\"",
        "replicates = { min = 0, max = 4, until = \"decided\" }",
        "replicates = { min = 5, max = 4, until = \"decided\" }",
        "replicates = 9\nquick_replicates = 0",
        "replicates = 9\ntest_examples = 0",
        "replicates = 9\ntest_examples = 10000001",
        "replicates = 9\nalpha = 0.0",
        "replicates = 9\nalpha = 1.0",
    ] {
        assert!(read(part, by).is_err(), "{by}");
    }
    assert_eq!(taken(part, "replicates = 9\nalpha = 0.5").alpha, 0.5);
    assert_eq!(taken(part, part).alpha, 0.01);
    let test_examples = taken(part, "replicates = 9\ntest_examples = 500").test_examples;
    assert_eq!(
        [test_examples, taken(part, part).test_examples],
        [500, 10_000]
    );
}

#[test]
fn reseeding_gives_distinct_seeds_below_two_to_the_53() {
    let spec = || taken("seed = 1", "seed = 1");
    let seeds: Vec<u64> = (0..50).map(|k| spec().reseeded(k).seed).collect();
    let different: std::collections::BTreeSet<&u64> = seeds.iter().collect();
    assert_eq!(different.len(), 50);
    assert!(seeds.iter().all(|&seed| seed != 1 && seed < 1 << 53));
    assert!(
        seeds.iter().any(|&seed| seed >= 1 << 50),
        "all 53 bits are used"
    );
    assert_eq!(spec().reseeded(7).seed, seeds[7]);
}

#[test]
fn adversary_refuses_other_learners_transforms_offsets_and_unequal_norms() {
    let read = |generator: &str, keys: &str| {
        let rule = if keys.contains("rule") {
            ""
        } else {
            "rule = { perceptron = {} }"
        };
        let text = SpecText::new(generator).variant("v", "order = \"stream\"");
        let read = text.more(rule).more(keys).try_read(Spec::from_text);
        read.map(|_| ()).map_err(|error| error.to_string())
    };
    let (unit, several) = (
        "forced-mistakes\ndimension = 3",
        "plane-adversary\nmargin = \"1/10\"\nonline = true",
    );
    let normalized = "rule = { normalized-perceptron = {} }";
    assert_eq!(
        (read(unit, ""), read(several, ""), read(unit, normalized)),
        (Ok(()), Ok(()), Ok(()))
    );
    for (generator, keys, words) in [
        (several, normalized, "several norms"),
        (
            unit,
            "learner = { dual = {} }",
            "answers the learning loop only",
        ),
        (
            unit,
            "transform = \"reflect\"",
            "answers the learning loop only",
        ),
        (unit, "offset = 1", "answers the learning loop only"),
        (
            several,
            "hypothesis = \"pocket\"",
            "the pocket counts errors on the whole sample",
        ),
    ] {
        let refusal = read(generator, keys)
            .err()
            .unwrap_or_else(|| panic!("taken: {keys}"));
        assert!(refusal.contains(words), "{refusal}");
    }
}

#[test]
fn nan_or_infinite_number_is_refused_under_every_key() {
    for (part, by, key) in [
        ("seed = 1", "seed = nan", "seed"),
        ("replicates = 9", "replicates = 9\nalpha = inf", "alpha"),
        (
            "dimension = 3",
            "dimension = -inf",
            "generator.basis.dimension",
        ),
        (
            "order = \"cyclic\"",
            "order = \"cyclic\"\noffset = nan",
            "variants.a.offset",
        ),
        (
            "[3, 4, 5]",
            "[3, nan, 5]",
            "sweep.generator.basis.dimension",
        ),
        (CLAIM, "-risk-bound\"\nslack = nan\n", "claims.slack"),
        (CLAIM, "-risk-bound\"\nscale = inf\n", "claims.scale"),
        (CLAIM, "-risk-bound\"\nmargin = 1e999\n", "claims.margin"),
        (
            CLAIM,
            "-risk-bound\"\nwhere = { \"generator.basis.dimension\" = [nan] }\n",
            "claims.where.generator.basis.dimension",
        ),
    ] {
        let (_, found) = refused(part, by, "is not a finite number");
        assert_eq!(found.as_deref(), Some(key), "{by}");
    }
}

#[test]
fn a_variant_is_listed_once() {
    let twice = with("variants = [\"a\", \"b\", \"a\"]");
    let place = refused(CLAIM, &twice, "the variant `a` is listed twice");
    assert_eq!(place, (19, Some("claims.variants".into())));
}

#[test]
fn a_control_cannot_be_expected_to_agree() {
    let control = |expect: &str| {
        format!(
            "{CLAIM}[[claims]]\nid = \"c\"\nscale = 0.5\ncontrol_of = \"leave-one-out-risk-bound\"\n{expect}\n"
        )
    };
    assert_eq!(
        taken(CLAIM, &control("")).claims[1].expect.as_str(),
        "violated"
    );
    taken(CLAIM, &control("expect = \"violated\""));
    refused(CLAIM, &control("expect = \"holds\""), "wrong on purpose");
    let trend = |expect: &str| {
        let claim =
            "name = \"rank-correlation\"\nof = \"risk\"\nagainst = \"dimension\"\nat_least = 0.5\n";
        format!(
            "{CLAIM}[[claims]]\n{claim}[[claims]]\nid = \"c\"\ncontrol_of = \"rank-correlation\"\n{expect}\n"
        )
    };
    let spec = taken(CLAIM, &trend(""));
    assert_eq!(spec.claims[1].expect.as_str(), "shown");
    assert_eq!(spec.claims[2].expect.as_str(), "not-shown");
    refused(CLAIM, &trend("expect = \"shown\""), "wrong on purpose");
}

#[test]
fn an_id_is_not_the_name_of_another_claim() {
    refused(
        CLAIM,
        &with("id = \"online-mistake-bound\""),
        "another claim's name",
    );
    taken(CLAIM, &with("id = \"leave-one-out-risk-bound\""));
}

#[test]
fn an_empty_list_of_sweeps_is_refused() {
    let text = TEXT
        .replace("[[sweep]]\n", "")
        .replace("\"generator.basis.dimension\" = [3, 4, 5]\n", "");
    let text = text.replace("\"variants.b.order\" = [\"stream\", \"cyclic\"]\n", "");
    let text = text.replace("seed = 1\n", "seed = 1\nsweep = []\n");
    let error = Spec::from_text("t", Path::new("t.toml"), &text)
        .err()
        .unwrap();
    assert!(
        error.to_string().contains("not a list of blocks"),
        "{error}"
    );
}

#[test]
fn all_errors_of_a_spec_are_reported_together_in_file_order() {
    let text = TEXT
        .replace("title = \"t\"", "titel = \"t\"")
        .replace("examples = 2\n", "examples = -2\n")
        .replace(
            "[variants.b]\nrule = { perceptron = {} }",
            "[variants.b]\nrule = { perzeptron = {} }",
        )
        .replace(
            "rule = { perceptron = {} }\norder = \"cyclic\"",
            "rule = \"perceptron\"",
        );
    let error = Spec::from_text("t", Path::new("t.toml"), &text)
        .err()
        .unwrap();
    let SpecError::Invalid(findings) = &error else {
        panic!("{error}");
    };
    let lines: Vec<usize> = findings.iter().map(|finding| finding.line).collect();
    assert_eq!(lines, [1, 7, 9, 11]);
    assert_eq!(error.to_string().matches("error: ").count(), 4);
}

#[test]
fn every_invalid_claim_is_reported_but_not_its_controls() {
    let bad = "scale = 0\n[[claims]]\nid = \"c\"\ncontrol_of = \"leave-one-out-risk-bound\"\n[[claims]]\nobserved = \"updats\"\nlimit = 3\n\
               [[claims]]\nid = \"d\"\nobserved = \"updates\"\nlimit = 3\n";
    let error = Spec::from_text("t", Path::new("t.toml"), &format!("{TEXT}{bad}"))
        .err()
        .unwrap();
    let SpecError::Invalid(findings) = &error else {
        panic!("{error}");
    };
    let keys: Vec<&str> = findings
        .iter()
        .filter_map(|finding| finding.key.as_deref())
        .collect();
    assert_eq!(keys, ["claims.scale", "claims.observed"]);
}

/// All findings about the correct text with one part replaced: line and problem.
fn all_refused(part: &str, by: &str) -> Vec<(usize, String)> {
    assert!(TEXT.contains(part), "{part}");
    let read = Spec::from_text("t", Path::new("t.toml"), &TEXT.replacen(part, by, 1));
    let Err(SpecError::Invalid(findings)) = read else {
        panic!("taken: {by}");
    };
    let said = |finding: Diagnostic| (finding.line, finding.problem);
    findings.into_iter().map(said).collect()
}

#[test]
fn all_wrong_keys_are_reported_and_misspelled_ones_not_also_as_missing() {
    for (part, by, lines) in [
        (
            "dimension = 3\nexamples = 2",
            "dimesion = 3\nexample = 2",
            vec![6, 7],
        ),
        (
            "order = \"cyclic\"",
            "ordre = \"cyclic\"\nstopp = 1\nties = 3",
            vec![10, 11, 12],
        ),
        (
            CLAIM,
            "-risk-bound\"\nscal = 1\nexpct = 2\nslack = \"a\"\n",
            vec![19, 20, 21],
        ),
        (
            "title = \"t\"\nquestion = \"q\"",
            "titel = 1\nquestoin = 1",
            vec![1, 2],
        ),
    ] {
        let found = all_refused(part, by);
        let at: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(at, lines, "{by}: {found:?}");
    }
    let missing = all_refused("seed = 1\nreplicates = 9\n", "");
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert!(
        missing[0].1.contains("`seed`, `replicates` are missing"),
        "{missing:?}"
    );
}

#[test]
fn error_help_suggests_valid_toml_to_write() {
    let help = |part: &str, by: &str| {
        let found = read(part, by)
            .err()
            .unwrap_or_else(|| panic!("taken: {by}"));
        found.help.clone().unwrap_or_else(|| panic!("{found}"))
    };
    let variant = "rule = { perceptron = {} }\norder = \"cyclic\"";
    for (part, by, step) in [
        (
            variant,
            "rule = \"perceptron\"\norder = \"cyclic\"",
            "write rule = { perceptron = {} }",
        ),
        (
            variant,
            "rule = { perceptron = {} }\norder = \"given\"",
            "write order = { given = […] }",
        ),
        (
            variant,
            "rule = { perceptron = {} }\norder = { cyclic = {} }",
            "write order = \"cyclic\"",
        ),
        (
            variant,
            "rule = { perceptron = {} }\norder = \"cyclic\"\nthreshold = 1",
            "rule = { margin-perceptron = { threshold = … } }",
        ),
        (
            variant,
            "rule = { perceptron = {} }\norder = \"cyclic\"\nseed = 1",
            "at the top of the file",
        ),
        ("[variants.a]\n", "[variants]\n", "[variants.plain]"),
        (
            "examples = 2",
            "examples = \"2\"",
            "write 2, without quotes",
        ),
        ("examples = 2", "examples = 2.0", "write 2"),
        ("examples = 2", "examples = [2, 3]", "[[sweep]]"),
        (
            "[generator.basis]\n",
            "[generator]\nname = \"basis\"\n",
            "[generator.basis]",
        ),
        (
            "seed = 1\n",
            "seed = 1\nexamples = 3\n",
            "below [generator.NAME]",
        ),
        (
            variant,
            "rule = { winnow = {} }\norder = \"cyclic\"",
            "write learner = { winnow = {} }",
        ),
        (
            "name = \"leave-one-out-risk-bound\"",
            "name = \"mean(updates) <= 10\"",
            "observed = \"updates\", limit = \"10\", form = \"in-expectation\", range = [LEAST, MOST]",
        ),
        (
            "name = \"leave-one-out-risk-bound\"",
            "name = \"updates ≤ radius^2\"",
            "observed = \"updates\", limit = \"radius^2\", form = \"surely\"",
        ),
        (
            "name = \"leave-one-out-risk-bound\"",
            "name = \"E[updates] >= 3\"",
            "observed = \"updates\", limit = \"3\", form = \"lower-bound\", range = [LEAST, MOST]",
        ),
        (
            "name = \"leave-one-out-risk-bound\"",
            "name = \"updates > 3\"",
            "observed = \"3\", limit = \"updates\", form = \"surely\"",
        ),
        (
            "name = \"leave-one-out-risk-bound\"",
            "observed = \"updates <= 10\"\nlimit = \"10\"",
            "the larger side is `limit`",
        ),
        (
            "name = \"leave-one-out-risk-bound\"",
            "observed = \"mean(updates)\"\nlimit = \"10\"",
            "form = \"in-expectation\"",
        ),
    ] {
        let said = help(part, by);
        assert!(said.contains(step), "{by}: {said}");
    }
}

#[test]
fn invalid_toml_is_refused_with_a_hint_to_the_correct_syntax() {
    for (part, by, words) in [
        ("title = \"t\"", "title = t", "write \"t\""),
        ("title = \"t\"", "title = None", "write \"None\""),
        (
            "order = \"cyclic\"",
            "order = first-misclassified",
            "write \"first-misclassified\"",
        ),
        ("title = \"t\"", "title = \"t", "expected `\"`"),
        ("seed = 1", "seed = 1\nseed = 2", "first in line 3"),
        ("seed = 1", "seed: 1", "no value, expected `=`"),
        (
            "replicates = 9",
            "replicates = 9\nalpha = .1",
            "both sides of a point",
        ),
        (
            "replicates = 9",
            "replicates = 9\nalpha = 0,1",
            "one `key = value` on a line",
        ),
        ("[variants.a]", "[variants.a", "unclosed table"),
    ] {
        let Err(error) = read(part, by) else {
            panic!("taken: {by}");
        };
        let said = format!("{} {:?} {:?}", error.problem, error.allowed, error.help);
        assert!(said.replace('\\', "").contains(words), "{by}: {said}");
    }
}

#[test]
fn filter_matches_list_values_in_any_spelling() {
    let text = |filter: &str| {
        let half = "[{ x = [\"1/2\", 0], y = 1 }], [{ x = [0, 1], y = -1 }]";
        SpecText::new("points\nexamples = []")
            .replicates(9)
            .variant("a", CYCLIC)
            .sweep("generator.points.examples", half)
            .more("\"variants.a.order\" = [\"cyclic\", { given = [0] }]")
            .claim("online-mistake-bound")
            .more(format_args!("where = {{ {filter} }}"))
    };
    let chosen = |filter: &str| {
        let spec = text(filter).read(Spec::from_text);
        spec.claims[0].cells.iter().copied().collect::<Vec<usize>>()
    };
    assert_eq!(
        chosen("\"generator.points.examples\" = [[{ x = [\"1/2\", 0], y = 1 }]]"),
        [0, 1]
    );
    assert_eq!(
        chosen("\"generator.points.examples\" = [[{ y = 1, x = [\"2/4\", \"0\"] }]]"),
        [0, 1]
    );
    assert_eq!(chosen("\"variants.a.order\" = [{ given = [0] }]"), [1, 3]);
    let other = text("\"generator.points.examples\" = [[{ x = [\"1/3\", 0], y = 1 }]]");
    let error = other.try_read(Spec::from_text).unwrap_err();
    assert!(
        error.to_string().contains("no cell has this value"),
        "{error}"
    );
}
