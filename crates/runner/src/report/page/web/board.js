// The board of a position as a drawing: coordinates, arrows, side to move.

// Pieces in a square of 40 by 40.
const PIECES = {
  p: "M20 9a5 5 0 0 1 3.5 8.6c3 2.2 4 6.4 4.5 11.4h-16c.5-5 1.5-9.2 4.5-11.4A5 5 0 0 1 20 9zM10 31h20v4H10z",
  r: "M10 8h5v4h2.5V8h5v4H25V8h5v8l-3 3v9l3 3v4H10v-4l3-3v-9l-3-3z",
  n: "M14 35h18c0-14-3-22-13-24l-1-4-3 4c-5 4-7 9-8 14l3 3 4-3 5-1c-1 4-5 6-5 11z",
  b: "M20 5a2.5 2.5 0 0 1 1.5 4.5c5 4 7.5 8 5.5 13.5l-2 4H15l-2-4c-2-5.5.5-9.5 5.5-13.5A2.5 2.5 0 0 1 20 5zM10 30h20v5H10z",
  q: "M7 12l6 9 1-13 6 12 6-12 1 13 6-9-4 17H11zM11 31h18v4H11z",
  k: "M18.5 4h3v3h3v3h-3v4c6-4 13 0 10.5 7.5L28 29H12l-4-7.5C5.5 14 12.5 10 18.5 14v-4h-3V7h3zM11 31h18v4H11z",
};

// `arrows`: [{ from, to, class }]. `what` names the position for those who cannot see it.
function board(position, what, arrows) {
  const side = position.white ? "White to move" : "Black to move";
  const svg = drawing("svg", {
    viewBox: "-16 -2 338 338", class: "board", role: "img", "aria-label": what + ", " + side + ": " + spoken(position),
  });
  for (let square = 0; square < 64; square++) {
    const [x, y] = [file(square) * 40, rank(square) * 40];
    svg.append(drawing("rect", { x, y, width: 40, height: 40, class: (file(square) + rank(square)) % 2 ? "dark" : "light" }));
    const piece = position.squares[square];
    if (piece !== "") {
      svg.append(drawing("path", {
        d: PIECES[piece.toLowerCase()], transform: `translate(${x} ${y})`, class: isWhite(piece) ? "white" : "black",
      }));
    }
  }
  for (let i = 0; i < 8; i++) {
    const across = drawing("text", { x: i * 40 + 20, y: 333, class: "coordinate" });
    const down = drawing("text", { x: -8, y: i * 40 + 24, class: "coordinate" });
    across.textContent = "abcdefgh"[i];
    down.textContent = 8 - i;
    svg.append(across, down);
  }
  for (const one of arrows || []) if (one.from !== null) svg.append(arrow(one));
  return svg;
}

function arrow({ from, to, class: name }) {
  const [x, y] = [file(from) * 40 + 20, rank(from) * 40 + 20];
  const [dx, dy] = [(file(to) - file(from)) * 40, (rank(to) - rank(from)) * 40];
  const length = Math.hypot(dx, dy), angle = Math.atan2(dy, dx) * 180 / Math.PI;
  const neck = length - 14;
  return drawing("path", {
    class: "arrow " + name, transform: `translate(${x} ${y}) rotate(${angle.toFixed(2)})`,
    d: `M6 -4H${neck.toFixed(1)}V-10L${length.toFixed(1)} 0L${neck.toFixed(1)} 10V4H6z`,
  });
}

// "White Ke1 Qd1 a2, Black Ke8".
function spoken(position) {
  const of = (white) => position.squares.flatMap((piece, square) =>
    piece !== "" && isWhite(piece) === white
      ? [piece.toUpperCase().replace("P", "") + "abcdefgh"[file(square)] + (8 - rank(square))] : []);
  return "White " + of(true).join(" ") + ", Black " + of(false).join(" ");
}
