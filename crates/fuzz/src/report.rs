//! Writes the results of a session as text: causes, refusals, coverage and premises.

use crate::cases;
use crate::coverage::ClaimCount;
use crate::premises::SoleFailures;
use crate::session::FuzzSession;
use std::collections::BTreeMap;
use std::fmt::{Result, Write};

/// A theorem with fewer informative verdicts than this, over all fuzzed specs, is reported as rare.
const RARE: u64 = 100;

impl FuzzSession {
    /// Writes the results of a fuzzing session as Markdown text: causes of faults, refused specs, coverage and premises.
    pub fn report(&self) -> String {
        let mut out = String::new();
        let parts = [
            Self::summary,
            Self::refusals,
            Self::found,
            Self::relations,
            Self::coverage,
            Self::premises,
        ];
        for part in parts {
            // Writing to a string does not fail.
            let _ = part(self, &mut out);
        }
        out
    }

    fn summary(&self, out: &mut String) -> Result {
        let refused: u64 = self.refused.values().map(|(times, _)| times).sum();
        writeln!(
            out,
            "# What random specs find\n\nMade by `scripts/fuzz-specs {} {}`: every spec is a function of its seed.\n\n## Specs\n\n{} ran, {refused} refused; {} trials, {} of them out of range; {:.1} ms a spec\n",
            self.seeds.end - self.seeds.start,
            self.seeds.start,
            self.ran,
            self.trials,
            self.out_of_range,
            self.time.as_secs_f64() * 1000.0 / (self.ran + refused).max(1) as f64
        )?;
        let slowest = self.slowest.iter();
        let slowest: Vec<String> = slowest
            .map(|(time, seed)| format!("{seed} ({:.2} s)", time.as_secs_f64()))
            .collect();
        writeln!(out, "slowest seeds: {}\n", slowest.join(", "))?;
        line(out, "theorems", &self.coverage.of_theorems)?;
        line(out, "statements and mutants", &self.coverage.of_others)
    }

    fn refusals(&self, out: &mut String) -> Result {
        writeln!(
            out,
            "\n## Refusals\n\n| times | reason | first seed |\n| ---: | :--- | ---: |"
        )?;
        let mut reasons: Vec<_> = self.refused.iter().collect();
        reasons.sort_by_key(|(_, (times, _))| std::cmp::Reverse(*times));
        for (reason, (times, seed)) in reasons {
            writeln!(out, "| {times} | {} | {seed} |", cell(reason))?;
        }
        Ok(())
    }

    fn found(&self, out: &mut String) -> Result {
        writeln!(out, "\n## Findings\n")?;
        if self.findings.is_empty() {
            writeln!(out, "None.")?;
        }
        for (finding, times) in &self.findings {
            writeln!(out, "- {times} times: {finding}")?;
        }
        for ((finding, signature), cause) in &self.causes {
            writeln!(out, "\n### {finding}\n")?;
            writeln!(
                out,
                "seed {}, {} times: {signature}",
                cause.seed, cause.times
            )?;
            writeln!(out, "{}\n\n```toml\n{}```", cause.detail, cause.spec)?;
        }
        Ok(())
    }

    fn relations(&self, out: &mut String) -> Result {
        writeln!(
            out,
            "\n## Relations\n\n| specs to which it applied | change that must have no effect |\n| ---: | :--- |"
        )?;
        for (name, times) in &self.relations {
            writeln!(out, "| {times} | {name} |")?;
        }
        Ok(())
    }

    fn coverage(&self, out: &mut String) -> Result {
        writeln!(
            out,
            "\n## Theorems, rarest first\n\n| informative | decided | lacks numbers | applies | judged | claim | most frequent failing premise, if rare |\n| ---: | ---: | ---: | ---: | ---: | :--- | :--- |"
        )?;
        let mut counts: Vec<(&String, &ClaimCount)> = self.coverage.theorems.iter().collect();
        counts.sort_by_key(|(_, count)| count.tells);
        for (claim, count) in counts {
            let ClaimCount {
                judged,
                applies,
                tells,
                decided,
                mute,
                ..
            } = count;
            let most = count.failing.iter().max_by_key(|(_, times)| **times);
            let most = most.filter(|_| *tells < RARE);
            let rare = most.map_or_else(String::new, |(words, times)| format!("{words}: {times}"));
            writeln!(
                out,
                "| {tells} | {decided} | {mute} | {applies} | {judged} | {claim} | {} |",
                cell(&rare)
            )?;
        }
        Ok(())
    }

    fn premises(&self, out: &mut String) -> Result {
        writeln!(
            out,
            "\n## Premises\n\nEach statement is judged without one premise on trials where only that premise fails. A case is a spec of `crates/fuzz/cases`.\n\n| only failing premise | violated without it | nothing left to compare | claim | premise | evidence that it is needed, or why there can be none |\n| ---: | ---: | ---: | :--- | :--- | :--- |"
        )?;
        let mut rows: Vec<ReportRow> = self.premises.0.iter().collect();
        rows.sort_by_key(|((claim, _), alone)| {
            (
                alone.is_needed(),
                alone.says_a_number_is_known(),
                claim.clone(),
            )
        });
        for ((claim, words), alone) in &rows {
            writeln!(
                out,
                "| {} | {} | {} | {claim} | {} | {} |",
                alone.times,
                alone.violated,
                alone.unsaid,
                cell(words),
                standing(claim, words, alone)
            )?;
        }
        let count = |is: &dyn Fn(&ReportRow) -> bool| rows.iter().filter(|row| is(row)).count();
        let needed = count(&|(_, alone)| alone.is_needed());
        let known = count(&|(_, alone)| !alone.is_needed() && alone.says_a_number_is_known());
        let explained = count(&|((claim, words), alone)| {
            let open = !alone.is_needed() && !alone.says_a_number_is_known();
            open && cases::reason(claim, words).is_some()
        });
        writeln!(
            out,
            "\n{} premises of theorems: {needed} violated without it, {known} without which nothing is left to compare, {explained} with a reason, {} that nothing has shown to be needed",
            rows.len(),
            rows.len() - needed - known - explained
        )
    }
}

type ReportRow<'a> = (&'a (String, String), &'a SoleFailures);

/// The stored spec or seed that shows that a premise of a claim is needed, or the reason why none can show it.
fn standing(claim: &str, words: &str, alone: &SoleFailures) -> String {
    let shown = alone.first.clone();
    let empty = || {
        alone
            .says_a_number_is_known()
            .then(|| "nothing to compare".to_owned())
    };
    let reason = || cases::reason(claim, words).map(str::to_owned);
    let nothing = || "not shown".to_owned();
    shown.or_else(empty).or_else(reason).unwrap_or_else(nothing)
}

fn line(out: &mut String, what: &str, words: &BTreeMap<&'static str, u64>) -> Result {
    let counts: Vec<String> = words
        .iter()
        .map(|(word, times)| format!("{word} {times}"))
        .collect();
    writeln!(out, "verdicts on {what}: {}", counts.join(", "))
}

/// Escapes text for a cell of a Markdown table.
fn cell(words: &str) -> String {
    words.replace('|', "\\|")
}
