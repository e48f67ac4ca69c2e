//! Writes the script that runs a study under Slurm: an array of shares, and a job that merges, judges and reports when they have ended.

use super::plan::Plan;
use claims::spec::{Replicates, Spec};
use std::path::Path;

/// Seconds that a share should take at least, so that the scheduler is not busier than the nodes.
const SHORTEST_SHARE: f64 = 900.0;

/// Shares where nobody asks for a number: a queue takes as many.
const MOST_SHARES: u64 = 200;

/// How many times the planned time and memory a job may take before the scheduler ends it.
const SAFETY: f64 = 3.0;

/// What a script needs to know.
pub struct Job<'a> {
    /// The study.
    pub spec: &'a Spec,
    /// What it will cost.
    pub plan: &'a Plan,
    /// The spec's file.
    pub path: &'a Path,
    /// The folder of the experiments.
    pub experiments: &'a Path,
    /// Where results go.
    pub results: &'a Path,
    /// The program.
    pub program: &'a Path,
    /// Shares, where somebody asks for a number.
    pub shares: Option<u64>,
}

impl Job<'_> {
    /// How many shares: as many as make each worth a job.
    fn shares(&self) -> u64 {
        let planned = (self.plan.trial_seconds() / SHORTEST_SHARE).ceil() as u64;
        self.shares.unwrap_or_else(|| planned.clamp(1, MOST_SHARES))
    }

    /// Minutes that a share may take.
    fn minutes(&self) -> u64 {
        let seconds = SAFETY * self.plan.trial_seconds() / self.shares() as f64;
        10 + (seconds / 60.0).ceil() as u64
    }

    /// Mebibytes that a job may take.
    fn mebibytes(&self) -> u64 {
        let planned = SAFETY * self.plan.bytes as f64 / f64::from(1 << 20);
        256 + planned.ceil() as u64
    }

    /// The script.
    pub fn script(&self) -> String {
        let adaptive = match self.spec.replicates {
            Replicates::UntilDecided { .. } => {
                "\n# Its replicates depend on verdicts: the merging job submits the next round until all is decided."
            }
            Replicates::Fixed(_) | Replicates::All => "",
        };
        TEMPLATE
            .replace("@NAME@", &self.spec.name)
            .replace("@JOB@", &self.spec.name.replace('/', "."))
            .replace("@ADAPTIVE@", adaptive)
            .replace("@SHARES@", &self.shares().to_string())
            .replace("@MINUTES@", &self.minutes().to_string())
            .replace("@MERGE_MINUTES@", &(30 + self.minutes()).to_string())
            .replace("@MEMORY@", &self.mebibytes().to_string())
            .replace("@PROGRAM@", &quoted(self.program))
            .replace("@SPEC@", &quoted(self.path))
            .replace("@EXPERIMENTS@", &quoted(self.experiments))
            .replace("@RESULTS@", &quoted(self.results))
    }
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

const TEMPLATE: &str = r#"#!/bin/bash
#SBATCH --job-name=@JOB@
#SBATCH --array=1-@SHARES@
#SBATCH --cpus-per-task=1
#SBATCH --mem=@MEMORY@M
#SBATCH --time=@MINUTES@
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=%x-%A_%a.log
#
# @NAME@ in @SHARES@ shares under Slurm, written by `perceptron-lab plan --slurm`. Every share may be run again at any time: it goes on where
# it was, and one that is finished ends at once.@ADAPTIVE@
#
#   bash THIS_FILE           submits the shares, and behind them the job that merges, judges and reports
#   sbatch --array=K THIS_FILE   submits one share again
#   bash THIS_FILE merge     merges what is there; a share that is missing is named, and nothing is written
#
# Slurm copies what it runs: keep this file where it is until the study has ended. Folders must be seen by all nodes.
set -euo pipefail

program=${PERCEPTRON_LAB:-@PROGRAM@}
spec=@SPEC@
experiments=@EXPERIMENTS@
results=@RESULTS@
name=@NAME@
shares=@SHARES@
script=${PERCEPTRON_LAB_SCRIPT:-$(realpath "${BASH_SOURCE[0]}")}
export PERCEPTRON_LAB_SCRIPT=$script

submit() {
  local array merging
  array=$(sbatch --parsable "$script")
  # After any end: the merging job names the shares that failed for good.
  merging=$(sbatch --parsable --dependency="afterany:${array%%;*}" --job-name="@JOB@.merge" --mem=@MEMORY@M --time=@MERGE_MINUTES@ \
    --requeue --open-mode=append --output="%x-%j.log" --wrap "bash '$script' merge")
  echo "submitted: shares ${array%%;*}, merging ${merging%%;*}"
}

merge() {
  local code=0
  "$program" merge "$results/shards/$name" --results "$results" --experiments "$experiments" || code=$?
  if [ "$code" = 4 ]; then
    submit
    exit 0
  fi
  exit "$code"
}

if [ "${1:-}" = merge ]; then
  merge
elif [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
  export RAYON_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1}
  exec "$program" run "$spec" --shard "$SLURM_ARRAY_TASK_ID/$shares" --results "$results" --experiments "$experiments"
else
  submit
fi
"#;

#[cfg(test)]
mod tests {
    use super::super::plan::plan;
    use super::*;

    #[test]
    fn a_script_has_balanced_shares_with_time_and_memory_and_no_blank_is_left() {
        let text = "title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 7\n\
            [generator.basis]\ndimension = 3\nexamples = 5\n\
            [variants.v]\nrule = { perceptron = {} }\norder = \"stream\"\n";
        let spec = Spec::from_text("a/b", Path::new("t.toml"), text).unwrap();
        let plan = Plan {
            processor_seconds: 9000.0,
            bytes: 100 << 20,
            ..plan(&spec)
        };
        let place = Path::new("/a b/it's");
        let job = Job {
            spec: &spec,
            plan: &plan,
            path: place,
            experiments: place,
            results: place,
            program: place,
            shares: None,
        };
        let script = job.script();
        for line in [
            "#SBATCH --array=1-10",
            "#SBATCH --time=55",
            "#SBATCH --mem=556M",
            "#SBATCH --job-name=a.b",
            "spec='/a b/it'\\''s'",
            "name=a/b",
        ] {
            assert!(script.lines().any(|own| own == line), "{line}: {script}");
        }
        let blank = |word: &str| word.len() > 2 && word.starts_with('@') && word.ends_with('@');
        assert!(
            !script.split_whitespace().any(blank) && !script.contains("@SH"),
            "{script}"
        );
        let four = Job {
            shares: Some(4),
            ..job
        };
        assert!(four.script().contains("#SBATCH --array=1-4\n"));
    }
}
