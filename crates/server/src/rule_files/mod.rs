//! Rule files that people bring.
//!
//! A file is foreign input. It is read under the limits of its language and of [`crate::work`], kept by a
//! fingerprint of its content, and never by a name that somebody chose; what it includes comes from what was
//! brought along, and nothing from this machine. A program that it asks for, `(engine …)`, is never started.

pub(crate) mod check;
mod pictures;
pub(crate) mod stored;
pub(crate) mod unpack;

use selforge_core::Spec;
use sha2::{Digest, Sha256};

/// The most bytes of all texts of a rule file together.
pub(crate) const TEXT_BYTES: usize = 512 * 1024;

/// What was brought: one rule file, the texts that it includes, and pictures.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Upload {
    /// The name of the file, fit to be shown.
    pub(crate) name: String,
    /// The texts: the rule file first, then what it includes, each with its name.
    pub(crate) texts: Vec<Part>,
    /// Pictures as PNG, by the names that the text may have for them.
    pub(crate) pictures: Vec<Part>,
}

/// A file of an upload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    /// Its name without folders, in small letters; empty for the rule file itself.
    pub(crate) name: String,
    pub(crate) body: Vec<u8>,
}

/// How long a fingerprint is, in characters; one more if there are pictures.
const FINGERPRINT: usize = 32;

/// What the fingerprints of files with pictures end with: whoever draws a game knows by its spec alone
/// whether there are any.
const WITH_PICTURES: char = 'p';

impl Upload {
    /// What it is kept by: the same content has the same one, whatever it was called.
    pub(crate) fn fingerprint(&self) -> String {
        let mut digest = Sha256::new();
        for (kind, parts) in [(0u8, &self.texts), (1, &self.pictures)] {
            for part in parts {
                digest.update([kind]);
                for bytes in [part.name.as_bytes(), &part.body] {
                    digest.update((bytes.len() as u64).to_le_bytes());
                    digest.update(bytes);
                }
            }
        }
        let all = digest.finalize();
        let digits = all.iter().take(FINGERPRINT / 2).map(|byte| format!("{byte:02x}"));
        let end = if self.pictures.is_empty() { String::new() } else { WITH_PICTURES.to_string() };
        digits.chain([end]).collect()
    }

    /// What it fills, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.texts.iter().chain(&self.pictures).map(|part| part.body.len() + part.name.len()).sum()
    }
}

/// Whether a text could be a fingerprint.
pub(crate) fn is_fingerprint(text: &str) -> bool {
    let digits = text.strip_suffix(WITH_PICTURES).unwrap_or(text);
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    digits.len() == FINGERPRINT && digits.bytes().all(is_digit)
}

/// Where the pictures of pieces are, if the game of a spec has any.
pub(crate) fn picture_folder(spec: &Spec) -> Option<String> {
    let file = spec.get("file").filter(|name| is_fingerprint(name))?;
    file.ends_with(WITH_PICTURES).then(|| format!("{PICTURES}/{file}"))
}

/// The path below which pictures are served.
pub(crate) const PICTURES: &str = "/rule-pictures";

/// The name of a file without its folders, in small letters, as files and the texts that name them are
/// compared: rule files are from systems where case means nothing and folders differ.
pub(crate) fn base_name(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or_default().trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_of_the_content_and_not_of_the_name() {
        let text = |body: &str| vec![Part { name: String::new(), body: body.into() }];
        let one = Upload { name: "a".into(), texts: text("(game)"), pictures: Vec::new() };
        let same = Upload { name: "b".into(), ..one.clone() };
        let other = Upload { texts: text("(game )"), ..one.clone() };
        assert_eq!(one.fingerprint(), same.fingerprint());
        assert_ne!(one.fingerprint(), other.fingerprint());
        assert!(is_fingerprint(&one.fingerprint()));
        assert!(!is_fingerprint("../../etc/passwd") && !is_fingerprint(&"A".repeat(32)));
    }

    #[test]
    fn names_are_compared_without_folders_and_case() {
        assert_eq!(base_name("Images\\Chess\\WPawn.BMP"), "wpawn.bmp");
        assert_eq!(base_name("../../x.zrf"), "x.zrf");
    }
}
