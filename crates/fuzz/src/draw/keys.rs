//! Holds the keys of a variant while it is drawn.

/// The TOML keys of one drawn variant with their values, in the order in which they are written.
#[derive(Clone, Default)]
pub(super) struct Keys(Vec<(&'static str, String)>);

impl Keys {
    pub(super) fn put(&mut self, key: &'static str, value: impl Into<String>) {
        self.drop(key);
        self.0.push((key, value.into()));
    }

    pub(super) fn drop(&mut self, key: &str) {
        self.0.retain(|(name, _)| *name != key);
    }

    pub(super) fn get(&self, key: &str) -> Option<&str> {
        let found = self.0.iter().find(|(name, _)| *name == key);
        found.map(|(_, value)| value.as_str())
    }

    pub(super) fn has(&self, key: &str, part: &str) -> bool {
        self.get(key).is_some_and(|value| value.contains(part))
    }

    pub(super) fn text(&self) -> String {
        let line = |(key, value): &(&str, String)| format!("{key} = {value}\n");
        self.0.iter().map(line).collect()
    }
}
