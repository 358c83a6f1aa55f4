//! The tree as a drawing: a row per ply, every node above the middle of its children.

use super::Node;
use crate::show::canvas::palette::Colour;
use crate::show::canvas::{self, Anchor, CELL_INK, Drawing, GREY, INK, Stroke};

const BOX: f64 = 148.0;
const GAP: f64 = 12.0;
const HEIGHT: f64 = 56.0;
const ROW: f64 = 104.0;
const TOP: f64 = 96.0;
const LEGEND: &str = "Dashed: null move. Orange: its fail-high reduces the depth (verification). \
                      Blue: its fail-high cuts off. Pink: zugzwang, searched again. Thick: value \
                      at least beta. (+n): further moves, not drawn.";

/// A node with its place: the middle of its upper edge.
struct Placed<'a> {
    node: &'a Node,
    x: f64,
    ply: usize,
    parent: Option<usize>,
}

/// The drawing as SVG.
pub(crate) fn draw(root: &Node, title: &str) -> String {
    let mut nodes = Vec::new();
    let right = place(root, 0, None, &mut nodes, GAP).1;
    let rows = nodes.iter().map(|placed| placed.ply).max().unwrap_or(0) + 1;
    let texts = [(title, 16.0, 22.0, INK), (LEGEND, 12.0, 48.0, GREY)];
    let widest = texts.iter().map(|(text, em, ..)| 2.0 * GAP + canvas::width(text, *em));
    let mut drawing = Drawing::new(widest.fold(right, f64::max));
    drawing.height = TOP + rows as f64 * ROW;
    for (text, em, y, colour) in texts {
        drawing.text(text, (GAP, y), Anchor::Start, em, colour);
    }
    for placed in &nodes {
        let Some(parent) = placed.parent.map(|i| &nodes[i]) else { continue };
        let stroke = if placed.node.is_null { Stroke::Dashed } else { Stroke::Solid };
        let ends = [(parent.x, parent.top() + HEIGHT), (placed.x, placed.top())];
        drawing.line(&ends, GREY, 1.0, stroke);
    }
    nodes.iter().for_each(|placed| placed.draw(&mut drawing));
    drawing.to_svg(title)
}

/// Places the children from the left, then the node above them; returns its middle, and the first
/// place to the right of all.
fn place<'a>(
    node: &'a Node,
    ply: usize,
    parent: Option<usize>,
    nodes: &mut Vec<Placed<'a>>,
    mut right: f64,
) -> (f64, f64) {
    let own = nodes.len();
    nodes.push(Placed { node, x: 0.0, ply, parent });
    let mut below = Vec::new();
    for child in &node.children {
        let (middle, free) = place(child, ply + 1, Some(own), nodes, right);
        below.push(middle);
        right = free;
    }
    let x = match (below.first(), below.last()) {
        (Some(first), Some(last)) => (first + last) / 2.0,
        _ => {
            right += BOX + GAP;
            right - GAP - BOX / 2.0
        }
    };
    nodes[own].x = x;
    (x, right)
}

impl Placed<'_> {
    fn top(&self) -> f64 {
        TOP + self.ply as f64 * ROW
    }

    fn draw(&self, drawing: &mut Drawing) {
        let (edge, ground) = colours(self.node);
        let thick = if self.node.fails_high { 3.0 } else { 1.0 };
        let (left, right) = (self.x - BOX / 2.0, self.x + BOX / 2.0);
        let (top, bottom) = (self.top(), self.top() + HEIGHT);
        drawing.block((left, top), (right, bottom), edge);
        let inner = [(left + thick, top + thick), (right - thick, bottom - thick)];
        drawing.block(inner[0], inner[1], ground);
        let score = self.node.score.map_or(String::new(), |score| format!("value {score}"));
        let hidden = match self.node.hidden {
            0 => String::new(),
            hidden => format!(" (+{hidden})"),
        };
        let lines = [self.node.label(), self.node.remark().to_owned(), format!("{score}{hidden}")];
        for (i, line) in (0..).zip(lines.iter().filter(|line| !line.is_empty())) {
            let at = (self.x, top + 13.0 + 15.0 * f64::from(i));
            drawing.text(line, at, Anchor::Middle, 11.0, CELL_INK);
        }
    }
}

/// Edge and ground of a node.
fn colours(node: &Node) -> (Colour, Colour) {
    match node {
        Node { research: Some(_), .. } => (Colour(160, 64, 122), Colour(251, 233, 243)),
        Node { verification: true, .. } => (Colour(213, 94, 0), Colour(253, 238, 226)),
        Node { null_cut: true, .. } => (Colour(0, 114, 178), Colour(228, 241, 249)),
        _ => (Colour(138, 138, 138), Colour(247, 247, 247)),
    }
}
