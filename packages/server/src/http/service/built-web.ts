import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** One built file: the paths of it and of its smaller forms. They are read for each request; the system caches what is requested often. */
export interface BuiltFile {
  readonly type: string;
  readonly plain: string;
  readonly br: string | null;
  readonly gz: string | null;
}

/** The built web application as this server has it. */
export interface BuiltWeb {
  /** `none`: this server has no web application. */
  readonly state: 'none' | 'building' | 'ready' | 'failed';
  readonly index: string | null;
  /** The hashes of the scripts that stand in the page itself, as a content security policy names them. */
  readonly inlined: readonly string[];
  readonly preloads: Preloads;
  /** By path below `/_/web/`. */
  file(path: string): BuiltFile | null;
  /** The build has ended: serves its result, or says that it failed. */
  built(dist: string | null): void;
}

/** File names below `/_/web/` that a page needs beside those of every page: by what it shows first (`list`, `record`, …, `sign_in`) and by language. */
export interface Preloads {
  readonly screens: FilesBy;
  readonly languages: FilesBy;
}

type FilesBy = Readonly<Partial<Record<string, readonly string[]>>>;

const NO_PRELOADS: Preloads = { screens: {}, languages: {} };

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

/** Starts with the files in `dist`; null while it is still being built, `none` for a server of calls only. */
export function createBuiltWeb(dist: string | null | 'none'): BuiltWeb {
  let state: BuiltWeb['state'] = dist === 'none' ? 'none' : 'building';
  let files: ReadonlyMap<string, BuiltFile> = new Map();
  let index: string | null = null;
  let inlined: readonly string[] = [];
  let preloads = NO_PRELOADS;
  const built = (folder: string | null): void => {
    files = folder === null ? new Map() : filesOf(folder);
    const page = files.get('index.html');
    index = page === undefined ? null : readFileSync(page.plain, 'utf8');
    inlined = inlinedIn(index ?? '');
    preloads = preloadsIn(files.get('preloads.json'));
    state = index === null ? 'failed' : 'ready';
  };
  if (dist !== null && dist !== 'none') built(dist);
  return {
    get state() {
      return state;
    },
    get index() {
      return index;
    },
    get inlined() {
      return inlined;
    },
    get preloads() {
      return preloads;
    },
    file: (path) => files.get(path) ?? null,
    built,
  };
}

function inlinedIn(page: string): readonly string[] {
  const scripts = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g);
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** The build writes it; a page without it loads its screen after the application. */
function preloadsIn(file: BuiltFile | undefined): Preloads {
  return file === undefined ? NO_PRELOADS : (JSON.parse(readFileSync(file.plain, 'utf8')) as Preloads); // our own build wrote it
}

function filesOf(folder: string): ReadonlyMap<string, BuiltFile> {
  const paths = new Set(pathsOf(folder));
  const form = (path: string): string | null => (paths.has(path) ? join(folder, path) : null);
  const files = new Map<string, BuiltFile>();
  for (const path of paths) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    files.set(path, { type, plain: join(folder, path), br: form(`${path}.br`), gz: form(`${path}.gz`) });
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
