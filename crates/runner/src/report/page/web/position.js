// Positions and moves in SAN, so that a line can be played. Only what records hold is expected: moves
// are legal; what is not understood gives null.

// Squares are 0 to 63 from a8; a square holds a letter as in FEN, or "".
function fromFen(fen) {
  const [placement, side, castling, passant] = fen.trim().split(/\s+/);
  const squares = [...placement.replace(/\//g, "")].flatMap((c) =>
    c >= "1" && c <= "8" ? Array(Number(c)).fill("") : [c]);
  if (squares.length !== 64) return null;
  return { squares, white: side === "w", castling: castling || "-", passant: squareOf(passant) };
}

const squareOf = (name) =>
  /^[a-h][1-8]$/.test(name || "") ? (8 - Number(name[1])) * 8 + name.charCodeAt(0) - 97 : null;
const file = (square) => square % 8;
const rank = (square) => Math.floor(square / 8); // 0 is the eighth
const isWhite = (piece) => piece !== "" && piece < "a";

// Does the piece on `from` attack `to`? Pawns' pushes are no attacks.
function attacks(squares, from, to) {
  const piece = squares[from], dx = file(to) - file(from), dy = rank(to) - rank(from);
  const [x, y] = [Math.abs(dx), Math.abs(dy)];
  switch (piece.toLowerCase()) {
    case "p": return x === 1 && dy === (isWhite(piece) ? -1 : 1);
    case "n": return x * y === 2;
    case "k": return Math.max(x, y) === 1;
    case "b": if (x !== y) return false; break;
    case "r": if (x * y !== 0) return false; break;
    case "q": if (x !== y && x * y !== 0) return false; break;
    default: return false;
  }
  const step = Math.sign(dx) + 8 * Math.sign(dy);
  if (step === 0) return false;
  for (let at = from + step; at !== to; at += step) if (squares[at] !== "") return false;
  return true;
}

function reaches(position, from, to) {
  const { squares } = position;
  if (squares[from].toLowerCase() !== "p") return attacks(squares, from, to);
  const forward = position.white ? -8 : 8;
  if (squares[to] !== "" || to === position.passant) return attacks(squares, from, to);
  const isFirst = rank(from) === (position.white ? 6 : 1);
  return to === from + forward ||
    (isFirst && to === from + 2 * forward && squares[from + forward] === "");
}

function inCheck(squares, white) {
  const king = squares.indexOf(white ? "K" : "k");
  return king >= 0 && squares.some((piece, from) =>
    piece !== "" && isWhite(piece) !== white && attacks(squares, from, king));
}

const passed = (position) => ({ ...position, white: !position.white, passant: null });

function moved(position, from, to, promoted) {
  const squares = [...position.squares], piece = squares[from];
  const isPawn = piece.toLowerCase() === "p", isKing = piece.toLowerCase() === "k";
  if (isPawn && to === position.passant) squares[to + (position.white ? 8 : -8)] = "";
  if (isKing && Math.abs(to - from) === 2) {
    const [rook, beside] = to > from ? [to + 1, to - 1] : [to - 2, to + 1];
    squares[beside] = squares[rook];
    squares[rook] = "";
  }
  squares[to] = promoted ? (position.white ? promoted : promoted.toLowerCase()) : piece;
  squares[from] = "";
  const passant = isPawn && Math.abs(to - from) === 16 ? (from + to) / 2 : null;
  return { ...position, squares, white: !position.white, passant };
}

// The position after a move with `from` and `to`; null where the text is no move there. `null` and
// `--` are a null move.
function play(position, san) {
  if (san === "null" || san === "--") return { position: passed(position), from: null, to: null };
  const king = position.squares.indexOf(position.white ? "K" : "k");
  const castling = /^[O0]-[O0](-[O0])?[+#]?$/.exec(san);
  if (castling) {
    const to = castling[1] ? king - 2 : king + 2;
    return { position: moved(position, king, to), from: king, to };
  }
  const parts = /^([KQRBN]?)([a-h]?)([1-8]?)[x-]?([a-h][1-8])(?:=?([QRBN]))?[+#!?]*$/.exec(san);
  if (!parts) return null;
  const [, letter, ofFile, ofRank, target, promoted] = parts, to = squareOf(target);
  const piece = position.white ? letter || "P" : (letter || "P").toLowerCase();
  for (let from = 0; from < 64; from++) {
    if (position.squares[from] !== piece || !reaches(position, from, to)) continue;
    if (ofFile && file(from) !== ofFile.charCodeAt(0) - 97) continue;
    if (ofRank && 8 - rank(from) !== Number(ofRank)) continue;
    const after = moved(position, from, to, promoted);
    if (!inCheck(after.squares, position.white)) return { position: after, from, to };
  }
  return null;
}

// The steps of a line, as far as it can be played: [{ san, position, from, to }].
function played(position, line) {
  const steps = [];
  for (const san of line.split(" ").filter((word) => word !== "")) {
    const step = play(position, san);
    if (!step) break;
    steps.push({ san, ...step });
    position = step.position;
  }
  return steps;
}
