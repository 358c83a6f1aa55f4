//! A factorial design: factors with their levels, and every combination of levels as a variant.
//! Combinations that the registry refuses are declared in the file, so that no gap goes unnoticed.

use anyhow::{anyhow, ensure};
use serde::{Deserialize, Serialize};
use toml::Spanned;
use vnmp_variants::{SpecError, Variant};

use crate::base::lines::Lines;
use crate::base::suggest::did_you_mean;

/// The level that adds nothing to a specification.
pub(crate) const OFF: &str = "off";
/// Largest number of combinations of a design.
const MOST: usize = 1024;

/// What varies, and its values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Factor {
    /// Short name, part of ids.
    pub(crate) name: String,
    /// Parts of specifications, or [`OFF`]; effects are measured against the first.
    pub(crate) levels: Vec<String>,
}

/// A design: its factors, and a variant with its level of each factor per combination.
#[derive(Clone, Default)]
pub(crate) struct Design {
    /// The factors; empty where an experiment lists its variants.
    pub(crate) factors: Vec<Factor>,
    /// The combinations, the last factor varying fastest.
    pub(crate) cells: Vec<(Variant, Vec<String>)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileFactor {
    name: Spanned<String>,
    levels: Spanned<Vec<Spanned<String>>>,
}

/// Combinations that are left out: the levels that they have.
pub(super) type LeaveOut = Vec<Spanned<Vec<String>>>;

impl Design {
    /// Combines the factors of a file.
    ///
    /// # Errors
    /// When a name or level is unknown or given twice; when a combination is refused but not
    /// declared, or declared but not refused.
    pub(super) fn new(
        factors: &[FileFactor],
        leave_out: &LeaveOut,
        lines: &Lines,
    ) -> anyhow::Result<Design> {
        let mut own: Vec<Factor> = Vec::new();
        for factor in factors {
            let (at, name) = (lines.at(factor.name.span()), lines.name(&factor.name)?);
            ensure!(
                own.iter().all(|other| other.name != name),
                "{at}: factor '{name}' is given twice; rename one, or join their levels"
            );
            let first = own.first().map(|first| first.levels[0].clone());
            own.push(Factor { name, levels: levels(factor, first.as_deref(), lines)? });
        }
        let count = own.iter().try_fold(1, |n: usize, f| n.checked_mul(f.levels.len()));
        let at = factors.last().map_or(0..0, |factor| factor.levels.span());
        ensure!(
            count.is_some_and(|count| count <= MOST),
            "{}: the factors have more than {MOST} combinations; remove levels",
            lines.at(at)
        );
        leave_out.iter().try_for_each(|entry| check_entry(entry, &own, lines))?;
        let (mut cells, mut refused) = (Vec::new(), vec![0; leave_out.len()]);
        for combination in combinations(&own) {
            let spec = composed(&combination);
            let is_in = |entry: &&Spanned<Vec<String>>| {
                entry.get_ref().iter().all(|level| combination.contains(level))
            };
            match (Variant::parse(&spec), leave_out.iter().position(|entry| is_in(&entry))) {
                (Ok(variant), None) => cells.push((variant, combination)),
                (Ok(_), Some(entry)) => {
                    let at = lines.at(leave_out[entry].span());
                    return Err(anyhow!(
                        "{at}: '{spec}' is left out, but it can be searched; remove the entry"
                    ));
                }
                (Err(SpecError::Impossible { .. }), Some(entry)) => refused[entry] += 1,
                (Err(error @ SpecError::Impossible { .. }), None) => {
                    let at = lines.at(factors[culprit(&combination)].levels.span());
                    return Err(anyhow!(
                        "{at}: {error}; leave it out: leave_out = [[{}]] names the levels that \
                         exclude each other",
                        quoted(&combination)
                    ));
                }
                (Err(error), _) => {
                    let at = lines.at(factors[culprit(&combination)].levels.span());
                    return Err(anyhow!("{at}: {error}"));
                }
            }
        }
        for (entry, count) in leave_out.iter().zip(refused) {
            let (at, levels) = (lines.at(entry.span()), quoted(entry.get_ref()));
            ensure!(count > 0, "{at}: no combination is left to [{levels}]; remove the entry");
        }
        for (at_factor, (factor, file)) in own.iter().zip(factors).enumerate() {
            for (i, level) in factor.levels.iter().enumerate() {
                let has_cell = cells.iter().any(|(_, levels)| levels[at_factor] == *level);
                let at = lines.at(file.levels.get_ref()[i].span());
                ensure!(has_cell, "{at}: every combination with '{level}' is left out; remove it");
            }
        }
        Ok(Design { factors: own, cells })
    }
}

/// The levels of a factor, each checked beside the first factor's first level if it is not that factor.
fn levels(factor: &FileFactor, first: Option<&str>, lines: &Lines) -> anyhow::Result<Vec<String>> {
    let mut seen: Vec<(String, String)> = Vec::new();
    for level in factor.levels.get_ref() {
        let (at, text) = (lines.at(level.span()), level.get_ref().trim());
        let is_off = text == OFF && first.is_some();
        let spec = match first {
            Some(first) if !is_off => format!("{first}+{text}"),
            Some(first) => first.to_owned(),
            None => text.to_owned(),
        };
        let canonical = match Variant::parse(&spec) {
            Ok(variant) => variant.spec(),
            Err(SpecError::Impossible { .. }) if first.is_some() => spec,
            Err(error) => return Err(anyhow!("{at}: {error}")),
        };
        let twice = seen.iter().find(|(_, other)| *other == canonical);
        if let Some((other, _)) = twice {
            return Err(anyhow!(
                "{at}: level '{text}' is given twice, as '{other}' before; remove one"
            ));
        }
        seen.push((text.to_owned(), canonical));
    }
    let at = lines.at(factor.levels.span());
    ensure!(seen.len() > 1, "{at}: a factor needs at least two levels, such as \"off\" and a rule");
    Ok(seen.into_iter().map(|(text, _)| text).collect())
}

/// Each name in an entry of `leave_out` is a level, of a factor of its own.
fn check_entry(
    entry: &Spanned<Vec<String>>,
    factors: &[Factor],
    lines: &Lines,
) -> anyhow::Result<()> {
    let (at, mut used) = (lines.at(entry.span()), Vec::new());
    for level in entry.get_ref() {
        let of: Vec<&str> = (factors.iter().filter(|f| f.levels.contains(level)))
            .map(|factor| factor.name.as_str())
            .collect();
        let known = factors.iter().flat_map(|f| f.levels.iter().map(String::as_str));
        let [factor] = of[..] else {
            return Err(match of[..] {
                [] => {
                    anyhow!("{at}: no factor has the level '{level}'{}", did_you_mean(level, known))
                }
                _ => anyhow!(
                    "{at}: '{level}' is a level of several factors; name one that tells which"
                ),
            });
        };
        ensure!(!used.contains(&factor), "{at}: two levels of '{factor}' never occur together");
        used.push(factor);
    }
    ensure!(!used.is_empty(), "{at}: an entry of leave_out is empty; name levels or remove it");
    Ok(())
}

/// Every combination of a level of each factor, the last factor varying fastest; none of no factors.
pub(crate) fn combinations(factors: &[Factor]) -> Vec<Vec<String>> {
    let none = if factors.is_empty() { vec![] } else { vec![Vec::new()] };
    factors.iter().fold(none, |all, factor| {
        let with = |head: &Vec<String>| {
            let head = head.clone();
            factor.levels.iter().map(move |level| [head.clone(), vec![level.clone()]].concat())
        };
        all.iter().flat_map(with).collect()
    })
}

/// The first factor whose level cannot go with those before it.
fn culprit(combination: &[String]) -> usize {
    let fails = |count: &usize| Variant::parse(&composed(&combination[..=*count])).is_err();
    (0..combination.len()).find(fails).unwrap_or_default()
}

/// The specification of a combination.
fn composed(levels: &[String]) -> String {
    let parts = levels.iter().map(String::as_str).filter(|&level| level != OFF);
    parts.collect::<Vec<_>>().join("+")
}

fn quoted(levels: &[String]) -> String {
    let levels = levels.iter().filter(|&level| level != OFF);
    levels.map(|level| format!("\"{level}\"")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use crate::experiment::Experiment;

    fn read(body: &str) -> anyhow::Result<Experiment> {
        let head = "name = \"l\"\ntitle = \"T\"\ntables = [\"effects\"]\n";
        let suites = "[[suites]]\nsuite = \"tiny.epd\"\ndepths = [2]\n";
        Experiment::parse(&format!("{head}{body}{suites}"), "l.toml")
    }

    /// A file with these levels of null moves from line 5 on, and of a rule from line 8 on.
    fn factors(leave_out: &str, nulls: &str, rules: &str) -> anyhow::Result<Experiment> {
        read(&format!(
            "leave_out = [{leave_out}]\n[[factors]]\nname = \"null\"\nlevels = [{nulls}]\n\
             [[factors]]\nname = \"rule\"\nlevels = [{rules}]\n"
        ))
    }

    fn error(leave_out: &str, nulls: &str, rules: &str) -> String {
        factors(leave_out, nulls, rules).err().unwrap().to_string()
    }

    #[test]
    fn the_columns_are_the_product_in_the_declared_order_without_what_is_left_out() {
        let leave_out = r#"["v3", "multicut"]"#;
        let experiment =
            factors(leave_out, r#""std:r=3", "v3""#, r#""off", "multicut", "lmr""#).unwrap();
        let specs: Vec<String> = experiment.columns.iter().map(|column| column.spec()).collect();
        let expected = ["std:r=3", "std:r=3+multicut", "std:r=3+lmr", "vrfd:r=3", "vrfd:r=3+lmr"];
        assert_eq!(specs, expected);
        let levels: Vec<String> =
            experiment.design.cells.iter().map(|(_, levels)| levels.join(" ")).collect();
        assert_eq!(levels[..2], ["std:r=3 off", "std:r=3 multicut"]);
        assert_eq!(levels[4], "v3 lmr");
    }

    #[test]
    fn the_laboratory_has_64_cells_and_its_short_form_ten() {
        for (text, cells) in [
            (include_str!("../../../../experiments/laboratory.toml"), 64),
            (include_str!("../../../../experiments/laboratory-ecm.toml"), 10),
        ] {
            assert_eq!(Experiment::parse(text, "l.toml").unwrap().columns.len(), cells);
        }
    }

    #[test]
    fn what_is_wrong_with_a_design_is_named_with_its_line_and_cure() {
        let nulls = r#""std:r=3", "v3""#;
        for (leave_out, nulls, rules, expected) in [
            ("", nulls, r#""off", "lmrr""#, "l.toml:10: variant 'std:r=3+lmrr': unknown rule"),
            (
                "",
                r#""r3", "std:r=3""#,
                r#""off", "lmr""#,
                "l.toml:7: level 'std:r=3' is given twice",
            ),
            ("", nulls, r#""off""#, "l.toml:10: a factor needs at least two levels"),
            ("", nulls, r#""off", "multicut""#, "l.toml:10: variant 'v3+multicut'"),
            ("", nulls, r#""off", "multicut""#, "leave_out = [[\"v3\", \"multicut\"]]"),
            (r#"["v3", "lmr"]"#, nulls, r#""off", "lmr""#, "l.toml:4: 'v3+lmr' is left out, but"),
            (
                r#"["v4", "lmr"]"#,
                nulls,
                r#""off", "lmr""#,
                "l.toml:4: no factor has the level 'v4'",
            ),
            (r#"["std:r=3", "v3"]"#, nulls, r#""off", "lmr""#, "l.toml:4: two levels of 'null'"),
            ("[]", nulls, r#""off", "lmr""#, "l.toml:4: an entry of leave_out is empty"),
            (
                r#"["v3", "multicut"], ["v3", "multicut"]"#,
                nulls,
                r#""off", "multicut""#,
                "l.toml:4: no combination is left",
            ),
        ] {
            let error = error(leave_out, nulls, rules);
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn factors_replace_variants_and_each_has_a_name_of_its_own() {
        let twice = "[[factors]]\nname = \"a\"\nlevels = [\"r2\", \"r3\"]\n";
        let error = |body: &str| read(body).err().unwrap().to_string();
        assert!(error(&twice.repeat(2)).starts_with("l.toml:8: factor 'a' is given twice"));
        assert!(error("").contains("a table of effects needs factors"));
        let both = format!("variants = [\"r2\"]\n{twice}");
        assert!(error(&both).starts_with("l.toml:4: the factors give the variants"));
        let nulls = "[[factors]]\nname = \"null\"\nlevels = [\"r2\", \"r3\"]\n";
        let rule = |i| format!("[[factors]]\nname = \"f{i}\"\nlevels = [\"off\", \"lmr\"]\n");
        let large: String = (0..10).map(rule).collect();
        assert!(error(&(nulls.to_owned() + &large)).contains("more than 1024 combinations"));
        let mut one = read(twice).unwrap();
        assert!(one.set_variants("r1").unwrap_err().to_string().contains("[[factors]]"));
    }
}
