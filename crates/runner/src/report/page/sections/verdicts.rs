//! The verdicts: questions with their answers, each over its claims; the rules; what was decided when.

use crate::report::claims::{Answer, Direction, Judged, Question, Size};
use crate::report::figures;
use crate::report::numbers::id;
use crate::report::page::{Block, Cell, Grid, Source, markdown};

/// A question a line, which opens to its claims.
pub(super) fn questions(source: &Source) -> Vec<Block> {
    let fold = |question: &Question| {
        let groups = question.groups.iter().flat_map(|group| {
            let items = group.judged(source.judged).map(|one| item(source, one));
            let items: Vec<String> = items.collect();
            [Block::Heading(group.name.clone()), Block::Prose(items.join("\n"))]
        });
        Block::Answer {
            question: question.question.clone(),
            answer: answer(source, question),
            blocks: groups.collect(),
        }
    };
    source.questions.questions.iter().map(fold).collect()
}

/// A question as a heading, with its answer below.
pub(super) fn question(source: &Source, id: &str) -> Option<Vec<Block>> {
    let question = source.questions.questions.iter().find(|question| question.id == id)?;
    let answer = question.answer(source.judged);
    let reasons = markdown::escape(&question.reasons(source.judged));
    Some(vec![
        Block::Heading(question.question.clone()),
        Block::Prose(format!("**{answer}.** {reasons}.")),
    ])
}

/// A question's claims as a figure.
pub(super) fn figure(source: &Source, id: &str) -> anyhow::Result<Option<Vec<Block>>> {
    let question = source.questions.questions.iter().find(|question| question.id == id);
    let figures = question.map(|question| figures::forest::of_question(source, question));
    Ok(figures.transpose()?.map(|figures| figures.into_iter().map(Block::Figure).collect()))
}

/// The answer in a line: `No. ECM: opposite 3 of 3; ...`.
pub(crate) fn answer(source: &Source, question: &Question) -> String {
    let answer: Answer = question.answer(source.judged);
    format!("{answer}. {}.", question.reasons(source.judged))
}

/// A claim with its figures and where they come from, as an item of a list.
fn item(source: &Source, one: &Judged) -> String {
    let claim = one.claim;
    let Stated { published, ours, interval, direction, size } = stated(source, one);
    let verdict = direction
        .map_or(String::new(), |direction| format!("{} **{direction}**", shape(direction)));
    let named = |name: &str, text: String| match text.is_empty() {
        true => text,
        false => markdown::escape(&format!("; {name} {text}")),
    };
    let with_interval = if ours.is_empty() { ours } else { format!("{ours} {interval}") };
    let figures = named("size", size) + &named("paper", published) + &named("ours", with_interval);
    let place = claim.place.as_ref().map_or(String::new(), |place| format!(", {place}"));
    let section = match claim.section.chars().next() {
        Some(c) if c.is_ascii_digit() => format!("section {}", claim.section),
        _ => claim.section.clone(),
    };
    let text = markdown::escape(&claim.text);
    let mut lines = vec![format!("- {text} ({section}{place})"), format!("  {verdict}{figures}")];
    if let Some(measured) = &one.measured {
        let rests = format!("{}; {}", measured.basis, measured.detail);
        lines.push(format!("  {}", markdown::escape(&rests)));
        lines.push(format!("  {}", origin(source, &measured.run)));
    }
    lines.join("\\\n")
}

/// A run's table in this report, its folder, and the command that made it.
fn origin(source: &Source, run: &str) -> String {
    let is_table = source.evidence.runs.get(run).is_some_and(|run| run.is_table());
    let table = is_table.then(|| format!("[table](#{})", anchor(run)));
    let folder = format!("[results/{run}](../{run}/)");
    let command = source.evidence.command(run).map(|command| format!("`{command}`"));
    let parts: Vec<String> = table.into_iter().chain([folder]).chain(command).collect();
    parts.join(" · ")
}

/// The anchor of a run's tables.
pub(super) fn anchor(run: &str) -> String {
    format!("run-{}", run.replace('/', "-"))
}

/// A verdict's mark, the same as in the figures.
fn shape(direction: Direction) -> &'static str {
    match direction {
        Direction::AsClaimed => "●",
        Direction::Opposite => "✕",
        Direction::None => "=",
        Direction::Undecided | Direction::NeedsRun => "○",
    }
}

/// The rules, the same for all claims.
pub(super) fn rules(source: &Source) -> Vec<Block> {
    vec![
        counts(source, id::PAPER),
        Block::Details("The rules".into(), vec![Block::List(source.rules.lines())]),
    ]
}

/// The rules, claims and samples that were changed when results were known.
pub(super) fn decided(source: &Source) -> Vec<Block> {
    let mut grid = Grid::new(&["When", "Decision", "Known by then", "Reason"], 4);
    grid.rows.extend(source.decided.changes.iter().map(|change| {
        let commit = Some(change.commit.clone()).filter(|commit| !commit.is_empty());
        let when = Cell { small: commit, ..change.date.clone().into() };
        let [what, known, reason] = [&change.what, &change.known, &change.reason];
        vec![when, what.clone().into(), known.clone().into(), reason.clone().into()]
    }));
    let all = "Every change made when results of the same kind were known";
    vec![
        Block::Text(source.decided.introduction.clone()),
        Block::Details(all.into(), vec![Block::Grid(grid)]),
    ]
}
/// How many claims have each direction, and how many the published size; `of` as in [`id`].
pub(crate) fn counts(source: &Source, of: &str) -> Block {
    let mut counts = Grid::new(&["Direction", "Claims"], 1);
    for direction in Direction::ALL {
        let count = super::count(Some(source.numbers.get(&id::direction(of, direction))));
        counts.rows.push(vec![cell(direction), count.into()]);
    }
    let inside = super::out_of(Some(source.numbers.get(&id::inside(of))));
    counts.rows.push(vec!["published size in our interval".into(), inside.into()]);
    Block::Grid(counts)
}

/// A row for each claim; `from` is the heading of the published figures.
pub(crate) fn table(source: &Source, from: &str, judged: &[Judged]) -> Block {
    let head = ["Claim", "Direction", "Size", from, "Ours", "95 % interval", "Where"];
    let mut grid = Grid::new(&head, 3);
    grid.rows.extend(judged.iter().map(|one| row(source, one)));
    Block::Grid(grid)
}

fn row(source: &Source, one: &Judged) -> Vec<Cell> {
    let claim = one.claim;
    let basis = one.measured.as_ref().map(|m| format!("{}: {}; {}", m.run, m.basis, m.detail));
    let section = match claim.section.chars().next() {
        Some(c) if c.is_ascii_digit() => format!("§ {}", claim.section),
        _ => claim.section.clone(),
    };
    let Stated { published, ours, interval, direction, size } = stated(source, one);
    vec![
        Cell { small: basis, ..claim.text.clone().into() },
        direction.map_or("–".into(), cell),
        dash(size),
        dash(published),
        dash(ours),
        dash(interval),
        Cell { small: claim.place.clone(), ..section.into() },
    ]
}

/// A claim's numbers as text; empty where there is none.
pub(crate) struct Stated {
    /// The published figure.
    pub(crate) published: String,
    /// Ours.
    pub(crate) ours: String,
    /// Its 95 % interval.
    pub(crate) interval: String,
    /// The direction.
    pub(crate) direction: Option<Direction>,
    /// The size.
    pub(crate) size: String,
}

/// What the numbers say of a claim.
pub(crate) fn stated(source: &Source, one: &Judged) -> Stated {
    let (number, unit) = (source.numbers.get(&id::claim(one)), one.claim.quantity.unit());
    let text = |percent: Option<f64>| percent.map_or(String::new(), |p| unit.text(p));
    let interval = number.interval().map(|i| [i.low, i.high]);
    let size = number.inside.map(|inside| Size { inside, factor: number.factor });
    Stated {
        published: number
            .paper
            .map_or(String::new(), |low| unit.text_of_range([low, number.paper_to.unwrap_or(low)])),
        ours: text(number.value),
        interval: number.value.map_or(String::new(), |_| unit.text_of_interval(interval)),
        direction: number.direction,
        size: size.map_or(String::new(), |size| size.to_string()),
    }
}

fn cell(direction: Direction) -> Cell {
    Cell { class: Some(direction.id()), ..direction.to_string().into() }
}

fn dash(text: String) -> Cell {
    if text.is_empty() { "–".into() } else { text.into() }
}
