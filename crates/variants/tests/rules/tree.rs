//! The tree of a search, as a listener records it.

use std::sync::Mutex;

use vnmp_engine::{
    Depth, Event, Limits, Move, PIECE_VALUE, PieceType, Position, SearchSettings,
    TranspositionTable, Window,
};
use vnmp_variants::Variant;

/// A main node of the last iteration.
pub struct Visit {
    pub position: Position,
    /// The move that led here; null at the root and for null moves.
    pub mv: Move,
    pub ply: usize,
    pub depth: Depth,
    pub window: Window,
    /// Its main nodes in search order; a move searched twice occurs twice.
    pub children: Vec<usize>,
    /// Depths of the null searches made here.
    pub null_depths: Vec<Depth>,
}

impl Visit {
    pub fn value(&self) -> i32 {
        self.position.board().sums().tapered(self.position.turn())
    }

    /// Does a rule on nodes or moves act here at all?
    pub fn is_ordinary(&self) -> bool {
        self.ply > 0 && self.window.is_minimal() && !self.position.in_check()
    }
}

/// Every main node of the iteration to `depth`, the root first, with its children.
pub fn tree(spec: &str, fen: &str, depth: u8) -> Vec<Visit> {
    let settings = SearchSettings { hash_entries: 0, ..Default::default() };
    let variant = Variant::parse(spec).unwrap_or_else(|error| panic!("{error}"));
    let root = Position::from_fen(fen).unwrap();
    let events = Mutex::new(Vec::new());
    let listen = |event| {
        let mut events = events.lock().unwrap();
        if matches!(event, Event::Enter { ply: 0, .. }) {
            events.clear(); // the previous iteration
        }
        events.push(event);
    };
    let limits = Limits { depth, trace: Some(&listen), ..Default::default() };
    let mut table = TranspositionTable::new(0);
    variant.search(&root, &settings, &limits, &mut table, &mut |_| {});
    build(root, &events.into_inner().unwrap())
}

fn build(root: Position, events: &[Event]) -> Vec<Visit> {
    let (mut visits, mut path): (Vec<Visit>, Vec<usize>) = (Vec::new(), Vec::new());
    for event in events {
        match *event {
            Event::Enter { mv, ply, depth, window, .. } => {
                let position = match path.last() {
                    None => root,
                    Some(&parent) if mv.is_null() => visits[parent].position.make_null(),
                    Some(&parent) => visits[parent].position.make(mv),
                };
                if let Some(&parent) = path.last() {
                    let child = visits.len();
                    visits[parent].children.push(child);
                }
                path.push(visits.len());
                let (children, null_depths) = (Vec::new(), Vec::new());
                visits.push(Visit { position, mv, ply, depth, window, children, null_depths });
            }
            Event::NullTried { depth } => visits[*path.last().unwrap()].null_depths.push(depth),
            Event::Leave { .. } => {
                path.pop();
            }
            _ => {}
        }
    }
    visits
}

pub fn is_quiet(position: &Position, mv: Move) -> bool {
    gain(position, mv) == 0
}

/// Material that a move wins at once.
pub fn gain(position: &Position, mv: Move) -> i32 {
    use vnmp_engine::MoveKind::{EnPassant, Promotion};
    let value = |kind: PieceType| PIECE_VALUE[kind as usize];
    let victim = position.board().piece_at(mv.to()).get().map_or(0, |(_, kind)| value(kind));
    match mv.kind() {
        EnPassant => value(PieceType::Pawn),
        Promotion(kind) => victim + value(kind) - value(PieceType::Pawn),
        _ => victim,
    }
}

pub fn is_check(position: &Position, mv: Move) -> bool {
    position.make(mv).in_check()
}
