//! Proves mates: every move of the attacker and every reply of the defender is searched, without
//! pruning of any kind, so that both "mate in n" and "no mate in n" are proofs.
//! Repetitions and the fifty-move rule are left aside, as in mate problems. Only the order of
//! moves and a table of positions seen (compared square by square, not by key) save work.

use std::collections::HashMap;

use vnmp_engine::{Color, Move, PieceType, Position};

/// Positions in the table before it is emptied.
const TABLE_POSITIONS: usize = 1 << 20;

/// A proven mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mate {
    /// Moves of the side to move, and no fewer.
    pub(crate) moves: u32,
    /// All first moves that mate in that many moves, in the order of generation.
    pub(crate) first: Vec<Move>,
    /// The first of them, longest resistance, and so on to mate.
    pub(crate) line: Vec<Move>,
}

/// The search was given up at its node limit; nothing is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GivenUp;

/// What is known about a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Mate in at most this many moves; 0 if not known.
    mate: u8,
    /// No mate in this many moves.
    no_mate: u8,
    best: Move,
}

/// A mate solver; reusable.
pub(crate) struct Solver {
    table: HashMap<Exact, Known>,
    /// How often a move was best, by side, origin and destination.
    history: Vec<u32>,
    nodes: u64,
    limit: u64,
    /// May the defender pass wherever a null move could be tried?
    passes: bool,
}

impl Solver {
    /// A solver with an empty table.
    pub(crate) fn new() -> Solver {
        let (table, history) = (HashMap::new(), vec![0; 2 << 12]);
        Solver { table, history, nodes: 0, limit: u64::MAX, passes: false }
    }

    /// The shortest mate of the side to move, if there is one in at most `moves`. Looks at no
    /// more than `limit` nodes; how many it needs does not depend on earlier calls.
    pub(crate) fn solve(
        &mut self,
        position: &Position,
        moves: u32,
        limit: u64,
    ) -> Result<Option<Mate>, GivenUp> {
        self.start(limit, false);
        for n in 1..=moves.min(u8::MAX.into()) as u8 {
            if self.attack(position, n)? {
                let mut first = Vec::new();
                for mv in position.legal_moves() {
                    if self.defence_fails(&position.make(mv), n - 1)? {
                        first.push(mv);
                    }
                }
                let line = self.line(position, first[0], n)?;
                return Ok(Some(Mate { moves: n.into(), first, line }));
            }
        }
        Ok(None)
    }

    /// Is the side to move mated in at most `moves` of the other side, whatever it plays?
    pub(crate) fn is_lost(
        &mut self,
        defender: &Position,
        moves: u8,
        limit: u64,
    ) -> Result<bool, GivenUp> {
        self.start(limit, false);
        self.defence_fails(defender, moves)
    }

    /// Can the side to move mate in at most `moves`, even if the defender may pass wherever a null
    /// move could be tried?
    pub(crate) fn mates_despite_passes(
        &mut self,
        position: &Position,
        moves: u8,
        limit: u64,
    ) -> Result<bool, GivenUp> {
        self.start(limit, true);
        self.attack(position, moves)
    }

    fn start(&mut self, limit: u64, passes: bool) {
        self.table.clear();
        self.history.fill(0);
        (self.nodes, self.limit, self.passes) = (0, limit, passes);
    }

    /// Nodes of the last call.
    #[cfg(test)]
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    fn count(&mut self) -> Result<(), GivenUp> {
        self.nodes += 1;
        if self.nodes > self.limit { Err(GivenUp) } else { Ok(()) }
    }

    /// Can the side to move mate in at most `n` moves?
    fn attack(&mut self, position: &Position, n: u8) -> Result<bool, GivenUp> {
        self.count()?;
        if n <= 1 {
            return Ok(n == 1 && mates_at_once(position));
        }
        let exact = Exact::new(position);
        let known = self.table.get(&exact).copied().unwrap_or_default();
        if known.mate != 0 && known.mate <= n {
            return Ok(true);
        }
        if known.no_mate >= n {
            return Ok(false);
        }
        let mut moves = Vec::with_capacity(48);
        position.for_each_legal(|mv| {
            let child = position.make(mv);
            moves.push((self.attack_order(position, &child, mv, known.best), mv, child));
        });
        moves.sort_by_key(|&(order, _, _)| std::cmp::Reverse(order));
        let mut found = None;
        for (_, mv, child) in &moves {
            if self.defence_fails(child, n - 1)? {
                found = Some(*mv);
                break;
            }
        }
        if self.table.len() >= TABLE_POSITIONS {
            self.table.clear();
        }
        let entry = self.table.entry(exact).or_default();
        match found {
            Some(mv) => {
                (entry.mate, entry.best) = (n, mv);
                self.reward(position, mv, n);
            }
            None => entry.no_mate = n,
        }
        Ok(found.is_some())
    }

    /// Is the side to move mated on the board, or after each of its moves in at most `n`?
    fn defence_fails(&mut self, position: &Position, n: u8) -> Result<bool, GivenUp> {
        self.count()?;
        if n == 0 {
            return Ok(position.in_check() && !position.has_legal_move());
        }
        let mut moves = Vec::with_capacity(48);
        position.for_each_legal(|mv| moves.push((self.history[index(position, mv)], mv)));
        if moves.is_empty() {
            return Ok(position.in_check());
        }
        if self.passes && can_pass(position) && !self.attack(&position.make_null(), n)? {
            return Ok(false);
        }
        for next in 0..moves.len() {
            // most nodes end at the first reply: select instead of sorting
            let best = (next..moves.len()).max_by_key(|&i| moves[i].0).unwrap_or(next);
            moves.swap(next, best);
            let mv = moves[next].1;
            if !self.attack(&position.make(mv), n)? {
                self.reward(position, mv, n);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The known move, then checks, then moves that were best elsewhere.
    fn attack_order(&self, position: &Position, child: &Position, mv: Move, known: Move) -> u64 {
        let history = u64::from(self.history[index(position, mv)]);
        history | u64::from(child.in_check()) << 40 | u64::from(mv == known) << 41
    }

    fn reward(&mut self, position: &Position, mv: Move, n: u8) {
        let entry = &mut self.history[index(position, mv)];
        *entry = entry.saturating_add(1 << n.min(20));
    }

    /// The mating line from a first move: the defender holds out as long as possible.
    fn line(&mut self, position: &Position, first: Move, n: u8) -> Result<Vec<Move>, GivenUp> {
        let mut line = vec![first];
        let mut position = position.make(first);
        for left in (1..n).rev() {
            let mut longest = None;
            for reply in position.legal_moves() {
                let distance = self.distance(&position.make(reply), left)?;
                if longest.is_none_or(|(_, known)| distance > known) {
                    longest = Some((reply, distance));
                }
            }
            let Some((reply, distance)) = longest else { break };
            position = position.make(reply);
            let mating = self.mating_move(&position, distance)?;
            line.extend([reply, mating]);
            position = position.make(mating);
        }
        Ok(line)
    }

    fn distance(&mut self, position: &Position, most: u8) -> Result<u8, GivenUp> {
        for n in 1..most {
            if self.attack(position, n)? {
                return Ok(n);
            }
        }
        Ok(most)
    }

    fn mating_move(&mut self, position: &Position, n: u8) -> Result<Move, GivenUp> {
        for mv in position.legal_moves() {
            if self.defence_fails(&position.make(mv), n - 1)? {
                return Ok(mv);
            }
        }
        unreachable!("a mate in {n} was proven")
    }
}

/// Could a null move be tried: is the side to move not in check, and has it a piece?
pub(crate) fn can_pass(position: &Position) -> bool {
    !position.in_check() && position.board().has_piece(position.turn())
}

/// Has the side to move a mate in one?
fn mates_at_once(position: &Position) -> bool {
    let mut mates = false;
    position.for_each_legal(|mv| {
        mates = mates || position.gives_check(mv) && !position.make(mv).has_legal_move();
    });
    mates
}

fn index(position: &Position, mv: Move) -> usize {
    (position.turn() as usize) << 12 | mv.from().index() << 6 | mv.to().index()
}

/// Everything that decides what moves are possible, now and later.
#[derive(PartialEq, Eq, Hash)]
struct Exact {
    /// White's pieces, then the bits of the kinds' numbers from 1.
    planes: [u64; 4],
    state: u32,
}

impl Exact {
    fn new(position: &Position) -> Exact {
        let board = position.board();
        let mut planes = [board.color(Color::White).0, 0, 0, 0];
        for kind in PieceType::ALL {
            for (bit, plane) in planes[1..].iter_mut().enumerate() {
                if (kind as usize + 1) >> bit & 1 != 0 {
                    *plane |= board.kind(kind).0;
                }
            }
        }
        let en_passant = position.en_passant().map_or(64, |square| square.index() as u32);
        let state = position.turn() as u32 | u32::from(position.castling()) << 1 | en_passant << 8;
        Exact { planes, state }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, without table, order or counting.
    fn mates(position: &Position, n: u32) -> bool {
        n > 0 && position.legal_moves().iter().any(|&mv| mated(&position.make(mv), n - 1))
    }

    fn mated(position: &Position, n: u32) -> bool {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return position.in_check();
        }
        n > 0 && moves.iter().all(|&mv| mates(&position.make(mv), n))
    }

    fn solve(fen: &str, moves: u32) -> Option<Mate> {
        let position = Position::from_fen(fen).unwrap();
        let mate = Solver::new().solve(&position, moves, u64::MAX).unwrap();
        if let Some(mate) = &mate {
            assert_eq!(mate.line.len() as u32, 2 * mate.moves - 1, "{fen}");
            let end = mate.line.iter().fold(position, |p, &mv| {
                assert!(p.is_legal(mv), "{fen}: {mv}");
                p.make(mv)
            });
            assert!(end.in_check() && !end.has_legal_move(), "{fen}");
        }
        mate
    }

    #[test]
    fn it_agrees_with_the_definition_of_a_forced_mate() {
        let mut rng = crate::base::rng::Rng::new(9);
        let mut found = [0; 4];
        for _ in 0..400 {
            let Some(position) = random_ending(&mut rng) else { continue };
            let expected = (1..=3).find(|&n| mates(&position, n));
            let mate = solve(&position.to_fen(), 3);
            assert_eq!(mate.as_ref().map(|m| m.moves), expected, "{}", position.to_fen());
            found[expected.unwrap_or(0) as usize] += 1;
            if let (Some(mate), Some(n)) = (mate, expected) {
                let moves = position.legal_moves().into_iter();
                let first: Vec<Move> =
                    moves.filter(|&mv| mated(&position.make(mv), n - 1)).collect();
                assert_eq!(mate.first, first, "{}", position.to_fen());
            }
        }
        assert!(found.iter().all(|&n| n >= 3), "{found:?}");
    }

    /// King and two heavy pieces against king and pawn near the edge.
    fn random_ending(rng: &mut crate::base::rng::Rng) -> Option<Position> {
        let mut rows = [['1'; 8]; 8];
        let black_king = rng.below(8);
        rows[0][black_king] = 'k';
        for piece in ['K', 'Q', 'R', 'p'] {
            let (row, file) = (rng.between(1, 6), rng.below(8));
            if rows[row][file] != '1' {
                return None;
            }
            rows[row][file] = piece;
        }
        let board: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        Position::from_fen(&format!("{} w - - 0 1", board.join("/").replace("11111111", "8"))).ok()
    }

    #[test]
    fn a_quiet_key_move_is_found_and_is_the_only_one() {
        // Morphy's problem
        let mate = solve("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3).unwrap();
        assert_eq!((mate.moves, mate.first.len()), (2, 1));
        assert_eq!(mate.first[0].to_string(), "a1a6");
    }

    #[test]
    fn neither_stalemate_nor_being_mated_is_a_mate() {
        assert_eq!(solve("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3), None);
        assert_eq!(solve("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 3), None);
        assert_eq!(solve("8/8/8/8/8/4k3/8/4K3 w - - 0 1", 3), None);
    }

    #[test]
    fn it_gives_up_at_the_limit_and_says_so() {
        let position = Position::start();
        assert_eq!(Solver::new().solve(&position, 4, 1000), Err(GivenUp));
    }

    #[test]
    fn the_node_count_does_not_depend_on_what_was_solved_before() {
        let one = Position::from_fen("7k/8/5K2/8/8/8/8/R7 w - - 0 1").unwrap();
        let other = Position::from_fen("k7/8/2K5/8/8/8/8/7R w - - 0 1").unwrap();
        let mut solver = Solver::new();
        solver.solve(&other, 3, u64::MAX).unwrap();
        solver.solve(&one, 3, u64::MAX).unwrap();
        let nodes = solver.nodes();
        let mut fresh = Solver::new();
        fresh.solve(&one, 3, u64::MAX).unwrap();
        assert_eq!(nodes, fresh.nodes());
    }
}
