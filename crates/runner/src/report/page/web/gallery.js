// Positions that one variant solves and another does not, both ways, even and odd depths apart: the
// horizon falls on the other side's move.

const CARDS = 12; // shown of a group before "more"

// `pair`: [first, second] specifications; `open` takes a row and a depth.
function gallery(part, [first, second], open) {
  const title = (spec) => (part.variants.find((variant) => variant.spec === spec) || { title: spec }).title;
  const groups = [];
  for (const [name, odd] of [["Even depths", 0], ["Odd depths", 1]]) {
    const depths = part.reported.filter((depth) => depth % 2 === odd);
    if (depths.length === 0) continue;
    for (const [solves, fails] of [[first, second], [second, first]]) {
      const found = part.rows.map((row) => ({ row, depths: depths.filter((depth) => only(row, solves, fails, depth)) }))
        .filter((one) => one.depths.length > 0);
      groups.push(group(`${name} (${depths.join(", ")}): only ${title(solves)} solves`, found, [solves, fails], title, open));
    }
  }
  return groups;
}

// Does the one solve the position at this depth and the other not?
function only(row, solves, fails, depth) {
  const [one, other] = [solves, fails].map((spec) => (row.of[spec] || [])[depth]);
  return Boolean(one && other && one.solved === true && other.solved === false);
}

function group(name, found, pair, title, open) {
  const list = element("ul", { class: "cards" }), heading = element("h4", { text: `${name}: ${found.length}` });
  const more = element("button", { type: "button", class: "more" });
  const show = (upTo) => {
    const from = list.children.length;
    list.append(...found.slice(from, upTo).map((one) => element("li", {}, card(one, pair, title, open))));
    const left = found.length - list.children.length;
    more.hidden = left <= 0;
    more.textContent = `Show ${Math.min(left, 4 * CARDS)} more of ${left}`;
    if (from > 0 && list.children[from]) list.children[from].querySelector("button").focus();
  };
  more.addEventListener("click", () => show(list.children.length + 4 * CARDS));
  show(CARDS);
  return element("section", {}, heading, list, more);
}

function card({ row, depths }, pair, title, open) {
  const depth = depths[depths.length - 1], start = row.fen && fromFen(row.fen);
  const moves = pair.map((spec) => ({ spec, search: row.of[spec][depth] }));
  const texts = moves.map(({ spec, search }) => element("span", { class: colourOf(search),
    text: `${title(spec)}: ${moveOf(search)} ${markOf(search)}` }));
  const arrows = moves.flatMap(({ search }) => {
    const move = start && play(start, moveOf(search));
    return move ? [{ ...move, class: search.solved ? "solution" : "played" }] : [];
  });
  const button = element("button", { type: "button", class: "card", onclick: () => open(row, depth) },
    element("b", { text: `${row.id}, depth ${depths.join(", ")}` }), ...texts);
  if (start) button.prepend(board(start, row.id, arrows));
  return button;
}
