//! A figure as a picture, for viewers without SVG: its SVG, drawn with the chart font.

use std::sync::{Arc, LazyLock};

use anyhow::{Context, anyhow};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

use super::font::FACE;

/// Pixels per unit of length.
const SCALE: f32 = 2.0;

/// The chart font alone, whatever family the SVG names.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(FACE.to_vec());
    let family = fonts.faces().next().map(|face| face.families[0].0.clone());
    if let Some(family) = family {
        fonts.set_sans_serif_family(family);
    }
    Arc::new(fonts)
});

/// The whole file, of a figure's SVG.
pub(crate) fn png(svg: &str) -> anyhow::Result<Vec<u8>> {
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size().scale_by(SCALE).context("the figure has no size")?;
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| anyhow!("no memory for {} x {} pixels", size.width(), size.height()))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}
