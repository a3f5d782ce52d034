//! sweep
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]
use selforge_core::{Game, Status, Stream};
use selforge_zrf::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
struct Beside(PathBuf);
impl ReadText for Beside {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.parent().unwrap().join(name)).map_err(|e| e.to_string())
    }
}
fn walk(dir: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for p in entries {
        if p.is_dir() {
            walk(&p, out)
        } else if p.extension().is_some_and(|e| e.eq_ignore_ascii_case("zrf")) {
            out.push(p)
        }
    }
}
fn main() {
    let root = PathBuf::from(std::env::args().nth(1).unwrap());
    let plies: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    let mut files = Vec::new();
    walk(&root, &mut files);
    let (mut ok, mut bad, mut variants, mut badv) = (0, 0, 0, 0);
    for path in files {
        let t = std::time::Instant::now();
        let bytes = std::fs::read(&path).unwrap();
        let short = path.strip_prefix(&root).unwrap().display().to_string();
        let file = RuleFile::read(&short, &bytes, &Beside(path.clone()));
        let mut problems = Diagnostics::default();
        let mut lines = Vec::new();
        for g in file.games().iter().filter(|g| !g.is_separator) {
            variants += 1;
            let t = std::time::Instant::now();
            match compile(g, &mut problems) {
                None => badv += 1,
                Some(rules) => {
                    let ct = t.elapsed();
                    let game = Zrf::new(Arc::new(rules), 1, vec![]);
                    let t = std::time::Instant::now();
                    let mut state = game.start();
                    let mut stream = Stream::new(7, "s", 0);
                    let mut n = 0;
                    while n < plies {
                        let Some(mv) = game.choose_move(&state, |c| stream.below(c)) else { break };
                        game.play(&mut state, mv);
                        n += 1;
                    }
                    let el = t.elapsed();
                    if n == 0
                        || ct.as_millis() > 50
                        || el.as_micros() as u64 > 3000 * u64::from(n) + 20000
                    {
                        lines.push(format!(
                            "    {:?}: compile {ct:?}, {n} plies in {el:?} {}",
                            g.title,
                            match game.status(&state) {
                                Status::Over(o) => format!(
                                    "{o} {} engine={:?}",
                                    game.ending(&state),
                                    game.rules().texts.engine
                                ),
                                _ => "open".into(),
                            }
                        ));
                    }
                }
            }
        }
        let all: Vec<String> = file
            .problems()
            .list()
            .iter()
            .chain(problems.list())
            .filter(|p| p.severity == Severity::Error)
            .map(|p| p.in_a_line(file.sources()).to_string())
            .collect();
        if all.is_empty() {
            ok += 1
        } else {
            bad += 1
        }
        if !all.is_empty() || !lines.is_empty() || t.elapsed().as_millis() > 2000 {
            println!("{short} {:?}", t.elapsed());
            for l in all.iter().take(4).chain(&lines) {
                println!("    {l}");
            }
        }
    }
    println!("files ok {ok} bad {bad}; variants {variants} bad {badv}");
}
