//! Exchanges lines with a learner over pipes: writes and reads under a time limit, and never waits for one side only.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

/// Longest line that is read from a learner, in bytes; for every feature, `BYTES_PER_FEATURE` bytes more are allowed.
const LONGEST_LINE: usize = 1 << 20;

/// Bytes that one number in a learner's line of weights may take.
const BYTES_PER_FEATURE: usize = 32;

/// Number of bytes that are kept from the end of a process's standard error.
const KEPT_WORDS: usize = 4096;

/// Number of bytes that a pipe which is ready takes without blocking.
const PIPE_BYTES: usize = if cfg!(target_os = "linux") { 4096 } else { 512 };

/// Reason why an exchange with a learner ended before its last answer.
#[derive(Debug)]
pub(super) enum ExchangeEnd {
    /// No answer came within the time limit; these bytes came, but no line end after them.
    Silence(Vec<u8>),
    /// The learner ended, or closed its pipes.
    Ended,
    /// The learner wrote a line that is longer than this number of bytes, the limit.
    LongLine(usize),
    /// The learner wrote more lines than it was asked for.
    Unasked,
    /// The learner gave a wrong answer; the text says what is wrong.
    Wrong(String),
    /// The operating system failed to read or write a pipe, for this reason.
    Machine(String),
}

/// A function that receives the answers of an exchange, each with its index; its error says in words what is wrong with the answer.
pub(super) type TakeAnswer<'a> = &'a mut dyn FnMut(usize, &[u8]) -> Result<(), String>;

/// A learner that answers lines, wherever it runs.
pub(super) trait LineChannel: Send {
    /// Allows the learner to answer with lines that are long enough for one weight per feature.
    fn expect(&mut self, features: usize);

    /// Writes all of `asks` to the learner and passes this number of answered lines to `take`, each within the time limit after the one before.
    fn exchange(
        &mut self,
        asks: &[u8],
        answers: usize,
        take: TakeAnswer,
    ) -> Result<(), ExchangeEnd>;

    /// Ends the learner. Returns its exit status if it is a process that had ended on its own, and the end of its standard error.
    fn end(&mut self) -> (Option<String>, String);
}

/// The pipes to and from a learner. A pipe is read or written only when it is ready, so that blocking pipes never block.
pub(super) struct Pipes {
    input: Option<File>,
    output: File,
    /// The standard error of a learner that is a process.
    errors: Option<File>,
    /// Bytes that were read from the learner and are not yet a complete line.
    pending: Vec<u8>,
    /// The last bytes that the learner wrote to its standard error.
    words: Vec<u8>,
    limit: Duration,
    longest_line: usize,
    /// Whether an exchange has taken place.
    is_greeted: bool,
}

impl Pipes {
    /// Pipes to the learner's input and from its output and standard error; each answer may take as long as `limit`.
    pub(super) fn new(input: File, output: File, errors: Option<File>, limit: Duration) -> Self {
        Self {
            input: Some(input),
            output,
            errors,
            pending: Vec::new(),
            words: Vec::new(),
            limit,
            longest_line: LONGEST_LINE,
            is_greeted: false,
        }
    }

    /// Allows lines that are long enough for one weight per feature.
    pub(super) fn expect(&mut self, features: usize) {
        self.longest_line = LONGEST_LINE + BYTES_PER_FEATURE * features;
    }

    /// Writes all of `asks` to the learner and passes this number of answered lines to `take`, each within the time limit after the one before.
    /// Writing and reading never wait for each other, so neither side can block the other forever.
    pub(super) fn exchange(
        &mut self,
        asks: &[u8],
        answers: usize,
        take: TakeAnswer,
    ) -> Result<(), ExchangeEnd> {
        // Answers that came too early are accepted in the first exchange, so that the program's speed decides nothing.
        if std::mem::replace(&mut self.is_greeted, true) {
            self.refuse_unasked()?;
        }
        let (mut written, mut taken) = (0, 0);
        let mut deadline = Instant::now() + self.limit;
        while taken < answers {
            self.wait(written < asks.len(), deadline)?;
            written += self.write(&asks[written..])?;
            self.listen();
            let open = self.read()?;
            let before = taken;
            taken += self.take_lines(taken, answers, take)?;
            if taken > before {
                deadline = Instant::now() + self.limit;
            } else if !open {
                return Err(ExchangeEnd::Ended);
            }
        }
        if self.pending.is_empty() {
            Ok(())
        } else {
            Err(ExchangeEnd::Unasked)
        }
    }

    /// An error if the learner wrote something that it was not asked for.
    fn refuse_unasked(&mut self) -> Result<(), ExchangeEnd> {
        self.read()?;
        if self.pending.is_empty() {
            Ok(())
        } else {
            Err(ExchangeEnd::Unasked)
        }
    }

    /// Waits until a pipe of the learner can be read, or also written if `writes`; an error if the deadline passes first.
    fn wait(&self, writes: bool, deadline: Instant) -> Result<(), ExchangeEnd> {
        let mut pipes = vec![PollFd::new(&self.output, PollFlags::IN)];
        if let Some(input) = self.input.as_ref().filter(|_| writes) {
            pipes.push(PollFd::new(input, PollFlags::OUT));
        }
        pipes.extend(
            self.errors
                .iter()
                .map(|pipe| PollFd::new(pipe, PollFlags::IN)),
        );
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ExchangeEnd::Silence(self.pending.clone()));
        }
        let is_closed = |pipe: &PollFd| pipe.revents() == PollFlags::HUP;
        match poll(&mut pipes, Some(&timespec(left))) {
            Ok(0) => Err(ExchangeEnd::Silence(self.pending.clone())),
            // A closed standard error, the last pipe, is always ready; the remaining time then passes in short sleeps.
            Ok(1) if self.errors.is_some() && pipes.last().is_some_and(is_closed) => {
                std::thread::sleep(Duration::from_millis(1));
                Ok(())
            }
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(ExchangeEnd::Machine(error.to_string())),
        }
    }

    /// Writes as many bytes to the learner as its input pipe takes now, and returns their number.
    fn write(&mut self, asks: &[u8]) -> Result<usize, ExchangeEnd> {
        let is_writable = |pipe: &&mut File| !asks.is_empty() && is_ready(&**pipe, PollFlags::OUT);
        let Some(input) = self.input.as_mut().filter(is_writable) else {
            return Ok(0);
        };
        match input.write(&asks[..asks.len().min(PIPE_BYTES)]) {
            Ok(count) => Ok(count),
            Err(error) if is_not_ready(&error) => Ok(0),
            // Lines that it wrote before it closed its input may still be read.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.input = None;
                Ok(0)
            }
            Err(error) => Err(ExchangeEnd::Machine(error.to_string())),
        }
    }

    /// Reads what the learner has written so far; returns false if it has closed its output.
    fn read(&mut self) -> Result<bool, ExchangeEnd> {
        if !is_ready(&self.output, PollFlags::IN) {
            return Ok(true);
        }
        let mut bytes = [0; 1 << 16];
        match self.output.read(&mut bytes) {
            Ok(0) => Ok(false),
            Ok(count) => {
                self.pending.extend_from_slice(&bytes[..count]);
                Ok(true)
            }
            Err(error) if is_not_ready(&error) => Ok(true),
            Err(error) => Err(ExchangeEnd::Machine(error.to_string())),
        }
    }

    /// Passes every complete line that was read to `take`, as the answers from index `first` on, and returns the number of lines.
    fn take_lines(
        &mut self,
        first: usize,
        answers: usize,
        take: TakeAnswer,
    ) -> Result<usize, ExchangeEnd> {
        let (mut taken, mut from) = (0, 0);
        while let Some(length) = self.pending[from..].iter().position(|&byte| byte == b'\n') {
            if first + taken == answers {
                return Err(ExchangeEnd::Unasked);
            }
            take(first + taken, &self.pending[from..from + length]).map_err(ExchangeEnd::Wrong)?;
            taken += 1;
            from += length + 1;
        }
        self.pending.drain(..from);
        if self.pending.len() > self.longest_line {
            return Err(ExchangeEnd::LongLine(self.longest_line));
        }
        Ok(taken)
    }

    /// Reads the standard error of the learner, so that this pipe does not fill up, and keeps the last bytes.
    pub(super) fn listen(&mut self) {
        let mut bytes = [0; 1 << 12];
        // The number of reads is bounded, so that a process that floods this pipe is not read forever.
        for _ in 0..16 {
            let is_readable = |pipe: &&mut File| is_ready(&**pipe, PollFlags::IN);
            let Some(errors) = self.errors.as_mut().filter(is_readable) else {
                break;
            };
            match errors.read(&mut bytes) {
                Ok(count) if count > 0 => self.words.extend_from_slice(&bytes[..count]),
                _ => break,
            }
        }
        let surplus = self.words.len().saturating_sub(KEPT_WORDS);
        self.words.drain(..surplus);
    }

    /// The end of what the learner has written to its standard error.
    pub(super) fn last_words(&self) -> String {
        String::from_utf8_lossy(&self.words).trim().to_owned()
    }

    /// Closes the learner's input, which asks it to end.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }
}

/// Whether a pipe can be read or written now, or is closed.
fn is_ready(pipe: &impl AsFd, flags: PollFlags) -> bool {
    let now = timespec(Duration::ZERO);
    let ready = poll(&mut [PollFd::new(pipe, flags)], Some(&now));
    // If the question itself fails, reading or writing reports the reason.
    ready.map_or(true, |count| count > 0)
}

fn is_not_ready(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: duration.subsec_nanos().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{PipeReader, PipeWriter, pipe};
    use std::os::fd::OwnedFd;

    /// Pipes to a learner, and the ends that the learner reads and writes.
    fn pipes() -> (Pipes, PipeReader, PipeWriter) {
        let (requests, input) = pipe().unwrap();
        let (output, answers) = pipe().unwrap();
        let [input, output] = [OwnedFd::from(input), OwnedFd::from(output)].map(File::from);
        let pipes = Pipes::new(input, output, None, Duration::from_secs(5));
        (pipes, requests, answers)
    }

    /// The number of bytes that are taken from a learner with this many features, which writes one line of `length` bytes.
    fn taken(features: usize, length: usize) -> Result<usize, ExchangeEnd> {
        let (mut pipes, _requests, mut answers) = pipes();
        pipes.expect(features);
        let line = [vec![b'1'; length], vec![b'\n']].concat();
        let learner = std::thread::spawn(move || answers.write_all(&line));
        let mut taken = 0;
        let ended = pipes.exchange(b"", 1, &mut |_, line| {
            taken = line.len();
            Ok(())
        });
        drop(pipes);
        let _broken = learner.join();
        ended.map(|()| taken)
    }

    #[test]
    fn a_line_may_have_a_mebibyte_and_32_bytes_for_every_feature() {
        for features in [1, 5000] {
            let most = (1 << 20) + 32 * features;
            assert_eq!(taken(features, most).ok(), Some(most));
            let longer = taken(features, most + (1 << 17));
            assert!(matches!(longer, Err(ExchangeEnd::LongLine(limit)) if limit == most));
        }
    }

    #[test]
    fn answers_that_a_learner_wrote_before_it_closed_its_input_are_read() {
        let (mut pipes, requests, mut answers) = pipes();
        answers.write_all(b"1\n2\n").unwrap();
        drop(requests);
        let mut lines = Vec::new();
        let ended = pipes.exchange(b"a\nb\n", 2, &mut |_, line| {
            lines.push(line.to_vec());
            Ok(())
        });
        assert!(ended.is_ok(), "{ended:?}");
        assert_eq!(lines, [b"1", b"2"]);
    }

    #[test]
    fn a_learner_whose_input_is_closed_reads_to_its_end() {
        let (mut pipes, mut requests, _answers) = pipes();
        assert!(!is_ready(&requests, PollFlags::IN));
        pipes.close_input();
        // Another test that starts a process at this moment may hold the pipe open for an instant.
        let limit = timespec(Duration::from_secs(5));
        let ready = poll(&mut [PollFd::new(&requests, PollFlags::IN)], Some(&limit));
        assert_eq!(ready, Ok(1));
        assert_eq!(requests.read(&mut [0; 8]).unwrap(), 0);
    }
}
