//! Declares the command line: its commands, and the options that all of them share.

use super::{
    analyze, calibrate, check, conform, examples, explain, export, grade, init, judge, list, merge,
    open, plan, replay, report, reproduce, risk, run, verify,
};
use clap::{Parser, Subcommand};
use std::path::PathBuf;

const EXIT_CODES: &str = "Exit codes: 0 everything as expected; 1 a verdict is not the expected one, a reference run or a verified result differs, or a graded learner is refuted; 2 the command or a spec is wrong; 3 a run is incomplete or a trial failed; 4 shards were merged and another round of them is needed; 130 a run was interrupted, and goes on from there when it is run again.";

/// Reruns experiments about the perceptron, and says of every theorem whether the numbers agree.
#[derive(Parser)]
#[command(name = "perceptron-lab", version, after_help = EXIT_CODES)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// Folder for results
    #[arg(long, global = true, value_name = "DIR", default_value = "results")]
    pub results: PathBuf,
    /// Folder with the experiment specs: an experiment is called by its path in it, such as `mit/xor`; a spec file outside of it by the file's own name
    #[arg(long, global = true, value_name = "DIR", default_value = "experiments")]
    pub experiments: PathBuf,
    /// Print JSON instead of tables
    #[arg(long, global = true)]
    pub json: bool,
}

/// A command with its options.
#[derive(Subcommand)]
pub(super) enum Command {
    /// List experiments, generators, rules, orders, learners, claims, premises, columns, figures and closed forms of the risk
    #[command(after_help = examples::LIST)]
    List(list::ListOptions),
    /// Check a spec: how many cells, trials and verdicts it has, which claims never speak and what would mend them, and which runs may not end
    #[command(after_help = examples::CHECK)]
    Check(check::CheckOptions),
    /// Plan a run: its trials, time and memory, per cell and in all, from some replicates that are run and thrown away
    #[command(after_help = examples::PLAN)]
    Plan(plan::PlanOptions),
    /// Explain a name or a word: a claim with its proof, tight construction, control and experiments; a premise, generator, rule, order, figure, column or key; or what people call it (novikoff, clean pass, vacuous)
    #[command(after_help = examples::EXPLAIN)]
    Explain(explain::ExplainOptions),
    /// Write a commented spec that runs as it is: by question, or for a data file of your own
    #[command(after_help = examples::INIT)]
    Init(init::InitOptions),
    /// Run specs, judge their trials and write their reports
    #[command(after_help = examples::RUN)]
    Run(run::RunArguments),
    /// Merge all shares of a study, which `run --shard I/N` made: the same files as one run writes, judged and reported
    #[command(after_help = examples::MERGE)]
    Merge(merge::MergeOptions),
    /// Run the experiments of a results folder again, from the specs in its manifests, and compare verdict by verdict and byte for byte
    #[command(after_help = examples::VERIFY)]
    Verify(verify::VerifyOptions),
    /// Judge results folders anew: verdicts.json and verdicts.csv from trials.parquet
    #[command(after_help = examples::FOLDERS)]
    Judge(judge::JudgeOptions),
    /// Write the reports of results folders anew
    #[command(after_help = examples::FOLDERS)]
    Report(report::ReportOptions),
    /// Open the report of an experiment, or the index of all results, in the browser
    #[command(after_help = examples::OPEN)]
    Open(open::OpenOptions),
    /// Run one trial again and compare it with what is stored, follow it update by update, or check its certificate in exact arithmetic
    #[command(after_help = examples::REPLAY)]
    Replay(replay::ReplayOptions),
    /// Write the sample of one trial for other programs, and its certificate
    #[command(after_help = examples::EXPORT)]
    Export(export::ExportOptions),
    /// Run every spec below the experiments folder, judge, report, and print the table of verdicts
    #[command(after_help = examples::REPRODUCE)]
    Reproduce(reproduce::ReproduceOptions),
    /// Analyze your own data file: separable or not with a certificate, margins, every bound with its number or the premise that fails, and what learners do
    #[command(after_help = examples::ANALYZE)]
    Analyze(analyze::AnalyzeOptions),
    /// Compare exact runs with a folder of reference runs, bit for bit
    #[command(after_help = examples::CONFORM)]
    Conform(conform::ConformOptions),
    /// Grade a learner of your own, a program that reads examples and answers: which claims hold for it, and the smallest samples that refute others
    #[command(after_help = examples::GRADE)]
    Grade(grade::GradeOptions),
    /// Simulate studies and plant faults: how often the judge is wrong, and what its claims catch
    #[command(after_help = examples::CALIBRATE)]
    Calibrate(calibrate::CalibrateOptions),
    /// Print a closed form of the risk; without a name, list them all with their keys
    #[command(after_help = examples::RISK)]
    Risk(risk::RiskOptions),
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
