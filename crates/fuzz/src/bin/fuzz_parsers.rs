//! The command `fuzz-parsers`: runs a parser on mutated files of a range of seeds, or shows the file of one seed.

use fuzz::panics;
use fuzz::parsers::{ParserSession, ParserTarget, Running, input, run};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "usage: fuzz-parsers TARGET COUNT [FIRST_SEED]   runs a parser on the files of COUNT seeds, from FIRST_SEED on (0 if left out)\n       fuzz-parsers TARGET --show SEED          writes the file of a seed to stdout";

fn main() -> ExitCode {
    panics::remember();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let Some((target, rest)) = words.split_first() else {
        return usage();
    };
    let Some(target) = ParserTarget::ALL
        .into_iter()
        .find(|known| known.name() == *target)
    else {
        return usage();
    };
    match *rest {
        ["--show", seed] => seed
            .parse()
            .map_or_else(|_| usage(), |seed| show(target, seed)),
        [count] => count
            .parse()
            .map_or_else(|_| usage(), |count| fuzz(target, count, 0)),
        [count, first] => match (count.parse(), first.parse()) {
            (Ok(count), Ok(first)) => fuzz(target, count, first),
            _ => usage(),
        },
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    let names = ParserTarget::ALL.map(ParserTarget::name).join(", ");
    let _ = writeln!(std::io::stderr(), "{USAGE}\nTARGET is one of {names}");
    ExitCode::from(2)
}

fn show(target: ParserTarget, seed: u64) -> ExitCode {
    let written = input(target, seed).and_then(|bytes| std::io::stdout().write_all(&bytes));
    written.map_or(ExitCode::from(2), |()| ExitCode::SUCCESS)
}

fn fuzz(target: ParserTarget, count: u64, first: u64) -> ExitCode {
    let running = std::sync::Arc::new(Running::default());
    let watched = std::sync::Arc::clone(&running);
    std::thread::spawn(move || end_what_hangs(&watched));
    match run(target, first..first.saturating_add(count), &running) {
        Ok(session) => report(target, &session),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Watches the parser that runs now, and ends the whole program if the parser hangs, because nothing else can stop it.
fn end_what_hangs(running: &Running) {
    loop {
        std::thread::sleep(Duration::from_secs(1));
        if let Some(seed) = running.hanging() {
            let _ = writeln!(std::io::stdout(), "seed {seed}: does not end");
            std::process::exit(1);
        }
    }
}

fn report(target: ParserTarget, session: &ParserSession) -> ExitCode {
    let out = &mut std::io::stdout();
    let _ = writeln!(
        out,
        "{:12} {} executions, {} accepted, longest {:.3} s, {} findings",
        target.name(),
        session.executions,
        session.accepted,
        session.longest.as_secs_f64(),
        session.findings.len()
    );
    for (seed, finding) in &session.findings {
        let _ = writeln!(out, "  seed {seed}: {finding}");
    }
    ExitCode::from(u8::from(!session.findings.is_empty()))
}
