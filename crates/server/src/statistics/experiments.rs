//! Runs of the laboratory, found in folders and shown.
//!
//! Whoever runs the server says which folders; whoever visits it names a run by an id that only a
//! scan gives out, and a file by one of a few words. So no text from outside ever becomes a path.
//! Links are not followed: a path counts only if it is its own canonical form. Files are read up
//! to a limit, and a scan ends after so many folders.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value};

use crate::accounts::identity::digest;
use crate::messages::experiments::{PlayerScore, RunSummary, RunView};

/// The most runs that are found.
const RUNS: usize = 300;

/// The most entries of a folder that are looked at.
const ENTRIES: usize = 2_000;

/// How many folders deep runs are looked for, below a folder that was named.
const DEPTH: usize = 2;

/// The most champions of a run.
const CHAMPIONS: usize = 12;

/// What is passed on of a match's results.
const ARENA: &[&str] =
    &["players", "encounters", "draws", "wins", "first_seat", "length", "sprt", "notes"];

/// What is passed on of an evolution's archive.
const EVOLUTION: &[&str] =
    &["archive", "coverage", "candidates", "different", "rejected", "mean_fitness"];

/// A file of a run that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Manifest,
    /// What an arena found.
    Results,
    /// What evolution found.
    Archive,
    Report,
    /// The spec of a champion, by its number from 1.
    Champion(usize),
}

impl Part {
    fn path(self) -> String {
        match self {
            Part::Manifest => "manifest.json".to_owned(),
            Part::Results => "results.json".to_owned(),
            Part::Archive => "archive.json".to_owned(),
            Part::Report => "report.html".to_owned(),
            Part::Champion(number) => format!("champions/{number}/spec.txt"),
        }
    }

    /// The largest that is read, in bytes.
    fn most(self) -> u64 {
        match self {
            Part::Manifest | Part::Champion(_) => 64 << 10,
            Part::Results | Part::Archive => 4 << 20,
            Part::Report => 16 << 20,
        }
    }
}

/// A folder with a run.
#[derive(Clone, Debug)]
struct Run {
    id: String,
    name: String,
    /// In canonical form.
    folder: PathBuf,
    manifest: Value,
}

/// A list entry, with when its file was last written and how long it was.
type Known = (Option<SystemTime>, u64, RunSummary);

/// The folders in which runs are looked for.
#[derive(Debug)]
pub(crate) struct Experiments {
    roots: Vec<PathBuf>,
    /// What was read for the list, so that large files are read once.
    known: Mutex<HashMap<PathBuf, Known>>,
}

impl Experiments {
    /// Runs in these folders: each holds one, or folders that do.
    pub(crate) fn new(roots: Vec<PathBuf>) -> Experiments {
        Experiments { roots, known: Mutex::default() }
    }

    /// All runs in a line each, the latest first.
    pub(crate) fn list(&self) -> Vec<RunSummary> {
        let mut lines: Vec<RunSummary> = self.scan().iter().map(|run| self.line(run)).collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.when));
        lines
    }

    /// A run with its tables.
    pub(crate) fn show(&self, id: &str) -> Option<RunView> {
        let run = self.find(id)?;
        let archive = run.json(Part::Archive);
        Some(RunView {
            summary: self.line(&run),
            report: run.file(Part::Report).is_some(),
            arena: run.json(Part::Results).map(|results| pick(&results, ARENA)),
            evolution: archive.as_ref().map(|archive| pick(archive, EVOLUTION)),
            champions: archive.as_ref().map(|archive| champions(&run, archive)),
        })
    }

    /// The report of a run, as HTML.
    pub(crate) fn report(&self, id: &str) -> Option<String> {
        self.find(id)?.read(Part::Report)
    }

    fn find(&self, id: &str) -> Option<Run> {
        self.scan().into_iter().find(|run| run.id == id)
    }

    fn scan(&self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for root in &self.roots {
            // The folder itself may be a link: whoever runs the server named it.
            if let Ok(root) = root.canonicalize() {
                look(&root, DEPTH, &mut runs);
            }
        }
        runs.dedup_by(|a, b| a.id == b.id);
        runs
    }

    /// What the list says of a run.
    fn line(&self, run: &Run) -> RunSummary {
        let sums = [Part::Results, Part::Archive].into_iter().find_map(|part| {
            let file = run.file(part)?;
            Some((part, file.metadata().ok()?))
        });
        let Some((part, metadata)) = sums else { return begun(run) };
        let (written, length) = (metadata.modified().ok(), metadata.len());
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((time, size, line)) = known.get(&run.folder)
            && (*time, *size) == (written, length)
        {
            return line.clone();
        }
        let line = match run.json(part) {
            Some(sums) => finished(run, &sums, written),
            None => begun(run),
        };
        if known.len() > RUNS {
            known.clear();
        }
        known.insert(run.folder.clone(), (written, length, line.clone()));
        line
    }
}

impl Run {
    /// Whether a folder is one, and which.
    fn open(folder: &Path) -> Option<Run> {
        let id = digest(&folder.to_string_lossy())[..16].to_owned();
        let name = folder.file_name()?.to_string_lossy().into_owned();
        let mut run = Run { id, name, folder: folder.to_path_buf(), manifest: Value::Null };
        run.manifest = run.json(Part::Manifest)?;
        run.manifest["kind"].is_string().then_some(run)
    }

    /// Opens a file, if it is one and lies where it seems to lie.
    fn file(&self, part: Part) -> Option<File> {
        let path = self.folder.join(part.path());
        if path.canonicalize().ok()? != path || !fs::metadata(&path).ok()?.is_file() {
            return None;
        }
        File::open(path).ok().filter(|file| {
            file.metadata()
                .is_ok_and(|metadata| metadata.is_file() && metadata.len() <= part.most())
        })
    }

    fn read(&self, part: Part) -> Option<String> {
        let mut text = String::new();
        self.file(part)?.take(part.most()).read_to_string(&mut text).ok()?;
        Some(text)
    }

    fn json(&self, part: Part) -> Option<Value> {
        serde_json::from_str(&self.read(part)?).ok()
    }
}

/// The values of some keys, as far as there are such.
fn pick(from: &Value, keys: &[&str]) -> Map<String, Value> {
    keys.iter().filter_map(|key| Some(((*key).to_owned(), from.get(key)?.clone()))).collect()
}

/// Adds the runs in a folder of canonical name: itself, or those below.
fn look(folder: &Path, depth: usize, runs: &mut Vec<Run>) {
    if runs.len() >= RUNS {
        return;
    }
    if let Some(run) = Run::open(folder) {
        runs.push(run);
        return;
    }
    if depth == 0 {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else { return };
    let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let mut below: Vec<PathBuf> =
        entries.take(ENTRIES).flatten().filter(is_folder).map(|entry| entry.path()).collect();
    below.sort();
    for folder in below {
        look(&folder, depth - 1, runs);
    }
}

/// What is known of a run from its manifest alone.
fn begun(run: &Run) -> RunSummary {
    let Run { id, name, manifest, .. } = run;
    let settings = &manifest["settings"];
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let players = manifest["players"].as_array();
    RunSummary {
        id: id.clone(),
        name: name.clone(),
        kind: text(&manifest["kind"]).unwrap_or_default(),
        program: text(&manifest["program"]),
        game: text(&manifest["game"]).or_else(|| text(&settings["space"])),
        players: players.map(|players| players.iter().filter_map(text).collect()),
        method: text(&settings["method"]),
        fitness: text(&settings["fitness"]),
        seed: manifest["seed"].as_u64().or_else(|| settings["seed"].as_u64()),
        planned: settings["evaluations"].as_u64(),
        complete: false,
        when: None,
        games: None,
        candidates: None,
        best: None,
        scores: None,
    }
}

/// The same with what it found.
fn finished(run: &Run, sums: &Value, written: Option<SystemTime>) -> RunSummary {
    let known = begun(run);
    let score = |player: &Value| {
        let spec = player["spec"].as_str()?.to_owned();
        Some(PlayerScore { spec, score: player["score"].as_f64()? })
    };
    let since = written.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    RunSummary {
        complete: sums["complete"].as_bool().unwrap_or_default(),
        games: sums["games"].as_u64(),
        planned: sums["planned"].as_u64().or(known.planned),
        candidates: sums["candidates"].as_u64(),
        best: best_fitness(sums),
        scores: sums["players"].as_array().map(|all| all.iter().filter_map(score).collect()),
        when: since.map(|since| since.as_secs()),
        ..known
    }
}

/// The best fitness of a run's champions: the first of them may have another merit.
fn best_fitness(sums: &Value) -> Option<f64> {
    let champions = sums["champions"].as_array()?.iter();
    champions.filter_map(|champion| champion["fitness"].as_f64()).max_by(f64::total_cmp)
}

/// The champions, each with the spec that opens it.
fn champions(run: &Run, archive: &Value) -> Vec<Value> {
    let all = archive["champions"].as_array().map(Vec::as_slice).unwrap_or_default();
    let told = all.iter().take(CHAMPIONS).enumerate().map(|(at, champion)| {
        let mut told = champion.clone();
        // The one that was written apart has a seed where the start is random.
        if let Some(spec) = run.read(Part::Champion(at + 1)) {
            told["spec"] = spec.trim().into();
        }
        told
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, name: &str, text: &str) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn runs_are_found_in_folders_and_below_and_everything_else_is_passed_over() {
        let home = tempfile::tempdir().unwrap();
        let arena =
            r#"{"kind":"arena","game":"selfo","players":["random","greedy"],"games":2,"seed":7}"#;
        write(home.path(), "one/manifest.json", arena);
        write(home.path(), "one/results.json", r#"{"complete":true,"games":2,"players":[]}"#);
        write(
            home.path(),
            "deep/two/manifest.json",
            r#"{"kind":"evolve","settings":{"space":"selfo"}}"#,
        );
        write(home.path(), "no/manifest.json", "{");
        write(home.path(), "other/manifest.json", r#"{"name":"a web app"}"#);
        write(home.path(), "file.txt", "x");
        let experiments =
            Experiments::new(vec![home.path().to_path_buf(), home.path().join("none")]);
        let list = experiments.list();
        let named: Vec<&str> = list.iter().map(|run| run.name.as_str()).collect();
        assert_eq!(named, ["one", "two"]);
        assert_eq!((list[0].games, list[0].complete), (Some(2), true));
        let id = &list[0].id;
        assert!(!experiments.show(id).unwrap().report);
        assert!(experiments.show("../one").is_none() && experiments.show("one").is_none());
        // What changes is seen.
        write(home.path(), "one/results.json", r#"{"complete":true,"games":12,"players":[]}"#);
        assert_eq!(experiments.list()[0].games, Some(12));
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere() {
        use std::os::unix::fs::symlink;
        let (home, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let manifest = r#"{"kind":"evolve","settings":{}}"#;
        write(outside.path(), "run/manifest.json", manifest);
        write(outside.path(), "secret.html", "secret");
        write(outside.path(), "champion/spec.txt", "secret");
        // A linked folder is no run; a linked file or folder in a run is not there.
        symlink(outside.path().join("run"), home.path().join("linked")).unwrap();
        write(home.path(), "run/manifest.json", manifest);
        write(home.path(), "run/archive.json", r#"{"champions":[{"spec":"selfo"}]}"#);
        symlink(outside.path().join("secret.html"), home.path().join("run/report.html")).unwrap();
        fs::create_dir(home.path().join("run/champions")).unwrap();
        symlink(outside.path().join("champion"), home.path().join("run/champions/1")).unwrap();
        let experiments = Experiments::new(vec![home.path().to_path_buf()]);
        let list = experiments.list();
        assert_eq!(list.len(), 1);
        let id = &list[0].id;
        assert_eq!(experiments.report(id), None);
        let shown = experiments.show(id).unwrap();
        assert_eq!(shown.champions.as_ref().map(Vec::len), Some(1));
        assert!(!format!("{shown:?}").contains("secret"));
    }

    #[test]
    fn a_file_that_is_too_large_is_not_read() {
        let home = tempfile::tempdir().unwrap();
        write(home.path(), "manifest.json", r#"{"kind":"arena"}"#);
        let file = File::create(home.path().join("results.json")).unwrap();
        file.set_len(Part::Results.most() + 1).unwrap();
        let experiments = Experiments::new(vec![home.path().to_path_buf()]);
        assert!(!experiments.list()[0].complete);
    }
}
