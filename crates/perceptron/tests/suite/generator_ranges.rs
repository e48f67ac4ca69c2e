//! States for every key of every generator the last values that are accepted and the first that are refused.

use perceptron::generate::Generator;

/// The key that is refused; `None` if all are accepted.
fn refused(text: &str) -> Option<&'static str> {
    let generator: Generator = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    generator.validate().err().map(|invalid| invalid.key)
}

/// Asserts which values of one key are accepted and which are refused, with the other keys fixed.
fn assert_range(name: &str, keys: &[&str], key: &'static str, taken: &[&str], outside: &[&str]) {
    let with = |value: &str| {
        let others = keys
            .iter()
            .filter(|line| line.split(' ').next() != Some(key));
        let others: Vec<&str> = others.copied().collect();
        format!("[{name}]\n{}\n{key} = {value}", others.join("\n"))
    };
    for value in taken {
        assert_eq!(refused(&with(value)), None, "{name} {key} = {value}");
    }
    for value in outside {
        assert_eq!(refused(&with(value)), Some(key), "{name} {key} = {value}");
    }
}

#[test]
fn counts_start_at_one_and_sphere_margins_need_two_dimensions() {
    let keys: [(&str, &[&str]); 8] = [
        (
            "isotropic-gaussians",
            &["distance = 1.0", "deviation = 1.0", "prior = 0.5"],
        ),
        ("unequal-gaussians", &["distance = 1.0", "ratio = 2.0"]),
        ("teacher-student", &[]),
        ("coin-labels", &[]),
        ("integer-points", &["bound = 9", "labels = \"random\""]),
        ("agnostic-basis", &["advantage = \"1/2\""]),
        ("minimax", &[]),
        ("majority", &["relevant = 1"]),
    ];
    for (name, keys) in keys {
        let keys = [keys, &["dimension = 2", "examples = 2"]].concat();
        assert_range(name, &keys, "dimension", &["1", "2"], &["0"]);
        assert_range(name, &keys, "examples", &["1", "2"], &["0"]);
    }
    for (name, margin) in [
        ("sphere-margin", "target_margin = 0.1"),
        ("fixed-margin-sphere", "margin = 0.1"),
        ("label-noise", "rate = 0.1\ntarget_margin = 0.1"),
        ("affine-sphere", "shift = 1\ntarget_margin = 0.1"),
    ] {
        let keys = [margin, "dimension = 3", "examples = 3"];
        assert_range(name, &keys, "dimension", &["2", "3"], &["0", "1"]);
        assert_range(name, &keys, "examples", &["1", "2"], &["0"]);
    }
    assert_range("forced-mistakes", &[], "dimension", &["1"], &["0"]);
    assert_range("basis", &["examples = 2"], "dimension", &["1"], &["0"]);
    assert_range("basis", &["dimension = 2"], "examples", &["1"], &["0"]);
}

#[test]
fn margins_lie_strictly_between_zero_and_the_radius() {
    let keys = ["dimension = 3", "examples = 3", "rate = 0", "shift = 1"];
    let inside = ["1e-9", "0.3", "0.999"];
    let outside = ["0.0", "-0.1", "1.0", "nan"];
    assert_range(
        "fixed-margin-sphere",
        &keys[..2],
        "margin",
        &inside,
        &outside,
    );
    assert_range(
        "sphere-margin",
        &keys[..2],
        "target_margin",
        &inside,
        &outside,
    );
    assert_range(
        "label-noise",
        &keys[..3],
        "target_margin",
        &inside,
        &outside,
    );
    let affine = [keys[0], keys[1], keys[3]];
    assert_range("affine-sphere", &affine, "target_margin", &inside, &outside);
    let exact = |least| (["\"0.999\"", least], ["1", "0", "-1", "\"1/2000\""]);
    let (taken, outside) = exact("\"1/50\"");
    assert_range("dimension-free-adversary", &[], "margin", &taken, &outside);
    assert_range(
        "dimension-free-adversary",
        &[],
        "margin",
        &[],
        &["\"1/51\""],
    );
    let (taken, outside) = exact("\"1/20\"");
    assert_range("margin-adversary", &[], "margin", &taken, &outside);
    assert_range("margin-adversary", &[], "margin", &[], &["\"1/21\""]);
    let (taken, outside) = exact("\"1/100\"");
    let three = ["directions = \"three\""];
    assert_range("margin-adversary", &three, "margin", &taken, &outside);
    assert_range("margin-adversary", &three, "margin", &[], &["\"1/101\""]);
    assert_range("plane-adversary", &[], "margin", &taken, &outside);
    let (largest, next) = (["\"999/1000\""], ["\"1/101\"", "\"500/1001\""]);
    assert_range("plane-adversary", &[], "margin", &largest, &next);
    let few = "few-dimensions-adversary";
    assert_range(few, &["span = 3"], "margin", &taken, &outside);
    assert_range(few, &["span = 2"], "margin", &largest, &next);
    let spans = (["2", "3"], ["0", "1", "4"]);
    assert_range(few, &["margin = \"1/2\""], "span", &spans.0, &spans.1);
}

#[test]
fn probabilities_and_lengths_are_accepted_within_documented_ranges() {
    let keys = ["dimension = 2", "examples = 2"];
    let half = (["0.0", "0.25", "0.5"], ["-0.01", "0.51", "nan"]);
    assert_range("coin-labels", &keys, "noise", &half.0, &half.1);
    let noise = [keys[0], keys[1], "target_margin = 0.1"];
    assert_range("label-noise", &noise, "rate", &half.0, &half.1);
    let shift = (["0", "1000000", "-1000000"], ["1000001", "-1000001"]);
    assert_range("affine-sphere", &noise, "shift", &shift.0, &shift.1);
    let advantage = (
        ["0", "1", "\"1/4294967295\""],
        ["\"4/3\"", "\"1/4294967296\""],
    );
    assert_range(
        "agnostic-basis",
        &keys,
        "advantage",
        &advantage.0,
        &advantage.1,
    );
    assert_range("agnostic-basis", &keys, "advantage", &[], &["\"-1/2\""]);
    let norm = (
        ["1", "2147483647", "\"1/2147483647\""],
        ["0", "-1", "2147483648"],
    );
    assert_range("basis", &keys, "norm", &norm.0, &norm.1);
    assert_range("basis", &keys, "norm", &[], &["\"1/2147483648\""]);
    let gaussians = [
        keys[0],
        keys[1],
        "distance = 1.0",
        "deviation = 1.0",
        "prior = 0.5",
    ];
    let nothing = ["0.0", "-1.0", "nan", "inf"];
    for key in ["distance", "deviation"] {
        assert_range(
            "isotropic-gaussians",
            &gaussians,
            key,
            &["1e-9", "9.0"],
            &nothing,
        );
    }
    assert_range(
        "isotropic-gaussians",
        &gaussians,
        "prior",
        &["0.01", "0.99"],
        &["0.0", "1.0"],
    );
    let unequal = [keys[0], keys[1], "distance = 1.0", "ratio = 2.0"];
    for key in ["distance", "ratio"] {
        assert_range(
            "unequal-gaussians",
            &unequal,
            key,
            &["1e-9", "9.0"],
            &nothing,
        );
    }
}

#[test]
fn sizes_are_limited_by_tables_and_exact_arithmetic() {
    let keys = [
        "dimension = 2",
        "examples = 4",
        "copies = 2",
        "relevant = 1",
    ];
    assert_range("minimax", &keys[..2], "examples", &["1000"], &["1001"]);
    assert_range(
        "hadamard",
        &[],
        "dimension",
        &["1", "2", "4096"],
        &["0", "3", "8192"],
    );
    assert_range(
        "hadamard-rows",
        &["column = 0"],
        "dimension",
        &["1", "2", "1024"],
        &["0", "3", "2048"],
    );
    assert_range(
        "hadamard-rows",
        &["dimension = 8"],
        "column",
        &["0", "7"],
        &["8"],
    );
    let disjunction = [
        "dimension = 3",
        "relevant = 1",
        "examples = 4",
        "density = 0.5",
    ];
    let searched = &disjunction[..2];
    assert_range(
        "winnow-adversary",
        searched,
        "dimension",
        &["2", "16"],
        &["0", "1", "17"],
    );
    assert_range(
        "winnow-adversary",
        searched,
        "relevant",
        &["1", "2"],
        &["0", "3"],
    );
    let of = |key, taken: &[&str], outside: &[&str]| {
        assert_range("disjunction", &disjunction, key, taken, outside);
    };
    of("relevant", &["1", "3"], &["0", "4"]);
    of("dimension", &["1", "9"], &["0"]);
    of("examples", &["1"], &["0"]);
    of("density", &["1e-9", "0.999"], &["0.0", "1.0", "nan"]);
    assert_range("nested", &[], "inputs", &["1", "16"], &["0", "17"]);
    assert_range("shift", &[], "shift", &["0", "10000"], &["10001"]);
    assert_range(
        "l-family",
        &[],
        "length",
        &["2", "1000000"],
        &["1", "1000001"],
    );
    let points = [keys[0], keys[1], "labels = \"random\""];
    assert_range(
        "integer-points",
        &points,
        "bound",
        &["1", "1000000"],
        &["0", "1000001"],
    );
    assert_range(
        "majority-cube",
        &keys[3..],
        "dimension",
        &["1", "16"],
        &["0", "17"],
    );
    for name in ["majority", "majority-cube"] {
        let all = ["dimension = 5", "examples = 4"];
        let keys = if name == "majority" {
            &all[..]
        } else {
            &all[..1]
        };
        assert_range(
            name,
            keys,
            "relevant",
            &["1", "3", "5"],
            &["0", "2", "4", "7"],
        );
    }
    assert_range(
        "duplicates",
        &keys[..3],
        "examples",
        &["2", "4"],
        &["0", "3", "1"],
    );
    assert_range("duplicates", &keys[..3], "copies", &["1", "4"], &["0"]);
    assert_range("duplicates", &keys[..3], "dimension", &["1"], &["0"]);
    let light = ["examples = 4", "masses = \"light\""];
    assert_range("basis", &light, "dimension", &["1", "5"], &["6"]);
    assert_eq!(
        refused("[basis]\ndimension = 2\nmasses = \"light\""),
        Some("masses")
    );
}

#[test]
fn norms_must_be_positive_and_separators_nonzero() {
    let lengths = (["[1]", "[1, 2, \"1/2\"]"], ["[]", "[1, 0]", "[1, -1]"]);
    assert_range("orthogonal", &[], "norms", &lengths.0, &lengths.1);
    let points = ["examples = [{ x = [1, 10], y = 1 }]"];
    let directions = (["[1, 0]", "[\"-1/2\", 3]"], ["[0, 0]", "[1]", "[1, 2, 3]"]);
    assert_range("points", &points, "separator", &directions.0, &directions.1);
}
