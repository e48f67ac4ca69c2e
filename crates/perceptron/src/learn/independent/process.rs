//! Learns by calling an external process, which knows nothing of the claims about it.

mod process_run;
mod reported_vectors;

use super::{LearnerFacts, OtherLearning, Task, TieRule};
use crate::documented::{Declared, Documentation, Invalid, Key, Shape, Shaped};
use crate::learn::external::{LearnerFault, PoolHandle, WireNumber};
use crate::learn::{Offset, Order, RunResult};
use crate::sample::OutOfRange;
use serde::{Deserialize, Serialize};

/// An external learner: a program that runs as a process of its own and is shown examples; see [`Process::DOC`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Process {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Seconds that one answer of the program may take.
    #[serde(default = "ten", skip_serializing_if = "is_ten")]
    pub timeout: f64,
    /// Whether the learner's updates are claimed to be those of the variant's rule.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub follows_rule: bool,
    /// Process pool that runs the program; empty until the command line allows external programs.
    #[serde(skip)]
    pub pool: PoolHandle,
}

impl Shaped for Process {
    fn shape() -> Shape {
        let keys = vec![
            Key::of::<Vec<String>>("command"),
            Key::new("timeout", false, Shape::Number),
            Key::new("follows_rule", false, Shape::Truth),
        ];
        Shape::Table(keys).with(&Self::DOC)
    }
}

/// Largest timeout that a spec may set for one answer of an external learner, in seconds.
const LONGEST: f64 = 3600.0;

fn ten() -> f64 {
    10.0
}

fn is_ten(seconds: &f64) -> bool {
    *seconds == ten()
}

fn yes() -> bool {
    true
}

fn is_yes(follows: &bool) -> bool {
    *follows
}

impl Process {
    /// Documentation of external learners, for `explain` and the report.
    pub const DOC: Documentation = Documentation {
        name: "process",
        text: " An external learner, yours or a paper's: a program that is shown examples on its standard input and answers on its standard output, one line of JSON each.

 # Formula
 For every example it says its prediction and whether it updated, and then its weights. A mistake is a prediction that is not our label; an update
 is a change of the weights. A learner that answers null where
 weights are asked for has none: it is believed its updates, returns no hypothesis, and claims that need one do not apply. What it says of its updates must agree with that, or the trial has failed. A test example with the score 0 is scored by
 what the learner predicted at scores of 0 during the run, and is an error if it met none there or predicted differently at them.
 # Premise
 An order that does not ask the learner: stream, cyclic, shuffled, random or given. Any `hypothesis` that needs no sample, made from the weights
 that it reports. `run --allow-processes`. A pass without a change of the weights
 that is no clean pass ends the run with the reason quiet-period. The process is started in the folder where you call the program, and
 serves many trials, each of which begins with a reset.
 # Source
 docs/learners.md and docs/learner-protocol.schema.json.
 # Examples
 ```toml
 rule    = { perceptron = {} }
 order   = \"cyclic\"
 learner = { process = { command = [\"python3\", \"scripts/examples/perceptron.py\"] } }
 ```
",
        keys: &[
            (
                "command",
                " The program and its arguments, as separate strings: no shell reads them.\n",
            ),
            (
                "timeout",
                " Seconds that it may take for one answer, above 0, at most 3600; 10 if left out.\n",
            ),
            (
                "follows_rule",
                " Whether its updates are those of `rule`, so that the theorems about the rule are claimed of it; true if left out. false for a learner with other updates.\n",
            ),
        ],
    };

    /// Takes an external learner from the process pool, runs it on the task, and gives it back if nothing failed.
    fn taught(&self, task: &Task) -> Result<RunResult, String> {
        let host = self.pool.0.as_ref().ok_or("it was not allowed to run")?;
        let rows = WireNumber::rows(task.features).map_err(|error| error.to_string())?;
        let words = |fault: Box<LearnerFault>| fault.words;
        let mut pupil = host
            .external_learner(&self.command, self.timeout)
            .map_err(words)?;
        let learned = process_run::run(task, &rows, pupil.as_mut())?;
        host.give_back(&self.command, self.timeout, pupil);
        Ok(learned)
    }
}

impl Declared for Process {}

impl OtherLearning for Process {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        let name = || format!("the learner `{}`: ", self.command.join(" "));
        let taught = self.taught(task);
        Ok(taught.unwrap_or_else(|words| RunResult::failed(name() + &words)))
    }

    fn goes_with(&self, order: &Order, _: &Offset, _: usize) -> Option<Invalid> {
        if self
            .command
            .first()
            .is_none_or(|program| program.is_empty())
        {
            let allowed =
                "a list of strings, the program first: [\"python3\", \"my_perceptron.py\"]";
            return Some(Invalid::new("command", "no program is named", allowed));
        }
        if !(self.timeout > 0.0 && self.timeout <= LONGEST) {
            return Some(Invalid::out_of_range(
                "timeout",
                "seconds above 0, at most 3600",
            ));
        }
        let asks = !matches!(
            order,
            Order::Stream | Order::Cyclic | Order::Shuffled | Order::Random | Order::Given(_)
        );
        asks.then(|| {
            let problem = "the order chooses by answers, but a process is shown examples before it has answered";
            let allowed =
                "\"stream\", \"cyclic\", \"shuffled\", \"random\" or { given = [indices] }";
            Invalid::new("order", problem, allowed)
        })
    }

    fn label(&self) -> String {
        format!("process: {}", self.command.join(" "))
    }

    fn facts(&self) -> LearnerFacts {
        LearnerFacts {
            rules: &["perceptron", "margin-perceptron"],
            tie_rule: TieRule::Answered,
            walks: true,
            returns_all: true,
            is_the_rule: self.follows_rule,
            sums_updates: self.follows_rule,
            ..LearnerFacts::NONE
        }
    }
}

#[cfg(test)]
mod tests;
