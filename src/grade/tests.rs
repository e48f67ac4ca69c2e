//! Tests grading.
