//! Tests what the declared ranges of generators do not say: how keys fit together, and what the exact arithmetic can hold.

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
fn keys_of_generators_must_fit_together_and_the_exact_arithmetic() {
    let two = ["dimension = 2", "examples = 2"];
    let (least, largest) = ("\"1/100\"", "\"999/1000\"");
    let (three, long) = (["directions = \"three\""], ["\"500/1001\""]);
    let margin = |name, keys: &[&str], least, outside: &[&str]| {
        assert_range(name, keys, "margin", &[least, largest], outside);
    };
    margin("margin-adversary", &[], "\"1/20\"", &["\"1/21\""]);
    margin("margin-adversary", &three, least, &["\"1/101\""]);
    margin("plane-adversary", &[], least, &long);
    margin("few-dimensions-adversary", &["span = 2"], least, &long);
    margin("few-dimensions-adversary", &["span = 3"], least, &long);
    assert_range(
        "agnostic-basis",
        &two,
        "advantage",
        &["\"1/4294967295\""],
        &["\"1/4294967296\""],
    );
    let (norms, long) = (
        ["2147483647", "\"1/2147483647\""],
        ["2147483648", "\"1/2147483648\""],
    );
    assert_range("basis", &two, "norm", &norms, &long);
    assert_range(
        "hadamard",
        &[],
        "dimension",
        &["1", "2", "4096"],
        &["3", "8192"],
    );
    assert_range(
        "hadamard-rows",
        &["column = 0"],
        "dimension",
        &["1", "2", "1024"],
        &["3", "2048"],
    );
    assert_range(
        "hadamard-rows",
        &["dimension = 8"],
        "column",
        &["0", "7"],
        &["8"],
    );
    let disjunction = ["dimension = 3", "examples = 4", "density = 0.5"];
    assert_range("disjunction", &disjunction, "relevant", &["1", "3"], &["4"]);
    let (five, examples) = (["dimension = 5"], ["dimension = 5", "examples = 4"]);
    assert_range(
        "majority",
        &examples,
        "relevant",
        &["1", "3", "5"],
        &["2", "4", "7"],
    );
    assert_range(
        "majority-cube",
        &five,
        "relevant",
        &["1", "3", "5"],
        &["2", "4", "7"],
    );
    let copies = ["dimension = 2", "copies = 2"];
    assert_range("duplicates", &copies, "examples", &["2", "4"], &["3", "1"]);
    let light = ["examples = 4", "masses = \"light\""];
    assert_range("basis", &light, "dimension", &["1", "5"], &["6"]);
    let alone = "[basis]\ndimension = 2\nmasses = \"light\"";
    assert_eq!(refused(alone), Some("masses"));
    let position = "[labelings]\nposition = \"basis\"\ndimension = 2";
    assert_eq!(refused(position), Some("position"));
}

#[test]
fn norms_must_be_positive_and_separators_nonzero() {
    let lengths = (["[1]", "[1, 2, \"1/2\"]"], ["[]", "[1, 0]", "[1, -1]"]);
    assert_range("orthogonal", &[], "norms", &lengths.0, &lengths.1);
    let points = ["examples = [{ x = [1, 10], y = 1 }]"];
    let directions = (["[1, 0]", "[\"-1/2\", 3]"], ["[0, 0]", "[1]", "[1, 2, 3]"]);
    assert_range("points", &points, "separator", &directions.0, &directions.1);
}
