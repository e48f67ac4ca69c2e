//! Writes output files into links, pipes and folders, which must remain what they are.

use crate::support::program::{lab_in, path};
use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::process::{Command, Stdio};
use tempfile::TempDir;
use testing::{STREAM, SpecText};

/// A folder with a table and a spec.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(
        folder.path().join("t.csv"),
        "x,y,c\n1,2,a\n3,1,b\n0,4,a\n5,1,b\n",
    )
    .unwrap();
    let spec = SpecText::new("basis\ndimension = 3\nexamples = 5")
        .replicates(2)
        .variant("v", STREAM)
        .claim("online-mistake-bound");
    fs::write(folder.path().join("s.toml"), spec.to_string()).unwrap();
    folder
}

/// Commands that write the file named by their last word, and the beginning of that file.
const WRITERS: [(&[&str], &str); 3] = [
    (&["analyze", "t.csv", "--report"], "<!DOCTYPE html>"),
    (&["analyze", "t.csv", "--certificate"], "{"),
    (
        &["plan", "s.toml", "--shards", "2", "--slurm"],
        "#!/bin/bash",
    ),
];

#[test]
fn writing_to_a_symlink_writes_its_target_and_keeps_the_link() {
    for (words, start) in WRITERS {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("deep")).unwrap();
        fs::write(at("deep/real"), "old").unwrap();
        fs::set_permissions(at("deep/real"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("deep/real", at("link")).unwrap();
        symlink("deep/new", at("dangling")).unwrap();
        for name in ["link", "dangling"] {
            let (code, _, error) = lab_in(folder.path(), &[words, &[name]].concat());
            assert_eq!(code, 0, "{words:?}: {error}");
            assert!(
                at(name).symlink_metadata().unwrap().is_symlink(),
                "{words:?} {name}"
            );
            let text = fs::read_to_string(at(name)).unwrap();
            assert!(text.starts_with(start), "{words:?}: {text}");
        }
        let mode = fs::metadata(at("deep/real")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        let left = fs::read_dir(at("deep")).unwrap().count();
        assert_eq!(left, 2, "{words:?} leaves partial files");
    }
}

#[test]
fn writing_to_a_named_pipe_delivers_everything_and_keeps_the_pipe() {
    for (words, start) in WRITERS {
        let folder = folder();
        let pipe = folder.path().join("pipe");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let reader = Command::new("cat")
            .arg(&pipe)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (code, _, error) = lab_in(folder.path(), &[words, &["pipe"]].concat());
        assert_eq!(code, 0, "{words:?}: {error}");
        let got = String::from_utf8(reader.wait_with_output().unwrap().stdout).unwrap();
        assert!(
            got.starts_with(start) && got.ends_with('\n'),
            "{words:?}: {got}"
        );
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    }
}

#[test]
fn missing_output_folder_is_named_without_advising_another_command() {
    for (words, _) in WRITERS {
        let folder = folder();
        let (code, _, error) = lab_in(folder.path(), &[words, &["no/such/file"]].concat());
        assert_ne!(code, 0, "{words:?}");
        assert!(
            error.contains("no/such") && !error.contains("perceptron-lab report"),
            "{error}"
        );
    }
}

#[test]
fn help_and_version_fail_if_they_cannot_be_printed() {
    for words in [&["--help"][..], &["run", "--help"], &["--version"]] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let mut command = Command::new(path());
        let done = command
            .args(words)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(2), "{words:?}");
        let error = String::from_utf8_lossy(&done.stderr);
        assert!(
            error.contains("cannot print") && !error.contains("panicked"),
            "{error}"
        );
    }
}
