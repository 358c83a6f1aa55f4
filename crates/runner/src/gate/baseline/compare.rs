//! Compares two baselines: the first iteration that changed, and the totals of each variant.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Baseline, Key, Value};
use crate::base::number::{percent, thousands};

/// The first difference and the number of differences; `None` if there is none.
pub(crate) fn compare(before: &Baseline, after: &Baseline) -> Option<String> {
    let gone = before.values.keys().filter(|key| !after.values.contains_key(key));
    let moved = after.values.iter().filter(|(key, value)| before.values.get(key) != Some(value));
    let keys: BTreeSet<&Key> = gone.chain(moved.map(|(key, _)| key)).collect();
    let first = *keys.first()?;
    let what = match (before.values.get(first), after.values.get(first)) {
        (Some(before), Some(after)) => difference(before, after),
        (None, _) => "it is new".to_owned(),
        (_, None) => "it is gone".to_owned(),
    };
    let Key { position, variant, depth } = first;
    let all = thousands(after.values.len().max(keys.len()) as u64);
    Some(format!(
        "first to move: {}, {}, depth {depth}: {what}\n{} of {all} iterations moved",
        position.1,
        variant.1,
        thousands(keys.len() as u64)
    ))
}

fn difference(before: &Value, after: &Value) -> String {
    let mut parts = Vec::new();
    if before.nodes != after.nodes {
        let change = percent(after.nodes, before.nodes).unwrap_or_default();
        let (old, new) = (thousands(before.nodes), thousands(after.nodes));
        parts.push(format!("nodes {old} -> {new} ({change})"));
    }
    if before.score != after.score {
        parts.push(format!("score {} -> {}", before.score, after.score));
    }
    if before.best_move != after.best_move {
        parts.push(format!("best move {} -> {}", before.best_move, after.best_move));
    }
    parts.join(", ")
}

/// Nodes of each variant at the deepest iterations, before and after, as a Markdown table.
pub(crate) fn totals(before: &Baseline, after: &Baseline) -> String {
    let total = |baseline: &Baseline, variant: &str| -> Option<u64> {
        let deepest = |key: &&Key| key.variant.1 == variant && key.depth == baseline.scope.depth;
        let keys = baseline.values.keys().filter(deepest);
        let nodes: Vec<u64> = keys.map(|key| baseline.values[key].nodes).collect();
        (!nodes.is_empty()).then(|| nodes.iter().sum())
    };
    let mut variants = before.scope.variants.clone();
    variants.extend(
        after.scope.variants.iter().filter(|v| !before.scope.variants.contains(v)).cloned(),
    );
    let mut text =
        "| variant | nodes before | nodes after | change |\n|---|--:|--:|--:|\n".to_owned();
    for variant in &variants {
        let (old, new) = (total(before, variant), total(after, variant));
        let shown = |count: Option<u64>| count.map_or(String::new(), thousands);
        let change = new.zip(old).filter(|(new, old)| new != old);
        let change = change.and_then(|(new, old)| percent(new, old)).unwrap_or_default();
        let _ = writeln!(text, "| {variant} | {} | {} | {change} |", shown(old), shown(new));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::baseline::Scope;

    fn baseline(nodes: [u64; 3]) -> Baseline {
        let variants = vec!["none".to_owned(), "std:r=2".to_owned()];
        let scope = Scope { depth: 1, variants, ..Scope::default() };
        let key = |position: u32, variant: usize| Key {
            position: (position, format!("p{position}")),
            variant: (variant, scope.variants[variant].clone()),
            depth: 1,
        };
        let value = |nodes| Value { nodes, score: "3".into(), best_move: "e4".into() };
        let keys = [key(0, 0), key(0, 1), key(10, 1)];
        let values = keys.into_iter().zip(nodes.map(value)).collect();
        Baseline { scope, values }
    }

    #[test]
    fn the_same_counts_are_no_change() {
        assert_eq!(compare(&baseline([1, 2, 3]), &baseline([1, 2, 3])), None);
    }

    #[test]
    fn the_first_to_move_is_named_with_the_amount_and_the_totals_follow() {
        let (before, after) = (baseline([10, 200, 300]), baseline([10, 210, 330]));
        let change = compare(&before, &after).unwrap();
        assert_eq!(
            change,
            "first to move: p0, std:r=2, depth 1: nodes 200 -> 210 (+5.00%)\n2 of 3 iterations moved"
        );
        let totals = totals(&before, &after);
        assert!(totals.contains("| none | 10 | 10 |  |"), "{totals}");
        assert!(totals.contains("| std:r=2 | 500 | 540 | +8.00% |"), "{totals}");
    }

    #[test]
    fn scores_moves_and_missing_iterations_count_as_changes() {
        let before = baseline([1, 2, 3]);
        let mut after = before.clone();
        let key = after.values.keys().nth(1).unwrap().clone();
        after.values.insert(key, Value { nodes: 2, score: "#1".into(), best_move: "d4".into() });
        let change = compare(&before, &after).unwrap();
        assert!(change.contains("depth 1: score 3 -> #1, best move e4 -> d4"), "{change}");
        after.values.pop_first();
        assert!(compare(&before, &after).unwrap().contains("p0, none, depth 1: it is gone"));
        assert!(compare(&after, &before).unwrap().contains("p0, none, depth 1: it is new"));
    }
}
