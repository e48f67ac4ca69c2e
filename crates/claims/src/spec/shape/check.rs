//! Checks a value of a spec against its shape, and says for each mistake what the spec expects there.

use super::super::diagnostic::SpecFinding;
use super::super::similar_names::nearest;
use super::super::tree::Node;
use super::elsewhere;
use super::wording::{expected, one_line, placeholder, spellings, spoken};
use perceptron::documented::{Key, Member, Shape, ValueKind};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// The key of a spec whose value is checked, and its position in the file.
pub(in crate::spec) struct KeyPlace<'a> {
    key: &'a str,
    at: Range<usize>,
    /// Whether a sweep can set the key.
    swept: bool,
}

impl<'a> KeyPlace<'a> {
    /// Makes the place of a key that no sweep can set; `at` is the key's byte range in the file.
    pub(crate) fn new(key: &'a str, at: Range<usize>) -> Self {
        Self {
            key,
            at,
            swept: false,
        }
    }

    /// Makes the place of a key of a generator or a variant, whose value a sweep can set; `at` is the key's byte range in the file.
    pub(crate) fn swept(key: &'a str, at: Range<usize>) -> Self {
        Self {
            swept: true,
            ..Self::new(key, at)
        }
    }

    fn below<'b>(&self, key: &'b str, at: Range<usize>) -> KeyPlace<'b> {
        KeyPlace {
            key,
            at,
            swept: self.swept,
        }
    }

    /// Checks the value of this key, and returns a mistake for everything in the value that `shape` does not allow.
    pub(crate) fn findings(&self, shape: &Shape, node: &Node) -> Vec<SpecFinding> {
        self.check(shape, node)
    }

    fn check(&self, shape: &Shape, node: &Node) -> Vec<SpecFinding> {
        match (shape, node.get_ref()) {
            (Shape::Table(keys), DeValue::Table(table)) => self.table(keys, table),
            (Shape::List(each), DeValue::Array(items)) => items
                .iter()
                .flat_map(|item| self.check(each, item))
                .collect(),
            (Shape::Choice(members), DeValue::String(name)) => {
                self.name_alone(members, name, node).into_iter().collect()
            }
            (Shape::Choice(members), DeValue::Table(table)) => self.named(members, table, node),
            (shape, value) if fits(shape, value) => Vec::new(),
            (shape, _) => vec![self.mismatch(shape, node)],
        }
    }

    /// Returns the mistakes in a table that may have these keys: unknown keys, missing keys, and wrong values of known keys.
    fn table(&self, keys: &[Key], table: &DeTable) -> Vec<SpecFinding> {
        let mut findings = Vec::new();
        for (name, node) in table {
            match keys.iter().find(|key| key.name == name.get_ref()) {
                Some(key) => {
                    let place = self.below(key.name, name.span());
                    findings.extend(place.check(&key.shape, node));
                }
                None => findings.push(self.unknown_key(keys, name)),
            }
        }
        let missing = keys.iter().filter(|key| key.required);
        let missing = missing.filter(|key| !table.contains_key(key.name));
        let missing = missing.filter(|key| !is_misspelled(key, keys, table));
        findings.extend(self.missing(&Vec::from_iter(missing)));
        findings
    }

    fn unknown_key(&self, keys: &[Key], name: &Spanned<DeString>) -> SpecFinding {
        let names: Vec<String> = keys.iter().map(|key| key.name.to_owned()).collect();
        let (given, owner) = (name.get_ref(), self.key);
        let is_claim = names.iter().any(|key| key == "control_of");
        let problem = match owner {
            "conjecture" => format!("unknown key `{given}` of a claim of your own"),
            owner if is_claim && !owner.is_empty() => {
                format!("unknown key `{given}` of the claim `{owner}`")
            }
            _ => format!("unknown key `{given}`"),
        };
        let finding = SpecFinding::new(name.span(), problem);
        let finding = match names.is_empty() {
            true => finding.allowed("no keys: {}"),
            false => finding.among(given, &names),
        };
        match elsewhere::place_of(given, keys) {
            Some(place) => finding.help(place),
            None => finding,
        }
    }

    /// Returns a single mistake for all missing keys of a table, because all have the same position in the file.
    fn missing(&self, keys: &[&Key]) -> Option<SpecFinding> {
        let names: Vec<String> = keys.iter().map(|key| format!("`{}`", key.name)).collect();
        let of = match self.key {
            "" => String::new(),
            // A claim without a `name` is a conjecture; its author may not know this name.
            "conjecture" => " of a claim of your own".to_owned(),
            owner => format!(" of `{owner}`"),
        };
        let (problem, add) = match names.as_slice() {
            [] => return None,
            [name] => (format!("the key {name}{of} is missing"), "add it"),
            names => {
                let names = names.join(", ");
                (format!("the keys {names}{of} are missing"), "add them")
            }
        };
        let lines = keys
            .iter()
            .map(|key| format!("{} = {}", key.name, placeholder(&key.shape)));
        let lines = Vec::from_iter(lines).join(", ");
        let finding = SpecFinding::new(self.at.clone(), problem).help(format!("{add}: {lines}"));
        let about = keys.iter().filter(|key| !key.about.is_empty());
        let about = about.map(|key| format!("{}: {}", key.name, one_line(key.about)));
        Some(match Vec::from_iter(about).join(" ") {
            none if none.is_empty() => finding,
            about => finding.meaning(about),
        })
    }

    /// Checks a name that is written as a plain text, such as `order = "cyclic"`: returns a mistake if the name is unknown, or if it needs keys or a
    /// value.
    fn name_alone(&self, members: &[Member], name: &str, node: &Node) -> Option<SpecFinding> {
        match members.iter().find(|member| member.name == name) {
            Some(member) if member.alone => None,
            Some(member) => Some(self.unfollowed(member, node)),
            None => Some(self.unknown(members, name, node.span())),
        }
    }

    fn unfollowed(&self, member: &Member, node: &Node) -> SpecFinding {
        let (key, name) = (self.key, member.name);
        let value = member.value.as_ref().map_or("…".into(), placeholder);
        let needed = match &member.value {
            Some(Shape::Table(_)) | None if value == "{}" => "a table of keys, which may be empty",
            Some(Shape::Table(_)) | None => "a table with its keys",
            Some(_) => "a value of its own",
        };
        let problem = format!("`{name}` alone is not a value of `{key}`: it needs {needed}");
        let finding = SpecFinding::new(node.span(), problem);
        finding.help(format!("write {key} = {{ {name} = {value} }}"))
    }

    fn unknown(&self, members: &[Member], name: &str, at: Range<usize>) -> SpecFinding {
        let names: Vec<String> = members.iter().map(|m| m.name.to_owned()).collect();
        let problem = match self.key {
            "generator" => format!("unknown generator `{name}`"),
            "name" => format!("unknown claim `{name}`"),
            key => format!("unknown name `{name}` for `{key}`"),
        };
        let finding = SpecFinding::new(at, problem).among_family(name, &names, self.family());
        match elsewhere::instead_of(name, self.key) {
            Some(instead) => finding.help(instead),
            None => finding,
        }
    }

    /// The family of `perceptron-lab list` whose names are the values of this key, if there is one.
    fn family(&self) -> Option<&'static str> {
        match self.key {
            "generator" => Some("generators"),
            "rule" => Some("rules"),
            "order" => Some("orders"),
            "learner" => Some("learners"),
            "name" => Some("claims"),
            "premises" => Some("premises"),
            _ => None,
        }
    }

    /// Checks a table with a single key that is one of the names in `members`, such as `{ perceptron = {} }`, and the value of that key.
    fn named(&self, members: &[Member], table: &DeTable, node: &Node) -> Vec<SpecFinding> {
        let mut unknown = table.keys().filter(|name| is_unknown(members, name));
        // With a wrong and a right name, of which a sweep may have added the right one, the wrong name is reported.
        if let Some(name) = unknown.next() {
            let finding = self.unknown(members, name.get_ref(), name.span());
            return vec![match self.flat(members, table) {
                Some(help) => finding.help(help),
                None => finding,
            }];
        }
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        match entries.as_slice() {
            [(name, behind)] => self.followed(members, name, behind),
            [] => vec![self.count(members, "the table is empty", node.span())],
            [_, (second, _), ..] => {
                vec![self.count(members, "the table has several names", second.span())]
            }
        }
    }

    /// Returns what the user should write instead, if the keys that belong below a name stand in the same table as the name (`name = "basis"`) or
    /// without any name.
    fn flat(&self, members: &[Member], table: &DeTable) -> Option<String> {
        let is_flat = |(name, node): (&Spanned<DeString>, &Node)| {
            is_unknown(members, name) && !node.get_ref().is_table()
        };
        if !table.iter().any(is_flat) {
            return None;
        }
        let mut texts = table.values().filter_map(|node| node.get_ref().as_str());
        let named = texts.find(|text| members.iter().any(|member| member.name == *text));
        let name = named.unwrap_or("NAME");
        Some(match self.key {
            "generator" => {
                format!("its keys belong below a header with its name: [generator.{name}]")
            }
            key => format!("its keys belong after its name: {key} = {{ {name} = {{ … }} }}"),
        })
    }

    fn count(&self, members: &[Member], problem: &str, at: Range<usize>) -> SpecFinding {
        let key = self.key;
        let example = members.first().map_or_else(String::new, |member| {
            let value = spellings(std::slice::from_ref(member));
            format!(", such as {key} = {value}")
        });
        let family = self.family();
        let family = family.map_or(String::new(), |family| format!(" {family}"));
        let allowed = match key {
            "generator" => {
                "one generator: [generator.NAME]; several experiments are several files".to_owned()
            }
            _ => {
                format!("exactly one name{example}; `perceptron-lab list{family}` shows all names")
            }
        };
        SpecFinding::new(at, format!("`{key}`: {problem}")).allowed(allowed)
    }

    fn followed(
        &self,
        members: &[Member],
        name: &Spanned<DeString>,
        behind: &Node,
    ) -> Vec<SpecFinding> {
        let mut known = members.iter();
        let Some(member) = known.find(|member| member.name == name.get_ref()) else {
            return Vec::new();
        };
        match &member.value {
            Some(shape) => {
                let place = self.below(member.name, name.span());
                place.check(shape, behind)
            }
            None => {
                let (key, name) = (self.key, member.name);
                let problem = format!("the name `{name}` has no keys");
                let finding = SpecFinding::new(behind.span(), problem);
                vec![finding.help(format!("write {key} = \"{name}\""))]
            }
        }
    }

    /// Returns the mistake that the key's value is of another kind than `shape` expects.
    fn mismatch(&self, shape: &Shape, node: &Node) -> SpecFinding {
        let value = spoken(node.get_ref());
        // The position of a header is that of its key, which other stages report as well.
        let is_header = node.span().start <= self.at.start && self.at.end <= node.span().end;
        let place = if is_header {
            self.at.clone()
        } else {
            node.span()
        };
        let finding = SpecFinding::new(place, format!("`{}` cannot be {value}", self.key));
        let finding = finding.allowed(expected(shape));
        if self.swept && is_list_of(shape, node.get_ref()) {
            let help = "write one value here; to sweep several, write [[sweep]], then the quoted path of this key with the list";
            return finding.help(help);
        }
        match mended(shape, node.get_ref()) {
            Some(mended) => finding.help(format!("write {mended}")),
            None => finding,
        }
    }
}

/// Whether the table has an unknown key that is most similar to `key`, so that `key` is misspelled rather than missing.
fn is_misspelled(key: &Key, keys: &[Key], table: &DeTable) -> bool {
    let names: Vec<String> = keys.iter().map(|key| key.name.to_owned()).collect();
    let given = table.keys().map(|name| name.get_ref().to_string());
    let mut unknown = given.filter(|given| !names.contains(given));
    unknown.any(|given| nearest(&given, &names) == Some(key.name))
}

fn is_unknown(members: &[Member], name: &Spanned<DeString>) -> bool {
    !members.iter().any(|member| member.name == name.get_ref())
}

/// Whether a TOML value is of the kind that a shape expects. The contents of texts and numbers are checked later, by the type that reads them.
fn fits(shape: &Shape, value: &DeValue) -> bool {
    match (shape, value) {
        (Shape::Truth, DeValue::Boolean(_))
        | (Shape::Integer | Shape::Number, DeValue::Integer(_))
        | (Shape::Number, DeValue::Float(_))
        | (Shape::Text, DeValue::String(_)) => true,
        (Shape::Natural, DeValue::Integer(number)) => !number.as_str().starts_with('-'),
        (Shape::Own(_, kinds), value) => kind(value).is_some_and(|kind| kinds.contains(&kind)),
        _ => false,
    }
}

/// Whether a TOML value is a non-empty list of values each of which would fit the shape alone.
fn is_list_of(shape: &Shape, value: &DeValue) -> bool {
    let items = value.as_array().filter(|items| !items.is_empty());
    items.is_some_and(|items| items.iter().all(|item| fits(shape, item.get_ref())))
}

fn kind(value: &DeValue) -> Option<ValueKind> {
    match value {
        DeValue::Boolean(_) => Some(ValueKind::Truth),
        DeValue::Integer(_) => Some(ValueKind::Integer),
        DeValue::Float(_) => Some(ValueKind::Number),
        DeValue::String(_) => Some(ValueKind::Text),
        DeValue::Array(_) => Some(ValueKind::List),
        DeValue::Table(_) => Some(ValueKind::Table),
        DeValue::Datetime(_) => None,
    }
}

/// Returns a number with digits on both sides of its point, as TOML wants them: `.3` as `0.3`.
fn in_toml(number: &str) -> String {
    let (sign, digits) =
        number.split_at(number.len() - number.trim_start_matches(['-', '+']).len());
    let (digits, power) = digits.split_at(digits.find(['e', 'E']).unwrap_or(digits.len()));
    let before = if digits.starts_with('.') { "0" } else { "" };
    let after = if digits.ends_with('.') { "0" } else { "" };
    format!("{sign}{before}{digits}{after}{power}")
}

/// Returns a whole number that is written as a decimal, such as `1e1`, in digits.
fn whole(number: &str) -> Option<String> {
    let value = number.parse::<f64>().ok()?;
    let is_whole = value.fract() == 0.0 && (0.0..9e15).contains(&value);
    is_whole.then(|| format!("{value}"))
}

/// Returns, for a message, how a value of the wrong kind should be written, for example a number without its quotes; `None` if that is not clear.
fn mended(shape: &Shape, value: &DeValue) -> Option<String> {
    let is_number = |text: &str| text.parse::<f64>().is_ok_and(f64::is_finite);
    match (shape, value) {
        (Shape::Natural | Shape::Integer, DeValue::String(text)) => text
            .parse::<u64>()
            .ok()
            .map(|number| format!("{number}, without quotes")),
        (Shape::Number, DeValue::String(text)) if is_number(text) => {
            Some(format!("{}, without quotes", in_toml(text)))
        }
        (Shape::Natural | Shape::Integer, DeValue::Float(number)) => whole(number.as_str()),
        (Shape::Truth, DeValue::String(text)) if matches!(&**text, "true" | "false") => {
            Some(format!("{text}, without quotes"))
        }
        (Shape::Text, DeValue::Integer(number)) => Some(format!("\"{}\"", number.as_str())),
        (Shape::Own(_, kinds), DeValue::Float(number))
            if kinds.contains(&ValueKind::Integer) && whole(number.as_str()).is_some() =>
        {
            whole(number.as_str())
        }
        (Shape::Own(_, kinds), DeValue::Float(number)) if kinds.contains(&ValueKind::Text) => Some(
            format!("\"{}\", in quotes, so that it is exact", number.as_str()),
        ),
        (Shape::List(each), value)
            if fits(each, value)
                || matches!((&**each, value), (Shape::Choice(_), DeValue::String(_))) =>
        {
            Some("it in brackets: [ … ]".into())
        }
        _ => None,
    }
}
