import type { SourceFile } from '../application.ts';
import { nearest } from '../expressions/schema/nearest.ts';
import type { Report } from '../issues/report.ts';
import { ATTACHED_FILE, DATA_FILE, LOCALE_FILE, PAGE_FILE } from './file-names.ts';
import { sourceText, type LocatedMap } from '../located.ts';

/** Names of files that people and their tools keep beside others. */
const KEPT = /^(?:\.|~\$|(?:readme|licen[cs]e)(?:[^a-z]|$)|(?:thumbs\.db|desktop\.ini)$)|(?:~|\.(?:bak|orig|swp))$/i;

const FOLDERS = ['locales', 'data'] as const;

/** Reports files that look like parts of the specification, and that are not read because of their name or folder. */
export function reportUnread(files: readonly SourceFile[], tree: LocatedMap | null, report: Report): void {
  const declared = tree?.entries.get('entities')?.value;
  const entities = new Set(declared?.kind === 'map' ? declared.entries.keys() : []);
  for (const { path } of files) {
    const expected = KEPT.test(path.slice(path.lastIndexOf('/') + 1)) ? '' : readInstead(path, entities);
    if (expected !== '') report('NF0016', { source: sourceText(path, ''), start: 0, end: 0 }, { name: path, expected });
  }
}

/** The path under which a file would be read. Empty where it is read, or is no part of a specification. */
function readInstead(path: string, entities: ReadonlySet<string>): string {
  if (isRead(path)) return '';
  if (path.startsWith('locales/pages/')) return 'locales/pages/<name>.<language>.md';
  const isNote = path.endsWith('.md');
  if (path.startsWith('locales/')) return isNote ? '' : 'locales/<language>/<namespace>.json';
  if (path.startsWith('data/')) return isNote ? '' : 'data/<entity>.csv';
  if (/\.ya?ml(?:\.txt)?$/i.test(path) && !/\.ya?ml$/.test(path)) return path.replace(/\.ya?ml(?:\.txt)?$/i, '.yaml');
  return elsewhere(path, entities);
}

function isRead(path: string): boolean {
  return LOCALE_FILE.test(path) || PAGE_FILE.test(path) || DATA_FILE.test(path) || ATTACHED_FILE.test(path);
}

/** `local/en/app.json`, `desk/locales/en/app.json`, and of an entity `ticket.csv` and `desk/data/ticket.csv`. */
function elsewhere(path: string, entities: ReadonlySet<string>): string {
  const parts = path.split('/');
  const below = parts.slice(0, -1).flatMap((folder, index) => {
    const meant = index === 0 ? folderNear(folder) : (FOLDERS.find((known) => known === folder) ?? '');
    return meant === '' ? [] : [{ index, moved: [meant, ...parts.slice(index + 1)].join('/') }];
  });
  const all = parts.length === 1 && path.endsWith('.csv') ? [{ index: 1, moved: `data/${path}` }] : below;
  const found = all.find(({ index, moved }) => {
    const entity = DATA_FILE.exec(moved)?.[2];
    return isRead(moved) && (index === 0 || entity === undefined || entities.has(entity));
  });
  return found?.moved ?? '';
}

/** The known folder that a misspelt name is like: both begin alike and have about the same length, so `meta` is not `data`. */
function folderNear(folder: string): string {
  const meant = nearest(folder, FOLDERS);
  const isAlike = meant.startsWith(folder.slice(0, 1).toLowerCase()) && Math.abs(meant.length - folder.length) <= 2;
  return isAlike ? meant : '';
}
