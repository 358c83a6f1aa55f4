// The tree of a real search: the paper's Figure 2 to walk through, with a board beside it, and the same
// position under other variants.

function trees() {
  const place = $("tree");
  if (!place) return;
  const index = JSON.parse($("tree-index").textContent);
  if (index.length === 0) { place.hidden = true; return; }
  const read = new Map(), list = $("tree-list");
  let tree = null, current = null, event = -1;
  const expanded = new Set();

  const positions = [...new Set(index.map((one) => one.fen))];
  const of = (fen) => index.filter((one) => one.fen === fen);
  fill($("tree-position"), positions.map((fen) => [fen, fen]), positions[0]);
  $("tree-position").parentElement.hidden = positions.length < 2;
  fill($("tree-kind"), KINDS.map(([key, text]) => [key, text]), "all");

  async function show(about, moves, at) {
    if (!read.has(about.name)) {
      const data = JSON.parse(await unpack(about.data)), nodes = treeNodes(data.tree);
      read.set(about.name, { ...data, about, nodes, events: treeEvents(nodes), value: nodeValue(data.mate) });
    }
    tree = read.get(about.name);
    expanded.clear();
    $("tree-tabs").replaceChildren(...of(about.fen).map((one) => element("button", {
      type: "button", text: one.title, "aria-pressed": String(one === about), onclick: () => show(one, path(current)),
    })));
    $("tree-about").textContent = `${tree.title} to depth ${tree.depth}: ${count(tree.main_nodes)} main nodes in the last iteration; ` +
      `value ${tree.value(tree.tree.score)}, line ${tree.pv}.`;
    event = -1;
    const first = tree.events.findIndex((one) => one.kind === "zugzwang");
    if (at !== undefined && tree.nodes[at]) select(tree.nodes[at]);
    else if (moves) select(follow(moves));
    else if (first >= 0) step(first);
    else select(tree.nodes[0]);
  }

  // The moves from the root to a node.
  const path = (own) => (own && own.parent ? [...path(own.parent), own.node.move] : []);

  // The node that these moves reach, as far as the tree goes; of repeated searches the last.
  function follow(moves) {
    let own = tree.nodes[0];
    for (const move of moves) {
      const next = own.below.map((at) => tree.nodes[at]).filter((one) => one.node.move === move).pop();
      if (!next) break;
      own = next;
    }
    return own;
  }

  function select(own) {
    current = own;
    for (let up = own.parent; up; up = up.parent) expanded.add(up.place);
    draw();
  }

  function step(to) {
    event = to;
    const { at, kind } = tree.events[to];
    if (kind !== "cutoff") expanded.add(at.place);
    select(at);
  }

  const matching = (one) => KINDS.find(([key]) => key === $("tree-kind").value)[2](one.kind);
  // Without an event of its own a chosen node stands where the search entered it.
  function neighbour(direction) {
    const here = event >= 0 ? event : tree.events.findIndex((one) => one.at.place >= current.place) - (direction > 0 ? 1 : 0);
    for (let i = here + direction; i >= 0 && i < tree.events.length; i += direction) if (matching(tree.events[i])) return i;
    return -1;
  }

  function draw() {
    const focused = document.activeElement && list.contains(document.activeElement) ? [document.activeElement.dataset.node, document.activeElement.className] : null;
    list.replaceChildren(element("ul", {}, item(tree.nodes[0])));
    const steps = path(current);
    let at = fromFen(tree.fen), last = null;
    for (const move of steps) {
      last = play(at, move);
      if (!last) break;
      at = last.position;
    }
    $("tree-board").replaceChildren(board(at, steps.join(" ") || "Root", last ? [{ ...last, class: "played" }] : []));
    $("tree-path").textContent = (at.white ? "○ White" : "● Black") + " to move" + (steps.length ? " after " + steps.join(" ") : ", the root");
    const now = tree.events[event];
    $("tree-event").textContent = now ? eventText(now, tree.value) : about(current);
    const places = tree.events.filter(matching), number = places.indexOf(now) + 1;
    $("tree-count").textContent = places.length === 0 ? "no such event" : (number ? number + " of " : "") + places.length;
    for (const [id, direction] of [["tree-back", -1], ["tree-next", 1]]) $(id).disabled = neighbour(direction) < 0;
    if (focused && focused[0]) {
      const again = list.querySelector(`button.${focused[1].split(" ")[0]}[data-node="${focused[0]}"]`);
      if (again) again.focus({ preventScroll: true });
    }
    const line = list.querySelector("[aria-current]");
    if (line) list.scrollTop += line.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
  }

  const isVerifying = () => tree.variant.startsWith("vrfd");

  function about({ node }) {
    const parts = [`Depth ${minus(node.depth)}`];
    if (isVerifying() && node.window) parts.push(`verify = ${node.flags ? "true" : "false"}`);
    if (node.window) parts.push(`window ${node.window.map(tree.value).join(" to ")}`);
    if (node.by_table) parts.push(`value ${tree.value(node.score)} from the table`);
    else if (node.quiescence) parts.push("left to quiescence, below which nothing is recorded");
    else if (node.score !== undefined) parts.push(`value ${tree.value(node.score)} for the side to move`);
    return parts.join(", ") + ".";
  }

  function item(own) {
    const { node } = own, isOpen = expanded.has(own.place), has = own.below.length > 0;
    const toggle = has ? element("button", { type: "button", class: "fold", "data-node": own.place, "aria-expanded": String(isOpen),
      "aria-label": (isOpen ? "Fold " : "Unfold ") + (node.move || "root"), text: isOpen ? "▾" : "▸",
      onclick: () => { if (!expanded.delete(own.place)) expanded.add(own.place); if (!isOpen) draw(); else fold(own); } })
      : element("span", { class: "fold" });
    const name = element("button", { type: "button", class: "node" + (isNull(node) ? " null" : ""), "data-node": own.place,
      "aria-current": own === current ? "true" : null, onclick: () => { event = -1; remember("tree", { of: tree.about.name, node: own.place }); select(own); } },
      element("b", { text: node.move || "root" }), " d\u202f=\u202f" + minus(node.depth), ...badges(node));
    const line = element("li", {}, element("div", { class: "line" }, toggle, name));
    if (has && isOpen) line.append(below(own));
    return line;
  }

  // Folds what holds the chosen node: then this one is chosen.
  function fold(own) {
    for (let up = current; up; up = up.parent) if (up === own) current = own;
    draw();
  }

  function below(own) {
    const { node } = own, items = [];
    own.below.forEach((place, i) => {
      if (node.verification && i > 0 && i === own.below.findIndex((one) => !isNull(tree.nodes[one].node))) {
        items.push(element("li", { class: "turn reduced", text: `depth reduced to ${node.depth - 1}` }));
      }
      if (node.research === i) items.push(element("li", { class: "turn again", text: `zugzwang: searched again to depth ${node.depth}` }));
      items.push(item(tree.nodes[place]));
    });
    if (node.hidden) items.push(element("li", { class: "turn", text: `${node.hidden} more, not recorded` }));
    return element("ul", {}, ...items);
  }

  function badges(node) {
    const found = [];
    const add = (name, text) => found.push(" ", element("span", { class: "badge " + name, text }));
    if (node.null_cut) add("cut", "fail-high: cutoff");
    if (node.research !== undefined) add("again", "zugzwang");
    else if (node.verification) add("reduced", "fail-high: reduced");
    if (node.by_table) add("plain", "table");
    if (node.score !== undefined) found.push(" ", element("span", { class: "value", text: tree.value(node.score) }));
    return found;
  }

  const go = (direction) => {
    const to = neighbour(direction);
    if (to >= 0) { step(to); remember("tree", { of: tree.about.name, node: tree.events[to].at.place }); }
  };
  $("tree-back").addEventListener("click", () => go(-1));
  $("tree-next").addEventListener("click", () => go(1));
  $("tree-kind").addEventListener("change", () => draw());
  $("tree-position").addEventListener("change", (change) => show(of(change.target.value)[0]));
  const address = () => {
    const values = addressed("tree"), about = values && index.find((one) => one.name === values.get("of"));
    if (!about) return false;
    show(about, null, Number(values.get("node")) || 0);
    place.scrollIntoView();
    return true;
  };
  window.addEventListener("hashchange", address);
  if (!address()) whenNear(place, () => { if (!tree) show(index[0]); });
}
