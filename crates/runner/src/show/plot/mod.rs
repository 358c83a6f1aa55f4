//! The report's figures apart from Figure 4: curves and point clouds (`xy`), and a heat map
//! (`heat`). The models say what is drawn, `canvas` puts it on SVG or PNG alike.
//! The same figure gives the same bytes; no system font or library takes part.

mod canvas;
mod heat;
mod scale;
mod xy;

use plotters::backend::SVGBackend;

use crate::show::chart::{ChartError, png};

pub(crate) use heat::HeatMap;
pub(crate) use scale::{AxisSpec, Scale};
pub(crate) use xy::{Mark, Plot, PlotSeries};

/// A finished figure.
pub(crate) trait Figure {
    /// Width and height in SVG pixels.
    fn size(&self) -> (u32, u32);

    /// Draws it; `scale` is the number of pixels per unit, `text_drop` how far below its place
    /// text must be drawn to be centred on it. The error is what the drawing library says.
    fn draw_svg(&self, backend: SVGBackend) -> Result<(), String>;

    /// The same on a bitmap.
    fn draw_bitmap(
        &self,
        backend: plotters::backend::BitMapBackend,
        scale: i32,
        text_drop: i32,
    ) -> Result<(), String>;

    /// The figure as SVG.
    ///
    /// # Errors
    /// When the drawing library fails.
    fn svg(&self) -> Result<String, ChartError> {
        let mut text = String::new();
        self.draw_svg(SVGBackend::with_string(&mut text, self.size()))
            .map_err(|reason| ChartError::Draw { format: "SVG", reason })?;
        Ok(text)
    }

    /// The figure as PNG, twice the size of the SVG in pixels.
    ///
    /// # Errors
    /// When the drawing library fails.
    fn png(&self) -> Result<Vec<u8>, ChartError> {
        png::render(self.size(), |backend, scale| self.draw_bitmap(backend, scale, png::TEXT_DROP))
    }
}

/// Implements the two backends by one generic method `draw`.
macro_rules! figure {
    ($type:ident) => {
        impl super::Figure for $type {
            fn size(&self) -> (u32, u32) {
                $type::size(self)
            }
            fn draw_svg(&self, backend: plotters::backend::SVGBackend) -> Result<(), String> {
                super::canvas::Canvas::paint(backend, 1, 0, |canvas| self.draw(canvas))
            }
            fn draw_bitmap(
                &self,
                backend: plotters::backend::BitMapBackend,
                scale: i32,
                drop: i32,
            ) -> Result<(), String> {
                super::canvas::Canvas::paint(backend, scale, drop, |canvas| self.draw(canvas))
            }
        }
    };
}
use figure;
