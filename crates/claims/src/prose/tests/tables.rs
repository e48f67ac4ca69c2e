//! Tests of the columns and conditions of tables, and of statistics that are merged from parts.

use super::*;
use crate::trial::{Block, columns};
use perceptron::sample::Rational;

/// The trials of both cells of the spec, four replicates each.
fn blocks(spec: &Spec) -> Vec<Block> {
    let cells = spec.cells.iter();
    cells.map(|cell| spec.design(cell).block(0..4)).collect()
}

fn groups_of(columns: &[TableExpression], spec: &Spec) -> Groups {
    let cells = spec.cells.iter().map(|cell| cell.parameters.clone());
    let mut groups = Groups::of_columns(columns, cells.collect());
    for (cell, block) in blocks(spec).iter().enumerate() {
        groups.add(cell, block);
    }
    groups
}

/// The value of a column over the trials that the conditions select.
fn value(column: &str, selected: &Selection) -> TableValue {
    let spec = spec("").unwrap();
    let column = TableExpression::parse(column).unwrap();
    let groups = groups_of(std::slice::from_ref(&column), &spec);
    let run = RunNumbers {
        groups: &groups,
        verdicts: &[],
    };
    column.value(&run, selected)
}

#[test]
fn table_columns_are_placeholders_over_the_selected_trials() {
    let number = |value| TableValue::Number(value, Format::Short);
    let cases = [
        ("mean(mistakes)", "dimension = 4, variant = a", number(4.0)),
        ("mean(mistakes, variant = b)", "dimension = 4", number(0.0)),
        (
            "mean(mistakes, variant = a) - mean(mistakes, variant = b) as gain",
            "dimension = [2, 4]",
            number(3.0),
        ),
        ("trials()", "variant = b", number(8.0)),
        (
            "share(mistakes > 2) | percent",
            "variant = a",
            TableValue::Number(0.5, Format::Percent),
        ),
        (
            "interval(mistakes)",
            "cell = 2, variant = a",
            TableValue::Interval(4.0, Ok(0.0), Format::Short),
        ),
        (
            "mean(mistakes) ± 2 * 3 | digits(1)",
            "variant = a",
            TableValue::Interval(3.0, Ok(6.0), Format::Digits(1)),
        ),
        (
            "\"many\" if mean(mistakes) > 1 else \"few\"",
            "variant = a",
            TableValue::Words("many".into()),
        ),
        (
            "\"many\" if mean(mistakes) > 1",
            "variant = b",
            TableValue::Words(String::new()),
        ),
    ];
    for (column, conditions, expected) in cases {
        let selected = Selection::parse(conditions).unwrap();
        assert_eq!(value(column, &selected), expected, "{column}, {conditions}");
    }
    let median = value("median(mistakes)", &Selection::of_variant("a"));
    assert!(
        matches!(&median, TableValue::Missing(reason) if reason.contains("several cells")),
        "{median:?}"
    );
    let interval = value("interval(mistakes)", &Selection::of_variant("a"));
    assert!(
        matches!(&interval, TableValue::Interval(mean, Err(reason), _) if *mean == 3.0 && reason.contains("several cells")),
        "{interval:?}"
    );
    let one = Selection::of_cells([1].into_iter()).and(&Selection::of_variant("a"));
    assert_eq!(value("median(mistakes)", &one), number(4.0));
}

#[test]
fn quantiles_of_an_enumeration_weight_its_outcomes() {
    let spec = spec("").unwrap();
    let texts = [
        "median(mistakes)",
        "quantile(mistakes, 0.9)",
        "quantile(mistakes, 0.1)",
    ];
    let expressions = texts.map(|text| TableExpression::parse(text).unwrap());
    let cells = spec.cells.iter().map(|cell| cell.parameters.clone());
    let mut groups = Groups::of_columns(&expressions, cells.collect());
    let mut block = blocks(&spec).swap_remove(0);
    for (place, tenths) in [1, 6, 1, 2].into_iter().enumerate() {
        for batch in &mut block.batches {
            batch.set(place, columns::MISTAKES, Some(place as u64));
            batch.set(place, columns::WEIGHT, Some(Rational::new(tenths, 10)));
        }
    }
    // In two blocks, as parts of one enumeration are read from two files.
    groups.add(0, &block);
    groups.add(0, &block);
    let run = RunNumbers {
        groups: &groups,
        verdicts: &[],
    };
    let selected = Selection::of_variant("a");
    let found = expressions.map(|expression| expression.value(&run, &selected));
    // 1 reaches seven tenths, 3 the last two; 0 reaches exactly one tenth.
    let expected = [1.0, 3.0, 0.5].map(|value| TableValue::Number(value, Format::Short));
    assert_eq!(found, expected);
}

#[test]
fn a_second_column_is_no_part_of_a_name() {
    let text = "mean(mistakes) as m, mean(updates) as u";
    let problem = TableExpression::parse(text).unwrap_err();
    assert_eq!(&text[problem.at.start..][..4], "mean");
    assert!(problem.allowed.contains("--show"), "{problem:?}");
}

#[test]
fn names_of_columns_follow_the_word_as() {
    let read = |text: &str| {
        let column = TableExpression::parse(text).unwrap();
        (column.source, column.name)
    };
    let plain = read(" mean(mistakes) ");
    assert_eq!(plain, ("mean(mistakes)".into(), None));
    let named = read("max(mistakes) as  R² & γ, at most ");
    assert_eq!(
        named,
        ("max(mistakes)".into(), Some("R² & γ, at most".into()))
    );
    let quoted = read("mean(risk) | percent as \"in %\"");
    assert_eq!(quoted, ("mean(risk) | percent".into(), Some("in %".into())));
}

#[test]
fn conditions_on_trials_compare_formulas() {
    let spec = spec("").unwrap();
    let selected = Selection::parse("mistakes >= 2 + 1, dimension = 4").unwrap();
    let block = &blocks(&spec)[1];
    let rows = [0, 1].map(|variant| selected.is_true_of(&[block.row(0, variant).unwrap()]));
    assert_eq!(rows, [true, false]);
    assert!(selected.compares() && !selected.chooses(0, &spec.cells[0].parameters, "a"));
    let undefined = Selection::parse("1 / mistakes > 0").unwrap();
    assert!(!undefined.is_true_of(&[block.row(0, 1).unwrap()]));
}

#[test]
fn mistakes_in_columns_and_conditions_have_their_place() {
    let cases = [
        ("maen(mistakes)", 0),
        ("mean(mistakes) as ", 18),
        ("mean(mistakes) mistakes", 15),
        ("interval(mistaks)", 9),
        ("mean(mistakes) ±", 17),
    ];
    for (text, start) in cases {
        let problem = TableExpression::parse(text).unwrap_err();
        assert_eq!(problem.at.start, start, "{text}: {problem}");
    }
    for text in [
        "dimension",
        "dimension = ",
        "mistakes > ",
        "dimension = 5 mistakes > 3",
        "",
    ] {
        assert!(Selection::parse(text).is_err(), "{text}");
    }
}

#[test]
fn merged_parts_have_the_statistics_of_all_trials() {
    let spec = spec("").unwrap();
    let texts = [
        "mean(mistakes, variant = a)",
        "sum(mistakes)",
        "max(mistakes)",
        "min(mistakes, variant = a)",
        "trials()",
        "count(mistakes > 2)",
        "quantile(mistakes, 0.3, variant = a, cell = 2)",
        "half_width(mistakes, variant = a, cell = 1)",
    ];
    let columns: Vec<TableExpression> = texts
        .iter()
        .map(|text| TableExpression::parse(text).unwrap())
        .collect();
    let whole = groups_of(&columns, &spec);
    let mut merged = whole.without_trials();
    for (cell, block) in blocks(&spec).iter().enumerate() {
        for replicates in [vec![2, 3], vec![0, 1]] {
            let mut part = whole.without_trials();
            let some = block.selected(&replicates[..1]);
            for variant in 0..2 {
                // All four replicates are equal.
                part.push((cell, variant), &[some.row(0, variant).unwrap()], 2);
            }
            merged.merge(part);
        }
    }
    for column in &columns {
        let [one, other] = [&whole, &merged].map(|groups| {
            let run = RunNumbers {
                groups,
                verdicts: &[],
            };
            column.value(&run, &Selection::default())
        });
        assert!(matches!(one, TableValue::Number(..)), "{one:?}");
        assert_eq!(one, other, "{}", column.source);
    }
}
