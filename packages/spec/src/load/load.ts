import type { SourceFile } from '../application.ts';
import { byFile, type Report } from '../issues/report.ts';
import { sourceText, type LocatedMap, type SourceText, type Spot } from '../located.ts';
import { mergeMaps, withOpen } from './merge.ts';
import { isText } from './is-text.ts';
import { parseYaml } from './parse-yaml.ts';

/** The largest file, in UTF-16 code units: far more than people write. */
const MOST = 4_000_000;

/** Shared by the many files that leave nothing open. */
const SAYS_OPEN = /not(?:\s+|_)shown|\\/;

/** False, and reported, for a file that is too large or was not written as UTF-8. */
function isReadable(source: SourceText, report: Report): boolean {
  const { length } = source.text;
  if (length > MOST) {
    report(
      'NF0014',
      { source: { ...source, text: '' }, start: 0, end: 0 },
      { size: String(length), most: String(MOST) },
    );
    return false;
  }
  return isText(source, report);
}

/** What the files of a folder say together. */
export interface Loaded {
  /** Null where there is no file that can be read. */
  readonly tree: LocatedMap | null;
  /** The files, and the lines of them, that could not be read: what they declare is not known. */
  readonly unread: readonly Spot[];
}

/** Reads and merges the YAML files of a specification folder. */
export function loadTree(files: readonly SourceFile[], report: Report): Loaded {
  const maps: LocatedMap[] = [];
  const unread: Spot[] = [];
  for (const file of [...files].sort((a, b) => byFile(a.path, b.path))) {
    if (/^(?:locales|data)\//.test(file.path)) continue;
    const source = sourceText(file.path, file.text.replace(/^\uFEFF/, ''));
    const isYaml = file.path.endsWith('.yaml');
    const whole = { source, start: 0, end: source.text.length };
    if (!isReadable(source, report)) {
      if (isYaml) unread.push(whole);
      continue;
    }
    if (file.path.endsWith('.yml')) {
      report('NF0008', { source, start: 0, end: 0 });
      unread.push(whole);
    }
    if (!isYaml) continue;
    const map = parseYaml(source, report, (lines) => void unread.push(lines));
    const opened = map === null || !SAYS_OPEN.test(file.text) ? map : withOpen(map);
    if (opened?.kind === 'map') maps.push(opened);
    else unread.push(whole);
  }
  return { tree: mergeMaps(maps, report), unread };
}
