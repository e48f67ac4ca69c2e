//! Runs the command `plan`: estimates trials, time and memory of a run before it starts.

use super::settings::{Settings, print_json};
use crate::report;
use crate::study::external_programs::permitted;
use crate::study::plan::{CellPlan, Costs, Plan, plan, rehearsed};
use crate::study::slurm::Job;
use crate::study::{Outcome, StudyError, names, outputs};
use claims::numbers::{listed, number, percent};
use claims::problem::Problem;
use claims::spec::{Spec, bytes};
use clap::Args;
use grade::process::shell::quoted_path;
use std::path::{Path, PathBuf};

/// Largest number of cells whose predicted cost is listed one by one.
const MOST_LISTED: usize = 40;

/// Options of `plan`.
#[derive(Debug, Args)]
pub(super) struct PlanOptions {
    /// Spec files, or names of experiments such as mit/xor
    #[arg(required = true)]
    pub specs: Vec<PathBuf>,
    /// Run the programs of external learners (`learner = { process = … }`), which have all your permissions
    #[arg(long)]
    pub allow_processes: bool,
    /// Also read data files outside the experiments folder and the spec's own folder
    #[arg(long)]
    pub allow_outside: bool,
    /// Write a Slurm script for a single spec, to submit with `bash FILE`: an array job that runs the shards, then a job that merges, judges and
    /// reports
    #[arg(long, value_name = "FILE")]
    pub slurm: Option<PathBuf>,
    /// Number of shards (default: as many as take about 15 minutes each, but at most 200)
    #[arg(long, value_name = "N", requires = "slurm", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub shards: Option<u64>,
}

/// Writes the Slurm script of a study to a file, in addition to the printed plan.
fn write_script(
    (specs, paths, plans): (&[Spec], &[PathBuf], &[Plan]),
    (file, shares): (&Path, Option<u64>),
    settings: &Settings,
) -> Result<(), StudyError> {
    let ([spec], [path], [plan]) = (specs, paths, plans) else {
        let problem = Problem::new("`--slurm` takes one spec");
        return Err(StudyError::Usage(
            problem.help("plan each study separately"),
        ));
    };
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("perceptron-lab"));
    let job = Job {
        spec,
        plan,
        path: &absolute(path),
        experiments: &absolute(&settings.experiments),
        results: &absolute(&settings.results),
        program: &program,
        shards: shares,
    };
    let script = job.script().map_err(|problem| {
        StudyError::usage(problem.to_string())
            .note("expected", "folders and specs whose names are UTF-8")
            .help("rename them")
    })?;
    outputs::save(file, &script)?;
    if job.safe_name() != spec.name {
        eprintln!(
            "Slurm does not accept the name {}: the job is called {}",
            spec.name,
            job.safe_name()
        );
    }
    if job.is_large() {
        eprintln!(
            "warning: most clusters take at most 1000 tasks in an array (MaxArraySize = 1001); the script asks the cluster, and submits nothing if it takes fewer"
        );
    }
    let (shown, typed) = (file.display(), quoted_path(file));
    eprintln!("{shown} is written; submit it with: bash {typed}");
    Ok(())
}

pub(super) fn show(options: &PlanOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let paths = names::resolve_all(&options.specs, &settings.experiments)?;
    let data = names::Data::allowed(options.allow_outside);
    let specs = names::read_all(&paths, &settings.experiments, data, &[])?;
    let specs = permitted(specs, options.allow_processes)?;
    if let Some(file) = &options.slurm {
        let pairs = paths.iter().zip(&specs);
        let inputs = pairs.flat_map(|(path, spec)| outputs::spec_and_data(path, spec));
        outputs::refuse(&[("--slurm", file.clone())], &inputs.collect::<Vec<_>>())?;
    }
    let planned = |(spec, path): (&Spec, &PathBuf)| {
        let beside = path.parent().unwrap_or(Path::new(""));
        rehearsed(plan(spec), spec, beside)
    };
    let plans: Vec<Plan> = specs.iter().zip(&paths).map(planned).collect();
    if let Some(file) = &options.slurm {
        write_script((&specs, &paths, &plans), (file, options.shards), settings)?;
    }
    if settings.json {
        print_json(&plans)?;
        return Ok(Outcome::AsExpected);
    }
    plans.iter().for_each(print);
    Ok(Outcome::AsExpected)
}

fn print(plan: &Plan) {
    println!("{}", plan.experiment);
    let names = ["cell", "trials", "processor", "sample"];
    let names = names.map(str::to_owned).to_vec();
    let listed = plan.cells.iter().take(MOST_LISTED).map(line);
    let lines: Vec<Vec<String>> = std::iter::once(names).chain(listed).collect();
    print!("{}", report::aligned(&lines, &[]));
    if let Some(more) = plan.cells.len().checked_sub(MOST_LISTED + 1) {
        println!("and {} more cells; `--json` lists all", more + 1);
    }
    let early = plan.processor_seconds_at_least < plan.processor_seconds;
    let most = if early { "at most " } else { "" };
    println!(
        "total: {most}{} trials, {} of one processor, {} on {} threads, and {} of memory",
        plan.trials,
        seconds(plan.processor_seconds),
        seconds(plan.seconds),
        plan.threads,
        bytes(plan.bytes.into())
    );
    if plan.is_at_least {
        println!(
            "A replicate was ended after 2 s, unfinished: the run takes longer than that, by an unknown factor. `--time-limit` ends such trials."
        );
    }
    if early {
        let least = seconds(plan.processor_seconds_at_least);
        println!("If every verdict is decided as early as possible: {least} of one processor.");
    }
    plan.costs.iter().for_each(print_costs);
    match plan.file_seconds {
        Some(files) => println!(
            "Of that, files, witnesses, report and figures take {}.",
            seconds(files)
        ),
        None => println!("The time for files, witnesses, report and figures is not included."),
    }
}

/// Says which learner takes the time of the longest cell, and which columns.
fn print_costs(costs: &Costs) {
    let of_columns = match costs.columns.as_slice() {
        [] => String::new(),
        columns => format!(
            ", {} of it for the columns {}",
            percent(costs.columns_share),
            listed(columns)
        ),
    };
    println!(
        "In the longest cell, the learner `{}` takes {} of the time{of_columns}.",
        costs.learner,
        percent(costs.share)
    );
}

fn line(cell: &CellPlan) -> Vec<String> {
    let guess = if cell.measured == 0 {
        " (not measured)"
    } else {
        ""
    };
    let time = format!("{}{guess}", seconds(cell.processor_seconds));
    vec![
        cell.name.clone(),
        cell.trials.to_string(),
        time,
        bytes(cell.sample_bytes.into()),
    ]
}

fn seconds(seconds: f64) -> String {
    match seconds {
        hours if hours >= 7200.0 => format!("{} h", number(hours / 3600.0)),
        minutes if minutes >= 120.0 => format!("{} min", number(minutes / 60.0)),
        seconds if seconds >= 1.0 => format!("{} s", number(seconds)),
        seconds => format!("{} ms", number(1e3 * seconds)),
    }
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn times_are_in_a_unit_of_their_size() {
        for (time, words) in [
            (0.25, "250 ms"),
            (1.0, "1 s"),
            (119.0, "119 s"),
            (120.0, "2 min"),
            (7199.0, "120 min"),
            (7200.0, "2 h"),
            (90_000.0, "25 h"),
        ] {
            assert_eq!(seconds(time), words);
        }
    }
}
