// A table of many rows of which only those in sight are in the document. Sorting and scrolling keep the
// focus; arrow keys go from row to row.

const ROW = 34; // pixels; as in explorer.css
const SPARE = 8; // rows above and below those in sight

// `open` is called with a row's value; `label` names the table.
class Rows {
  constructor(holder, label, open) {
    this.open = open;
    this.head = element("thead");
    this.body = element("tbody");
    this.table = element("table", { class: "rows", "aria-label": label }, this.head, this.body);
    this.box = element("div", { class: "rows-box", tabindex: "0", role: "group", "aria-label": label + ", scrolls" }, this.table);
    this.box.addEventListener("scroll", () => this.draw());
    this.box.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.box);
    holder.append(this.box);
    [this.columns, this.rows, this.kept, this.current] = [[], [], new Map(), null];
  }

  // Columns: [{ key, title, numeric, cell(row) -> { text, mark, class } }]; `sort`: { key, down }.
  show(columns, rows, sort, onSort) {
    const isNew = columns.map((c) => c.key + c.title).join("\n") !== this.columns.map((c) => c.key + c.title).join("\n");
    this.columns = columns;
    if (isNew) this.makeHead(onSort);
    [...this.head.rows[0].cells].forEach((th, i) => {
      const own = columns[i].key === sort.key;
      if (own) th.setAttribute("aria-sort", sort.down ? "descending" : "ascending");
      else th.removeAttribute("aria-sort");
      th.firstChild.lastChild.textContent = own ? (sort.down ? " ▼" : " ▲") : "";
    });
    this.rows = rows;
    this.kept.clear();
    this.table.setAttribute("aria-rowcount", rows.length + 1);
    this.draw(true);
  }

  makeHead(onSort) {
    const cells = this.columns.map((column) => element("th", { scope: "col", class: column.numeric ? "n" : null },
      element("button", { type: "button", onclick: () => onSort(column) },
        element("span", { text: column.title }), element("span", { "aria-hidden": "true" }))));
    this.head.replaceChildren(element("tr", {}, ...cells));
    this.box.scrollTop = 0;
  }

  mark(row) {
    this.current = row;
    for (const [one, tr] of this.kept) tr.classList.toggle("current", one === row);
  }

  draw(all) {
    const first = Math.max(0, Math.floor(this.box.scrollTop / ROW) - SPARE);
    const last = Math.min(this.rows.length, Math.ceil((this.box.scrollTop + this.box.clientHeight) / ROW) + SPARE);
    if (!all && this.first === first && this.last === last) return;
    const focused = this.body.contains(document.activeElement) ? document.activeElement.dataset.row : null;
    [this.first, this.last] = [first, last];
    const wanted = this.rows.slice(first, last);
    for (const row of this.kept.keys()) if (!wanted.includes(row)) this.kept.delete(row);
    const lines = wanted.map((row, i) => {
      if (!this.kept.has(row)) this.kept.set(row, this.line(row));
      const tr = this.kept.get(row);
      tr.setAttribute("aria-rowindex", first + i + 2);
      return tr;
    });
    const space = (n) => element("tr", { class: "space", "aria-hidden": "true", style: `height:${n * ROW}px` });
    this.body.replaceChildren(space(first), ...lines, space(this.rows.length - last));
    if (focused !== null) this.focus(focused);
  }

  line(row) {
    const cells = this.columns.map((column, i) => {
      const { text, mark, class: name } = column.cell(row);
      if (i === 0) {
        const button = element("button", { type: "button", class: "open", text, onclick: () => this.open(row), "data-row": row.index });
        return element("th", { scope: "row" }, button);
      }
      const shown = mark ? text + " " + mark : text;
      return element("td", { class: column.numeric ? "n" : null }, element("span", { class: name || null, text: shown }));
    });
    const tr = element("tr", { class: row === this.current ? "current" : null }, ...cells);
    tr.addEventListener("click", (event) => { if (!event.target.closest("button")) this.open(row); });
    return tr;
  }

  focus(index) {
    const button = this.body.querySelector(`button[data-row="${index}"]`);
    if (button) button.focus({ preventScroll: true });
    else this.box.focus({ preventScroll: true });
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], own = event.target.dataset.row;
    if (!step || own === undefined) return;
    event.preventDefault();
    const at = this.rows.findIndex((row) => String(row.index) === own) + step;
    if (at < 0 || at >= this.rows.length) return;
    this.reveal(at);
    this.focus(this.rows[at].index);
  }

  reveal(at) {
    const height = this.box.clientHeight - 2 * ROW, top = at * ROW;
    if (top < this.box.scrollTop) this.box.scrollTop = top;
    else if (top > this.box.scrollTop + height - ROW) this.box.scrollTop = top - height + ROW;
    this.draw();
  }
}
