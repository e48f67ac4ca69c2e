//! Typesets formulas for pages. TeX is the only source of a formula, and it is converted to MathML.

use maud::{Markup, PreEscaped, html as markup};
use perceptron::documented::spelled;
use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::{Parser, Storage, push_mathml};

/// Whether text between two dollar signs is a formula: every output format can show it, and it does not begin or end with a space, as an amount of
/// money does.
pub fn is_formula(text: &str) -> bool {
    text.trim() == text && mathml(text, false).is_some() && spelled(text).is_ok()
}

/// Converts a formula in TeX, without dollar signs, to MathML; `None` if it cannot be typeset. The characters `<`, `>` and `&` are rejected, because
/// they would reach the page unescaped; TeX has commands for them.
///
/// The TeX source is kept as an annotation, so that copying from the page yields the formula.
pub fn mathml(tex: &str, is_display: bool) -> Option<String> {
    if tex.contains(['<', '>', '&']) {
        return None;
    }
    let (storage, braced) = (Storage::new(), with_braces(tex));
    let events: Result<Vec<_>, _> = Parser::new(&braced, &storage).collect();
    let display_mode = match is_display {
        true => DisplayMode::Block,
        false => DisplayMode::Inline,
    };
    let config = RenderConfig {
        display_mode,
        annotation: Some(tex),
        ..RenderConfig::default()
    };
    let mut written = String::new();
    let events = events.ok()?.into_iter().map(Ok::<_, std::fmt::Error>);
    push_mathml(&mut written, events, config).ok()?;
    Some(written)
}

/// Puts the two digits of `\frac12` into braces: the parser reads 12 as one number, where TeX reads two.
fn with_braces(tex: &str) -> String {
    let mut pieces = tex.split("frac");
    let mut braced = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        braced += "frac";
        let mut letters = piece.chars();
        match (letters.next(), letters.next()) {
            (Some(above), Some(below)) if above.is_ascii_digit() && below.is_ascii_digit() => {
                braced += &format!("{{{above}}}{{{below}}}{}", letters.as_str());
            }
            _ => braced += piece,
        }
    }
    braced
}

/// A formula as inline HTML; if it cannot be typeset, its source is shown.
pub fn markup(tex: &str) -> Markup {
    match mathml(tex, false) {
        Some(mathml) => PreEscaped(mathml),
        None => markup! { code { (tex) } },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::claim::Registered;
    use claims::trial::AnyColumn;
    use perceptron::documented::unicode;

    /// The formulas between dollar signs.
    fn formulas(text: &str) -> Vec<&str> {
        text.split('$').skip(1).step_by(2).collect()
    }

    #[test]
    fn a_fraction_of_two_digits_needs_no_braces() {
        let (short, whole) = (mathml(r"\frac12 p", false), mathml(r"\frac{1}{2} p", false));
        let drawn = |mathml: Option<String>| {
            let mathml = mathml.unwrap();
            mathml.split("<annotation").next().unwrap().to_owned()
        };
        assert_eq!(drawn(short), drawn(whole));
    }

    #[test]
    fn every_registered_formula_renders_as_mathml_and_as_plain_text() {
        for doc in Registered::docs() {
            let source = doc.source("Formula");
            let found = formulas(&source);
            let is_conjecture = doc.name == "conjecture";
            assert!(!found.is_empty() || is_conjecture, "{}", doc.name);
            assert_eq!(source.matches('$').count() % 2, 0, "{}", doc.name);
            for tex in found {
                let mathml = mathml(tex, true);
                let is_whole = mathml.is_some_and(|mathml| {
                    mathml.starts_with("<math") && !mathml.contains("merror")
                });
                assert!(is_whole, "{}: {tex}", doc.name);
                let spelled = spelled(tex);
                assert!(spelled.is_ok(), "{}: {tex}: {spelled:?}", doc.name);
                assert!(
                    doc.section("Formula")
                        .contains(&spelled.unwrap_or_default())
                );
            }
            assert_eq!(doc.section("Formula"), unicode(&source));
        }
    }

    #[test]
    fn invalid_tex_is_shown_as_code() {
        for wrong in ["a^b^c", r"\bogus", "{x"] {
            assert_eq!(mathml(wrong, false), None, "{wrong}");
        }
        assert_eq!(markup("{<x").into_string(), "<code>{&lt;x</code>");
    }

    #[test]
    fn nothing_in_a_formula_becomes_a_tag() {
        for hostile in [r"\text{<script>}", "a < b", "&lt;"] {
            assert_eq!(mathml(hostile, false), None, "{hostile}");
        }
    }

    #[test]
    fn nothing_in_a_formula_becomes_an_attribute_or_an_address() {
        for hostile in [
            r"\href{javascript:alert(1)}{x}",
            r"\url{javascript:alert(1)}",
            r#"\color{red" onclick="alert(1)}x"#,
            r#"\textcolor{red" onclick="alert(1)}{x}"#,
            r#"\text{" onclick="alert(1)}"#,
            r#"\hspace{1em" onclick="alert(1)}x"#,
            r#"\class{a" onclick="alert(1)}{x}"#,
            r#"x" onclick="alert(1)"#,
        ] {
            let written = markup(hostile).into_string();
            assert!(written.starts_with('<'), "{hostile}: {written}");
            let tags = written.split('<').filter_map(|part| part.split('>').next());
            for tag in tags {
                assert!(!tag.contains("onclick"), "{hostile}: {written}");
                assert!(!tag.contains("href"), "{hostile}: {written}");
            }
        }
    }

    #[test]
    fn every_column_can_be_named_in_a_formula() {
        for column in AnyColumn::all() {
            let named = format!(r"\text{{{}}}", column.description());
            assert!(is_formula(&named), "{named}");
        }
    }

    #[test]
    fn dollar_amounts_are_not_formulas() {
        assert!(!is_formula("5 and ") && !is_formula(" x") && is_formula("x"));
    }
}
