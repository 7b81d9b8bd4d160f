import { inflateRawSync } from 'node:zlib';

/** What an archive holds, by name, as its directory says it (APPNOTE 4.3.12). */
export function partsOf(zip: Buffer): Readonly<Record<string, string>> {
  const parts: Record<string, string> = {};
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [named, extra, said] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + packed);
    parts[zip.toString('utf8', at + 46, at + 46 + named)] = String(method === 8 ? inflateRawSync(content) : content);
    at += 46 + named + extra + said;
  }
  return parts;
}
