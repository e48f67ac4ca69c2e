//! Writes points in the forms that people and the graders of courses read.

use super::scores::{ItemScore, Scores};
use perceptron::sample::Rational;
use serde_json::{Value, json};

/// A form in which points are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum PointsForm {
    /// A text for the student
    Text,
    /// JSON with title, total and items
    Json,
    /// The file results.json of a Gradescope autograder
    Gradescope,
    /// The JSON from which otter-grader reads results (that of its client for R)
    Otter,
    /// A notebook with one graded cell for each item, as nbgrader's autograder leaves it
    Nbgrader,
}

impl Scores {
    /// The points in a form, with an end of line.
    pub fn written(&self, form: PointsForm) -> String {
        let value = match form {
            PointsForm::Text => return self.text(),
            PointsForm::Json => self.json(),
            PointsForm::Gradescope => self.gradescope(),
            PointsForm::Otter => self.without_deductions().otter(),
            PointsForm::Nbgrader => self.without_deductions().notebook(),
        };
        format!("{value:#}\n")
    }

    /// A line for each item, and its reasons.
    fn text(&self) -> String {
        let items = self.items.iter().map(|item| {
            let mark = if item.is_full() { "✓" } else { "✗" };
            let of = match item.possible.is_zero() {
                true => String::new(),
                false => format!(" of {}", item.possible),
            };
            let reasons = item.reasons.iter().map(|reason| format!("    {reason}\n"));
            let reasons: String = reasons.collect();
            format!("{mark} {}: {}{of}\n{reasons}", item.name, item.points)
        });
        std::iter::once(self.headline() + "\n")
            .chain(items)
            .collect()
    }

    /// The title with the points.
    fn headline(&self) -> String {
        let (points, possible) = (self.total(), self.possible());
        format!("{}: {points} of {possible} points", self.title)
    }

    /// The points as JSON: title, total, and the items with their reasons.
    pub fn json(&self) -> Value {
        let items = self.items.iter().map(ItemScore::json);
        json!({
            "title": self.title,
            "points": number(&self.total()),
            "possible": number(&self.possible()),
            "items": items.collect::<Vec<_>>(),
        })
    }

    /// A file as https://gradescope-autograders.readthedocs.io/en/latest/specs/ has it.
    fn gradescope(&self) -> Value {
        let tests = self.items.iter().map(|item| {
            json!({
                "name": item.name,
                "score": number(&item.points),
                "max_score": number(&item.possible),
                "status": if item.is_full() { "passed" } else { "failed" },
                "output": item.reasons.join("\n"),
                "output_format": "text",
                "visibility": "visible",
            })
        });
        let deductions = self.items.iter().filter(|item| item.points.is_negative());
        let faults = deductions.flat_map(|item| &item.reasons);
        let faults: String = faults.map(|reason| format!("\n{reason}")).collect();
        json!({
            "score": number(&self.total()),
            "output": self.headline() + &faults,
            "output_format": "text",
            "visibility": "visible",
            "tests": tests.collect::<Vec<_>>(),
        })
    }

    /// One test file for each item. A test case has all of its points or none, so what is given and what is missing are two cases.
    fn otter(&self) -> Value {
        let files = self.items.iter().map(|item| {
            let missing = &item.possible - &item.points;
            let cases = [("given", &item.points, true), ("missing", &missing, false)];
            let cases = cases.iter().filter(|(_, points, _)| !points.is_zero());
            let cases: Vec<Value> = cases.map(|(name, points, passed)| otter_case(name, points, *passed, item)).collect();
            json!({ "filename": format!("{}.py", item.name), "points": null, "test_case_results": cases })
        });
        json!({ "test_file_results": files.collect::<Vec<_>>() })
    }

    /// A notebook whose graded cells have run: nbgrader takes the number that a cell returned for its points.
    fn notebook(&self) -> Value {
        let points: serde_json::Map<_, _> = self
            .items
            .iter()
            .map(|item| (item.name.clone(), number(&item.points)))
            .collect();
        let source = format!("points = {}", Value::Object(points));
        let setup = json!({
            "cell_type": "code", "id": "points", "execution_count": 1, "metadata": {}, "outputs": [], "source": source,
        });
        let cells = self
            .items
            .iter()
            .enumerate()
            .flat_map(|(place, item)| graded_cells(place, item));
        json!({
            "cells": std::iter::once(setup).chain(cells).collect::<Vec<_>>(),
            "metadata": { "kernelspec": { "display_name": "Python 3", "language": "python", "name": "python3" } },
            "nbformat": 4,
            "nbformat_minor": 5,
        })
    }

    /// The points without deductions of their own, for forms that know none: each is taken off the items, the last ones first.
    fn without_deductions(&self) -> Self {
        let (mut items, deductions): (Vec<_>, Vec<_>) = self
            .items
            .iter()
            .cloned()
            .partition(|item| !item.points.is_negative());
        for deduction in deductions {
            let mut due = &Rational::zero() - &deduction.points;
            for item in items.iter_mut().rev() {
                let taken = due.clone().min(item.points.clone());
                item.points = &item.points - &taken;
                due = &due - &taken;
                if !taken.is_zero() {
                    let reasons = deduction.reasons.iter();
                    item.reasons
                        .extend(reasons.map(|reason| format!("{taken} off: {reason}")));
                }
            }
        }
        Self {
            title: self.title.clone(),
            items,
        }
    }
}

impl ItemScore {
    /// The item as JSON.
    pub(crate) fn json(&self) -> Value {
        let (points, possible) = (number(&self.points), number(&self.possible));
        json!({ "name": self.name, "points": points, "possible": possible, "reasons": self.reasons })
    }
}

/// A number of points as other programs read it.
fn number(points: &Rational) -> Value {
    match i64::try_from(points.numerator()) {
        Ok(whole) if points.denominator() == 1.into() => json!(whole),
        _ => json!(points.to_f64()),
    }
}

fn otter_case(name: &str, points: &Rational, passed: bool, item: &ItemScore) -> Value {
    let reasons = item.reasons.join("\n");
    let error = if passed { Value::Null } else { json!(reasons) };
    let case = json!({
        "name": name, "code": "", "points": number(points), "hidden": false, "success_message": null, "failure_message": null,
    });
    json!({ "passed": passed, "error": error, "test_case": case })
}

/// The graded cell of an item, and above it the reasons as a text.
fn graded_cells(place: usize, item: &ItemScore) -> [Value; 2] {
    let id = format!("item-{}", place + 1);
    let reasons = item.reasons.iter().map(|reason| format!("- {reason}\n"));
    let text = format!("**{}**\n\n{}", item.name, reasons.collect::<String>());
    let words = json!({ "cell_type": "markdown", "id": format!("{id}-text"), "metadata": {}, "source": text });
    let grading = json!({
        "grade": true, "grade_id": id, "points": number(&item.possible), "locked": true, "solution": false, "task": false,
        "schema_version": 3, "cell_type": "code",
    });
    let returned = json!({
        "output_type": "execute_result", "execution_count": place + 2, "metadata": {},
        "data": { "text/plain": number(&item.points).to_string() },
    });
    let cell = json!({
        "cell_type": "code", "id": id, "execution_count": place + 2, "metadata": { "nbgrader": grading },
        "outputs": [returned], "source": format!("points[{}]", json!(item.name)),
    });
    [words, cell]
}
