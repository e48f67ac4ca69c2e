//! Mutates files: bytes, numbers, tokens, lines, nesting and length, all determined by a seed.

use super::ParserTarget;
use super::dictionary::{MARKS, NUMBERS};
use perceptron::seed::{Seed, Stream};

/// Largest size of a mutated file, in bytes.
const LONGEST: usize = 1 << 20;

/// Makes mutated files for one parser from its corpus of files.
pub(super) struct Mutator<'a> {
    corpus: &'a [Vec<u8>],
    words: &'static [&'static str],
    address: Seed,
    binary: bool,
}

impl<'a> Mutator<'a> {
    /// Creates the mutator for the files of one parser.
    pub(super) fn new(corpus: &'a [Vec<u8>], target: ParserTarget) -> Self {
        Self {
            corpus,
            words: target.words(),
            address: Seed::root(0).child("fuzz").child(target.name()),
            binary: target.is_binary(),
        }
    }

    /// The content of a seed's file: a file of the corpus with one to eight changes. The first seeds give the files of the corpus unchanged.
    pub(super) fn input(&self, seed: u64) -> Vec<u8> {
        let unchanged = usize::try_from(seed)
            .ok()
            .and_then(|place| self.corpus.get(place));
        if let Some(file) = unchanged {
            return file.clone();
        }
        let mut draws = self.address.child(&seed.to_string()).stream();
        let mut bytes = pick(&mut draws, self.corpus).clone();
        for _ in 0..1 + draws.below(8).min(draws.below(8)) {
            self.change(&mut bytes, &mut draws);
            bytes.truncate(LONGEST);
        }
        bytes
    }

    fn change(&self, bytes: &mut Vec<u8>, draws: &mut Stream) {
        // Binary files get byte mutations only, because they have no tokens.
        match draws.below(if self.binary { 6 } else { 14 }) {
            0 => flip(bytes, draws),
            1 => overwrite(bytes, draws),
            2 => cut(bytes, draws),
            3 => repeat(bytes, draws),
            4 => self.splice(bytes, draws),
            5 => end_early(bytes, draws),
            6 | 7 => number(bytes, draws),
            8 | 9 => self.insert(bytes, draws),
            10 => swap_tokens(bytes, draws),
            11 => lines(bytes, draws),
            12 => nest(bytes, draws),
            _ => self.replace_token(bytes, draws),
        }
    }

    fn random_token(&self, draws: &mut Stream) -> &'static str {
        match draws.below(3) {
            0 => pick::<&str>(draws, &NUMBERS),
            1 => pick::<&str>(draws, &MARKS),
            _ if self.words.is_empty() => pick::<&str>(draws, &MARKS),
            _ => pick::<&str>(draws, self.words),
        }
    }

    fn insert(&self, bytes: &mut Vec<u8>, draws: &mut Stream) {
        let at = draws.below(bytes.len() + 1);
        let word = self.random_token(draws);
        bytes.splice(at..at, word.bytes());
    }

    fn replace_token(&self, bytes: &mut Vec<u8>, draws: &mut Stream) {
        if let Some(range) = token(bytes, draws, u8::is_ascii_alphanumeric) {
            let word = self.random_token(draws);
            bytes.splice(range, word.bytes());
        }
    }

    /// Inserts bytes of a random file of the corpus at a random position.
    fn splice(&self, bytes: &mut Vec<u8>, draws: &mut Stream) {
        let other = pick(draws, self.corpus);
        let range = range(other.len(), draws);
        let at = draws.below(bytes.len() + 1);
        bytes.splice(at..at, other[range].iter().copied());
    }
}

fn pick<'a, T>(draws: &mut Stream, items: &'a [T]) -> &'a T {
    &items[draws.below(items.len())]
}

/// A random range of byte positions below `length`, mostly a short one.
fn range(length: usize, draws: &mut Stream) -> std::ops::Range<usize> {
    let start = draws.below(length + 1);
    let most = match draws.below(4) {
        0 => length,
        _ => 32.min(length),
    };
    start..(start + draws.below(most + 1)).min(length)
}

fn flip(bytes: &mut [u8], draws: &mut Stream) {
    if !bytes.is_empty() {
        let at = draws.below(bytes.len());
        bytes[at] ^= 1 << draws.below(8);
    }
}

/// Overwrites bytes in a random range with a value that often is a length, a sign or a delimiter.
fn overwrite(bytes: &mut [u8], draws: &mut Stream) {
    let range = range(bytes.len(), draws);
    let value = *pick(draws, &[0, 1, 0x7f, 0x80, 0xff, b' ', b'9', b'"']);
    let every = 1 + draws.below(4);
    bytes[range]
        .iter_mut()
        .step_by(every)
        .for_each(|byte| *byte = value);
}

fn cut(bytes: &mut Vec<u8>, draws: &mut Stream) {
    bytes.drain(range(bytes.len(), draws));
}

fn repeat(bytes: &mut Vec<u8>, draws: &mut Stream) {
    let range = range(bytes.len(), draws);
    let times = *pick(draws, &[1, 2, 3, 50]);
    let stretch = bytes[range.clone()].repeat(times);
    bytes.splice(range.end..range.end, stretch);
}

fn end_early(bytes: &mut Vec<u8>, draws: &mut Stream) {
    bytes.truncate(draws.below(bytes.len() + 1));
}

/// The byte range of a token: the first run of bytes that satisfy `is_part`, at or after a random position.
fn token(
    bytes: &[u8],
    draws: &mut Stream,
    is_part: impl Fn(&u8) -> bool,
) -> Option<std::ops::Range<usize>> {
    let from = draws.below(bytes.len() + 1);
    let start = from + bytes[from..].iter().position(&is_part)?;
    let length = bytes[start..]
        .iter()
        .take_while(|byte| is_part(byte))
        .count();
    Some(start..start + length)
}

/// Replaces a random number in the file by another one, sometimes with very many digits.
fn number(bytes: &mut Vec<u8>, draws: &mut Stream) {
    let Some(range) = token(bytes, draws, u8::is_ascii_digit) else {
        return;
    };
    let other = match draws.below(12) {
        0 => "9".repeat(1 << draws.below(16)),
        _ => (*pick(draws, &NUMBERS)).to_owned(),
    };
    bytes.splice(range, other.into_bytes());
}

fn swap_tokens(bytes: &mut Vec<u8>, draws: &mut Stream) {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./".contains(byte);
    let (one, other) = (token(bytes, draws, is_part), token(bytes, draws, is_part));
    if let (Some(one), Some(other)) = (one, other)
        && one.end <= other.start
    {
        let (first, second) = (bytes[one.clone()].to_vec(), bytes[other.clone()].to_vec());
        bytes.splice(other, first);
        bytes.splice(one, second);
    }
}

/// Removes a random line of the file, duplicates it, or swaps it with another line.
fn lines(bytes: &mut Vec<u8>, draws: &mut Stream) {
    let mut lines: Vec<Vec<u8>> = bytes
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    let (from, to) = (draws.below(lines.len()), draws.below(lines.len()));
    match draws.below(3) {
        0 => drop(lines.remove(from)),
        1 => lines.insert(to, lines[from].clone()),
        _ => lines.swap(from, to),
    }
    *bytes = lines.join(&b'\n');
}

/// Inserts many nested brackets at a random position, to test whether the parser's recursion overflows the stack.
fn nest(bytes: &mut Vec<u8>, draws: &mut Stream) {
    let depth = 1 << draws.below(15);
    let open = pick(
        draws,
        &["[", "{\"a\":", "{a=", "(", "\"", "-", "{ a = [", "sqrt("],
    );
    let at = draws.below(bytes.len() + 1);
    bytes.splice(at..at, open.repeat(depth).into_bytes());
}
