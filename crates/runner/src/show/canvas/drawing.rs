//! A picture as an ordered list of shapes, in units of one SVG pixel, on white. A plain value: `svg`
//! writes it, and tests inspect it.

use super::palette::{Colour, Marker};

/// A place in units.
pub(crate) type Point = (f64, f64);

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stroke {
    /// Without gaps.
    Solid,
    /// With gaps.
    Dashed,
}

/// The picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Drawing {
    /// Width in units.
    pub(crate) width: f64,
    /// Height in units.
    pub(crate) height: f64,
    pub(super) items: Vec<Item>,
}

/// Something that is drawn.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Item {
    /// A line through points.
    Line { points: Vec<Point>, colour: Colour, width: f64, stroke: Stroke },
    /// A filled polygon.
    Area { points: Vec<Point>, colour: Colour, opacity: f64 },
    /// A marker, filled or hollow.
    Shape { at: Point, marker: Marker, radius: f64, colour: Colour, hollow: bool },
    /// A cloud of translucent discs.
    Dots { points: Vec<Point>, radius: f64, colour: Colour },
    /// A line of text beside a point, centred on its height.
    Text { text: String, at: Point, anchor: Anchor, em: f64, colour: Colour },
}

/// Which end of a text lies at its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Drawing {
    /// An empty picture, whose height is not yet known.
    pub(crate) fn new(width: f64) -> Drawing {
        Drawing { width, height: 0.0, items: Vec::new() }
    }

    pub(crate) fn line(&mut self, points: &[Point], colour: Colour, width: f64, stroke: Stroke) {
        self.items.push(Item::Line { points: points.to_vec(), colour, width, stroke });
    }

    /// Nothing if the points enclose none.
    pub(crate) fn area(&mut self, points: Vec<Point>, colour: Colour, opacity: f64) {
        if points.len() > 2 {
            self.items.push(Item::Area { points, colour, opacity });
        }
    }

    /// A filled box between two corners.
    pub(crate) fn block(&mut self, (x, y): Point, (to_x, to_y): Point, colour: Colour) {
        self.area(vec![(x, y), (to_x, y), (to_x, to_y), (x, to_y)], colour, 1.0);
    }

    pub(crate) fn shape(&mut self, at: Point, marker: Marker, colour: Colour, hollow: bool) {
        self.items.push(Item::Shape { at, marker, radius: 4.5, colour, hollow });
    }

    /// A small filled marker for something minor.
    pub(crate) fn small(&mut self, at: Point, marker: Marker, colour: Colour) {
        self.items.push(Item::Shape { at, marker, radius: 2.8, colour, hollow: false });
    }

    pub(crate) fn dots(&mut self, points: Vec<Point>, colour: Colour) {
        self.items.push(Item::Dots { points, radius: 1.8, colour });
    }

    pub(crate) fn text(&mut self, text: &str, at: Point, anchor: Anchor, em: f64, colour: Colour) {
        if !text.is_empty() {
            let text = text.to_owned();
            self.items.push(Item::Text { text, at, anchor, em, colour });
        }
    }
}

/// A part that a reader could not read.
pub(crate) mod faults {
    use super::*;
    use crate::show::canvas;

    type Extent = [f64; 4];

    fn extent(item: &Item) -> Option<(&str, Extent)> {
        let Item::Text { text, at: (x, y), anchor, em, .. } = item else { return None };
        let width = canvas::width(text, *em);
        let left = match anchor {
            Anchor::Start => *x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        Some((text, [left, y - em / 2.0, left + width, y + em / 2.0]))
    }

    fn places(item: &Item) -> Vec<Point> {
        match item {
            Item::Line { points, .. } | Item::Area { points, .. } | Item::Dots { points, .. } => {
                points.clone()
            }
            Item::Shape { at, .. } | Item::Text { at, .. } => vec![*at],
        }
    }

    /// Text that leaves the picture or covers other text, and places that are no numbers or lie
    /// outside.
    pub(crate) fn of(drawing: &Drawing) -> Vec<String> {
        let mut faults = Vec::new();
        let texts: Vec<_> = drawing.items.iter().filter_map(extent).collect();
        for (i, (text, a)) in texts.iter().enumerate() {
            if a[0] < 0.0 || a[1] < 0.0 || a[2] > drawing.width || a[3] > drawing.height {
                faults.push(format!("'{text}' leaves the picture: {a:?}"));
            }
            for (other, b) in &texts[..i] {
                let deep = |from: usize| a[from + 2].min(b[from + 2]) - a[from].max(b[from]);
                if deep(0) > 1.0 && deep(1) > 1.0 {
                    faults.push(format!("'{text}' covers '{other}'"));
                }
            }
        }
        for item in &drawing.items {
            let inside = |&(x, y): &Point| {
                (0.0..=drawing.width).contains(&x) && (0.0..=drawing.height).contains(&y)
            };
            if !places(item).iter().all(inside) {
                faults.push(format!("outside the picture: {item:?}"));
            }
        }
        faults
    }

    #[cfg(test)]
    #[test]
    fn labels_over_the_edge_or_over_each_other_are_noticed() {
        let mut drawing = Drawing { height: 40.0, ..Drawing::new(100.0) };
        let ink = canvas::INK;
        drawing.text("inside", (50.0, 20.0), Anchor::Middle, 12.0, ink);
        assert_eq!(of(&drawing), [""; 0]);
        drawing.text("outside", (90.0, 35.0), Anchor::Start, 12.0, ink);
        drawing.text("upon", (60.0, 22.0), Anchor::Middle, 12.0, ink);
        drawing.shape((f64::NAN, 1.0), Marker::Circle, ink, false);
        let faults = of(&drawing);
        assert!(faults[0].starts_with("'outside' leaves"), "{faults:?}");
        assert_eq!(faults[1], "'upon' covers 'inside'");
        assert!(faults[2].starts_with("outside the picture: Shape"), "{faults:?}");
        assert_eq!(faults.len(), 3);
    }
}
