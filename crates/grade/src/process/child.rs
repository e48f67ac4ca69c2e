//! Holds one process with its pipes, and ends it with all processes that it started.

use super::pipes::{ExchangeEnd, LineChannel, Pipes, TakeAnswer};
use super::signals;
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::fs::File;
use std::io::ErrorKind;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Time in which a learner's process may end on its own before it is killed.
const GRACE: Duration = Duration::from_millis(100);

/// A learner's process with the pipes of its input, output and standard error.
pub(super) struct Child {
    process: std::process::Child,
    group: Option<Pid>,
    pipes: Pipes,
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
        let (input, output) = (unblocked(stdin)?, unblocked(stdout)?);
        Ok(Self {
            process,
            group,
            pipes: Pipes::new(input, output, Some(unblocked(stderr)?), limit),
        })
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
        self.pipes.close_input();
        if let Some(group) = self.group.take() {
            let _gone = kill_process_group(group, Signal::KILL);
            signals::leave(group);
        }
        self.process.wait().ok()
    }
}

impl LineChannel for Child {
    fn expect(&mut self, features: usize) {
        self.pipes.expect(features);
    }

    fn exchange(
        &mut self,
        asks: &[u8],
        answers: usize,
        take: TakeAnswer,
    ) -> Result<(), ExchangeEnd> {
        self.pipes.exchange(asks, answers, take)
    }

    fn end(&mut self) -> (Option<String>, String) {
        let ended = self.has_ended();
        self.pipes.listen();
        let status = self.bury();
        let status = status.filter(|_| ended).map(|status| status.to_string());
        (status, self.pipes.last_words())
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.pipes.close_input();
        if self.group.is_some() {
            self.has_ended();
        }
        self.bury();
    }
}

/// A pipe of a process as a file that is never waited for.
fn unblocked(pipe: impl Into<OwnedFd>) -> std::io::Result<File> {
    let pipe = pipe.into();
    ioctl_fionbio(&pipe, true)?;
    Ok(pipe.into())
}
