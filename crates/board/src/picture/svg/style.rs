//! The style sheet and the paints of a picture.

use std::fmt::Write;

use super::{Theme, n};
use crate::picture::palette::SETS;

/// The colours of everything but the sets.
struct Palette {
    paper: &'static str,
    cell: &'static str,
    /// The light and the dark cells of a checkered board.
    shades: [&'static str; 2],
    /// The signs on the pieces.
    card: &'static str,
    ink: &'static str,
    muted: &'static str,
    accent: &'static str,
    /// The rim and the middle of each set's pieces.
    sets: [[&'static str; 2]; SETS.len()],
    /// Which of the two stands out from the ground, for lines; the other is for tints.
    line: usize,
}

/// The colours of the play page.
const LIGHT: Palette = Palette {
    paper: "#f6f4ef",
    cell: "#ebe5d8",
    shades: ["#ebe5d8", "#cdc3ae"],
    card: "#fffdf9",
    ink: "#23262b",
    muted: "#6b7078",
    accent: "#0b6e69",
    sets: sets(false),
    line: 0,
};

const DARK: Palette = Palette {
    paper: "#15181c",
    cell: "#272c33",
    shades: ["#3a424c", "#272c33"],
    card: "#15181c",
    ink: "#e8e6e1",
    muted: "#9aa0a8",
    accent: "#3fb8af",
    sets: sets(true),
    line: 1,
};

/// Ink on white paper.
const PAPER: Palette = Palette {
    paper: "#ffffff",
    cell: "#efece6",
    shades: ["#f4f1ea", "#d2c9b8"],
    card: "#ffffff",
    ink: "#000000",
    muted: "#55595f",
    accent: "#0b6e69",
    sets: sets(false),
    line: 0,
};

/// Black ink on white paper. The greys of the sets differ, and so do the signs on the pieces.
const MONO: Palette = Palette {
    paper: "#ffffff",
    cell: "#efefef",
    shades: ["#f7f7f7", "#cfcfcf"],
    card: "#ffffff",
    ink: "#000000",
    muted: "#5a5a5a",
    accent: "#000000",
    sets: [
        ["#101010", "#303030"],
        ["#7d7d7d", "#a6a6a6"],
        ["#4a4a4a", "#6a6a6a"],
        ["#2c2c2c", "#585858"],
        ["#666666", "#8c8c8c"],
        ["#949494", "#bcbcbc"],
        ["#202020", "#444444"],
        ["#8a8a8a", "#b2b2b2"],
        ["#565656", "#7c7c7c"],
        ["#a0a0a0", "#c8c8c8"],
        ["#3a3a3a", "#606060"],
        ["#707070", "#989898"],
    ],
    line: 0,
};

const fn sets(dark: bool) -> [[&'static str; 2]; SETS.len()] {
    let mut colours = [["", ""]; SETS.len()];
    let mut set = 0;
    while set < SETS.len() {
        colours[set] = if dark { SETS[set].dark } else { SETS[set].light };
        set += 1;
    }
    colours
}

/// The style sheet: what is the same in all palettes, then those of the theme, for so many sets. Pieces have
/// this radius.
pub(super) fn sheet(radius: f64, theme: Theme, sets: usize) -> String {
    let mut css = format!(
        "<style>\n\
         text{{font-family:Inter,system-ui,-apple-system,\"Segoe UI\",sans-serif;\
         text-anchor:middle;dominant-baseline:central}}\n\
         .cell{{stroke-width:2.4;stroke-linejoin:round}}\n\
         .border{{fill:none;stroke-width:15;stroke-linejoin:round}}\n\
         .edge{{stroke-width:3;stroke-linecap:round}}\n\
         .bond{{stroke-width:{};stroke-linecap:round;opacity:.6}}\n\
         .disc{{stroke:#000;stroke-opacity:.18;stroke-width:1}}\n\
         .figure{{stroke-width:.09;stroke-linejoin:round;paint-order:stroke}}\n\
         .line{{fill:none;stroke-width:.075;stroke-linecap:round;stroke-linejoin:round}}\n\
         .white .figure{{fill:#fffdf9}}.white .figure,.white .line{{stroke:#23262b}}\n\
         .black .figure{{fill:#33373e}}.black .line{{stroke:#e8e6e1}}\n\
         .ring,.rim,.cut{{fill:none}}\n\
         .trail{{stroke-width:4;stroke-dasharray:.1 8;stroke-linecap:round;fill:none}}\n\
         .way,.cross,.halo,.target{{fill:none;stroke-linecap:round;stroke-linejoin:round}}\n\
         .way{{opacity:.85}}.cross{{stroke-width:2.6}}.target{{stroke-width:2.6;stroke-dasharray:7 5}}\n\
         .key{{font-size:12px;text-anchor:start}}.name{{font-size:11px}}.label{{font-size:13px}}.seat{{font-size:14px;text-anchor:start}}\n",
        n(radius * 0.62)
    );
    match theme {
        Theme::Screen => {
            LIGHT.push(&mut css, sets);
            css.push_str("@media (prefers-color-scheme:dark){\n");
            DARK.push(&mut css, sets);
            css.push_str("}\n");
        }
        Theme::Light => LIGHT.push(&mut css, sets),
        Theme::Paper => PAPER.push(&mut css, sets),
        Theme::Mono => MONO.push(&mut css, sets),
    }
    css.push_str("</style>\n");
    css
}

impl Palette {
    fn push(&self, css: &mut String, count: usize) {
        let Palette { paper, cell, shades: [light, dark], card, ink, muted, accent, sets, line } =
            self;
        css.push_str(&format!(
            ".paper{{fill:{paper}}}.cell{{fill:{cell};stroke:{paper}}}.edge{{stroke:{muted};stroke-opacity:.45}}\n\
             .light{{fill:{light}}}.dark{{fill:{dark}}}\n\
             .sign{{fill:{card}}}.ring,.rim,.cut,.hatch{{stroke:{card}}}\n\
             .name,.label,.key{{fill:{muted}}}.seat{{fill:{ink}}}.quiet{{fill:{muted}}}\n\
             .halo{{stroke:{paper};stroke-width:6;stroke-opacity:.8}}.cross{{stroke:{ink}}}\n\
             .black .figure{{stroke:{muted}}}.trail{{stroke:{accent}}}.turn{{fill:{accent}}}.special{{stroke:{accent}}}\n"
        ));
        for (set, colours) in sets.iter().enumerate().take(count) {
            let [rim, middle] = colours;
            let (way, tint) = (colours[*line], colours[1 - line]);
            let written = writeln!(
                css,
                ".bond{set}{{stroke:{rim}}}.rim{set}{{stop-color:{rim}}}\
                 .mid{set}{{stop-color:{middle}}}\
                 .way{set}{{stroke:{way}}}.tint{set}{{fill:{tint}}}"
            );
            debug_assert!(written.is_ok(), "writing to a string cannot fail");
        }
    }
}

/// The paints of so many sets, and the hatching of blocked ones.
pub(super) fn definitions(sets: usize) -> String {
    let mut text = String::from("<defs>\n");
    for set in 0..sets.min(SETS.len()) {
        text.push_str(&format!(
            "<radialGradient id=\"set{set}\" cx=\"38%\" cy=\"32%\" r=\"75%\">\
             <stop offset=\"0\" class=\"mid{set}\"/><stop offset=\"1\" class=\"rim{set}\"/>\
             </radialGradient>\n"
        ));
    }
    text.push_str(
        "<pattern id=\"blocked\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
         patternTransform=\"rotate(45)\"><line class=\"hatch\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\" \
         stroke-width=\"3\"/></pattern>\n</defs>\n",
    );
    text
}
