//! Tests that merged shards of a study equal the files of one run, and that nothing is merged if a shard is missing, duplicate, foreign or damaged.

use crate::support::program::without_prose;
use crate::support::study_folder::StudyFolder;
use std::fs;
use std::path::PathBuf;

const WRITTEN: [&str; 4] = [
    "trials.parquet",
    "manifest.toml",
    "verdicts.json",
    "report.md",
];

fn written(place: &StudyFolder) -> Vec<Vec<u8>> {
    WRITTEN.iter().map(|name| place.bytes(name)).collect()
}

/// Runs a shard, and returns its folder.
fn share(place: &StudyFolder, index: u64, of: u64) -> String {
    let (code, said) = place.lab(&["run", "t.toml", "--shard", &format!("{index}/{of}")]);
    assert_eq!(code, 0, "{said}");
    format!("results/shards/t/{index}-of-{of}")
}

fn merge(place: &StudyFolder, folders: &[String]) -> (i32, String) {
    let words: Vec<&str> = std::iter::once("merge")
        .chain(folders.iter().map(String::as_str))
        .collect();
    place.lab(&words)
}

fn shared(place: &StudyFolder, of: u64) -> Vec<String> {
    (1..=of).map(|index| share(place, index, of)).collect()
}

#[test]
fn merging_shards_in_any_order_equals_a_single_run() {
    let whole = StudyFolder::new(20);
    assert_eq!(whole.run().0, 0);
    for of in [1, 2, 5, 7] {
        let place = StudyFolder::new(20);
        let mut folders = shared(&place, of);
        folders.rotate_left(of as usize / 2);
        folders.reverse();
        assert!(!place.file("manifest.toml").exists());
        let (code, said) = merge(&place, &folders);
        assert_eq!(code, 0, "{said}");
        assert!(written(&place) == written(&whole), "{of}");
        // Merging again, from the parent folder, adds nothing.
        let (code, said) = merge(&place, &["results/shards".to_owned()]);
        assert!(code == 0 && said.contains("were merged before"), "{said}");
        assert!(written(&place) == written(&whole), "{of}");
    }
}

#[test]
fn shards_can_add_replicates_to_existing_results() {
    let whole = StudyFolder::new(25);
    assert_eq!(whole.run().0, 0);
    let place = StudyFolder::new(10);
    assert_eq!(place.run().0, 0);
    place.ask(25);
    let folders = shared(&place, 3);
    let rows = |folder: &String| {
        fs::metadata(place.root().join(folder).join("trials.parquet"))
            .unwrap()
            .len()
    };
    assert!(folders.iter().all(|folder| rows(folder) > 0));
    let (code, said) = merge(&place, &folders);
    assert_eq!(code, 0, "{said}");
    assert!(written(&place) == written(&whole));
}

#[test]
fn invalid_shard_is_named_and_merge_writes_nothing() {
    let place = StudyFolder::new(20);
    let folders = shared(&place, 3);
    let refused = |folders: &[String], code: i32, parts: &[&str]| {
        let (ended, said) = merge(&place, folders);
        assert_eq!(ended, code, "{said}");
        for part in parts {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert!(!place.file("").exists(), "{said}");
    };
    refused(
        &folders[..2],
        2,
        &["missing shards of t: 3/3", "run SPEC --shard 3/3"],
    );
    let copy = place.root().join("results/copy");
    let from = place.root().join(&folders[0]);
    fs::create_dir_all(&copy).unwrap();
    for name in ["manifest.toml", "trials.parquet"] {
        fs::copy(from.join(name), copy.join(name)).unwrap();
    }
    let twice = [&folders[..], &["results/copy".to_owned()]].concat();
    refused(
        &twice,
        2,
        &["results/copy is shard 1 of 3, and so is results/shards/t/1-of-3"],
    );
    let other = StudyFolder::new(20);
    let text = fs::read_to_string(other.spec()).unwrap();
    fs::write(other.spec(), text.replace("seed = 1", "seed = 2")).unwrap();
    let foreign = shared(&other, 3).remove(1);
    let foreign: PathBuf = other.root().join(foreign);
    let mixed = [
        folders[0].clone(),
        foreign.display().to_string(),
        folders[2].clone(),
    ];
    refused(
        &mixed,
        2,
        &["2-of-3 belongs to another study than results/shards/t/1-of-3: its trials is"],
    );
    refused(
        &["results/nothing".to_owned()],
        3,
        &["cannot read results/nothing"],
    );
    let trials = place.root().join(&folders[1]).join("trials.parquet");
    let mut bytes = fs::read(&trials).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&trials, bytes).unwrap();
    refused(
        &folders,
        3,
        &["2-of-3/trials.parquet is damaged", "--fresh"],
    );
    let (code, said) = place.lab(&["judge", &folders[0]]);
    assert!(
        code == 3 && said.contains("holds one shard of the trials, not all trials"),
        "{said}"
    );
}

#[test]
fn adaptive_replicates_run_in_rounds_of_shards_until_decided() {
    let spec = |place: &StudyFolder| {
        let text = fs::read_to_string("experiments/leave-one-out.toml").unwrap();
        let text = without_prose(&text);
        let cells = "\"generator.basis.examples\" = [50, 100, 200]";
        let replicates = "replicates       = 2000";
        assert!(text.contains(cells) && text.contains(replicates));
        let text = text.replacen(cells, "\"generator.basis.examples\" = [50, 60]", 1);
        let adaptive = "replicates = { min = 20, max = 5000, until = \"decided\" }";
        fs::write(place.spec(), text.replacen(replicates, adaptive, 1)).unwrap();
    };
    let (place, whole) = (StudyFolder::new(1), StudyFolder::new(1));
    spec(&place);
    spec(&whole);
    let (code, said) = whole.run();
    assert_eq!(code, 0, "{said}");
    let most = *whole.manifest().replicates.iter().max().unwrap();
    assert!(most > 40, "{most}");
    let mut rounds = 0;
    loop {
        let folders = shared(&place, 2);
        let (code, said) = merge(&place, &folders);
        rounds += 1;
        if code == 0 {
            break;
        }
        assert_eq!(code, 4, "{said}");
        assert!(
            said.contains("cells are not decided; run the same shards again"),
            "{said}"
        );
        let (code, said) = place.lab(&["judge", "results/t"]);
        assert!(code == 3 && said.contains("is not finished"), "{said}");
        // A shard of the previous round is not accepted now.
        let (code, said) = merge(&place, &folders);
        assert!(code == 4 && said.contains("were merged before"), "{said}");
        assert!(rounds < 20);
    }
    assert!(rounds > 2 && written(&place) == written(&whole), "{rounds}");
}
