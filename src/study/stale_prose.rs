//! Lists statements in the prose of pages that their runs do not support.

/// Placeholders in a page's prose that this run does not support, as lines with their place.
#[derive(Debug, Clone, Default)]
pub struct StaleProse {
    /// Placeholders without a value, which make the page incomplete.
    pub missing: Vec<String>,
    /// Words whose condition this run does not meet; and placeholders without a value, if the run has settings other than those that the text is
    /// about.
    pub untrue: Vec<String>,
}

impl StaleProse {
    /// Adds those of another page.
    pub(super) fn and(mut self, more: Self) -> Self {
        self.missing.extend(more.missing);
        self.untrue.extend(more.untrue);
        self
    }
}
