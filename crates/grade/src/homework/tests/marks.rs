//! Tests the marks of each kind: what is right, what is nearly right, and the reasons.

use super::{marked, version_of};
use perceptron::sample::Rational;

fn points(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator, denominator)
}

#[test]
fn gordan_multipliers_may_be_fractions_and_a_wrong_sum_is_named() {
    let version = version_of("kind = \"gordan\"\ndimension = 2\nexamples = 3", "Ada");
    let solution = version.solution().unwrap();
    let numbers = solution.get("one").unwrap()["multipliers"].clone();
    let halves: Vec<String> = numbers
        .as_array()
        .unwrap()
        .iter()
        .map(|n| format!("\"{n}/2\""))
        .collect();
    let score = marked(&version, &format!("multipliers = [{}]", halves.join(", ")));
    assert!(score.is_full(), "{score:?}");
    let score = marked(&version, "multipliers = [1, 0, 0]");
    assert!(
        score.points.is_zero() && score.reasons[0].contains("coordinates of the sum are not 0"),
        "{score:?}"
    );
    let score = marked(&version, "multipliers = [1, 1]");
    assert!(
        score.reasons[0].contains("there are 2 multipliers; expected are 3"),
        "{score:?}"
    );
}

#[test]
fn plane_gives_a_part_of_the_points_for_fewer_mistakes() {
    let version = version_of("kind = \"plane\"\nbound = 13", "Ada");
    // b² = 11.56 lies between 11 and 12, and 5/b·b = 5.
    let rows: Vec<String> = (0..7)
        .map(|place| match place {
            0 => "[1, \"25/17\", 1]".to_owned(),
            place => format!("[1, {}3.4, 1]", if place % 2 == 1 { "-" } else { "" }),
        })
        .collect();
    let all = marked(&version, &format!("examples = [{}]", rows.join(", ")));
    assert!(all.is_full(), "{all:?}");
    assert!(
        all.reasons[0].contains(
            "R² = 314/25 and γ*² = 1, so R²/γ*² = 314/25. Mistakes of the perceptron: 7;"
        ),
        "{all:?}"
    );
    let five = marked(&version, &format!("examples = [{}]", rows[..5].join(", ")));
    assert_eq!(five.points, points(6 * 5, 7));
    let far = marked(&version, "examples = [[1, 4, 1], [1, -4, 1]]");
    assert!(
        far.points.is_zero() && far.reasons[0].ends_with("which is not at most 13"),
        "{far:?}"
    );
    let torn = marked(&version, "examples = [[1, 4, 1], [1, 4, -1]]");
    assert!(
        torn.reasons[0].contains("no vector separates the sample"),
        "{torn:?}"
    );
}

#[test]
fn bounds_that_no_fraction_in_the_plane_reaches_are_not_drawn() {
    for student in 0..60 {
        let version = version_of("kind = \"plane\"\nbound = [9, 13]", &student.to_string());
        let bound = version.json()["exercises"][0]["data"]["bound"]
            .as_u64()
            .unwrap();
        assert!([9, 10, 11, 13].contains(&bound), "{bound}");
        version.check().unwrap();
    }
}

#[test]
fn strict_step_needs_both_labels_and_counts_every_showing() {
    let version = version_of("kind = \"printed-step\"\nbound = 5\npasses = 2", "Ada");
    let full = marked(
        &version,
        "examples = [[1, 0, -1], [1, 0, -1], [1, 0, -1], [-1, 0, 1]]",
    );
    assert!(
        full.is_full() && full.reasons[0].contains("printed: 6;"),
        "{full:?}"
    );
    let part = marked(
        &version,
        "examples = [[1, 0, -1], [1, 0, -1], [-1, 0, 1], [-1, 0, 1]]",
    );
    assert_eq!(part.points, points(6 * 4, 6));
    let one = marked(&version, "examples = [[1, 0, -1]]");
    assert!(one.points.is_zero() && one.reasons[0].contains("both labels must occur"));
}

#[test]
fn shattered_points_lose_points_for_each_missing_labelling() {
    let version = version_of(
        "kind = \"shattered\"\nplanes = \"through-zero\"\ndimension = 2\nlargest = 1",
        "4",
    );
    let given = version.json()["exercises"][0]["data"]["point"].clone();
    let text = |vectors: &str| format!("points = [{given}, [7, 5]]\nseparators = {vectors}");
    let none = marked(&version, &text("[]"));
    assert!(
        none.points.is_zero() && none.reasons[0].contains("0 of the 4 labellings"),
        "{none:?}"
    );
    let opposite = marked(&version, &text("[[100, 1], [-100, -1]]"));
    assert_eq!(opposite.points, points(6 * 2, 4), "{opposite:?}");
    let zero = marked(&version, &text("[[0, 0]]"));
    assert!(
        zero.reasons[1].contains("separator 1 is 0 on point 1"),
        "{zero:?}"
    );
    let other = marked(&version, "points = [[8, 9], [7, 5]]\nseparators = []");
    assert!(
        other.reasons[0].contains("is not among the points"),
        "{other:?}"
    );
}

const MISPRINT: &str = r#"kind = "misprint"
erratum = "E31"
says = "R²/γ² = {{ factor }}·n."
observed = "radius_squared/sample_margin_squared"
limit = "dimension*{{ factor }}"
form = "identity"
premises = ["positive-sample-margin"]
separator = [1, 1, 1]
dimension = 3
draw = { factor = 3 }
solution = [[1, 1, 1, 1]]
wrong = [[[1, 1, -1, 1]]]"#;

#[test]
fn misprint_is_refuted_by_exact_numbers_under_its_conditions() {
    let version = version_of(MISPRINT, "Ada");
    assert!(!version.text().contains("E31"), "{}", version.text());
    assert!(version.solution_text().unwrap().contains("explain E31"));
    let score = marked(&version, "examples = [{ x = [1, 1, 1], y = 1 }]");
    assert!(
        score.is_full() && score.reasons[0].contains("the two sides are 1 and 9"),
        "{score:?}"
    );
    let score = marked(&version, "examples = [[1, 1, -1, 1]]");
    assert!(
        score.reasons[0].contains("9 and 9, so the statement is true of it"),
        "{score:?}"
    );
    let score = marked(&version, "examples = [[-1, -1, -1, 1]]");
    assert!(
        score.reasons[0].contains("does not meet the condition"),
        "{score:?}"
    );
}

const FALSE: &str = r#"kind = "false-statement"
examples = 3
[[exercises.statements]]
says = "At most R²/γ*² mistakes."
observed = "mistakes"
limit = "radius^2/max_margin^2"
premises = ["positive-max-margin"]
[[exercises.statements]]
false = true
says = "At most one mistake."
observed = "mistakes"
limit = "1"
solution = [[1, 1, 1], [1, -1, 1]]
wrong = [[[1, 1, 1]]]"#;

#[test]
fn right_letter_alone_gets_a_third_and_a_wrong_one_nothing() {
    let letters = (0..20).map(|student| {
        let version = version_of(FALSE, &student.to_string());
        let solution = version.solution().unwrap();
        let right = solution.get("one").unwrap()["letter"]
            .as_str()
            .unwrap()
            .to_owned();
        let wrong = if right == "A" { "B" } else { "A" };
        let alone = marked(&version, &format!("letter = \"{right}\""));
        assert_eq!(alone.points, points(2, 1), "{alone:?}");
        let witness = "examples = [[1, 1, 1], [1, -1, 1]]";
        assert!(marked(&version, &format!("letter = \"{right}\"\n{witness}")).is_full());
        assert!(
            marked(&version, &format!("letter = \"{wrong}\"\n{witness}"))
                .points
                .is_zero()
        );
        let none = marked(&version, "letter = \"Z\"");
        assert!(none.reasons[0].contains("none of A to B"), "{none:?}");
        right
    });
    assert_eq!(letters.collect::<std::collections::BTreeSet<_>>().len(), 2);
}

const CLOSEST: &str = r#"kind = "closest"
says = "At most R²/γ*² mistakes."
theorem = "online-mistake-bound"
percent = 80
dimension = 3
ratio = 3
solution = { basis = { dimension = 3 } }
wrong = [[[1, 1, 1, 1]]]"#;

#[test]
fn closeness_gives_a_part_of_the_points_and_an_easy_sample_none() {
    let version = version_of(CLOSEST, "Ada");
    let full = marked(
        &version,
        "examples = [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]]",
    );
    assert!(
        full.is_full() && full.reasons[0].contains("3 and 3: 100 % of the limit"),
        "{full:?}"
    );
    // One mistake of 3 is 33 %, of the 80 % asked for.
    let part = marked(
        &version,
        "examples = [[1, 1, 1, 1], [1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]]",
    );
    assert!(!part.is_full() && !part.points.is_zero(), "{part:?}");
    let easy = marked(&version, "examples = [[1, 0, 0, 1]]");
    assert!(
        easy.points.is_zero() && easy.reasons[0].contains("R²/γ*² is 1; asked for is at least 3"),
        "{easy:?}"
    );
}

#[test]
fn run_that_does_not_end_is_ended_and_says_so() {
    let keys = FALSE.replace(
        "limit = \"1\"",
        "limit = \"1\"\npremises = [\"positive-max-margin\"]",
    );
    let version = version_of(&keys, "0");
    let right = version.solution().unwrap().get("one").unwrap()["letter"].clone();
    let score = marked(
        &version,
        &format!("letter = {right}\nexamples = [[1, 0, 1], [-1, 0, 1]]"),
    );
    assert!(
        score.reasons[0].contains("does not meet the condition"),
        "{score:?}"
    );
}
