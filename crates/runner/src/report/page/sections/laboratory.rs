//! The laboratory: its answer by its rules, errors, nodes to solution, and the tables that these rest on.

use std::collections::BTreeSet;

use crate::census::plane;
use crate::census::points::{PHASES, Point, SIDES};
use crate::report::figures::{self, laboratory::Answer, laboratory::primary};
use crate::report::numbers::Number;
use crate::report::numbers::laboratory::effects as effects_of;
use crate::report::page::{Block, Source};
use crate::report::sides::techniques;
use crate::report::solution::solutions;
use crate::show::effects::{Effects, Response};
use crate::show::grid::{ABSENT, Cell, Grid, Sheet, Show};

/// The folder of its matches.
pub(super) const GAMES: &str = "match/laboratory/";

/// The answer, the figure and all effects; nothing without the run.
pub(super) fn blocks(source: &Source) -> anyhow::Result<Vec<Block>> {
    let Some(run) = source.evidence.runs.get("laboratory") else { return Ok(Vec::new()) };
    let Some(effects) = effects_of(run)? else { return Ok(Vec::new()) };
    let mut blocks = Vec::new();
    let suite = effects.suites.iter().find(|suite| suite.suite == "wcs");
    if let Some(gain) = suite.and_then(|suite| primary(suite, Response::Within(100_000))) {
        let how = match gain.is_incomplete() {
            true => "; more than a twentieth of the positions had to be left out",
            false => "",
        };
        let answer = match Answer::of(&gain) {
            Answer::Yes => "yes",
            Answer::No => "no",
            Answer::Undecided => "undecided",
        };
        blocks.push(Block::Text(format!(
            "The answer, by rules that were committed before the run: {answer}{how}."
        )));
    }
    blocks.extend(figures::blocks(figures::laboratory::answer, source)?);
    let mut all = figures::blocks(figures::laboratory::effects_of_all, source)?;
    all.extend(tables(effects.sheet()));
    let on_ecm = source.evidence.runs.get("laboratory-ecm").map(effects_of).transpose()?.flatten();
    all.extend(on_ecm.iter().flat_map(|effects| tables(effects.sheet())));
    blocks.push(Block::Details("All effects and interactions".into(), all));
    Ok(blocks)
}

/// The laboratory in games; nothing without its matches.
pub(super) fn games(source: &Source) -> Vec<Block> {
    let grid = super::games::scores(source, |name| name.starts_with(GAMES));
    match grid.rows.is_empty() {
        true => Vec::new(),
        false => vec![Block::Heading("In games".into()), Block::Grid(grid)],
    }
}

/// Cost against error: the plane, and every rule's errors by side, phase and depth.
pub(super) fn census(source: &Source) -> anyhow::Result<Vec<Block>> {
    let mut blocks = figures::blocks(figures::laboratory::plane, source)?;
    let Some(census) = source.evidence.censuses.get("laboratory-census") else {
        return Ok(blocks);
    };
    let points = census.points();
    let parts = SIDES.into_iter().chain(PHASES).map(str::to_owned).collect();
    let depths: BTreeSet<i32> =
        points.iter().flat_map(|p| p.wrong_by_depth.keys().copied()).collect();
    let depths = depths.iter().map(|depth| format!("d{depth}")).collect();
    let tables = vec![
        Block::Grid(plane::grid(points)),
        Block::Heading("Wrong claims by side and phase, %".into()),
        Block::Grid(errors(source, points, parts)),
        Block::Heading("Wrong claims by remaining depth, %".into()),
        Block::Grid(errors(source, points, depths)),
    ];
    blocks.push(Block::Details("Errors by rule, side, phase and depth".into(), tables));
    Ok(blocks)
}

/// The share of wrong claims in percent, a column a part.
fn errors(source: &Source, points: &[Point], parts: Vec<String>) -> Grid {
    let mut grid = Grid::new(&["Variant", "Claim"], 2);
    grid.head.extend(parts.iter().cloned());
    grid.rows.extend(points.iter().map(|point| {
        let mut row: Vec<Cell> = vec![point.variant.as_str().into(), point.claim.as_str().into()];
        let of = format!("laboratory-census.{}.{}.wrong", point.variant, point.claim);
        row.extend(parts.iter().map(|part| {
            let number = source.numbers.find(&format!("{of}.{part}"));
            Cell::from(number.map_or(ABSENT.to_owned(), share))
        }));
        row
    }));
    grid
}

/// `0.034 [0.008, 0.136]`.
fn share(number: &Number) -> String {
    let shown = |value: f64| if value == 0.0 { "0".to_owned() } else { format!("{value:.3}") };
    let interval = number.interval().map(|i| format!(" [{}, {}]", shown(i.low), shown(i.high)));
    number.value.map_or(ABSENT.to_owned(), shown) + &interval.unwrap_or_default()
}

/// Nodes until positions are solved: the curves of one suite, and the tables of all.
pub(super) fn solution(source: &Source) -> anyhow::Result<Vec<Block>> {
    let mut blocks = figures::blocks(figures::laboratory::solution, source)?;
    for own in solutions(source.evidence)? {
        let title = format!("Nodes to solution: {}, {}", own.of.run.name, own.of.suite.describe());
        blocks.push(Block::Details(title, tables(own.table().sheet())));
    }
    Ok(blocks)
}

/// What pruning on one side costs; nothing without the sweep.
pub(super) fn sides(source: &Source) -> Vec<Block> {
    let techniques = techniques(source.evidence);
    let head = [
        "Technique",
        "Changed, own side",
        "Changed, opponent's",
        "Opponent's less own",
        "Nodes, opponent's against own",
        "Solved, opponent's less own",
        "Errors there cost more",
    ];
    let mut grid = Grid::new(&head, 1);
    grid.rows.extend(techniques.iter().map(|technique| {
        let find = |what: &str| {
            source.numbers.find(&format!("laboratory-sides.{}.{what}", technique.variant))
        };
        let points = |what: &str| super::percent(find(what)).replace(" %", " pp");
        let mut row = vec![Cell::from(technique.variant.as_str())];
        let shares = ["own.changed", "opponent.changed"].map(|what| share_of(find(what)));
        row.extend(shares.map(Cell::from));
        row.push(points("changed").into());
        row.push(super::percent(find("nodes")).into());
        row.push(points("solved").into());
        row.push(technique.answer.words().into());
        row
    }));
    let Some(first) = techniques.first() else { return Vec::new() };
    let positions = first.difference.changed.estimate.samples;
    vec![
        Block::Heading("Whose errors cost more?".into()),
        Block::Text(
            "Lim and Lee find, by theory and simulation, that errors at the opponent's moves are the more \
             serious. The census counts errors; their cost is measured by searches that prune at one side's \
             moves only, against the search that does not prune: how often is the best move another one? The \
             claim is about leaving out moves, here late-move pruning; the others are secondary."
                .into(),
        ),
        Block::Grid(grid),
        Block::Text(format!(
            "Over {positions} positions, each the mean of its last two depths, because at a single depth one side \
             has the last plies. Not every changed move is an error: pruning on one side changes the order of \
             moves and the table on both."
        )),
    ]
}

/// A share without a sign: `12.3 % [9.0, 15.6]`.
fn share_of(number: Option<&Number>) -> String {
    super::percent(number).replace('+', "")
}

/// For a user's own run: a figure for each suite, and all effects.
pub(super) fn of_run(effects: &Effects) -> anyhow::Result<Vec<Block>> {
    let mut blocks = vec![Block::Section("Effects".into())];
    for suite in &effects.suites {
        let name = format!("effects-{}", suite.id);
        let figure = figures::laboratory::of_suite(&name, suite, effects.intervals)?;
        blocks.extend(figure.into_iter().map(Block::Figure));
    }
    blocks.extend(tables(effects.sheet()));
    Ok(blocks)
}

fn tables(sheet: Sheet) -> Vec<Block> {
    let mut tables: Vec<Block> = sheet.caption.notes.into_iter().map(Block::Note).collect();
    for (heading, grid) in sheet.grids {
        tables.extend(heading.map(Block::Heading));
        tables.push(Block::Grid(grid));
    }
    tables.extend(sheet.closing.into_iter().map(Block::Text));
    tables
}
