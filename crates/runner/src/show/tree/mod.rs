//! The tree of a real search, as the paper's Figure 2 sketches it: null moves, fail-highs,
//! reductions, cutoffs and re-searches marked. Built from the engine's trace of the last
//! iteration; `dot` and `draw` draw it, `Recorded` is read by the report's viewer. Main nodes only;
//! quiescence is not shown.

mod dot;
mod draw;
mod recorded;

use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use vnmp_engine::{
    Event, Iteration, Limits, Move, Position, Score, SearchSettings, TranspositionTable,
};
use vnmp_variants::Variant;

use crate::base::json;
pub(crate) use dot::dot;
pub(crate) use draw::draw;
pub(crate) use recorded::Recorded;

/// Limits on the part of the tree that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    /// Most children of a node, besides its null move.
    pub(crate) children: usize,
    /// Most nodes in all, those near the root first.
    pub(crate) nodes: usize,
}

/// A node.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(crate) struct Node {
    /// The move that leads here in SAN; `null` for a null move; empty at the root.
    #[serde(rename = "move", skip_serializing_if = "String::is_empty")]
    pub(crate) mv: String,
    /// Is it a null move?
    #[serde(skip)]
    pub(crate) is_null: bool,
    /// Remaining depth at entry, in plies.
    pub(crate) depth: i32,
    /// The variant's flags at entry; 1 for `verify = true`.
    #[serde(skip_serializing_if = "json::is_default")]
    pub(crate) flags: u8,
    /// The window at entry, in centipawns; `None` for a null move left to quiescence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) window: Option<(i32, i32)>,
    /// Did the null move's fail-high cut it off?
    #[serde(skip_serializing_if = "json::is_default")]
    pub(crate) null_cut: bool,
    /// Did the null move's fail-high reduce its depth?
    #[serde(skip_serializing_if = "json::is_default")]
    pub(crate) verification: bool,
    /// The number of children before it was searched again at the full depth, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) research: Option<usize>,
    /// Did the table give its value?
    #[serde(skip_serializing_if = "json::is_default")]
    pub(crate) by_table: bool,
    /// Its value for the side to move, in centipawns; `None` if the search did not come back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) score: Option<i32>,
    /// Was it left to quiescence, so that nothing more is known of it?
    #[serde(skip_serializing_if = "json::is_default")]
    pub(crate) quiescence: bool,
    /// Is the value at least beta?
    #[serde(skip)]
    pub(crate) fails_high: bool,
    /// Children in the order of the search, a repeated search of a move apart.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) children: Vec<Node>,
    /// Children that are not kept.
    #[serde(skip_serializing_if = "json::is_default")]
    pub(crate) hidden: usize,
}

impl Node {
    /// All nodes below and including this one.
    pub(crate) fn count(&self) -> usize {
        1 + self.children.iter().map(Node::count).sum::<usize>()
    }

    /// The node's label: the move and the remaining depth.
    pub(crate) fn label(&self) -> String {
        let mv = if self.mv.is_empty() { "root" } else { &self.mv };
        format!("{mv}, d = {}", self.depth)
    }

    /// What happened here, in the paper's words; empty if nothing did.
    pub(crate) fn remark(&self) -> &'static str {
        match self {
            Node { research: Some(_), .. } => "zugzwang: re-search",
            Node { verification: true, .. } => "fail-high: depth reduced",
            Node { null_cut: true, .. } => "fail-high: cutoff",
            Node { by_table: true, .. } => "from the table",
            Node { quiescence: true, .. } => "quiescence",
            _ => "",
        }
    }
}

/// Searches, and keeps the tree of the last iteration. `None` if it was stopped before.
pub(crate) fn search(
    variant: &Variant,
    position: &Position,
    settings: &SearchSettings,
    depth: u8,
    size: Size,
) -> Option<(Node, Vec<Iteration>)> {
    let growing = Mutex::new(Growing { root: *position, path: Vec::new(), finished: None });
    let listen = |event: Event| {
        growing.lock().unwrap_or_else(PoisonError::into_inner).hear(event);
    };
    let mut table = TranspositionTable::new(settings.hash_entries);
    let limits = Limits { depth, trace: Some(&listen), ..Limits::default() };
    let iterations = variant.search(position, settings, &limits, &mut table, &mut |_| {});
    let mut tree = growing.into_inner().unwrap_or_else(PoisonError::into_inner).finished?;
    trim(&mut tree, size);
    Some((tree, iterations))
}

/// A tree that is being searched.
struct Growing {
    root: Position,
    /// Open nodes from the root, with their positions and upper bounds.
    path: Vec<(Node, Position, Score)>,
    /// The last complete iteration.
    finished: Option<Node>,
}

impl Growing {
    fn hear(&mut self, event: Event) {
        let open = self.path.last_mut();
        match (event, open) {
            (Event::Enter { mv, ply, depth, window, flags }, _) => {
                let (mv, is_null, position) = self.enter(mv, ply);
                let beta = window.beta;
                let window = Some((window.alpha.0, window.beta.0));
                let node = Node { mv, is_null, depth, flags, window, ..Node::default() };
                self.path.push((node, position, beta));
            }
            (Event::NullTried { depth }, Some((node, ..))) => {
                // Replaced when the null move's node turns out to be a main node.
                let mv = "null".to_owned();
                let (is_null, quiescence) = (true, true);
                node.children.push(Node { mv, is_null, quiescence, depth, ..Node::default() });
            }
            (Event::NullCut, Some((node, ..))) => node.null_cut = true,
            (Event::Verification, Some((node, ..))) => node.verification = true,
            (Event::Research, Some((node, ..))) => {
                node.research = Some(node.children.len());
            }
            (Event::Leave { score, by_table }, Some(_)) => {
                let Some((mut node, _, beta)) = self.path.pop() else { return };
                node.score = Some(score.0);
                node.by_table = by_table;
                node.fails_high = score >= beta;
                match self.path.last_mut() {
                    Some((parent, ..)) => parent.children.push(node),
                    None => self.finished = Some(node),
                }
            }
            (_, None) => {}
        }
    }

    /// Name and position of a new node.
    fn enter(&mut self, mv: Move, ply: usize) -> (String, bool, Position) {
        self.path.truncate(ply); // what a stop left open
        if mv == Move::NULL
            && let Some((parent, ..)) = self.path.last_mut()
        {
            parent.children.pop_if(|child| child.is_null && child.quiescence);
        }
        match self.path.last() {
            None => (String::new(), false, self.root),
            Some((_, position, _)) if mv == Move::NULL => {
                ("null".to_owned(), true, position.make_null())
            }
            Some((_, position, _)) => (position.san(mv), false, position.make(mv)),
        }
    }
}

/// Keeps the first children of every node, then the nodes nearest to the root.
fn trim(root: &mut Node, size: Size) {
    fn narrow(node: &mut Node, children: usize) {
        let (mut kept, mut hidden) = (0, 0);
        if let Some(research) = &mut node.research {
            let before = node.children.iter().take(*research);
            let moves = before.clone().filter(|child| !child.is_null).count();
            *research = before.count() - moves + moves.min(children);
        }
        node.children.retain(|child| {
            let keep = child.is_null || kept < children;
            kept += usize::from(keep && !child.is_null);
            hidden += usize::from(!keep);
            keep
        });
        node.hidden += hidden;
        node.children.iter_mut().for_each(|child| narrow(child, children));
    }
    fn at_ply(node: &Node, ply: usize) -> usize {
        match ply {
            0 => 1,
            _ => node.children.iter().map(|child| at_ply(child, ply - 1)).sum(),
        }
    }
    fn cut(node: &mut Node, ply: usize) {
        if ply == 0 {
            node.hidden += node.children.len();
            node.children.clear();
        }
        node.children.iter_mut().for_each(|child| cut(child, ply.saturating_sub(1)));
    }
    narrow(root, size.children);
    let (mut ply, mut nodes) = (0, 1);
    loop {
        let next = at_ply(root, ply + 1);
        if next == 0 {
            return;
        }
        if nodes + next > size.nodes {
            return cut(root, ply);
        }
        (ply, nodes) = (ply + 1, nodes + next);
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    /// A zugzwang: Kh6 solves it, and null moves hide it.
    const POSITION: &str = "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1";

    fn tree(variant: &str, depth: u8, size: Size) -> (Node, Vec<Iteration>) {
        let position = Position::from_fen(POSITION).unwrap();
        let settings = SearchSettings { hash_entries: 1 << 12, ..SearchSettings::default() };
        let variant = Variant::parse(variant).unwrap();
        search(&variant, &position, &settings, depth, size).unwrap()
    }

    const ALL: Size = Size { children: 1000, nodes: 1_000_000 };

    fn sum(node: &Node, of: fn(&Node) -> bool) -> u64 {
        u64::from(of(node)) + node.children.iter().map(|child| sum(child, of)).sum::<u64>()
    }

    #[test]
    fn the_tree_holds_every_event_of_the_last_iteration() {
        for variant in ["std:r=3", "vrfd:r=3", "vrfd:r=3,research=off", "none"] {
            let (tree, iterations) = tree(variant, 5, ALL);
            let [.., before, last] = &iterations[..] else { panic!("two iterations") };
            let (a, b) = (before.counts, last.counts);
            assert_eq!(sum(&tree, |n| n.null_cut), b.null_cut - a.null_cut, "{variant}");
            assert_eq!(sum(&tree, |n| n.is_null), b.null_tried - a.null_tried, "{variant}");
            assert_eq!(sum(&tree, |n| n.verification), b.verifications - a.verifications);
            assert_eq!(sum(&tree, |n| n.research.is_some()), b.researches - a.researches);
            assert_eq!(tree.score, Some(last.score.0));
        }
    }

    #[test]
    fn listening_changes_no_count() {
        let position = Position::from_fen(POSITION).unwrap();
        let settings = SearchSettings { hash_entries: 1 << 12, ..SearchSettings::default() };
        let variant = Variant::parse("vrfd:r=3").unwrap();
        let mut table = TranspositionTable::new(settings.hash_entries);
        let limits = Limits { depth: 5, ..Limits::default() };
        let alone = variant.search(&position, &settings, &limits, &mut table, &mut |_| {});
        assert_eq!(alone, tree("vrfd:r=3", 5, ALL).1);
    }

    #[test]
    fn a_tree_is_cut_to_size_and_says_so() {
        let (whole, _) = tree("vrfd:r=3", 4, ALL);
        let (small, _) = tree("vrfd:r=3", 4, Size { children: 2, nodes: 30 });
        assert!(whole.count() > 30 && small.count() <= 30, "{}", small.count());
        assert!(small.children.len() <= 3);
        assert_eq!(small.children.len() + small.hidden, whole.children.len());
        assert_eq!(whole.hidden, 0);
    }

    #[test]
    fn a_search_again_stays_between_the_same_children_when_the_tree_is_cut() {
        let child = |mv: &str, is_null| Node { mv: mv.into(), is_null, ..Node::default() };
        let children = [child("null", true), child("a", false), child("b", false)];
        let twice = [&children[..], &children[1..]].concat();
        let mut tree = Node { research: Some(3), children: twice, ..Node::default() };
        trim(&mut tree, Size { children: 1, nodes: 9 });
        assert_eq!((tree.children.len(), tree.hidden, tree.research), (2, 3, Some(2)));
    }

    #[test]
    fn a_recorded_tree_says_what_was_searched_and_where_it_was_searched_again() {
        let (tree, iterations) = tree("vrfd:r=3", 5, ALL);
        let position = Position::from_fen(POSITION).unwrap();
        let settings = SearchSettings { hash_entries: 1 << 12, ..SearchSettings::default() };
        let variant = Variant::parse("vrfd:r=3").unwrap();
        let recorded = Recorded::new(&position, &variant, &settings, &iterations, &tree).unwrap();
        let json: serde_json::Value = serde_json::from_str(&recorded.to_json().unwrap()).unwrap();
        assert_eq!(json["fen"], POSITION);
        assert_eq!(json["settings"], serde_json::json!(["hash-entries=4096"]));
        let [.., before, last] = &iterations[..] else { panic!("two iterations") };
        assert_eq!(json["main_nodes"], last.counts.main - before.counts.main);
        fn again(node: &serde_json::Value) -> u64 {
            let below = node["children"].as_array().into_iter().flatten().map(again).sum::<u64>();
            below + u64::from(node.get("research").is_some())
        }
        assert_eq!(again(&json["tree"]), last.counts.researches - before.counts.researches);
        assert!(json["tree"].get("hidden").is_none(), "absent is absent");
    }

    #[test]
    fn both_drawings_mark_what_happened() {
        let mut tree = Node { depth: 4, flags: 1, verification: true, ..Node::default() };
        let child = Node { mv: "null".into(), is_null: true, null_cut: true, ..Node::default() };
        tree.children =
            vec![child, Node { mv: "Kh6".into(), research: Some(0), ..Node::default() }];
        let dot = dot(&tree, "Vrfd");
        let svg = draw(&tree, "Vrfd < R = 3");
        let texts =
            ["fail-high: depth reduced", "fail-high: cutoff", "zugzwang: re-search", "null, d = 0"];
        for text in texts {
            assert!(dot.contains(text) && svg.contains(text), "{text}");
        }
        assert!(svg.contains("Vrfd &lt; R = 3"));
        assert_eq!(dot.matches(", color=").count(), 3);
        assert_eq!(dot.matches(" -> ").count(), 2);
    }

    #[test]
    fn a_verified_search_verifies_and_a_standard_one_cuts() {
        let (tree, _) = tree("vrfd:r=3", 5, ALL);
        assert!(sum(&tree, |n| n.verification) > 0, "no verification");
        assert!(sum(&tree, |n| n.is_null) > 0);
        assert!(sum(&tree, |n| n.null_cut && n.flags != 0) == 0, "cut off with verify = true");
    }
}
