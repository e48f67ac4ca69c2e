//! Describes what is wrong with a key of a spec: problem, allowed values and next step.

/// Error for a key of a spec, or a combination of keys, whose value makes no sense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid {
    /// Name of the wrong key in the spec.
    pub key: &'static str,
    /// Problem with the value of the key.
    pub problem: String,
    /// Description of the values that are allowed.
    pub allowed: String,
    /// The next step, such as a line for the spec; `None` if `allowed` says enough.
    pub help: Option<String>,
}

impl Invalid {
    /// Creates the error from the key, the problem and the allowed values.
    pub fn new(key: &'static str, problem: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self {
            key,
            problem: problem.into(),
            allowed: allowed.into(),
            help: None,
        }
    }

    /// Adds the next step.
    pub fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }

    /// Creates the error for a value outside its range; `allowed` describes the range.
    pub fn out_of_range(key: &'static str, allowed: impl Into<String>) -> Self {
        Self::new(key, format!("`{key}` is outside its range"), allowed)
    }
}
