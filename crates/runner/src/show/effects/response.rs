//! The responses of a cell at a position, from the iterations of its search: at equal depth or at
//! equal nodes. A search without a value has none, never 0.

use std::collections::BTreeMap;

use crate::show::table::Counted;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Response {
    /// Natural logarithm of the nodes at the common depth.
    Nodes,
    /// Is the task solved there: 0 or 1.
    Solved,
    /// There and by the iteration before.
    Held,
    /// By the last iteration within this number of nodes.
    Within(u64),
}

impl Response {
    /// All, in the order of a table.
    pub(crate) const ALL: [Response; 6] = [
        Response::Nodes,
        Response::Solved,
        Response::Held,
        Response::Within(10_000),
        Response::Within(100_000),
        Response::Within(1_000_000),
    ];

    /// Its name in tables and ids: `nodes`, `solved-100k`.
    pub(crate) fn name(self) -> String {
        match self {
            Response::Nodes => "nodes".to_owned(),
            Response::Solved => "solved".to_owned(),
            Response::Held => "held".to_owned(),
            Response::Within(nodes) if nodes % 1_000_000 == 0 => {
                format!("solved-{}m", nodes / 1_000_000)
            }
            Response::Within(nodes) => format!("solved-{}k", nodes / 1000),
        }
    }
}

/// What ended searches that did not reach their depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    /// Depth of the searches in plies.
    pub(crate) depth: u8,
    /// Nodes after which they gave up, if there was such a limit.
    pub(crate) limit: Option<u64>,
}

/// What the searches of one position say.
pub(crate) struct Position {
    /// The deepest iteration that all cells finished, if there is one.
    pub(crate) common: Option<u8>,
    /// Does the suite set a task here?
    pub(crate) has_task: bool,
    /// Each cell's response, for each of [`Response::ALL`]; `None` where its search has no value.
    pub(crate) values: [Vec<Option<f64>>; 6],
}

impl Position {
    /// Of the iterations of each cell by depth, measured at `deepest` at most.
    pub(crate) fn new(searches: &[BTreeMap<u8, Counted>], deepest: u8, ends: Ends) -> Position {
        let last = |search: &BTreeMap<u8, _>| search.range(..=deepest).next_back().map(|(&d, _)| d);
        let common = searches.iter().map(last).min().flatten();
        let mut iterations = searches.iter().flat_map(BTreeMap::values);
        let has_task = iterations.any(|record| record.solved.is_some());
        let values = Response::ALL.map(|response| {
            searches.iter().map(|search| value(search, common, response, ends)).collect()
        });
        Position { common, has_task, values }
    }
}

/// The response of a search, measured at the common depth.
fn value(
    search: &BTreeMap<u8, Counted>,
    common: Option<u8>,
    response: Response,
    ends: Ends,
) -> Option<f64> {
    let at = |depth: u8| search.get(&depth);
    let solved = |depth: u8| at(depth)?.solved;
    let held = |depth: u8| Some(solved(depth)? && solved(depth - 1)?);
    let as_number = |is: bool| f64::from(u8::from(is));
    match response {
        Response::Nodes => {
            let nodes = at(common?)?.nodes;
            (nodes > 0).then(|| (nodes as f64).ln())
        }
        Response::Solved => solved(common?).map(as_number),
        Response::Held => common.filter(|&depth| depth > 1).and_then(held).map(as_number),
        Response::Within(budget) => {
            let last = search.values().next_back();
            let went_on = last.is_some_and(|last| last.nodes > budget);
            let stopped = last.is_none_or(|last| last.depth < ends.depth);
            let spent = went_on || stopped && ends.limit.is_some_and(|limit| limit >= budget);
            let within = search.values().take_while(|own| own.nodes <= budget).last();
            spent.then(|| as_number(within.and_then(|own| own.solved).unwrap_or(false)))
        }
    }
}
