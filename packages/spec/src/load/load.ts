import type { SourceFile } from '../application.ts';
import { byFile, type Report } from '../issues/report.ts';
import { sourceText, type LocatedMap } from './located.ts';
import { mergeMaps, withOpen } from './merge.ts';
import { parseYaml } from './parse-yaml.ts';

/** Reads and merges the YAML files of a specification folder; null where there is none. */
export function loadTree(files: readonly SourceFile[], report: Report): LocatedMap | null {
  const maps: LocatedMap[] = [];
  for (const file of [...files].sort((a, b) => byFile(a.path, b.path))) {
    if (/^(?:locales|data)\//.test(file.path)) continue;
    const source = sourceText(file.path, file.text.replace(/^\uFEFF/, ''));
    if (file.path.endsWith('.yml')) report('NF0008', { source, start: 0, end: 0 });
    if (!file.path.endsWith('.yaml')) continue;
    const map = parseYaml(source, report);
    const opened = map === null ? null : withOpen(map);
    if (opened?.kind === 'map') maps.push(opened);
  }
  return mergeMaps(maps, report);
}
