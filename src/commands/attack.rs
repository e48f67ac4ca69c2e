//! Runs the command `attack`: searches for samples that refute a claim, and says how close the closest comes.

use super::progress::StudyProgress;
use super::settings::{Settings, print_json};
use crate::study::attack::{
    AttackPlan, AttackResult, Attacked, FoundSample, attack as run, name_of_formula,
    spec_of_theorem,
};
use crate::study::external_programs::permitted;
use crate::study::{Outcome, StudyError, Watcher, names};
use claims::attack::{Changes, Constructions, Space};
use claims::numbers::{counted, listed, number};
use claims::spec::Spec;
use clap::Args;
use grade::process::shell::quoted_path;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Largest number of examples of the samples that the search makes, unless the options say otherwise.
const EXAMPLES: u64 = 16;

/// Number of features, and keys of the learner, with which a formula is attacked, unless the options say otherwise.
const DIMENSION: u64 = 2;
const LEARNER: &str = "rule = { perceptron = {} }, order = \"cyclic\"";

/// Options of `attack`.
#[derive(Debug, Args)]
pub(super) struct AttackOptions {
    /// A spec file or an experiment, the name of a theorem, or a formula in quotes with `<=`, `>=` or `=`
    what: String,
    /// The claim of the spec to attack, by its id, once or more often; without it, all theorems and conjectures about every run, or some run
    #[arg(long, value_name = "ID")]
    claim: Vec<String>,
    /// Number of samples to measure for each claim and learner, with those of earlier attacks in the same folder, rounded up to whole rounds of 16 000
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    budget: u64,
    /// Seed of the search
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Largest number of examples of a sample (default: 16, but samples of the spec and constructions may have more)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    examples: Option<u64>,
    /// Largest number in the samples, in absolute value: features are integers, over the denominator of the sample from which the search starts
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(i64).range(1..=1_000_000_000))]
    largest: i64,
    /// Number of features, if a formula is attacked (default: 2)
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u64).range(1..=100))]
    dimension: Option<u64>,
    /// Keys of the learner, if a formula is attacked, as in a spec (default: `rule = { perceptron = {} }, order = "cyclic"`)
    #[arg(long, value_name = "KEYS")]
    learner: Option<String>,
    /// A premise of the formula, once or more often; `list premises` shows them
    #[arg(long, value_name = "NAME")]
    premise: Vec<String>,
    /// Start without the constructions and opponents of the program
    #[arg(long)]
    without_constructions: bool,
    /// Change only the order of the examples: search for the worst order of the samples of the spec, or measure all orders if the budget suffices
    #[arg(long, conflicts_with_all = ["random", "without_constructions"])]
    orders: bool,
    /// Draw the samples independently in place of a search, for comparison
    #[arg(long)]
    random: bool,
    /// Folder for what is found (default: attack/NAME in the results folder)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Run the programs of external learners (`learner = { process = … }`), which have all your permissions
    #[arg(long)]
    allow_processes: bool,
    /// Also read data files outside the experiments folder and the spec's own folder
    #[arg(long)]
    allow_outside: bool,
}

pub(super) fn attack(options: &AttackOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let (spec, claims) = spec(options, settings)?;
    let folder = settings.results.join("attack").join(&spec.name);
    let folder = options.out.clone().unwrap_or(folder);
    let plan = AttackPlan {
        budget: options.budget,
        seed: options.seed,
        space: Space {
            examples: options.examples.unwrap_or(EXAMPLES) as usize,
            first_examples: options.examples.map_or(usize::MAX, |most| most as usize),
            largest: options.largest,
            changes: match options.orders {
                true => Changes::Order,
                false => Changes::All,
            },
        },
        constructions: match options.without_constructions {
            true => Constructions::LeftOut,
            false => Constructions::Used,
        },
        draws_only: options.random,
    };
    let progress = StudyProgress::stoppable(settings.verbosity).counting("samples");
    progress.name(&spec.name);
    let found = run(&spec, &claims, &plan, &folder, &progress);
    progress.finish();
    let found = found?;
    match settings.json {
        true => print_json(&found)?,
        false => {
            print_results(&found);
            if found.iter().any(|one| is_without_premises(one, options)) {
                println!("{PREMISES}");
            }
        }
    }
    let is_unexpected = found.iter().any(|one| one.is_unexpected);
    Ok(match is_unexpected {
        true => Outcome::Unexpected,
        false => Outcome::AsExpected,
    })
}

/// The spec that is attacked, and the ids of its claims that are; none for all.
fn spec(options: &AttackOptions, settings: &Settings) -> Result<(Spec, Vec<String>), StudyError> {
    let claims = options.claim.clone();
    let what = options.what.as_str();
    if let Some(relation) = relation(what).filter(|_| !Path::new(what).is_file()) {
        if options.orders {
            let error = StudyError::usage("`--orders` needs a spec, whose samples have orders");
            return Err(error.help("write the formula as a claim of a spec: perceptron-lab init"));
        }
        let text = text_of_formula(&relation, options);
        let spec = Spec::from_text("formula", Path::new("the formula"), &text)?;
        return Ok((spec.named(name_of_formula(what)), claims));
    }
    refuse_keys_of_a_formula(options)?;
    if let Some((spec, stating)) = spec_of_theorem(what, &settings.experiments)? {
        let claims = if claims.is_empty() { stating } else { claims };
        return Ok((spec.named(what.to_owned()), claims));
    }
    let path = names::resolve(Path::new(what), &settings.experiments);
    let path = path.map_err(|error| if_a_formula(what).unwrap_or(error))?;
    let data = names::Data::allowed(options.allow_outside);
    let specs = names::read_all(&[path], &settings.experiments, data, &[])?;
    let mut specs = permitted(specs, options.allow_processes)?;
    let spec = specs.pop();
    let spec = spec.ok_or_else(|| StudyError::usage("no spec is named"))?;
    Ok((spec, claims))
}

/// Refuses options that state what a spec states itself.
fn refuse_keys_of_a_formula(options: &AttackOptions) -> Result<(), StudyError> {
    let given = [
        ("--dimension", options.dimension.is_some()),
        ("--learner", options.learner.is_some()),
        ("--premise", !options.premise.is_empty()),
    ];
    let given = given.into_iter().find(|(_, is_given)| *is_given);
    given.map_or(Ok(()), |(option, _)| {
        let error = StudyError::usage(format!("`{option}` belongs to a formula"));
        Err(error.help("state it in the spec; `perceptron-lab attack --help` shows the others"))
    })
}

/// The error of a text that is no name of a spec, if it can be meant as a formula.
fn if_a_formula(text: &str) -> Option<StudyError> {
    let is_formula = text.contains(|sign: char| "<>()*+^ ".contains(sign));
    (is_formula && !text.ends_with(".toml")).then(|| {
        let error = StudyError::usage(format!("`{text}` is no spec, and no formula to attack"));
        error
            .note("allowed", "two numbers with `<=`, `>=` or `=` between them")
            .help("such as: perceptron-lab attack \"mistakes <= radius_squared / sample_margin_squared\"")
    })
}

/// Two formulas and how they are compared: observed, limit and form.
struct Relation<'a> {
    observed: &'a str,
    limit: &'a str,
    /// The form, if it is not the usual one of a conjecture.
    form: &'static str,
}

/// Reads a formula with a sign of comparison; `None` if it has none, as the name of a spec.
fn relation(text: &str) -> Option<Relation<'_>> {
    let signs = [
        ("<=", false),
        ("≤", false),
        (">=", true),
        ("≥", true),
        ("=", false),
    ];
    let (sign, turned) = signs.into_iter().find(|(sign, _)| text.contains(sign))?;
    let (left, right) = text.split_once(sign)?;
    let (observed, limit) = if turned { (right, left) } else { (left, right) };
    Some(Relation {
        observed: observed.trim(),
        limit: limit.trim(),
        form: if sign == "=" {
            "form = \"identity\""
        } else {
            ""
        },
    })
}

fn text_of_formula(relation: &Relation, options: &AttackOptions) -> String {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let mut unit = vec![0; options.dimension.unwrap_or(DIMENSION) as usize];
    unit[0] = 1;
    let premises: Vec<String> = options.premise.iter().map(|name| quoted(name)).collect();
    format!(
        "title = \"An attack\"\nquestion = \"Does a sample refute the formula?\"\nseed = 0\nreplicates = \"all\"\n\
         [generator.points]\nexamples = [{{ x = {unit:?}, y = 1 }}]\nseparator = {unit:?}\n\
         [variants]\nlearner = {{ {} }}\n\
         [[claims]]\nobserved = {}\nlimit = {}\n{}\npremises = [{}]\n",
        options.learner.as_deref().unwrap_or(LEARNER),
        quoted(relation.observed),
        quoted(relation.limit),
        relation.form,
        premises.join(", ")
    )
}

/// Number of results of attacks that decided nothing which are printed.
const MOST_PRINTED: usize = 12;

/// Prints what decides a claim, and of the others the first ones.
fn print_results(found: &[Attacked]) {
    let decides = |one: &&Attacked| one.result != AttackResult::Survived;
    let (decided, survived): (Vec<_>, Vec<_>) = found.iter().partition(decides);
    let shown = survived.iter().take(MOST_PRINTED);
    let shown = decided.iter().chain(shown);
    shown.for_each(|one| print!("{}", words(one)));
    let left = survived.len().saturating_sub(MOST_PRINTED);
    if left > 0 {
        println!("{left} more survived; `--json` lists all, and `--claim ID` chooses");
    }
}

/// The next step after the refutation of a formula that was meant for separable samples alone.
const PREMISES: &str = "  among separable samples alone: --premise positive-max-margin; others: perceptron-lab list premises";

/// Whether a formula was refuted that is about no margin, and has no premises.
fn is_without_premises(found: &Attacked, options: &AttackOptions) -> bool {
    let is_formula = relation(&options.what).is_some() && !Path::new(&options.what).is_file();
    let is_free = options.premise.is_empty() && !options.what.contains("margin");
    found.result == AttackResult::Refuted && is_formula && is_free
}

/// Longest line that shows a sample, in characters.
const LONGEST: usize = 200;

/// The examples of a sample in their order, such as `(1, 0)+ (0, −2)−`; `None` if they are too many for a line.
fn examples(sample: &FoundSample) -> Option<String> {
    let signs = sample.labels.iter().map(|label| match label {
        1 => "+",
        _ => "−",
    });
    let rows = sample.features.iter().map(|row| {
        let numbers = row.iter().map(|x| x.to_string().replace('-', "−"));
        numbers.collect::<Vec<_>>().join(", ")
    });
    let shown = rows.zip(signs).map(|(row, sign)| format!("({row}){sign}"));
    let shown = shown.collect::<Vec<_>>().join(" ");
    let over = match sample.denominator {
        1 => String::new(),
        over => format!(", all over {over}"),
    };
    (shown.chars().count() <= LONGEST).then_some(shown + &over)
}

/// The samples that were measured, in words; those left out are told if no sample decides the claim.
fn samples(found: &Attacked) -> String {
    let noun = if found.is_every_order {
        "order"
    } else {
        "sample"
    };
    let all = counted(found.samples, noun);
    match (found.is_every_order, found.left_out) {
        _ if matches!(found.result, AttackResult::Refuted | AttackResult::Proved) => all,
        (false, 0) => all,
        (true, 0) => format!("all {all}"),
        (_, left_out) => {
            let measured = found.samples - left_out;
            format!("{measured} of {all} (the others are too long or outside of the premises)")
        }
    }
}

/// The result of an attack in words.
fn words(found: &Attacked) -> String {
    let of = match found.learners.is_empty() {
        true => String::new(),
        false => format!(" ({})", listed(&found.learners)),
    };
    let mut text = format!("{}{of}: ", found.claim);
    let sample = found.sample.as_ref().map_or(String::new(), |sample| {
        let examples = counted(sample.labels.len() as u64, "example");
        format!("{examples} with integers up to {}", sample.largest())
    });
    let samples = samples(found);
    let reaches = found
        .reaches
        .map_or(String::new(), |share| match found.seeks_proof {
            true => format!("; the closest has limit ÷ observed {}", number(share)),
            false => format!("; the closest reaches {} of the limit", number(share)),
        });
    let sides = found.sides.map_or(String::new(), |[observed, limit]| {
        format!(": {} against {}", number(observed), number(limit))
    });
    // Writing to a string does not fail.
    let _ = match found.result {
        AttackResult::Refuted => writeln!(text, "refuted by {sample}, after {samples}{sides}"),
        AttackResult::Proved => writeln!(text, "proved by {sample}, after {samples}"),
        AttackResult::Survived => writeln!(text, "survived {samples}{reaches} ({sample}){sides}"),
        AttackResult::Unconfirmed => writeln!(
            text,
            "undecided: the sample found ({sample}) does not decide it when its spec is run, because the learner draws at random"
        ),
        AttackResult::Untried if found.is_every_order => writeln!(text, "untried: {samples}"),
        AttackResult::Untried => {
            let all = counted(found.samples, "sample");
            writeln!(text, "untried: none of {all} meets the premises")
        }
    };
    if let Some(shown) = found.sample.as_ref().and_then(examples) {
        let _ = writeln!(text, "  {shown}");
    }
    match (found.files.first(), found.result) {
        (Some(file), AttackResult::Refuted | AttackResult::Proved) => {
            let folder = file.parent().unwrap_or(Path::new("."));
            let [file, folder] = [file.as_path(), folder].map(quoted_path);
            let _ = writeln!(
                text,
                "  run it: perceptron-lab run {file} --results {folder}"
            );
        }
        (Some(file), _) => {
            let _ = writeln!(text, "  the closest: {}", file.display());
        }
        (None, _) => {}
    }
    text
}
