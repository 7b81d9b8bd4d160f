import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** One built file, whole in memory, with its smaller forms. */
export interface BuiltFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly br: Buffer | null;
  readonly gz: Buffer | null;
}

/** The built web application as this server has it. */
export interface BuiltWeb {
  /** `none`: this server has no web application. */
  readonly state: 'none' | 'building' | 'ready' | 'failed';
  readonly index: string | null;
  /** By path below `/_/web/`. */
  file(path: string): BuiltFile | null;
  /** The build has ended: serves what it made, or says that it failed. */
  built(dist: string | null): void;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
};

/** Starts with what lies in `dist`; null while it is still being built, `none` for a server of calls only. */
export function createBuiltWeb(dist: string | null | 'none'): BuiltWeb {
  let state: BuiltWeb['state'] = dist === 'none' ? 'none' : 'building';
  let files: ReadonlyMap<string, BuiltFile> = new Map();
  const built = (folder: string | null): void => {
    files = folder === null ? new Map() : readBuilt(folder);
    state = files.has('index.html') ? 'ready' : 'failed';
  };
  if (dist !== null && dist !== 'none') built(dist);
  return {
    get state() {
      return state;
    },
    get index() {
      return files.get('index.html')?.plain.toString('utf8') ?? null;
    },
    file: (path) => files.get(path) ?? null,
    built,
  };
}

function readBuilt(folder: string): ReadonlyMap<string, BuiltFile> {
  const bytes = new Map(pathsOf(folder).map((path) => [path, readFileSync(join(folder, path))]));
  const files = new Map<string, BuiltFile>();
  for (const [path, plain] of bytes) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    files.set(path, { type, plain, br: bytes.get(`${path}.br`) ?? null, gz: bytes.get(`${path}.gz`) ?? null });
  }
  return files;
}

function pathsOf(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return entries.map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  } catch {
    return [];
  }
}
