//! Tests of placeholders: reading, evaluating, and refusing names that a spec does not have.
