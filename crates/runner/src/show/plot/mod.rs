//! The report's figures apart from Figure 4: curves and point clouds (`xy`), and a heat map
//! (`heat`).

mod heat;
mod scale;
mod xy;

pub(crate) use heat::HeatMap;
pub(crate) use scale::{AxisSpec, Scale};
pub(crate) use xy::{Mark, Plot, PlotSeries};
