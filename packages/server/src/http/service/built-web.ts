import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DrawFirstRows } from '@ninefold/model';

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
  /** Null before it is built. */
  readonly pages: BuiltPages | null;
  readonly preloads: Preloads;
  /** Loads what draws the rows of a list before the application has come. Null: there is none. */
  readonly drawFirstRows: (() => Promise<DrawFirstRows>) | null;
  /** By path below `/_/web/`. */
  file(path: string): BuiltFile | null;
  /** The build has ended: serves its result, or says that it failed. */
  built(dist: string | null): void;
}

/** The application and the page that asks to sign in, which share no file. */
export interface BuiltPages {
  readonly application: BuiltPage;
  readonly signIn: BuiltPage;
}

/** A page with marks for what differs each time it is sent. */
export interface BuiltPage {
  readonly text: string;
  /** The hashes of the scripts that stand in the page itself, as a content security policy names them. */
  readonly inlined: readonly string[];
}

/** File names below `/_/web/`. */
export interface Preloads {
  /** The code that runs the application. Null: the page itself names it. */
  readonly application: string | null;
  /** What every page of the application needs. */
  readonly everywhere: readonly string[];
  /** What such a page needs beside it: by what it shows first (`list`, `record`, …) and by language. */
  readonly screens: FilesBy;
  readonly languages: FilesBy;
  /** What the sign-in page needs by language. */
  readonly signIn: FilesBy;
}

type FilesBy = Readonly<Partial<Record<string, readonly string[]>>>;

const NO_PRELOADS: Preloads = {
  application: null,
  everywhere: [],
  screens: {},
  languages: {},
  signIn: {},
};

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
  let pages: BuiltPages | null = null;
  let preloads = NO_PRELOADS;
  let drawFirstRows: BuiltWeb['drawFirstRows'] = null;
  const built = (folder: string | null): void => {
    files = folder === null ? new Map() : filesOf(folder);
    const [application, signIn] = [pageIn(files.get('index.html')), pageIn(files.get('sign-in.html'))];
    pages = application === null || signIn === null ? null : { application, signIn };
    preloads = { ...NO_PRELOADS, ...writtenIn(files.get('preloads.json')), signIn: signInFiles(files) };
    drawFirstRows = drawingIn(folder);
    state = pages === null ? 'failed' : 'ready';
  };
  if (dist !== null && dist !== 'none') built(dist);
  return {
    get state() {
      return state;
    },
    get pages() {
      return pages;
    },
    get preloads() {
      return preloads;
    },
    get drawFirstRows() {
      return drawFirstRows;
    },
    file: (path) => files.get(path) ?? null,
    built,
  };
}

/** The file of the build that draws first rows, which is not loaded before there is a list to draw. */
function drawingIn(folder: string | null): BuiltWeb['drawFirstRows'] {
  const path = join(folder ?? '', 'first-rows.mjs');
  if (folder === null || !existsSync(path)) return null;
  return async () => {
    const { drawFirstRows } = (await import(pathToFileURL(path).href)) as { readonly drawFirstRows: DrawFirstRows }; // our own build wrote it
    return drawFirstRows;
  };
}

function pageIn(file: BuiltFile | undefined): BuiltPage | null {
  if (file === undefined) return null;
  const text = readFileSync(file.plain, 'utf8');
  return { text, inlined: inlinedIn(text) };
}

function inlinedIn(page: string): readonly string[] {
  const scripts = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g);
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** What a file of our own build says; nothing where it is not there: a page without it loads its files after itself. */
function writtenIn(file: BuiltFile | undefined): Partial<Preloads> {
  return file === undefined ? {} : (JSON.parse(readFileSync(file.plain, 'utf8')) as Partial<Preloads>); // our own build wrote it
}

function signInFiles(files: ReadonlyMap<string, BuiltFile>): FilesBy {
  return writtenIn(files.get('sign-in.json')).languages ?? {};
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
