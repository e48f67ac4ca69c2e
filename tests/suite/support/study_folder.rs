//! A folder with a spec and its results, for the tests of the files that a run leaves.

use crate::support::program::path;
use perceptron_lab::store::{Folder, Manifest};
use perceptron_lab::study::judge;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

/// A temporary folder with a spec `t.toml` of two cells, and its results.
pub(crate) struct StudyFolder(TempDir);

impl StudyFolder {
    /// A folder whose spec has this number of replicates in each cell.
    pub(crate) fn new(replicates: u64) -> Self {
        let place = Self(TempDir::new().unwrap());
        place.ask(replicates);
        place
    }

    /// Writes the spec with this number of replicates in each cell.
    pub(crate) fn ask(&self, replicates: u64) {
        self.ask_more(replicates, "20, 30", "");
    }

    /// Writes the spec with these sample sizes too, and with further lines.
    pub(crate) fn ask_more(&self, replicates: u64, examples: &str, more: &str) {
        let spec =
            SpecText::new("sphere-margin\ndimension = 4\ntarget_margin = 0.1\nexamples = 20")
                .replicates(replicates)
                .sweep("generator.sphere-margin.examples", examples)
                .variant("plain", CYCLIC)
                .variant("mean", CYCLIC)
                .more("hypothesis = \"averaged\"")
                .more(more)
                .claim("online-mistake-bound")
                .to_string();
        fs::write(self.spec(), spec).unwrap();
    }

    /// The path of the folder.
    pub(crate) fn root(&self) -> &Path {
        self.0.path()
    }

    /// The path of the spec.
    pub(crate) fn spec(&self) -> PathBuf {
        self.0.path().join("t.toml")
    }

    /// The program with these arguments, in the folder.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(path());
        command.current_dir(self.0.path()).args(words);
        command
    }

    /// Runs the program: exit code and stderr.
    pub(crate) fn lab(&self, words: &[&str]) -> (i32, String) {
        let output = self.command(words).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code().unwrap(), said)
    }

    /// Runs the spec.
    pub(crate) fn run(&self) -> (i32, String) {
        self.lab(&["run", "t.toml"])
    }

    /// The path of a file of the results.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join("results/t").join(name)
    }

    /// The content of a file of the results.
    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.file(name)).unwrap()
    }

    /// The results folder.
    pub(crate) fn folder(&self) -> Folder {
        Folder::at(&self.file(""))
    }

    /// The manifest of the results.
    pub(crate) fn manifest(&self) -> Manifest {
        self.folder().manifest().unwrap().unwrap()
    }

    /// The number of trials of each verdict.
    pub(crate) fn judged(&self) -> Vec<u64> {
        let verdicts: Vec<Value> = serde_json::from_slice(&self.bytes("verdicts.json")).unwrap();
        let trials = verdicts.iter().map(|of| of["trials"].as_u64().unwrap());
        trials.collect()
    }

    /// Files that exist only while a process works in the folder.
    pub(crate) fn left_over(&self) -> Vec<String> {
        let entries = fs::read_dir(self.file("")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let is_own = |name: &String| {
            name == ".lock" || name == "manifest.next.toml" || name.ends_with(".partial")
        };
        names.filter(is_own).collect()
    }
}

/// The error of `judge` for a folder that it does not accept.
pub(crate) fn refusal(place: &StudyFolder) -> Option<String> {
    judge(&place.folder()).err().map(|error| error.to_string())
}
