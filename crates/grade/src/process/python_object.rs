//! Tells commands that stand for an object of Python from those of programs.

use std::fmt;

/// Program that stands for a learner in the Python process that called this program; the Python package provides it while `lab.run` runs.
const PROGRAM: &str = "perceptron-lab-object";

/// An object of Python that learns a variant. Only the Python process that has the object can call it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PythonObject<'a> {
    /// Name of the variant.
    pub variant: &'a str,
    /// Name of the class of the object.
    pub class: &'a str,
}

impl<'a> PythonObject<'a> {
    /// The object for which the command of an external learner stands; `None` if the command is a program.
    pub fn of(command: &'a [String]) -> Option<Self> {
        match command {
            [program, variant, class] if program == PROGRAM => Some(Self { variant, class }),
            _ => None,
        }
    }
}

impl fmt::Display for PythonObject<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, class } = self;
        write!(
            out,
            "the variant `{variant}` is learned by a Python object ({class}), which only `lab.run` can call"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_command_of_an_object_is_one() {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let command: Vec<String> = words(&[PROGRAM, "mine", "MyPerceptron"]);
        let said = PythonObject::of(&command).unwrap().to_string();
        assert!(said.contains("`mine`") && said.contains("(MyPerceptron)"));
        for other in [&["python3", "mine", "MyPerceptron"][..], &[PROGRAM], &[]] {
            let command: Vec<String> = words(other);
            assert_eq!(PythonObject::of(&command), None);
        }
    }
}
