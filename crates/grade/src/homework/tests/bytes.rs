//! Shows answers of any bytes and of large sizes: none ends the program, and none takes long.

use super::COURSE;
use crate::homework::{AnswerFormat, MOST_BYTES, Sheet, StudentAnswers, Version};
use proptest::prelude::*;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

const FORMATS: [AnswerFormat; 3] = [AnswerFormat::Toml, AnswerFormat::Json, AnswerFormat::Csv];

static VERSION: LazyLock<Version> = LazyLock::new(|| {
    let sheet = Sheet::read(COURSE, "6-witnesses.toml").unwrap();
    sheet.version(Some("Ada")).unwrap()
});

static SOLUTION: LazyLock<String> = LazyLock::new(|| VERSION.solution_text().unwrap());

/// Marks bytes as answers in each format; whether any format got all points.
fn marks(bytes: &[u8]) -> bool {
    let marked = FORMATS.map(|format| {
        let read = StudentAnswers::read(bytes, "answer", format, Some("plane"));
        let scores = read.map(|answers| VERSION.mark(&answers));
        scores.is_ok_and(|scores| scores.total() == scores.possible())
    });
    marked.contains(&true)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_marked(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(!marks(&bytes));
    }

    #[test]
    fn any_text_is_marked(text in "[\\[\\]{}\"=,.0-9a-z \n-]{0,300}") {
        prop_assert!(!marks(text.as_bytes()));
    }

    #[test]
    fn solutions_with_changed_bytes_are_marked(places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut bytes = SOLUTION.as_bytes().to_vec();
        for (place, byte) in places {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        marks(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn sheets_with_changed_bytes_are_read_or_refused(places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let mut bytes = COURSE.as_bytes().to_vec();
        for (place, byte) in places {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(sheet) = Sheet::read(&text, "sheet.toml") {
            let version = sheet.version(Some("Ada"));
            prop_assert!(version.is_err() || !version.unwrap().text().is_empty());
        }
    }
}

/// The time that it takes to mark a text in each format.
fn time(text: &str) -> Duration {
    let start = Instant::now();
    marks(text.as_bytes());
    start.elapsed()
}

#[test]
fn deep_long_and_huge_answers_end_soon() {
    let deep = "[".repeat(MOST_BYTES / 2);
    let dotted = "a.".repeat(MOST_BYTES / 3) + "a = 1";
    let long = format!("[plane]\nexamples = [{}]", "[1, 1, 1], ".repeat(80_000));
    let digits = format!("[plane]\nexamples = [[\"{}\", 1, 1]]", "9".repeat(900_000));
    let power = "[plane]\nexamples = [[\"1e400\", 1e308, 1]]";
    let rows = "1,2,1\n".repeat(150_000);
    let wide = "1,".repeat(400_000) + "1";
    for text in [
        &deep,
        &dotted,
        &long,
        &digits,
        power,
        &rows,
        &wide,
        &" ".repeat(MOST_BYTES + 1),
    ] {
        let took = time(text);
        assert!(
            took < Duration::from_secs(20),
            "{took:?}: {}",
            &text[..text.len().min(60)]
        );
    }
    assert!(
        StudentAnswers::read(&vec![b' '; MOST_BYTES + 1], "a", AnswerFormat::Toml, None).is_err()
    );
}

#[test]
fn largest_numbers_that_fit_are_marked_soon() {
    let sheet = "title = \"T\"\nseed = 1\n[[exercises]]\nname = \"m\"\nkind = \"misprint\"\nsays = \"S\"\nobserved = \"updates\"\n\
                 limit = \"radius^2/max_margin^2\"\nfractions = true\ndimension = 20\nexamples = 200\nsolution = [[1, 1]]\nwrong = [[[1, 1]]]\n";
    let version = Sheet::read(sheet, "s").unwrap().version(None).unwrap();
    let row = |place: i64| {
        let numbers = (0..20).map(|axis| {
            (place * 7_919 + axis * 104_729) % 1_000_003 * 900_000_000_000 - 450_000_000_000_000_000
        });
        let numbers: Vec<String> = numbers.map(|number: i64| number.to_string()).collect();
        format!(
            "[{}, {}]",
            numbers.join(", "),
            if place % 2 == 0 { 1 } else { -1 }
        )
    };
    let rows: Vec<String> = (1..=200).map(row).collect();
    let text = format!("[m]\nexamples = [{}]", rows.join(", "));
    let answers = StudentAnswers::read(text.as_bytes(), "a", AnswerFormat::Toml, None).unwrap();
    let start = Instant::now();
    let scores = version.mark(&answers);
    let took = start.elapsed();
    assert!(took < Duration::from_secs(60), "{took:?} {scores:?}");
    assert!(!scores.items[0].reasons.is_empty());
}
