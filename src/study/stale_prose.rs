//! Lists statements in the prose of pages that their runs do not support.

/// Placeholders in the prose of a page that its run does not support, each as a line that begins with the page and the key.
#[derive(Debug, Clone, Default)]
pub struct StaleProse {
    /// Placeholders without a value, which make the page incomplete.
    pub missing: Vec<String>,
    /// Words whose condition this run does not meet; and placeholders without a value, if the run has settings other than those that the text is
    /// about.
    pub untrue: Vec<String>,
}

impl StaleProse {
    /// Adds the placeholders of another page.
    pub(super) fn and(mut self, more: Self) -> Self {
        self.missing.extend(more.missing);
        self.untrue.extend(more.untrue);
        self
    }
}
