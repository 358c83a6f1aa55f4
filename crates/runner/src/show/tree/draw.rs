//! The tree as a drawing: a row per ply, every node above the middle of its children.

use plotters::backend::DrawingBackend;
use plotters::style::RGBColor;
use plotters::style::text_anchor::HPos;

use super::Node;
use crate::show::canvas::{CELL_INK, Canvas, Drawn, Figure, GREY, INK, Stroke};

const BOX: f64 = 148.0;
const GAP: f64 = 12.0;
const HEIGHT: f64 = 56.0;
const ROW: f64 = 104.0;
const TOP: f64 = 96.0;
const LEGEND: &str = "Dashed: null move. Orange: its fail-high reduces the depth (verification). \
                      Blue: its fail-high cuts off. Pink: zugzwang, searched again. Thick: value \
                      at least beta. (+n): further moves, not drawn.";

/// A tree whose nodes have their places.
pub(crate) struct Drawing<'a> {
    title: &'a str,
    nodes: Vec<Placed<'a>>,
    /// The first place to the right of all nodes.
    right: f64,
}

/// A node with its place: the middle of its upper edge.
struct Placed<'a> {
    node: &'a Node,
    x: f64,
    ply: usize,
    parent: Option<usize>,
}

impl<'a> Drawing<'a> {
    /// Places all nodes.
    pub(crate) fn new(root: &'a Node, title: &'a str) -> Drawing<'a> {
        let mut drawing = Drawing { title, nodes: Vec::new(), right: GAP };
        drawing.place(root, 0, None);
        drawing
    }

    /// Places the children from the left, then the node above them; returns its middle.
    fn place(&mut self, node: &'a Node, ply: usize, parent: Option<usize>) -> f64 {
        let own = self.nodes.len();
        self.nodes.push(Placed { node, x: 0.0, ply, parent });
        let below: Vec<f64> =
            node.children.iter().map(|child| self.place(child, ply + 1, Some(own))).collect();
        let x = match (below.first(), below.last()) {
            (Some(first), Some(last)) => (first + last) / 2.0,
            _ => {
                self.right += BOX + GAP;
                self.right - GAP - BOX / 2.0
            }
        };
        self.nodes[own].x = x;
        x
    }
}

impl Figure for Drawing<'_> {
    fn size(&self) -> (u32, u32) {
        let rows = self.nodes.iter().map(|placed| placed.ply).max().unwrap_or(0) + 1;
        let title = 24.0 + 10.0 * self.title.chars().count() as f64;
        let width = self.right.max(title).max(1160.0);
        (width.round() as u32, (TOP + rows as f64 * ROW) as u32)
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        canvas.text(self.title, (12.0, 22.0), HPos::Left, 20.0, INK)?;
        canvas.text(LEGEND, (12.0, 48.0), HPos::Left, 14.0, GREY)?;
        for placed in &self.nodes {
            let Some(parent) = placed.parent.map(|i| &self.nodes[i]) else { continue };
            let stroke = if placed.node.is_null { Stroke::Dashed } else { Stroke::Solid };
            let ends = [(parent.x, parent.top() + HEIGHT), (placed.x, placed.top())];
            canvas.line(&ends, GREY, 1.0, stroke)?;
        }
        self.nodes.iter().try_for_each(|placed| placed.draw(canvas))
    }
}

impl Placed<'_> {
    fn top(&self) -> f64 {
        TOP + self.ply as f64 * ROW
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        let (edge, ground) = colours(self.node);
        let thick = if self.node.fails_high { 3.0 } else { 1.0 };
        let (left, right) = (self.x - BOX / 2.0, self.x + BOX / 2.0);
        let (top, bottom) = (self.top(), self.top() + HEIGHT);
        canvas.block((left, top), (right, bottom), edge)?;
        let inner = [(left + thick, top + thick), (right - thick, bottom - thick)];
        canvas.block(inner[0], inner[1], ground)?;
        let score = self.node.score.map_or(String::new(), |score| format!("value {score}"));
        let hidden = match self.node.hidden {
            0 => String::new(),
            hidden => format!(" (+{hidden})"),
        };
        let lines = [self.node.label(), self.node.remark().to_owned(), format!("{score}{hidden}")];
        for (i, line) in (0..).zip(lines.iter().filter(|line| !line.is_empty())) {
            let at = (self.x, top + 13.0 + 15.0 * f64::from(i));
            canvas.text(line, at, HPos::Center, 14.0, CELL_INK)?;
        }
        Ok(())
    }
}

/// Edge and ground of a node.
fn colours(node: &Node) -> (RGBColor, RGBColor) {
    match node {
        Node { research: Some(_), .. } => (RGBColor(160, 64, 122), RGBColor(251, 233, 243)),
        Node { verification: true, .. } => (RGBColor(213, 94, 0), RGBColor(253, 238, 226)),
        Node { null_cut: true, .. } => (RGBColor(0, 114, 178), RGBColor(228, 241, 249)),
        _ => (RGBColor(138, 138, 138), RGBColor(247, 247, 247)),
    }
}
