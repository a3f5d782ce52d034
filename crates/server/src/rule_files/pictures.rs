//! Pictures of pieces that come with a rule file: read, made small and see-through, and kept as PNG.
//!
//! Nothing is served as it came: what the page is sent was drawn here, pixel by pixel.

use std::io::Cursor;

use image::{ImageFormat, ImageReader, Limits, Rgba, RgbaImage};

use super::Part;
use crate::error::ApiError;
use crate::work::WorkLimits;

/// The kinds of pictures that are read.
const KINDS: [(&str, ImageFormat); 3] =
    [(".bmp", ImageFormat::Bmp), (".gif", ImageFormat::Gif), (".png", ImageFormat::Png)];

/// The largest side of a picture of a piece, in pixels, and what reading one may take in bytes.
const LARGEST: u32 = 512;
const READING: u64 = 8 << 20;

/// The most pictures of a rule file, and the bytes that they may have together.
const MOST: usize = 200;
const MOST_BYTES: usize = 4 << 20;

/// Whether a file is a picture, by its name in small letters.
pub(super) fn is_picture(name: &str) -> bool {
    KINDS.iter().any(|(ending, _)| name.ends_with(ending))
}

/// The pictures that a text names, as PNG. One that cannot be read is left out: its piece is drawn instead.
///
/// # Errors
/// If they are too many or too much, or it takes too long.
pub(super) fn convert(
    files: Vec<Part>,
    texts: &[Part],
    limits: &WorkLimits,
) -> Result<Vec<Part>, ApiError> {
    let texts: Vec<String> =
        texts.iter().map(|part| selforge_games::zrf::decode(&part.body).to_lowercase()).collect();
    let mut pictures: Vec<Part> = Vec::new();
    let mut bytes = 0;
    for file in files {
        limits.check()?;
        // Names may be put together by macros: the beginning of the name is enough to be kept.
        let stem = file.name.split('.').next().unwrap_or_default();
        let ending = &file.name[file.name.rfind('.').unwrap_or_default()..];
        let named = texts.iter().any(|text| text.contains(stem) || text.contains(ending));
        let known = pictures.iter().any(|part| part.name == file.name);
        if !named || known {
            continue;
        }
        let Some(body) = png(&file) else { continue };
        bytes += body.len();
        if pictures.len() == MOST || bytes > MOST_BYTES {
            return Err(ApiError::too_large(format!(
                "there are too many pictures; expected at most {MOST} and {} MiB",
                MOST_BYTES >> 20
            )));
        }
        pictures.push(Part { name: file.name, body });
    }
    pictures.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(pictures)
}

/// A picture as PNG; none if it cannot be read or is too large for a piece.
fn png(file: &Part) -> Option<Vec<u8>> {
    let (_, format) = KINDS.iter().find(|(ending, _)| file.name.ends_with(ending))?;
    let mut reader = ImageReader::with_format(Cursor::new(&file.body), *format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST);
    limits.max_image_height = Some(LARGEST);
    limits.max_alloc = Some(READING);
    reader.limits(limits);
    let mut picture = reader.decode().ok()?.to_rgba8();
    let opaque = picture.pixels().all(|pixel| pixel.0[3] == 255);
    if opaque {
        clear_ground(&mut picture);
    }
    let mut body = Cursor::new(Vec::new());
    picture.write_to(&mut body, ImageFormat::Png).ok()?;
    Some(body.into_inner())
}

/// Makes the ground around a piece see-through: what is of the colour of all four corners, from the rim
/// inwards. Pictures of old have no other way to say where a piece ends.
fn clear_ground(picture: &mut RgbaImage) {
    let (width, height) = picture.dimensions();
    if width < 2 || height < 2 {
        return;
    }
    let ground = *picture.get_pixel(0, 0);
    let corners = [(width - 1, 0), (0, height - 1), (width - 1, height - 1)];
    if corners.iter().any(|&(x, y)| *picture.get_pixel(x, y) != ground) {
        return;
    }
    let rim = (0..width).flat_map(|x| [(x, 0), (x, height - 1)]);
    let rim = rim.chain((0..height).flat_map(|y| [(0, y), (width - 1, y)]));
    let mut open: Vec<(u32, u32)> = rim.collect();
    while let Some((x, y)) = open.pop() {
        if *picture.get_pixel(x, y) != ground {
            continue;
        }
        picture.put_pixel(x, y, Rgba([0, 0, 0, 0]));
        open.extend((x > 0).then(|| (x - 1, y)));
        open.extend((y > 0).then(|| (x, y - 1)));
        open.extend((x + 1 < width).then_some((x + 1, y)));
        open.extend((y + 1 < height).then_some((x, y + 1)));
    }
}

#[cfg(test)]
mod tests {
    use selforge_agents::Stop;

    use super::*;

    fn bmp(width: u32, height: u32) -> Vec<u8> {
        // A red dot with a green hole on green ground.
        let mut picture = RgbaImage::from_pixel(width, height, Rgba([0, 255, 0, 255]));
        for (x, y) in [(2, 1), (1, 2), (3, 2), (2, 3)] {
            picture.put_pixel(x, y, Rgba([255, 0, 0, 255]));
        }
        let mut body = Cursor::new(Vec::new());
        picture.write_to(&mut body, ImageFormat::Bmp).unwrap();
        body.into_inner()
    }

    #[test]
    fn the_ground_around_a_piece_is_see_through_and_holes_in_it_are_not() {
        let png = png(&Part { name: "a.bmp".into(), body: bmp(5, 5) }).unwrap();
        let drawn = image::load_from_memory_with_format(&png, ImageFormat::Png).unwrap().to_rgba8();
        assert_eq!(drawn.get_pixel(0, 0).0[3], 0);
        assert_eq!(drawn.get_pixel(2, 1).0, [255, 0, 0, 255]);
        assert_eq!(drawn.get_pixel(2, 2).0, [0, 255, 0, 255], "a hole keeps its colour");
    }

    #[test]
    fn what_is_no_picture_or_too_large_is_left_out() {
        assert_eq!(png(&Part { name: "a.png".into(), body: b"<script>".to_vec() }), None);
        assert_eq!(png(&Part { name: "a.bmp".into(), body: bmp(LARGEST + 1, 5) }), None);
        let texts = [Part { name: String::new(), body: b"(image \"a.bmp\")".to_vec() }];
        let files = vec![
            Part { name: "a.bmp".into(), body: bmp(5, 5) },
            Part { name: "b.png".into(), body: bmp(5, 5) },
        ];
        let kept = convert(files, &texts, &WorkLimits::new(10, Stop::default())).unwrap();
        assert_eq!(kept.iter().map(|part| &part.name[..]).collect::<Vec<_>>(), ["a.bmp"]);
    }
}
