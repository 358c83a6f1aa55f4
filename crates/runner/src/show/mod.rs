//! Tables and charts made from records. Never searches.

pub(crate) mod assemble;
pub(crate) mod canvas;
pub(crate) mod chart;
pub(crate) mod effects;
pub(crate) mod grid;
pub(crate) mod plot;
pub(crate) mod table;
pub(crate) mod to_solution;
pub(crate) mod tree;
