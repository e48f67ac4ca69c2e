//! Tests of placeholders: the numbers that they read, the text that they print, and the names that they refuse.

mod tables;

use super::*;
use crate::judge::Verdict;
use crate::spec::Spec;
use testing::{CYCLIC, SpecText};

/// Two cells and two variants, each with four replicates of one sample: the rows of a Hadamard matrix, all labelled positive.
fn with(analysis: &str) -> SpecText {
    let analysis = analysis.replace('\\', "\\\\").replace('"', "\\\"");
    let claim = "online-mistake-bound\nvariants = [\"a\"]";
    let half = "id = \"half of it\"\ncontrol_of = \"online-mistake-bound\"\nscale = 0.5";
    SpecText::new("hadamard\ndimension = 2\nlabels = \"positive\"")
        .replicates(4)
        .key(&format!("analysis = \"\"\"{analysis}\"\"\""))
        .sweep("generator.hadamard.dimension", "2, 4")
        .variant("a", CYCLIC)
        .variant("b", CYCLIC)
        .more("ties = \"positive\"")
        .claim(claim)
        .claim(format_args!("{claim}\n{half}"))
}

fn spec(analysis: &str) -> Result<Spec, String> {
    let read = with(analysis).try_read(Spec::from_text);
    read.map_err(|error| error.to_string())
}

/// Renders an analysis with the numbers from the trials of its spec.
fn rendered(analysis: &str) -> Rendered {
    let spec = spec(analysis).unwrap_or_else(|error| panic!("{error}"));
    let cells = spec.cells.iter().map(|cell| cell.parameters.clone());
    let mut groups = Groups::new(&[&spec.analysis], cells.collect());
    let mut verdicts: Vec<Verdict> = Vec::new();
    for (index, cell) in spec.cells.iter().enumerate() {
        let block = spec.design(cell).block(0..4);
        groups.add(index, &block);
        verdicts.extend(spec.judge_spec().judge(index, &block));
    }
    let evidence = RunNumbers {
        groups: &groups,
        verdicts: &verdicts,
    };
    let written = |value: f64, format: Format| match format {
        Format::Short => format!("{value}"),
        Format::Digits(digits) => format!("{value:.digits$}"),
        Format::Percent => format!("{}%", 100.0 * value),
    };
    spec.analysis.rendered(&evidence, &written)
}

fn text(analysis: &str) -> String {
    let rendered = rendered(analysis);
    assert_eq!(
        (rendered.missing, rendered.untrue),
        (vec![], vec![]),
        "{analysis}"
    );
    rendered.text
}

#[test]
fn statistics_are_of_the_trials_that_the_filters_choose() {
    // Every row is a mistake when it is first shown. Under sign(0) = +1 none is, because all labels are positive.
    let cases = [
        ("{{ mean(mistakes, variant = \"a\", dimension = 2) }}", "2"),
        ("{{ mean(mistakes, variant = b, cell = 2) }}", "0"),
        ("{{ mean(mistakes, dimension = 2) }}", "1"),
        (
            "{{ mean(mistakes, \"generator.hadamard.dimension\" = [2, 4], variant = [\"a\", b]) }}",
            "1.5",
        ),
        (
            "{{ median(2 * mistakes + 1, variant = a, dimension = 2) }}",
            "5",
        ),
        ("{{ quantile(mistakes, 0.9, variant = a, cell = 2) }}", "4"),
        ("{{ min(mistakes) }} to {{ max(mistakes) }}", "0 to 4"),
        ("{{ sum(mistakes, variant = a) }}", "24"),
        ("{{ trials() }}, {{ trials(variant = a) }}", "16, 8"),
        ("{{ count(mistakes > 2) }}", "4"),
        (
            "{{ share(mistakes >= 1 + 1, variant = [a, b]) | percent }}",
            "50%",
        ),
        ("{{ half_width(mistakes, variant = a, cell = 1) }}", "0"),
        ("{{ max(examples, variant = a) }}", "4"),
    ];
    for (analysis, expected) in cases {
        assert_eq!(text(analysis), expected, "{analysis}");
    }
}

#[test]
fn arithmetic_placeholders_are_evaluated_and_formatted() {
    let cases = [
        ("{{ 1 + 2 * 3 ^ 2 - 4 / 8 }}", "18.5"),
        ("{{ -(2 − 3) · sqrt(16) }}", "4"),
        ("{{ 2 ^ 3 ^ 2 }}", "512"),
        ("{{ 8 / 2 / 2 }}", "2"),
        ("{{ 1 / 3 | digits(3) }}", "0.333"),
        ("{{mean(mistakes,variant=a)/4|percent}} of it", "75% of it"),
        (
            "{{ highest(mean(mistakes)) - lowest(mean(mistakes)) }}",
            "4",
        ),
        ("{{ highest(mean(mistakes), variant = b) }}", "0"),
        // The inner means name their variants, so `highest` compares the cells.
        (
            "{{ highest(mean(mistakes, variant = a) / (1 + mean(mistakes, variant = b))) }}",
            "4",
        ),
        (
            "{{ highest(mean(examples, variant = a)) - lowest(mean(examples, variant = a)) }}",
            "2",
        ),
    ];
    for (analysis, expected) in cases {
        assert_eq!(text(analysis), expected, "{analysis}");
    }
}

#[test]
fn placeholders_read_verdict_fields_by_claim_id() {
    let cases = [
        ("{{ tightness(\"online-mistake-bound\") }}", "1"),
        ("{{ tightness(“half of it”, dimension = 2) }}", "2"),
        (
            "{{ observed(\"half of it\") }} above {{ limit(\"half of it\") }}",
            "4 above 1",
        ),
        ("{{ mean_observed(\"half of it\") }}", "3"),
        (
            "{{ runs(\"half of it\") }} {{ verdicts(\"half of it\") }}",
            "4 2",
        ),
        ("{{ refuted_below(\"online-mistake-bound\") }}", "1"),
    ];
    for (analysis, expected) in cases {
        assert_eq!(text(analysis), expected, "{analysis}");
    }
}

#[test]
fn conditional_text_depends_on_the_results() {
    let cases = [
        (
            "{{ \"more\" if mean(mistakes, variant = a) > mean(mistakes, variant = b) }}",
            "more",
        ),
        (
            "{{ \"fewer\" if max(mistakes) < 3 else \"as many\" }}",
            "as many",
        ),
        (
            "{{ “both” if holds(\"online-mistake-bound\") and refuted(\"half of it\") }}",
            "both",
        ),
        (
            "{{ \"yes\" if refuted(\"online-mistake-bound\") else \"no\" }}",
            "no",
        ),
        (
            "{{ \"rises\" if rises(mean(examples), along = dimension, variant = a) }}",
            "rises",
        ),
        (
            "{{ \"falls\" if falls(mean(examples), along = dimension) else \"does not\" }}",
            "does not",
        ),
        (
            "{{ \"rises\" if rises(mean(mistakes, variant = b), along = dimension) else \"is level\" }}",
            "is level",
        ),
        (
            "{{ \"1\" if 1 <= 1 and 1 >= 1 and 1 == 1 and 1 != 2 and 1 ≤ 1 and 1 ≥ 1 }}",
            "1",
        ),
    ];
    for (analysis, expected) in cases {
        assert_eq!(text(analysis), expected, "{analysis}");
    }
}

#[test]
fn false_conditions_and_undefined_values_are_reported_in_the_text() {
    let untrue = rendered("The count {{ \"falls\" if falls(mean(examples), along = dimension) }}.");
    assert_eq!(
        untrue.untrue,
        ["\"falls\" if falls(mean(examples), along = dimension)"]
    );
    assert!(
        untrue.text.contains("not so in this run"),
        "{}",
        untrue.text
    );
    let cases = [
        (
            "{{ mean(mistakes / (examples - 2), cell = 1) }}",
            "it has no value on any trial",
        ),
        (
            "{{ median(mistakes) }}",
            "it covers several cells or variants",
        ),
        (
            "{{ 1 / (mean(mistakes, variant = a, cell = 1) - 2) }}",
            "it is not finite",
        ),
        (
            "{{ tightness(\"online-mistake-bound\", variant = b) }}",
            "has no verdict in such a cell and variant",
        ),
    ];
    for (analysis, reason) in cases {
        let found = rendered(analysis);
        assert!(
            found.missing[0].contains(reason),
            "{analysis}: {:?}",
            found.missing
        );
        assert!(
            found.text.contains("no value in this run"),
            "{}",
            found.text
        );
    }
}

#[test]
fn malformed_placeholders_are_refused_with_their_position() {
    let cases = [
        ("a {{ mean(mistakes)", "a placeholder without end"),
        (
            "{{ mean(mistaks) }}",
            "`mistaks` is neither a column nor a parameter",
        ),
        (
            "{{ average(mistakes) }}",
            "`average` is neither a statistic nor a number of verdicts",
        ),
        ("{{ mean(mistakes }}", "the placeholder ends too early"),
        (
            "{{ mean(mistakes) mean }}",
            "the placeholder cannot go on with `m`",
        ),
        ("{{ mean(mistakes) | bold }}", "this is not a format"),
        (
            "{{ mean(mistakes) | digits(0) }}",
            "this is not a number of digits",
        ),
        (
            "{{ share(mistakes) }}",
            "the placeholder cannot go on with `)`",
        ),
        (
            "{{ quantile(mistakes) }}",
            "the placeholder cannot go on with `)`",
        ),
        ("{{ quantile(mistakes, 2) }}", "this is not a level"),
        ("{{ mean(second.mistakes) }}", "a formula of two trials"),
        ("{{ \"falls\" }}", "the placeholder ends too early"),
        (
            "{{ \"falls\" if falls(mean(mistakes)) }}",
            "the key `along` is missing",
        ),
        ("{{ \"falls if 1 < 2 }}", "a quotation without end"),
        ("{{ }}", "the placeholder ends too early"),
    ];
    for (text, problem) in cases {
        let found = Prose::parse(text).unwrap_err();
        assert_eq!(found.problem, problem, "{text}");
        assert!(
            found.at.start >= 2 && found.at.end <= text.len(),
            "{text}: {:?}",
            found.at
        );
    }
    let deep = format!("{{{{ {}1{} }}}}", "(".repeat(40), ")".repeat(40));
    assert!(Prose::parse(&deep).is_err());
    assert!(Prose::parse(&format!("{{{{ {} }}}}", "1+".repeat(600) + "1")).is_err());
}

#[test]
fn placeholders_naming_unknown_cells_or_claims_are_refused() {
    let cases = [
        (
            "{{ mean(mistakes, variant = c) }}",
            "no cell and no variant has variant = c",
        ),
        (
            "{{ mean(mistakes, dimension = 3) }}",
            "no cell and no variant has dimension = 3",
        ),
        (
            "{{ mean(mistakes, cell = 3) }}",
            "no cell and no variant has cell = 3",
        ),
        (
            "{{ mean(mistakes, size = 3) }}",
            "no parameter of a cell is named `size`",
        ),
        (
            "{{ mean(mistakes, cell = 1, dimension = 4) }}",
            "no cell and variant has all of these",
        ),
        ("{{ tightness(\"half\") }}", "the spec has no claim `half`"),
        (
            "{{ \"x\" if holds(\"third\") }}",
            "the spec has no claim `third`",
        ),
        (
            "{{ \"x\" if rises(mean(mistakes), along = size) }}",
            "no parameter of a cell is named `size`",
        ),
        (
            "{{ mean(leave_one_out_error) }}",
            "the spec does not measure `leave_one_out_errors`",
        ),
        (
            "{{ lowest(mean(mistakes), dimension = 5) }}",
            "no cell and no variant has dimension = 5",
        ),
    ];
    for (analysis, problem) in cases {
        let error = spec(analysis).err().unwrap_or_default();
        assert!(error.contains(problem), "{analysis}: {error}");
        assert!(error.contains("key: analysis"), "{error}");
    }
    // A stored run with other settings keeps the prose of its spec, whose placeholders may name cells that are gone.
    let stored = with("{{ mean(mistakes, dimension = 3) }}")
        .try_read(|name, file, text| Spec::from_stored_text(name, file, text, Default::default()));
    assert!(stored.is_ok());
}
