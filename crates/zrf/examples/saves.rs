//! saves
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]
use selforge_zrf::*;
use std::path::PathBuf;
struct Beside(PathBuf);
impl ReadText for Beside {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.parent().unwrap().join(name)).map_err(|e| e.to_string())
    }
}
fn main() {
    let root = PathBuf::from("/work/shared/zrf");
    let text = std::fs::read_to_string(root.join("zsg.md")).unwrap();
    let (mut all, mut total, mut same) = (0, 0, 0);
    for line in text.lines().filter(|l| l.starts_with("| `") && l.contains(".zsg")) {
        let cols: Vec<&str> = line.split('|').map(str::trim).collect();
        let full = |p: &str| p.replace("Z/", "zillions/").replace("d/dagaz", "dialect/dagaz");
        let save = full(cols[1].trim_matches('`'));
        let save_path = root.join("corpus").join(&save);
        let rules = cols[2];
        let rules_path = if rules.starts_with("same folder") {
            save_path.parent().unwrap().join(rules.split('`').nth(1).unwrap())
        } else {
            root.join("corpus").join(full(rules.trim_matches('`')))
        };
        total += 1;
        let saved = SavedGame::parse(&std::fs::read(&save_path).unwrap()).unwrap();
        let Ok(bytes) = std::fs::read(&rules_path) else {
            println!("{save}: NO RULES {rules_path:?}");
            continue;
        };
        let file = RuleFile::read("r", &bytes, &Beside(rules_path.clone()));
        let Some(outline) = file.find(&saved.variant) else {
            println!("{save}: no variant {}", saved.variant);
            continue;
        };
        let mut problems = Diagnostics::default();
        let Some(rules) = compile(outline, &mut problems) else {
            println!("{save}: does not compile");
            continue;
        };
        match rules.replay(&saved) {
            Ok(r) => {
                all += 1;
                same += r.same_text;
                println!(
                    "{save}: ok {} lines {:?} same {} end {:?} last={} unchecked={} | {}",
                    r.lines, r.counts, r.same_text, r.ended, r.ended_at_last, r.unchecked, cols[8]
                );
            }
            Err((r, e)) => {
                println!("{save}: FAIL after {} lines: {e} | {} {}", r.lines, cols[7], cols[8])
            }
        }
    }
    println!("{all} of {total}, same text {same}");
}
