//! Talks to a learner that the caller of this program runs: requests go to standard output, and answers come from standard input.
//!
//! There is one conversation. The greeting begins a new learner in it, which knows nothing of the samples before, so every start sends one. A learner
//! whose conversation was taken over by a later start greets again before its next sample.

use super::BY_OPTION;
use super::conversation::{AnswerLimit, Conversation};
use super::line::{self, ExchangeLines};
use super::pipes::{ExchangeEnd, LineChannel, Pipes, TakeAnswer};
use perceptron::learn::external::{ExternalLearner, LearnerFault};
use std::fs::File;
use std::os::fd::AsFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The way in which the conversation on the program's own streams ended, after which no learner can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamsEnd {
    /// The caller closed a stream, or it failed.
    Closed,
    /// The caller gave no answer in time, or lines that belong to no request.
    OutOfStep,
}

/// Learners that the caller of this program runs, and that are asked on the program's own streams.
pub struct OwnStreams {
    shared: Arc<Mutex<Shared>>,
    limit: Duration,
}

struct Shared {
    pipes: Pipes,
    /// Number of learners that were begun.
    begun: u64,
    end: Option<StreamsEnd>,
}

impl OwnStreams {
    /// Takes the program's standard streams; each answer may take this number of seconds.
    ///
    /// # Errors
    /// A stream is closed.
    pub fn open(seconds: f64) -> std::io::Result<Self> {
        let input = std::io::stdin().as_fd().try_clone_to_owned()?;
        let output = std::io::stdout().as_fd().try_clone_to_owned()?;
        Ok(Self::new(output.into(), input.into(), seconds))
    }

    fn new(requests: File, answers: File, seconds: f64) -> Self {
        let limit = super::limit(seconds);
        let shared = Shared {
            pipes: Pipes::new(requests, answers, None, limit),
            begun: 0,
            end: None,
        };
        Self {
            shared: Arc::new(Mutex::new(shared)),
            limit,
        }
    }

    /// Begins a new learner.
    ///
    /// # Errors
    /// It did not greet, or the conversation has ended.
    pub fn start(&self) -> Result<Box<dyn ExternalLearner>, Box<LearnerFault>> {
        let mut shared = locked(&self.shared);
        shared.begun += 1;
        let channel = OwnChannel {
            shared: self.shared.clone(),
            number: shared.begun,
        };
        drop(shared);
        let (duration, longer) = (self.limit, BY_OPTION);
        let limit = AnswerLimit {
            duration,
            longer,
            may_lack_weights: false,
        };
        Ok(Box::new(Conversation::begin(channel, limit)?))
    }

    /// The way in which the conversation ended, if it has.
    pub fn end(&self) -> Option<StreamsEnd> {
        locked(&self.shared).end
    }
}

fn locked(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Exchanges lines. After a wrong answer the answers to the other lines are still read, so that the next answer belongs to the next request.
    fn exchange(
        &mut self,
        asks: &[u8],
        answers: usize,
        take: TakeAnswer,
    ) -> Result<(), ExchangeEnd> {
        if self.end.is_some() {
            return Err(ExchangeEnd::Ended);
        }
        let mut wrong = None;
        let mut take_right = |index: usize, line: &[u8]| {
            if wrong.is_none() {
                wrong = take(index, line).err();
            }
            Ok(())
        };
        let exchanged = self.pipes.exchange(asks, answers, &mut take_right);
        self.end = exchanged.as_ref().err().map(|stop| match stop {
            ExchangeEnd::Ended | ExchangeEnd::Machine(_) => StreamsEnd::Closed,
            _ => StreamsEnd::OutOfStep,
        });
        wrong.map_or(exchanged, |words| Err(ExchangeEnd::Wrong(words)))
    }

    /// Greets, which begins a new learner.
    fn greet(&mut self) -> Result<(), ExchangeEnd> {
        let mut asks = ExchangeLines::default();
        asks.hello();
        self.exchange(asks.bytes(), 1, &mut |_, line| line::greeted(line))
    }
}

/// One learner of the conversation.
struct OwnChannel {
    shared: Arc<Mutex<Shared>>,
    /// The number of this learner among those that were begun.
    number: u64,
}

impl LineChannel for OwnChannel {
    fn expect(&mut self, features: usize) {
        locked(&self.shared).pipes.expect(features);
    }

    fn exchange(
        &mut self,
        asks: &[u8],
        answers: usize,
        take: TakeAnswer,
    ) -> Result<(), ExchangeEnd> {
        let mut shared = locked(&self.shared);
        if self.number != shared.begun {
            shared.begun += 1;
            self.number = shared.begun;
            shared.greet()?;
        }
        shared.exchange(asks, answers, take)
    }

    fn end(&mut self) -> (Option<String>, String) {
        (None, String::new())
    }
}

#[cfg(test)]
mod tests {
    use super::{OwnStreams, StreamsEnd};
    use perceptron::learn::external::{ExternalExample, ExternalLearner, WireNumber};
    use perceptron::sample::Label;
    use std::fs::File;
    use std::io::{BufRead, BufReader, Write, pipe};
    use std::os::fd::OwnedFd;
    use std::thread::{JoinHandle, spawn};

    /// Streams whose other ends a thread serves: it answers each line by `answer`, until that gives nothing, and returns the lines.
    fn served(
        seconds: f64,
        mut answer: impl FnMut(&str) -> Option<String> + Send + 'static,
    ) -> (OwnStreams, JoinHandle<Vec<String>>) {
        let (requests, ask) = pipe().unwrap();
        let (listen, mut answers) = pipe().unwrap();
        let [ask, listen] = [OwnedFd::from(ask), OwnedFd::from(listen)].map(File::from);
        let caller = spawn(move || {
            let mut lines = Vec::new();
            for line in BufReader::new(requests).lines() {
                let line = line.unwrap();
                let answered = answer(&line);
                lines.push(line);
                match answered {
                    Some(text) => answers.write_all(text.as_bytes()).unwrap(),
                    None => break,
                }
            }
            lines
        });
        (OwnStreams::new(ask, listen, seconds), caller)
    }

    fn right(line: &str) -> String {
        let answer = if line.contains("weights") {
            "{\"weights\":[0]}"
        } else if line.contains("\"x\"") {
            "{\"prediction\":-1,\"updated\":false}"
        } else {
            line
        };
        format!("{answer}\n")
    }

    fn shown(learner: &mut dyn ExternalLearner, times: usize) -> Result<usize, String> {
        let x = [WireNumber::Integer(1)];
        let example = ExternalExample {
            x: &x,
            y: Label::Negative,
        };
        let answered = learner.answer(Some(1), &vec![example; times]);
        let count =
            |transcript: perceptron::learn::external::Transcript| transcript.responses.len();
        answered.map(count).map_err(|fault| fault.words)
    }

    #[test]
    fn learner_whose_conversation_was_taken_over_greets_again() {
        let (streams, caller) = served(5.0, |line| Some(right(line)));
        let mut first = streams.start().unwrap();
        assert_eq!(shown(first.as_mut(), 2), Ok(2));
        let mut second = streams.start().unwrap();
        assert_eq!(shown(second.as_mut(), 1), Ok(1));
        assert_eq!(shown(second.as_mut(), 1), Ok(1));
        assert_eq!(shown(first.as_mut(), 3000), Ok(3000));
        drop((first, second, streams));
        let lines = caller.join().unwrap();
        let greetings = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.contains("hello"));
        let greetings: Vec<usize> = greetings.map(|(index, _)| index).collect();
        assert_eq!(greetings, [0, 7, 16]);
    }

    #[test]
    fn answers_after_a_wrong_one_are_read_before_the_next_request() {
        let mut left = 1;
        let (streams, _caller) = served(5.0, move |line| {
            let is_wrong = line.contains("\"x\"") && left > 0;
            left -= i32::from(is_wrong);
            Some(if is_wrong {
                "{\"error\":1}\n".into()
            } else {
                right(line)
            })
        });
        let mut learner = streams.start().unwrap();
        let words = shown(learner.as_mut(), 500).unwrap_err();
        assert!(words.contains("{\"error\":1}"), "{words}");
        assert_eq!(streams.end(), None);
        assert_eq!(shown(streams.start().unwrap().as_mut(), 5), Ok(5));
    }

    #[test]
    fn closed_streams_and_late_answers_end_the_conversation() {
        let (streams, caller) = served(5.0, |line| (!line.contains("\"x\"")).then(|| right(line)));
        let mut learner = streams.start().unwrap();
        assert!(shown(learner.as_mut(), 2000).is_err());
        caller.join().unwrap();
        assert_eq!(streams.end(), Some(StreamsEnd::Closed));
        assert!(streams.start().is_err());

        let (streams, _caller) = served(0.2, |_| Some(String::new()));
        let words = streams.start().err().unwrap().words;
        assert!(words.contains("no answer for 0.2 s"), "{words}");
        assert_eq!(streams.end(), Some(StreamsEnd::OutOfStep));

        let (streams, _caller) = served(5.0, |line| Some(right(line).repeat(2)));
        assert!(streams.start().is_err());
        assert_eq!(streams.end(), Some(StreamsEnd::OutOfStep));
    }

    #[test]
    fn a_caller_that_closes_its_streams_is_no_process_that_ended() {
        let (streams, caller) = served(5.0, |line| (!line.contains("\"x\"")).then(|| right(line)));
        let words = shown(streams.start().unwrap().as_mut(), 1).unwrap_err();
        caller.join().unwrap();
        assert!(words.ends_with("it closed its standard output"), "{words}");
    }
}
