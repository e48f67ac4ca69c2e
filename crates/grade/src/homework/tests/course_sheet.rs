//! Tests the sheet of the course: every drawn version has solutions, wrong answers lose points, and versions are stable.

use super::{COPY, COURSE, MISPRINTS};
use crate::homework::{AnswerFormat, Sheet, StudentAnswers, for_students};
use std::collections::BTreeSet;

/// Number of students whose versions are checked.
const STUDENTS: usize = 300;

fn course() -> Sheet {
    Sheet::read(COURSE, "6-witnesses.toml").unwrap_or_else(|problem| panic!("{problem}"))
}

#[test]
fn solutions_of_every_drawn_version_get_all_points_and_wrong_answers_lose_some() {
    let misprints = Sheet::read(MISPRINTS, "misprints.toml").unwrap();
    for sheet in [course(), misprints] {
        for student in 0..STUDENTS {
            let student = format!("student {student}");
            let version = sheet.version(Some(&student)).unwrap();
            let wrong = version
                .check()
                .unwrap_or_else(|problem| panic!("{problem}"));
            assert!(wrong >= 3 * sheet.exercises().count() as u64, "{student}");
        }
    }
}

#[test]
fn copy_for_students_has_no_solution_and_marks_like_the_sheet_of_the_teacher() {
    assert_eq!(for_students(COURSE).unwrap(), COPY);
    for word in ["solution", "wrong", "false ", "erratum"] {
        assert!(COURSE.contains(word) && !COPY.contains(word), "{word}");
    }
    let (sheet, copy) = (course(), Sheet::read(COPY, "copy.toml").unwrap());
    for student in 0..60 {
        let student = student.to_string();
        let [version, own] = [&sheet, &copy].map(|one| one.version(Some(&student)).unwrap());
        assert_eq!(version.text(), own.text());
        let scores = own.mark(&version.solution().unwrap());
        assert_eq!(scores.total(), scores.possible(), "{scores:?}");
        let problem = own.solution().unwrap_err().to_string();
        assert!(problem.contains("use the teacher's sheet"), "{problem}");
    }
}

#[test]
fn same_student_gets_the_same_bytes_and_others_get_other_exercises() {
    let sheet = course();
    let text = |student: &str| sheet.version(Some(student)).unwrap().text();
    assert_eq!(text("Ada"), course().version(Some("Ada")).unwrap().text());
    assert_eq!(text(""), sheet.version(None).unwrap().text());
    let all: BTreeSet<String> = (0..100).map(|student| text(&student.to_string())).collect();
    assert_eq!(all.len(), 100);
}

#[test]
fn numbers_of_an_exercise_do_not_depend_on_other_exercises() {
    let (before, last) = COURSE.split_at(COURSE.rfind("[[exercises]]\n").unwrap());
    let alone = format!("title = \"T\"\nseed = 6\n{last}");
    let alone = Sheet::read(&alone, "alone.toml").unwrap();
    let shorter = Sheet::read(before, "before.toml").unwrap();
    let data = |sheet: &Sheet| {
        let exercises = sheet.version(Some("Ada")).unwrap().json()["exercises"].clone();
        exercises.as_array().unwrap().clone()
    };
    let whole = data(&course());
    assert_eq!(whole, [data(&shorter), data(&alone)].concat());
}

#[test]
fn printed_solutions_are_answers_that_get_all_points() {
    let version = course().version(Some("17")).unwrap();
    let text = version.solution_text().unwrap();
    let answers = StudentAnswers::read(text.as_bytes(), "solution.toml", AnswerFormat::Toml, None);
    let scores = version.mark(&answers.unwrap());
    assert_eq!(scores.total(), scores.possible());
    assert_eq!(scores.items.len(), 7);
    assert!(text.matches("# wrong:").count() >= 21, "{text}");
    let json = version.solution_json().unwrap();
    for exercise in json["exercises"].as_array().unwrap() {
        for wrong in exercise["wrong"].as_array().unwrap() {
            assert!(!wrong["score"]["reasons"][0].as_str().unwrap().is_empty());
        }
    }
}

#[test]
fn solution_of_another_student_seldom_gets_all_points() {
    let sheet = course();
    let ada = sheet.version(Some("Ada")).unwrap();
    let copied = (0..30).filter(|student| {
        let version = sheet.version(Some(&student.to_string())).unwrap();
        let scores = version.mark(&ada.solution().unwrap());
        scores.total() == scores.possible()
    });
    assert_eq!(copied.count(), 0);
}

#[test]
fn forms_of_answers_are_read_and_are_no_solutions() {
    let version = course().version(Some("Ada")).unwrap();
    let text = version.text();
    for (fence, format) in [
        ("```toml\n", AnswerFormat::Toml),
        ("```json\n", AnswerFormat::Json),
    ] {
        let blocks = text
            .split(fence)
            .skip(1)
            .map(|rest| rest.split("```").next().unwrap());
        let read = blocks
            .map(|block| StudentAnswers::read(block.as_bytes(), "form", format, None).unwrap());
        let answers = read.reduce(|all, one| all.and(one).unwrap()).unwrap();
        let scores = version.mark(&answers);
        assert_eq!(answers.names().count(), 7);
        assert!(
            scores.items.iter().all(|item| !item.is_full()),
            "{scores:?}"
        );
        let missing = |item: &crate::points::ItemScore| item.reasons[0].contains("no answer");
        assert!(!scores.items.iter().any(missing), "{scores:?}");
    }
}
