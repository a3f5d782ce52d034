//! How the six sets look: a shape, a colour and a letter each, so that no single one is needed.

/// The look of one set.
#[derive(Clone, Copy, Debug)]
pub struct SetLook {
    /// A piece in text.
    pub glyph: char,
    /// A special piece in text.
    pub special: char,
    /// The colour in text, of the 256 that terminals know.
    pub ansi: u8,
    /// What a piece looks like in a picture, in words.
    pub words: &'static str,
    /// The colours in a picture on light ground: the rim and the middle.
    pub light: [&'static str; 2],
    /// The same on dark ground.
    pub dark: [&'static str; 2],
}

/// The sets A to F.
pub const SETS: [SetLook; 6] = [
    SetLook {
        glyph: '●',
        special: '◉',
        ansi: 32,
        words: "blue disc",
        light: ["#1f4e79", "#3d7ab5"],
        dark: ["#4a90d2", "#8cc2f2"],
    },
    SetLook {
        glyph: '○',
        special: '◎',
        ansi: 172,
        words: "amber ring",
        light: ["#e08e1b", "#f6b95a"],
        dark: ["#e89b2c", "#ffd08a"],
    },
    SetLook {
        glyph: '✚',
        special: '✜',
        ansi: 35,
        words: "green disc with a cross",
        light: ["#2c7048", "#4fa072"],
        dark: ["#43a06a", "#85d3a4"],
    },
    SetLook {
        glyph: '▲',
        special: '△',
        ansi: 162,
        words: "magenta disc with a triangle",
        light: ["#96246f", "#c552a0"],
        dark: ["#cf5aa8", "#f09fd2"],
    },
    SetLook {
        glyph: '■',
        special: '□',
        ansi: 167,
        words: "brick disc with a square",
        light: ["#97402b", "#c86f55"],
        dark: ["#d06a50", "#f2a48e"],
    },
    SetLook {
        glyph: '◆',
        special: '◇',
        ansi: 74,
        words: "sky disc with a dot",
        light: ["#4f9cc0", "#93cfe8"],
        dark: ["#79bcdc", "#c3e8f7"],
    },
];

/// The look of a set; those past the last begin again.
pub fn look(set: u8) -> &'static SetLook {
    &SETS[usize::from(set) % SETS.len()]
}

impl SetLook {
    /// The colour alone: `blue`.
    #[must_use]
    pub fn colour(&self) -> &'static str {
        self.words.split(' ').next().unwrap_or_default()
    }
}
