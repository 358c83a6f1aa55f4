// Elements, numbers, packed data and the state in the address: what all other parts use.

const $ = (id) => document.getElementById(id);

// `attributes`: `class`, `text`, listeners as `onclick`, else attributes; null leaves one out.
function element(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined) continue;
    if (key === "text") node.textContent = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function drawing(name, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  node.append(...children);
  return node;
}

// Fills a select with [value, text] pairs, and keeps its choice where that is still there.
function fill(select, pairs, chosen) {
  select.replaceChildren(...pairs.map(([value, text]) => element("option", { value, text })));
  const values = pairs.map(([value]) => String(value));
  select.value = values.includes(String(chosen)) ? chosen : values[0];
}

const count = (n) => n.toString().replace(/\B(?=(\d{3})+$)/g, ",");
const ABSENT = "–";

// "+113" centipawns or "#4", for the side to move.
function scoreText(search) {
  const sign = (n) => (n < 0 ? "−" : "");
  if (search.mate !== null) return "#" + sign(search.mate) + Math.abs(search.mate);
  if (search.score === null) return ABSENT;
  return (search.score > 0 ? "+" : sign(search.score)) + count(Math.abs(search.score));
}

const inflate = (blob) =>
  new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))).text();

// The text of a packed element: gzip in Base64.
function unpack(id) {
  const bytes = atob($(id).textContent);
  return inflate(new Blob([Uint8Array.from(bytes, (c) => c.charCodeAt(0))]));
}

// The address ends in `#PLACE?KEY=VALUE&...`.
function addressed(place) {
  const [own, values] = location.hash.slice(1).split("?");
  return own === place ? new URLSearchParams(values || "") : null;
}

function remember(place, state) {
  const given = Object.entries(state).filter(([, value]) => value !== null && value !== "");
  history.replaceState(null, "", "#" + place + "?" + new URLSearchParams(given));
}

// Calls once, when an element is about to be seen.
function whenNear(node, call) {
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    call();
  }, { rootMargin: "400px" });
  watch.observe(node);
}
