//! What somebody sends, taken apart: a rule file alone, or a ZIP file with what it includes and with pictures.
//!
//! Of the ZIP only file names without their folders are used, and only to find what the rule file itself
//! names. Nothing is written anywhere, and everything has a limit before it is unpacked.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::{Part, TEXT_BYTES, Upload, base_name, pictures};
use crate::error::ApiError;
use crate::live::occupant::showable;
use crate::work::WorkLimits;

/// How a ZIP file begins.
const ZIP: &[u8] = b"PK\x03\x04";

/// The most files in a ZIP file, and the most bytes that they unpack to together.
const MOST_FILES: usize = 300;
const MOST_BYTES: usize = 16 << 20;

/// The longest name that is shown, in characters.
const NAME: usize = 60;

/// Takes apart what was sent under a name.
///
/// # Errors
/// With the reason, if it is neither, or too large.
pub(crate) fn unpack(name: &str, body: &[u8], limits: &WorkLimits) -> Result<Upload, ApiError> {
    if body.starts_with(ZIP) {
        return unpack_zip(body, limits);
    }
    check_text_size(body.len())?;
    if body.contains(&0) {
        return Err(ApiError::invalid(
            "this is no text; expected a rule file (.zrf) or a ZIP file with one",
        ));
    }
    let texts = vec![Part { name: String::new(), body: body.to_vec() }];
    Ok(Upload { name: shown_name(name), texts, pictures: Vec::new() })
}

fn check_text_size(bytes: usize) -> Result<(), ApiError> {
    if bytes <= TEXT_BYTES {
        return Ok(());
    }
    let most = TEXT_BYTES / 1024;
    Err(ApiError::too_large(format!("the rules are {} KiB; expected at most {most}", bytes / 1024)))
}

/// A name that is fit to be shown.
fn shown_name(name: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = showable(base).trim().chars().take(NAME).collect();
    if name.is_empty() { "rules.zrf".to_owned() } else { name }
}

fn unpack_zip(body: &[u8], limits: &WorkLimits) -> Result<Upload, ApiError> {
    let broken = |error: &dyn std::fmt::Display| {
        ApiError::invalid(format!("the ZIP file cannot be read: {error}"))
    };
    let mut archive = ZipArchive::new(Cursor::new(body)).map_err(|error| broken(&error))?;
    if archive.len() > MOST_FILES {
        let problem =
            format!("the ZIP file has {} files; expected at most {MOST_FILES}", archive.len());
        return Err(ApiError::invalid(problem));
    }
    let (mut rules, mut files, mut room) = (Vec::new(), Vec::new(), MOST_BYTES);
    for at in 0..archive.len() {
        limits.check()?;
        let mut entry = archive.by_index(at).map_err(|error| broken(&error))?;
        let full = entry.name().map_err(|error| broken(&error))?.into_owned();
        let is_file = entry.is_file();
        let name = base_name(&full);
        let is_rules = name.ends_with(".zrf");
        // What other programs put there is left alone.
        let hidden = name.starts_with('.') || full.starts_with("__MACOSX/");
        if !is_file || hidden || !(is_rules || pictures::is_picture(&name)) {
            continue;
        }
        let mut content = Vec::new();
        // The size that the file states is not to be believed.
        let read = entry.by_ref().take(room as u64 + 1).read_to_end(&mut content);
        read.map_err(|error| broken(&error))?;
        if content.len() > room {
            let problem = format!("the ZIP file unpacks to more than {} MiB", MOST_BYTES >> 20);
            return Err(ApiError::too_large(problem));
        }
        room -= content.len();
        if is_rules {
            rules.push((full, Part { name, body: content }));
        } else {
            files.push(Part { name, body: content });
        }
    }
    check_text_size(rules.iter().map(|(_, part)| part.body.len()).sum())?;
    let (name, texts) = main_first(rules)?;
    let pictures = pictures::convert(files, &texts, limits)?;
    Ok(Upload { name: shown_name(&name), texts, pictures })
}

/// The texts with the rule file at their head: the one that no other includes.
fn main_first(rules: Vec<(String, Part)>) -> Result<(String, Vec<Part>), ApiError> {
    let includes = |part: &Part, name: &str| {
        let text = selforge_games::zrf::decode(&part.body).to_lowercase();
        text.split("(include").skip(1).any(|rest| {
            let named = rest.trim_start().trim_start_matches('"').split(['"', ')']).next();
            named.is_some_and(|named| base_name(named) == name)
        })
    };
    let included = |name: &str| rules.iter().any(|(_, part)| includes(part, name));
    let mains: Vec<usize> = (0..rules.len()).filter(|&at| !included(&rules[at].1.name)).collect();
    let [main] = mains[..] else {
        let names: Vec<&str> = mains.iter().map(|&at| rules[at].1.name.as_str()).collect();
        return Err(ApiError::invalid(if names.is_empty() {
            "the ZIP file has no rule file; expected one (.zrf)".to_owned()
        } else {
            format!(
                "the ZIP file has several rule files, {}; expected one, and what it includes",
                names.join(", ")
            )
        }));
    };
    let mut rules = rules;
    let (name, mut first) = rules.remove(main);
    first.name.clear();
    let others = rules.into_iter().map(|(_, part)| part);
    Ok((name, std::iter::once(first).chain(others).collect()))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use selforge_agents::Stop;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, body) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(body).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn taken_apart(name: &str, body: &[u8]) -> Result<Upload, ApiError> {
        unpack(name, body, &WorkLimits::new(1_000, Stop::default()))
    }

    #[test]
    fn a_rule_file_alone_is_taken_as_it_is() {
        let upload = taken_apart("..\\folder\\My Game.zrf", b"(game)").unwrap();
        assert_eq!((upload.name.as_str(), upload.texts.len()), ("My Game.zrf", 1));
        assert_eq!(upload.texts[0].body, b"(game)");
        assert!(taken_apart("x.exe", b"MZ\0\0").is_err());
        assert!(taken_apart("x.zrf", &vec![b' '; TEXT_BYTES + 1]).is_err());
    }

    #[test]
    fn a_zip_gives_the_rule_file_that_no_other_includes_first() {
        let main: &[u8] = b"(include \"Parts/Common.zrf\") (game)";
        let files =
            [("a/Common.zrf", &b"(define x)"[..]), ("a/b/../Game.zrf", main), ("a/x.txt", b"no")];
        let upload = taken_apart("x.zip", &packed(&files)).unwrap();
        assert_eq!(upload.name, "Game.zrf");
        let names: Vec<&str> = upload.texts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["", "common.zrf"]);
        assert_eq!(upload.texts[0].body, main);
        let two = packed(&[("a.zrf", &b"(game)"[..]), ("b.zrf", b"(game)")]);
        assert!(taken_apart("x.zip", &two).unwrap_err().to_string().contains("a.zrf, b.zrf"));
        assert!(taken_apart("x.zip", &packed(&[("a.txt", b"hi")])).is_err());
    }

    #[test]
    fn what_unpacks_to_too_much_is_refused_before_it_does() {
        let bomb = packed(&[("a.bmp", &vec![0; MOST_BYTES + 1][..]), ("a.zrf", b"(game)")]);
        assert!(bomb.len() < 100_000);
        assert!(taken_apart("x.zip", &bomb).unwrap_err().to_string().contains("MiB"));
        assert!(taken_apart("x.zip", b"PK\x03\x04 and nothing more").is_err());
    }
}
