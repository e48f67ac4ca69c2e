//! Opens samples of specs on the lesson page: finds one of one or two features, and asks the engine whether the page can show it.

use super::StudyError;
use super::replay::{find_trial, full_key};
use crate::report::{LessonPage, PageSample, lesson_page};
use claims::certificate::Address;
use claims::problem::Problem;
use claims::spec::{Cell, Spec};
use perceptron::generate::{ExampleSource, Generator, LabelledPoint, Points};
use perceptron::learn::Variant;
use perceptron::sample::{Integers, Rational, Sample};
use perceptron::seed::Seed;
use serde::Deserialize;
use serde_json::{Value, json};

/// A sample for the lesson page, with the learner that runs on it.
pub struct Lesson {
    /// Name of the sample in the list of samples.
    pub title: String,
    /// Title and question of the experiment, or an invitation.
    pub heading: [String; 2],
    /// The name of the learner that the page does not show, in place of which the perceptron runs; `None` if the page shows it.
    pub replaced: Option<String>,
    /// The question of the page to its engine: the examples, the learner, and the address of its random numbers.
    pub asked: Value,
    /// The counts of the run, as the engine gives them.
    pub counts: Value,
}

/// Which trial of a spec is opened; what is left out is the first that the page can show.
#[derive(Debug, Default)]
pub struct Choice<'a> {
    /// Parameters of the cell, such as `dimension=2`.
    pub cell: Option<&'a str>,
    /// Name of the variant.
    pub variant: Option<&'a str>,
    /// Index of the replicate.
    pub replicate: u64,
}

/// The samples that the page offers if no spec is named.
#[derive(Deserialize)]
struct Offered {
    sample: Vec<OfferedSample>,
}

#[derive(Deserialize)]
struct OfferedSample {
    title: String,
    #[serde(default)]
    seed: u64,
    generator: Generator,
}

/// Largest number of features of a whole sample that is drawn to see whether the page can show it.
const MOST_NUMBERS: u128 = 4000;

/// Returns the samples of the program, of which the first one is shown.
///
/// # Errors
/// The list of the program is damaged.
pub fn offered() -> Result<Vec<Lesson>, StudyError> {
    let read: Result<Offered, _> = toml::from_str(include_str!("samples.toml"));
    let offered = read.map_err(|error| StudyError::usage(error.to_string()))?;
    offered
        .sample
        .into_iter()
        .map(OfferedSample::lesson)
        .collect()
}

impl OfferedSample {
    fn lesson(self) -> Result<Lesson, StudyError> {
        let examples = self.generator.examples();
        let sample = match self.generator.source() {
            ExampleSource::Sampler(sampler) => sampler.draw(Seed::root(self.seed), examples),
            ExampleSource::Opponent(_) => return Err(StudyError::usage("a sample is a list")),
        };
        let draws = json!({ "seed": "0", "labels": [] });
        let question = "How many mistakes does the perceptron make, and how much of its bound is that? Drag the examples.";
        let heading = ["The perceptron, to touch", question];
        opened(heading, &sample, &perceptron()?, draws).map(|lesson| Lesson {
            title: self.title,
            ..lesson
        })
    }
}

/// Opens a sample of a spec: that of the chosen trial, or the first that the page can show. If it can show none of the learners, it runs the perceptron
/// in cyclic order, unless a variant was chosen.
///
/// # Errors
/// The spec has no such trial, or the page can show none of its samples: they have more than two features or too many examples.
pub fn of_spec(spec: &Spec, choice: &Choice) -> Result<Lesson, StudyError> {
    let addresses = addresses(spec, choice)?;
    let others = if choice.variant.is_none() {
        addresses.as_slice()
    } else {
        &[]
    };
    let own = addresses
        .iter()
        .map(|address| of_trial(spec, address, false));
    let plain = others.iter().map(|address| of_trial(spec, address, true));
    let mut first = None;
    for opened in own.chain(plain) {
        match opened {
            Ok(lesson) => return Ok(lesson),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or_else(|| StudyError::usage("the spec has no sample")))
}

/// The trials that may be meant, in the order of the spec.
fn addresses(spec: &Spec, choice: &Choice) -> Result<Vec<Address>, StudyError> {
    let address = |cell: &str, variant: Option<&str>| Address {
        experiment: spec.name.clone(),
        cell: cell.to_owned(),
        variant: variant.map(str::to_owned),
        replicate: choice.replicate,
    };
    let key = choice
        .cell
        .map(|given| full_key(spec, given).unwrap_or_else(|| given.to_owned()));
    let is_meant = |cell: &&Cell| key.as_ref().is_none_or(|key| *key == cell.key);
    let of_cell = |cell: &Cell| -> Vec<Address> {
        match (choice.variant, cell.variants.as_slice()) {
            (Some(name), _) => vec![address(&cell.key, Some(name))],
            (None, []) => vec![address(&cell.key, None)],
            (None, variants) => variants
                .iter()
                .map(|(name, _)| address(&cell.key, Some(name)))
                .collect(),
        }
    };
    let found: Vec<Address> = spec
        .cells
        .iter()
        .filter(is_meant)
        .flat_map(of_cell)
        .collect();
    match (found.is_empty(), key) {
        // The error names the cells that there are.
        (true, Some(key)) => find_trial(spec, &address(&key, choice.variant)).map(|_| Vec::new()),
        _ => Ok(found),
    }
}

/// Opens the sample of a trial, with its learner or with the perceptron.
fn of_trial(spec: &Spec, address: &Address, is_plain: bool) -> Result<Lesson, StudyError> {
    let found = find_trial(spec, address)?;
    if found.cell.generator.need().features() > MOST_NUMBERS {
        let problem = format!("the samples of {} are too large for the page", spec.name);
        let allowed = format!(
            "one or two features, at most {} examples",
            lesson::MOST_EXAMPLES
        );
        return Err(StudyError::usage(problem)
            .note("allowed", allowed)
            .help("choose a smaller cell with `--cell KEY`"));
    }
    let trial = found.repeat(spec, false);
    let trial = trial.map_err(|error| StudyError::usage(error.to_string()))?;
    let (name, variant) = match trial.variant {
        Some(named) if !is_plain => named,
        _ => ("lesson".to_owned(), perceptron()?),
    };
    let drawn = variant.name_of_draws(&name).unwrap_or(&name);
    let replicate = address.replicate.to_string();
    let labels = ["learner", &found.cell.sample_key, &replicate, drawn];
    let draws = json!({ "seed": spec.seed.to_string(), "labels": labels });
    let heading = [spec.title.as_str(), &spec.question];
    let lesson = opened(heading, &trial.sample, &variant, draws)?;
    let replaced = address.variant.clone().filter(|_| is_plain);
    Ok(Lesson { replaced, ..lesson })
}

/// The learner of a sample on which none runs: the perceptron in cyclic order.
fn perceptron() -> Result<Variant, StudyError> {
    serde_json::from_value(json!({})).map_err(|error| StudyError::usage(error.to_string()))
}

/// Asks the engine about this sample and this learner.
fn opened(
    heading: [&str; 2],
    sample: &Sample,
    variant: &Variant,
    draws: Value,
) -> Result<Lesson, StudyError> {
    let variant = Variant {
        comparator: None,
        draws: None,
        ..variant.clone()
    };
    let asked = json!({ "points": points(sample), "variant": variant, "draws": draws });
    let answer: Value =
        serde_json::from_str(&lesson::answer(&asked.to_string())).unwrap_or_default();
    match answer.get("error") {
        Some(error) => Err(refused(error)),
        None => Ok(Lesson {
            title: heading[0].to_owned(),
            heading: heading.map(str::to_owned),
            counts: answer["counts"].clone(),
            asked,
            replaced: None,
        }),
    }
}

/// The error of a question that the engine refuses.
fn refused(error: &Value) -> StudyError {
    let text = |key: &str| error[key].as_str().unwrap_or_default().to_owned();
    let problem = Problem::new(text("problem")).note("allowed", text("allowed"));
    StudyError::Usage(problem.help(
        "choose another trial of the spec with `--cell KEY`, `--variant NAME` or `--replicate N`",
    ))
}

/// The examples as a spec lists them: fractions if they are exact, otherwise doubles.
fn points(sample: &Sample) -> Points {
    let features = &sample.features;
    let examples = 0..features.examples();
    let exact: Option<Vec<Vec<Rational>>> = examples
        .clone()
        .map(|example| features.exact_row(example))
        .collect();
    let fits = |rows: &Vec<Vec<Rational>>| {
        Integers::from_rationals(features.dimension(), &rows.concat()).is_ok()
    };
    let exact = exact.filter(|rows| features.is_exact() && fits(rows));
    let floats = exact.is_none();
    let rounded = |example| {
        features
            .row(example)
            .iter()
            .copied()
            .map(Rational::from_float)
            .collect()
    };
    let rows = exact.unwrap_or_else(|| examples.map(rounded).collect());
    let point = |(x, label): (Vec<Rational>, &perceptron::sample::Label)| LabelledPoint {
        x,
        y: label.sign(),
    };
    Points {
        examples: rows.into_iter().zip(&sample.labels).map(point).collect(),
        separator: None,
        floats,
    }
}

impl Lesson {
    /// What is to be said about the sample that is shown first.
    fn note(&self) -> String {
        let mut notes = Vec::new();
        if self.asked["points"]["floats"] == json!(true) {
            notes.push("This sample has doubles, not fractions: its margin and its bound are proved intervals.".to_owned());
        }
        if let Some(name) = &self.replaced {
            notes.push(format!(
                "The page cannot show the learner {name} of the spec, and runs the perceptron."
            ));
        }
        notes.join(" ")
    }

    fn offered(&self) -> PageSample<'_> {
        PageSample {
            title: &self.title,
            question: &self.asked,
        }
    }
}

/// The page with these samples, of which the first is shown.
pub fn page(lessons: &[Lesson]) -> String {
    let first = lessons.first();
    lesson_page(&LessonPage {
        heading: first.map_or(["", ""], |first| {
            first.heading.each_ref().map(String::as_str)
        }),
        note: &first.map_or_else(String::new, Lesson::note),
        samples: lessons.iter().map(Lesson::offered).collect(),
        most_examples: lesson::MOST_EXAMPLES,
        module: lesson::MODULE,
    })
}
