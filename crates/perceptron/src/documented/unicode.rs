//! Converts the TeX formulas between dollar signs into Unicode, so that a terminal can show them.

/// Converts every formula between two `$` into Unicode. A formula that cannot be converted stays as it is.
///
/// # Examples
/// ```
/// use perceptron::documented::unicode;
/// let spelled = unicode(r"$\text{mistakes} \le (D/\gamma)^2$, $D = \max \lVert x\rVert$");
/// assert_eq!(spelled, "mistakes ≤ (D/γ)², D = max ‖x‖");
/// ```
pub fn unicode(text: &str) -> String {
    if text.matches('$').count() % 2 == 1 {
        return text.to_owned();
    }
    let spelled = |(place, part): (usize, &str)| match place % 2 {
        0 => part.to_owned(),
        _ => spelled(part).unwrap_or_else(|_| format!("${part}$")),
    };
    text.split('$').enumerate().map(spelled).collect()
}

/// Why a TeX formula cannot be converted into Unicode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unspelled {
    /// A TeX command for which no Unicode symbol is known.
    Command(String),
    /// A brace without its partner, or a command without its argument.
    Unfinished,
}

/// Converts a TeX formula, without dollar signs, into Unicode. Spaces are kept, except after an opening bracket.
///
/// # Errors
/// The part of the formula that cannot be converted.
pub fn spelled(tex: &str) -> Result<String, Unspelled> {
    let mut reader = FormulaReader { rest: tex };
    let text = reader.sequence()?;
    if reader.rest.is_empty() {
        Ok(text)
    } else {
        Err(Unspelled::Unfinished)
    }
}

struct FormulaReader<'a> {
    rest: &'a str,
}

impl FormulaReader<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    /// Converts TeX up to the end of the formula, or up to the brace that closes a group; this brace is not consumed.
    fn sequence(&mut self) -> Result<String, Unspelled> {
        let mut text = String::new();
        while !self.rest.is_empty() && !self.rest.starts_with('}') {
            text += &self.piece()?;
        }
        Ok(text)
    }

    fn piece(&mut self) -> Result<String, Unspelled> {
        let letter = self.next().ok_or(Unspelled::Unfinished)?;
        Ok(match letter {
            '{' => self.group()?,
            '^' => raised(&self.argument()?),
            '_' => lowered(&self.argument()?),
            '\\' => self.command()?,
            '-' => "−".into(),
            '\'' => "′".into(),
            other => other.into(),
        })
    }

    /// Converts a group of TeX in braces whose opening brace was read, and consumes its closing brace.
    fn group(&mut self) -> Result<String, Unspelled> {
        let text = self.sequence()?;
        match self.next() {
            Some('}') => Ok(text),
            _ => Err(Unspelled::Unfinished),
        }
    }

    fn argument(&mut self) -> Result<String, Unspelled> {
        self.rest = self.rest.trim_start();
        self.piece()
    }

    /// Reads a text in braces, such as the argument of `\text`, and returns it unchanged.
    fn text(&mut self) -> Result<String, Unspelled> {
        let inside = self
            .rest
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'));
        let (words, rest) = inside.ok_or(Unspelled::Unfinished)?;
        self.rest = rest;
        Ok(words.to_owned())
    }

    fn command(&mut self) -> Result<String, Unspelled> {
        let name = self.name()?;
        Ok(match name.as_str() {
            "frac" | "tfrac" => fraction(&self.argument()?, &self.argument()?),
            "binom" => format!("binom({}, {})", self.argument()?, self.argument()?),
            "sqrt" => format!("√{}", held(&self.argument()?)),
            "mathbb" | "mathbf" | "mathrm" => self.argument()?,
            "text" | "operatorname" => self.text()?,
            opening @ ("lVert" | "lvert" | "langle" | "lfloor" | "lceil" | "lbrace") => {
                self.rest = self.rest.trim_start();
                symbol(opening)?.to_owned()
            }
            other => symbol(other)?.to_owned(),
        })
    }

    fn name(&mut self) -> Result<String, Unspelled> {
        let is_letter = |letter: char| letter.is_ascii_alphabetic();
        let length = self
            .rest
            .find(|letter| !is_letter(letter))
            .unwrap_or(self.rest.len());
        match length {
            0 => self.next().map(String::from).ok_or(Unspelled::Unfinished),
            _ => {
                let (name, rest) = self.rest.split_at(length);
                self.rest = rest;
                Ok(name.to_owned())
            }
        }
    }
}

fn symbol(name: &str) -> Result<&'static str, Unspelled> {
    let known = SYMBOLS.iter().find(|(known, _)| *known == name);
    known
        .map(|(_, letters)| *letters)
        .ok_or_else(|| Unspelled::Command(name.to_owned()))
}

/// The TeX commands that can be converted, without backslash, each with its Unicode symbol.
const SYMBOLS: [(&str, &str); 73] = [
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("varepsilon", "ε"),
    ("chi", "χ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("pi", "π"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("Phi", "Φ"),
    ("Omega", "Ω"),
    ("le", "≤"),
    ("ge", "≥"),
    ("lt", "<"),
    ("gt", ">"),
    ("ne", "≠"),
    ("approx", "≈"),
    ("to", "→"),
    ("in", "∈"),
    ("subset", "⊂"),
    ("pm", "±"),
    ("cdot", "·"),
    ("times", "×"),
    ("infty", "∞"),
    ("ldots", "…"),
    ("mid", "|"),
    ("sum", "Σ"),
    ("prod", "Π"),
    ("max", "max"),
    ("min", "min"),
    ("sup", "sup"),
    ("inf", "inf"),
    ("ln", "ln"),
    ("log", "log"),
    ("exp", "exp"),
    ("cos", "cos"),
    ("sin", "sin"),
    ("tan", "tan"),
    ("arctan", "arctan"),
    ("arccos", "arccos"),
    ("lVert", "‖"),
    ("rVert", "‖"),
    ("lvert", "|"),
    ("rvert", "|"),
    ("langle", "⟨"),
    ("rangle", "⟩"),
    ("lfloor", "⌊"),
    ("rfloor", "⌋"),
    ("lceil", "⌈"),
    ("rceil", "⌉"),
    ("lbrace", "{"),
    ("rbrace", "}"),
    ("left", ""),
    ("right", ""),
    ("top", "ᵀ"),
    ("ell", "ℓ"),
    ("quad", "  "),
    (",", " "),
    (";", " "),
    ("_", "_"),
    ("%", "%"),
    ("#", "#"),
    ("&", "&"),
    ("{", "{"),
    ("}", "}"),
    ("iff", "⇔"),
    ("Rightarrow", "⇒"),
];

const RAISED: [(char, char); 14] = [
    ('0', '⁰'),
    ('1', '¹'),
    ('2', '²'),
    ('3', '³'),
    ('4', '⁴'),
    ('5', '⁵'),
    ('6', '⁶'),
    ('7', '⁷'),
    ('8', '⁸'),
    ('9', '⁹'),
    ('−', '⁻'),
    ('n', 'ⁿ'),
    ('*', '*'),
    ('ᵀ', 'ᵀ'),
];

const LOWERED: [(char, char); 19] = [
    ('0', '₀'),
    ('1', '₁'),
    ('2', '₂'),
    ('3', '₃'),
    ('4', '₄'),
    ('5', '₅'),
    ('6', '₆'),
    ('7', '₇'),
    ('8', '₈'),
    ('9', '₉'),
    ('−', '₋'),
    ('+', '₊'),
    ('*', '*'),
    ('i', 'ᵢ'),
    ('j', 'ⱼ'),
    ('k', 'ₖ'),
    ('n', 'ₙ'),
    ('s', 'ₛ'),
    ('t', 'ₜ'),
];

fn raised(script: &str) -> String {
    shifted(script, '^', &RAISED)
}

fn lowered(script: &str) -> String {
    shifted(script, '_', &LOWERED)
}

/// Writes an exponent or an index (`script`) with Unicode superscripts or subscripts if all of its letters have one, otherwise unchanged after its
/// sign (`^` or `_`).
fn shifted(script: &str, sign: char, letters: &[(char, char)]) -> String {
    let script: String = script.chars().filter(|letter| *letter != ' ').collect();
    let shift = |letter: char| {
        let found = letters.iter().find(|(plain, _)| *plain == letter);
        found.map(|(_, shifted)| *shifted)
    };
    match script.chars().map(shift).collect::<Option<String>>() {
        Some(shifted) => shifted,
        None if script.chars().count() == 1 => format!("{sign}{script}"),
        None => format!("{sign}{{{script}}}"),
    }
}

fn fraction(above: &str, below: &str) -> String {
    let above = match above.contains([' ', '+', '−', '/', '·']) {
        true => format!("({above})"),
        false => above.to_owned(),
    };
    format!("{above}/{}", held(below))
}

/// Puts a denominator or the argument of a root in parentheses, unless it is one number, or one letter with its exponents and indices.
fn held(part: &str) -> String {
    let is_number = part.chars().all(|letter| letter.is_ascii_digit());
    let mut letters = part.chars();
    let is_letter = letters.next().is_some_and(char::is_alphabetic)
        && letters.all(|letter| {
            RAISED
                .iter()
                .chain(&LOWERED)
                .any(|(_, script)| *script == letter)
        });
    match is_number || is_letter {
        true => part.to_owned(),
        false => format!("({part})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tex_formulas_are_rendered_as_unicode() {
        let cases = [
            (r"2\tau/\eta", "2τ/η"),
            (r"\gamma_*^2", "γ*²"),
            (r"\lVert w_t\rVert^2/t", "‖wₜ‖²/t"),
            (
                r"\frac{k-1}{2n} (1 - \frac{1}{n})^n",
                "(k−1)/(2n) (1 − 1/n)ⁿ",
            ),
            (r"\sqrt{D \ln(N+1)/N} + \delta", "√(D ln(N+1)/N) + δ"),
            (
                r"2^{1-N} \sum_{k \lt d} \binom{N-1}{k}",
                "2^{1−N} Σ_{k<d} binom(N−1, k)",
            ),
            (
                r"\text{leave-one-out} = \mathbb{E}[x']",
                "leave-one-out = E[x′]",
            ),
            (r"\eta{}R^2", "ηR²"),
            (r"10^{-14}", "10⁻¹⁴"),
        ];
        for (tex, expected) in cases {
            assert_eq!(spelled(tex).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn unknown_tex_command_is_reported_and_left_unchanged() {
        assert_eq!(
            spelled(r"\bogus x"),
            Err(Unspelled::Command("bogus".into()))
        );
        for unfinished in ["x^", r"\frac{1}", "{x", "x}", r"\text x", "\\"] {
            assert_eq!(
                spelled(unfinished),
                Err(Unspelled::Unfinished),
                "{unfinished}"
            );
        }
        assert_eq!(unicode(r"a $\bogus$ b $x^2$"), r"a $\bogus$ b x²");
        assert_eq!(unicode("5 $ only"), "5 $ only");
    }
}
