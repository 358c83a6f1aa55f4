//! Which methods are compared on which positions to which depths: a TOML file like
//! `experiments/figure8.toml`, which is embedded. Every error names file and line, or the option.

use std::path::Path;

use anyhow::{anyhow, bail, ensure};
use serde::Deserialize;
use toml::Spanned;
use vnmp_engine::SurveySettings;

use super::spec::SurveyMethod;
use crate::base::lines::Lines;
use crate::experiment::FileSettings;

/// The survey's own experiments: name and text.
const EMBEDDED: [(&str, &str); 2] = [
    ("figure8", include_str!("../../../../experiments/figure8.toml")),
    ("forward-pruning", include_str!("../../../../experiments/forward-pruning.toml")),
];

fn embedded() -> String {
    EMBEDDED.map(|(name, _)| name).join(" and ")
}

/// A validated experiment.
#[derive(Clone, Debug)]
pub(crate) struct Experiment {
    /// Short name, fit for a folder.
    pub(crate) name: String,
    /// Heading of table and chart.
    pub(crate) title: String,
    /// Suite that is wanted.
    pub(crate) suite: String,
    /// Suites tried in this order when the wanted one is not present.
    pub(crate) fallback: Vec<String>,
    /// Depths in plies, ascending, never empty.
    pub(crate) depths: Vec<u8>,
    /// What is compared, never empty.
    pub(crate) methods: Vec<SurveyMethod>,
    /// The method that is 100 %; one of `methods`.
    pub(crate) reference: String,
    /// The methods drawn in the chart.
    pub(crate) chart: Vec<String>,
    /// Measure the tree with the best move first everywhere?
    pub(crate) minimal: bool,
    /// Settings that the methods do not give themselves.
    pub(crate) settings: SurveySettings,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Spanned<String>,
    title: String,
    suite: String,
    #[serde(default)]
    fallback: Vec<String>,
    depths: Spanned<Vec<Spanned<i64>>>,
    methods: Spanned<Vec<Spanned<String>>>,
    reference: Spanned<String>,
    chart: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    minimal: bool,
    #[serde(default)]
    settings: FileSettings,
}

impl Experiment {
    /// `figure8` or `forward-pruning`, or else the file of this path.
    pub(crate) fn load(name_or_path: &str) -> anyhow::Result<Experiment> {
        if let Some((name, text)) = EMBEDDED.iter().find(|(name, _)| *name == name_or_path) {
            return Experiment::parse(text, &format!("experiments/{name}.toml"));
        }
        let path = Path::new(name_or_path);
        let text = crate::base::file::read_text(path).map_err(|e| {
            anyhow!(
                "cannot read experiment {}: {}; {} are built in",
                e.path.display(),
                e.source,
                embedded()
            )
        })?;
        Experiment::parse(&text, name_or_path)
    }

    /// Reads an experiment from its text; `file` is named in errors.
    pub(crate) fn parse(text: &str, file: &str) -> anyhow::Result<Experiment> {
        let lines = Lines { file, text };
        let parsed: File = lines.parse()?;
        let name = lines.name(&parsed.name)?;
        let mut settings = SurveySettings::default();
        lines.settings(&parsed.settings, |name, value| settings.set(name, value))?;
        let depths = lines.depths(&parsed.depths)?;
        let at = lines.at(parsed.methods.span());
        let specs = parsed.methods.get_ref();
        let specs = specs.iter().map(|spec| (spec.get_ref().as_str(), lines.at(spec.span())));
        let methods = read_methods(specs, &settings, at)?;
        let known = |spec: &Spanned<String>| {
            known(&methods, spec.get_ref(), || lines.at(spec.span()))
                .map(|()| spec.get_ref().clone())
        };
        let reference = known(&parsed.reference)?;
        let chart = match &parsed.chart {
            Some(specs) => specs.iter().map(known).collect::<Result<_, _>>()?,
            None => methods.iter().map(|method| method.spec.clone()).collect(),
        };
        Ok(Experiment {
            name,
            title: parsed.title,
            suite: parsed.suite,
            fallback: parsed.fallback,
            depths,
            methods,
            reference,
            chart,
            minimal: parsed.minimal,
            settings,
        })
    }

    /// Makes `depth` the deepest; depths between the old deepest and it are added.
    pub(crate) fn set_depth(&mut self, depth: u8) {
        let deepest = self.depths.last().copied().unwrap_or(depth);
        self.depths.retain(|&own| own <= depth);
        self.depths.extend(deepest + 1..=depth);
        if self.depths.is_empty() {
            self.depths.push(depth);
        }
    }

    /// Changes settings of all methods by `NAME=VALUE`; what a method itself says stays.
    pub(crate) fn set_settings(&mut self, assignments: &[String]) -> anyhow::Result<()> {
        for text in assignments {
            let at = format!("--set {text}");
            let Some((name, value)) = text.split_once('=') else {
                bail!("{at}: write NAME=VALUE, e.g. horizon=exact");
            };
            self.settings.set(name.trim(), value.trim()).map_err(|e| anyhow!("{at}: {e}"))?;
        }
        let specs: Vec<String> = self.methods.iter().map(|method| method.spec.clone()).collect();
        self.set_methods(&specs.join(","))
    }

    /// Replaces the methods. The reference stays if it is one of them, else it becomes the first.
    pub(crate) fn set_methods(&mut self, list: &str) -> anyhow::Result<()> {
        let specs = list.split(',').filter(|spec| !spec.trim().is_empty());
        let specs = specs.map(|spec| (spec, "--methods".to_owned()));
        self.methods = read_methods(specs, &self.settings, "--methods".to_owned())?;
        let has = |spec: &String| self.methods.iter().any(|method| method.spec == *spec);
        self.chart.retain(&has);
        if !has(&self.reference) {
            self.reference = self.methods[0].spec.clone();
        }
        if self.chart.is_empty() {
            self.chart = self.methods.iter().map(|method| method.spec.clone()).collect();
        }
        Ok(())
    }

    /// The method that is 100 %.
    pub(crate) fn set_reference(&mut self, spec: &str) -> anyhow::Result<()> {
        self.reference = spec.to_owned();
        known(&self.methods, spec, || "--reference".to_owned())
    }
}

/// Refuses anything that is not one of the methods.
fn known(methods: &[SurveyMethod], spec: &str, at: impl Fn() -> String) -> anyhow::Result<()> {
    let is_known = methods.iter().any(|method| method.spec == spec);
    ensure!(is_known, "{}: '{spec}' is not among the methods; add it to them", at());
    Ok(())
}

fn read_methods<'a>(
    specs: impl Iterator<Item = (&'a str, String)>,
    settings: &SurveySettings,
    list_at: String,
) -> anyhow::Result<Vec<SurveyMethod>> {
    let mut methods: Vec<SurveyMethod> = Vec::new();
    for (spec, at) in specs {
        let method = SurveyMethod::parse(spec, settings).map_err(|e| anyhow!("{at}: {e}"))?;
        let is_new = methods.iter().all(|other| other.spec != method.spec);
        ensure!(is_new, "{at}: method '{}' is given twice", method.spec);
        methods.push(method);
    }
    ensure!(!methods.is_empty(), "{list_at}: the list of methods is empty; give at least one");
    Ok(methods)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(change: (&str, &str)) -> String {
        let text = EMBEDDED[0].1.replacen(change.0, change.1, 1);
        assert_ne!(text, EMBEDDED[0].1, "{} is in the file", change.0);
        Experiment::parse(&text, "my.toml").unwrap_err().to_string()
    }

    #[test]
    fn the_embedded_experiments_are_valid() {
        for (name, _) in EMBEDDED {
            let experiment = Experiment::load(name).unwrap();
            assert_eq!(experiment.name, name);
        }
        let figure8 = Experiment::load("figure8").unwrap();
        assert_eq!(figure8.reference, "ab");
        assert_eq!(figure8.depths, [2, 3, 4, 5, 6]);
    }

    #[test]
    fn refusals_name_file_and_line() {
        let error = refusal(("\"iter\"", "\"iterate\""));
        assert!(error.starts_with("my.toml:") && error.contains("'iterate'"), "{error}");
        let error = refusal(("\"iter\"", "\"ab\""));
        assert!(error.contains("given twice"), "{error}");
        let error = refusal(("reference = \"ab\"", "reference = \"minimax\""));
        assert!(error.contains("not among the methods"), "{error}");
        let error = refusal(("depths = [2", "depths = [0"));
        assert!(error.contains("depth 0"), "{error}");
        let error = refusal(("reference", "referense"));
        assert!(error.starts_with("my.toml:") && error.contains("referense"), "{error}");
        let error = refusal(("horizon = \"bounded\"", "horizon = \"far\""));
        assert!(error.contains("static, bounded, exact"), "{error}");
        let error = Experiment::load("no/such.toml").unwrap_err().to_string();
        assert!(error.contains("figure8 and forward-pruning"), "{error}");
    }

    #[test]
    fn options_change_depths_methods_and_common_settings() {
        let mut experiment = Experiment::load("figure8").unwrap();
        experiment.set_depth(8);
        assert_eq!(experiment.depths, [2, 3, 4, 5, 6, 7, 8]);
        experiment.set_depth(3);
        assert_eq!(experiment.depths, [2, 3]);
        experiment.set_methods("iter, pvs+trans").unwrap();
        assert_eq!(experiment.reference, "iter");
        experiment.set_settings(&["horizon=static".to_owned()]).unwrap();
        let horizon = vnmp_engine::Horizon::Static;
        assert!(experiment.methods.iter().all(|method| method.settings.horizon == horizon));
        assert!(experiment.set_settings(&["horizon".to_owned()]).is_err());
        assert!(experiment.set_reference("ab").is_err());
        assert!(experiment.set_methods(" , ").is_err());
    }
}
