//! Lines of the engine protocol: either side may talk nonsense, but not without end.

use std::io::{self, BufRead, Read};

/// The longest line that is listened to, in bytes.
pub const MAX_LINE: u64 = 1 << 16;

/// What was heard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line, without its end.
    Line(String),
    /// A line longer than [`MAX_LINE`], read to its end and forgotten: its rest is no line of its own.
    TooLong,
    /// Nothing any more.
    End,
}

/// Reads one line.
pub fn hear(input: &mut impl BufRead) -> Heard {
    let mut line = Vec::new();
    match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => Heard::End,
        Ok(_) if line.len() as u64 == MAX_LINE && !line.ends_with(b"\n") => {
            skip_line(input).map_or(Heard::End, |()| Heard::TooLong)
        }
        Ok(_) => Heard::Line(String::from_utf8_lossy(&line).trim_end().to_owned()),
    }
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, found) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if found {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_forgotten_to_its_end() {
        let text = format!("one\r\n{}\ntwo\nlast", "x".repeat(3 * MAX_LINE as usize));
        let mut input = text.as_bytes();
        let heard: Vec<Heard> = std::iter::from_fn(|| Some(hear(&mut input))).take(5).collect();
        let line = |text: &str| Heard::Line(text.to_owned());
        assert_eq!(heard, [line("one"), Heard::TooLong, line("two"), line("last"), Heard::End]);
    }
}
