// Records of a run and positions of a suite, read from text: the report's own, packed in this file,
// and those that a reader opens. One way for both.

// Rows of CSV as arrays of cells, the header first.
function csv(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/), rows = [];
  const open = (line) => (line.split('"').length - 1) % 2 === 1;
  for (let i = 0; i < lines.length; i++) {
    let line = lines[i];
    while (line.includes('"') && open(line) && i + 1 < lines.length) line += "\n" + lines[++i];
    if (line !== "") rows.push(line.includes('"') ? quoted(line) : line.split(","));
  }
  return rows;
}

function quoted(line) {
  const cells = [...(line + ",").matchAll(/(?:"((?:[^"]|"")*)"|([^",]*)),/g)];
  return cells.map((cell) => (cell[1] === undefined ? cell[2] : cell[1].replace(/""/g, '"')));
}

// A text that a spreadsheet would take for a formula has a "'" in front.
const bare = (cell) => cell.replace(/^'(?=['=+\-@\t\r])/, "");
const numberOr = (cell) => (cell === undefined || cell === "" ? null : Number(cell));

// The model of a run on one suite.
//   about: { name, suite, sha256, variants: [{ spec, title }], reference, reported: [depths] }
//   rows: [{ index, id, of: { variant: [search by depth] }, fen, task }]
//   search: { nodes, score, mate, pv, solved }; what was not searched is undefined
function readPart(about, text) {
  const [head, ...lines] = csv(text);
  const at = {};
  (head || []).forEach((name, i) => { at[name] = i; });
  for (const name of ["index", "id", "variant", "depth", "nodes"]) {
    if (at[name] === undefined) throw new Error("these are no records of searches: no column " + name);
  }
  const rows = new Map(), depths = new Set();
  lines.forEach((cells, i) => {
    const index = numberOr(cells[at.index]), depth = numberOr(cells[at.depth]);
    if (!Number.isInteger(index) || !Number.isInteger(depth) || cells.length !== head.length) {
      throw new Error("line " + (i + 2) + " is no record");
    }
    let row = rows.get(index);
    if (!row) {
      row = { index, id: bare(cells[at.id]), of: Object.create(null), fen: null, task: null };
      rows.set(index, row);
      const fen = cells[at.fen];
      if (fen) [row.fen, row.task] = [fen, task(cells[at.solution] || "")];
    }
    const solved = cells[at.solved], pv = cells[at.pv] || cells[at.best_move] || "";
    (row.of[cells[at.variant]] ||= [])[depth] = {
      nodes: numberOr(cells[at.nodes]), score: numberOr(cells[at.score_cp]), mate: numberOr(cells[at.mate]),
      pv: bare(pv), solved: solved === "true" ? true : solved === "false" ? false : null,
    };
    depths.add(depth);
  });
  const list = [...rows.values()].sort((a, b) => a.index - b.index);
  return { ...about, rows: list, depths: [...depths].sort((a, b) => a - b) };
}

// What a run of a reader's own is, as far as its records tell.
function describeOwn(name, text, titles) {
  const [head, ...lines] = csv(text);
  const column = head.indexOf("variant"), depth = head.indexOf("depth"), suite = head.indexOf("suite");
  const specs = [...new Set(lines.map((cells) => cells[column]).filter(Boolean))];
  const deepest = lines.reduce((most, cells) => Math.max(most, Number(cells[depth]) || 0), 0);
  return {
    name, suite: (suite >= 0 && lines.length && lines[0][suite]) || null, sha256: null,
    variants: specs.map((spec) => ({ spec, title: titles.get(spec) || spec })),
    reference: specs.includes("vrfd:r=3") ? "vrfd:r=3" : specs[0],
    reported: deepest > 1 ? [deepest - 1, deepest] : [deepest],
  };
}

// Positions of an EPD file by id: { fen, task }. Ids are as the program gives them: `line N` where there is
// none, `ID (line N)` where it is taken.
function readEpd(text) {
  const positions = new Map();
  text.replace(/^\ufeff/, "").split(/\r?\n/).forEach((line, i) => {
    const fields = /^\s*(\S+\s+[wb]\s+\S+\s+\S+)(?:\s+\d+\s+\d+)?\s*(.*)$/.exec(line);
    if (!fields || !fromFen(fields[1])) return;
    const operations = task(fields[2]), own = operations.id || "line " + (i + 1);
    const id = positions.has(own) ? `${own} (line ${i + 1})` : own;
    positions.set(id, { fen: fields[1], task: operations });
  });
  return positions;
}

// Operations of EPD, or the column `solution`: { best, avoid, mate, id }.
function task(text) {
  const found = { best: [], avoid: [], mate: null, id: null };
  for (const [, opcode, operand] of text.matchAll(/\s*(\w+)\s+((?:"[^"]*"|[^;"])*)(?:;|$)/g)) {
    const words = operand.trim().split(/[\s,]+/).filter(Boolean);
    switch (opcode.toLowerCase()) {
      case "bm":
        found.best = words.filter((word) => !word.startsWith("#"));
        found.mate ??= numberOr((words.find((word) => word.startsWith("#")) || "").slice(1));
        break;
      case "am": found.avoid = words; break;
      case "dm": found.mate = Number(words[0]); break;
      case "id": found.id = operand.trim().replace(/^"|"$/g, "").trim(); break;
    }
  }
  return found;
}

function taskText(task) {
  const texts = [];
  if (task.mate) texts.push("mate in " + task.mate);
  if (task.best.length) texts.push("solution " + task.best.join(" or "));
  if (task.avoid.length) texts.push("to avoid: " + task.avoid.join(", "));
  return texts.join("; ");
}
