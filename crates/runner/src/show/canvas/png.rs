//! A figure as a picture, for viewers without SVG.

use plotters::backend::BitMapBackend;

use super::{Canvas, Figure};

/// Pixels per unit of length.
const SCALE: u32 = 2;

/// Drawn this many times larger and then averaged, which smooths the edges.
const OVERSAMPLING: u32 = 2;

/// The bitmap backend draws text this much too high, in units.
const TEXT_DROP: i32 = 2;

/// The whole file.
pub(super) fn png(figure: &(impl Figure + ?Sized)) -> anyhow::Result<Vec<u8>> {
    let (width, height) = figure.size();
    let (width, height) = (width * SCALE, height * SCALE);
    let (wide, high) = (width * OVERSAMPLING, height * OVERSAMPLING);
    let mut large = vec![0; wide as usize * high as usize * 3];
    let backend = BitMapBackend::with_buffer(&mut large, (wide, high));
    Canvas::paint(backend, (SCALE * OVERSAMPLING) as i32, TEXT_DROP, figure)?;
    let pixels = average(&large, width as usize, height as usize, OVERSAMPLING as usize);

    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// A picture of `width` x `height` RGB pixels, each the mean of a square with side `n` in `large`.
fn average(large: &[u8], width: usize, height: usize, n: usize) -> Vec<u8> {
    let mut pixels = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        for x in 0..width {
            for channel in 0..3 {
                let offset = |i| (y * n + i / n) * width * n + x * n + i % n;
                let sum: usize =
                    (0..n * n).map(|i| usize::from(large[offset(i) * 3 + channel])).sum();
                pixels.push((sum / (n * n)) as u8);
            }
        }
    }
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_is_the_mean_of_its_square_by_channel() {
        let row = [[0, 0, 0], [8, 0, 4], [9, 9, 9], [9, 9, 9]].concat();
        assert_eq!(average(&row.repeat(2), 2, 1, 2), [4, 0, 2, 9, 9, 9]);
    }
}
