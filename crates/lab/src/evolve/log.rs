//! The folder of a run, and the list of candidates that is its checkpoint.
//!
//! | file | what |
//! | --- | --- |
//! | `manifest.json` | what was asked for: all settings, the program, the command line |
//! | `candidates.jsonl` | a line for each candidate, in order: the checkpoint |
//! | `candidates.csv` | the same as a table, when the run is complete |
//! | `archive.json` | the archive, the map of elites, the champions |
//! | `report.html` | all of it to be read |
//! | `champions/1/` … | each champion's spec, rules, start and a sample game |
//!
//! Each line ends with a [check sum](Candidate::to_line) of itself. A last line that is cut off, so that it has no line
//! feed, is what a crash leaves behind: it is dropped and its candidate measured again. Any other
//! damage is refused with file and line, and nothing is touched.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::candidate::Candidate;
use super::settings::Settings;
use crate::LabError;
use crate::store::{Journal, Purpose, RunFolder, program};

/// What was asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// What kind of run: `evolve`.
    pub kind: String,
    /// The program and its version. Another version may play otherwise, so it must be the same.
    pub program: String,
    /// All that decides the results.
    pub settings: Settings,
    /// What the bytes of the engine's file come to, if it has one: the name stays when another network is put there,
    /// and a run that went on with that would have been measured by two engines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_file: Option<String>,
    /// The command line that began the run; others may go on with it.
    pub command: String,
}

impl Manifest {
    /// The manifest of a run that was asked for by a command line.
    ///
    /// # Errors
    /// If the engine's file cannot be read.
    pub(super) fn of(settings: &Settings, command: &str) -> Result<Manifest, LabError> {
        Ok(Manifest {
            kind: "evolve".to_owned(),
            program: program(),
            settings: settings.clone(),
            engine_file: settings.engine_fingerprint()?,
            command: command.to_owned(),
        })
    }
}

impl Purpose for Manifest {
    fn kind(&self) -> &str {
        &self.kind
    }

    fn decides(&self) -> Vec<(String, String)> {
        let settings = serde_json::to_value(&self.settings).expect("settings are plain data");
        let settings = settings.as_object().into_iter().flatten().map(|(key, value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            (format!("the {key}"), value)
        });
        let program = ("the program".to_owned(), self.program.clone());
        // Last, as its name is among the settings: another file should be told by that.
        let content = self
            .engine_file
            .iter()
            .map(|content| ("the fingerprint of the engine's file".to_owned(), content.clone()));
        [program].into_iter().chain(settings).chain(content).collect()
    }
}

/// An open folder of a run.
#[derive(Debug)]
pub struct Log {
    folder: RunFolder,
    candidates: Vec<Candidate>,
    journal: Journal,
}

impl Log {
    /// Opens a folder for a run: a new one, or one in which the same run was begun.
    ///
    /// # Errors
    /// If it holds another run or something else, is damaged, in use, or cannot be written.
    pub fn open(path: &Path, settings: &Settings, command: &str) -> Result<Log, LabError> {
        let folder = RunFolder::open(path, &Manifest::of(settings, command)?, &["champions"])?;
        let parse = |number, text: &[u8]| {
            let candidate = Candidate::from_line(text)?;
            match candidate.number == number {
                true => Ok(Some(candidate)),
                false => Err(format!("candidate {} is not in its place", candidate.number)),
            }
        };
        let (journal, candidates) =
            Journal::open(path.join("candidates.jsonl"), parse, Candidate::to_line)?;
        Ok(Log { folder, candidates, journal })
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &RunFolder {
        &self.folder
    }

    /// The candidates that were found when the folder was opened, in order without a gap.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The error for a candidate that this run does not propose.
    pub(super) fn stranger(&self, number: usize) -> LabError {
        self.journal.damaged(number, "this candidate is not the one that this run proposes here")
    }

    /// Keeps candidates that were measured.
    ///
    /// # Errors
    /// Those of the file system.
    pub(super) fn add(&mut self, candidates: &[Candidate]) -> Result<(), LabError> {
        self.journal.add(&candidates.iter().map(Candidate::to_line).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::super::settings::{MethodName, SpaceName};
    use super::super::space::{Evaluation, Genome};
    use super::*;

    fn candidate(number: usize) -> Candidate {
        Candidate {
            number,
            parents: vec![],
            genome: Genome(format!("g{number}")),
            key: format!("k{number}"),
            evaluation: Evaluation {
                objectives: vec![0.1, 0.25],
                descriptors: vec![1.5],
                fitness: 0.7,
                rejected: None,
            },
            cost: 20,
        }
    }

    fn settings() -> Settings {
        Settings::new(SpaceName::RuleSpace, MethodName::Es, None)
    }

    fn started(folder: &Path) -> PathBuf {
        let mut log = Log::open(folder, &settings(), "test").unwrap();
        log.add(&[candidate(0), candidate(1), candidate(2)]).unwrap();
        folder.join("candidates.jsonl")
    }

    #[test]
    fn what_was_added_is_found_again() {
        let home = tempfile::tempdir().unwrap();
        started(home.path());
        let log = Log::open(home.path(), &settings(), "another command line").unwrap();
        assert_eq!(log.candidates(), [candidate(0), candidate(1), candidate(2)]);
        let busy = Log::open(home.path(), &settings(), "test").unwrap_err().to_string();
        assert!(busy.contains("in use"), "{busy}");
    }

    #[test]
    fn a_last_line_that_was_cut_off_anywhere_is_dropped() {
        let home = tempfile::tempdir().unwrap();
        let file = started(home.path());
        let whole = fs::read(&file).unwrap();
        let third = whole.len() / 3 * 2;
        for cut in [third + 1, third + 40, whole.len() - 1] {
            fs::write(&file, &whole[..cut]).unwrap();
            let log = Log::open(home.path(), &settings(), "test").unwrap();
            assert_eq!(log.candidates().len(), 2, "cut at {cut}");
            assert_eq!(fs::read(&file).unwrap().iter().filter(|byte| **byte == b'\n').count(), 2);
        }
    }

    #[test]
    fn damage_of_a_whole_line_is_refused_with_file_and_line_and_nothing_is_touched() {
        let home = tempfile::tempdir().unwrap();
        let file = started(home.path());
        let whole = fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = whole.lines().collect();
        let cases = [
            (format!("{}\nnonsense\n{}\n", lines[0], lines[2]), "line 2: this is no candidate"),
            (format!("{whole}nonsense\n"), "line 4: this is no candidate"),
            (format!("{whole}\n"), "line 4: this is no candidate"),
            (format!("{}\n", whole.trim_end().replacen("k2", "k3", 1)), "line 3: the check sum"),
            (whole.replace(&format!("{}\n", lines[2]), "{}\n"), "line 3: this is no candidate"),
            (whole.replacen("0.25", "0.35", 1), "line 1: the check sum does not fit"),
            (format!("{}\n{}\n", lines[0], lines[2]), "line 2: candidate 2 is not in its place"),
        ];
        for (text, expected) in cases {
            fs::write(&file, &text).unwrap();
            let error = Log::open(home.path(), &settings(), "test").unwrap_err().to_string();
            assert!(error.contains(expected) && error.contains("candidates.jsonl"), "{error}");
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        fs::write(&file, [0xff, 0xfe, b'\n', b'x', b'\n']).unwrap();
        let error = Log::open(home.path(), &settings(), "test").unwrap_err().to_string();
        assert!(error.contains("line 1: this is not text"), "{error}");
    }

    #[test]
    fn other_settings_are_refused_by_name() {
        let home = tempfile::tempdir().unwrap();
        started(home.path());
        let other = Settings { mutation: 0.1, ..settings() };
        let error = Log::open(home.path(), &other, "test").unwrap_err().to_string();
        assert!(error.contains("the mutation is '0.3' there and '0.1' here"), "{error}");
    }

    #[test]
    fn a_run_does_not_go_on_with_another_network_in_the_file_of_its_engine() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("engine.net");
        for engine in ["network nodes=10 file", "alphabeta nodes=10 eval"] {
            fs::write(&file, "one network").unwrap();
            let folder = home.path().join(&engine[..7]);
            let engine = Some(format!("{engine}={}", file.display()));
            let settings = Settings { engine, ..settings() };
            let open = || Log::open(&folder, &settings, "test").map(drop);
            open().unwrap();
            open().unwrap();
            fs::write(&file, "two networks").unwrap();
            let error = open().unwrap_err().to_string();
            assert!(error.contains("the fingerprint of the engine's file is '"), "{error}");
            fs::remove_file(&file).unwrap();
            let error = open().unwrap_err().to_string();
            assert!(error.contains("cannot read") && error.contains("engine.net"), "{error}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_that_names_the_file() {
        let home = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/dev/full", home.path().join("candidates.jsonl")).unwrap();
        let manifest = serde_json::to_string(&Manifest::of(&settings(), "test").unwrap()).unwrap();
        fs::write(home.path().join("manifest.json"), manifest).unwrap();
        let mut log = Log::open(home.path(), &settings(), "test").unwrap();
        let error = log.add(&[candidate(0)]).unwrap_err().to_string();
        assert!(error.contains("cannot write") && error.contains("candidates.jsonl"), "{error}");
    }
}
