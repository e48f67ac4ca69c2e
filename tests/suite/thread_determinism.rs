//! Runs statistical experiments with several numbers of threads: every file, verdicts included, must have the same bytes.

use crate::support::program::{program, succeeds};
use std::fs;
use tempfile::TempDir;

#[test]
fn statistical_verdicts_have_the_same_bytes_on_any_number_of_threads() {
    for experiment in [
        "vaughan/does-normalizing-help",
        "vaughan/no-margin-growth",
        "hardt-recht/unseen-mass",
    ] {
        let folders = [(); 3].map(|()| TempDir::new().unwrap());
        let written = ["1", "3", "64"]
            .into_iter()
            .zip(&folders)
            .map(|(threads, folder)| {
                let mut lab = program(&[]);
                let spec = format!("experiments/{experiment}.toml");
                let run = ["run", "--quick", &spec, "--results"];
                lab.env("RAYON_NUM_THREADS", threads).args(run);
                succeeds(lab.arg(folder.path()));
                let below = folder.path().join("quick").join(experiment);
                [
                    "verdicts.json",
                    "verdicts.csv",
                    "report.md",
                    "trials.parquet",
                ]
                .map(|file| fs::read(below.join(file)).unwrap())
            });
        let written: Vec<_> = written.collect();
        assert!(
            written[1..].iter().all(|other| *other == written[0]),
            "{experiment}"
        );
    }
}
