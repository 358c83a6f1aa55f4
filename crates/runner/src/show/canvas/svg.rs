//! A drawing as SVG, with places to a tenth of a unit. The same drawing gives the same bytes.

use std::fmt::Write as _;

use super::drawing::{Anchor, Drawing, Item, Point, Stroke};
use super::font::VIEWERS;
use super::palette::{Colour, Marker};
use crate::base::escape;

/// How much of a dot of a cloud is seen.
const DOT_OPACITY: f64 = 0.35;
/// Width of the edge of a hollow marker.
const EDGE: f64 = 1.6;
/// How far its baseline is below the middle of a line, in ems.
const DROP_EM: f64 = 0.36;

impl Drawing {
    /// The file; `alt` describes it for those who cannot see it.
    pub(crate) fn to_svg(&self, alt: &str) -> String {
        let (width, height) = (self.width.ceil(), self.height.ceil());
        let mut svg = format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             xmlns=\"http://www.w3.org/2000/svg\" font-family=\"{VIEWERS}\" role=\"img\" \
             aria-label=\"{}\">\n<path d=\"M0 0H{width}V{height}H0Z\" fill=\"#fff\"/>\n",
            escape::html(alt)
        );
        for item in &self.items {
            write(item, &mut svg);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn write(item: &Item, svg: &mut String) {
    let result = match item {
        Item::Line { points, colour, width, stroke } => {
            let (colour, width) = (hex(*colour), short(*width));
            let dashes = if *stroke == Stroke::Dashed { " stroke-dasharray=\"6 4\"" } else { "" };
            let path = path(points);
            let style = format!("stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}");
            writeln!(svg, "<path d=\"{path}\" fill=\"none\" {style}/>")
        }
        Item::Area { points, colour, opacity } => {
            let seen =
                if *opacity < 1.0 { format!(" opacity=\"{opacity}\"") } else { String::new() };
            writeln!(svg, "<path d=\"{}Z\" fill=\"{}\"{seen}/>", path(points), hex(*colour))
        }
        Item::Shape { at, marker, radius, colour, hollow } => {
            let (radius, colour) = (*radius, hex(*colour));
            let style = match hollow {
                true => format!("fill=\"#fff\" stroke=\"{colour}\" stroke-width=\"{EDGE}\""),
                false => format!("fill=\"{colour}\""),
            };
            let radius = if *hollow { radius - EDGE / 2.0 } else { radius };
            match corners(*marker) {
                None => {
                    let (x, y) = (short(at.0), short(at.1));
                    writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" {style}/>", short(radius))
                }
                Some(corners) => {
                    let corner = |&(dx, dy): &Point| (at.0 + dx * radius, at.1 + dy * radius);
                    let corners: Vec<Point> = corners.iter().map(corner).collect();
                    writeln!(svg, "<path d=\"{}Z\" {style}/>", path(&corners))
                }
            }
        }
        Item::Dots { points, radius, colour } => {
            let dots: String =
                points.iter().map(|p| format!("M{} {}h0", short(p.0), short(p.1))).collect();
            let (colour, width) = (hex(*colour), short(2.0 * radius));
            writeln!(
                svg,
                "<path d=\"{dots}\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\" stroke-opacity=\"{DOT_OPACITY}\"/>"
            )
        }
        Item::Text { text, at, anchor, em, colour } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let (x, y) = (short(at.0), short(at.1 + DROP_EM * em));
            let (em, colour, text) = (short(*em), hex(*colour), escape::html(text));
            let place = format!("x=\"{x}\" y=\"{y}\"{anchor}");
            writeln!(svg, "<text {place} font-size=\"{em}\" fill=\"{colour}\">{text}</text>")
        }
    };
    debug_assert!(result.is_ok(), "a string takes every text");
}

/// The corners of a marker of radius 1; `None` for a disc.
fn corners(marker: Marker) -> Option<Vec<Point>> {
    const TIP: f64 = 1.25;
    const IN: f64 = 0.4;
    const FAR: f64 = 1.1;
    const NEAR: f64 = FAR - IN;
    const ARM: f64 = 0.3;
    // a quarter of the outline, and its turns around the centre
    let turned = |quarter: [Point; 3]| {
        let turns: [fn(Point) -> Point; 4] =
            [|p| p, |(x, y)| (-y, x), |(x, y)| (-x, -y), |(x, y)| (y, -x)];
        turns.map(|turn| quarter.map(turn)).concat()
    };
    Some(match marker {
        Marker::Circle => return None,
        Marker::Square => vec![(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
        Marker::Triangle => vec![(0.0, -TIP), (TIP, 1.0), (-TIP, 1.0)],
        Marker::Diamond => vec![(0.0, -TIP), (TIP, 0.0), (0.0, TIP), (-TIP, 0.0)],
        Marker::Cross => turned([(0.0, -IN), (NEAR, -FAR), (FAR, -NEAR)]),
        Marker::Inverted => vec![(0.0, TIP), (TIP, -1.0), (-TIP, -1.0)],
        Marker::Plus => turned([(-ARM, -FAR), (ARM, -FAR), (ARM, -ARM)]),
        Marker::Pentagon => {
            vec![(0.0, -1.2), (1.141, -0.371), (0.705, 0.971), (-0.705, 0.971), (-1.141, -0.371)]
        }
    })
}

fn path(points: &[Point]) -> String {
    let mut path = String::new();
    for (i, point) in points.iter().enumerate() {
        path.push(if i == 0 { 'M' } else { 'L' });
        path.push_str(&format!("{} {}", short(point.0), short(point.1)));
    }
    path
}

/// A length to a tenth.
fn short(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::canvas::INK;

    #[test]
    fn text_cannot_leave_its_element_and_lengths_are_short() {
        let mut drawing = Drawing { height: 9.6, ..Drawing::new(20.0) };
        drawing.text("a < b", (1.04, 5.0), Anchor::Start, 10.0, INK);
        drawing.shape((4.0, 4.0), Marker::Cross, INK, true);
        let svg = drawing.to_svg("\"quoted\"");
        assert!(svg.starts_with("<svg width=\"20\" height=\"10\" viewBox=\"0 0 20 10\""), "{svg}");
        assert!(svg.contains("aria-label=\"&quot;quoted&quot;\""), "{svg}");
        assert!(svg.contains("<text x=\"1\" y=\"8.6\" font-size=\"10\""), "{svg}");
        assert!(svg.contains(">a &lt; b</text>"), "{svg}");
        assert_eq!(svg, drawing.to_svg("\"quoted\""));
    }
}
