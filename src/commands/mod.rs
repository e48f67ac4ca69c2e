//! Parses the command line, dispatches, prints, and gives the exit code; nothing else in the program prints.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod analyze;
mod calibrate;
mod check;
mod conform;
mod examples;
mod explain;
mod export;
mod grade;
mod init;
mod list;
mod merge;
mod plan;
mod progress;
mod replay;
mod reproduce;
mod results;
mod risk;
mod run;
mod run_summary;
mod schema;
mod starter;
mod threads;
mod verify;

use crate::report;
use crate::store::is_decoding;
use crate::study::names::Data;
use crate::study::shell::quoted;
use crate::study::{Outcome, StudyError};
use clap::{Parser, Subcommand};
use perceptron::documented::Documentation;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

const EXIT_CODES: &str = "Exit codes: 0 everything as expected; 1 a verdict is not the expected one, a reference run or a verified result differs, or a graded learner is refuted; 2 the command or a spec is wrong; 3 a run is incomplete or a trial failed; 4 shards were merged and another round of them is needed; 130 a run was interrupted, and goes on from there when it is run again.";

/// Reruns experiments about the perceptron, and says of every theorem whether the numbers agree.
#[derive(Parser)]
#[command(name = "perceptron-lab", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Folder for results
    #[arg(long, global = true, value_name = "DIR", default_value = "results")]
    results: PathBuf,
    /// Folder with the experiment specs: an experiment is called by its path in it, such as `mit/xor`; a spec file outside of it by the file's own name
    #[arg(long, global = true, value_name = "DIR", default_value = "experiments")]
    experiments: PathBuf,
    /// Print JSON instead of tables
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// List experiments, generators, rules, orders, learners, claims, premises, columns, figures and closed forms of the risk
    #[command(after_help = examples::LIST)]
    List {
        /// Only this family
        family: Option<list::Family>,
        /// With `claims`: every statement of the notes with the claims that check it and the verdicts in the results folder, as Markdown
        #[arg(long)]
        markdown: bool,
    },
    /// Check a spec: how many cells, trials and verdicts it has, which claims never speak and what would mend them, and which runs may not end
    #[command(after_help = examples::CHECK)]
    Check {
        /// Spec files, or names of experiments such as mit/xor
        #[arg(required = true)]
        specs: Vec<PathBuf>,
        /// Read data files that lie neither below the folder of the experiments nor below the spec's own
        #[arg(long)]
        allow_outside: bool,
    },
    /// Plan a run: its trials, time and memory, per cell and in all, from some replicates that are run and thrown away
    #[command(after_help = examples::PLAN)]
    Plan {
        /// Spec files, or names of experiments such as mit/xor
        #[arg(required = true)]
        specs: Vec<PathBuf>,
        /// Run learners that are programs of their own
        #[arg(long)]
        allow_processes: bool,
        /// Read data files that lie neither below the folder of the experiments nor below the spec's own
        #[arg(long)]
        allow_outside: bool,
        /// Write a script that runs the one spec under Slurm: shares as an array, and a job behind them that merges, judges and reports
        #[arg(long, value_name = "FILE")]
        slurm: Option<PathBuf>,
        /// Into so many shares; where it is not said, as many as take a quarter of an hour each
        #[arg(long, value_name = "N", requires = "slurm", value_parser = clap::value_parser!(u64).range(1..=10_000))]
        shards: Option<u64>,
    },
    /// Explain a name or a word: a claim with its proof, tight construction, control and experiments; a premise, generator, rule, order, figure, column or key; or what people call it (novikoff, clean pass, vacuous)
    #[command(after_help = examples::EXPLAIN)]
    Explain {
        /// Its name; without, everything that can be explained, by family
        name: Vec<String>,
    },
    /// Write a commented spec that runs as it is: by question, or for a data file of your own
    #[command(after_help = examples::INIT)]
    Init {
        #[command(flatten)]
        options: init::InitOptions,
    },
    /// Run specs, judge their trials and write their reports
    #[command(after_help = examples::RUN)]
    Run {
        /// Spec files, or names of experiments such as mit/xor
        #[arg(required = true)]
        specs: Vec<PathBuf>,
        /// Set a key of the spec to another value, into a results folder of its own: seed=7, replicates=500, generator.NAME.KEY=…, variants.NAME.KEY=…; what was swept is swept no more
        #[arg(long, value_name = "KEY=VALUE")]
        set: Vec<String>,
        #[command(flatten)]
        options: run::RunArguments,
    },
    /// Merge all shares of a study, which `run --shard I/N` made: the same files as one run writes, judged and reported
    #[command(after_help = examples::MERGE)]
    Merge {
        /// Folders of shares, or folders above them, such as results/shards/NAME
        #[arg(required = true)]
        folders: Vec<PathBuf>,
    },
    /// Run the experiments of a results folder again, from the specs in its manifests, and compare verdict by verdict and byte for byte
    #[command(after_help = examples::VERIFY)]
    Verify {
        #[command(flatten)]
        options: verify::VerifyOptions,
    },
    /// Judge results folders anew: verdicts.json and verdicts.csv from trials.parquet
    #[command(after_help = examples::FOLDERS)]
    Judge {
        /// Results folders, such as results/smoke
        #[arg(required = true)]
        folders: Vec<PathBuf>,
    },
    /// Write the reports of results folders anew
    #[command(after_help = examples::FOLDERS)]
    Report {
        /// Results folders, such as results/smoke
        #[arg(required = true)]
        folders: Vec<PathBuf>,
    },
    /// Run one trial again and compare it with what is stored, follow it update by update, or check its certificate in exact arithmetic
    #[command(after_help = examples::REPLAY)]
    Replay {
        /// experiment:cell-key:variant:replicate, as a verdict's witness
        address: String,
        #[command(flatten)]
        options: replay::ReplayOptions,
    },
    /// Write the sample of one trial for other programs, and its certificate
    #[command(after_help = examples::EXPORT)]
    Export {
        /// experiment:cell-key:variant:replicate, as a verdict's witness
        address: String,
        /// The file; its name says the format: .csv, .libsvm or .svm, .parquet, .npy, or FOLDER/data/NAME.dat for a reference run that `conform` reads
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
        /// Write the trial's certificate to this file
        #[arg(long, value_name = "FILE")]
        certificate: Option<PathBuf>,
    },
    /// Run every spec below the experiments folder, judge, report, and print the table of verdicts
    #[command(after_help = examples::REPRODUCE)]
    Reproduce {
        #[command(flatten)]
        options: run::RunArguments,
        /// Instead, run everything with K other seeds in memory, and print what was unexpected in any: into results/reseeds, or results/reseeds/quick; nothing else is written
        #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["fresh", "retry_failed", "certificates"])]
        reseed: Option<u64>,
    },
    /// Analyze your own data file: separable or not with a certificate, margins, every bound with its number or the premise that fails, and what learners do
    #[command(after_help = examples::ANALYZE)]
    Analyze {
        #[command(flatten)]
        options: analyze::AnalyzeOptions,
    },
    /// Compare exact runs with a folder of reference runs, bit for bit
    #[command(after_help = examples::CONFORM)]
    Conform {
        #[command(flatten)]
        options: conform::ConformOptions,
    },
    /// Grade a learner of your own, a program that reads examples and answers: which claims hold for it, and the smallest samples that refute others
    #[command(after_help = examples::GRADE)]
    Grade {
        #[command(flatten)]
        options: grade::GradeOptions,
    },
    /// Simulate studies and plant faults: how often the judge is wrong, and what its claims catch
    #[command(after_help = examples::CALIBRATE)]
    Calibrate {
        /// A tenth of the studies, into results/quick
        #[arg(long)]
        quick: bool,
    },
    /// Print a closed form of the risk; without a name, list them all with their keys
    #[command(after_help = examples::RISK)]
    Risk {
        #[command(flatten)]
        options: risk::RiskOptions,
    },
    /// Print the JSON Schema of a spec, by which editors complete and check
    #[command(after_help = examples::SCHEMA)]
    Schema,
    /// Print a script by which a shell completes commands and options
    #[command(after_help = examples::COMPLETIONS)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(after_help = examples::MAN)]
    Man,
}

/// What most commands need of the command line.
struct Settings {
    results: PathBuf,
    experiments: PathBuf,
    json: bool,
}

/// Runs the command line and returns its exit code.
pub fn main() -> ExitCode {
    keep_panics_quiet();
    let cli = Cli::try_parse().unwrap_or_else(|error| end_with_words(&error));
    let settings = Settings {
        results: cli.results,
        experiments: cli.experiments,
        json: cli.json,
    };
    let asked = std::env::var("RAYON_NUM_THREADS").ok();
    let dispatched = threads::checked(asked.as_deref())
        .map_err(StudyError::Usage)
        .and_then(|()| dispatch(cli.command, &settings));
    let code = match dispatched {
        Ok(outcome) => outcome.code(),
        Err(error) => {
            eprintln!("{error}");
            if let StudyError::Interrupted { .. } = error {
                eprintln!("  = help: go on with: {}", again());
            }
            error.code()
        }
    };
    ExitCode::from(code)
}

/// The command line as a shell takes it, without `--fresh`, which would begin anew.
fn again() -> String {
    let given = std::env::args().filter(|word| word != "--fresh");
    given
        .map(|word| quoted(&word))
        .collect::<Vec<_>>()
        .join(" ")
}

/// A panic while a trial is measured becomes the trial's message, and one that standard output has caused an end in words; any other is printed as
/// ever.
fn keep_panics_quiet() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let payload = panic.payload().downcast_ref::<String>();
        let words = payload.map_or("", String::as_str);
        if let Some(why) = words.strip_prefix("failed printing to stdout: ") {
            end_without_output(why);
        }
        if !claims::trial::is_measuring() && !is_decoding() {
            print(panic);
        }
    }));
}

/// Prints help that was asked for, or what is wrong with the command line, and ends; help that cannot be printed is an error.
fn end_with_words(error: &clap::Error) -> ! {
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Err(why) if !error.use_stderr() => end_without_output(&why.to_string()),
        _ => std::process::exit(error.exit_code()),
    }
}

/// Ends where nothing can be printed any more: in silence where the reader has left, as `list | head -1` does.
fn end_without_output(why: &str) -> ! {
    if why.starts_with("Broken pipe") {
        std::process::exit(BROKEN_PIPE);
    }
    // Standard error may be gone as well.
    let _ = writeln!(
        std::io::stderr(),
        "error: cannot print: {why}\n  = help: send standard output to a place with room; what a run has stored is kept"
    );
    std::process::exit(2);
}

/// What a shell says of a program whose reader has left.
const BROKEN_PIPE: i32 = 141;

fn dispatch(command: Command, settings: &Settings) -> Result<Outcome, StudyError> {
    match command {
        Command::List { family, markdown } => match markdown {
            true => list::markdown(family, settings),
            false => list::list(family, settings),
        },
        Command::Check {
            specs,
            allow_outside,
        } => check::check(&specs, Data::allowed(allow_outside), settings),
        Command::Plan {
            specs,
            allow_processes,
            allow_outside,
            slurm,
            shards: shares,
        } => plan::show(
            &specs,
            allow_processes,
            Data::allowed(allow_outside),
            slurm.map(|file| plan::Slurm { file, shares }).as_ref(),
            settings,
        ),
        Command::Explain { name } => explain::explain(&name, settings),
        Command::Run {
            specs,
            set,
            options,
        } => run::run(&specs, &set, &options, settings),
        Command::Merge { folders } => merge::merge(&folders, settings),
        Command::Verify { options } => verify::verify(&options, settings),
        Command::Judge { folders } => results::judge(&folders, settings),
        Command::Report { folders } => results::report(&folders, settings),
        Command::Replay { address, options } => replay::replay(&address, &options, settings),
        Command::Export {
            address,
            to,
            certificate,
        } => export::show(&address, &to, certificate.as_deref(), settings),
        Command::Reproduce {
            options,
            reseed: None,
        } => reproduce::reproduce(&options, settings),
        Command::Reproduce {
            options,
            reseed: Some(count),
        } => reproduce::reseed(&options, count, settings),
        Command::Analyze { options } => analyze::run(&options, settings),
        Command::Conform { options } => conform::conform(&options, settings),
        Command::Grade { options } => grade::grade(&options, settings),
        Command::Calibrate { quick } => calibrate::calibrate(quick, settings),
        Command::Risk { options } => risk::risk(&options, settings),
        Command::Init { options } => init::init(&options, settings),
        Command::Schema => schema::schema(),
        Command::Completions { shell } => schema::completions(shell),
        Command::Man => schema::man(),
    }
}

/// The keys of something, each with its meaning, in two columns.
fn keys(doc: &Documentation, indent: &str) -> String {
    let words = |about: &str| about.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = |(key, about): (&str, &str)| vec![format!("{indent}{key}"), words(about)];
    let lines: Vec<Vec<String>> = doc.written_keys().map(line).collect();
    report::aligned(&lines, &[])
}

/// Prints a value as JSON on stdout.
fn print_json(value: &impl serde::Serialize) -> Result<(), StudyError> {
    println!(
        "{}",
        serde_json::to_string_pretty(value)
            .map_err(|error| StudyError::Usage(error.to_string()))?
    );
    Ok(())
}
