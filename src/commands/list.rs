//! Runs the command `list`: lists experiments and the members of every family.

use super::settings::{Settings, print_json};
use crate::report;
use crate::store::read_verdicts;
use crate::study::{Outcome, StudyError, names, spec_files};
use claims::claim::{Registered, TheoremFile, premise};
use claims::figure::FigureKind;
use claims::judge::Verdict;
use claims::trial::AnyColumn;
use clap::Args;
use clap::ValueEnum;
use grade::command::theorems_in;
use perceptron::documented::Documentation;
use perceptron::generate::Generator;
use perceptron::learn::{Order, OtherLearner, Rule};
use perceptron::risk::catalogue::ClosedForm;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use strum::IntoStaticStr;

/// A family of names that `list` prints, such as claims or generators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum ListedKind {
    Experiments,
    Generators,
    Rules,
    Orders,
    Learners,
    Claims,
    Premises,
    Columns,
    Figures,
    Risks,
    Fields,
}

impl ListedKind {
    pub(super) const ALL: [Self; 11] = [
        Self::Experiments,
        Self::Generators,
        Self::Rules,
        Self::Orders,
        Self::Learners,
        Self::Claims,
        Self::Premises,
        Self::Columns,
        Self::Figures,
        Self::Risks,
        Self::Fields,
    ];

    pub(super) fn as_str(self) -> &'static str {
        self.into()
    }

    /// The documentation of the family's members; empty for experiments, columns and fields of verdicts.
    pub(super) fn docs(self) -> &'static [Documentation] {
        match self {
            Self::Experiments | Self::Columns | Self::Fields => &[],
            Self::Generators => Generator::DOCS,
            Self::Rules => Rule::DOCS,
            Self::Orders => Order::DOCS,
            Self::Learners => OtherLearner::DOCS,
            Self::Claims => Registered::docs(),
            Self::Premises => premise::DOCS,
            Self::Figures => FigureKind::DOCS,
            Self::Risks => ClosedForm::DOCS,
        }
    }

    fn members(self, experiments: &Path) -> Vec<(String, String)> {
        if self == Self::Experiments {
            return spec_files(experiments)
                .iter()
                .map(|path| (names::name(path, experiments), title(path)))
                .collect();
        }
        if self == Self::Columns {
            return AnyColumn::all()
                .map(|column| {
                    (
                        column.name().to_owned(),
                        column.declared().meaning.trim().to_owned(),
                    )
                })
                .collect();
        }
        if self == Self::Fields {
            return Verdict::fields()
                .map(|(name, about)| (name.to_owned(), about.trim().to_owned()))
                .collect();
        }
        self.docs()
            .iter()
            .map(|doc| (doc.name.to_owned(), doc.statement()))
            .collect()
    }
}

/// Options of `list`.
#[derive(Debug, Args)]
pub(super) struct ListOptions {
    /// List only this family
    pub family: Option<ListedKind>,
    /// In `list claims --markdown`: print all statements of the lecture notes as Markdown, with the claims that check them and the verdicts in the
    /// results folder; in `list fields --markdown`: print the fields of verdicts.json as Markdown
    #[arg(long)]
    pub markdown: bool,
    /// File of theorems (docs/theorems.md) to list among the claims
    #[arg(long, value_name = "FILE")]
    pub theorems: Option<PathBuf>,
}

/// Every documented item of the program, with the name of its family.
pub(super) fn documentation() -> impl Iterator<Item = (&'static str, &'static Documentation)> {
    ListedKind::ALL
        .into_iter()
        .flat_map(|family| family.docs().iter().map(move |doc| (family.as_str(), doc)))
}

/// The title in a spec file, read without checking the other keys.
fn title(path: &Path) -> String {
    #[derive(Deserialize)]
    struct Titled {
        title: String,
    }
    let text = std::fs::read_to_string(path).unwrap_or_default();
    toml::from_str::<Titled>(&text).map_or_else(
        |_| "(cannot be read: perceptron-lab check tells why)".to_owned(),
        |spec| spec.title,
    )
}

/// Prints the catalogue of the notes' statements with the verdicts of the results folder, as Markdown.
fn markdown(family: Option<ListedKind>, settings: &Settings) -> Result<Outcome, StudyError> {
    match family {
        Some(ListedKind::Claims) => {}
        Some(ListedKind::Fields) => {
            print!("{}", report::markdown::markdown(&report::fields_document()));
            return Ok(Outcome::AsExpected);
        }
        _ => {
            return Err(StudyError::usage("`--markdown` goes with claims or fields")
                .help("`perceptron-lab list claims --markdown`"));
        }
    }
    let verdicts = match settings.results.join("verdicts.json").exists() {
        true => read_verdicts(&settings.results)?,
        false => {
            let folder = settings.results.display();
            eprintln!(
                "note: {folder} has no verdicts.json, so that no statement has a verdict; `--results` names another folder"
            );
            Vec::new()
        }
    };
    let source = settings.results.join("verdicts.json").display().to_string();
    print!(
        "{}",
        report::markdown::markdown(&report::claims_document(&verdicts, &source)?)
    );
    Ok(Outcome::AsExpected)
}

pub(super) fn list(options: &ListOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    if options.markdown {
        return markdown(options.family, settings);
    }
    let family = options.family;
    let families: Vec<ListedKind> =
        family.map_or_else(|| ListedKind::ALL.to_vec(), |family| vec![family]);
    let own = options.theorems.as_deref().map(theorems_in).transpose()?;
    let own = own.iter().flat_map(TheoremFile::documentation);
    let own: Vec<_> = own
        .map(|(doc, _)| (doc.name.to_owned(), doc.statement()))
        .collect();
    let members = |family: ListedKind| {
        let further = own.iter().filter(|_| family == ListedKind::Claims);
        let members = family.members(&settings.experiments).into_iter();
        (family, members.chain(further.cloned()).collect())
    };
    let listed: Vec<(ListedKind, Vec<(String, String)>)> =
        families.into_iter().map(members).collect();
    if settings.json {
        let entry = |family: &ListedKind, (name, about): &(String, String)| serde_json::json!({ "family": family.as_str(), "name": name, "about": about });
        let all: Vec<_> = listed
            .iter()
            .flat_map(|(family, members)| members.iter().map(move |member| entry(family, member)))
            .collect();
        print_json(&all)?;
        return Ok(Outcome::AsExpected);
    }
    show(&listed);
    Ok(Outcome::AsExpected)
}

/// Prints families of names one after the other, each name with its description, in two columns of common width.
fn show(listed: &[(ListedKind, Vec<(String, String)>)]) {
    let members = listed.iter().flat_map(|(_, members)| members);
    let cells: Vec<Vec<String>> = members
        .map(|(name, about)| vec![format!("  {name}"), about.clone()])
        .collect();
    let text = report::aligned(&cells, &[]);
    let mut lines = text.lines();
    for (index, (family, members)) in listed.iter().enumerate() {
        println!("{}{}", if index > 0 { "\n" } else { "" }, family.as_str());
        lines
            .by_ref()
            .take(members.len())
            .for_each(|line| println!("{line}"));
    }
}
