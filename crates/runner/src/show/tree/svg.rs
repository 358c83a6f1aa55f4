//! The tree as a drawing: a row per ply, every node above the middle of its children.

use std::fmt::Write;

use super::Node;
use crate::base::escape;

const BOX: f64 = 148.0;
const GAP: f64 = 12.0;
const HEIGHT: f64 = 56.0;
const ROW: f64 = 104.0;
const TOP: f64 = 96.0;

/// A node with its place.
struct Placed<'a> {
    node: &'a Node,
    x: f64,
    ply: usize,
    parent: Option<usize>,
}

/// The whole file.
pub(crate) fn svg(root: &Node, title: &str) -> String {
    let mut placed = Vec::new();
    let mut right = GAP;
    place(root, 0, None, &mut right, &mut placed);
    let rows = placed.iter().map(|p| p.ply).max().unwrap_or(0) + 1;
    let title_width = 24.0 + 10.0 * title.chars().count() as f64;
    let (width, height) = (right.max(title_width).max(1160.0), TOP + rows as f64 * ROW);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    let _ =
        writeln!(text, "<text x=\"12\" y=\"28\" font-size=\"18\">{}</text>", escape::html(title));
    let legend = "Dashed: null move. Orange: its fail-high reduces the depth (verification). Blue: \
                  its fail-high cuts off. Pink: zugzwang, searched again. Thick: value at least beta. (+n): further moves, not drawn.";
    let _ = writeln!(text, "<text x=\"12\" y=\"50\" fill=\"#555555\">{legend}</text>");
    let y = |ply: usize| TOP + ply as f64 * ROW;
    for p in &placed {
        let Some(parent) = p.parent.map(|i| &placed[i]) else { continue };
        let dash = if p.node.is_null { " stroke-dasharray=\"5 4\"" } else { "" };
        let _ = writeln!(
            text,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#6e6e6e\"{dash}/>",
            parent.x,
            y(parent.ply) + HEIGHT,
            p.x,
            y(p.ply)
        );
    }
    for p in &placed {
        draw(p, y(p.ply), &mut text);
    }
    text.push_str("</svg>\n");
    text
}

/// Places the children from the left, then the node above them; returns its middle.
fn place<'a>(
    node: &'a Node,
    ply: usize,
    parent: Option<usize>,
    right: &mut f64,
    placed: &mut Vec<Placed<'a>>,
) -> f64 {
    let own = placed.len();
    placed.push(Placed { node, x: 0.0, ply, parent });
    let below: Vec<f64> =
        node.children.iter().map(|child| place(child, ply + 1, Some(own), right, placed)).collect();
    let x = match (below.first(), below.last()) {
        (Some(first), Some(last)) => (first + last) / 2.0,
        _ => {
            let x = *right + BOX / 2.0;
            *right += BOX + GAP;
            x
        }
    };
    placed[own].x = x;
    x
}

fn draw(placed: &Placed, y: f64, text: &mut String) {
    let node = placed.node;
    let (stroke, fill) = match node {
        Node { research: true, .. } => ("#a0407a", "#fbe9f3"),
        Node { verification: true, .. } => ("#d55e00", "#fdeee2"),
        Node { null_cut: true, .. } => ("#0072b2", "#e4f1f9"),
        _ => ("#8a8a8a", "#f7f7f7"),
    };
    let thick = if node.fails_high { 3 } else { 1 };
    let left = placed.x - BOX / 2.0;
    let _ = writeln!(
        text,
        "<rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"{BOX}\" height=\"{HEIGHT}\" rx=\"4\" \
         fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{thick}\"/>"
    );
    let score = node.score.map_or(String::new(), |score| format!("value {score}"));
    let hidden = match node.hidden {
        0 => String::new(),
        hidden => format!(" (+{hidden})"),
    };
    let lines = [node.label(), node.remark().to_owned(), format!("{score}{hidden}")];
    for (i, line) in (0..).zip(lines.iter().filter(|line| !line.is_empty())) {
        let at = y + 17.0 + 15.0 * f64::from(i);
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{at:.1}\" text-anchor=\"middle\">{}</text>",
            placed.x,
            escape::html(line)
        );
    }
}
