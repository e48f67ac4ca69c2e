//! Checks what a table shall show against the studies, and says which columns of trials it needs.

use super::keys::{GroupKey, NamedKey};
use super::stack::{EXPERIMENT, Stack};
use super::{mistake, pair};
use crate::report::ERROR;
use crate::study::{StudyError, varying_keys};
use claims::claim::TextMistake;
use claims::prose::{Groups, Selection, SpecNames, TableExpression};
use claims::spec::Spec;
use claims::trial::{AnyColumn, columns};
use std::collections::{BTreeMap, BTreeSet};

/// Columns whose means a table shows if it is not asked for others, if they were measured.
const MEANS: [AnyColumn; 5] = [
    columns::UPDATES.any(),
    columns::MISTAKES.any(),
    columns::RISK.any(),
    columns::TEST_ERROR.any(),
    columns::LEAVE_ONE_OUT_ERROR.any(),
];

/// Those of them that every trial with a result has.
const COUNTED: [AnyColumn; 2] = [columns::UPDATES.any(), columns::MISTAKES.any()];

/// The keys, columns, conditions and order of a table, as the command line gives them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableRequest {
    /// The keys by which trials are grouped; if there are neither keys nor columns, every cell and variant is a group.
    pub by: Vec<String>,
    /// The columns; without any, the means of the main columns.
    pub show: Vec<String>,
    /// Conditions that the trials must meet.
    pub conditions: Vec<String>,
    /// Names of columns by which the rows are sorted, with a hyphen before it for descending order.
    pub sort: Vec<String>,
    /// The names of two variants that are compared on the same samples; without them, rows are about single variants.
    pub pair: Vec<String>,
}

/// A column by which rows are sorted, by its position in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sorting {
    pub place: usize,
    pub is_descending: bool,
}

/// A checked table, without the trials.
#[derive(Debug, Clone)]
pub(in crate::study) struct TablePlan {
    pub(super) stack: Stack,
    pub(super) keys: Vec<NamedKey>,
    pub(super) columns: Vec<TableExpression>,
    pub(super) selection: Selection,
    pub(super) sorting: Vec<Sorting>,
    /// Whether columns without any value are left out.
    pub(super) is_standard: bool,
    /// Number of columns that were asked for; those after them, the counts of pairs, are left out if they have no value in any row.
    pub(super) requested: usize,
    /// The columns of trials that a table shows that was asked for its columns; none of another table.
    pub(super) shown: BTreeSet<AnyColumn>,
    /// The statistics that the columns need, without trials.
    pub(super) groups: Groups,
    /// For every cell and variant, whether the conditions may select its trials. Of a pair, the first variant is the one that is selected.
    pub(super) selected: Vec<Vec<bool>>,
    /// The names of the two variants whose trials are compared, if the rows are about pairs.
    pub(super) pair: Option<[String; 2]>,
}

impl TablePlan {
    /// The table of the means of the main columns with their standard errors, for every cell and variant of a spec.
    pub(in crate::study) fn of_means(spec: &Spec) -> Result<Self, StudyError> {
        let plan = Self::new(Stack::of_specs(&[spec]), &TableRequest::default())?;
        let columns = plan.columns.iter().flat_map(|column| {
            let of = column.name.as_ref();
            let of = of.filter(|_| column.source.starts_with("mean("));
            let error = of.and_then(|name| {
                let text = column.source.replacen("mean(", "standard_error(", 1);
                let text = text.split(" as ").next().unwrap_or_default().to_owned();
                shown(&format!("{text} as {ERROR} {name}"), &plan.stack).ok()
            });
            [Some(column.clone()), error]
        });
        let columns: Vec<TableExpression> = columns.flatten().collect();
        Ok(Self {
            groups: Groups::of_columns(&columns, plan.stack.cells.clone()),
            columns,
            ..plan
        })
    }

    /// The table of how often each configuration was chosen, by variant; `None` if no variant chooses one.
    pub(in crate::study) fn of_choices(spec: &Spec) -> Result<Option<Self>, StudyError> {
        if !spec.measures.contains(&columns::SELECTED.any().measure()) {
            return Ok(None);
        }
        let request = TableRequest {
            by: vec!["variant".into(), columns::SELECTED.any().name().into()],
            show: vec!["trials() as trials".into()],
            ..TableRequest::default()
        };
        Self::new(Stack::of_specs(&[spec]), &request).map(Some)
    }

    /// Checks a request against the cells, variants, claims and columns of some studies.
    pub(super) fn new(stack: Stack, request: &TableRequest) -> Result<Self, StudyError> {
        let is_standard = request.show.is_empty();
        let is_by_setting = is_standard && request.by.is_empty();
        let shown: Vec<TableExpression> = {
            let shown = request.show.iter().map(|text| shown(text, &stack));
            shown.collect::<Result<_, _>>()?
        };
        let selection = selection(&request.conditions, &stack)?;
        let reads_pairs = selection.is_of_pairs() || shown.iter().any(TableExpression::is_of_pairs);
        let pair = pair::named(&request.pair, reads_pairs, &stack)?;
        let keys = match is_by_setting {
            true => {
                let is_shown = |key: &NamedKey| pair.is_none() || key.key != GroupKey::Variant;
                varying(&stack).into_iter().filter(is_shown).collect()
            }
            false => {
                let keys = request.by.iter().filter(|key| !key.trim().is_empty());
                let keys = keys.map(|key| NamedKey::read(key, &stack));
                keys.collect::<Result<Vec<_>, _>>()?
            }
        };
        let requested = shown.len();
        let columns = match (is_standard, &pair) {
            (true, None) => means(&stack),
            (true, Some(_)) => pair::with_counts(differences(&stack)),
            (false, None) => shown,
            (false, Some(_)) => pair::with_counts(shown),
        };
        let groups = Groups::of_columns(&columns, stack.cells.clone());
        let mut selected = selected(&stack, &selection);
        if let Some(pair) = &pair {
            pair::check(&keys, &selection)?;
            pair::select(&mut selected, pair, &stack);
        }
        let read = columns.iter().flat_map(TableExpression::columns);
        let read = read.filter(|_| !is_standard).collect();
        let plan = Self {
            shown: read,
            stack,
            keys,
            columns,
            selection,
            sorting: Vec::new(),
            is_standard,
            requested,
            groups,
            selected,
            pair,
        };
        plan.check_names()?;
        let columns = request.sort.iter().flat_map(|text| parts(text));
        let sorting = columns.map(|column| plan.sorting_of(column));
        let sorting = sorting.collect::<Result<_, _>>()?;
        Ok(Self { sorting, ..plan })
    }

    /// Whether the column at this place, keys included, was asked for.
    pub(super) fn is_requested(&self, place: usize) -> bool {
        !self.is_standard && place < self.keys.len() + self.requested
    }

    /// Names of the table's columns, from left to right.
    pub(super) fn names(&self) -> Vec<String> {
        let keys = self.keys.iter().map(|key| key.name.clone());
        let columns = self.columns.iter().map(|column| {
            let name = column.name.as_ref();
            name.unwrap_or(&column.source).clone()
        });
        keys.chain(columns).collect()
    }

    /// The columns of trials that must be read.
    pub(in crate::study) fn read_columns(&self) -> BTreeSet<AnyColumn> {
        let is_weighted = self.stack.studies.iter().any(|study| study.has_weights);
        let weight = is_weighted.then(|| columns::WEIGHT.any());
        let keys = self.keys.iter().filter_map(NamedKey::column);
        let shown = self.columns.iter().flat_map(TableExpression::columns);
        keys.chain(shown)
            .chain(self.selection.columns())
            .chain(weight)
            .chain([columns::STOP_REASON.any()])
            .collect()
    }

    /// The note that rows count the same samples twice, because studies with one seed draw them both.
    pub(super) fn repeated_samples(&self) -> Option<String> {
        let is_by_study = self.keys.iter().any(|key| key.name == EXPERIMENT);
        let [one, other] = self.stack.with_equal_samples().filter(|_| !is_by_study)?;
        Some(format!(
            "`{one}` and `{other}` have the same seed and draw the same samples, which count twice here; `--by {EXPERIMENT}` keeps them apart"
        ))
    }

    /// Whether trials must be read, and not only verdicts.
    pub(super) fn reads_trials(&self) -> bool {
        let mut columns = self.columns.iter();
        self.selection.compares()
            || self.keys.iter().any(|key| key.column().is_some())
            || columns.any(TableExpression::reads_trials)
    }

    pub(super) fn reads_verdicts(&self) -> bool {
        self.columns.iter().any(TableExpression::reads_verdicts)
    }

    fn check_names(&self) -> Result<(), StudyError> {
        let mut seen = BTreeSet::new();
        for name in self.names() {
            if !seen.insert(name.clone()) {
                return Err(StudyError::usage(format!(
                    "two columns of the table are named `{name}`"
                ))
                .help("name one otherwise: `--show 'EXPRESSION as NAME'`"));
            }
        }
        let is_by_column = self.keys.iter().any(|key| key.column().is_some());
        let of_verdicts = self.columns.iter().find(|column| column.reads_verdicts());
        match of_verdicts.filter(|_| is_by_column || self.selection.compares()) {
            Some(column) => Err(StudyError::usage(format!("`{}` is a number of verdicts, which are about all trials of a cell and variant", column.source)).help("group by `variant` and parameters, and select by them, instead of by columns of trials")),
            None => Ok(()),
        }
    }

    /// Finds the column that an option `--sort` names: by its name, by what it shows, or the first that reads a column of this name.
    fn sorting_of(&self, text: &str) -> Result<Sorting, StudyError> {
        let (is_descending, given) = match text.trim().strip_prefix('-') {
            Some(rest) => (true, rest.trim()),
            None => (false, text.trim()),
        };
        let names = self.names();
        let first = self.keys.len();
        let by_name = names.iter().position(|name| name == given);
        let shown = || {
            self.columns
                .iter()
                .position(|column| column.source == given)
        };
        let reads =
            |column: &TableExpression| column.columns().iter().any(|own| own.name() == given);
        let about = || self.columns.iter().position(reads);
        let place = by_name.or_else(|| Some(first + shown().or_else(about)?));
        let place = place.ok_or_else(|| {
            mistake::of_name(
                &format!("`--sort`: the table has no column `{given}`"),
                given,
                &names,
            )
        })?;
        Ok(Sorting {
            place,
            is_descending,
        })
    }
}

/// The parts of a text between its commas, except those in parentheses and quotes.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut is_quoted) = (0_i32, false);
    text.split(move |letter| {
        match letter {
            '"' => is_quoted = !is_quoted,
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        letter == ',' && depth == 0 && !is_quoted
    })
}

/// The parameters that differ between cells, and the variant.
pub(super) fn varying(stack: &Stack) -> Vec<NamedKey> {
    let paths = varying_keys(stack.cells.iter());
    let end = |path: &str| path.rsplit('.').next().unwrap_or(path).to_owned();
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    paths
        .iter()
        .for_each(|path| *ends.entry(end(path)).or_default() += 1);
    let key = |path: &&String| NamedKey {
        name: match ends[&end(path)] {
            1 => end(path),
            _ => (*path).clone(),
        },
        key: GroupKey::Parameter((*path).clone()),
    };
    let has_variants = stack.variants.iter().flatten().any(|name| !name.is_empty());
    let variant = has_variants.then(NamedKey::variant);
    paths.iter().map(key).chain(variant).collect()
}

/// Whether every study measured this column.
fn is_measured(column: AnyColumn, stack: &Stack) -> bool {
    let mut studies = stack.studies.iter();
    studies.all(|study| column.measure().is_requested(&study.measures))
}

/// Beginning of the names of columns that count the trials with a value; the name of the value follows.
pub(super) const WITH: &str = "trials with";

/// The number of trials, and the means of the main columns that every study measured, each with the number of trials that have a value.
fn means(stack: &Stack) -> Vec<TableExpression> {
    let means = MEANS
        .into_iter()
        .filter(|column| is_measured(*column, stack))
        .map(|column| {
            let (name, words) = (column.name(), column.name().replace('_', " "));
            let is_always_known = COUNTED.contains(&column);
            let count = format!("count({name} == {name}) as {WITH} {words}");
            let count = Some(count).filter(|_| !is_always_known);
            count
                .into_iter()
                .chain([format!("mean({name}) as mean {words}")])
        });
    let texts = std::iter::once("trials() as trials".to_owned()).chain(means.flatten());
    // A mean that cannot be computed is left out.
    texts.filter_map(|text| shown(&text, stack).ok()).collect()
}

/// The columns of a table of pairs that is not asked for others: the difference of the risk, or of what is measured in place of it.
fn differences(stack: &Stack) -> Vec<TableExpression> {
    // Errors come before counts, which every study measures.
    let [updates, mistakes, errors @ ..] = MEANS;
    let mut columns = errors.into_iter().chain([mistakes]);
    let column = columns.find(|column| is_measured(*column, stack));
    let name = column.unwrap_or(updates).name();
    let difference = format!("first.{name} - second.{name}");
    let texts = [
        "trials() as pairs".to_owned(),
        format!("interval({difference}) as mean of {difference}"),
        format!("standard_error({difference}) as standard error"),
        format!("standard_deviation({difference}) as standard deviation"),
    ];
    texts
        .iter()
        .filter_map(|text| shown(text, stack).ok())
        .collect()
}

/// Reads a column of the table, and checks its names.
fn shown(text: &str, stack: &Stack) -> Result<TableExpression, StudyError> {
    const OPTION: &str = "`--show`";
    let column = TableExpression::parse(text);
    let column = column.map_err(|problem| mistake::in_text(OPTION, text, &problem))?;
    check(stack, OPTION, text, |names| column.problems(names))?;
    Ok(column)
}

fn selection(conditions: &[String], stack: &Stack) -> Result<Selection, StudyError> {
    const OPTION: &str = "`--where`";
    let mut all = Selection::default();
    for text in conditions {
        let own = Selection::parse(text);
        let own = own.map_err(|problem| mistake::in_text(OPTION, text, &problem))?;
        check(stack, OPTION, text, |names| own.problems(names))?;
        all = all.and(&own);
        check(stack, OPTION, text, |names| all.problems(names))?;
    }
    Ok(all)
}

/// Refuses names that the studies do not have, or not all of them.
fn check(
    stack: &Stack,
    option: &str,
    text: &str,
    problems: impl Fn(&SpecNames) -> Vec<TextMistake>,
) -> Result<(), StudyError> {
    let cells: Vec<_> = stack.cells.iter().collect();
    let variants = stack.variant_names();
    for study in &stack.studies {
        let names = SpecNames {
            cells: &cells,
            variants: &variants,
            claims: &stack.claims,
            measures: &study.measures,
        };
        if let Some(mut problem) = problems(&names).into_iter().next() {
            if stack.studies.len() > 1 {
                problem.problem = format!("{}: {}", study.name, problem.problem);
            }
            return Err(mistake::in_text(option, text, &problem));
        }
    }
    Ok(())
}

fn selected(stack: &Stack, selection: &Selection) -> Vec<Vec<bool>> {
    let cells = stack.cells.iter().zip(&stack.variants).enumerate();
    let of_cell = |(cell, (parameters, variants)): (usize, (&_, &Vec<String>))| {
        let variants = variants.iter();
        variants
            .map(|variant| selection.chooses(cell, parameters, variant))
            .collect()
    };
    cells.map(of_cell).collect()
}
