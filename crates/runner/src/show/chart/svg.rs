//! The chart as scalable vector graphics.

use plotters::backend::SVGBackend;

use super::{Chart, ChartError, draw};

/// The whole file.
pub(crate) fn svg(chart: &Chart) -> Result<String, ChartError> {
    let mut text = String::new();
    let size = draw::size(chart);
    draw::draw(chart, SVGBackend::with_string(&mut text, size), 1, 0)
        .map_err(|reason| ChartError::Draw { format: "SVG", reason })?;
    Ok(text)
}
