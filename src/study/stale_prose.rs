//! Lists what the prose of pages says and their runs do not show.

/// Placeholders of a page's prose that this run does not bear out, in lines with their place.
#[derive(Debug, Clone, Default)]
pub struct StaleProse {
    /// Placeholders without a value: the page is incomplete.
    pub missing: Vec<String>,
    /// Words whose condition this run does not meet, and placeholders without a value in a run of other settings than the text is about.
    pub untrue: Vec<String>,
}

impl StaleProse {
    /// This, and that of another page.
    pub(super) fn and(mut self, more: Self) -> Self {
        self.missing.extend(more.missing);
        self.untrue.extend(more.untrue);
        self
    }
}
