//! Writes a table of results as text, CSV, Markdown, LaTeX or JSON, each with the program, the specs, the seeds and the command that made it.

mod content;
mod csv;
mod json;
mod latex;
mod number_text;
mod siunitx;

pub use content::{DataCell, DataColumn, DataTable, ResultsOrigin, TableOrigin};

use super::markdown;
use clap::ValueEnum;

/// The form in which a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Aligned columns for the terminal
    Text,
    /// CSV with all digits; lines of comment begin with #
    Csv,
    /// A Markdown table
    Markdown,
    /// A tabular environment for LaTeX with the package booktabs
    Latex,
    /// A tabular environment for LaTeX with columns of the package siunitx
    Siunitx,
    /// JSON with all digits
    Json,
}

impl TableFormat {
    /// The form that the ending of a file's name stands for.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "txt" => Some(Self::Text),
            "csv" => Some(Self::Csv),
            "md" => Some(Self::Markdown),
            "tex" => Some(Self::Latex),
            "json" => Some(Self::Json),
            _ => None,
        }
    }
}

impl DataTable {
    /// Writes the table with a statement of what made it.
    pub fn written(&self, format: TableFormat, origin: &TableOrigin) -> String {
        match format {
            TableFormat::Text => format!("{}\n{}", self.text(), origin.lines().join("\n") + "\n"),
            TableFormat::Csv => csv::written(self, origin),
            TableFormat::Markdown => {
                let comment = origin.lines().join("\n").replace("-->", "-- >");
                format!(
                    "{}\n<!-- {comment} -->\n",
                    markdown::table(&self.document())
                )
            }
            TableFormat::Latex => latex::written(self, origin),
            TableFormat::Siunitx => siunitx::written(self, origin),
            TableFormat::Json => json::written(self, origin),
        }
    }
}

#[cfg(test)]
mod tests;
