import { crc32, inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const PART = 0x04034b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const PART_LENGTH = 30;
const MOST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;

/** One part of an archive. */
export interface Part {
  readonly name: Buffer;
  readonly content: Buffer;
}

/**
 * The same ZIP archive with its texts unpacked (APPNOTE 4.3), made of what its directory names, so that nothing else of it is read;
 * null where it is not an archive, `too_large` where the texts have more than `most` bytes, whatever the archive says of them.
 */
export function unpacked(bytes: Buffer, most: number): Buffer | 'too_large' | null {
  try {
    const parts = partsOf(bytes, most);
    return parts === null || parts === 'too_large' ? parts : archiveOf(parts);
  } catch (reason) {
    return isTooLarge(reason) ? 'too_large' : null;
  }
}

function isTooLarge(reason: unknown): boolean {
  return reason instanceof RangeError && 'code' in reason && reason.code === 'ERR_BUFFER_TOO_LARGE';
}

/** Throws where the bytes end too early or cannot be inflated. */
function partsOf(bytes: Buffer, most: number): readonly Part[] | 'too_large' | null {
  const end = endOf(bytes);
  if (end === null) return null;
  const parts: Part[] = [];
  let at = bytes.readUInt32LE(end + 16);
  let left = most;
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) return null;
    const nameEnd = at + ENTRY_LENGTH + bytes.readUInt16LE(at + 28);
    const name = bytes.subarray(at + ENTRY_LENGTH, nameEnd);
    if (/\.(?:xml|rels)$/.test(name.toString('latin1'))) {
      const content = contentOf(bytes, at, left);
      left -= content.length;
      if (left < 0) return 'too_large';
      parts.push({ name, content });
    }
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

function endOf(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - END_LENGTH - MOST_COMMENT);
  for (let at = bytes.length - END_LENGTH; at >= first; at -= 1) if (bytes.readUInt32LE(at) === END) return at;
  return null;
}

function contentOf(bytes: Buffer, entry: number, most: number): Buffer {
  const part = bytes.readUInt32LE(entry + 42);
  const start = part + PART_LENGTH + bytes.readUInt16LE(part + 26) + bytes.readUInt16LE(part + 28);
  const packed = bytes.subarray(start, start + bytes.readUInt32LE(entry + 20));
  const method = bytes.readUInt16LE(entry + 10);
  if (method === DEFLATED) return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) });
  if (method !== STORED) throw new Error(`packed by method ${String(method)}`);
  return packed;
}

/** The parts as they are, one after the other, and the directory of them. */
export function archiveOf(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const head = headOf(part);
    entries.push(entryOf(head, part.name, at));
    pieces.push(head, part.content);
    at += head.length + part.content.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(END_LENGTH);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces, directory, end]);
}

function headOf({ name, content }: Part): Buffer {
  const head = Buffer.alloc(PART_LENGTH);
  head.writeUInt32LE(PART, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt32LE(crc32(content), 14);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

/** The directory repeats these values and says where the part begins. */
function entryOf(head: Buffer, name: Buffer, start: number): Buffer {
  const entry = Buffer.alloc(ENTRY_LENGTH);
  entry.writeUInt32LE(ENTRY, 0);
  entry.writeUInt16LE(20, 4);
  head.copy(entry, 6, 4, PART_LENGTH);
  entry.writeUInt16LE(0, 30);
  entry.writeUInt32LE(start, 42);
  return Buffer.concat([entry, name]);
}
