import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the build reads, beside the package of the web application. */
export const SOURCES: readonly string[] = [
  'src',
  'locales',
  'public',
  'index.html',
  'sign-in.html',
  'build',
  'vite.config.ts',
  'vite.sign-in.config.ts',
  'vite.first-rows.config.ts',
  'package.json',
  '../model/src',
  '../model/locales',
  '../spec/locales',
  '../../package-lock.json',
];

/** A hash over the content of all sources of the web application. */
export function sourceHash(root: string): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const path of filesAt(join(root, source)))
      hash.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex');
}

function filesAt(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name));
  return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
}
