//! Reads a table in the prose of a spec, in the usual form of Markdown.

/// The cells of a table as texts.
pub(super) struct ProseTable<'a> {
    /// The name of every column, and whether it is aligned right.
    pub(super) columns: Vec<(&'a str, bool)>,
    pub(super) rows: Vec<Vec<&'a str>>,
}

/// Returns the table that these lines write: a line of names, a line of dashes (`---:` aligns a column right), and a line for each row, all between
/// bars. `None` if the lines are no table.
pub(super) fn read<'a>(lines: &[&'a str]) -> Option<ProseTable<'a>> {
    let lines = lines.iter().map(|line| cells(line));
    let lines = lines.collect::<Option<Vec<Vec<&str>>>>()?;
    let [names, dashes, rows @ ..] = lines.as_slice() else {
        return None;
    };
    let is_rule =
        |cell: &&str| cell.contains('-') && cell.trim_matches(':').chars().all(|sign| sign == '-');
    let is_even = lines.iter().all(|line| line.len() == names.len());
    if !is_even || !dashes.iter().all(is_rule) {
        return None;
    }
    let is_right = |rule: &&str| rule.ends_with(':') && !rule.starts_with(':');
    Some(ProseTable {
        columns: names
            .iter()
            .copied()
            .zip(dashes.iter().map(is_right))
            .collect(),
        rows: rows.to_vec(),
    })
}

/// The cells of a line between bars.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inside = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(inside.split('|').map(str::trim).collect())
}
