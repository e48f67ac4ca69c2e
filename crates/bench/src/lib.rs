//! Holds nothing: the benches stand in `benches`.
