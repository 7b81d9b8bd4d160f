import type { Bytes } from './place-data.ts';

const GPS_TAG = 0x88_25;
/** No directory of a camera has more entries, and no chain more directories. */
const MOST_ENTRIES = 1000;
const MOST_DIRECTORIES = 16;
const MOST_VALUE_BYTES = 65_536;
const ENTRY_BYTES = 12;
/** Bytes of one value, by the number of its type. */
const VALUE_BYTES: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

/** One entry of a directory. */
interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** The value, or where it stands. */
  readonly value: number;
}

/** The directories of TIFF that begin at a byte of a file, which EXIF has, too. */
function directoriesAt(bytes: Bytes, start: number, isLittle: boolean) {
  const short = (from: Buffer, at: number): number => (isLittle ? from.readUInt16LE(at) : from.readUInt16BE(at));
  const long = (from: Buffer, at: number): number => (isLittle ? from.readUInt32LE(at) : from.readUInt32BE(at));
  return {
    first: async (): Promise<number> => {
      const head = await bytes.read(start + 4, 4);
      return head.length < 4 ? 0 : long(head, 0);
    },
    /** The entries of a directory, and where the next one is; 0: nowhere. */
    at: async (offset: number): Promise<{ readonly entries: readonly Entry[]; readonly next: number }> => {
      const head = await bytes.read(start + offset, 2);
      const count = head.length < 2 ? 0 : short(head, 0);
      if (count > MOST_ENTRIES) return { entries: [], next: 0 };
      const body = await bytes.read(start + offset + 2, count * ENTRY_BYTES + 4);
      if (body.length < count * ENTRY_BYTES) return { entries: [], next: 0 };
      const entries = Array.from({ length: count }, (_, index): Entry => {
        const at = index * ENTRY_BYTES;
        const [tag, type] = [short(body, at), short(body, at + 2)];
        return { tag, type, count: long(body, at + 4), value: long(body, at + 8) };
      });
      return { entries, next: body.length < count * ENTRY_BYTES + 4 ? 0 : long(body, count * ENTRY_BYTES) };
    },
  };
}

/** Empties the directories of positions of the EXIF that begins at a byte of a file, and what they refer to. */
export async function blankGps(bytes: Bytes, start: number): Promise<void> {
  const sign = (await bytes.read(start, 4)).toString('latin1');
  if (sign !== 'II*\0' && sign !== 'MM\0*') return;
  const directories = directoriesAt(bytes, start, sign.startsWith('II'));
  let offset = await directories.first();
  for (let read = 0; offset !== 0 && read < MOST_DIRECTORIES; read += 1) {
    const { entries, next } = await directories.at(offset);
    for (const { tag, value } of entries) {
      if (tag !== GPS_TAG || value === 0) continue;
      const gps = await directories.at(value);
      for (const entry of gps.entries) await blankValue(bytes, start, entry);
      await bytes.write(start + value, Buffer.alloc(2 + gps.entries.length * ENTRY_BYTES));
    }
    offset = next;
  }
}

async function blankValue(bytes: Bytes, start: number, { type, count, value }: Entry): Promise<void> {
  const length = (VALUE_BYTES[type] ?? 0) * count;
  const isElsewhere = length > 4 && length <= MOST_VALUE_BYTES && start + value + length <= bytes.size;
  if (isElsewhere) await bytes.write(start + value, Buffer.alloc(length));
}
