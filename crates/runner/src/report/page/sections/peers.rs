//! What others have measured: tests of verification in games, and R = 2 against R = 3 in other engines.

use crate::base::distinct::distinct;
use crate::report::numbers::Number;
use crate::report::page::{Block, Grid, Source, markdown};
use crate::report::peers::{Kind, Peers, peers};
use crate::show::grid::ABSENT;

/// A table: `tests` or `nodes`.
pub(super) fn blocks(source: &Source, of: &str) -> anyhow::Result<Option<Vec<Block>>> {
    let peers = peers()?;
    Ok(match of {
        "tests" => Some(vec![Block::Grid(tests(source, &peers)), sources(&peers)]),
        "nodes" => Some(vec![Block::Grid(nodes(source, &peers))]),
        _ => None,
    })
}

fn tests(source: &Source, peers: &Peers) -> Grid {
    let head = ["Engine", "Year", "Kind", "Time for a game", "Games", "Elo", "95 % interval"];
    let mut grid = Grid::new(&head, 4);
    for test in &peers.tests {
        let number = source.numbers.get(&format!("peers.test.{}.elo", test.id));
        let kind = match test.kind {
            Kind::Guard => "guard",
            Kind::Reduction => "reduction",
        };
        let [value, interval] = elo(number);
        let [year, games] = [test.year.to_string(), super::thousands(test.games)];
        let cells =
            [test.engine.clone(), year, kind.into(), test.limit.clone(), games, value, interval];
        grid.rows.push(cells.map(Into::into).into());
    }
    let pooled = source.numbers.find("peers.guards.elo");
    let [value, interval] = pooled.map_or([ABSENT, ABSENT].map(str::to_owned), elo);
    let games = super::count(source.numbers.find("peers.guards.games"));
    let cells = ["guards, pooled", "", "", "", &games, &value, &interval];
    grid.rows.push(cells.map(Into::into).into());
    grid
}

fn elo(number: &Number) -> [String; 2] {
    let end = |value: Option<f64>| value.map_or(ABSENT.to_owned(), super::signed);
    [end(number.value), format!("{} to {}", end(number.low), end(number.high))]
}

/// Who reported the tests, each thread once.
fn sources(peers: &Peers) -> Block {
    let items = peers.tests.iter().map(|test| {
        let [title, author] = [&test.title, &test.author].map(|text| markdown::escape(text));
        format!("- {author}, [{title}]({}), {}, {}", test.url, test.engine, test.year)
    });
    Block::Prose(distinct(items).join("\n"))
}

fn nodes(source: &Source, peers: &Peers) -> Grid {
    let mut grid = Grid::new(&["Engine", "Suite", "R = 2 over R = 3, by depth"], 3);
    for nodes in &peers.nodes {
        let ratio = |depth: &String| {
            let id = format!("peers.nodes.{}.d{depth}.over-r3", nodes.id);
            let value = source.numbers.get(&id).value;
            value.map_or(ABSENT.into(), |ratio| format!("depth {depth}: {ratio:.2}"))
        };
        let mut depths: Vec<&String> = nodes.over_r3.keys().collect();
        depths.sort_by_key(|depth| depth.len()); // 9 before 10
        let ratios: Vec<String> = depths.into_iter().map(ratio).collect();
        let cells = [nodes.engine.clone(), nodes.suite.clone(), ratios.join("; ")];
        grid.rows.push(cells.map(Into::into).into());
    }
    grid
}
