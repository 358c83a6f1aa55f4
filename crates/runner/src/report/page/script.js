"use strict";
// The table of all positions: choose, sort, filter, open. No framework, no network.
(function () {
  const holder = document.getElementById("positions");
  if (!holder) return;
  const runs = JSON.parse(document.getElementById("position-data").textContent);
  const $ = (id) => document.getElementById(id);
  const table = $("position-table"), head = table.tHead, body = table.tBodies[0];
  let sort = { column: 0, down: false };

  const element = (name, text, attributes) => {
    const node = document.createElement(name);
    if (text !== undefined && text !== null) node.textContent = text;
    for (const key in attributes || {}) node.setAttribute(key, attributes[key]);
    return node;
  };
  const option = (select, value, text) => select.append(element("option", text, { value }));
  const run = () => runs[$("run").value];
  const at = () => Number($("depth").value);
  const count = (n) => n.toString().replace(/\B(?=(\d{3})+$)/g, ",");

  // Columns: position, then for each variant nodes, ratio to the reference, and the move.
  function columns() {
    const own = run(), list = [{ title: "Position", value: (row) => row.index, numeric: false }];
    own.variants.forEach((title, v) => {
      const cell = (row) => row.cells[at()][v];
      list.push({ title: title + ": nodes", numeric: true, value: (row) => cell(row) && cell(row)[0] });
      if (own.reference !== null && own.reference !== v) {
        list.push({ title: "ratio", numeric: true, ratio: true, value: (row) => {
          const base = row.cells[at()][own.reference];
          return cell(row) && base ? cell(row)[0] / base[0] : null;
        } });
      }
      list.push({ title: "move", numeric: false, v, value: (row) => cell(row) && cell(row)[2] });
    });
    return list;
  }

  function chosen() {
    const text = $("filter").value.trim().toLowerCase(), which = $("which").value;
    return run().rows.filter((row) => {
      const cells = row.cells[at()];
      const solved = cells.filter((c) => c && c[1] !== null).map((c) => c[1]);
      if (which === "differ" && (!solved.includes(true) || !solved.includes(false))) return false;
      if (which === "none" && (solved.length === 0 || solved.includes(true))) return false;
      return text === "" || row.id.toLowerCase().includes(text) ||
        cells.some((c) => c && c[2] && c[2].toLowerCase().includes(text));
    });
  }

  // Absent values stay last in both directions.
  function compare(a, b) {
    if (a === null || b === null) return (a === null) - (b === null);
    const order = typeof a === "string" ? (a < b ? -1 : a > b ? 1 : 0) : a - b;
    return sort.down ? -order : order;
  }

  function draw() {
    const list = columns();
    if (sort.column >= list.length) sort = { column: 0, down: false };
    const row = element("tr");
    list.forEach((column, i) => {
      const th = element("th", null, { scope: "col" });
      if (column.numeric) th.className = "n";
      const sorted = i === sort.column;
      if (sorted) th.setAttribute("aria-sort", sort.down ? "descending" : "ascending");
      const button = element("button", column.title + (sorted ? (sort.down ? " ▼" : " ▲") : ""), { type: "button" });
      button.addEventListener("click", () => {
        sort = { column: i, down: i === sort.column ? !sort.down : column.numeric };
        draw();
      });
      th.append(button);
      row.append(th);
    });
    head.replaceChildren(row);
    const rows = chosen(), value = list[sort.column].value;
    rows.sort((a, b) => compare(value(a), value(b)) || a.index - b.index);
    body.replaceChildren(...rows.map((one) => line(one, list)));
    $("count").textContent = rows.length + " of " + run().rows.length + " positions";
  }

  function line(row, list) {
    const tr = element("tr", null, { class: "main" });
    for (const column of list) {
      const value = column.value(row), td = element("td");
      if (column === list[0]) td.textContent = row.id + (row.own ? " ▸" : "");
      else if (value === null) td.textContent = "–";
      else if (column.ratio) td.textContent = value.toFixed(2);
      else if (column.numeric) td.textContent = count(value);
      else {
        const solved = row.cells[at()][column.v][1];
        const mark = solved === null ? "" : solved ? " ✓" : " ✗";
        td.append(element("span", value + mark, { class: solved === null ? "" : solved ? "yes" : "no" }));
      }
      if (column.numeric) td.className = "n";
      tr.append(td);
    }
    if (row.own) {
      tr.tabIndex = 0;
      const toggle = () => {
        if (tr.nextSibling && tr.nextSibling.className === "detail") tr.nextSibling.remove();
        else tr.after(detail(row, list.length));
      };
      tr.addEventListener("click", toggle);
      tr.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); toggle(); }
      });
    }
    return tr;
  }

  function detail(row, span) {
    const tr = element("tr", null, { class: "detail" }), td = element("td", null, { colspan: span });
    const box = element("div", null, { class: "opened" }), texts = element("div", null, { class: "pv" });
    texts.append(element("p", row.own.fen), element("p", row.own.task));
    run().variants.forEach((title, v) => {
      if (row.own.pvs[at()][v]) texts.append(element("p", title + ": " + row.own.pvs[at()][v]));
    });
    box.append(board(row.own.fen), texts);
    td.append(box);
    tr.append(td);
    return tr;
  }

  // Pieces in a square of 40 by 40.
  const PIECES = {
    p: "M20 9a5 5 0 0 1 3.5 8.6c3 2.2 4 6.400 4.500 11.400h-16c.5-5 1.500-9.200 4.500-11.400A5 5 0 0 1 20 9zM10 31h20v4H10z",
    r: "M10 8h5v4h2.500V8h5v4H25V8h5v8l-3 3v9l3 3v4H10v-4l3-3v-9l-3-3z",
    n: "M14 35h18c0-14-3-22-13-24l-1-4-3 4c-5 4-7 9-8 14l3 3 4-3 5-1c-1 4-5 6-5 11z",
    b: "M20 5a2.500 2.500 0 0 1 1.500 4.500c5 4 7.500 8 5.500 13.500l-2 4H15l-2-4c-2-5.500.5-9.500 5.500-13.500A2.500 2.500 0 0 1 20 5zM10 30h20v5H10z",
    q: "M7 12l6 9 1-13 6 12 6-12 1 13 6-9-4 17H11zM11 31h18v4H11z",
    k: "M18.500 4h3v3h3v3h-3v4c6-4 13 0 10.500 7.500L28 29H12l-4-7.500C5.500 14 12.500 10 18.500 14v-4h-3V7h3zM11 31h18v4H11z",
  };

  function board(fen) {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    const add = (name, attributes) => {
      const node = document.createElementNS(space, name);
      for (const key in attributes) node.setAttribute(key, attributes[key]);
      svg.append(node);
    };
    svg.setAttribute("viewBox", "0 0 320 320");
    svg.setAttribute("class", "board");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", "Position " + fen);
    fen.split(" ")[0].split("/").forEach((rank, y) => {
      for (let x = 0; x < 8; x++) {
        add("rect", { x: x * 40, y: y * 40, width: 40, height: 40, fill: (x + y) % 2 ? "#a9b8c4" : "#eef1f3" });
      }
      let x = 0;
      for (const c of rank) {
        if (c >= "1" && c <= "8") { x += Number(c); continue; }
        const white = c !== c.toLowerCase();
        add("path", { d: PIECES[c.toLowerCase()], transform: "translate(" + x * 40 + " " + y * 40 + ")",
          fill: white ? "#ffffff" : "#26292c", stroke: white ? "#26292c" : "#e8e8e8", "stroke-width": 1.5 });
        x++;
      }
    });
    return svg;
  }

  function depths() {
    $("depth").replaceChildren();
    run().depths.forEach((depth, i) => option($("depth"), i, depth));
    $("depth").value = run().depths.length - 1;
  }

  runs.forEach((one, i) => option($("run"), i, one.title));
  if (runs.length === 0) { holder.hidden = true; return; }
  $("run").addEventListener("change", () => { sort = { column: 0, down: false }; depths(); draw(); });
  for (const id of ["depth", "which"]) $(id).addEventListener("change", draw);
  $("filter").addEventListener("input", draw);
  holder.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  depths();
  draw();
})();
