//! Writes the pages of docs/runs again, and tests them in a browser if there is one.

use crate::support::program::lab_into as lab;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The pages of scripts/run-pages: a name, and the arguments of `replay`.
fn pages() -> Vec<(String, Vec<String>)> {
    let script = fs::read_to_string("scripts/run-pages").unwrap();
    let lines = script.lines().filter_map(|line| line.strip_prefix("page "));
    let words = |line: &str| {
        let (name, rest) = line.split_once(" '").unwrap();
        let (address, options) = rest.split_once('\'').unwrap();
        let options = options.split_whitespace().map(str::to_owned);
        let asked = std::iter::once(address.to_owned()).chain(options);
        (name.to_owned(), asked.collect())
    };
    lines.map(words).collect()
}

#[test]
fn committed_run_pages_equal_the_output_of_replay() {
    let folder = TempDir::new().unwrap();
    let pages = pages();
    assert_eq!(pages.len(), 4);
    for (name, asked) in &pages {
        let path = folder.path().join(format!("{name}.html"));
        let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
        let page = ["--page", path.to_str().unwrap()];
        let (code, _, message) = lab(
            folder.path(),
            &[&["replay"], &asked[..], &page[..]].concat(),
        );
        assert_eq!(code, 0, "{name}: {message}");
        let (written, kept) = (
            fs::read(&path).unwrap(),
            Path::new("docs/runs").join(format!("{name}.html")),
        );
        assert!(
            written == fs::read(&kept).unwrap(),
            "{} is another page: run scripts/run-pages",
            kept.display()
        );
        let readme = fs::read_to_string("README.md").unwrap();
        assert!(readme.contains(&format!("docs/runs/{name}.html")), "{name}");
    }
    let kept = fs::read_dir("docs/runs").unwrap();
    assert_eq!(kept.count(), pages.len());
}

#[cfg(unix)]
#[test]
fn a_browser_shows_the_pages_without_an_error_and_its_slider_moves() {
    let output = Command::new("scripts/check-pages").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        said.contains("pages fine") || said.contains("skipped"),
        "{said}"
    );
}
