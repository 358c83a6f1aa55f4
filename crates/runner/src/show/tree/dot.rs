//! The tree in the language of Graphviz.

use std::fmt::Write;

use super::Node;

/// The whole file.
pub(crate) fn dot(root: &Node, title: &str) -> String {
    let mut text = String::from("digraph search {\n");
    let _ = writeln!(text, "  graph [label={:?}, labelloc=t, fontname=\"sans-serif\"];", title);
    text.push_str("  node [shape=box, fontname=\"sans-serif\", fontsize=11];\n");
    let mut next = 0;
    write(root, &mut next, &mut text);
    text.push_str("}\n");
    text
}

/// Writes a node and what is below; returns its number.
fn write(node: &Node, next: &mut usize, text: &mut String) -> usize {
    let own = *next;
    *next += 1;
    let colour = match node {
        Node { research: Some(_), .. } => "#cc79a7",
        Node { verification: true, .. } => "#d55e00",
        Node { null_cut: true, .. } => "#0072b2",
        _ => "#6e6e6e",
    };
    let mut label = node.label();
    for more in [node.remark().to_owned(), hidden(node)] {
        if !more.is_empty() {
            label = format!("{label}\\n{more}");
        }
    }
    let shape = if node.null_cut || node.fails_high { ", peripheries=2" } else { "" };
    let _ = writeln!(text, "  n{own} [label=\"{label}\", color=\"{colour}\"{shape}];");
    for child in &node.children {
        let number = write(child, next, text);
        let style = if child.is_null { " [style=dashed]" } else { "" };
        let _ = writeln!(text, "  n{own} -> n{number}{style};");
    }
    own
}

fn hidden(node: &Node) -> String {
    match node.hidden {
        0 => String::new(),
        hidden => format!("+ {hidden} not shown"),
    }
}
