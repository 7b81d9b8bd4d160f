const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const MOST_COMMENT = 65_535;

/** How many bytes a ZIP archive says that its parts have unpacked (APPNOTE 4.3.12, 4.3.16); null where it is none. */
export function unpackedSize(bytes: Buffer): number | null {
  const end = endOf(bytes);
  if (end === null) return null;
  let at = bytes.readUInt32LE(end + 16);
  let size = 0;
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + ENTRY_LENGTH > bytes.length || bytes.readUInt32LE(at) !== ENTRY) return null;
    size += bytes.readUInt32LE(at + 24);
    at += ENTRY_LENGTH + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return size;
}

function endOf(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - END_LENGTH - MOST_COMMENT);
  for (let at = bytes.length - END_LENGTH; at >= first; at -= 1) if (bytes.readUInt32LE(at) === END) return at;
  return null;
}
