//! Writes scripts for Slurm and commands to type, with names that shells could misread, and runs them.

use crate::support::program::{ended, lab_in};
use proptest::prelude::*;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

fn spec() -> String {
    SpecText::new("sphere-margin\ndimension = 2\ntarget_margin = 0.2\nexamples = 5")
        .replicates(9)
        .variant("plain", CYCLIC)
        .claim("online-mistake-bound")
        .to_string()
}

/// A substitute for sbatch, which runs tasks at once and logs its arguments.
const SBATCH: &str = r#"#!/bin/bash
wrap= script=
while [ $# -gt 0 ]; do
  case $1 in
    --wrap) wrap=$2; shift 2 ;;
    --*) shift ;;
    *) script=$1; shift ;;
  esac
done
echo "submitted" >> "$STUB/log"
if [ -e "$STUB/refuse" ]; then echo "sbatch: error: refused" >&2; exit 1; fi
if [ -e "$STUB/garble" ]; then echo "welcome to the cluster"; exit 0; fi
if [ -n "$wrap" ]; then
  sh -c "$wrap" >> "$STUB/said" 2>&1
else
  last=$(sed -n 's/^#SBATCH --array=1-//p' "$script")
  for ((i = 1; i <= last; i++)); do SLURM_ARRAY_TASK_ID=$i bash "$script" >> "$STUB/said" 2>&1; done
fi
echo "7;cluster"
"#;

struct Cluster(TempDir);

impl Cluster {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let bin = folder.path().join("bin");
        fs::create_dir(&bin).unwrap();
        fs::write(bin.join("sbatch"), SBATCH).unwrap();
        fs::set_permissions(bin.join("sbatch"), fs::Permissions::from_mode(0o755)).unwrap();
        Self(folder)
    }

    /// Runs a line as a person types it.
    fn submit(&self, folder: &Path, line: &str) -> (i32, String, String) {
        let path = format!(
            "{}/bin:{}",
            self.0.path().display(),
            std::env::var("PATH").unwrap()
        );
        let mut command = Command::new("bash");
        command.args(["-c", line]).current_dir(folder);
        ended(command.env("PATH", path).env("STUB", self.0.path()))
    }

    fn submissions(&self) -> usize {
        let log = fs::read_to_string(self.0.path().join("log"));
        log.unwrap_or_default().lines().count()
    }

    fn ask(&self, what: &str) {
        fs::write(self.0.path().join(what), "").unwrap();
    }
}

/// Names that shells, Slurm or the template of the script could misread.
const NAMES: [&str; 12] = [
    "plain",
    "my study (copy) [2] {3}",
    "it's \"quoted\"",
    "$(touch x)",
    "`touch x`; touch x",
    "a$HOME & b | c > x",
    "50% %A %j",
    "größe-長度",
    "-leading",
    "new\nline\ntouch x",
    "@SHARES@ @RESULTS@",
    "~ #hash \\ back",
];

/// The command that the program tells the user to type.
fn typed(said: &str) -> &str {
    let (_, line) = said.split_once("submit it with: ").unwrap();
    line.trim_end()
}

/// Runs a study with this name, in a folder with this name, in one run and in shards. Asserts equal bytes and no other effect.
fn check_study_named(name: &str) {
    let (cluster, folder) = (Cluster::new(), TempDir::new().unwrap());
    let place = folder.path().join(name);
    fs::create_dir(&place).unwrap();
    fs::write(place.join(format!("{name}.toml")), spec()).unwrap();
    let (spec, job) = (format!("./{name}.toml"), format!("./job {name}.sh"));
    let (code, _, error) = lab_in(&place, &["run", &spec, "--results", "once"]);
    assert_eq!(code, 0, "{name:?}: {error}");
    let planned = [
        "plan",
        &spec,
        "--slurm",
        &job,
        "--shards",
        "3",
        "--results",
        "shared",
    ];
    let (code, _, said) = lab_in(&place, &planned);
    assert_eq!(code, 0, "{name:?}: {said}");
    let script = fs::read_to_string(place.join(&job)).unwrap();
    for line in script.lines().filter(|line| line.starts_with("#SBATCH")) {
        assert_eq!(line.split_whitespace().count(), 2, "{name:?}: {line}");
    }
    let (code, text, error) = cluster.submit(&place, typed(&said));
    let inside = fs::read_to_string(cluster.0.path().join("said")).unwrap_or_default();
    assert_eq!(code, 0, "{name:?}: {text}{error}{inside}");
    assert_eq!(cluster.submissions(), 2, "{name:?}");
    let trials = |results: &str| fs::read(place.join(results).join(name).join("trials.parquet"));
    assert_eq!(
        trials("once").unwrap(),
        trials("shared").unwrap(),
        "{name:?}: {inside}"
    );
    for trace in [
        place.join("x"),
        folder.path().join("x"),
        cluster.0.path().join("x"),
    ] {
        assert!(!trace.exists(), "{name:?}: {}", trace.display());
    }
}

#[test]
fn slurm_job_with_special_names_equals_a_single_run_without_injection() {
    NAMES.into_iter().for_each(check_study_named);
}

/// Names of all characters that a file name can have, and names of characters with a meaning in shells.
const ANY_NAME: &str = r"[^/\x00]{0,30}[^/\x00.]";
const SHELL_NAME: &str = r#"[ ab$(){};|&<>!#~%@*?`'"=\n\t\\\-]{1,20}b"#;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(6) })]

    #[test]
    fn slurm_job_with_a_random_name_equals_a_single_run_without_injection(name in prop_oneof![ANY_NAME, SHELL_NAME]) {
        check_study_named(&name);
    }
}

fn planned(shards: &str) -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("study.toml"), spec()).unwrap();
    let words = [
        "plan",
        "study.toml",
        "--slurm",
        "job.sh",
        "--shards",
        shards,
    ];
    let (code, _, said) = lab_in(folder.path(), &words);
    assert_eq!(code, 0, "{said}");
    (folder, said)
}

#[test]
fn no_job_is_submitted_after_a_failed_submission() {
    for fault in ["refuse", "garble"] {
        let (cluster, (folder, _)) = (Cluster::new(), planned("2"));
        cluster.ask(fault);
        let (code, text, error) = cluster.submit(folder.path(), "bash job.sh");
        assert_eq!(code, 1, "{text}");
        assert!(error.contains("error: sbatch"), "{error}");
        assert_eq!(cluster.submissions(), 1, "{fault}: no merging job");
    }
}

#[test]
fn more_shards_than_max_array_size_are_refused_before_submission() {
    let (cluster, (folder, said)) = (Cluster::new(), planned("1001"));
    assert!(said.contains("MaxArraySize"), "{said}");
    let (code, _, error) = cluster.submit(folder.path(), "bash job.sh");
    assert_eq!((code, cluster.submissions()), (1, 0));
    assert!(
        error.contains("MaxArraySize = 1001") && error.contains("--shards 1000"),
        "{error}"
    );
    // The cluster reports a larger limit.
    let scontrol = cluster.0.path().join("bin/scontrol");
    fs::write(
        &scontrol,
        "#!/bin/sh\necho 'MaxArraySize            = 5000'\n",
    )
    .unwrap();
    fs::set_permissions(&scontrol, fs::Permissions::from_mode(0o755)).unwrap();
    cluster.ask("garble");
    let (_, _, error) = cluster.submit(folder.path(), "bash job.sh");
    assert_eq!(cluster.submissions(), 1, "{error}");
}

const LEARNER: &str = r#"
import json, sys
for line in sys.stdin:
    ask = json.loads(line)
    if "reset" in ask:
        w = [0] * ask["reset"]["features"]
        told = {"reset": True}
    elif "weights" in ask:
        told = {"weights": w}
    elif "x" in ask:
        x, y = ask["x"], ask["y"]
        s = sum(a * b for a, b in zip(w, x))
        due = y * s <= 0
        if due:
            w = [a + y * b for a, b in zip(w, x)]
        told = {"prediction": (s > 0) - (s < 0), "updated": due}
    else:
        told = {"hello": 1}
    print(json.dumps(told), flush=True)
"#;

#[test]
fn the_command_of_a_learner_is_split_as_a_shell_would() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("my learner (copy).py"), LEARNER).unwrap();
    for command in [
        &["python3 'my learner (copy).py'"][..],
        &[r"python3 my\ learner\ \(copy\).py"],
        &["python3", "my learner (copy).py"],
    ] {
        let words = [&["grade", "--rule", "perceptron", "--time", "2"], command].concat();
        let (code, text, error) = lab_in(folder.path(), &words);
        assert!(code == 0 || code == 3, "{command:?}: {text}{error}");
        assert!(
            text.starts_with("python3 'my learner (copy).py' as perceptron"),
            "{text}"
        );
    }
    let (code, _, error) = lab_in(
        folder.path(),
        &["grade", "python3 'my", "--rule", "perceptron"],
    );
    assert_eq!(code, 2);
    assert!(
        error.contains("never closed") && error.contains("after `--`"),
        "{error}"
    );
}
