//! The engines as a plug-in of Zillions of Games.
//!
//! A host loads this library and calls six functions. They name moves as saved games do and know nothing
//! of types, so this file is all conversion: pointers to texts, texts to bytes, panics to error codes.
//! What the functions do is in `session`, which has no `unsafe`. How games are found by their titles is
//! in `titles`. The interface is described in `docs/plugins.md` and in `include/selforge_plugin.h`.
//!
//! Hosts call from one thread, but for the status of a search, which they write from another one. All
//! state is behind one lock, so a host that does more gets answers one after the other.

mod session;
mod titles;

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use session::{Answer, Limits, Progress, Session};

/// The bytes of a buffer for a move, its zero included.
const MOVE_BYTES: usize = 1024;

/// The bytes of a buffer for a comment.
const COMMENT_BYTES: usize = 500;

/// How often the status of a search is looked at, and what it shows is written.
const LOOK: Duration = Duration::from_millis(2);

const STOP_SOON: i32 = 1;
const STOP_NOW: i32 = 2;

static SESSION: Mutex<Option<Session>> = Mutex::new(None);

/// Runs `work` on the session's place, and answers a panic with an error code.
fn guarded(work: impl FnOnce(&mut Option<Session>) -> Answer) -> i32 {
    let answer = catch_unwind(AssertUnwindSafe(|| {
        work(&mut SESSION.lock().unwrap_or_else(PoisonError::into_inner))
    }));
    answer.unwrap_or(Answer::GenericError) as i32
}

/// Runs `work` on the session, which there must be.
fn with_session(work: impl FnOnce(&mut Session) -> Answer) -> i32 {
    guarded(|session| session.as_mut().map_or(Answer::GenericError, work))
}

/// The text at a pointer of the host; none if it is null.
///
/// # Safety
/// The pointer is null, or leads to bytes that end with a zero and do not change meanwhile.
unsafe fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: it is not null, and the caller promises the rest.
    let bytes = unsafe { CStr::from_ptr(pointer) }.to_bytes();
    Some(selforge_games::zrf::decode(bytes))
}

/// A text as bytes of Windows-1252; none if it does not fit into a buffer of `room` bytes.
fn bytes(text: &str, room: usize) -> Option<Vec<u8>> {
    let byte = |c: char| {
        (0..=u8::MAX)
            .find(|byte| selforge_games::zrf::decode(&[*byte]).starts_with(c))
            .unwrap_or(b'?')
    };
    let plain = |c: char| if c.is_ascii() { c as u8 } else { byte(c) };
    let mut bytes: Vec<u8> = text.chars().map(plain).collect();
    bytes.push(0);
    (bytes.len() <= room).then_some(bytes)
}

/// Writes a text into a buffer of the host.
///
/// # Safety
/// The buffer is null, or has room for `bytes`.
unsafe fn write_bytes(buffer: *mut c_char, bytes: &[u8]) {
    if !buffer.is_null() {
        // SAFETY: the caller promises room for all of them; they do not overlap with our own memory.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr().cast(), buffer, bytes.len()) };
    }
}

/// Writes a number for the host.
///
/// # Safety
/// The pointer is null, or one to a number that may be written.
unsafe fn write_number(pointer: *mut i32, number: i32) {
    if !pointer.is_null() {
        // SAFETY: it is not null, and the caller promises the rest.
        unsafe { pointer.write(number) };
    }
}

/// Begins a game by the title of its variant. After the answer 0 the host sends the start as edits; if it
/// sends none, the game begins from its usual start. A game that is not known leaves the last one as
/// it is.
///
/// # Safety
/// `variant` is null or a text that ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn DLL_StartNewGame(variant: *const c_char) -> i32 {
    guarded(|session| {
        // SAFETY: the host promises a text.
        let Some(title) = (unsafe { text(variant) }) else { return Answer::UnknownVariant };
        match Session::start(&title) {
            Ok(started) => {
                *session = Some(started);
                Answer::Ok
            }
            Err(answer) => answer,
        }
    })
}

/// Plays a move, edits the board, or asks about a position: whatever the text says.
///
/// # Safety
/// `mv` is null or a text that ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn DLL_MakeAMove(mv: *const c_char) -> i32 {
    with_session(|session| {
        // SAFETY: the host promises a text.
        let told = unsafe { text(mv) };
        told.map_or(Answer::GenericError, |told| session.told(&told))
    })
}

/// Shows the legal moves one by one. Null, or an empty text when no list is being shown, begins a new
/// list; every further call writes the next move, and an empty text after the last.
///
/// # Safety
/// `buffer` is null, or a text in a buffer of 1024 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn DLL_GenerateMoves(buffer: *mut c_char) -> i32 {
    with_session(|session| {
        if buffer.is_null() {
            session.list_moves();
            return Answer::Ok;
        }
        // SAFETY: it is not null, and there is at least the byte that ends the text.
        let is_empty = unsafe { buffer.read() } == 0;
        if !session.is_listing() {
            session.list_moves();
            if is_empty {
                return Answer::Ok;
            }
        }
        let next = loop {
            match session.next_move() {
                None => break vec![0],
                // A move that no buffer can hold cannot be played through this interface.
                Some(line) => match bytes(&line, MOVE_BYTES) {
                    Some(bytes) => break bytes,
                    None => continue,
                },
            }
        };
        // SAFETY: the buffer has 1024 bytes, and no more are written.
        unsafe { write_bytes(buffer, &next) };
        Answer::Ok
    })
}

/// Says whether the game is over, from the view of the side that would be next, and why.
///
/// # Safety
/// `result` is null or may be written; `comment` is null or has 500 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn DLL_IsGameOver(result: *mut i32, comment: *mut c_char) -> i32 {
    with_session(|session| {
        let (score, reason) = session.over();
        // SAFETY: the host promises a number that may be written.
        unsafe { write_number(result, score) };
        if let Some(bytes) = reason.and_then(|reason| bytes(&reason, COMMENT_BYTES)) {
            // SAFETY: the comment has 500 bytes, and no more are written.
            unsafe { write_bytes(comment, &bytes) };
        }
        Answer::Ok
    })
}

/// What a host lets us write during a search.
struct Screen {
    status: *const AtomicI32,
    best: *mut c_char,
    current: *mut c_char,
    numbers: [*mut i32; 3],
}

impl Screen {
    /// What the host wants: to go on, to stop soon, to stop now.
    fn status(&self) -> i32 {
        if self.status.is_null() {
            return 0;
        }
        // SAFETY: the host keeps the status valid until the search has returned, and writes it as a whole.
        unsafe { (*self.status).load(Ordering::Relaxed) }
    }

    fn show(&self, progress: &Progress) {
        let Some(line) = bytes(&progress.best, MOVE_BYTES) else { return };
        let numbers = [progress.nodes, progress.score, progress.depth];
        // SAFETY: the buffers have 1024 bytes, and no more are written; the numbers may be written until
        // the search has returned.
        unsafe {
            write_bytes(self.best, &line);
            write_bytes(self.current, &line);
            self.numbers.iter().zip(numbers).for_each(|(at, number)| write_number(*at, number));
        }
    }
}

/// Looks for the best move, which it writes and does not play.
///
/// # Safety
/// `status` is null or valid until the search returns; the two buffers are null or have 1024 bytes; the
/// three numbers are null or may be written.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "the interface has them")]
pub unsafe extern "system" fn DLL_Search(
    search_time: i32,
    depth_limit: i32,
    variety: i32,
    status: *const i32,
    best_move: *mut c_char,
    current_move: *mut c_char,
    nodes: *mut i32,
    score: *mut i32,
    depth: *mut i32,
) -> i32 {
    let screen = Screen {
        // The host writes the status from another thread: an atomic of the same size reads it.
        status: status.cast(),
        best: best_move,
        current: current_move,
        numbers: [nodes, score, depth],
    };
    let limits = Limits {
        time: u64::try_from(search_time).ok().filter(|ms| *ms > 0).map(Duration::from_millis),
        depth: u32::try_from(depth_limit).ok().filter(|depth| *depth > 0),
        variety: variety.clamp(0, 10) as u32,
    };
    with_session(|session| search(session, limits, &screen))
}

/// Thinks on a thread of its own, while this one, which may be that of the host's window, looks at the
/// status and shows what was found.
fn search(session: &mut Session, limits: Limits, screen: &Screen) -> Answer {
    let stop = selforge_agents::Stop::default();
    let shown: Mutex<Option<Progress>> = Mutex::new(None);
    let take = || shown.lock().unwrap_or_else(PoisonError::into_inner).take();
    let found = std::thread::scope(|scope| {
        let thinking = scope.spawn(|| {
            session.search(limits, &stop, &mut |progress| {
                *shown.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
            })
        });
        while !thinking.is_finished() {
            match screen.status() {
                STOP_SOON => stop.soon(),
                STOP_NOW => stop.now(),
                _ => {}
            }
            if let Some(progress) = take() {
                screen.show(&progress);
            }
            window::pump();
            std::thread::park_timeout(LOOK);
        }
        thinking.join().unwrap_or(Err(Answer::GenericError))
    });
    match found {
        Ok(progress) if bytes(&progress.best, MOVE_BYTES).is_some() => {
            screen.show(&progress);
            Answer::Ok
        }
        Ok(_) => Answer::GenericError,
        Err(answer) => answer,
    }
}

/// Frees everything.
#[unsafe(no_mangle)]
pub extern "system" fn DLL_CleanUp() -> i32 {
    guarded(|session| {
        *session = None;
        Answer::Ok
    })
}

/// Keeps the window of a host alive, on whose thread a search runs.
#[cfg(windows)]
mod window {
    #[repr(C)]
    struct Message {
        // Larger than the structure of any version of the system.
        words: [usize; 12],
    }

    #[link(name = "user32")]
    unsafe extern "system" {
        fn PeekMessageA(msg: *mut Message, window: usize, from: u32, to: u32, remove: u32) -> i32;
        fn TranslateMessage(msg: *const Message) -> i32;
        fn DispatchMessageA(msg: *const Message) -> isize;
    }

    const REMOVE: u32 = 1;

    /// Handles the messages that wait.
    pub(super) fn pump() {
        let mut message = Message { words: [0; 12] };
        // SAFETY: the message is ours and large enough; the functions may be called on any thread.
        unsafe {
            while PeekMessageA(&raw mut message, 0, 0, 0, REMOVE) != 0 {
                TranslateMessage(&raw const message);
                DispatchMessageA(&raw const message);
            }
        }
    }
}

#[cfg(not(windows))]
mod window {
    /// There are no messages to handle here.
    pub(super) fn pump() {}
}
