//! Declares the command line: the commands, and the options that all commands share.

use super::{
    analyze, attack, calibrate, check, conform, examples, explain, export, figure, init, judge,
    lesson, list, merge, open, plan, replay, report, reproduce, risk, run, schema, table, trials,
    verify,
};
use ::grade::homework::HandInOptions;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

const EXIT_CODES: &str = "Exit codes:
  0    everything as expected
  1    a verdict is not the expected one, a reference run or a verified result differs, a graded learner is refuted,
       or homework misses points
  2    the command or a spec is wrong
  3    a run is incomplete or a trial failed
  4    shards were merged and another round of them is needed
  130  a run was interrupted; the same command continues it";

/// Reruns experiments about the perceptron, and says of every theorem whether the numbers agree.
#[derive(Parser)]
#[command(name = "perceptron-lab", version, after_help = EXIT_CODES)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// Folder to which results are written, and in which the results of an experiment are found by its name; a results folder that is an argument is
    /// read where it is
    #[arg(long, global = true, value_name = "DIR", default_value = "results")]
    pub results: PathBuf,
    /// Folder with the experiment specs, for commands that read specs. An experiment is named by its path in this folder, such as `mit/xor`; a spec
    /// file elsewhere by its file name
    #[arg(long, global = true, value_name = "DIR", default_value = "experiments")]
    pub experiments: PathBuf,
    /// Print JSON instead of text
    #[arg(long, global = true)]
    pub json: bool,
    /// Print only errors and warnings when experiments are run, judged or reported; the exit code tells the result
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Also print, on standard error, how long each experiment took
    #[arg(long, short, global = true)]
    pub verbose: bool,
}

/// A command with its options.
#[derive(Subcommand)]
pub(super) enum Command {
    /// List experiments, generators, rules, orders, learners, claims, premises, columns, figures and risks (formulas for the probability of an error
    /// on a fresh example)
    #[command(after_help = examples::LIST)]
    List(list::ListOptions),
    /// Check a spec before running it: numbers of cells, trials and verdicts, claims that can never apply and how to fix them, runs that may not end
    #[command(after_help = examples::CHECK)]
    Check(check::CheckOptions),
    /// Estimate trials, time and memory of a run, per cell and in total, by running a few replicates whose results are discarded
    #[command(after_help = examples::PLAN)]
    Plan(plan::PlanOptions),
    /// Explain a name or a term: a claim with its proof, tight construction, control and experiments; a premise, generator, rule, order, figure,
    /// column or key; or a term in common use (novikoff, clean pass, vacuous)
    #[command(after_help = examples::EXPLAIN)]
    Explain(explain::ExplainOptions),
    /// Write a commented spec that runs without changes, for a question or for your own data file; with --course, a folder of exercises for a class
    #[command(after_help = examples::INIT)]
    Init(init::InitOptions),
    /// Run specs, judge their trials and write their reports
    #[command(after_help = examples::RUN)]
    Run(run::RunArguments),
    /// Merge all shards of an experiment, which `run SPEC --shard I/N` made, into the files that a run without shards would write; then judge and
    /// report. If a shard is missing or damaged, nothing is written
    #[command(after_help = examples::MERGE)]
    Merge(merge::MergeOptions),
    /// Rerun stored experiments and compare: every verdict with verdicts.json, and the trials with trials.parquet, byte for byte, or with its digest
    /// if that file is absent. Each spec is read from the results (manifest.toml). The exit code is 1 if anything differs
    #[command(after_help = examples::VERIFY)]
    Verify(verify::VerifyOptions),
    /// Judge stored trials again: writes verdicts.json and verdicts.csv from trials.parquet
    #[command(after_help = examples::FOLDERS)]
    Judge(judge::JudgeOptions),
    /// Write report.html and report.md anew from stored verdicts and trials, for example after an update of the program
    #[command(after_help = examples::FOLDERS)]
    Report(report::ReportOptions),
    /// Open the report of an experiment, or the index of all results, in the browser
    #[command(after_help = examples::OPEN)]
    Open(open::OpenOptions),
    /// Write a page on which examples are dragged and everything is computed anew at once: mistakes, the path of w, the largest margin, the bound and
    /// its share. It is one file that works offline, and it opens any sample of one or two features
    #[command(after_help = examples::LESSON)]
    Lesson(lesson::LessonOptions),
    /// Print a table of statistics of stored trials: grouped by cells, variants and columns, for the terminal or as CSV, Markdown, LaTeX or JSON
    #[command(after_help = examples::TABLE)]
    Table(table::TableOptions),
    /// Print the stored trials of an experiment as CSV, a line for each trial, for programs that do not read parquet
    #[command(after_help = examples::TRIALS)]
    Trials(trials::TrialsOptions),
    /// Rerun one trial and compare it with the stored one, follow it update by update, or check its certificate (a file with its updates and their
    /// order) in exact arithmetic
    #[command(after_help = examples::REPLAY)]
    Replay(replay::ReplayOptions),
    /// Write the sample of one trial to a file that other programs can read, and optionally the certificate of the trial (a file with its updates and
    /// their order, which others can check)
    #[command(after_help = examples::EXPORT)]
    Export(export::ExportOptions),
    /// Draw one figure of a study for a paper, as PDF, SVG, PNG or CSV, with a width of your choice; without a name, list the figures of the study
    #[command(after_help = examples::FIGURE)]
    Figure(figure::FigureOptions),
    /// Run every spec in the experiments folder, judge, report, and print what was found, note by note
    #[command(after_help = examples::REPRODUCE)]
    Reproduce(reproduce::ReproduceOptions),
    /// Analyze your own data file: whether it is separable, with a proof that others can check (a certificate), margins, the value of every bound or
    /// the premise that fails, results of learners
    #[command(after_help = examples::ANALYZE)]
    Analyze(analyze::AnalyzeOptions),
    /// Run the perceptron in cyclic order, in exact arithmetic, on the samples of a folder, and compare updates and final weights with those stored
    /// there
    #[command(after_help = examples::CONFORM)]
    Conform(conform::ConformOptions),
    /// Search for a sample that refutes a claim: a claim of a spec about every run, a theorem, or a formula of your own. The sample found is a
    /// spec to run; a claim that is not refuted has survived a number of samples, which is no verdict
    #[command(after_help = examples::ATTACK)]
    Attack(attack::AttackOptions),
    /// Grade your own learner, a program that reads examples and answers: claims that hold for it, and the smallest samples that refute others
    #[command(after_help = examples::GRADE)]
    Grade(::grade::command::GradeOptions),
    /// Mark homework whose answers are witnesses, exactly and with reasons: samples that refute misprints, multipliers, separators. Print the version of
    /// a sheet for one student, or its solutions
    #[command(after_help = examples::HAND_IN)]
    HandIn(HandInOptions),
    /// Measure how often verdicts are wrong on simulated trials whose truth is known, and which planted faults the claims detect
    #[command(after_help = examples::CALIBRATE)]
    Calibrate(calibrate::CalibrateOptions),
    /// Print a closed form of the risk; without a name, list them all with their keys
    #[command(after_help = examples::RISK)]
    Risk(risk::RiskOptions),
    /// Print the JSON Schema of a spec or of a file of theorems, which editors use to complete and check them
    #[command(after_help = examples::SCHEMA)]
    Schema(schema::SchemaOptions),
    /// Print the shell script that completes commands and options
    #[command(after_help = examples::COMPLETIONS)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(after_help = examples::MAN)]
    Man,
}
