import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { makePrivateFolder, PRIVATE_FILE } from '../private-files.ts';

const SUM_BYTES = 32;
const KEPT = 8;

/** The value that was written under this name; null where there is none or its checksum is wrong. */
export function readCached(folder: string, name: string): unknown {
  try {
    const bytes = readFileSync(join(folder, name));
    const content = bytes.subarray(SUM_BYTES);
    return sumOf(content).equals(bytes.subarray(0, SUM_BYTES)) ? deserialize(content) : null;
  } catch {
    return null;
  }
}

/** Writes a value whole or not at all, and removes older ones. False where the folder cannot be written. */
export function writeCached(folder: string, name: string, value: unknown): boolean {
  const path = join(folder, name);
  const beside = `${path}.${String(process.pid)}`;
  try {
    const content = serialize(value);
    makePrivateFolder(folder);
    writeFileSync(beside, Buffer.concat([sumOf(content), content]), { mode: PRIVATE_FILE });
    renameSync(beside, path);
    forgetOld(folder);
    return true;
  } catch {
    forget(beside);
    return false;
  }
}

function forget(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder is none, or nobody may write in it: there is nothing to take away.
  }
}

function forgetOld(folder: string): void {
  const paths = readdirSync(folder).map((name) => join(folder, name));
  const ages = new Map(paths.map((path) => [path, statSync(path).mtimeMs]));
  const newestFirst = [...paths].sort((a, b) => (ages.get(b) ?? 0) - (ages.get(a) ?? 0));
  for (const path of newestFirst.slice(KEPT)) forget(path);
}

function sumOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
