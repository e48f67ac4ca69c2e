//! The command `fuzz-specs`: runs the specs of a range of seeds, or shows the spec of one.

use fuzz::premises::RemovalOutcome;
use fuzz::session::{FuzzSession, Running};
use fuzz::{cases, draw, panics, study};
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const USAGE: &str = "usage: fuzz-specs COUNT [FIRST_SEED]   runs the specs of COUNT seeds, from FIRST_SEED on (0 if left out)\n       fuzz-specs --spec SEED          shows the spec of a seed, its verdicts and its findings\n       fuzz-specs --file PATH          shows the verdicts and findings of a spec in a file\n       fuzz-specs --without SEED       shows the shrunk spec for every theorem that is violated without one of its premises";

fn main() -> ExitCode {
    panics::remember();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["--spec", seed] => seed
            .parse()
            .map_or_else(|_| usage(), |seed| show(&draw::spec(seed))),
        ["--without", seed] => seed.parse().map_or_else(|_| usage(), show_needs),
        ["--file", path] => match std::fs::read_to_string(path) {
            Ok(text) => show(&text),
            Err(error) => fail(&error.to_string()),
        },
        [count] => count
            .parse()
            .map_or_else(|_| usage(), |count| run(count, 0)),
        [count, first] => match (count.parse(), first.parse()) {
            (Ok(count), Ok(first)) => run(count, first),
            _ => usage(),
        },
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    fail(USAGE)
}

fn fail(words: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "{words}");
    ExitCode::from(2)
}

fn print(words: &str) {
    let _ = writeln!(std::io::stdout(), "{words}");
}

/// Prints a drawn spec, the verdicts on its claims, and the faults found in the program.
fn show(text: &str) -> ExitCode {
    print(text);
    let study = study::of(text);
    if let Some(reason) = &study.refused {
        print(&format!("refused: {reason}"));
    }
    for heard in &study.verdicts {
        let kind = if heard.must_hold {
            "theorem"
        } else {
            "statement"
        };
        let failing = heard.failing.join("; ");
        print(&format!(
            "{:12} {kind:9} {} {failing}",
            heard.word.as_str(),
            heard.claim
        ));
    }
    for removal in study
        .removals
        .iter()
        .filter(|removal| removal.without == RemovalOutcome::Violated)
    {
        print(&format!(
            "violated without \"{}\": {}",
            removal.premise, removal.claim
        ));
    }
    for (finding, detail) in &study.findings {
        print(&format!("{finding}\n  {detail}"));
    }
    print(&format!(
        "{} trials in {:.3} s",
        study.trials,
        study.elapsed.as_secs_f64()
    ));
    ExitCode::from(u8::from(!study.findings.is_empty()))
}

/// Prints the spec of a seed once for every premise that its trials show to be needed, each time shrunk as far as it still shows this.
fn show_needs(seed: u64) -> ExitCode {
    cases::of(&draw::spec(seed))
        .iter()
        .for_each(|case| print(case));
    ExitCode::SUCCESS
}

fn run(count: u64, first: u64) -> ExitCode {
    let (running, finished) = (Running::default(), AtomicBool::new(false));
    let mut session = FuzzSession::default();
    std::thread::scope(|scope| {
        scope.spawn(|| name_the_slow(&running, &finished));
        let started = Instant::now();
        session.run_cases();
        session.run(first..first + count, &running, |session, next| {
            let found: u64 = session.findings.values().sum();
            let _ = write!(
                std::io::stderr(),
                "\rseeds {first} to {}: {} causes in {found} findings, {:.0} s   ",
                next - 1,
                session.causes.len(),
                started.elapsed().as_secs_f64()
            );
        });
        finished.store(true, Ordering::Relaxed);
    });
    let _ = writeln!(std::io::stderr());
    print(&session.report());
    ExitCode::from(u8::from(!session.findings.is_empty()))
}

/// Prints every ten seconds the specs that have run for more than ten seconds, so that a run that never ends is noticed.
fn name_the_slow(running: &Running, finished: &AtomicBool) {
    const LONG: Duration = Duration::from_secs(10);
    let mut looked = Instant::now();
    while !finished.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(200));
        if looked.elapsed() < LONG {
            continue;
        }
        looked = Instant::now();
        for (seed, seconds) in running.longer_than(LONG) {
            let _ = writeln!(
                std::io::stderr(),
                "\nseed {seed} has been running for {seconds} s"
            );
        }
    }
}
