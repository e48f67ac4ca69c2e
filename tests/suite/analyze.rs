//! Analyzes data files through the program: known answers, certificates recomputed by an independent checker, and files broken in every way.

use crate::support::program::{ended, has_python, program};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process;
use tempfile::TempDir;

const IRIS: &str = "experiments/data/iris.csv";
const PETALS: [&str; 8] = [
    "--label",
    "species",
    "--positive",
    "versicolor",
    "--negative",
    "setosa",
    "--features",
    "petal_length_cm,petal_width_cm",
];

/// Runs `analyze`: exit code, stdout and stderr.
fn analyze(data: &str, arguments: &[&str]) -> (i32, String, String) {
    ended(program(&["analyze", data]).args(arguments))
}

fn json(data: &str, arguments: &[&str]) -> Value {
    let (code, text, stderr) = analyze(data, &[arguments, &["--json"]].concat());
    assert_eq!(code, 0, "{stderr}");
    serde_json::from_str(&text).unwrap()
}

/// The entry of a list whose key has this value.
fn entry<'v>(list: &'v Value, key: &str, value: &str) -> &'v Value {
    let mut entries = list.as_array().unwrap().iter();
    entries
        .find(|entry| entry[key] == value)
        .unwrap_or_else(|| panic!("{key} {value}: {list}"))
}

/// Writes a file of this name in a folder of its own.
fn file(name: &str, content: &[u8]) -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    let path = path.display().to_string();
    (folder, path)
}

fn close(value: &Value, due: f64) {
    let value = value.as_f64().unwrap();
    assert!((value - due).abs() <= 5e-4 * due, "{value} for {due}");
}

#[test]
fn shuffled_runs_that_cost_too_much_are_skipped_and_named() {
    let (_folder, path) = file("near.csv", b"x,k\n400,a\n401,b\n");
    let found = json(&path, &["--shuffles", "1000"]);
    let with_offset = entry(&found["learners"], "learner", "perceptron with offset");
    assert!(with_offset["shuffled"].is_null(), "{with_offset}");
    let plain = entry(&found["learners"], "learner", "perceptron");
    assert_eq!(plain["shuffled"]["runs"], 1000);
    let skipped = found["skipped"].to_string();
    assert!(
        skipped.contains("perceptron with offset: 1000 shuffled runs"),
        "{skipped}"
    );
}

#[test]
fn iris_petals_give_the_known_radius_margin_and_bounds() {
    let found = json(IRIS, &PETALS);
    let offset = entry(&found["geometry"], "frame", "offset");
    let entries = offset["separator"].as_array().unwrap().iter();
    let squares = entries.map(|entry| entry.as_f64().unwrap().powi(2));
    assert!((squares.sum::<f64>() - 1.0).abs() < 1e-14, "{offset}");
    close(&offset["radius"]["value"], 5.438);
    close(&offset["margin"]["value"], 0.2685);
    close(&offset["bound"]["value"], 410.2);
    assert_eq!(offset["margin_squared"]["exact"], "1849/25649");
    assert_eq!(
        entry(&found["geometry"], "frame", "origin")["separable"],
        false
    );
    assert_eq!(
        entry(&found["geometry"], "frame", "normalized")["separable"],
        false
    );
    let plain = entry(&found["learners"], "learner", "perceptron with offset");
    assert_eq!(
        (&plain["file"]["mistakes"], &plain["file"]["passes"]),
        (&Value::from(4), &Value::from(3))
    );
    assert_eq!(plain["shuffled"]["runs"], 20);
    assert_eq!(plain["leave_one_out"]["errors"], 0.0);
    assert_eq!(found["oddities"]["sorted_by_class"], true);
    assert!(
        found["warnings"].to_string().contains("sorted by class"),
        "{}",
        found["warnings"]
    );
    let bound = entry(&found["bounds"], "claim", "online-mistake-bound");
    assert_eq!(
        (&bound["applies"], &bound["learner"]),
        (&Value::from(true), &Value::from("perceptron with offset"))
    );
    close(&bound["limit"]["value"], 410.2);
    let iid = entry(&found["bounds"], "claim", "leave-one-out-error-bound");
    assert!(
        iid["applies"] == false && iid["fails"].to_string().contains("iid"),
        "{iid}"
    );
    let lines: Vec<&Value> = found["carriers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|carrier| &carrier["line"])
        .collect();
    assert_eq!(
        lines,
        [&Value::from(100), &Value::from(45), &Value::from(46)]
    );
    assert_eq!(found["scales"]["features"][0]["feature"], "petal_length_cm");
}

#[test]
fn report_has_every_section_in_order() {
    let (code, text, _) = analyze(IRIS, &PETALS);
    assert_eq!(code, 0);
    let parts = [
        "Separable, by a hyperplane with an offset",
        "100 of 150 rows",
        "exact decimals",
        "50 rows of other classes left out",
        "Separable or not",
        "1849/25649",
        "Gordan multipliers on 3 examples",
        "Bounds that apply",
        "online-mistake-bound",
        "Bounds that do not apply",
        "a file does not say how its rows were drawn",
        "What the learners did",
        "Mistakes without separability",
        "Leave-one-out error",
        "The scale of petal_length_cm costs most",
        "After standardizing all features",
        "Examples that carry the margin",
    ];
    let places: Vec<usize> = parts
        .iter()
        .map(|part| text.find(part).unwrap_or_else(|| panic!("{part}: {text}")))
        .collect();
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn analysis_is_deterministic_per_seed() {
    let of = |seed: &str| analyze(IRIS, &[&PETALS[..], &["--seed", seed]].concat()).1;
    assert_eq!(of("1"), of("1"));
    assert_ne!(of("1"), of("2"));
}

#[test]
fn overlapping_classes_give_gordan_multipliers_and_a_removal_set() {
    let found = json(
        IRIS,
        &["--positive", "virginica", "--negative", "versicolor"],
    );
    assert_eq!(
        entry(&found["geometry"], "frame", "offset")["separable"],
        false
    );
    assert_eq!(found["removal"].as_array().unwrap().len(), 1);
    let bounds = found["bounds"].as_array().unwrap();
    assert!(
        bounds.iter().all(
            |bound| bound["applies"] == false && !bound["fails"].as_array().unwrap().is_empty()
        )
    );
    // Without that line the rest of the file is separable.
    let line = found["removal"][0].as_u64().unwrap() as usize;
    let text = fs::read_to_string(IRIS).unwrap();
    let rest = text
        .lines()
        .enumerate()
        .filter(|(place, _)| place + 1 != line);
    let rest: String = rest.map(|(_, line)| format!("{line}\n")).collect();
    let (_folder, path) = file("rest.csv", rest.as_bytes());
    let found = json(
        &path,
        &["--positive", "virginica", "--negative", "versicolor"],
    );
    assert_eq!(
        entry(&found["geometry"], "frame", "offset")["separable"],
        true
    );
}

#[test]
fn data_that_nothing_separates_have_two_bounds_at_a_named_comparator() {
    let stream = b"a,b,c,d,side\n0,0,1,-1,p\n0,0,1,1,p\n0,1,0,-1,p\n0,1,0,1,n\n0,0,1,1,n\n";
    let (_folder, path) = file("stream.csv", stream);
    let found = json(&path, &["--label", "side", "--positive", "p"]);
    let plain = entry(&found["compared"], "learner", "perceptron");
    assert_eq!(
        (&plain["vector"], &plain["mistakes"]),
        (&"last".into(), &5.into())
    );
    // u = (0, 0, 1, -3)/√10 and ρ = √2/4: only the second example has a loss, 1 + 2/√(5/4).
    for (key, due) in [
        ("margin", 0.353_553),
        ("hinge_sum", 2.788_854),
        ("hinge_bound", 21.211_026),
        ("deficit_squared", 0.972_214),
        ("deficit_bound", 46.088_544),
    ] {
        close(&plain[key]["value"], due);
    }
    assert_eq!(found["compared"].as_array().unwrap().len(), 2);
    let text = analyze(&path, &["--label", "side", "--positive", "p"]).1;
    for part in ["ρ = γ = R/4", "21.21", "46.09"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn bounds_without_separability_are_left_out_where_a_vector_separates() {
    let found = json(IRIS, &PETALS);
    let compared = found["compared"].as_array().unwrap();
    let learners: Vec<&Value> = compared.iter().map(|one| &one["learner"]).collect();
    assert_eq!(learners, ["perceptron"]);
}

/// The exit code and the output of the Python checker for a certificate.
fn checked(data: &str, certificate: &Path) -> (i32, String) {
    let mut python = process::Command::new("python3");
    let output = python
        .arg("scripts/check-certificate")
        .arg(data)
        .arg(certificate)
        .output()
        .unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

#[test]
fn independent_script_accepts_certificates_and_refuses_forged_ones() {
    let folder = TempDir::new().unwrap();
    let certificate = folder.path().join("certificate.json");
    let to = certificate.display().to_string();
    let overlap = ["--positive", "virginica", "--negative", "versicolor"];
    for arguments in [&PETALS[..], &overlap[..]] {
        let (code, _, stderr) = analyze(IRIS, &[arguments, &["--certificate", &to]].concat());
        assert_eq!(code, 0, "{stderr}");
        let text = fs::read_to_string(&certificate).unwrap();
        let proofs: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(proofs["proofs"].as_array().unwrap().len(), 2);
        if !has_python() {
            continue;
        }
        let (code, words) = checked(IRIS, &certificate);
        assert!(code == 0 && !words.contains("WRONG"), "{words}");
        for (key, forged) in [
            ("separator", "[1, 1, 1]"),
            ("multipliers", "[[52, 1], [53, 2]]"),
        ] {
            let mut forged_proofs = proofs.clone();
            for proof in forged_proofs["proofs"].as_array_mut().unwrap() {
                if proof.get(key).is_some() {
                    proof[key] = serde_json::from_str(forged).unwrap();
                }
            }
            if forged_proofs != proofs {
                fs::write(&certificate, forged_proofs.to_string()).unwrap();
                let (code, words) = checked(IRIS, &certificate);
                assert!(code == 1 && words.contains("WRONG"), "{key}: {words}");
            }
        }
    }
}

#[test]
fn sparse_files_and_standard_input_are_certified_like_tables() {
    let sparse = b"+1 1:0.5 9:2 # first\n-1 9:-1\n+1 4:1 9:1\n-1 1:-0.25 7:1\n";
    let (folder, path) = file("points.svm", sparse);
    let certificate = folder.path().join("c.json");
    let found = json(
        &path,
        &["--certificate", &certificate.display().to_string()],
    );
    assert_eq!(
        found["data"]["features"],
        serde_json::json!(["1", "4", "7", "9"])
    );
    assert_eq!(
        entry(&found["geometry"], "frame", "origin")["separable"],
        true
    );
    if has_python() {
        let (code, words) = checked(&path, &certificate);
        assert_eq!(code, 0, "{words}");
    }
    let mut lab = program(&["analyze", "-", "--json"]);
    let mut piped = lab
        .stdin(process::Stdio::piped())
        .stdout(process::Stdio::piped())
        .spawn()
        .unwrap();
    piped.stdin.take().unwrap().write_all(sparse).unwrap();
    let output = piped.wait_with_output().unwrap();
    let piped: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(piped["geometry"], found["geometry"]);
}

#[test]
fn missing_values_are_refused_by_place_and_dropped_or_filled_on_request() {
    let text = "x,y,class\n1,0,a\n,2,b\n3,NA,b\n-1,0.5,a\n2,2,b\n";
    let (folder, path) = file("gaps.csv", text.as_bytes());
    let (code, _, stderr) = analyze(&path, &[]);
    assert_eq!(code, 2);
    assert!(
        stderr.contains("gaps.csv:3:1 (column `x`)") && stderr.contains("--missing drop"),
        "{stderr}"
    );
    let dropped = json(&path, &["--missing", "drop"]);
    assert_eq!(
        (
            &dropped["data"]["examples"],
            &dropped["dropped"]["missing_rows"]
        ),
        (&Value::from(3), &Value::from(2))
    );
    assert_eq!(dropped["dropped"]["missing"][1]["line"], 4);
    let certificate = folder.path().join("c.json");
    let filled = json(
        &path,
        &[
            "--missing",
            "mean",
            "--certificate",
            &certificate.display().to_string(),
        ],
    );
    assert_eq!(
        (&filled["data"]["examples"], &filled["dropped"]["filled"]),
        (&Value::from(5), &Value::from(2))
    );
    if has_python() {
        let (code, words) = checked(&path, &certificate);
        assert_eq!(code, 0, "{words}");
    }
}

#[test]
fn constant_equal_repeated_and_contradictory_data_are_reported() {
    let text = "a,b,c,d,label\n1,7,1,0,x\n1,7,1,0,y\n2,7,2,5,x\n2,7,2,5,x\n0,7,0,1,z\n";
    let (_folder, path) = file("odd.csv", text.as_bytes());
    let found = json(&path, &[]);
    let odd = &found["oddities"];
    assert_eq!(odd["constant_features"], serde_json::json!(["b"]));
    assert_eq!(odd["equal_features"], serde_json::json!([["a", "c"]]));
    assert_eq!(odd["repeated_examples"], 2);
    let found = json(&path, &["--positive", "x"]);
    assert_eq!(
        found["oddities"]["contradictions"],
        serde_json::json!([[2, 3]])
    );
    assert_eq!(
        entry(&found["geometry"], "frame", "offset")["separable"],
        false
    );
    let (_, text, _) = analyze(&path, &["--positive", "x"]);
    for part in [
        "x (+1) against the rest (y, z)",
        "Constant features, kept: b",
        "c is a",
        "lines 2 and 3",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn html_report_has_figures_and_no_external_resources() {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("page.html");
    let (code, _, stderr) = analyze(
        IRIS,
        &[&PETALS[..], &["--report", &page.display().to_string()]].concat(),
    );
    assert_eq!(code, 0, "{stderr}");
    let html = fs::read_to_string(&page).unwrap();
    assert!(
        html.matches("<svg").count() >= 2 && html.contains("Mistakes of each learner"),
        "{}",
        html.len()
    );
    assert!(!html.contains("<script") && !html.contains("src=\"http"));
}

#[test]
fn standardizing_changes_the_bound_but_certificates_use_the_file_values() {
    let folder = TempDir::new().unwrap();
    let certificate = folder.path().join("c.json");
    let to = certificate.display().to_string();
    let found = json(
        IRIS,
        &[&PETALS[..], &["--standardize", "--certificate", &to]].concat(),
    );
    assert_eq!(found["data"]["numbers"], "standardized");
    close(
        &entry(&found["geometry"], "frame", "offset")["bound"]["value"],
        14.54,
    );
    if has_python() {
        assert_eq!(checked(IRIS, &certificate).0, 0);
    }
}

#[test]
fn decimals_too_long_for_a_common_denominator_are_reported_as_rounded() {
    let text = "x,y,c\n1e-30,1,a\n2,12345678901234567890,b\n-1,0.1,a\n";
    let (_folder, path) = file("long.csv", text.as_bytes());
    let found = json(&path, &[]);
    assert_eq!(found["data"]["numbers"], "rounded-decimals");
    let report = analyze(&path, &[]).1;
    assert!(
        report.contains("- 3 numbers are not exact as a double")
            && report.contains("line 2 (x), line 3 (y), line 4 (y)")
            && report.contains("some numbers were rounded to the nearest one"),
        "{report}"
    );
}

/// Files that cannot be analyzed: name, content, and the parts of the error message.
fn broken() -> Vec<(&'static str, Vec<u8>, Vec<&'static str>)> {
    let text = |text: &str| text.as_bytes().to_vec();
    let long = format!("x,y,c\n1,{},a\n", "7".repeat(20_000_000));
    let digits = format!("x,y,c\n1,{},a\n", "7".repeat(100_000));
    vec![
        ("empty.csv", vec![], vec!["is empty", "empty.csv:1"]),
        ("blank.csv", text("\n\n \n"), vec!["is empty"]),
        (
            "headless.csv",
            text("5.1,3.5,setosa\n4.9,3.0,setosa\n"),
            vec!["all examples have the label `setosa`", ":1:3"],
        ),
        (
            "ragged.csv",
            text("x,y,c\n1,2,a\n1,2\n3,4,b\n"),
            vec!["2 fields", ":3:3"],
        ),
        (
            "wide.csv",
            text("x,y,c\n1,2,a,9\n3,4,b\n"),
            vec!["4 fields", ":2:4"],
        ),
        (
            "quote.csv",
            text("x,y,c\n1,\"2,a\n3,4,b\n"),
            vec!["never closed", ":2:2"],
        ),
        (
            "inner.csv",
            text("x,y,c\n1,2\"2,a\n"),
            vec!["a quote inside", ":2:2"],
        ),
        (
            "nan.csv",
            text("x,y,c\n1,NaN,a\n2,3,b\n"),
            vec!["missing", ":2:2 (column `y`)"],
        ),
        (
            "inf.csv",
            text("x,y,c\n1,-inf,a\n2,3,b\n"),
            vec!["not finite", ":2:2 (column `y`)"],
        ),
        (
            "word.csv",
            text("x,y,c\n1,2,a\nred,3,b\n"),
            vec!["`red` is not a number", ":3:1"],
        ),
        (
            "far.csv",
            text("x,y,c\n1,1e999999999999,a\n"),
            vec!["is beyond ±1e75", ":2:2"],
        ),
        (
            "binary.csv",
            vec![0x7f, b'E', b'L', b'F', 0, 1, 2],
            vec!["binary", ":1:5"],
        ),
        (
            "latin.csv",
            b"x,y,c\n1,2,gr\xFCn\n".to_vec(),
            vec!["not UTF-8", ":2:"],
        ),
        (
            "wide16.csv",
            b"\xFF\xFEx\0,\0y\0\n\0".to_vec(),
            vec!["UTF-16", ":1:1"],
        ),
        (
            "one.csv",
            text("x,y,c\n1,2,a\n3,4,a\n"),
            vec!["all examples have the label `a`", ":2:3"],
        ),
        (
            "names.csv",
            text("x,x,c\n1,2,a\n"),
            vec!["two columns are named `x`", ":1:2"],
        ),
        ("alone.csv", text("x\n1\n"), vec!["one column only", ":1"]),
        (
            "long.csv",
            long.into_bytes(),
            vec!["more than 16777216 bytes", ":2"],
        ),
        (
            "digits.csv",
            digits.into_bytes(),
            vec!["more than 1000 characters", ":2:2"],
        ),
        (
            "index.svm",
            text("+1 1:1\n-1 18446744073709551615:1\n"),
            vec!["too large", ":2:4"],
        ),
        (
            "order.svm",
            text("+1 1:1\n-1 3:1 2:1\n"),
            vec!["comes after", ":2:8"],
        ),
        (
            "value.svm",
            text("+1 1:1\n-1 2:inf\n"),
            vec!["not finite", ":2:4"],
        ),
        (
            "cut.parquet",
            b"PAR1 and no more".to_vec(),
            vec!["does not end as a parquet file does"],
        ),
        (
            "damaged.parquet",
            b"PAR1 and no more\x08\0\0\0PAR1".to_vec(),
            vec!["cannot be decoded as parquet"],
        ),
        (
            "table.parquet",
            text("x,c\n1,a\n2,b\n"),
            vec!["does not begin as a parquet file does", "such as .csv"],
        ),
    ]
}

#[test]
fn files_broken_in_every_way_are_refused_with_their_place_and_a_next_step() {
    for (name, content, parts) in broken() {
        let (_folder, path) = file(name, &content);
        let (code, stdout, stderr) = analyze(&path, &[]);
        assert_eq!((code, stdout.as_str()), (2, ""), "{name}: {stderr}");
        assert!(
            stderr.starts_with("error: ") && stderr.contains(name),
            "{name}: {stderr}"
        );
        assert!(
            stderr.contains("= expected: ") && !stderr.contains("panicked"),
            "{name}: {stderr}"
        );
        for part in parts {
            assert!(stderr.contains(part), "{name}: {part}: {stderr}");
        }
    }
}

#[test]
fn bom_crlf_semicolons_and_quotes_are_accepted() {
    let text = b"\xEF\xBB\xBFx;y;c\r\n\"1\";2;\"a;b\"\r\n-1;3;c\r\n";
    let (_folder, path) = file("export.csv", text);
    let found = json(&path, &[]);
    assert_eq!(found["data"]["features"], serde_json::json!(["x", "y"]));
    assert_eq!(
        found["data"]["classes"],
        serde_json::json!([["a;b", 1], ["c", 1]])
    );
}

#[test]
fn unknown_names_are_refused_with_the_nearest_name() {
    let (code, _, stderr) = analyze(IRIS, &["--label", "specie"]);
    assert!(
        code == 2 && stderr.contains("did you mean `species`?"),
        "{stderr}"
    );
    let (_, _, stderr) = analyze(IRIS, &["--positive", "versicolour"]);
    assert!(stderr.contains("did you mean `versicolor`?"), "{stderr}");
    let (code, _, stderr) = analyze("no-such-file.csv", &[]);
    assert!(
        code == 2 && stderr.contains("cannot read no-such-file.csv"),
        "{stderr}"
    );
    let (code, _, stderr) = analyze("experiments", &[]);
    assert!(
        code == 2 && stderr.contains("it is a folder") && stderr.contains("a file in it"),
        "{stderr}"
    );
}

/// A table with too many numbers for the search of a maximum margin, separable by its first column.
fn large() -> String {
    let names: Vec<String> = (0..100).map(|column| format!("x{column}")).collect();
    let mut text = names.join(",") + ",class\n";
    for row in 0..40_100_u64 {
        let digit = |column: u64| (row * 7919 + column * 104_729 + row * row % 13) % 10;
        let sign = if row % 2 == 0 { "" } else { "-" };
        text += &format!("{sign}{}", 5 + digit(0));
        (1..100).for_each(|column| text += &format!(",{}", digit(column)));
        text += if row % 2 == 0 { ",yes\n" } else { ",no\n" };
    }
    text
}

#[test]
fn large_file_is_analyzed_and_omitted_analyses_are_named() {
    let text = large();
    let (_folder, path) = file("large.csv", text.as_bytes());
    let found = json(&path, &[]);
    let origin = entry(&found["geometry"], "frame", "origin");
    assert_eq!(origin["separable"], true);
    let ends = ["lower", "upper"].map(|end| origin["margin"][end].as_f64().unwrap());
    // The first feature alone has the margin 5.
    assert!(
        0.0 < ends[0] && ends[0] < ends[1] && ends[1] >= 5.0,
        "{ends:?}"
    );
    let proof = entry(&found["certificate"]["proofs"], "frame", "origin");
    assert_eq!(proof["separator"].as_array().unwrap().len(), 100);
    let bound = entry(&found["bounds"], "claim", "online-mistake-bound");
    assert!(
        bound["applies"] == true
            && bound["limit"]["value"].as_f64() > bound["observed"]["value"].as_f64()
    );
    let skipped = found["skipped"].as_array().unwrap();
    assert!(
        skipped
            .iter()
            .any(|skipped| skipped["what"] == "leave-one-out errors"),
        "{skipped:?}"
    );
    // The first row again with the other label, so that line 2 and the last line contradict each other.
    let first = text.lines().nth(1).unwrap().replace(",yes", ",no");
    let (_folder, path) = file(
        "contradiction.csv",
        (text.clone() + &first + "\n").as_bytes(),
    );
    let found = json(&path, &[]);
    let proof = entry(&found["certificate"]["proofs"], "frame", "offset");
    assert_eq!(
        (&proof["separable"], &proof["multipliers"]),
        (
            &Value::from(false),
            &serde_json::json!([[2, 1], [40_102, 1]])
        )
    );
}

#[test]
fn outputs_overwrite_neither_the_data_nor_each_other() {
    let folder = tempfile::TempDir::new().unwrap();
    let data = folder.path().join("data.csv");
    let text = "x,y,class\n1,2,a\n-1,0.5,b\n3,1,a\n";
    fs::write(&data, text).unwrap();
    let name = data.to_str().unwrap();
    let page = folder.path().join("page");
    let page = page.to_str().unwrap();
    for arguments in [
        &["--report", name][..],
        &["--certificate", name],
        &["--report", page, "--certificate", page],
    ] {
        let (code, _, stderr) = analyze(name, arguments);
        assert_eq!(code, 2, "{stderr}");
        assert!(stderr.contains("would overwrite"), "{stderr}");
        assert_eq!(fs::read_to_string(&data).unwrap(), text);
    }
    let (code, _, stderr) = analyze(name, &["--features", "x,x"]);
    assert!(
        code == 2 && stderr.contains("`x` is named twice"),
        "{stderr}"
    );
}
