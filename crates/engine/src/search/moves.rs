//! NegaScout/PVS over the moves of a node, and the effects of the best move.

use std::ops::ControlFlow;

use crate::ordering::{Picker, Sources, is_quiet};
use crate::score::{Depth, Score, Window};
use crate::settings::Alternatives;
use crate::types::Move;

use super::{Flags, Mode, PruningVariant, Search};

impl<V: PruningVariant, M: Mode> Search<'_, V, M> {
    /// NegaScout/PVS over the moves of this node: the first with the whole window, the
    /// others with a minimal one, searched again if they fall inside.
    pub fn pvs(&mut self, w: Window, depth: Depth, flags: V::Flags) -> Score {
        let ply = self.ply;
        let depth = match self.before_moves(w, depth, flags) {
            ControlFlow::Continue(depth) => depth,
            ControlFlow::Break(score) => return score,
        };
        let rules = self.move_rules(w, depth);
        let table_move = if ply == 0 { self.root_best } else { self.frames[ply].best };
        let mut picker = Picker::new(table_move, self.frames[ply].base);
        let mut best = -Score::INFINITE;
        let mut best_move = Move::NULL;
        let mut alpha = w.alpha;
        let mut searched = 0;
        let mut left_out = false;
        self.frames[ply].pv.clear();
        while let Some(mv) = self.pick(&mut picker) {
            let reduction = match self.judge_move(&rules, mv, searched, best, alpha) {
                ControlFlow::Continue(reduction) => reduction,
                ControlFlow::Break(most) => {
                    let entry = (depth, flags.bits());
                    self.tell_skip(&rules, (mv, searched, alpha, most), entry);
                    best = best.max(most);
                    left_out = true;
                    continue;
                }
            };
            self.enter(mv, picker.end());
            let window = Window::new(alpha, w.beta);
            let value = if searched == 0 {
                -self.search(-window, depth - 1, flags)
            } else {
                let minimal = -Window::minimal(alpha);
                let mut value = -self.search(minimal, depth - 1 - reduction, flags);
                if reduction > 0 {
                    if value > alpha {
                        value = -self.search(minimal, depth - 1, flags);
                    } else {
                        self.tell_reduced((minimal, depth - 1, flags.bits()), reduction, -value);
                    }
                }
                if alpha < value && value < w.beta {
                    -self.search(-window, depth - 1, flags)
                } else {
                    value
                }
            };
            self.leave();
            if self.stopped() {
                return Score::DRAW;
            }
            searched += 1;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = mv;
                    self.keep_pv(mv);
                    if alpha >= w.beta {
                        break;
                    }
                }
            }
        }
        if searched == 0 && !left_out {
            self.frames[ply].best = Move::NULL;
            let in_check = self.frames[ply].position.in_check();
            return if in_check { Score::mated(ply) } else { Score::DRAW };
        }
        if best_move != Move::NULL {
            self.frames[ply].best = best_move;
            self.reward(best_move, depth, best >= w.beta);
        }
        best
    }

    #[inline(always)]
    pub(super) fn pick(&mut self, picker: &mut Picker) -> Option<Move> {
        let history_captures = self.alternatives().history_captures;
        loop {
            let mut sources = Sources {
                position: &self.frames[self.ply].position,
                moves: &mut self.quiescence.moves,
                history: self.settings.history.then_some(&self.history),
                killers: self.settings.killers.then_some(&self.killers),
                capture_order: self.settings.capture_order,
                history_captures,
                ply: self.ply,
            };
            let mv = picker.next(&mut sources)?;
            let allowed = self.limits.root_moves;
            if self.ply > 0 || allowed.is_empty() || allowed.contains(&mv) {
                return Some(mv);
            }
        }
    }

    /// A quiet move that cut off or is the exact best one counts in history and killers; in the
    /// history other moves too, if that setting is on.
    fn reward(&mut self, mv: Move, depth: Depth, cutoff: bool) {
        let Alternatives { history_captures, history_gain, .. } = *self.alternatives();
        let position = &self.frames[self.ply].position;
        let quiet = is_quiet(position.board(), mv);
        if quiet || history_captures {
            self.history.reward(position.turn(), mv, history_gain.at(depth));
        }
        if quiet && cutoff {
            self.killers.add(self.ply, mv);
        }
    }

    fn keep_pv(&mut self, mv: Move) {
        let (upper, lower) = self.frames.split_at_mut(self.ply + 1);
        let pv = &mut upper[self.ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&lower[0].pv);
    }
}
