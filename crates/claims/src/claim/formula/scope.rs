//! Holds the names that a formula can use in addition to columns: the own keys of a claim, its margin, its abbreviations, and the indices of sums.

use super::name::{Name, NameMeaning};
use super::node::Node;

/// The names that a formula of a claim can use in addition to columns.
#[derive(Debug, Clone, Default)]
pub(in crate::claim) struct Scope {
    /// Names that stand for a number which is known only where the claim is stated, such as `claim.delta`, or for the index of a sum.
    stated: Vec<String>,
    /// Names that stand for a formula.
    abbreviations: Vec<(String, Node)>,
    /// Whether `margin` and `margin_squared` stand for the margin of the claim.
    has_margin: bool,
}

impl Scope {
    /// The scope of a claim with a margin γ and these own keys.
    pub(in crate::claim) fn of_claim<'a>(keys: impl Iterator<Item = &'a str>) -> Self {
        Self {
            stated: keys.map(|key| format!("claim.{key}")).collect(),
            abbreviations: Vec::new(),
            has_margin: true,
        }
    }

    /// Adds a name that stands for a formula.
    pub(super) fn abbreviate(&mut self, name: &str, formula: Node) {
        self.abbreviations.push((name.to_owned(), formula));
    }

    /// Adds the index of a sum.
    pub(super) fn push(&mut self, index: &str) {
        self.stated.push(index.to_owned());
    }

    /// Removes the index that was added last.
    pub(super) fn pop(&mut self) {
        self.stated.pop();
    }

    /// Meaning of a name, if this scope has it.
    pub(super) fn named(&self, text: &str) -> Option<Node> {
        let name = |of| {
            Node::Name(Name {
                trial: 0,
                is_placed: false,
                of,
            })
        };
        let margin = |is_squared| name(NameMeaning::Margin { is_squared });
        match text {
            _ if self.stated.iter().any(|own| own == text) => {
                Some(name(NameMeaning::Stated(text.to_owned())))
            }
            "margin" if self.has_margin => Some(margin(false)),
            "margin_squared" if self.has_margin => Some(margin(true)),
            _ => {
                let mut known = self.abbreviations.iter();
                let found = known.find(|(own, _)| own == text);
                found.map(|(_, formula)| formula.clone())
            }
        }
    }

    /// The names that this scope adds.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        let margin = self.has_margin.then_some(["margin", "margin_squared"]);
        let margin = margin.into_iter().flatten().map(str::to_owned);
        let abbreviations = self.abbreviations.iter().map(|(name, _)| name.clone());
        self.stated
            .iter()
            .cloned()
            .chain(abbreviations)
            .chain(margin)
    }
}
