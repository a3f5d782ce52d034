//! The plug-in driven by a host in C that shares no code with it.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use selforge_core::{Game, Spec, Status, Stream};
use selforge_games::zrf::Zrf;
use selforge_games::{NoFiles, open};

/// The dynamic library, which is built beside the tests.
fn library() -> PathBuf {
    let name =
        format!("{}selforge_plugin{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let tests = std::env::current_exe().unwrap();
    let folder = tests.parent().unwrap();
    let found = [folder.join(&name), folder.parent().unwrap().join(&name)];
    found.iter().find(|path| path.is_file()).unwrap_or_else(|| panic!("no {name}")).clone()
}

/// The Windows build of the plug-in, if it was made.
fn windows_library() -> Option<PathBuf> {
    let tests = std::env::current_exe().unwrap();
    let builds = tests.ancestors().map(|folder| folder.join("i686-pc-windows-gnu"));
    let profiles = builds.flat_map(|folder| [folder.join("release"), folder.join("debug")]);
    profiles.map(|folder| folder.join("selforge_plugin.dll")).find(|path| path.is_file())
}

/// Compiles a C file of the tests; none where there is no compiler.
fn compiled(compiler: &str, source: &str, folder: &Path, arguments: &[&str]) -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(source);
    // Windows wants the ending; elsewhere it is as good as any.
    let out = folder.join(source.file_stem().unwrap()).with_extension("exe");
    let mut command = Command::new(compiler);
    command
        .args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1"])
        .arg(&source)
        .arg("-o")
        .arg(&out);
    match command.args(arguments).output() {
        Ok(done) => {
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            Some(out)
        }
        Err(error) if compiler == "cc" && cfg!(target_os = "linux") => {
            panic!("the tests need a C compiler: {error}")
        }
        Err(_) => None,
    }
}

/// Runs a host on a library with these arguments, and gives what it prints.
fn run(mut host: Command, library: &Path, arguments: &[&str]) -> String {
    let done = host.arg(library).args(arguments).output().unwrap();
    let out = String::from_utf8_lossy(&done.stdout).replace("\r\n", "\n");
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && out.ends_with("ok\n"), "{}\n{out}\n{errors}", done.status);
    out
}

/// Runs the host on the library of this system, and gives what it prints: nothing without a compiler.
fn host(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let Some(host) = compiled("cc", "host.c", folder.path(), &["-ldl", "-lpthread"]) else {
        return String::new();
    };
    run(Command::new(host), &library(), arguments)
}

#[test]
fn a_foreign_host_plays_selfo_with_the_plugin() {
    host(&[]);
}

/// A random game by the rules themselves, as the file that the host replays.
fn game_for_replay(spec: &str, title: &str, seed: u64) -> String {
    let playable = open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
    let game = playable.typed::<Zrf>().unwrap();
    let rules = game.rules();
    let mut stream = Stream::new(seed, "plugin-replay", 0);
    let mut state = game.bare_start();
    let mut text = format!("title {title}\n");
    for _ in 0..80 {
        let lines = rules.lines(&state);
        let Some((mv, line)) = stream.pick(&lines).cloned() else { break };
        writeln!(text, "count {}", lines.len()).unwrap();
        lines.iter().for_each(|(_, line)| writeln!(text, "- {line}").unwrap());
        writeln!(text, "play {line}").unwrap();
        rules.play_alone(&mut state, mv);
    }
    if let Status::Over(outcome) = game.status(&state) {
        let next = rules.players[usize::from(rules.turns[state.turn()].player)].seat.unwrap();
        let won = outcome.winner().map(|seat| seat.index() == usize::from(next));
        let score = won.map_or(0, |won| if won { 2_130_000_000 } else { -2_130_000_000 });
        writeln!(text, "over {score}").unwrap();
    }
    text
}

#[test]
fn whole_games_are_replayed_with_the_same_lists_of_moves() {
    let folder = tempfile::tempdir().unwrap();
    for (spec, title) in [
        ("zrf", "Tic-Tac-Toe"),
        ("zrf game=chess", "Chess"),
        ("zrf game=english-draughts", "English Draughts"),
        ("zrf game=race", "Royal Game of Ur"),
        ("zrf game=reversi", "Reversi"),
    ] {
        let path = folder.path().join("game.txt");
        std::fs::write(&path, game_for_replay(spec, title, 7)).unwrap();
        let out = host(&["replay", path.to_str().unwrap()]);
        assert!(out.contains("replayed: ") || out.is_empty(), "{title}: {out}");
    }
}

#[test]
fn ten_thousand_starts_take_no_more_memory_than_some() {
    host(&["cycles", "10000"]);
}

#[test]
fn games_are_found_by_the_titles_of_the_library_and_of_exported_files() {
    for (title, depth) in
        [("tic-tac-toe", "3"), ("Checkers", "1"), ("selfo board=hexhex-3 pieces=4 swap=off", "2")]
    {
        let out = host(&["play", title, depth]);
        assert!(out.contains("over: ") || out.is_empty(), "{title}: {out}");
    }
}

#[test]
fn the_header_is_c_and_fits_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let library = library();
    let include = format!("-I{}/include", env!("CARGO_MANIFEST_DIR"));
    let beside = format!("-L{}", library.parent().unwrap().display());
    let there = format!("-Wl,-rpath,{}", library.parent().unwrap().display());
    let arguments = [include.as_str(), beside.as_str(), there.as_str(), "-lselforge_plugin"];
    let Some(program) = compiled("cc", "header.c", folder.path(), &arguments) else { return };
    let done = Command::new(program).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&done.stdout), "9\n");
}

#[test]
fn the_windows_build_keeps_the_interface_under_wine() {
    let Some(library) = windows_library() else {
        println!("skipped: no Windows build of the plug-in; docs/plugins.md tells how to make one");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let Some(host) = compiled("i686-w64-mingw32-gcc", "host.c", folder.path(), &[]) else {
        println!("skipped: no i686-w64-mingw32-gcc");
        return;
    };
    // Beside the host it is found, and used by a wine that has none of its own.
    let arguments = ["-shared", "-Wl,--kill-at", "-ladvapi32"];
    let random = compiled("i686-w64-mingw32-gcc", "bcryptprimitives.c", folder.path(), &arguments);
    std::fs::rename(random.unwrap(), folder.path().join("bcryptprimitives.dll")).unwrap();
    let wine = || {
        let mut wine = Command::new("wine");
        wine.env("WINEPREFIX", Path::new(env!("CARGO_TARGET_TMPDIR")).join("wine"))
            .env("WINEDEBUG", "-all")
            // No window that offers to fetch more.
            .env("WINEDLLOVERRIDES", "mscoree,mshtml=")
            .arg(&host);
        wine
    };
    // A wine for 64 bits alone prints nothing, and says that all went well.
    let usage = wine().output().map(|done| done.stdout).unwrap_or_default();
    if !String::from_utf8_lossy(&usage).contains("host LIBRARY") {
        println!("skipped: no wine that runs programs of 32 bits");
        return;
    }
    let game = folder.path().join("game.txt");
    std::fs::write(&game, game_for_replay("zrf game=chess", "Chess", 7)).unwrap();
    let replay = ["replay", game.to_str().unwrap()];
    for arguments in [&[][..], &replay, &["cycles", "1000"], &["play", "tic-tac-toe", "3"]] {
        run(wine(), &library, arguments);
    }
}
