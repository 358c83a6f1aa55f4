// The tree of a search as a list of nodes and a list of what happened, both in the order of the search.

// Nodes: { node, parent, ply, place } with `place` in the list; `below` are the children's places.
function treeNodes(root) {
  const nodes = [];
  const add = (node, parent, ply) => {
    const own = { node, parent, ply, place: nodes.length, below: [] };
    nodes.push(own);
    own.below = (node.children || []).map((child) => add(child, own, ply + 1));
    return own.place;
  };
  add(root, null, 0);
  return nodes;
}

const isNull = (node) => node.move === "null";

// Events: { kind, at }: a null move, a fail-high that cuts off or reduces, a zugzwang, the end of a re-search.
function treeEvents(nodes) {
  const events = [];
  const visit = (own) => {
    const { node } = own, children = own.below.map((place) => nodes[place]);
    const after = () => {
      if (node.null_cut) events.push({ kind: "cutoff", at: own });
      if (node.verification) events.push({ kind: "reduction", at: own });
    };
    children.forEach((child, i) => {
      if (node.research === i) events.push({ kind: "zugzwang", at: own });
      if (isNull(child.node)) events.push({ kind: "null", at: child });
      visit(child);
      if (isNull(child.node)) after();
    });
    if (node.research === children.length) events.push({ kind: "zugzwang", at: own });
    if (node.research !== undefined) events.push({ kind: "re-search", at: own });
  };
  visit(nodes[0]);
  return events;
}

const KINDS = [
  ["all", "any event", () => true],
  ["reduction", "reductions, zugzwangs", (kind) => kind === "reduction" || kind === "zugzwang" || kind === "re-search"],
  ["zugzwang", "zugzwangs", (kind) => kind === "zugzwang" || kind === "re-search"],
];

// What happened, in words; `value` writes a score.
function eventText({ kind, at }, value) {
  const { node } = at, beta = node.window ? value(node.window[1]) : "beta";
  switch (kind) {
    case "null":
      return "Null move: the side to move passes, and the reply is searched " +
        (node.quiescence ? "by quiescence, as the reduced depth is " + minus(node.depth) : "to depth " + node.depth) + ".";
    case "cutoff":
      return `Fail-high: the null move's value is at least β = ${beta}. The node is cut off, none of its moves searched.`;
    case "reduction":
      return `Fail-high: the null move's value is at least β = ${beta}. As verify is true there is no cutoff: the depth goes ` +
        `from ${node.depth} to ${node.depth - 1}, and verify is false below.`;
    case "zugzwang":
      return `Zugzwang: every move of the reduced search stayed below β = ${beta}, although passing reached it. The depth goes ` +
        `back to ${node.depth}, verify to true, and the moves are searched again.`;
    case "re-search":
      return `The re-search is done: its value ${value(node.score)} is ${node.score >= node.window[1] ? "at least" : "below"} β = ${beta}. ` +
        (node.score >= node.window[1] ? "The reduced search had missed it." : "The null move's cutoff would have been wrong.");
  }
  return "";
}

const minus = (n) => (n < 0 ? "−" : "") + Math.abs(n);

// Centipawns, or "#2" where the value is a mate seen from the root.
function nodeValue(mate) {
  return (score) => {
    if (score === undefined || score === null) return "?";
    if (Math.abs(score) > mate) return score < 0 ? "−∞" : "∞";
    if (Math.abs(score) > mate - 128) return "#" + (score < 0 ? "−" : "") + Math.ceil((mate - Math.abs(score)) / 2);
    return (score > 0 ? "+" : "") + minus(score);
  };
}
