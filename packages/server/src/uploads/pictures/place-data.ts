import { open, type FileHandle } from 'node:fs/promises';
import { blankGps } from './exif.ts';
import { blankPngNotes } from './png-notes.ts';

/** Bytes of a file, changed where they stand. */
export interface Bytes {
  /** What stands there; less where the file ends before. */
  read(at: number, length: number): Promise<Buffer>;
  write(at: number, bytes: Buffer): Promise<void>;
  readonly size: number;
}

/** How each kind of picture says where it was taken. */
const KINDS: Readonly<Record<string, (bytes: Bytes) => Promise<void>>> = {
  'image/jpeg': blankFound,
  'image/webp': async (bytes) => {
    await blankFound(bytes);
    await blankWebp(bytes);
  },
  'image/heic': blankFound,
  'image/avif': blankFound,
  'image/tiff': async (bytes) => {
    await blankGps(bytes, 0);
    await blankFound(bytes);
  },
  'image/png': blankPngNotes,
};

/**
 * Takes out of a picture where it was taken: the positions of EXIF, also in its preview, and those of XMP. Everything else stays as it
 * is, byte for byte, its size too. Answers whether something was changed.
 */
export async function removePlace(file: string, type: string): Promise<boolean> {
  const blank = KINDS[type];
  if (blank === undefined) return false;
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    let isChanged = false;
    const bytes = { ...bytesOf(handle, size + MOST_BESIDE, () => (isChanged = true)), size };
    await blank(bytes).catch((reason: unknown) => {
      if (!(reason instanceof Endless)) throw reason;
    });
    if (isChanged) await handle.datasync();
    return isChanged;
  } finally {
    await handle.close();
  }
}

/** A file that refers to more places than any picture does: it is looked at no further. */
class Endless extends Error {}

/** So many bytes may be read of a file beside all of it once, and a read counts as no fewer than a page of the disk. */
const MOST_BESIDE = 256 * 1024 * 1024;
const PAGE = 4096;

function bytesOf(handle: FileHandle, most: number, changed: () => void): Pick<Bytes, 'read' | 'write'> {
  let left = most;
  const take = (length: number): void => {
    left -= Math.max(length, PAGE);
    if (left < 0) throw new Endless('a picture refers to fewer places');
  };
  return {
    read: async (at, length) => {
      take(length);
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position: at });
      return buffer.subarray(0, bytesRead);
    },
    write: async (at, bytes) => {
      take(bytes.length);
      const { buffer } = await handle.read({ buffer: Buffer.alloc(bytes.length), position: at });
      if (buffer.equals(bytes)) return;
      changed();
      await handle.write(bytes, 0, bytes.length, at);
    },
  };
}

const WINDOW = 1024 * 1024;
/** What is looked for is shorter than this. */
const OVERLAP = 1024;
const EXIF = /Exif\0\0(?=II\*\0|MM\0\*)/g;
/** A position in XMP, as an attribute or an element: `exif:GPSLatitude="35,41.5N"`. */
const POSITION = /(GPS[A-Z]\w{2,30}(?:\s{0,8}=\s{0,8}["']|>))([^"'<>]{1,300})/g;

/** Blanks what is found anywhere in a file, one window after the other. */
async function blankFound(bytes: Bytes): Promise<void> {
  for (let at = 0; at < bytes.size; at += WINDOW) {
    const text = (await bytes.read(at, WINDOW + OVERLAP)).toString('latin1');
    for (const found of text.matchAll(EXIF)) await blankGps(bytes, at + found.index + found[0].length);
    for (const { 1: name = '', 2: value = '', index } of text.matchAll(POSITION))
      await bytes.write(at + index + name.length, Buffer.alloc(value.length, ' '));
  }
}

/** The part `EXIF` of a WebP may lack the sign by which it is found elsewhere. */
async function blankWebp(bytes: Bytes): Promise<void> {
  const END = 8;
  for (let at = 12; at + END <= bytes.size; ) {
    const head = await bytes.read(at, END);
    if (head.length < END) return;
    if (head.toString('latin1', 0, 4) === 'EXIF') await blankGps(bytes, at + END);
    const length = head.readUInt32LE(4);
    at += END + length + (length % 2);
  }
}
