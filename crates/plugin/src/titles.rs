//! Which game a title names.
//!
//! A host knows a game by the title of its variant: that of a file of the library, or that of a game that
//! was written as a rule file, whose title is the name of its family or its spec.

use std::sync::Arc;

use selforge_catalogue::Playable;
use selforge_core::Spec;
use selforge_games::zrf::{Diagnostics, NoIncludes, RuleFile, Zrf, compile, library};
use selforge_games::{NoFiles, RuleText, catalogue, export, open};

/// A game as a host knows it.
pub(crate) struct Titled {
    /// The game of the rule file.
    pub(crate) file: Playable,
    /// The native game that it was written from, if there is one.
    pub(crate) native: Option<(Playable, RuleText)>,
}

/// The longest title that is looked at.
const LONGEST: usize = 500;

/// The game with this title.
pub(crate) fn find(title: &str) -> Option<Titled> {
    if title.len() > LONGEST {
        return None;
    }
    // Looking through the library takes longer than to know these.
    if ["Selfo", "Checkers"].contains(&title.trim()) {
        return written(title);
    }
    in_library(title).or_else(|| written(title))
}

/// A game or variant of the library.
fn in_library(title: &str) -> Option<Titled> {
    let same = |other: &str| other.eq_ignore_ascii_case(title.trim());
    library::names().find_map(|name| {
        let text = library::text(name)?;
        let file = RuleFile::read(name, text.as_bytes(), &NoIncludes);
        let found = file.games().iter().find(|game| !game.is_separator && same(&game.title))?;
        let mut spec = Spec::new("zrf");
        spec.set("game", name).ok()?;
        spec.set("variant", &found.title).ok()?;
        Some(Titled { file: open(&spec, &NoFiles).ok()?, native: None })
    })
}

/// A game that is written as a rule file when it is asked for.
fn written(title: &str) -> Option<Titled> {
    let spec = match title.trim() {
        "Selfo" => Spec::new("selfo"),
        "Checkers" => Spec::new("checkers"),
        "Rule space, game 1 of the paper" => Spec::new("rulespace"),
        other => Spec::parse(&other.replace('`', "\"")).ok()?,
    };
    let native = open(&spec, &NoFiles).ok()?;
    let text = export(&native).ok()?;
    let file = RuleFile::read("exported.zrf", text.text.as_bytes(), &NoIncludes);
    let rules = compile(file.first()?, &mut Diagnostics::default())?;
    let game = Zrf::new(Arc::new(rules), 0, Vec::new());
    let family = catalogue().family("zrf")?;
    let file = Playable::new(family, Spec::new("zrf"), game);
    Some(Titled { file, native: Some((native, text)) })
}
