//! Runs every command of the tutorial on the files of its page, and compares the output letter by letter; of an excerpt, line by line.

use crate::support::program::{program, succeeds};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const PAGE: &str = include_str!("../../docs/tutorial.md");
const OF_A_PAPER: &str = include_str!("../../docs/tutorial-paper.md");
const README: &str = include_str!("../../README.md");

/// A fenced block: the words after the opening fence, and its text.
struct Fenced {
    words: Vec<&'static str>,
    text: String,
}

fn blocks() -> Vec<Fenced> {
    blocks_of(PAGE)
}

fn blocks_of(page: &'static str) -> Vec<Fenced> {
    let mut pieces = page.split("\n```");
    pieces.next();
    // Fences alternately open and close a block.
    let opened = pieces.step_by(2);
    opened
        .map(|piece| {
            let (words, text) = piece.split_once('\n').unwrap();
            Fenced {
                words: words.split_whitespace().collect(),
                text: format!("{text}\n"),
            }
        })
        .collect()
}

/// The output of a command of the page, first stdout and then stderr, and its exit code.
fn printed(command: &str, folder: &Path) -> (String, i32) {
    // What stands between quotes is one word.
    let parts = command.split('\'').enumerate();
    let words = parts.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    let mut words = words.collect::<Vec<&str>>().into_iter();
    assert_eq!(words.next(), Some("perceptron-lab"), "{command}");
    let output = program(&[])
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).unwrap();
    (text, output.status.code().unwrap())
}

#[test]
fn every_tutorial_command_prints_the_documented_output() {
    let folder = TempDir::new().unwrap();
    let mut commands = 0;
    for block in blocks() {
        match block.words.as_slice() {
            ["toml" | "csv", name] => fs::write(folder.path().join(name), &block.text).unwrap(),
            ["console", "excerpt"] => {
                let (command, expected) = block.text.split_once('\n').unwrap();
                let (text, exit) = printed(command.strip_prefix("$ ").unwrap(), folder.path());
                assert_eq!(exit, 0, "{command}");
                let mut printed = text.lines();
                for line in expected.lines() {
                    assert!(printed.any(|other| other == line), "{command}: {line}");
                }
                commands += 1;
            }
            ["console", code @ ..] => {
                let (command, expected) = block.text.split_once('\n').unwrap();
                let command = command.strip_prefix("$ ").unwrap();
                let (text, exit) = printed(command, folder.path());
                assert_eq!(text.trim_end(), expected.trim_end(), "{command}");
                let code = code.first().map_or(0, |code| code.parse().unwrap());
                assert_eq!(exit, code, "{command}");
                commands += 1;
            }
            words => panic!("a block of {words:?}"),
        }
    }
    assert_eq!(commands, 16);
}

#[test]
fn every_command_and_key_of_the_page_about_a_paper_is_that_of_the_shipped_specs() {
    let folder = TempDir::new().unwrap();
    for name in ["papers", "data"] {
        let (from, to) = (
            Path::new("experiments").join(name),
            folder.path().join("experiments"),
        );
        fs::create_dir_all(to.join(name)).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, to.join(name).join(path.file_name().unwrap())).unwrap();
        }
    }
    let specs = ["freund-schapire-1999", "khardon-wachman-2007"];
    let specs =
        specs.map(|name| fs::read_to_string(format!("experiments/papers/{name}.toml")).unwrap());
    let mut commands = 0;
    for block in blocks_of(OF_A_PAPER) {
        if block.words == ["toml"] {
            let is_of = |spec: &String| {
                block
                    .text
                    .lines()
                    .all(|line| spec.lines().any(|own| own == line))
            };
            assert!(specs.iter().any(is_of), "{}", block.text);
            continue;
        }
        let (command, expected) = block.text.split_once('\n').unwrap();
        let (text, exit) = printed(command.strip_prefix("$ ").unwrap(), folder.path());
        assert_eq!(
            (text.trim_end(), exit),
            (expected.trim_end(), 0),
            "{command}"
        );
        commands += 1;
    }
    assert_eq!(commands, 5);
}

#[test]
fn the_tutorial_refutes_one_conjecture_and_fails_to_refute_another() {
    let folder = TempDir::new().unwrap();
    let specs = blocks()
        .into_iter()
        .filter(|block| block.words[0] == "toml");
    for block in specs {
        fs::write(folder.path().join(block.words[1]), &block.text).unwrap();
    }
    let words = |name: &str| {
        printed(&format!("perceptron-lab run {name}.toml"), folder.path());
        let path = folder.path().join(format!("results/{name}/verdicts.json"));
        let verdicts: Vec<serde_json::Value> =
            serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let named = |verdict: &serde_json::Value| {
            let [id, word, claim] =
                ["id", "verdict", "claim"].map(|key| verdict[key].as_str().unwrap().to_owned());
            assert_eq!(claim, "conjecture");
            (id, word)
        };
        verdicts.iter().map(named).collect::<Vec<_>>()
    };
    assert_eq!(
        words("worst"),
        [("half the bound".to_owned(), "violated".to_owned())]
    );
    let largest = words("largest");
    let of = |id: &str| {
        let own = largest.iter().filter(|(own, _)| own == id);
        own.map(|(_, word)| word.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(of("with the largest margin"), ["holds"; 3]);
    assert_eq!(of("a tenth of it"), ["violated"; 3]);
}

#[test]
fn conjectures_have_the_same_bytes_on_any_number_of_threads() {
    let specs = || {
        blocks()
            .into_iter()
            .filter(|block| block.words[0] == "toml")
    };
    let written = ["1", "3"].map(|threads| {
        let folder = TempDir::new().unwrap();
        specs()
            .for_each(|block| fs::write(folder.path().join(block.words[1]), &block.text).unwrap());
        let mut lab = program(&[]);
        lab.env("RAYON_NUM_THREADS", threads)
            .args(["run", "mean.toml", "largest.toml"]);
        succeeds(lab.current_dir(folder.path()));
        let file = |name: &str| fs::read(folder.path().join("results").join(name)).unwrap();
        ["mean", "largest"].map(|name| {
            ["verdicts.json", "report.md", "trials.parquet"]
                .map(|kind| file(&format!("{name}/{kind}")))
        })
    });
    assert!(written[0] == written[1]);
}

/// The commands that a page shows in its blocks for a shell, without their comments.
fn commands(page: &'static str) -> Vec<String> {
    let shells = blocks_of(page)
        .into_iter()
        .filter(|block| block.words == ["sh"]);
    let lines = shells.flat_map(|block| block.text.lines().map(str::to_owned).collect::<Vec<_>>());
    let bare = lines.map(|line| {
        line.split(" # ")
            .next()
            .unwrap_or_default()
            .trim()
            .to_owned()
    });
    bare.filter(|line| line.starts_with("perceptron-lab"))
        .collect()
}

#[test]
fn readme_specs_have_at_most_ten_lines_and_its_commands_work() {
    let folder = TempDir::new().unwrap();
    let specs = blocks_of(README)
        .into_iter()
        .filter(|block| block.words[0] == "toml");
    for block in specs {
        let lines = block
            .text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .count();
        assert!(lines <= 10, "{}", block.text);
        fs::write(folder.path().join(block.words[1]), &block.text).unwrap();
    }
    let rows = "width,length,species\n1,2,rose\n2,1,lily\n3,4,rose\n5,3,lily\n2,5,rose\n6,2,lily\n";
    fs::write(folder.path().join("flowers.csv"), rows).unwrap();
    let mut run = Vec::new();
    for command in commands(README) {
        // Two commands need all experiments or a user's own program; other tests run them.
        if ["reproduce", "grade"]
            .iter()
            .any(|word| command.contains(word))
        {
            continue;
        }
        let (text, exit) = printed(&command, folder.path());
        assert!(exit < 2, "{command}: {text}");
        run.push(command);
    }
    assert_eq!(run.len(), 4, "{run:?}");
    assert!(folder.path().join("results/question/report.html").exists());
}

#[test]
fn readme_has_at_most_1000_words_and_its_links_exist() {
    let table = README.split("<!-- verdicts:").nth(1).unwrap();
    let words = README.replace(table, "").split_whitespace().count();
    // Five minutes at two hundred words a minute.
    assert!(words <= 1000, "{words}");
    let targets = README
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    for target in targets {
        let (path, heading) = target.split_once('#').unwrap_or((target, ""));
        let page = Path::new(if path.is_empty() { "README.md" } else { path });
        assert!(page.exists(), "{target}");
        let text = std::fs::read_to_string(page).unwrap_or_default();
        let slug = |line: &str| {
            let words = line.trim_start_matches(['#', ' ']).to_lowercase();
            let kept = words
                .chars()
                .filter(|letter| letter.is_alphanumeric() || " -".contains(*letter));
            kept.collect::<String>().replace(' ', "-")
        };
        let mut headings = text.lines().filter(|line| line.starts_with('#'));
        let has_heading = headings.any(|line| slug(line) == heading);
        assert!(heading.is_empty() || has_heading, "{target}");
    }
}
