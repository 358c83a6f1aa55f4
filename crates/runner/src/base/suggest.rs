//! Suggests what a user may have meant by an unknown name.

/// The most similar of the names as a question behind a message; empty if none is similar, or the name
/// itself is known and something else is missing.
pub(crate) fn did_you_mean<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    const SIMILAR: f64 = 0.75; // a letter wrong, missing or moved in a short name
    // in names as short as 'v3', a letter too many
    let is_near = |name| typed.len() > 2 && strsim::osa_distance(typed, name) == 1;
    let similarity = |name| strsim::jaro(typed, name).max(if is_near(name) { 0.8 } else { 0.0 });
    let names = names.into_iter().map(|name| (similarity(name), name));
    let best = names.filter(|(similar, _)| *similar > SIMILAR).max_by(|a, b| a.0.total_cmp(&b.0));
    let best = best.filter(|(_, name)| *name != typed);
    best.map_or(String::new(), |(_, name)| format!("; did you mean '{name}'?"))
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn the_most_similar_name_is_suggested_or_none() {
        let names = ["table1", "table4", "figure4"];
        assert_eq!(did_you_mean("tabel4", names), "; did you mean 'table4'?");
        assert_eq!(did_you_mean("figur4", names), "; did you mean 'figure4'?");
        assert_eq!(did_you_mean("nowhere", names), "");
        assert_eq!(did_you_mean("vv3", ["r2", "v3"]), "; did you mean 'v3'?");
        assert_eq!(did_you_mean("table1", names), "");
    }
}
