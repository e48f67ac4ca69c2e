//! Tests external processes with learners of one or two lines of shell, correct ones and faulty ones.

use super::{FaultKind, Processes, asked_lines, start};
use perceptron::learn::external::{
    ExternalExample, ExternalLearner, LearnerFault, ProcessPool, Transcript, WireNumber,
};
use perceptron::sample::Label;
use std::time::{Duration, Instant};

/// A learner in shell that answers the greeting, resets and requests for weights, and runs `answers` for every example.
fn shell(answers: &str) -> Vec<String> {
    let script = format!(
        "while read -r line; do case \"$line\" in *hello*) echo '{{\"hello\":1}}';; *reset*) echo '{{\"reset\":true}}';; *weights*) echo '{{\"weights\":[0]}}';; *) {answers};; esac; done"
    );
    ["sh", "-c", &script].map(str::to_owned).to_vec()
}

const RIGHT: &str = "echo '{\"prediction\":-1,\"updated\":false}'";

/// Shows one example `times` times to a fresh learner.
fn taught(command: &[String], seconds: f64, times: usize) -> Result<Transcript, Box<LearnerFault>> {
    let mut pupil = start(command, seconds).map_err(Box::<LearnerFault>::from)?;
    attend(pupil.as_mut(), times)
}

fn attend(pupil: &mut dyn ExternalLearner, times: usize) -> Result<Transcript, Box<LearnerFault>> {
    let x = [WireNumber::Integer(1)];
    let shown = ExternalExample {
        x: &x,
        y: Label::Positive,
    };
    pupil.answer(Some(1), &vec![shown; times])
}

/// Whether a process runs whose command line contains this word.
fn lives(word: &str) -> bool {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let commands = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    commands
        .into_iter()
        .any(|command| String::from_utf8_lossy(&command).contains(word))
}

/// The reason why the learner failed; asserts that none of its processes is still running.
fn failure(word: &str, answers: &str, seconds: f64) -> String {
    let began = Instant::now();
    // The word is part of the command line, so that processes left over can be found.
    let command = shell(&format!(": {word}; {answers}"));
    let fault = taught(&command, seconds, 3).unwrap_err();
    assert!(
        began.elapsed() < Duration::from_secs(8),
        "{word} took too long"
    );
    assert!(!lives(word), "{word} left a process behind");
    fault.words
}

#[test]
fn many_examples_are_answered_in_their_order() {
    let attendance = taught(&shell(RIGHT), 5.0, 700).unwrap();
    assert_eq!(attendance.start, Some(vec![WireNumber::Integer(0)]));
    assert_eq!(attendance.responses.len(), 700);
    let same = |response: &&perceptron::learn::external::Response| {
        response.prediction == -1 && !response.updated && response.weights.len() == 1
    };
    assert_eq!(attendance.responses.iter().filter(same).count(), 700);
}

#[test]
fn unresponsive_learner_is_killed_with_its_child_processes() {
    let words = failure("silent-17-a", "sleep 600 & sleep 600", 0.3);
    assert!(
        words.contains("no answer for 0.3 s") && words.contains("flush"),
        "{words}"
    );
    assert!(words.contains("asked {\"x\":[1],\"y\":1}"), "{words}");
    assert!(words.contains("set by `--timeout SECONDS`"), "{words}");
    assert_eq!(FaultKind::of(&words), Some(FaultKind::Late));
}

#[test]
fn an_answer_without_a_line_end_is_no_matter_of_time() {
    let words = failure("endless-17-c", "printf '{\"hello\": 1}'; sleep 600", 0.3);
    assert!(
        words.contains("`{\"hello\": 1}` without ending the line"),
        "{words}"
    );
    assert!(!words.contains("--timeout"), "{words}");
    assert_eq!(FaultKind::of(&words), Some(FaultKind::Late));
}

#[test]
fn late_learner_of_a_spec_is_reported_with_the_key_of_its_limit() {
    let command = ["sh", "-c", "sleep 600"].map(str::to_owned);
    let pool = Processes::default();
    let late = pool.external_learner(&command, 0.2).err().unwrap();
    assert!(
        late.words.contains("set by the key `timeout` of `process`"),
        "{}",
        late.words
    );
}

#[test]
fn lines_that_lead_to_an_answer_are_those_that_a_learner_is_asked() {
    let x = [WireNumber::Integer(1), WireNumber::Float(-0.5)];
    let y = Label::Negative;
    let lines = asked_lines(&[(1, vec![]), (2, vec![ExternalExample { x: &x, y }])]);
    let due = [
        "{\"hello\":1}",
        "{\"reset\":{\"features\":1}}",
        "{\"weights\":true}",
        "{\"reset\":{\"features\":2}}",
        "{\"weights\":true}",
        "{\"x\":[1,-0.5],\"y\":-1}",
        "{\"weights\":true}",
    ];
    assert_eq!(lines, due);
}

#[test]
fn a_learner_that_floods_its_output_is_ended() {
    let endless_line = failure("flood-17-b", "cat /dev/zero", 5.0);
    assert!(
        endless_line.contains("without ending the line"),
        "{endless_line}"
    );
    assert_eq!(FaultKind::of(&endless_line), Some(FaultKind::TooMuch));
    let many_lines = failure("flood-17-c", &format!("while true; do {RIGHT}; done"), 5.0);
    assert!(many_lines.contains("was expected"), "{many_lines}");
    let unasked = failure("flood-17-d", &format!("{RIGHT}; {RIGHT}; echo; echo"), 5.0);
    assert!(unasked.contains("was expected"), "{unasked}");
}

#[test]
fn unrequested_output_lines_are_detected_at_the_next_request() {
    let script = "read -r line; echo '{\"hello\":1}'; echo more; sleep 600";
    let command = ["sh", "-c", script].map(str::to_owned);
    let mut words = String::new();
    if let Err(fault) = start(&command, 0.5)
        .map_err(Box::<LearnerFault>::from)
        .and_then(|mut pupil| {
            std::thread::sleep(Duration::from_millis(100));
            attend(pupil.as_mut(), 1)
        })
    {
        words = fault.words;
    }
    assert!(words.contains("more lines than it was asked"), "{words}");
    assert_eq!(FaultKind::of(&words), Some(FaultKind::TooMuch));
}

#[test]
fn crash_is_reported_with_exit_status_and_last_lines_of_stderr() {
    let words = failure(
        "crash-17-e",
        "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do echo \"line $i\" >&2; done; exit 3",
        5.0,
    );
    assert!(words.contains("exit status: 3"), "{words}");
    assert_eq!(FaultKind::of(&words), Some(FaultKind::Ended));
    assert!(
        words.contains("| line 14") && !words.contains("| line 1\n"),
        "{words}"
    );
    let killed = failure("crash-17-f", "kill -9 $$", 5.0);
    assert!(killed.contains("signal: 9"), "{killed}");
}

#[test]
fn learner_that_floods_stderr_is_reported_with_truncated_stderr() {
    let words = failure(
        "error-17-g",
        "head -c 3000000 /dev/zero | tr '\\0' 'e' >&2; exit 1",
        8.0,
    );
    assert!(
        words.len() < 6000 && words.contains("eeee"),
        "{}",
        words.len()
    );
}

#[test]
fn malformed_answer_is_reported_with_its_request() {
    let words = failure("shape-17-h", "echo 'score = 0.5'", 5.0);
    assert!(
        words.contains("`score = 0.5`") && words.contains("asked {\"x\":[1],\"y\":1}"),
        "{words}"
    );
    assert!(words.contains("standard error"), "{words}");
    assert_eq!(FaultKind::of(&words), Some(FaultKind::WrongAnswer));
}

#[test]
fn fault_keeps_the_responses_received_before_it() {
    let command =
        shell("n=$((n+1)); [ $n = 3 ] && exit 4; echo '{\"prediction\":1,\"updated\":true}'");
    let fault = taught(&command, 5.0, 5).unwrap_err();
    assert_eq!(fault.before.responses.len(), 2);
    assert!(fault.before.start.is_some());
}

#[test]
fn missing_program_or_program_without_handshake_is_refused() {
    let words = |command: &[&str]| {
        let command: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
        start(&command, 5.0)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    assert!(words(&["no-such-program-17"]).contains("cannot be started"));
    assert!(words(&["true"]).contains("ended without an answer"));
    assert!(words(&["echo", "{\"hello\": 2}"]).contains("{\"hello\": 1}"));
    assert_eq!(words(&["echo", "{\"hello\": 1}"]), "");
    assert!(words(&["sh", "-c", "exec 1>&-; sleep 60"]).contains("closed its standard output"));
}

#[test]
fn idle_process_is_reused_and_killed_when_the_pool_is_dropped() {
    let (processes, command) = (
        Processes::default(),
        shell(": host-17-i; echo '{\"prediction\":1,\"updated\":false}'"),
    );
    for _ in 0..3 {
        let mut pupil = processes.external_learner(&command, 5.0).unwrap();
        attend(pupil.as_mut(), 2).unwrap();
        processes.give_back(&command, 5.0, pupil);
    }
    let kept: usize = processes.idle().values().map(Vec::len).sum();
    assert_eq!(kept, 1);
    assert!(lives("host-17-i"));
    drop(processes);
    assert!(!lives("host-17-i"));
}

#[test]
fn only_the_command_that_fails_to_start_three_times_in_a_row_is_given_up() {
    let pool = Processes::default();
    let folder = tempfile::tempdir().unwrap();
    let works = folder.path().join("works");
    let script = format!(
        "[ -e '{}' ] || exit 3; read -r line; echo '{{\"hello\":1}}'",
        works.display()
    );
    let [flaky, right] = [
        ["sh", "-c", &script].map(str::to_owned).to_vec(),
        shell(RIGHT),
    ];
    let starts = |command: &[String]| pool.external_learner(command, 5.0).is_ok();
    assert!(!starts(&flaky) && !starts(&flaky) && starts(&right));
    // It starts in between, so that its failures are counted anew.
    std::fs::write(&works, "").unwrap();
    assert!(starts(&flaky));
    std::fs::remove_file(&works).unwrap();
    assert!(!starts(&flaky) && !starts(&flaky));
    assert_eq!(pool.given_up(&flaky), None);
    assert!(!starts(&flaky));
    assert!(pool.given_up(&flaky).unwrap().contains("exit status: 3"));
    std::fs::write(&works, "").unwrap();
    assert!(!starts(&flaky) && starts(&right));
    assert_eq!(pool.given_up(&right), None);
}
