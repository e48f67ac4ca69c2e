//! Expands a sweep into points of the grid: a block is the product of its axes, several blocks are a union, and `zip` moves keys together.

use super::diagnostic::SpecFinding;
use super::size;
use super::tree::{self, Node};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// A key that a sweep sets to one value: the path of the key, where it stands in the sweep, and the value.
#[derive(Clone)]
pub(super) struct Swept<'i> {
    pub path: String,
    pub key: Range<usize>,
    pub value: Node<'i>,
}

/// Stands for the names of all variants in a path: `variants.*.stop.passes`.
pub(super) const ALL: &str = "*";

/// An axis of the sweep: the steps along it, each of which sets one key, or all keys of a `zip` together.
type Axis<'i> = Vec<Vec<Swept<'i>>>;

/// Returns, for every cell of a spec's sweep, the keys to set and their values; one cell with nothing to set if the spec has no sweep.
pub(super) fn points<'i>(root: &DeTable<'i>) -> Result<Vec<Vec<Swept<'i>>>, Vec<SpecFinding>> {
    let Some((key, node)) = tree::find(root, &["sweep"]) else {
        return Ok(vec![Vec::new()]);
    };
    let blocks = node
        .get_ref()
        .as_array()
        .filter(|blocks| !blocks.is_empty());
    let blocks = blocks.ok_or_else(|| {
        vec![SpecFinding::new(key.clone(), "`sweep` is not a list of blocks")
            .allowed("[[sweep]] blocks, each with quoted keys such as \"generator.basis.dimension\" = [1, 2, 3]")]
    })?;
    let (mut swept, mut findings) = (Vec::new(), Vec::new());
    for block in blocks {
        match axes_of(block, root) {
            Ok(axes) => swept.push(axes),
            Err(finding) => findings.push(finding),
        }
    }
    if !findings.is_empty() {
        return Err(findings);
    }
    // The points are counted before any is made, because a product of axes soon exceeds memory.
    let sizes = swept.iter().map(|axes| {
        let lengths = axes.iter().map(|axis| axis.len() as u128);
        lengths.fold(1, u128::saturating_mul)
    });
    size::cells(sizes.fold(0, u128::saturating_add)).map_err(|problem| {
        let finding = SpecFinding::new(key, problem);
        vec![finding.help("take values out of its lists, or move keys together in a `zip`")]
    })?;
    Ok(swept.into_iter().flat_map(product).collect())
}

/// Returns the axes of a `[[sweep]]` block. Refuses a key that two axes set, and a variant that the spec does not have.
fn axes_of<'i>(block: &Node<'i>, root: &DeTable) -> Result<Vec<Axis<'i>>, SpecFinding> {
    let table = block.get_ref().as_table();
    let table =
        table.ok_or_else(|| SpecFinding::new(block.span(), "a sweep block is not a table"))?;
    let axes = axes(table)?;
    if axes.is_empty() {
        let finding = SpecFinding::new(block.span(), "this sweep block sweeps nothing");
        return Err(finding
            .allowed("at least one quoted key such as \"generator.basis.dimension\" = [1, 2, 3]"));
    }
    let firsts = axes.iter().filter_map(|axis| axis.first());
    let mut keys: Vec<&Swept> = firsts.flatten().collect();
    keys.sort_by_key(|swept| swept.key.start);
    for (place, swept) in keys.iter().enumerate() {
        if keys[..place]
            .iter()
            .any(|other| overlap(&other.path, &swept.path))
        {
            let problem = format!("`{}` is swept twice in this block", swept.path);
            let help = "sweep it alone or in the `zip`; a second [[sweep]] block is a union";
            return Err(SpecFinding::new(swept.key.clone(), problem).help(help));
        }
        check_variant(swept, root)?;
    }
    Ok(axes)
}

/// Whether two paths can name one key: `*` in place of a variant's name stands for all variants.
fn overlap(one: &str, other: &str) -> bool {
    let of_all = |path: &str| {
        let rest = path.strip_prefix("variants.")?;
        let (_, key) = rest.split_once('.')?;
        Some(format!("variants.{ALL}.{key}"))
    };
    let matches = |all: &str, path: &str| of_all(path).is_some_and(|path| path == all);
    one == other || matches(one, other) || matches(other, one)
}

/// Refuses a swept key below `variants.NAME` if the spec has no variant of this name.
fn check_variant(swept: &Swept, root: &DeTable) -> Result<(), SpecFinding> {
    let Some((name, _)) = swept
        .path
        .strip_prefix("variants.")
        .map(|rest| rest.split_once('.').unwrap_or((rest, "")))
    else {
        return Ok(());
    };
    let variants = tree::find(root, &["variants"]).and_then(|(_, node)| node.get_ref().as_table());
    let names = variants.into_iter().flat_map(|variants| variants.keys());
    let names: Vec<String> = names.map(|name| name.get_ref().to_string()).collect();
    if names.iter().any(|known| known == name || name == ALL) {
        return check_unchosen(swept, root);
    }
    let problem = format!("no variant is named `{name}`");
    Err(SpecFinding::new(swept.key.clone(), problem).among(name, &names))
}

/// Refuses a swept key that a variant chooses itself, which would overwrite it.
fn check_unchosen(swept: &Swept, root: &DeTable) -> Result<(), SpecFinding> {
    let variants = tree::find(root, &["variants"]).and_then(|(_, node)| node.get_ref().as_table());
    let mut names = variants.into_iter().flat_map(|variants| variants.keys());
    let chosen = names.find(|name| {
        let choice = tree::find(root, &["variants", name.get_ref(), "select", "key"]);
        let key = choice.and_then(|(_, key)| key.get_ref().as_str());
        key.is_some_and(|key| overlap(&format!("variants.{}.{key}", name.get_ref()), &swept.path))
    });
    match chosen {
        None => Ok(()),
        Some(name) => {
            let name = name.get_ref();
            let problem = format!(
                "`{}` is swept, and variant `{name}` chooses this key",
                swept.path
            );
            Err(SpecFinding::new(swept.key.clone(), problem)
                .help("leave the key out of the sweep, or `select` out of the variant"))
        }
    }
}

fn product<'i>(axes: Vec<Axis<'i>>) -> Vec<Vec<Swept<'i>>> {
    axes.into_iter().fold(vec![Vec::new()], |points, axis| {
        let extended = |point: &Vec<Swept<'i>>| {
            axis.iter()
                .map(|step| [point.clone(), step.clone()].concat())
                .collect::<Vec<_>>()
        };
        points.iter().flat_map(extended).collect()
    })
}

/// Returns the axes of a `[[sweep]]` block, in the order of the file.
fn axes<'i>(block: &DeTable<'i>) -> Result<Vec<Axis<'i>>, SpecFinding> {
    let mut keyed: Vec<_> = block.iter().collect();
    keyed.sort_by_key(|(key, _)| key.span().start);
    let axis =
        |(key, node): (&toml::Spanned<toml::de::DeString<'i>>, &Node<'i>)| match node.get_ref() {
            DeValue::Table(zipped) if key.get_ref() == "zip" => zip(zipped, key.span()),
            _ => values(key.get_ref(), key.span(), node)
                .map(|settings| settings.into_iter().map(|setting| vec![setting]).collect()),
        };
    keyed.into_iter().map(axis).collect()
}

fn values<'i>(
    path: &str,
    key: Range<usize>,
    node: &Node<'i>,
) -> Result<Vec<Swept<'i>>, SpecFinding> {
    if !path.starts_with("generator.") && !path.starts_with("variants.") {
        return Err(SpecFinding::new(key, format!("`{path}` cannot be swept"))
            .allowed("quoted paths that begin with \"generator.\" or \"variants.\", such as \"generator.basis.dimension\" = [1, 2, 3], or zip = { … } of such paths"));
    }
    let items = node
        .get_ref()
        .as_array()
        .filter(|items| !items.is_empty())
        .ok_or_else(|| {
            let problem = format!("the values of `{path}` are not a list with at least one value");
            SpecFinding::new(node.span(), problem).allowed("a list, such as [1, 2, 3]")
        })?;
    Ok(items
        .iter()
        .map(|value| Swept {
            path: path.to_owned(),
            key: key.clone(),
            value: value.clone(),
        })
        .collect())
}

fn zip<'i>(zipped: &DeTable<'i>, key: Range<usize>) -> Result<Axis<'i>, SpecFinding> {
    let columns = zipped
        .iter()
        .map(|(key, node)| values(key.get_ref(), key.span(), node))
        .collect::<Result<Vec<_>, _>>()?;
    let length = columns.first().map_or(0, Vec::len);
    if let Some(column) = columns.iter().find(|column| column.len() != length) {
        let problem = format!(
            "zipped keys have lists of different lengths: {} has {}, the first has {length}",
            column[0].path,
            column.len()
        );
        return Err(
            SpecFinding::new(column[0].key.clone(), problem).allowed("lists that are equally long")
        );
    }
    if length == 0 {
        return Err(SpecFinding::new(key, "`zip` names no key")
            .allowed("quoted paths with lists that are equally long, such as zip = { \"generator.basis.dimension\" = [2, 4], \"generator.basis.examples\" = [10, 20] }"));
    }
    Ok((0..length)
        .map(|step| columns.iter().map(|column| column[step].clone()).collect())
        .collect())
}
