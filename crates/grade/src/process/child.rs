//! Holds one process with its three pipes: writes and reads under a time limit, and ends it with all processes that it started.

use super::signals;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Longest line that is read from a learner, in bytes; for every feature, `BYTES_PER_FEATURE` bytes more are allowed.
const LONGEST_LINE: usize = 1 << 20;

/// Bytes that one number in a learner's line of weights may take.
const BYTES_PER_FEATURE: usize = 32;

/// Number of bytes that are kept from the end of a process's standard error.
const KEPT_WORDS: usize = 4096;

/// Time in which a learner's process may end on its own before it is killed.
const GRACE: Duration = Duration::from_millis(100);

/// Reason why an exchange with a learner's process ended before its last answer.
#[derive(Debug)]
pub(super) enum ExchangeEnd {
    /// No answer came within the time limit.
    Silence,
    /// The process ended, or closed its pipes.
    Ended,
    /// The process wrote a line that is longer than this number of bytes, the limit.
    LongLine(usize),
    /// The process wrote more lines than it was asked for.
    Unasked,
    /// The process gave a wrong answer; the text says what is wrong.
    Wrong(String),
    /// The operating system failed to read or write a pipe, for this reason.
    Machine(String),
}

/// A function that receives the answers of an exchange, each with its index; its error says in words what is wrong with the answer.
pub(super) type TakeAnswer<'a> = &'a mut dyn FnMut(usize, &[u8]) -> Result<(), String>;

/// A learner's process with the pipes of its input, output and standard error.
pub(super) struct Child {
    process: std::process::Child,
    group: Option<Pid>,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: ChildStderr,
    /// Bytes that were read from the process and are not yet a complete line.
    pending: Vec<u8>,
    /// The last bytes that the process wrote to its standard error.
    words: Vec<u8>,
    limit: Duration,
    longest_line: usize,
}

impl Child {
    /// Starts a program without a shell, in a process group of its own.
    pub(super) fn start(command: &[String], limit: Duration) -> std::io::Result<Self> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| std::io::Error::new(ErrorKind::NotFound, "no program is named"))?;
        let mut process = Command::new(program)
            .args(arguments)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let group = i32::try_from(process.id()).ok().and_then(Pid::from_raw);
        group.into_iter().for_each(signals::enter);
        let pipes = (
            process.stdin.take(),
            process.stdout.take(),
            process.stderr.take(),
        );
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(std::io::Error::other("its pipes are missing"));
        };
        ioctl_fionbio(&stdin, true)?;
        ioctl_fionbio(&stdout, true)?;
        ioctl_fionbio(&stderr, true)?;
        Ok(Self {
            process,
            group,
            stdin: Some(stdin),
            stdout,
            stderr,
            pending: Vec::new(),
            words: Vec::new(),
            limit,
            longest_line: LONGEST_LINE,
        })
    }

    /// Allows the process to answer with lines that are long enough for one weight per feature.
    pub(super) fn expect(&mut self, features: usize) {
        self.longest_line = LONGEST_LINE + BYTES_PER_FEATURE * features;
    }

    /// Writes all of `asks` to the process and passes this number of answered lines to `take`, each within the time limit after the one before.
    /// Writing and reading never wait for each other, so neither side can block the other forever.
    pub(super) fn exchange(
        &mut self,
        asks: &[u8],
        answers: usize,
        take: TakeAnswer,
    ) -> Result<(), ExchangeEnd> {
        self.refuse_unasked()?;
        self.exchange_first(asks, answers, take)
    }

    /// Like [`Self::exchange`], but for the first exchange: accepts answers that came too early, so that the program's speed decides nothing.
    pub(super) fn exchange_first(
        &mut self,
        asks: &[u8],
        answers: usize,
        take: TakeAnswer,
    ) -> Result<(), ExchangeEnd> {
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

    fn refuse_unasked(&mut self) -> Result<(), ExchangeEnd> {
        self.read()?;
        if self.pending.is_empty() {
            Ok(())
        } else {
            Err(ExchangeEnd::Unasked)
        }
    }

    /// Waits until a pipe of the process can be read, or also written if `writes`; an error if the deadline passes first.
    fn wait(&self, writes: bool, deadline: Instant) -> Result<(), ExchangeEnd> {
        let mut pipes = vec![
            PollFd::new(&self.stdout, PollFlags::IN),
            PollFd::new(&self.stderr, PollFlags::IN),
        ];
        if let Some(stdin) = self.stdin.as_ref().filter(|_| writes) {
            pipes.push(PollFd::new(stdin, PollFlags::OUT));
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ExchangeEnd::Silence);
        }
        // A closed standard error is always ready; the remaining time then passes in short sleeps.
        let closed = |pipe: &PollFd| pipe.revents() == PollFlags::HUP;
        match poll(&mut pipes, Some(&timespec(left))) {
            Ok(0) => Err(ExchangeEnd::Silence),
            Ok(1) if closed(&pipes[1]) => {
                std::thread::sleep(Duration::from_millis(1));
                Ok(())
            }
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(ExchangeEnd::Machine(error.to_string())),
        }
    }

    /// Writes as many bytes to the process as its input pipe takes now, and returns their number.
    fn write(&mut self, asks: &[u8]) -> Result<usize, ExchangeEnd> {
        let Some(stdin) = self.stdin.as_mut().filter(|_| !asks.is_empty()) else {
            return Ok(0);
        };
        match stdin.write(asks) {
            Ok(count) => Ok(count),
            Err(error) if is_not_ready(&error) => Ok(0),
            // Lines that it wrote before it closed its input may still be read.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.stdin = None;
                Ok(0)
            }
            Err(error) => Err(ExchangeEnd::Machine(error.to_string())),
        }
    }

    /// Reads what the process has written so far; returns false if it has closed its output.
    fn read(&mut self) -> Result<bool, ExchangeEnd> {
        let mut bytes = [0; 1 << 16];
        match self.stdout.read(&mut bytes) {
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

    /// Reads the standard error of the process, so that this pipe does not fill up, and keeps the last bytes.
    fn listen(&mut self) {
        let mut bytes = [0; 1 << 12];
        // The number of reads is bounded, so that a process that floods this pipe is not read forever.
        for _ in 0..16 {
            match self.stderr.read(&mut bytes) {
                Ok(count) if count > 0 => self.words.extend_from_slice(&bytes[..count]),
                _ => break,
            }
        }
        let surplus = self.words.len().saturating_sub(KEPT_WORDS);
        self.words.drain(..surplus);
    }

    /// Ends the process. Returns its exit status if it had ended on its own, and the end of its standard error.
    pub(super) fn end(&mut self) -> (Option<String>, String) {
        let ended = self.has_ended();
        self.listen();
        let status = self.bury();
        let status = status.filter(|_| ended).map(|status| status.to_string());
        let words = String::from_utf8_lossy(&self.words).trim().to_owned();
        (status, words)
    }

    /// Whether the process has ended on its own, or does so within `GRACE`. It is not reaped here, so that its process id is not reused.
    fn has_ended(&mut self) -> bool {
        let Some(pid) = self.group else { return false };
        let deadline = Instant::now() + GRACE;
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        loop {
            match waitid(WaitId::Pid(pid), options) {
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                Ok(None) | Err(_) => return false,
                Ok(Some(_)) => return true,
            }
        }
    }

    /// Kills the process with all processes of its group, and returns its exit status.
    fn bury(&mut self) -> Option<std::process::ExitStatus> {
        self.stdin = None;
        if let Some(group) = self.group.take() {
            let _gone = kill_process_group(group, Signal::KILL);
            signals::leave(group);
        }
        self.process.wait().ok()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.stdin = None;
        if self.group.is_some() {
            self.has_ended();
        }
        self.bury();
    }
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
