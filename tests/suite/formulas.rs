//! Runs the spec of docs/formulas.md, and compares the values on the page with those that the report prints.

use crate::support::program::lab_in;
use std::fs;

/// The first block of TOML on the page.
fn spec(page: &str) -> &str {
    let (_, rest) = page.split_once("```toml\n").unwrap();
    rest.split_once("```").unwrap().0
}

/// The queries on the page, each with its value on the page.
fn rows(page: &str) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    for table in page.split("| query | here |").skip(1) {
        for line in table.lines().skip(2).take_while(|line| !line.is_empty()) {
            let (query, rest) = line[3..].split_once("` | ").unwrap();
            let (value, _) = rest.split_once(" |").unwrap();
            rows.push((query.replace("\\|", "|"), value.to_owned()));
        }
    }
    rows
}

#[test]
fn the_values_on_the_page_of_formulas_are_those_that_a_report_prints() {
    let page = fs::read_to_string("docs/formulas.md").unwrap();
    let rows = rows(&page);
    assert!(rows.len() > 30, "{}", rows.len());
    let queries = rows
        .iter()
        .map(|(query, _)| format!("({{{{ {query} }}}})\n\n"));
    let analysis: String = queries.collect();
    let folder = tempfile::tempdir().unwrap();
    let text = format!("analysis = '''\n{analysis}'''\n{}", spec(&page));
    fs::write(folder.path().join("page.toml"), text).unwrap();
    let (code, _, errors) = lab_in(folder.path(), &["run", "page.toml", "--results", "r"]);
    assert_eq!(code, 0, "{errors}");
    let report = fs::read_to_string(folder.path().join("r/page/report.md")).unwrap();
    let mut printed = report.lines().filter(|line| line.starts_with('('));
    for (query, value) in rows {
        assert_eq!(printed.next(), Some(&*format!("({value})")), "{query}");
    }
}

#[test]
fn the_page_of_formulas_names_every_statistic_and_function() {
    let page = fs::read_to_string("docs/formulas.md").unwrap();
    let names = |text: &str| {
        let mistake = claims::prose::Prose::parse(text).unwrap_err();
        mistake.names.unwrap().1
    };
    for name in [names("{{ nothing() }}"), names("{{ mean(nothing(1)) }}")].concat() {
        let is_named = page.contains(&format!("{name}(")) || page.contains(&format!("`{name}`"));
        assert!(is_named, "{name}");
    }
    for (name, about) in claims::claim::computed_numbers() {
        assert!(
            page.contains(&format!("| `{name}` | {about} |\n")),
            "{name}"
        );
    }
}
