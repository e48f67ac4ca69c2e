//! Tests of the forms of a table, with names that mean something in each of them.

use super::*;
use claims::prose::{Format, TableValue};
use serde_json::{Value, json};

fn origin() -> TableOrigin {
    TableOrigin {
        program: "perceptron-lab 1.2.3".into(),
        command: "perceptron-lab table t --where 'a --> b'".into(),
        results: vec![ResultsOrigin {
            experiment: "t".into(),
            spec_hash: "0123456789abcdef".into(),
            seed: 7,
            program_version: "1.2.2".into(),
        }],
    }
}

fn column(name: &str, is_interval: bool) -> DataColumn {
    DataColumn {
        name: name.into(),
        is_interval,
    }
}

fn number(value: f64) -> DataCell {
    DataCell::Computed(TableValue::Number(value, Format::Short))
}

fn interval(value: f64, half: Option<f64>) -> DataCell {
    let half = half.ok_or_else(|| "why".to_owned());
    DataCell::Computed(TableValue::Interval(value, half, Format::Short))
}

/// Two rows with a name, a margin, a mean and an interval.
fn table() -> DataTable {
    DataTable {
        columns: vec![
            column("variant", false),
            column("γ", false),
            column("mean(mistakes)", false),
            column("risk", true),
        ],
        rows: vec![
            vec![
                DataCell::Key(json!("a_b & 50% #1")),
                DataCell::Key(json!(0.05)),
                number(1234.5),
                interval(0.123_4, Some(0.004_2)),
            ],
            vec![
                DataCell::Key(json!("[c], \"d\" < e|f")),
                DataCell::Key(json!(1)),
                number(2.0),
                interval(10.5, Some(12.0)),
            ],
            vec![
                DataCell::Key(json!("漢")),
                DataCell::Key(Value::Null),
                DataCell::Computed(TableValue::Missing("why".into())),
                interval(0.25, None),
            ],
        ],
    }
}

#[test]
fn terminal_table_is_aligned_and_ends_in_what_made_it() {
    let written = table().written(TableFormat::Text, &origin());
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(
        lines,
        [
            "variant            γ  mean(mistakes)             risk",
            "a_b & 50% #1    0.05            1234  0.1234 ± 0.0042",
            "[c], \"d\" < e|f     1               2          10 ± 12",
            "漢                 –               –         0.25 ± –",
            "",
            "perceptron-lab 1.2.3: perceptron-lab table t --where 'a --> b'",
            "t: spec 0123456789ab, seed 7, trials by perceptron-lab 1.2.2",
        ]
    );
}

#[test]
fn csv_has_all_digits_and_two_columns_for_an_interval() {
    let written = table().written(TableFormat::Csv, &origin());
    let mut reader = ::csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_reader(written.as_bytes());
    let head: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    assert_eq!(
        head,
        ["variant", "γ", "mean(mistakes)", "risk", "risk half_width"]
    );
    let rows: Vec<Vec<String>> = reader
        .records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect())
        .collect();
    assert_eq!(
        rows[0],
        ["a_b & 50% #1", "0.05", "1234.5", "0.1234", "0.0042"]
    );
    assert_eq!(rows[1], ["[c], \"d\" < e|f", "1", "2", "10.5", "12"]);
    assert_eq!(rows[2], ["漢", "", "", "0.25", ""]);
    assert!(written.starts_with("# perceptron-lab 1.2.3: "), "{written}");
    // A name that begins like a comment is quoted, so that no reader skips its row.
    let table = DataTable {
        columns: vec![column("#1", false)],
        rows: vec![vec![DataCell::Key(json!("# no comment"))]],
    };
    let written = table.written(TableFormat::Csv, &origin());
    assert!(written.ends_with("\"#1\"\n\"# no comment\"\n"), "{written}");
}

#[test]
fn latex_escapes_names_and_aligns_points_with_invisible_digits() {
    let written = table().written(TableFormat::Latex, &origin());
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(
        lines[2..],
        [
            r"% needs \usepackage{booktabs}",
            r"\begin{tabular}{lrrr}",
            r"\toprule",
            r"variant & $\gamma$ & mean(mistakes) & risk \\",
            r"\midrule",
            r"a\_b \& 50\% \#1 & $0.05$ & $1234$ & $0.1234 \pm \phantom{0}0.0042$ \\",
            r"{}[c], ''d'' $<$ e$|$f & $1\phantom{.00}$ & $2$ & $10\phantom{.0000} \pm 12\phantom{.0000}$ \\",
            r"\texttt{U+6F22} & \textendash{} & \textendash{} & $0.25\phantom{00} \pm \infty$ \\",
            r"\bottomrule",
            r"\end{tabular}",
        ]
    );
}

#[test]
fn latex_writes_powers_of_ten_percentages_and_scripts() {
    let cells = [1.234e-7, 0.5, -0.25, 1e-7];
    let rows = cells.map(|value| vec![number(value)]).to_vec();
    let table = DataTable {
        columns: vec![column("3/γ² -- x₁ ≤ 10⁻¹²", false)],
        rows,
    };
    let written = table.written(TableFormat::Latex, &origin());
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(
        lines[5],
        r"3/$\gamma {}^2$ -{}- x${}_1$ $\le$ 10${}^-{}^1{}^2$ \\"
    );
    assert_eq!(
        lines[7..11],
        [
            r"$1.234 \cdot 10^{-7}$ \\",
            r"$0.50$ \\",
            r"$-0.25$ \\",
            r"$1 \cdot 10^{-7}$ \\"
        ]
    );
    let percent = DataCell::Computed(TableValue::Number(0.125, Format::Percent));
    let table = DataTable {
        columns: vec![column("share", false)],
        rows: vec![vec![percent]],
    };
    let written = table.written(TableFormat::Latex, &origin());
    assert!(written.contains("\n$12.5\\,\\%$ \\\\\n"), "{written}");
}

#[test]
fn markdown_comment_cannot_be_closed_by_a_command() {
    let written = table().written(TableFormat::Markdown, &origin());
    assert_eq!(written.matches("-->").count(), 1, "{written}");
    assert!(written.contains("| ---: |"), "{written}");
    assert!(written.contains(r"e\|f"), "{written}");
}

#[test]
fn json_has_rows_by_column_and_what_made_the_table() {
    let written = table().written(TableFormat::Json, &origin());
    let json: Value = serde_json::from_str(&written).unwrap();
    assert_eq!(
        json["rows"][0]["risk"],
        json!({"value": 0.1234, "half_width": 0.0042})
    );
    assert_eq!(json["rows"][2]["mean(mistakes)"], Value::Null);
    assert_eq!(
        json["made_by"]["results"][0]["spec_hash"],
        "0123456789abcdef"
    );
    assert_eq!(json["columns"][1], "γ");
}

#[test]
fn siunitx_columns_have_room_for_their_numbers_and_constant_keys_are_left_out() {
    let row = |name: &str, value: f64, half: f64, tiny: f64, share: f64| {
        let share = DataCell::Computed(TableValue::Number(share, Format::Percent));
        vec![
            DataCell::Key(json!(name)),
            DataCell::Key(json!("plain")),
            interval(value, Some(half)),
            number(tiny),
            share,
        ]
    };
    let table = DataTable {
        columns: vec![
            column("a_b", false),
            column("variant", false),
            column(r"$\gamma^2$ \ x", true),
            column("tiny", false),
            column("share", false),
        ],
        rows: vec![
            row("one", 12.5, 0.31, -2.5e-7, 0.5),
            row("two", 3.25, 0.02, 0.001, 0.0312),
        ],
    };
    let written = table.written(TableFormat::Siunitx, &origin());
    let due = r"\begin{tabular}{lS[table-format=2.2(2)]S[table-format=-1.3e-1]S[table-format=2.2]}
\toprule
a\_b & {$\gamma^2$ \textbackslash{} x} & {tiny} & {share (\%)} \\
\midrule
one & 12.50 +- 0.31 & -2.5e-7 & 50 \\
two & 3.250 +- 0.020 & 0.001 & 3.12 \\
\bottomrule
";
    let due = due.replace("table-format=2.2(2)", "table-format=2.3(2)");
    assert!(written.contains(&due), "{written}");
    assert!(!written.contains("plain"), "{written}");
    let latex = table.written(TableFormat::Latex, &origin());
    assert!(
        latex.contains(r"a\_b & $\gamma^2$ \textbackslash{} x & tiny & share"),
        "{latex}"
    );
}
