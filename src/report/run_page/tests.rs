//! Writes pages of hand-made runs and reads them back.

use super::scale::{apart, ticks};
use super::*;
use claims::spec::Spec;
use testing::{CYCLIC, SpecText};

fn page(generator: &str, variant: &str) -> String {
    let spec = SpecText::new(generator)
        .variant("v", variant)
        .read(Spec::from_text);
    let trial = spec
        .design(&spec.cells[0])
        .repeat(0, Some(0), true)
        .unwrap();
    let heading = Heading {
        title: "a < b".into(),
        question: "q & r".into(),
        address: "e:</script>:v:0".into(),
    };
    run_page(&heading, &Trace::of(&trial).unwrap())
}

/// The steps of the run that the script of a page reads.
fn steps(page: &str) -> Vec<serde_json::Value> {
    let (_, rest) = page.split_once("id=\"run\">").unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    let value: serde_json::Value = serde_json::from_str(data).unwrap();
    value["steps"].as_array().unwrap().clone()
}

#[test]
fn run_page_describes_every_update_and_loads_no_external_resources() {
    let page = page("basis\ndimension = 2", CYCLIC);
    let steps = steps(&page);
    let words: Vec<&str> = steps
        .iter()
        .map(|step| step["w"].as_str().unwrap())
        .collect();
    assert_eq!(
        words,
        [
            "Before the first update w = 0, and every score is 0.",
            "Update 1 of 2: example 0, labelled +1, has y⟨w, x⟩ = 0, which counts as a mistake. So w becomes w + y·x. Now k·γ = 0.7071 ≤ ⟨w, u⟩ = 0.7071 ≤ ‖w‖ = 1 ≤ √k·R = 1. The angle between w and u is 45.0°.",
            "Update 2 of 2: example 1, labelled +1, has y⟨w, x⟩ = 0, which counts as a mistake. So w becomes w + y·x. Now k·γ = 1.414 ≤ ⟨w, u⟩ = 1.414 ≤ ‖w‖ = 1.414 ≤ √k·R = 1.414. The angle between w and u is 0.0°. No example calls for an update any more: the run ends.",
        ]
    );
    assert!(
        page.contains("a &lt; b") && page.contains("q &amp; r") && !page.contains("e:</script>")
    );
    for request in ["http:", "https:", "src=", "url(\"", "@import", "<link"] {
        assert!(!page.contains(request), "{request}");
    }
    assert!(!page.contains("{{") && page.ends_with("</html>\n"));
}

#[test]
fn curves_with_negative_values_fill_the_drawing_from_its_bottom_to_its_top() {
    let away = CYCLIC.replace("perceptron", "anti-perceptron") + "\nstop = { updates = 3 }";
    let page = page("basis\ndimension = 2", &away);
    let words = steps(&page)[3]["w"].to_string();
    assert!(words.contains("⟨w, u⟩ = −"), "{words}");
    let steps = steps(&page).into_iter();
    let heights = steps.flat_map(|step| step["s"][1].as_array().unwrap().clone());
    let heights: Vec<f64> = heights.map(|height| height.as_f64().unwrap()).collect();
    let (highest, lowest) = (
        heights.iter().copied().fold(f64::INFINITY, f64::min),
        heights.iter().copied().fold(0.0, f64::max),
    );
    assert_eq!((highest, lowest), (24.0, 450.0), "{heights:?}");
}

#[test]
fn upper_bound_is_a_smooth_curve_and_the_point_where_the_bounds_meet_has_its_number() {
    let met = page("basis\ndimension = 4", CYCLIC);
    assert!(met.contains(">they meet at k = 4</text>"));
    let lines = met.split("<polyline class=\"bound\" points=\"").skip(1);
    let longest = lines.map(|line| line.split('"').next().unwrap().split(' ').count());
    assert_eq!(longest.max(), Some(201));
    let short = page(
        "basis\ndimension = 4",
        &format!("{CYCLIC}\nstop = {{ updates = 2 }}"),
    );
    assert!(!short.contains("they meet"));
}

#[test]
fn an_update_is_described_by_the_rule_of_the_run() {
    let first_update = |rule: &str| {
        let variant = CYCLIC.replace("{ perceptron = {} }", rule) + "\nstop = { updates = 1 }";
        let words = steps(&page("points\nexamples = [{ x = [2], y = -1 }]", &variant))[1].clone();
        let (_, rest) = words["w"]
            .as_str()
            .unwrap()
            .split_once("So w becomes ")
            .unwrap();
        rest.split_once(". ").unwrap().0.to_owned()
    };
    assert_eq!(first_update("{ perceptron = {} }"), "w + y·x");
    assert_eq!(
        first_update("{ normalized-perceptron = {} }"),
        "w + y·x/‖x‖"
    );
    assert_eq!(
        first_update("{ margin-perceptron = { step = 2 } }"),
        "w + 2·y·x"
    );
    assert_eq!(first_update("{ anti-perceptron = {} }"), "w − y·x");
    assert_eq!(first_update("{ label-blind = {} }"), "w − y·x");
}

#[test]
fn run_page_without_javascript_shows_the_last_step() {
    let page = page("basis\ndimension = 2", CYCLIC);
    let shown = page.split_once("<script type").unwrap().0;
    // w = (1, 1) points up to the right, and its separating line is turned with it.
    assert!(
        shown.contains("rotate(-45)") && shown.contains("x2=\"220\""),
        "{shown}"
    );
    assert!(shown.contains("Update 2 of 2") && shown.contains("<noscript>"));
    assert!(shown.contains("id=\"controls\" class=\"controls\" hidden"));
}

#[test]
fn runs_without_updates_and_endless_runs_have_a_run_page() {
    let quiet = page(
        "points\nexamples = [{ x = [\"1/3\", 1], y = 1 }]",
        &format!("{CYCLIC}\nties = \"positive\""),
    );
    let found = steps(&quiet);
    assert_eq!(found.len(), 1);
    assert!(
        found[0]["w"]
            .as_str()
            .unwrap()
            .contains("No example calls for an update any more")
    );
    assert!(quiet.contains("makes no update on one example of 2 features"));
    let xor = page(
        "logic-gate\ngate = \"xor\"\ncoding = \"signs\"",
        &format!("{CYCLIC}\noffset = 1\nstop = {{ updates = 40 }}"),
    );
    let found = steps(&xor);
    assert_eq!(found.len(), 41);
    // After four updates w is 0 again, so there is no separating line.
    assert!(found[4]["p"][0].is_null() && !found[5]["p"][0].is_null());
    assert!(
        found[40]["w"]
            .as_str()
            .unwrap()
            .ends_with("Here the run is cut off; it would go on.")
    );
    assert!(xor.contains("no direction separates them") && !xor.contains("k·γ</text>"));
}

#[test]
fn page_of_a_long_run_stays_below_1_mb_and_reports_what_is_omitted() {
    let twins = "points\nexamples = [{ x = [1, 2, 3, 4], y = 1 }, { x = [1, 2, 3, 4], y = -1 }, { x = [5, -1, 2, 2], y = 1 }]";
    let long = page(twins, &format!("{CYCLIC}\nstop = {{ updates = 100000 }}"));
    assert!(long.len() < 1_000_000, "{}", long.len());
    assert!(long.contains("599 of 100000 updates are shown"));
    let wide = page(
        "majority\ndimension = 101\nrelevant = 9\nexamples = 3000",
        &format!("{CYCLIC}\nstop = {{ updates = 2000 }}"),
    );
    assert!(wide.len() < 1_000_000, "{}", wide.len());
    assert!(wide.contains("120 of 3000 examples are drawn"));
}

#[test]
fn ticks_are_round_numbers_and_labels_do_not_overlap() {
    assert_eq!(ticks(8.0, true), [0.0, 2.0, 4.0, 6.0, 8.0]);
    assert_eq!(ticks(0.9, false), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8]);
    assert_eq!(ticks(2.0, true), [0.0, 1.0, 2.0]);
    assert_eq!(ticks(0.0, true), [0.0]);
    assert_eq!(
        apart(&[10.0, 11.0, 12.0], 5.0, [0.0, 100.0]),
        [10.0, 15.0, 20.0]
    );
    assert_eq!(apart(&[99.0, 98.0], 5.0, [0.0, 100.0]), [100.0, 95.0]);
}
