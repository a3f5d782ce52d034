// Small files made by hand: a ZIP without compression, a picture of one colour on green ground.

import { crc32 } from "node:zlib";

/** @param {Record<string, Buffer | string>} files */
export function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const body = Buffer.from(content);
    const label = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(crc32(body), 10);
    about.writeUInt32LE(body.length, 14);
    about.writeUInt32LE(body.length, 18);
    about.writeUInt16LE(label.length, 22);
    const head = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), about, label, body]);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(offset, 12);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), about.subarray(0, 26), entry.subarray(2), label]));
    parts.push(head);
    offset += head.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, list, Buffer.from("PK\x05\x06", "latin1"), end]);
}

/** A square of a colour on green ground, as BMP. @param {[number, number, number]} colour */
export function bmp([red, green, blue], size = 16) {
  const head = Buffer.alloc(54);
  head.write("BM");
  head.writeUInt32LE(54 + size * size * 3, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(size, 18);
  head.writeInt32LE(size, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  const pixels = Buffer.alloc(size * size * 3);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const inside = x > 3 && x < size - 4 && y > 3 && y < size - 4;
      pixels.set(inside ? [blue, green, red] : [0, 255, 0], (y * size + x) * 3);
    }
  }
  return Buffer.concat([head, pixels]);
}
