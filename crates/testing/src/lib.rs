//! Writes the text of experiment specs, so that a test states only what it is about.

use std::fmt::{self, Display};
use std::path::Path;

/// The keys of a perceptron that goes over its examples again and again.
pub const CYCLIC: &str = "rule = { perceptron = {} }\norder = \"cyclic\"";

/// The keys of a perceptron that sees every example once.
pub const STREAM: &str = "rule = { perceptron = {} }\norder = \"stream\"";

/// The text of a spec: keys at its top, a generator, and more tables in the order in which they are added. A generator and a claim are given
/// by their name on one line and their keys on the lines below.
///
/// ```
/// let text = testing::SpecText::new("basis\ndimension = 4").variant("plain", testing::CYCLIC);
/// let text = text.replicates(9).claim("online-mistake-bound\nscale = 2");
/// assert!(text.to_string().starts_with("title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 9\n[generator.basis]\ndimension = 4\n"));
/// ```
#[derive(Clone, Debug)]
pub struct SpecText {
    seed: u64,
    replicates: String,
    keys: String,
    tables: String,
}

impl SpecText {
    /// A spec of seed 1 and one replicate with this generator, and without a variant.
    #[must_use]
    pub fn new(generator: impl Display) -> Self {
        let text = Self {
            seed: 1,
            replicates: "1".into(),
            keys: String::new(),
            tables: String::new(),
        };
        text.more(named("[generator.", generator, "]"))
    }

    /// Sets the seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the replicates: a number, or TOML such as `"all"` with its quotes.
    #[must_use]
    pub fn replicates(self, replicates: impl Display) -> Self {
        let replicates = replicates.to_string();
        Self { replicates, ..self }
    }

    /// Adds lines at the top, such as `alpha = 0.02`.
    #[must_use]
    pub fn key(mut self, lines: &str) -> Self {
        self.keys += &format!("{lines}\n");
        self
    }

    /// Adds a variant with these keys.
    #[must_use]
    pub fn variant(self, name: &str, keys: impl Display) -> Self {
        self.more(format_args!("[variants.{name}]\n{keys}"))
    }

    /// Adds an axis of a sweep: a key, and its values as they stand between brackets.
    #[must_use]
    pub fn sweep(self, key: &str, values: impl Display) -> Self {
        self.more(format_args!("[[sweep]]\n\"{key}\" = [{values}]"))
    }

    /// Adds a claim.
    #[must_use]
    pub fn claim(self, claim: impl Display) -> Self {
        self.more(named("[[claims]]\nname = \"", claim, "\""))
    }

    /// Adds lines below all others: keys of the last table, or tables as they stand.
    #[must_use]
    pub fn more(mut self, lines: impl Display) -> Self {
        self.tables += &format!("{lines}\n");
        self
    }

    /// Reads the text as the experiment `t` of the file `t.toml`, by `Spec::from_text`.
    ///
    /// # Errors
    /// The error of `from_text`.
    pub fn try_read<Spec, Error>(
        &self,
        from_text: impl FnOnce(&str, &Path, &str) -> Result<Spec, Error>,
    ) -> Result<Spec, Error> {
        from_text("t", Path::new("t.toml"), &self.to_string())
    }

    /// Like [`SpecText::try_read`], for a text that must be accepted.
    ///
    /// # Panics
    /// If the text is refused.
    #[track_caller]
    pub fn read<Spec, Error: Display>(
        &self,
        from_text: impl FnOnce(&str, &Path, &str) -> Result<Spec, Error>,
    ) -> Spec {
        let read = self.try_read(from_text);
        read.unwrap_or_else(|error| panic!("{error}\n{self}"))
    }
}

impl Display for SpecText {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let (seed, replicates) = (self.seed, &self.replicates);
        writeln!(formatter, "title = \"t\"\nquestion = \"q\"\nseed = {seed}")?;
        writeln!(formatter, "replicates = {replicates}")?;
        write!(formatter, "{}{}", self.keys, self.tables)
    }
}

/// Puts these marks around the first line of a text, and appends its other lines below.
fn named(before: &str, text: impl Display, after: &str) -> String {
    let text = text.to_string();
    let (name, keys) = text.split_once('\n').unwrap_or((&text, ""));
    format!("{before}{name}{after}\n{keys}")
}
