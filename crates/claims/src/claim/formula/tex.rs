//! Writes a formula in TeX, from which pages typeset it.

use super::name::{Name, NameMeaning};
use super::node::{Function, Node, Operator};
use crate::trial::AnyColumn;

/// How tightly a part of a formula binds, so that parentheses are written in TeX only where they are needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Sum,
    Product,
    Whole,
}

impl Node {
    /// The formula in TeX on one line, without dollar signs: quotients with a slash, a quotient of squares as the square of a quotient, powers raised.
    pub(super) fn tex(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Name(name) => name.tex(),
            Self::Negated(part) => format!("-{}", part.held(Precedence::Product)),
            Self::Binary(operator, a, b) => operator.tex(a, b),
            Self::Call(Function::Sqrt, parts) => {
                let root = parts.first().and_then(Self::root_tex);
                root.unwrap_or_else(|| format!(r"\sqrt{{{}}}", listed(parts)))
            }
            Self::Call(function, parts) => format!("{}({})", function.tex(), listed(parts)),
            Self::Sum(sum) => {
                let (from, to) = (sum.from.tex(), sum.to.tex());
                let of = sum.of.held(Precedence::Product);
                format!(r"\sum_{{{} = {from}}}^{{{to}}} {of}", sum.index)
            }
            Self::Computed(computed, parts) if parts.is_empty() => text_in_tex(computed.name),
            Self::Computed(computed, parts) => {
                format!("{}({})", text_in_tex(computed.name), listed(parts))
            }
        }
    }

    /// The formula after a slash: products and quotients need parentheses, powers do not.
    fn divisor(&self) -> String {
        match self {
            Self::Binary(Operator::Power, ..) | Self::Name(_) => self.tex(),
            _ => self.held(Precedence::Whole),
        }
    }

    /// The root of the formula in TeX, if it is the square of a name.
    fn root_tex(&self) -> Option<String> {
        let root = match self {
            Self::Name(name) => name.tex().strip_suffix("^2")?.to_owned(),
            Self::Binary(Operator::Power, base, power) => match (&**base, &**power) {
                (Self::Name(name), Self::Number(power)) if *power == 2_i64.into() => name.tex(),
                _ => return None,
            },
            _ => return None,
        };
        (!root.contains('^')).then_some(root)
    }

    fn hold(&self) -> Precedence {
        match self {
            Self::Number(number) if number.is_negative() => Precedence::Sum,
            Self::Negated(_) | Self::Binary(Operator::Plus | Operator::Minus, ..) => {
                Precedence::Sum
            }
            Self::Binary(Operator::Times | Operator::Over | Operator::Power, ..) => {
                Precedence::Product
            }
            Self::Number(number) if number.denominator() != 1.into() => Precedence::Product,
            // A second power would be read as part of the first.
            Self::Name(name) if name.tex().contains('^') => Precedence::Product,
            Self::Sum(_) => Precedence::Sum,
            Self::Number(_) | Self::Name(_) | Self::Call(..) | Self::Computed(..) => {
                Precedence::Whole
            }
        }
    }

    fn held(&self, least: Precedence) -> String {
        match self.hold() >= least {
            true => self.tex(),
            false => format!("({})", self.tex()),
        }
    }
}

impl Name {
    /// The name in TeX: the symbol of its column, or its words.
    pub(super) fn tex(&self) -> String {
        let own = self.symbol().unwrap_or_else(|| match &self.of {
            NameMeaning::Stated(key) => stated(key),
            _ => text_in_tex(&self.unplaced()),
        });
        match (self.trial, self.is_placed) {
            (0, true) => format!("{{{own}}}_1"),
            (1.., _) => format!("{{{own}}}_2"),
            _ => own,
        }
    }

    /// The symbol of the number that the name stands for, in TeX; `None` if it is written in words.
    fn symbol(&self) -> Option<String> {
        let declared =
            |column: AnyColumn| Some(column.declared().symbol).filter(|own| !own.is_empty());
        let root = |square: &str| square.strip_suffix("^2").unwrap_or(square).to_owned();
        match &self.of {
            NameMeaning::Column(column) => declared(*column).map(str::to_owned),
            NameMeaning::Root(column) => declared(*column).map(root),
            NameMeaning::Margin { is_squared: true } => Some(r"\gamma^2".to_owned()),
            NameMeaning::Margin { is_squared: false } => Some(r"\gamma".to_owned()),
            NameMeaning::Stated(key) if key == "claim.delta" => Some(r"\delta".to_owned()),
            NameMeaning::Stated(_) | NameMeaning::Parameter(..) => None,
        }
    }
}

impl Node {
    /// The symbols in the formula, in TeX, each with what it stands for: a column, or a number that the program computes.
    pub(super) fn symbols(&self) -> Vec<(String, String)> {
        let own = match self {
            Self::Name(name) if !name.reads().is_empty() => {
                let of = |symbol| (symbol, format!("`{}`", name.unplaced()));
                name.symbol().map(of)
            }
            Self::Computed(computed, _) => {
                let of = format!("computed by `{}`", computed.name);
                Some((text_in_tex(computed.name), of))
            }
            _ => None,
        };
        let parts = self.parts().into_iter().flat_map(Self::symbols);
        own.into_iter().chain(parts).collect()
    }
}

impl Operator {
    fn tex(self, a: &Node, b: &Node) -> String {
        let (left, right) = (a.held(Precedence::Product), b.held(Precedence::Product));
        match self {
            Self::Plus => format!("{} + {right}", a.tex()),
            Self::Minus => format!("{} - {right}", a.tex()),
            Self::Times => format!(r"{left} \cdot {right}"),
            Self::Over => match (a.root_tex(), b.root_tex()) {
                (Some(above), Some(below)) => format!("({above}/{below})^2"),
                _ => format!("{left}/{}", b.divisor()),
            },
            Self::Power => format!("{}^{{{}}}", a.held(Precedence::Whole), b.tex()),
        }
    }
}

fn listed(parts: &[Node]) -> String {
    let parts: Vec<String> = parts.iter().map(Node::tex).collect();
    parts.join(", ")
}

/// Writes a key of a claim or an index, with `claim.` where a column has the same name.
fn stated(key: &str) -> String {
    let own = key.strip_prefix("claim.").unwrap_or(key);
    let key = match AnyColumn::named(own) {
        Some(_) => key,
        None => own,
    };
    text_in_tex(key)
}

/// Writes a name, such as that of a column, as upright text in TeX, with a space for each underscore.
pub(in crate::claim) fn text_in_tex(name: &str) -> String {
    format!(r"\text{{{}}}", name.replace('_', " "))
}

#[cfg(test)]
mod tests {
    use crate::claim::Formula;
    use crate::claim::formula::scope::Scope;

    #[test]
    fn formulas_become_tex_with_as_few_parentheses_as_they_need() {
        let cases = [
            ("2*radius^2/sample_margin^2", r"2 \cdot R^{2}/\gamma^{2}"),
            (
                "(updates + 1)*passes",
                r"(\text{updates} + 1) \cdot \text{passes}",
            ),
            (
                "sqrt(updates) - (passes - 1)",
                r"\sqrt{\text{updates}} - (\text{passes} - 1)",
            ),
            (
                "min(updates, passes)^2",
                r"\min(\text{updates}, \text{passes})^{2}",
            ),
            ("(updates/2)^2", r"(\text{updates}/2)^{2}"),
            ("radius^2/sample_margin^2/2", r"(R/\gamma)^2/2"),
            (
                "radius_squared/(sample_margin_squared*examples)",
                r"R^2/(\gamma^2 \cdot N)",
            ),
            (
                "(updates + 1)/passes",
                r"(\text{updates} + 1)/\text{passes}",
            ),
            ("1/2*updates", r"1/2 \cdot \text{updates}"),
            ("-log(updates)", r"-\ln(\text{updates})"),
            ("radius_squared^2", r"(R^2)^{2}"),
            (
                "first.updates - second.max_margin",
                r"{\text{updates}}_1 - {\gamma_*}_2",
            ),
        ];
        for (typed, tex) in cases {
            let formula: Formula = typed.parse().unwrap();
            assert_eq!(formula.tex(), tex, "{typed}");
        }
        let scope = Scope::of_claim(["least_gap"].into_iter());
        let stated = Formula::parse_in(&scope, "claim.least_gap - 1").unwrap();
        assert_eq!(stated.tex(), r"\text{least gap} - 1");
    }
}
