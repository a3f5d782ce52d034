//! The words of the language, so that none is taken for a name.

/// Every word of the language, in order. Words for sounds and other media are among them.
pub const KEYWORDS: [&str; 132] = [
    "absolute-config", "add", "add-copy", "add-copy-partial", "add-partial", "adjacent-to-enemy?",
    "and", "any-owner", "attacked?", "attribute", "back", "board", "board-setup", "capture",
    "capture-sound", "captured", "cascade", "change-owner", "change-sound", "change-type",
    "checkmated", "click-sound", "count-condition", "create", "default", "defended?", "define",
    "description", "dimensions", "directions", "draw-condition", "draw-sound", "drop-sound", "drops",
    "dummy", "else", "empty?", "enemy?", "engine", "false", "flag?", "flip", "forced", "friend?",
    "from", "game", "go", "goal-position?", "grid", "help", "history", "if", "image", "in-zone?",
    "include", "kill-positions", "last-from", "last-from?", "last-to", "last-to?", "links",
    "loss-condition", "loss-sound", "mark", "marked?", "move-priorities", "move-sound", "move-type",
    "moves", "music", "name", "neutral?", "not", "not-adjacent-to-enemy?", "not-attacked?",
    "not-defended?", "not-empty?", "not-enemy?", "not-flag?", "not-friend?", "not-goal-position?",
    "not-in-zone?", "not-last-from?", "not-last-to?", "not-marked?", "not-neutral?",
    "not-on-board?", "not-piece?", "not-position-flag?", "not-position?", "notation", "off",
    "on-board?", "open", "opening-sound", "opponent", "opposite", "option", "or", "piece", "piece?",
    "pieces-remaining", "players", "position-flag?", "position?", "positions", "relative-config",
    "release-sound", "repeat", "repetition", "set-attribute", "set-flag", "set-position-flag",
    "solution", "stalemated", "start-rectangle", "strategy", "symmetry", "title", "to",
    "total-piece-count", "translate", "true", "turn-order", "unlink", "variant", "verify", "version",
    "while", "win-condition", "win-sound", "zone",
];

/// Older words for options, each with the option's name of today.
pub const OLD_OPTIONS: [(&str, &str); 9] = [
    ("allow-flipping", "prevent flipping"),
    ("animate-captures", "animate captures"),
    ("animate-drops", "animate drops"),
    ("include-off-pieces", "include off-pieces"),
    ("maximal-captures", "maximal captures"),
    ("pass-partial", "pass partial"),
    ("pass-turn", "pass turn"),
    ("recycle-captures", "recycle captures"),
    ("recycle-promotions", "recycle promotions"),
];

/// Whether a word belongs to the language.
#[must_use]
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_in_order_and_none_is_there_twice() {
        assert!(KEYWORDS.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(is_keyword("zone") && !is_keyword("zones"));
    }
}
