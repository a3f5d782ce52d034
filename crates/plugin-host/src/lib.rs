//! A plug-in of somebody else, in a process of its own.
//!
//! A plug-in is foreign code: it may crash, write where it should not, and never return. So the program
//! starts itself a second time, and that process loads the library and does nothing but pass on orders
//! and answers, a line each, over its standard input and output. Whoever started it kills it when it does
//! not answer. This crate is that second process; who speaks to it is the player `plugin` of the agents.
//!
//! | order | answer |
//! | --- | --- |
//! | `start TITLE` | `answer CODE` |
//! | `move TEXT` | `answer CODE` |
//! | `search MS DEPTH VARIETY` | `best CODE NODES SCORE DEPTH MOVE` |
//! | `stop soon`, `stop now` | nothing: the search that runs ends |
//! | `quit` | the process ends |
//!
//! The first line is `ready`, or `error` with the reason why the library cannot be used.

use std::ffi::{CString, c_char};
use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::{Receiver, channel};

use libloading::Library;

/// The bytes of a buffer for a move, and of what lies behind it for plug-ins that write too far.
const MOVE_BYTES: usize = 1024;
const SPARE: usize = 3072;

/// The longest line that is passed on to a plug-in.
const LONGEST: usize = MOVE_BYTES - 1;

const GENERIC_ERROR: i32 = -1;

type Start = unsafe extern "system" fn(*const c_char) -> i32;
type CleanUp = unsafe extern "system" fn() -> i32;
type Search = unsafe extern "system" fn(
    i32,
    i32,
    i32,
    *const i32,
    *mut c_char,
    *mut c_char,
    *mut i32,
    *mut i32,
    *mut i32,
) -> i32;

/// Why a library is no plug-in.
#[derive(Debug, thiserror::Error)]
pub enum PluginError {
    /// It cannot be loaded.
    #[error("cannot load '{path}': {error}; expected a plug-in built for this system")]
    Load {
        /// The library.
        path: String,
        /// What the system says.
        error: libloading::Error,
    },
    /// It lacks a function.
    #[error("'{path}' has no {name}; expected an engine plug-in")]
    Missing {
        /// The library.
        path: String,
        /// The function.
        name: &'static str,
    },
}

/// A plug-in that is loaded.
struct Plugin {
    start: Start,
    make_move: Start,
    search: Search,
    clean_up: CleanUp,
    // Dropped last: the functions are its own.
    _library: Library,
}

impl Plugin {
    fn load(path: &Path) -> Result<Plugin, PluginError> {
        let shown = path.display().to_string();
        // SAFETY: loading runs the library's own code. That is what this process is for: it holds
        // nothing that the code could damage, and can be killed at any time.
        let library = unsafe { Library::new(path) }
            .map_err(|error| PluginError::Load { path: shown.clone(), error })?;
        // SAFETY: the functions of these names have these types in every plug-in; whether that is true
        // of a foreign library nobody can know, see above.
        unsafe {
            let start = function::<Start>(&library, "DLL_StartNewGame", &shown)?;
            let make_move = function::<Start>(&library, "DLL_MakeAMove", &shown)?;
            let search = function::<Search>(&library, "DLL_Search", &shown)?;
            let clean_up = function::<CleanUp>(&library, "DLL_CleanUp", &shown)?;
            Ok(Plugin { start, make_move, search, clean_up, _library: library })
        }
    }
}

/// A function of a library by its name, which on 32-bit Windows may be decorated.
///
/// # Safety
/// The function has the type `T`.
unsafe fn function<T: Copy>(
    library: &Library,
    name: &'static str,
    path: &str,
) -> Result<T, PluginError> {
    // SAFETY: promised by the caller.
    let found = unsafe { library.get::<T>(name.as_bytes()) };
    found.map(|it| *it).map_err(|_| PluginError::Missing { path: path.to_owned(), name })
}

/// Text for a plug-in: bytes of Windows-1252, cut where no plug-in reads on.
fn told(text: &str) -> CString {
    let byte = |c: char| u8::try_from(u32::from(c)).ok().filter(|byte| *byte != 0).unwrap_or(b'?');
    let bytes: Vec<u8> = text.chars().take(LONGEST).map(byte).collect();
    CString::new(bytes).unwrap_or_default()
}

/// A buffer that a plug-in writes text into.
struct Buffer(Box<[u8; MOVE_BYTES + SPARE]>);

impl Buffer {
    fn new() -> Buffer {
        Buffer(Box::new([0; MOVE_BYTES + SPARE]))
    }

    fn pointer(&mut self) -> *mut c_char {
        self.0.as_mut_ptr().cast()
    }

    /// The text up to its end, without anything that would end a line.
    fn text(&self) -> String {
        let end = self.0[..MOVE_BYTES].iter().position(|byte| *byte == 0).unwrap_or(MOVE_BYTES - 1);
        let plain = |byte: &u8| if byte.is_ascii_control() { ' ' } else { char::from(*byte) };
        self.0[..end].iter().map(plain).collect()
    }
}

/// Serves a plug-in over lines until the input ends.
///
/// # Errors
/// Those of the output; what is wrong with the library is told there.
pub fn serve(
    path: &Path,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> std::io::Result<()> {
    let plugin = match Plugin::load(path) {
        Ok(plugin) => plugin,
        Err(error) => {
            writeln!(output, "error {error}")?;
            return output.flush();
        }
    };
    writeln!(output, "ready")?;
    output.flush()?;
    // Read beside the search, so that a search can be told to stop.
    let status = Arc::new(AtomicI32::new(0));
    let orders = listen(input, Arc::clone(&status));
    for order in orders {
        let (word, rest) = order.split_once(' ').unwrap_or((&order, ""));
        match word {
            "start" | "move" => {
                let text = told(rest);
                let call = if word == "start" { plugin.start } else { plugin.make_move };
                // SAFETY: the text ends with a zero and lives until the call has returned.
                let code = unsafe { call(text.as_ptr()) };
                writeln!(output, "answer {code}")?;
            }
            "search" => search(&plugin, rest, &status, output)?,
            "quit" => break,
            _ => writeln!(output, "answer {GENERIC_ERROR}")?,
        }
        output.flush()?;
    }
    // SAFETY: it takes nothing.
    unsafe { (plugin.clean_up)() };
    Ok(())
}

/// The orders, all but those to stop, which are obeyed at once.
fn listen(input: impl BufRead + Send + 'static, status: Arc<AtomicI32>) -> Receiver<String> {
    let (sender, orders) = channel();
    std::thread::spawn(move || {
        for line in input.lines() {
            let Ok(line) = line else { return };
            match line.trim() {
                "stop soon" => {
                    status.fetch_max(1, Ordering::Relaxed);
                }
                "stop now" => status.store(2, Ordering::Relaxed),
                order => {
                    if order.starts_with("search") {
                        status.store(0, Ordering::Relaxed);
                    }
                    if sender.send(order.to_owned()).is_err() {
                        return;
                    }
                }
            }
        }
    });
    orders
}

/// What a plug-in writes during a search, at addresses that do not move.
struct Found {
    best: Buffer,
    current: Buffer,
    numbers: [AtomicI32; 3],
}

fn search(
    plugin: &Plugin,
    limits: &str,
    status: &AtomicI32,
    output: &mut impl Write,
) -> std::io::Result<()> {
    let mut numbers = limits.split_whitespace().map(|word| word.parse::<i32>().unwrap_or(0));
    let [time, depth, variety] = [0; 3].map(|none| numbers.next().unwrap_or(none));
    let mut found =
        Found { best: Buffer::new(), current: Buffer::new(), numbers: [0; 3].map(AtomicI32::new) };
    let (best, current) = (found.best.pointer(), found.current.pointer());
    let [nodes, score, reached] = found.numbers.each_ref().map(AtomicI32::as_ptr);
    // The plug-in runs on this thread, as it expects; what it has written is told when it is done.
    // SAFETY: all addresses are valid until the call has returned, and the buffers are as large as the
    // interface says, and larger.
    let code = unsafe {
        (plugin.search)(time, depth, variety, status.as_ptr(), best, current, nodes, score, reached)
    };
    let [nodes, score, reached] = found.numbers.each_ref().map(|it| it.load(Ordering::Relaxed));
    writeln!(output, "best {code} {nodes} {score} {reached} {}", found.best.text())
}
