//! How the sets look: a shape, a colour and a letter each, so that no single one is needed.
//!
//! The first six have signs of their own. There are not twelve signs that are told apart at a glance and at
//! the size of a piece, nor twelve colours: the others bear their letters.

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

/// The sets A to L.
pub const SETS: [SetLook; 12] = [
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
    SetLook {
        glyph: 'G',
        special: 'g',
        ansi: 99,
        words: "violet disc with a G",
        light: ["#53389e", "#8468cf"],
        dark: ["#8d72dd", "#bfaef5"],
    },
    SetLook {
        glyph: 'H',
        special: 'h',
        ansi: 106,
        words: "lime disc with an H",
        light: ["#7c9410", "#b4cb45"],
        dark: ["#a9c23c", "#d6e985"],
    },
    SetLook {
        glyph: 'I',
        special: 'i',
        ansi: 245,
        words: "grey disc with an I",
        light: ["#565b63", "#8f959e"],
        dark: ["#969ca6", "#cdd1d7"],
    },
    SetLook {
        glyph: 'J',
        special: 'j',
        ansi: 211,
        words: "pink disc with a J",
        light: ["#e0718f", "#f7b3c5"],
        dark: ["#f08fa8", "#fcc8d5"],
    },
    SetLook {
        glyph: 'K',
        special: 'k',
        ansi: 37,
        words: "teal disc with a K",
        light: ["#0d7f7c", "#3fb3ae"],
        dark: ["#22a39e", "#74d6d1"],
    },
    SetLook {
        glyph: 'L',
        special: 'l',
        ansi: 94,
        words: "brown disc with an L",
        light: ["#5d3d1e", "#8e6a45"],
        dark: ["#a37a4d", "#d0ad86"],
    },
];

/// So many sets have a sign; the others bear their letters.
pub const SIGNED: u8 = 6;

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
