//! "Did you mean ...?": the name that is most like what was typed.

/// The name closest to `typed`, if it takes at most a third of its letters to get there.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let distances = names.into_iter().map(|name| (distance(typed, name), name));
    let close = distances.filter(|(distance, name)| 3 * distance <= name.len());
    close.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// Letters to insert, remove or exchange (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let exchanged = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = exchanged.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_is_recognised_and_another_word_is_not() {
        let names = ["killers", "history", "hash-entries"];
        assert_eq!(nearest("kilers", names), Some("killers"));
        assert_eq!(nearest("hash_entires", names), Some("hash-entries"));
        assert_eq!(nearest("aspiration", names), None);
        assert_eq!(nearest("", names), None);
    }
}
