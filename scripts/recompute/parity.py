"""The parity of the depth: verified R = 3 against standard R = 2 at odd and even depths, growth from ply
to ply, and mates within budgets of nodes."""

from recompute.evidence import Evidence, Part, Run
from recompute.number import Number, Numbers
from recompute.statistics import PLAIN, Paired, bootstrap
from recompute.tables import Paper, figure, part_id

VERIFIED, STANDARD = "vrfd:r=3", "std:r=2"
RUNS = ("table1", "table3", "table4", "adaptive", "table6", "table6-own", "table6-mixed", "table6-mixed5")
# The paper's tables of solved positions, by the suite that a run was to have.
SOLVED = {"neishtadt": 2, "wcs": 5, "mate4": 6, "mate5": 6}
# Of these growth alone.
GROWING = (
    "explain-others",
    *(f"explain-nearest/{name}" for name in ("horizon-stored-flags-off", "material", "table1", "table1-material")),
    *(f"explain-nearest/ecm-all-{name}" for name in ("horizon-stored-flags-off", "material")),
)
BUDGETS = (10_000, 50_000, 200_000, 1_000_000)
FIRST = 7


def of_parity(evidence: Evidence, paper: Paper) -> Numbers:
    """The numbers of the runs examined."""
    numbers: Numbers = {}
    for run in (evidence.runs[name] for name in RUNS if name in evidence.runs):
        mates = "mates" in run.manifest["tables"]
        for part in run.parts:
            last = part.suite["depths"][-1]
            depths = range(last - 1 if mates else FIRST, last + 1)
            id = f"parity.{part_id(run, part)}"
            numbers |= _differences(run, part, id, depths, paper)
            numbers |= _growth(run, part, id, depths, None if mates else paper)
            if mates:
                numbers |= _budgets(run, part, id)
    for run in (evidence.runs[name] for name in GROWING if name in evidence.runs):
        for part in run.parts:
            depths = range(FIRST, part.suite["depths"][-1] + 1)
            numbers |= _growth(run, part, f"parity.{part_id(run, part)}", depths, paper)
    return numbers


def _differences(run: Run, part: Part, id: str, depths: range, paper: Paper) -> Numbers:
    """Solved by verified less by R = 2, depth by depth; and the contrast of even and odd depths, in
    which each position is compared with itself."""
    numbers: Numbers = {}
    for depth in depths:
        pairs = part.solved_columns(depth, VERIFIED, STANDARD)
        difference = Paired.of(pairs).difference()
        number = Number.of(difference, "positions", run.name)
        if counts := paper.solved(SOLVED.get(part.suite["wanted"]), part.suite["wanted"], depth):
            number = number.beside(counts[VERIFIED] - counts[STANDARD])
        numbers[f"{id}.d{depth}.difference"] = number
    solved = part.solved[[(v, depth) for v in (VERIFIED, STANDARD) for depth in depths]].dropna()
    ahead = solved[VERIFIED] - solved[STANDARD]
    even = ahead[[depth for depth in depths if depth % 2 == 0]].mean(axis=1)
    odd = ahead[[depth for depth in depths if depth % 2 == 1]].mean(axis=1)
    contrasts = (even - odd).to_numpy()[:, None]
    count = len(contrasts)
    contrast = bootstrap(contrasts, lambda totals: totals[:, 0] / count, scale=PLAIN)
    if contrast:
        in_positions = contrast.map(lambda share: share * count)
        numbers[f"{id}.even-less-odd"] = Number.of(in_positions, "positions", run.name)
    return numbers


def _growth(run: Run, part: Part, id: str, depths: range, paper: Paper | None) -> Numbers:
    """Total nodes over those of the previous depth, beside the paper's."""
    numbers: Numbers = {}
    for depth in depths:
        for variant in run.variants:
            columns = [(variant, depth), (variant, depth - 1)]
            if any(column not in part.nodes.columns for column in columns):
                continue
            nodes = part.nodes[columns]
            finished = nodes.notna().sum()
            if finished.iloc[0] != finished.iloc[1]:
                continue
            now, before = nodes.sum()
            number = Number(now / before, "factor", run.name, n=int(finished.iloc[0]))
            if paper:
                counts = [
                    figure(paper.row(run, part, d), variant).get("count") for d in (depth, depth - 1)
                ]
                if None not in counts:
                    number = number.beside(counts[0] / counts[1])
            numbers[f"{id}.d{depth}.{variant}.growth"] = number
    return numbers


def _budgets(run: Run, part: Part, id: str) -> Numbers:
    """Mates held ever since an iteration that ends within a budget of nodes."""
    numbers: Numbers = {}
    for variant in run.variants:
        needed = part.held(variant)["nodes"]
        for budget in BUDGETS:
            count = int((needed <= budget).sum())
            number = Number(count, "positions", run.name, n=len(part.nodes))
            numbers[f"{id}.n{budget}.{variant}.solved"] = number
    return numbers
