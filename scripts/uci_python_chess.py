#!/usr/bin/env python3
"""Drives the engine with python-chess, an independent client.

    pip install chess
    cargo build --release
    python3 scripts/uci_python_chess.py target/release/vnmp [--games 20]

Analyses, stops an endless analysis, compares node counts with `vnmp search`, and plays fast games
on a clock against itself, checking that no game is lost on time and every move is legal.
Exits with 1 and a sentence at the first failure.
"""

import argparse
import json
import subprocess
import sys
import time

try:
    import chess
    import chess.engine
except ImportError:
    print("missing: python-chess; pip install chess", file=sys.stderr)
    sys.exit(77)

FEN = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"


def check(condition, sentence):
    if not condition:
        sys.exit(f"FAILED: {sentence}")


def options_and_identity(engine):
    check(engine.id["name"].startswith("vnmp"), f"unexpected name {engine.id}")
    for name in ("Hash", "Variant", "Specification", "Evaluation"):
        check(name in engine.options, f"option {name} is not declared")
    engine.configure({"Hash": 16, "Variant": "r2", "Evaluation": "mobility"})
    engine.configure({"Hash": 64, "Variant": "v3", "Evaluation": "pst"})


def node_counts(engine, program):
    for variant in engine.options["Variant"].var:
        engine.configure({"Variant": variant})
        info = engine.analyse(chess.Board(FEN), chess.engine.Limit(depth=6))
        command = [program, "search", FEN, "-v", variant, "-d", "6", "--format", "json"]
        report = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        last = report["iterations"][-1]
        check(
            (info["depth"], info["nodes"]) == (last["depth"], last["nodes"]),
            f"{variant}: UCI says {info['nodes']}, vnmp search {last['nodes']}",
        )
        check(info["pv"][0] == chess.Board(FEN).parse_san(last["best_move"]), variant)
    engine.configure({"Variant": "v3"})
    print("node counts of go depth 6 equal those of vnmp search for every preset")


def stop(engine, latency):
    latencies = []
    for _ in range(10):
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 4:
                    break
            begun = time.monotonic()
            analysis.stop()
            best = analysis.wait()
            latencies.append(time.monotonic() - begun)
        check(best.move in chess.Board().legal_moves, f"illegal {best.move}")
    latencies.sort()
    check(latencies[5] < latency, f"stop took {latencies}")
    print(f"stop: median {1000 * latencies[5]:.1f} ms, worst {1000 * latencies[-1]:.1f} ms")


def limits(engine):
    board = chess.Board()
    move = engine.play(board, chess.engine.Limit(time=0.1)).move
    check(move in board.legal_moves, "movetime")
    engine.play(board, chess.engine.Limit(nodes=5000))
    mate = chess.Board("2r3k1/5ppp/8/8/8/8/4RPPP/4R1K1 w - - 0 1")
    info = engine.analyse(mate, chess.engine.Limit(mate=2))
    check(info["score"].relative == chess.engine.Mate(2), f"mate in 2: {info}")
    only = [chess.Move.from_uci("a2a3")]
    result = engine.play(board, chess.engine.Limit(depth=4), root_moves=only)
    check(result.move == only[0], "searchmoves")
    ended = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    result = engine.play(ended, chess.engine.Limit(depth=4))
    check(result.move is None, f"a move {result.move} in a stalemate")
    engine.ping()


def game(engine, number, seconds, increment):
    """One game of the engine against itself, on Python's clock. None if a side loses on time."""
    board = chess.Board()
    clocks = [seconds, seconds]
    while not board.is_game_over(claim_draw=True):
        side = 0 if board.turn == chess.WHITE else 1
        limit = chess.engine.Limit(
            white_clock=clocks[0], black_clock=clocks[1], white_inc=increment, black_inc=increment
        )
        begun = time.monotonic()
        result = engine.play(board, limit, game=number)
        clocks[side] -= time.monotonic() - begun
        if clocks[side] <= 0:
            print(f"game {number + 1}: lost on time at ply {board.ply()}")
            return None
        clocks[side] += increment
        board.push(result.move)
    return board.result(claim_draw=True), board.ply(), min(clocks)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--increment", type=float, default=0.02)
    parser.add_argument("--latency", type=float, default=0.05, help="of stop, median, in seconds")
    arguments = parser.parse_args()
    with chess.engine.SimpleEngine.popen_uci(arguments.program) as engine:
        options_and_identity(engine)
        node_counts(engine, arguments.program)
        stop(engine, arguments.latency)
        limits(engine)
        for number in range(arguments.games):
            # A busy machine may hold up the engine in one game, but not in three.
            tries = (game(engine, number, arguments.seconds, arguments.increment) for _ in range(3))
            played = next(filter(None, tries), None)
            check(played, "lost on time in each of three tries")
            print("game %d: %s after %d plies, least left %.2f s" % (number + 1, *played))
    print("all well")


if __name__ == "__main__":
    main()
