// Every position of every run: choose, sort, filter, open, compare. The choice is in the address.

function explorer() {
  const place = $("explorer");
  if (!place) return;
  const parts = JSON.parse($("parts").textContent);
  const read = new Map(), suites = new Map(), titles = new Map();
  parts.forEach((about) => about.variants.forEach(({ spec, title }) => titles.set(spec, title)));
  const first = parts.find((about) => about.suite_data && about.name.startsWith("table")) || parts[0];
  if (!first) { place.hidden = true; return; }
  const START = { part: first.name, view: "table", depth: null, variants: "", measure: "move", sort: "index",
    down: "", filter: "", show: "all", pair: "", pos: "", line: "", ply: 0 };
  let state = { ...START }, part = null, table = null, open = null;

  // New values of the state; a quiet change is drawn by who makes it.
  function change(values, quiet) {
    Object.assign(state, values);
    save();
    if (!quiet) draw();
  }

  function save() {
    const differs = Object.entries(state).filter(([key, value]) => key === "part" || String(value ?? "") !== String(START[key] ?? ""));
    remember("explorer", Object.fromEntries(differs));
  }

  // From the address: what makes no sense is as at the start.
  function restore(values) {
    state = { ...START };
    for (const key of Object.keys(START)) if (values.has(key)) state[key] = values.get(key);
    if (!parts.some((about) => about.name === state.part)) state.part = first.name;
    state.depth = Number(state.depth) || null;
    state.ply = Number(state.ply) || 0;
  }

  async function load() {
    const about = parts.find((one) => one.name === state.part);
    $("explorer-status").textContent = "Unpacking " + about.name + " …";
    if (!read.has(about.name)) {
      const made = readPart(about, about.text || await unpack(about.data));
      read.set(about.name, made);
      if (about.suite_data) suites.set(about.suite, readEpd(await unpack(about.suite_data)));
    }
    if (state.part !== about.name) return;
    part = read.get(about.name);
    placePositions();
    draw();
  }

  // Gives rows their positions where the suite is ours or was opened by the reader.
  function placePositions() {
    const known = suites.get(part.suite);
    if (!known) return;
    for (const row of part.rows) {
      const found = known.get(row.id);
      if (found) [row.fen, row.task] = [found.fen, found.task];
    }
  }

  const shown = () => {
    const asked = state.variants.split(" ").filter(Boolean);
    const usual = part.variants.length <= 4 ? part.variants.map((v) => v.spec) : ["std:r=2", "std:r=3", "vrfd:r=3", part.reference];
    const found = part.variants.filter((v) => (asked.length ? asked : usual).includes(v.spec));
    return found.length ? found : part.variants.slice(0, 3);
  };

  function pairs() {
    const specs = part.variants.map((variant) => variant.spec), own = part.reference || specs[0];
    return specs.filter((spec) => spec !== own).map((spec) => [own, spec]);
  }

  function controls() {
    fill($("explorer-part"), parts.map((about) => [about.name, about.title]), state.part);
    const reported = (depth) => (part.reported.includes(depth) ? "" : " (not in the tables)");
    if (!part.depths.includes(state.depth)) state.depth = part.reported.filter((d) => part.depths.includes(d)).pop() || part.depths[part.depths.length - 1];
    fill($("explorer-depth"), part.depths.map((depth) => [depth, depth + reported(depth)]), state.depth);
    fill($("explorer-show"), [["all", "all positions"], ["differ", "solved by some of these"], ["none", "solved by none of these"],
      ...pairs().flatMap(([a, b]) => [[a, b], [b, a]]).map(([a, b]) => [`${a}>${b}`, `${titles.get(a) || a} solves, ${titles.get(b) || b} does not`])], state.show);
    state.show = $("explorer-show").value;
    const usual = pairs().find(([, b]) => b === "std:r=2") || pairs()[0];
    fill($("explorer-pair"), pairs().map(([a, b]) => [`${a}>${b}`, `${titles.get(a) || a} and ${titles.get(b) || b}`]), state.pair || (usual || []).join(">"));
    $("explorer-measure").value = state.measure;
    state.measure = $("explorer-measure").value || "move";
    $("explorer-measure").value = state.measure;
    if (document.activeElement !== $("explorer-filter")) $("explorer-filter").value = state.filter;
    const marked = shown().map((variant) => variant.spec);
    const boxes = $("explorer-variants");
    if (boxes.dataset.part !== part.name) {
      boxes.dataset.part = part.name;
      boxes.replaceChildren(element("legend", { text: "Variants" }), ...part.variants.map(({ spec, title }) => element("label", {},
        element("input", { type: "checkbox", value: spec, onchange: () => {
          const checked = [...boxes.querySelectorAll("input:checked")].map((box) => box.value);
          change({ variants: checked.join(" ") });
        } }), " " + title)));
    }
    for (const box of boxes.querySelectorAll("input")) box.checked = marked.includes(box.value);
    for (const view of ["table", "gallery"]) {
      $("explorer-to-" + view).setAttribute("aria-pressed", String(state.view === view));
      for (const node of place.querySelectorAll(".of-" + view)) node.hidden = state.view !== view;
    }
  }

  const cell = (row, variant) => (row.of[variant.spec] || [])[state.depth];
  const ratio = (row, variant) => {
    const [own, base] = [cell(row, variant), (row.of[part.reference] || [])[state.depth]];
    return own && base ? own.nodes / base.nodes : null;
  };
  const MEASURES = {
    move: { value: (row, v) => cell(row, v) && moveOf(cell(row, v)), text: String },
    nodes: { value: (row, v) => (cell(row, v) ? cell(row, v).nodes : null), text: count, numeric: true },
    ratio: { value: ratio, text: (value) => value.toFixed(2), numeric: true },
    score: { value: (row, v) => (cell(row, v) ? worth(cell(row, v)) : null), show: scoreText, numeric: true },
  };
  // Mates before all else, the sooner the better.
  const worth = ({ score, mate }) => (mate === null ? score : Math.sign(mate) * (1e6 - Math.abs(mate)));

  function columns() {
    const measure = MEASURES[state.measure];
    const of = (variant) => ({
      key: variant.spec, title: variant.title, numeric: measure.numeric, value: (row) => measure.value(row, variant) ?? null,
      cell: (row) => {
        const search = cell(row, variant), value = measure.value(row, variant);
        if (value === null || value === undefined) return { text: ABSENT };
        return { text: measure.show ? measure.show(search) : measure.text(value), mark: markOf(search), class: colourOf(search) };
      },
    });
    return [{ key: "index", title: "Position", value: (row) => row.index, cell: (row) => ({ text: row.id }) }, ...shown().map(of)];
  }

  function chosen() {
    const text = state.filter.trim().toLowerCase(), variants = shown(), [solves, fails] = state.show.split(">");
    return part.rows.filter((row) => {
      const searches = variants.map((variant) => cell(row, variant)).filter(Boolean);
      const solved = searches.map((search) => search.solved).filter((one) => one !== null);
      if (fails && !only(row, solves, fails, state.depth)) return false;
      if (state.show === "differ" && !(solved.includes(true) && solved.includes(false))) return false;
      if (state.show === "none" && (solved.length === 0 || solved.includes(true))) return false;
      return text === "" || row.id.toLowerCase().includes(text) || searches.some((search) => moveOf(search).toLowerCase().includes(text));
    });
  }

  // Absent values stay last in both directions.
  function sorted(rows, column) {
    const compare = (a, b) => {
      const [x, y] = [column.value(a), column.value(b)];
      if (x === null || y === null) return (x === null) - (y === null) || a.index - b.index;
      const order = typeof x === "string" ? (x < y ? -1 : x > y ? 1 : 0) : x - y;
      return (state.down ? -order : order) || a.index - b.index;
    };
    return rows.sort(compare);
  }

  function draw() {
    controls();
    if (state.view === "gallery") {
      const pair = $("explorer-pair").value.split(">");
      $("explorer-gallery").replaceChildren(...(pair.length === 2 ? gallery(part, pair, (row, depth) => select(row, { depth })) : []));
      $("explorer-status").textContent = part.name + " at the depths of the tables";
    } else {
      const list = columns(), column = list.find((one) => one.key === state.sort) || list[0];
      const rows = sorted(chosen(), column);
      table ||= new Rows($("explorer-table"), "Positions", (row) => select(row, {}));
      table.show(list, rows, { key: column.key, down: state.down }, (one) =>
        change({ sort: one.key, down: one.key === state.sort ? (state.down ? "" : "1") : one.numeric ? "1" : "" }));
      $("explorer-status").textContent = `${count(rows.length)} of ${count(part.rows.length)} positions`;
    }
    drawDetail();
  }

  function select(row, values) {
    change({ pos: row.id, ply: 0, ...values });
    $("explorer-detail").scrollIntoView({ block: "nearest" });
  }

  // The position asked for, and its neighbours in the table.
  function drawDetail() {
    const row = part.rows.find((one) => one.id === state.pos) || null, box = $("explorer-detail");
    const list = state.view === "table" ? table.rows : part.rows, at = list.indexOf(row);
    if (table) table.mark(row);
    box.hidden = row === null;
    if (row === null) return;
    const kept = document.activeElement && box.contains(document.activeElement)
      ? document.activeElement.dataset.line || document.activeElement.getAttribute("aria-label") : null;
    const to = (step, name, sign) => element("button", { type: "button", "aria-label": name, title: name, text: sign,
      disabled: list[at + step] && at >= 0 ? null : "", onclick: () => {
        if (state.view === "table") table.reveal(at + step);
        change({ pos: list[at + step].id, ply: 0 });
      } });
    box.replaceChildren(
      element("div", { class: "steps" }, element("h3", { text: row.id }), to(-1, "Previous position", "▲"), to(1, "Next position", "▼"),
        element("button", { type: "button", "aria-label": "Close", title: "Close", text: "✕", onclick: () => { change({ pos: "" }); if (table) table.focus(row.index); } })),
      detail(part, row, shown(), state, change));
    markScrolling();
    const again = kept && [...box.querySelectorAll("button")].find((one) => one.dataset.line === kept || one.getAttribute("aria-label") === kept);
    if (again) again.focus();
  }

  own({ parts, suites, titles, current: () => part, show: (name) => { change({ ...START, part: name }, true); return load(); },
    positionsRead: () => { placePositions(); draw(); } });
  $("explorer-part").addEventListener("change", () => {
    state = { ...START, part: $("explorer-part").value, measure: state.measure, view: state.view };
    save();
    load();
  });
  for (const [id, key] of [["show", "show"], ["measure", "measure"], ["pair", "pair"]]) {
    $("explorer-" + id).addEventListener("change", (event) => change({ [key]: event.target.value }));
  }
  $("explorer-depth").addEventListener("change", (event) => change({ depth: Number(event.target.value), ply: 0 }));
  $("explorer-filter").addEventListener("input", (event) => change({ filter: event.target.value }));
  for (const view of ["table", "gallery"]) $("explorer-to-" + view).addEventListener("click", () => change({ view }));
  place.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  const address = () => {
    const values = addressed("explorer");
    if (!values) return false;
    restore(values);
    load();
    place.scrollIntoView();
    return true;
  };
  window.addEventListener("hashchange", address);
  if (!address()) whenNear(place, () => { if (!part) load(); });
}
