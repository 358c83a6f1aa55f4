//! The registry of null-move pruning variants.
