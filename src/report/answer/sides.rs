//! Splits the formula of a statement into its two sides, and turns each into words.

use claims::claim::StatedClaim;
use claims::trial::AnyColumn;
use perceptron::documented::unicode;

/// The two sides of a claim's formula, in TeX: the observed quantity and its limit, left and right of the first relation sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sides {
    pub observed: String,
    pub limit: String,
}

/// The relation signs that separate the two sides of a formula, as TeX writes them.
const SIGNS: [&str; 5] = [r"\le ", r"\ge ", r"\gt ", r"\approx ", "= "];

/// The two sides of a claim in words and Unicode, for texts that show no TeX: the observed column by its name, and the limit of the claim's formula.
pub fn sides(claim: &StatedClaim) -> [String; 2] {
    let Sides { observed, limit } = Sides::stated(claim);
    let column = claim.statement.observed.as_column();
    let observed = column.map_or_else(|| unicode(&observed), AnyColumn::description);
    [observed, unicode(&limit)]
}

impl Sides {
    /// The two sides of the formula of a claim; of a claim that something is rarely exceeded, the two numbers that are compared.
    pub(super) fn stated(claim: &StatedClaim) -> Self {
        let unnamed = || Self {
            observed: "what was observed".into(),
            limit: "its limit".into(),
        };
        let sides = Self::of(&claim.printed().tex).unwrap_or_else(unnamed);
        match claim.statement.allowed.to_f64() > 0.0 {
            true => sides.within_probability(),
            false => sides,
        }
    }

    /// Returns the two sides of the first formula in a text that has formulas between dollar signs; `None` if that formula is no relation.
    pub(super) fn of(text: &str) -> Option<Self> {
        let formula = text.split('$').nth(1)?;
        let (observed, rest) = split(formula)?;
        let limit = split(rest).map_or(rest, |(limit, _)| limit);
        Some(Self {
            observed: phrase(observed),
            limit: phrase(limit),
        })
    }
}

/// Longest side of a formula that is put into a sentence, in characters of TeX.
const LONGEST: usize = 90;

impl Sides {
    /// Replaces sides that are too long for a sentence by words.
    pub(super) fn shortened(self) -> Self {
        let short = |side: String, words: &str| match side.chars().count() > LONGEST {
            true => words.to_owned(),
            false => side,
        };
        Self {
            observed: short(self.observed, "the observed number"),
            limit: short(self.limit, "what is claimed"),
        }
    }

    /// The sides with the names of two learners in place of the numbers of the trials of a pair: “mistakes of ‘plain’”.
    pub(super) fn of_pair(self, learners: &[String]) -> Self {
        let name = |side: String| {
            let inside = side
                .strip_prefix(r"${\text{")
                .and_then(|rest| rest.strip_suffix('$'));
            let named = inside.and_then(|inside| {
                let (words, place) = inside.split_once("}}_")?;
                let learner = learners.get(place.parse::<usize>().ok()?.checked_sub(1)?)?;
                Some(format!("{words} of ‘{learner}’"))
            });
            named.unwrap_or(side)
        };
        Self {
            observed: name(self.observed),
            limit: name(self.limit),
        }
    }

    /// The two numbers that are compared, if the observed side is the probability of their relation, as in P(a ≥ b) ≤ δ.
    pub(super) fn within_probability(self) -> Self {
        let inside = self
            .observed
            .strip_prefix("$P(")
            .and_then(|rest| rest.strip_suffix(")$"));
        inside
            .and_then(|inside| Self::of(&format!("${inside}$")))
            .unwrap_or(self)
    }
}

/// Splits a formula at its first relation sign outside brackets.
fn split(formula: &str) -> Option<(&str, &str)> {
    let mut depth = 0i32;
    for (at, letter) in formula.char_indices() {
        let rest = &formula[at..];
        depth += match letter {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ if rest.starts_with(r"\lbrace") => 1,
            _ if rest.starts_with(r"\rbrace") => -1,
            _ => 0,
        };
        let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
        if let Some(sign) = sign.filter(|_| depth == 0) {
            return Some((formula[..at].trim(), rest[sign.len()..].trim()));
        }
    }
    None
}

/// A side of a formula as it appears in a sentence: in words if it is M, the mistakes of every note, if it is a name or the mean of one, otherwise as a formula.
pub(super) fn phrase(side: &str) -> String {
    let mean = side
        .strip_prefix(r"\mathbb{E}[")
        .and_then(|rest| rest.strip_suffix(']'))
        .and_then(name)
        .map(|name| format!("the mean {name}"));
    let is_number = side.parse::<f64>().is_ok();
    if side == "M" {
        return "mistakes".to_owned();
    }
    mean.or_else(|| name(side).map(str::to_owned))
        .or_else(|| is_number.then(|| side.to_owned()))
        .unwrap_or_else(|| format!("${side}$"))
}

/// A text with a capital letter at its start, unless it starts with a symbol: a Greek letter, or a letter alone that is no article.
pub(super) fn capitalised(text: &str) -> String {
    let word: Vec<char> = text
        .chars()
        .take_while(|letter| letter.is_alphanumeric())
        .collect();
    if word.len() == 1 && word != ['a'] {
        return text.to_owned();
    }
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The words of a side of a formula, given in TeX, that consists of words only; otherwise `None`.
fn name(side: &str) -> Option<&str> {
    let words = side.strip_prefix(r"\text{")?.strip_suffix('}')?;
    (!words.contains('}')).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentence_begins_with_a_capital_letter_but_not_with_a_changed_symbol() {
        let texts = ["a run", "runs", "d + 2 points", "θ₀ is", "A value", ""];
        let due = ["A run", "Runs", "d + 2 points", "θ₀ is", "A value", ""];
        assert_eq!(texts.map(capitalised), due.map(str::to_owned));
    }

    #[test]
    fn formula_is_split_at_the_first_relation_outside_brackets() {
        let cases = [
            (
                r"$\text{mistakes} \le (D/\gamma)^2$, $D = \max \lVert x\rVert$",
                "mistakes",
                r"$(D/\gamma)^2$",
            ),
            (
                r"$\mathbb{E}[\text{risk}] = A(n, d)$, $k = 1$",
                "the mean risk",
                "$A(n, d)$",
            ),
            (
                r"$P(X = 1) = 2^{1-N} \sum_{k \lt d} k$",
                "$P(X = 1)$",
                r"$2^{1-N} \sum_{k \lt d} k$",
            ),
            (r"$k^2/r \le x \le kn$", "$k^2/r$", "$x$"),
            (
                r"$\mathbb{E}[\text{a}]/N = \text{b}$",
                r"$\mathbb{E}[\text{a}]/N$",
                "b",
            ),
        ];
        for (text, observed, limit) in cases {
            let (observed, limit) = (observed.to_owned(), limit.to_owned());
            assert_eq!(Sides::of(text), Some(Sides { observed, limit }), "{text}");
        }
        let rarely = Sides::of(r"$P(X \ge M/N) \le \delta$")
            .unwrap()
            .within_probability();
        assert_eq!([rarely.observed, rarely.limit], ["$X$", "$M/N$"]);
        let pair = Sides::of(r"${\text{mistakes}}_1 \le {\text{updates}}_2$").unwrap();
        let pair = pair.of_pair(&["a".into(), "b".into()]);
        assert_eq!(
            [pair.observed, pair.limit],
            ["mistakes of ‘a’", "updates of ‘b’"]
        );
        assert_eq!(Sides::of("no formula"), None);
        assert_eq!(Sides::of(r"shown if $\rho$ rises"), None);
    }
}
