// One position: the board, what each variant played, every iteration, and a line to step through.

// Shows a row of a part; `state` has depth, line (a variant) and ply, `change` takes new values of these.
function detail(part, row, variants, state, change) {
  const depth = state.depth;
  const searches = variants.map((variant) => ({ variant, search: (row.of[variant.spec] || [])[depth] }));
  const start = row.fen && fromFen(row.fen);
  const line = searches.find(({ variant, search }) => variant.spec === state.line && search) ||
    searches.find(({ variant, search }) => variant.spec === part.reference && search) || searches.find(({ search }) => search);
  const box = element("div", { class: "opened" });
  if (start && line) box.append(stepper(row, start, line, state, change));
  else if (line) box.append(element("p", { class: "pv", text: line.variant.title + ": " + line.search.pv }));
  const tables = element("div", { class: "tables" });
  if (!start) {
    tables.append(element("p", { class: "note", text:
      "This suite may not be published here. Open its EPD file above to see the board." }));
  }
  tables.append(playedTable(part, searches, line, depth, change), iterations(part, row, variants, depth));
  box.append(tables);
  return box;
}

// The board with its line. Arrow keys step while the focus is inside.
function stepper(row, start, line, state, change) {
  const steps = played(start, line.search.pv);
  let ply = Math.min(state.ply, steps.length);
  const place = element("div"), text = element("p", { class: "side", role: "status" });
  const moves = element("p", { class: "pv" });
  const whole = line.search.pv.split(" ").length === steps.length || line.search.pv === "";
  const go = (to) => {
    ply = Math.max(0, Math.min(steps.length, to));
    change({ ply }, true);
    draw();
  };
  const buttons = [["|◀", "Start", () => go(0)], ["◀", "Back", () => go(ply - 1)],
    ["▶", "Forward", () => go(ply + 1)], ["▶|", "End", () => go(steps.length)]].map(([sign, name, onclick]) =>
    element("button", { type: "button", "aria-label": name, title: name, text: sign, onclick }));

  function draw() {
    const now = ply === 0 ? start : steps[ply - 1].position;
    const arrows = [];
    if (ply === 0) {
      for (const [list, name] of [[row.task.best, "solution"], [row.task.avoid, "avoid"]]) {
        for (const san of list) {
          const move = play(start, san);
          if (move) arrows.push({ ...move, class: name });
        }
      }
      if (steps.length && !arrows.some((one) => one.from === steps[0].from && one.to === steps[0].to)) {
        arrows.push({ ...steps[0], class: "played" });
      }
    } else {
      arrows.push({ ...steps[ply - 1], class: "played" });
    }
    place.replaceChildren(board(now, row.id, arrows));
    const side = now.white ? "○ White to move" : "● Black to move";
    const asked = taskText(row.task);
    text.textContent = side + (ply === 0 && asked ? "; " + asked : ply ? ", after " + steps[ply - 1].san : "");
    const words = [element("b", { text: line.variant.title + ": " })];
    steps.forEach((step, i) => words.push(element("button", {
      type: "button", class: "move", text: step.san, "aria-current": i + 1 === ply ? "step" : null, onclick: () => go(i + 1),
    }), " "));
    if (!whole) words.push("(the rest cannot be played from this position)");
    const at = [...moves.children].indexOf(document.activeElement);
    moves.replaceChildren(...words);
    if (at > 0 && moves.children[at]) moves.children[at].focus();
  }
  draw();
  const box = element("div", { class: "stepper" }, place, text,
    element("div", { class: "steps", role: "group", "aria-label": "Step through the line" }, ...buttons), moves);
  box.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    go(ply + step);
  });
  return box;
}

const markOf = (search) => (search.solved === null ? null : search.solved ? "✓" : "✗");
const colourOf = (search) => (search.solved === null ? null : search.solved ? "yes" : "no");
const moveOf = (search) => search.pv.split(" ")[0] || ABSENT;

// Move, score and nodes of each variant; a variant's button shows its line.
function playedTable(part, searches, line, depth, change) {
  const rows = searches.map(({ variant, search }) => {
    const isShown = line && variant === line.variant;
    const name = element("button", { type: "button", class: "open", text: variant.title, "aria-pressed": String(isShown),
      onclick: () => change({ line: variant.spec, ply: 0 }), "data-line": variant.spec });
    const cells = search
      ? [element("td", {}, element("span", { class: colourOf(search), text: [moveOf(search), markOf(search)].filter(Boolean).join(" ") })),
        element("td", { class: "n", text: scoreText(search) }), element("td", { class: "n", text: count(search.nodes) })]
      : [element("td", { colspan: 3, text: "not searched to this depth" })];
    return element("tr", { class: isShown ? "current" : null }, element("th", { scope: "row" }, name), ...cells);
  });
  const head = ["Variant: shows its line", "Move", "Score (cp)", "Nodes"].map((title, i) =>
    element("th", { scope: "col", class: i > 1 ? "n" : null, text: title }));
  return scrolling("Depth " + depth + " by variant", element("table", {},
    element("caption", { text: "At depth " + depth }),
    element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)));
}

function iterations(part, row, variants, depth) {
  const head = ["Depth", ...variants.map((variant) => variant.title)];
  const lines = part.depths.filter((d) => variants.some((v) => (row.of[v.spec] || [])[d])).map((d) => {
    const cells = variants.map((variant) => {
      const search = (row.of[variant.spec] || [])[d];
      if (!search) return element("td", { class: "n", text: "" });
      return element("td", { class: "n" }, count(search.nodes), element("small", { class: colourOf(search),
        text: [moveOf(search), markOf(search), scoreText(search)].filter(Boolean).join(" ") }));
    });
    return element("tr", { class: d === depth ? "current" : null }, element("th", { scope: "row", text: d }), ...cells);
  });
  return scrolling("Every iteration", element("table", { class: "iterations" },
    element("caption", { text: "Nodes up to each iteration, with move and score" }),
    element("thead", {}, element("tr", {}, ...head.map((title, i) => element("th", { scope: "col", class: i ? "n" : null, text: title })))),
    element("tbody", {}, ...lines)));
}

const scrolling = (label, table) => element("div", { class: "wide", "data-label": label }, table);
