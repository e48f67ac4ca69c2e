//! Tests runs under signals, other processes, damaged files and changed specs: nothing is lost, and no wrong trial is judged.

use crate::support::study_folder::{StudyFolder, refusal};
use claims::spec::RESULTS_VERSION;
use std::fs;
use testing::{CYCLIC, STREAM, SpecText};

#[test]
fn locked_results_name_their_owner_and_a_dead_owner_is_replaced() {
    let place = StudyFolder::new(5);
    fs::create_dir_all(place.file("")).unwrap();
    let mut lock = fs::File::create(place.file(".lock")).unwrap();
    std::io::Write::write_all(&mut lock, b"process 7 on moon, since yesterday\n").unwrap();
    lock.lock().unwrap();
    for words in [
        ["run", "t.toml"],
        ["judge", "results/t"],
        ["report", "results/t"],
    ] {
        let (code, said) = place.lab(&words);
        assert_eq!(code, 2, "{said}");
        assert!(
            said.contains("results/t is in use: process 7 on moon, since yesterday"),
            "{said}"
        );
    }
    assert!(!place.file("manifest.toml").exists());
    drop(lock);
    fs::write(place.file("trials.parquet.7.partial"), "half").unwrap();
    // A killed process leaves unfinished folders, too.
    fs::create_dir(place.file("witnesses.partial")).unwrap();
    fs::write(place.file("witnesses.partial/0.json"), "half").unwrap();
    let (code, said) = place.run();
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("was left by process 7 on moon, since yesterday, which ended"),
        "{said}"
    );
    assert_eq!(place.left_over(), Vec::<String>::new());
}

#[test]
fn no_flipped_bit_of_trials_or_manifest_is_accepted() {
    let place = StudyFolder::new(30);
    assert_eq!(place.run().0, 0);
    let written = place.manifest();
    for name in ["trials.parquet", "manifest.toml"] {
        let whole = place.bytes(name);
        for flip in 0..250 {
            let (at, bit) = (flip * whole.len() / 250, flip % 8);
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            fs::write(place.file(name), bytes).unwrap();
            let said = refusal(&place);
            // A flipped bit may change how a file is written, but not its content.
            let is_same = || place.folder().manifest().ok().flatten() == Some(written.clone());
            assert!(
                said.is_some() || name == "manifest.toml" && is_same(),
                "{name} {at} {bit}"
            );
        }
        fs::write(place.file(name), whole).unwrap();
        assert_eq!(refusal(&place), None);
    }
}

#[test]
fn run_judge_and_report_refuse_trials_that_the_manifest_does_not_describe() {
    let place = StudyFolder::new(5);
    assert_eq!(place.run().0, 0);
    let mut bytes = place.bytes("trials.parquet");
    bytes[100] ^= 1;
    fs::write(place.file("trials.parquet"), &bytes).unwrap();
    for words in [["run", "t.toml"], ["judge", "results/t"]] {
        let (code, said) = place.lab(&words);
        assert_eq!(code, 3, "{said}");
        for part in ["trials.parquet is damaged", "SHA-256", "--fresh"] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
    assert_eq!(
        place.bytes("trials.parquet"),
        bytes,
        "what is damaged is left for a look"
    );
    assert_eq!(place.lab(&["run", "t.toml", "--fresh"]).0, 0);
}

#[test]
fn manifest_that_is_edited_old_or_without_digest_is_refused_with_the_reason() {
    let place = StudyFolder::new(5);
    assert_eq!(place.run().0, 0);
    let whole = fs::read_to_string(place.file("manifest.toml")).unwrap();
    let version = format!("results_version = {RESULTS_VERSION}");
    let digests = |line: &&str| !line.starts_with("sha256") && !line.starts_with("trials_sha256");
    let old: String = whole
        .lines()
        .filter(digests)
        .map(|line| format!("{line}\n"))
        .collect();
    for (manifest, parts) in [
        (
            whole.replace("dimension = 4", "dimension = 5"),
            ["manifest.toml is damaged", "edited"],
        ),
        (
            whole.replace("5,", "4,"),
            ["manifest.toml is damaged", "edited"],
        ),
        (
            old.replace("dimension = 4", "dimension = 5"),
            ["manifest.toml is damaged", "spec_hash differs"],
        ),
        (
            old.replace(&version, "results_version = 1"),
            ["results of version 1", "--fresh"],
        ),
        (
            whole.replace(&version, "results_version = 5"),
            ["manifest.toml is damaged", "edited"],
        ),
        (
            old.clone(),
            ["no digest of trials.parquet", "perceptron-lab run SPEC"],
        ),
    ] {
        assert_ne!(manifest, whole);
        fs::write(place.file("manifest.toml"), manifest).unwrap();
        let said = refusal(&place).unwrap();
        for part in parts {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
    // In the last case nothing says which spec the trials belong to, so they are run again.
    let (code, said) = place.run();
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("has no digest of its trials; they are run again"),
        "{said}"
    );
    assert_eq!(
        fs::read_to_string(place.file("manifest.toml")).unwrap(),
        whole
    );
}

#[test]
fn a_trial_over_the_time_limit_has_no_result_and_can_be_run_again() {
    let place = StudyFolder::new(2);
    let endless = format!("{CYCLIC}\nstop = {{ updates = 40000000 }}\nties = \"mistake\"");
    let text = SpecText::new("points\nexamples = [{ x = [1, 0], y = 1 }, { x = [1, 0], y = -1 }]")
        .variant("endless", endless)
        .variant("quick", STREAM)
        .claim("online-mistake-bound\nexpect = \"inapplicable\"");
    fs::write(place.spec(), text.to_string()).unwrap();
    let (code, said) = place.lab(&["run", "t.toml", "--time-limit", "0.2"]);
    assert_eq!(code, 3, "{said}");
    assert!(
        said.contains(":endless:0: it took longer than `--time-limit` allows"),
        "{said}"
    );
    assert!(said.contains("1 of the trials gave no result"), "{said}");
    assert!(place.run().1.contains("it took longer"));
    let (code, said) = place.lab(&["run", "t.toml", "--retry-failed", "--time-limit", "3000"]);
    assert!(code != 3 && !said.contains("gave no result"), "{said}");
    let (code, said) = place.lab(&["run", "t.toml", "--time-limit=-1"]);
    assert!(code == 2 && said.contains("a number of seconds"), "{said}");
}

#[test]
fn interrupted_write_of_trials_and_manifest_is_completed_or_discarded() {
    let place = StudyFolder::new(5);
    assert_eq!(place.run().0, 0);
    let first = ["manifest.toml", "trials.parquet"].map(|name| place.bytes(name));
    place.ask(8);
    assert_eq!(place.run().0, 0);
    let second = ["manifest.toml", "trials.parquet"].map(|name| place.bytes(name));
    // The run ended after the first renaming, so the second is done now.
    fs::write(place.file("manifest.toml"), &first[0]).unwrap();
    fs::write(place.file("manifest.next.toml"), &second[0]).unwrap();
    assert_eq!(refusal(&place), None);
    assert_eq!(
        (place.bytes("manifest.toml"), place.judged().len()),
        (second[0].clone(), 4)
    );
    assert_eq!(place.left_over(), Vec::<String>::new());
    // The run ended before the first renaming, so the trials are the earlier ones.
    fs::write(place.file("manifest.toml"), &first[0]).unwrap();
    fs::write(place.file("trials.parquet"), &first[1]).unwrap();
    fs::write(place.file("manifest.next.toml"), &second[0]).unwrap();
    assert_eq!(refusal(&place), None);
    assert_eq!(place.bytes("manifest.toml"), first[0]);
    assert_eq!(place.left_over(), Vec::<String>::new());
}

#[test]
fn fewer_replicates_delete_no_trials_and_more_run_only_the_new_ones() {
    let place = StudyFolder::new(100);
    assert_eq!(place.run().0, 0);
    let (manifest, trials) = (place.bytes("manifest.toml"), place.bytes("trials.parquet"));
    place.ask(20);
    let (code, said) = place.run();
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("t: 160 further stored replicates are kept, but not judged"),
        "{said}"
    );
    assert_eq!(place.bytes("trials.parquet"), trials);
    assert_eq!(place.manifest().replicates, [20, 20]);
    assert_eq!(place.judged(), [20, 20, 20, 20]);
    let alone = StudyFolder::new(20);
    assert_eq!(alone.run().0, 0);
    assert_eq!(place.bytes("verdicts.json"), alone.bytes("verdicts.json"));
    place.ask(100);
    assert_eq!(place.run().0, 0);
    assert_eq!(place.bytes("trials.parquet"), trials);
    assert_eq!(place.bytes("manifest.toml"), manifest);
    assert_eq!(place.judged(), [100, 100, 100, 100]);
}
#[test]
fn report_without_trials_or_verdicts_names_what_is_missing() {
    let place = StudyFolder::new(5);
    let spec = place.spec();
    let drawn = "[figures]\nshow = [\"mistakes-against-bound\"]\n";
    fs::write(&spec, fs::read_to_string(&spec).unwrap() + drawn).unwrap();
    assert_eq!(place.run().0, 0);
    let page = || fs::read_to_string(place.file("report.md")).unwrap();
    let whole = page();
    for (file, told, kept) in [
        ("trials.parquet", "no figure", "**Answer.**"),
        (
            "verdicts.json",
            "no answer and no verdict",
            "The claims in full",
        ),
    ] {
        let bytes = place.bytes(file);
        fs::write(place.file(file), &bytes[..bytes.len() / 2]).unwrap();
        let (code, said) = place.lab(&["report", "results/t"]);
        assert_eq!(code, 3, "{said}");
        assert!(said.contains(file) && said.contains("is damaged"), "{said}");
        assert!(page().contains(told) && page().contains(kept), "{}", page());
        fs::write(place.file(file), &bytes).unwrap();
        assert_eq!(place.lab(&["report", "results/t"]).0, 0);
        assert_eq!(page(), whole);
    }
}
