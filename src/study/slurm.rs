//! Writes the Slurm script of a study: an array of shards, and a job that merges, judges and reports when they have ended.

use super::plan::Plan;
use claims::spec::{Replicates, Spec};
use std::path::Path;

/// Seconds that a shard should take at least, so that the scheduler is not busier than the nodes.
const SHORTEST_SHARD: f64 = 900.0;

/// Most shards if the user gives no number; a Slurm queue accepts this many.
const MOST_SHARDS: u64 = 200;

/// Factor by which a job may exceed the planned time and memory before the scheduler ends it.
const SAFETY: f64 = 3.0;

/// Largest array that clusters accept by default: MaxArraySize is 1001.
const MOST_TASKS: u64 = 1000;

/// Longest name of a job, in characters.
const LONGEST_NAME: usize = 64;

/// Values that the Slurm script of a study needs.
pub struct Job<'a> {
    /// The study.
    pub spec: &'a Spec,
    /// Predicted cost of running the study.
    pub plan: &'a Plan,
    /// Path of the spec file.
    pub path: &'a Path,
    /// Folder of the experiments.
    pub experiments: &'a Path,
    /// Folder of the results.
    pub results: &'a Path,
    /// Path of the program `perceptron-lab` that the jobs call.
    pub program: &'a Path,
    /// Number of shards, if the user gives one.
    pub shards: Option<u64>,
}

impl Job<'_> {
    /// Number of shards; by default chosen so that each takes long enough to be worth a job.
    fn number_of_shards(&self) -> u64 {
        let planned = (self.plan.trial_seconds() / SHORTEST_SHARD).ceil() as u64;
        self.shards.unwrap_or_else(|| planned.clamp(1, MOST_SHARDS))
    }

    /// Minutes that a shard may take before the scheduler ends it.
    fn minutes(&self) -> u64 {
        let seconds = SAFETY * self.plan.trial_seconds() / self.number_of_shards() as f64;
        10 + (seconds / 60.0).ceil() as u64
    }

    /// Mebibytes of memory that a job may take.
    fn mebibytes(&self) -> u64 {
        let planned = SAFETY * self.plan.bytes as f64 / f64::from(1 << 20);
        256 + planned.ceil() as u64
    }

    /// Name of the study for Slurm, which ends a name at a blank and takes `%` for the start of a pattern.
    pub fn safe_name(&self) -> String {
        let safe = |letter: char| match letter {
            letter if letter.is_ascii_alphanumeric() || "._-".contains(letter) => letter,
            '/' => '.',
            _ => '_',
        };
        let name: String = self
            .spec
            .name
            .chars()
            .map(safe)
            .take(LONGEST_NAME)
            .collect();
        match name.starts_with('-') {
            true => format!("_{name}"),
            false => name,
        }
    }

    /// Whether most clusters refuse an array job with this number of shards.
    pub fn is_large(&self) -> bool {
        self.number_of_shards() > MOST_TASKS
    }

    /// Writes the text of the Slurm script.
    ///
    /// # Errors
    /// A path cannot be written as text.
    pub fn script(&self) -> Result<String, String> {
        let adaptive = match self.spec.replicates {
            Replicates::UntilDecided { .. } => {
                "\n# Its replicates depend on verdicts: the merging job submits the next round until every verdict is decided."
            }
            Replicates::Fixed(_) | Replicates::All => "",
        };
        let words = [
            ("@TITLE@", self.spec.name.replace(char::is_control, " ")),
            ("@NAME@", literal(&self.spec.name)),
            ("@JOB@", self.safe_name()),
            ("@ADAPTIVE@", adaptive.to_owned()),
            ("@SHARES@", self.number_of_shards().to_string()),
            ("@MINUTES@", self.minutes().to_string()),
            ("@MERGE_MINUTES@", (30 + self.minutes()).to_string()),
            ("@MEMORY@", self.mebibytes().to_string()),
            ("@PROGRAM@", path(self.program)?),
            ("@SPEC@", path(self.path)?),
            ("@EXPERIMENTS@", path(self.experiments)?),
            ("@RESULTS@", path(self.results)?),
        ];
        Ok(filled(TEMPLATE, &words))
    }
}

/// Replaces the placeholders of a template: each pair in `words` is a placeholder, such as `@NAME@`, and its text. A placeholder within an inserted
/// text is not replaced, and one that `words` lacks stays as it is.
fn filled(template: &str, words: &[(&str, String)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some(start) = rest.find('@') {
        let found = words
            .iter()
            .find(|(place, _)| rest[start..].starts_with(place));
        let (length, word) = found.map_or((1, "@"), |(place, word)| (place.len(), word.as_str()));
        text.push_str(&rest[..start]);
        text.push_str(word);
        rest = &rest[start + length..];
    }
    text + rest
}

/// Quotes a text for bash, whatever characters it contains.
fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn path(path: &Path) -> Result<String, String> {
    let text = path.to_str().map(literal);
    text.ok_or_else(|| format!("the path {} is not UTF-8", path.display()))
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
# @TITLE@ in @SHARES@ shards under Slurm, written by `perceptron-lab plan --slurm`. The job is called @JOB@. Every shard may be run again at any
# time: it continues where it stopped, and a finished one ends at once.@ADAPTIVE@
#
#   bash THIS_FILE           submits the shards, and after them the job that merges, judges and reports
#   sbatch --array=K THIS_FILE   submits one shard again
#   bash THIS_FILE merge     merges the finished shards; if one is missing, its number is printed and nothing is written
#
# Slurm runs a copy of this file: keep the file where it is until the study has ended. All nodes must see the folders.
set -euo pipefail

program=@PROGRAM@
program=${PERCEPTRON_LAB:-$program}
spec=@SPEC@
experiments=@EXPERIMENTS@
results=@RESULTS@
name=@NAME@
shares=@SHARES@
script=${PERCEPTRON_LAB_SCRIPT:-$(realpath -- "${BASH_SOURCE[0]}")}
export PERCEPTRON_LAB_SCRIPT=$script

fail() {
  echo "error: $1" >&2
  exit 1
}

# An array's largest index is below MaxArraySize.
check_array_size() {
  local most=
  if command -v scontrol >/dev/null; then
    most=$(scontrol show config | sed -n 's/^MaxArraySize *= *\([0-9]*\).*/\1/p') || most=
  fi
  most=${most:-1001}
  if [ "$shares" -ge "$most" ]; then
    fail "$shares shards are more than this cluster takes in an array (MaxArraySize = $most); nothing was submitted; plan at most $((most - 1)) shards: --shards $((most - 1))"
  fi
}

# The number of a job from what sbatch prints, which may add the name of a cluster.
job_number() {
  local number=${1%%;*}
  [[ $number =~ ^[0-9]+$ ]] || fail "sbatch printed no job number: $1"
  echo "$number"
}

submit() {
  local said array merging
  check_array_size
  said=$(sbatch --parsable --export=ALL "$script") || fail "sbatch refused the shards; nothing was submitted"
  array=$(job_number "$said") || exit 1
  # After any end: the merging job names the shards that failed for good.
  said=$(sbatch --parsable --export=ALL --dependency="afterany:$array" --job-name="@JOB@.merge" --mem=@MEMORY@M --time=@MERGE_MINUTES@ \
    --requeue --open-mode=append --output="%x-%j.log" --wrap 'bash "$PERCEPTRON_LAB_SCRIPT" merge') \
    || fail "sbatch refused the merging job; the shards are submitted as job $array; when they have ended, run: bash THIS_FILE merge"
  merging=$(job_number "$said") || exit 1
  echo "submitted: shards $array, merging $merging"
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
    use testing::{STREAM, SpecText};

    #[test]
    fn job_script_balances_shards_and_fills_every_placeholder() {
        let spec = SpecText::new("basis\ndimension = 3\nexamples = 5")
            .replicates(7)
            .variant("v", STREAM)
            .read(|_, path, text| Spec::from_text("a/b", path, text));
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
            shards: None,
        };
        let script = job.script().unwrap();
        for line in [
            "#SBATCH --array=1-10",
            "#SBATCH --time=55",
            "#SBATCH --mem=556M",
            "#SBATCH --job-name=a.b",
            "spec='/a b/it'\\''s'",
            "name='a/b'",
        ] {
            assert!(script.lines().any(|own| own == line), "{line}: {script}");
        }
        let blank = |word: &str| word.len() > 2 && word.starts_with('@') && word.ends_with('@');
        assert!(
            !script.split_whitespace().any(blank) && !script.contains("@SH"),
            "{script}"
        );
        let four = Job {
            shards: Some(4),
            ..job
        };
        assert!(four.script().unwrap().contains("#SBATCH --array=1-4\n"));
    }
}
