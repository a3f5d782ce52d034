//! What the files in `deploy/` call the program with is what it takes.
//!
//! Nothing else reads these lists before somebody deploys them, so an option that is renamed here would be
//! found by a container that does not start. They are looked for line by line, as the files write them: a
//! reader of YAML for one test would be more than it is worth, and the test counts what it finds.

use std::path::Path;

use crate::arguments;

/// Where the program lies in the image and on a machine with systemd.
const PROGRAM: &str = "/usr/local/bin/selforge";

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Arguments in brackets, as JSON, after a word at a line's beginning.
fn list_after(line: &str, word: &str) -> Option<Vec<String>> {
    let list = line.trim_start().strip_prefix(word)?.trim();
    Some(serde_json::from_str(list).unwrap_or_else(|error| panic!("{line}: {error}")))
}

/// What the image starts unless it is told otherwise.
fn entry_point() -> Vec<String> {
    let text = read("Dockerfile");
    assert!(!text.lines().any(|line| line.starts_with("CMD")), "arguments beside the entry point");
    let mut lists = text.lines().filter_map(|line| list_after(line, "ENTRYPOINT"));
    lists.next().expect("the image starts something")
}

/// The command lines of all containers of the program's image in a file.
fn containers(file: &str) -> Vec<Vec<String>> {
    let (mut ours, mut all) = (false, Vec::new());
    for line in read(file).lines() {
        if let Some(image) = line.trim_start().strip_prefix("image: ") {
            ours = image.starts_with("selforge:");
        }
        let words = ["args:", "command:", "entrypoint:"].iter().filter(|_| ours);
        for list in words.filter_map(|word| list_after(line, word)) {
            // What is not the program itself comes after what the image starts.
            let whole = list.first().is_some_and(|first| first == PROGRAM);
            all.push(if whole { list } else { [entry_point(), list].concat() });
        }
    }
    all
}

/// The command lines of a service of systemd.
fn services(file: &str) -> Vec<Vec<String>> {
    let text = read(file);
    let lines = text.lines().filter_map(|line| line.strip_prefix("ExecStart="));
    lines.map(|line| shlex::split(line).expect("a command line")).collect()
}

/// The experiments that a file says how to run.
fn experiments(file: &str) -> Vec<Vec<String>> {
    let text = read(file);
    let lines = text.lines().filter_map(|line| line.split_once(" run --rm experiment "));
    let lists = lines.map(|(_, line)| shlex::split(line).expect("a command line"));
    lists.map(|list| [vec![PROGRAM.to_owned()], list].concat()).collect()
}

#[test]
fn the_program_takes_every_command_line_that_the_files_for_deploying_it_have() {
    let found = [
        ("Dockerfile", vec![entry_point()], 1),
        ("kubernetes.yaml", containers("kubernetes.yaml"), 2),
        ("compose.yaml", containers("compose.yaml"), 3),
        ("compose.yaml", experiments("compose.yaml"), 1),
        ("selforge.service", services("selforge.service"), 1),
    ];
    for (file, lines, count) in found {
        assert_eq!(lines.len(), count, "{file} has other command lines than before: {lines:?}");
        for line in lines {
            assert_eq!(line[0], PROGRAM, "{file}");
            if let Err(error) = arguments().try_get_matches_from(&line) {
                panic!("{file}: {}\n{error}", line.join(" "));
            }
        }
    }
}

#[test]
fn a_command_line_with_an_unknown_option_would_be_found() {
    let line = [entry_point(), vec!["--listens".to_owned()]].concat();
    assert!(arguments().try_get_matches_from(&line).is_err());
}
