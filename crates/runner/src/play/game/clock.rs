//! How long to think: from what is left on the clock to a time to aim at and one never to exceed.

use std::time::Duration;

/// The time a side has for its coming moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Remaining {
    /// On the clock now.
    pub(crate) time: Duration,
    /// Added after every move.
    pub(crate) increment: Duration,
    /// Moves until the next time control; `None` if the time is for all of the game.
    pub(crate) moves_to_go: Option<u32>,
}

/// Time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    /// No new iteration begins after this; at zero only the first is searched.
    pub(crate) aim: Duration,
    /// The search is stopped at this.
    pub(crate) limit: Duration,
}

/// Moves that a game is expected to last from any point, where the clock does not say.
const EXPECTED_MOVES: u32 = 30;
/// An unfinished iteration may take this many times the aim.
const OVERRUN: u32 = 4;
/// However little time is left, a search runs at least this long.
const LEAST: Duration = Duration::from_millis(1);

impl Budget {
    /// A fixed time, all of which may be used.
    pub(crate) fn exactly(time: Duration, overhead: Duration) -> Budget {
        let limit = time.saturating_sub(overhead).max(LEAST);
        Budget { aim: limit, limit }
    }

    /// A share of what is left. `overhead` is what a move costs beside the search: transmission,
    /// waking up, an operating system busy elsewhere. Never more than half of what is left then,
    /// so that the flag cannot fall by thinking alone.
    pub(crate) fn share(remaining: &Remaining, overhead: Duration) -> Budget {
        let usable = remaining.time.saturating_sub(overhead);
        let moves = remaining.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
        let last_move = moves == 1;
        let most = if last_move { usable * 4 / 5 } else { usable / 2 };
        let share = usable / moves + remaining.increment * 3 / 4;
        // On average half of the last iteration is wasted, so half the share is the aim.
        let aim = (share * 3 / 5).min(most); // zero while no more is left than the overhead
        let limit = (share * OVERRUN / 2).min(most).max(LEAST);
        Budget { aim: aim.min(limit), limit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn no_budget_exceeds_what_is_left() {
        for time in [0, 1, 5, 20, 21, 100, 1000, 60_000, 7_200_000] {
            for increment in [0, 10, 600, 100_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let remaining =
                        Remaining { time: ms(time), increment: ms(increment), moves_to_go };
                    let budget = Budget::share(&remaining, ms(20));
                    assert!(budget.aim <= budget.limit, "{remaining:?} {budget:?}");
                    let allowed = ms(time.saturating_sub(20)).max(LEAST);
                    assert!(budget.limit <= allowed, "{remaining:?} {budget:?}");
                }
            }
        }
    }

    #[test]
    fn a_clock_lasts_for_300_moves_that_all_use_their_limit() {
        for (time, increment) in [(1000, 10), (10_000, 100), (60_000, 0), (100, 25)] {
            let (overhead, latency) = (ms(20), ms(5));
            let mut remaining =
                Remaining { time: ms(time), increment: ms(increment), moves_to_go: None };
            for number in 0..300 {
                let spent = Budget::share(&remaining, overhead).limit + latency;
                let left = remaining.time.checked_sub(spent);
                if increment == 0 && remaining.time < ms(100) {
                    break; // without an increment the last tenth of a second is a matter of luck
                }
                let left = left.unwrap_or_else(|| panic!("flag at move {number} of {time}"));
                remaining.time = left + remaining.increment;
            }
        }
    }

    #[test]
    fn with_less_than_the_overhead_left_only_the_first_iteration_is_searched() {
        for (time, increment) in [(0, 0), (3, 2), (20, 2), (20, 1000)] {
            let remaining =
                Remaining { time: ms(time), increment: ms(increment), moves_to_go: None };
            assert_eq!(Budget::share(&remaining, ms(20)), Budget { aim: ms(0), limit: LEAST });
        }
    }

    #[test]
    fn more_time_gives_longer_thought() {
        let aim = |time| {
            let remaining = Remaining { time: ms(time), ..Remaining::default() };
            Budget::share(&remaining, ms(20)).aim
        };
        assert!(aim(10_000) > aim(5_000));
        assert_eq!(aim(30_020), ms(600));
    }
}
