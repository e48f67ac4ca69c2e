//! Talks to one learner: sends lines, and explains in words why an answer did not come.

use super::fault_kind::{CLOSED, ENDED, LATE, UNASKED, WROTE};
use super::line::{self, ExchangeLines, beginning};
use super::pipes::{ExchangeEnd, LineChannel};
use perceptron::learn::external::{ExternalExample, ExternalLearner, LearnerFault, Transcript};
use std::time::Duration;

/// Largest number of lines of a learner's standard error that an error message shows.
const LINES: usize = 12;

/// Time that an answer may take, how a user sets a longer one, and what may be answered.
#[derive(Debug, Clone, Copy)]
pub(super) struct AnswerLimit {
    /// Time that an answer may take.
    pub duration: Duration,
    /// How a user sets a longer time, in words.
    pub longer: &'static str,
    /// Whether a learner may answer that it has no weights.
    pub may_lack_weights: bool,
}

/// A learner that answered the greeting of the protocol.
pub(super) struct Conversation<C> {
    channel: C,
    features: usize,
    limit: AnswerLimit,
}

impl<C: LineChannel> Conversation<C> {
    /// Greets a learner, to see whether it speaks the protocol.
    pub(super) fn begin(channel: C, limit: AnswerLimit) -> Result<Self, Box<LearnerFault>> {
        let mut conversation = Self {
            channel,
            features: 0,
            limit,
        };
        let mut asks = ExchangeLines::default();
        asks.hello();
        let mut take = |_: usize, line: &[u8]| line::greeted(line);
        let greeted = conversation.channel.exchange(asks.bytes(), 1, &mut take);
        match greeted {
            Ok(()) => Ok(conversation),
            Err(stop) => Err(conversation.learner_fault(&stop, &asks, 0, Transcript::default())),
        }
    }

    /// Ends the learner and describes, in words, why an exchange with it stopped, with the end of its standard error.
    fn learner_fault(
        &mut self,
        stop: &ExchangeEnd,
        asks: &ExchangeLines,
        answered: usize,
        before: Transcript,
    ) -> Box<LearnerFault> {
        let (status, stderr) = self.channel.end();
        let asked = beginning(asks.line(answered));
        let what = match (stop, status) {
            (ExchangeEnd::Wrong(words), _) => words.clone(),
            (ExchangeEnd::Ended, Some(status)) => format!("asked {asked}, {ENDED} ({status})"),
            (ExchangeEnd::Ended, None) => format!("asked {asked}, {CLOSED}"),
            (ExchangeEnd::Silence(rest), _) => {
                format!("asked {asked}, {}", late_words(self.limit, rest))
            }
            (ExchangeEnd::LongLine(bytes), _) => {
                format!("asked {asked}, {WROTE} {bytes} bytes without ending the line")
            }
            (ExchangeEnd::Unasked, _) => {
                format!("{UNASKED} than it was asked for: one answer to every line")
            }
            (ExchangeEnd::Machine(error), _) => format!("its pipes failed: {error}"),
        };
        let words = format!("{what}{}", last_words(&stderr));
        Box::new(LearnerFault { words, before })
    }
}

/// Says that no answer came in time. If its beginning came, what lacks is a line end, and no time.
fn late_words(limit: AnswerLimit, rest: &[u8]) -> String {
    let seconds = limit.duration.as_secs_f64();
    let longer = limit.longer;
    if !rest.is_empty() {
        let text = String::from_utf8_lossy(rest);
        let shown = beginning(text.trim_end());
        return format!(
            "{LATE} {seconds} s: it wrote `{shown}` without ending the line (an answer ends with a line feed, \\n)"
        );
    }
    format!(
        "{LATE} {seconds} s (does it flush its output after every line? a longer time may be set by {longer})"
    )
}

/// The last lines that a learner wrote to its standard error, indented for an error message.
fn last_words(stderr: &str) -> String {
    if stderr.is_empty() {
        return String::new();
    }
    let lines: Vec<&str> = stderr.lines().collect();
    let last = &lines[lines.len().saturating_sub(LINES)..];
    let last: String = last.iter().map(|line| format!("\n  | {line}")).collect();
    format!("; its standard error:{last}")
}

impl<C: LineChannel> ExternalLearner for Conversation<C> {
    fn answer(
        &mut self,
        begin: Option<usize>,
        examples: &[ExternalExample],
    ) -> Result<Transcript, Box<LearnerFault>> {
        if let Some(features) = begin {
            self.features = features;
            self.channel.expect(features);
        }
        let mut asks = ExchangeLines::default();
        let first = asks.sample(begin, examples);
        let (mut attendance, mut answered) = (Transcript::default(), 0);
        let features = (self.features, self.limit.may_lack_weights);
        let mut take = |index: usize, line: &[u8]| {
            take(&mut attendance, &asks, (index, first), features, line)?;
            answered = index + 1;
            Ok(())
        };
        match self.channel.exchange(asks.bytes(), asks.count(), &mut take) {
            Ok(()) => Ok(attendance),
            Err(stop) => {
                // An example counts as answered only with the weights after it.
                attendance
                    .responses
                    .truncate(answered.saturating_sub(first) / 2);
                Err(self.learner_fault(&stop, &asks, answered, attendance))
            }
        }
    }
}

/// Stores a learner's answer to the request with this index in the transcript. The first requests reset the learner; after them, requests to predict
/// an example and to report weights alternate.
fn take(
    attendance: &mut Transcript,
    asks: &ExchangeLines,
    (index, first): (usize, usize),
    features: (usize, bool),
    line: &[u8],
) -> Result<(), String> {
    // Finding a request takes a scan of all lines before it, so it is done for wrong answers only.
    let located = |words: String| words.replacen("\u{0}", &beginning(asks.line(index)), 1);
    let weights = || line::weighed("\u{0}", features, line).map_err(located);
    if index < first {
        match index {
            0 => line::began("\u{0}", line).map_err(located)?,
            _ => attendance.start = Some(weights()?),
        }
    } else if (index - first).is_multiple_of(2) {
        let response = line::answered("\u{0}", line).map_err(located)?;
        attendance.responses.push(response);
    } else if let Some(response) = attendance.responses.last_mut() {
        response.weights = weights()?;
    }
    Ok(())
}
