//! Writes a formula for readers, with ², · and √, and as it is typed in a spec.

use super::node::{Function, Node, Operator};
use perceptron::sample::Rational;
use std::fmt;

/// How a formula is written as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spelling {
    /// As reports print it, such as 2·radius².
    Printed,
    /// As it is typed in a spec, such as 2*radius^2.
    Typed,
}

/// A formula with the way in which it is to be written.
struct Spelled<'a>(&'a Node, Spelling);

/// Precedences of the parts of a formula: an operand whose precedence is lower than its operator requires is put in parentheses.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const SIGNED: u8 = 3;
const POWER: u8 = 4;
const ATOM: u8 = 5;

/// Largest number of digits of an exponent that is written in raised digits.
const RAISED: usize = 3;

impl Node {
    /// Writes the formula as it is typed in a spec; parsing this text gives a formula with the same value.
    pub(super) fn typed(&self) -> String {
        Spelled(self, Spelling::Typed).to_string()
    }
}

impl fmt::Display for Node {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        Spelled(self, Spelling::Printed).fmt(out)
    }
}

impl Spelled<'_> {
    fn tightness(&self) -> u8 {
        match self.0 {
            Node::Number(number) if number.is_negative() => SUM,
            Node::Number(number) if number.denominator() != 1.into() => PRODUCT,
            Node::Number(_) | Node::Name(_) => ATOM,
            Node::Negated(_) => SIGNED,
            Node::Binary(Operator::Plus | Operator::Minus, ..) => SUM,
            Node::Binary(Operator::Times | Operator::Over, ..) => PRODUCT,
            Node::Binary(Operator::Power, ..) => POWER,
            Node::Call(Function::Sqrt, _) if self.1 == Spelling::Printed => SIGNED,
            Node::Call(..) | Node::Sum(_) | Node::Computed(..) => ATOM,
        }
    }

    /// Writes an operand, in parentheses if its precedence is lower than `least`.
    fn part(&self, part: &Node, least: u8) -> String {
        let spelled = Spelled(part, self.1);
        match spelled.tightness() < least {
            true => format!("({spelled})"),
            false => spelled.to_string(),
        }
    }

    fn sign(&self, operator: Operator) -> &'static str {
        match (operator, self.1) {
            (Operator::Plus, _) => " + ",
            (Operator::Minus, Spelling::Printed) => " − ",
            (Operator::Minus, Spelling::Typed) => " - ",
            (Operator::Times, Spelling::Printed) => "·",
            (Operator::Times, Spelling::Typed) => "*",
            (Operator::Over, _) => "/",
            (Operator::Power, _) => "^",
        }
    }

    fn binary(&self, operator: Operator, a: &Node, b: &Node) -> String {
        let (left, right) = match operator {
            Operator::Plus | Operator::Minus => (SUM, PRODUCT),
            Operator::Times | Operator::Over => (PRODUCT, SIGNED),
            Operator::Power => (ATOM, SIGNED),
        };
        let left = self.part(a, left);
        match raised(b).filter(|_| operator == Operator::Power && self.1 == Spelling::Printed) {
            Some(exponent) => left + &exponent,
            None => left + self.sign(operator) + &self.part(b, right),
        }
    }

    fn listed<'n>(&self, parts: impl IntoIterator<Item = &'n Node>) -> String {
        let spelled = parts.into_iter().map(|part| self.part(part, SUM));
        spelled.collect::<Vec<_>>().join(", ")
    }

    fn call(&self, function: Function, parts: &[Node]) -> String {
        match (function, parts, self.1) {
            (Function::Sqrt, [part], Spelling::Printed) => format!("√{}", self.part(part, ATOM)),
            _ => format!("{}({})", function.as_str(), self.listed(parts)),
        }
    }
}

impl fmt::Display for Spelled<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.0 {
            Node::Number(number) => number.to_string(),
            Node::Name(name) => name.to_string(),
            Node::Negated(part) if self.1 == Spelling::Printed => {
                format!("−{}", self.part(part, SIGNED))
            }
            Node::Negated(part) => format!("-{}", self.part(part, SIGNED)),
            Node::Binary(operator, a, b) => self.binary(*operator, a, b),
            Node::Call(function, parts) => self.call(*function, parts),
            Node::Sum(sum) => {
                let parts = self.listed([&sum.from, &sum.to, &sum.of]);
                format!("sum({}, {parts})", sum.index)
            }
            Node::Computed(computed, parts) if parts.is_empty() => computed.name.to_owned(),
            Node::Computed(computed, parts) => {
                format!("{}({})", computed.name, self.listed(parts))
            }
        };
        out.write_str(&text)
    }
}

/// Writes an exponent in raised digits if it is an integer of at most [`RAISED`] digits; otherwise `None`.
fn raised(exponent: &Node) -> Option<String> {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let (sign, number): (&str, &Rational) = match exponent {
        Node::Number(number) => ("", number),
        Node::Negated(part) => match part.as_ref() {
            Node::Number(number) => ("⁻", number),
            _ => return None,
        },
        _ => return None,
    };
    let text = number.to_string();
    let digits = text.chars().map(|letter| letter.to_digit(10));
    let digits: Option<Vec<u32>> = digits.collect();
    let raised = digits?.into_iter().map(|digit| DIGITS[digit as usize]);
    (text.len() <= RAISED)
        .then(|| raised.fold(sign.to_owned(), |text, digit| text + &digit.to_string()))
}
