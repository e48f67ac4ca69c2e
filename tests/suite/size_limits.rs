//! Tests that every command that reads a spec refuses, at once and with a message, a study that no machine can hold.

use crate::check_warnings::lab;
use crate::support::program::{path, program};
use std::fs;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use testing::{STREAM, SpecText};

/// A spec with these replicates, generator and last lines, and a blank line above every table.
fn spec(replicates: &str, generator: &str, end: &str) -> String {
    SpecText::new(format_args!("{generator}\n"))
        .replicates(format_args!("{replicates}\n"))
        .variant("plain", STREAM)
        .more(format_args!("\n{end}"))
        .to_string()
}

fn gaussians(dimension: &str, examples: &str) -> String {
    format!("isotropic-gaussians\ndimension = {dimension}\ndistance = 1.0\nexamples = {examples}")
}

/// The message that `check`, `plan` and `run` all give, soon and with exit code 2.
fn refusal(spec: &str) -> String {
    let said = ["check", "plan", "run"].map(|command| {
        let began = Instant::now();
        let (code, stdout, stderr) = lab(command, &[], spec);
        assert_eq!((code, stdout.as_str()), (2, ""), "{command}: {stderr}");
        assert!(began.elapsed() < Duration::from_secs(2), "{command}");
        stderr
    });
    assert!(said.iter().all(|other| *other == said[0]), "{said:?}");
    said[0].clone()
}

#[test]
fn impossible_sizes_are_refused_with_the_memory_they_need() {
    let values = (1..=1000).map(|value| value.to_string());
    let values = values.collect::<Vec<_>>().join(", ");
    let axis = |key: &str| format!("\"generator.isotropic-gaussians.{key}\" = [{values}]\n");
    let axes = format!("[[sweep]]\n{}{}", axis("dimension"), axis("examples"));
    let large = format!("{axes}{}", axis("distance"));
    let small = gaussians("4", "10");
    let largest = i64::MAX.to_string();
    for (spec, parts) in [
        (
            spec("2", &gaussians("1000000000", "10"), ""),
            ["need 72 GB", "7:13"],
        ),
        (
            spec("2", &gaussians(&largest, "10"), ""),
            ["EB of memory", "7:13"],
        ),
        (
            spec("2", &gaussians("4", "1000000000000"), ""),
            ["needs 1.01 TB of memory", "9:12"],
        ),
        (
            spec(
                "2",
                "majority\ndimension = 4611686018427387905\nrelevant = 1\nexamples = 3",
                "",
            ),
            ["EB", "7:13"],
        ),
        (
            spec("2", "basis\ndimension = 1000000000", ""),
            ["need 64.1 GB", "7:13"],
        ),
        (
            spec("2", "forced-mistakes\ndimension = 1000000000000", ""),
            ["TB", "7:13"],
        ),
        (
            spec("2", &small, &axes),
            ["1000000 cells, which need 7 GB", "15:3"],
        ),
        (
            spec("2", &small, &large),
            ["1000000000 cells, which need 7 TB", "15:3"],
        ),
        (spec("4294967297", &small, ""), ["430 GB of rows", "4:14"]),
        (
            spec(
                &format!("{{ min = 2, max = {largest}, until = \"decided\" }}"),
                &small,
                "",
            ),
            ["EB of rows", "4:14"],
        ),
    ] {
        let said = refusal(&spec);
        for part in parts {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert!(
            said.contains("help:") || said.contains("allowed:"),
            "{said}"
        );
    }
}

#[test]
fn large_streamed_samples_are_not_refused() {
    // Examples are shown once and dropped, so only their labels are stored.
    let (code, _, stderr) = lab(
        "check",
        &[],
        spec("4294967296", &gaussians("100", "1000000000"), ""),
    );
    assert_eq!((code, stderr.as_str()), (0, ""));
    let held = spec("2", &gaussians("100", "1000000000"), "").replace("stream", "cyclic");
    let said = refusal(&held);
    assert!(said.contains("needs 801 GB of memory"), "{said}");
}

#[test]
fn overlong_numbers_and_invalid_values_are_refused_with_a_short_message() {
    let digits = "1".repeat(5_000_000);
    let basis = |norm: &str| format!("basis\ndimension = 4\nexamples = 3\nnorm = {norm}");
    for spec in [
        spec("2", &basis(&format!("\"{digits}\"")), ""),
        spec("2", &basis(&digits), ""),
        spec(
            "2",
            &gaussians("4", "3").replace("1.0", &format!("1.{digits}")),
            "",
        ),
    ] {
        let said = refusal(&spec);
        assert!(
            said.contains("a value of 500000") && said.len() < 5000,
            "{}",
            said.len()
        );
    }
    let nan = spec("2", &gaussians("4", "3"), "").replace("order", "offset = nan\norder");
    assert!(refusal(&nan).contains("`nan` is not a finite number"));
}

#[test]
fn spec_that_is_not_a_regular_file_is_refused() {
    let root = TempDir::new().unwrap();
    fs::create_dir(root.path().join("t.toml")).unwrap();
    let fifo = root.path().join("f.toml");
    let made = std::process::Command::new("mkfifo")
        .arg(&fifo)
        .status()
        .unwrap();
    assert!(made.success());
    for name in ["t.toml", "f.toml"] {
        let mut lab = std::process::Command::new("timeout");
        lab.arg("10").arg(path()).args(["run", name]);
        let output = lab.current_dir(root.path()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("it is not a regular file"), "{said}");
    }
}

#[test]
fn more_threads_than_can_be_started_are_refused() {
    let mut lab = program(&[]);
    let lab = lab.env("RAYON_NUM_THREADS", "99999999").arg("check");
    let output = lab.arg("experiments/smoke.toml").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("at most 1024 can be started"), "{said}");
}
