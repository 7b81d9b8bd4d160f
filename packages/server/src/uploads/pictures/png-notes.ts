import { crc32 } from 'node:zlib';
import { blankGps } from './exif.ts';
import type { Bytes } from './place-data.ts';

const SIGN_BYTES = 8;
/** Length and type before the content of a part; its checksum behind it. */
const HEAD_BYTES = 8;
const CHECK_BYTES = 4;
const MOST_NOTE_BYTES = 16 * 1024 * 1024;
/** Names under which programs keep EXIF and XMP among the texts of a picture. */
const NOTE = /^(?:XML:com\.adobe\.xmp|Raw profile type )/;
/** A type that nobody reads, of a part that everybody may leave out. */
const NOBODY = Buffer.from('npLc', 'latin1');

function checkOf(part: Buffer): Buffer {
  const check = Buffer.alloc(CHECK_BYTES);
  check.writeUInt32BE(crc32(part));
  return check;
}

/** Takes positions out of the EXIF of a PNG, and empties the texts in which programs keep EXIF and XMP. */
export async function blankPngNotes(bytes: Bytes): Promise<void> {
  for (let at = SIGN_BYTES; at + HEAD_BYTES <= bytes.size; ) {
    const head = await bytes.read(at, HEAD_BYTES);
    if (head.length < HEAD_BYTES) return;
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4);
    const isText = ['tEXt', 'zTXt', 'iTXt'].includes(type);
    const isNote = isText && NOTE.test((await bytes.read(at + HEAD_BYTES, 40)).toString('latin1'));
    const isWhole = length <= MOST_NOTE_BYTES && at + HEAD_BYTES + length + CHECK_BYTES <= bytes.size;
    if (isWhole && type === 'eXIf') {
      await blankGps(bytes, at + HEAD_BYTES);
      await bytes.write(at + HEAD_BYTES + length, checkOf(await bytes.read(at + 4, 4 + length)));
    }
    if (isWhole && isNote) {
      const emptied = Buffer.concat([NOBODY, Buffer.alloc(length)]);
      await bytes.write(at + 4, Buffer.concat([emptied, checkOf(emptied)]));
    }
    at += HEAD_BYTES + length + CHECK_BYTES;
  }
}
