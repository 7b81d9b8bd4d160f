import type { SourceFile } from '../application.ts';
import type { Spot } from '../located.ts';
import { ID } from '../expressions/schema/ids.ts';
import { inspect, type Inspection } from './inspect.ts';
import type { Occurrence } from './symbols.ts';

/** A place in a file, in UTF-16 code units from its start. */
export interface Cursor {
  readonly path: string;
  readonly offset: number;
}

export function covers(spot: Spot, { path, offset }: Cursor): boolean {
  return spot.source.path === path && spot.start <= offset && offset <= spot.end;
}

/** What is declared or named at a place, texts and data too; null where nothing is. */
export function occurrenceAt(inspection: Inspection, cursor: Cursor): Occurrence | null {
  const here = inspection.occurrences.filter(({ spot }) => covers(spot, cursor));
  const all = here.length > 0 ? here : inspection.elsewhere().filter(({ spot }) => covers(spot, cursor));
  return all.toSorted((a, b) => a.spot.end - a.spot.start - (b.spot.end - b.spot.start))[0] ?? null;
}

/** Where the thing at this place is declared: several places where files share it. */
export function definitionsAt(files: readonly SourceFile[], cursor: Cursor): readonly Spot[] {
  const inspection = inspect(files);
  const found = occurrenceAt(inspection, cursor);
  if (found === null) return [];
  return inspection.occurrences
    .filter(({ symbol, declares }) => declares && symbol === found.symbol)
    .map(({ spot }) => spot);
}

/** Every place that declares or names the thing at this place. */
export function referencesAt(files: readonly SourceFile[], cursor: Cursor): readonly Spot[] {
  const inspection = inspect(files);
  const found = occurrenceAt(inspection, cursor);
  return found === null ? [] : placesOf(inspection, found.symbol);
}

function placesOf(inspection: Inspection, symbol: string): readonly Spot[] {
  const all = [...inspection.occurrences, ...inspection.elsewhere()].filter((one) => one.symbol === symbol);
  return [...new Map(all.map(({ spot }) => [`${spot.source.path} ${String(spot.start)}`, spot])).values()];
}

/** Why a thing cannot have a name. */
export type RenameRefusal = 'nothing' | 'bad_id' | 'taken';

/** What a new id changes: the places to write it to, and the files that carry it in their names. */
export interface Renaming {
  readonly spots: readonly Spot[];
  readonly files: readonly { readonly from: string; readonly to: string }[];
}

/** What a new id changes, in all files; or why it cannot be. */
export function renameAt(files: readonly SourceFile[], cursor: Cursor, name: string): Renaming | RenameRefusal {
  const inspection = inspect(files);
  const found = occurrenceAt(inspection, cursor);
  if (found === null) return 'nothing';
  if (!ID.test(name)) return 'bad_id';
  const taken = found.symbol.replace(/[^ .]+$/, name);
  if (inspection.symbols.has(taken)) return 'taken';
  return { spots: placesOf(inspection, found.symbol), files: namedAfter(files, found.symbol, name) };
}

/** The names of an entity's data files contain its id. */
function namedAfter(files: readonly SourceFile[], symbol: string, name: string): Renaming['files'] {
  const [kind, id = ''] = symbol.split(' ');
  if (kind !== 'entity') return [];
  return files.flatMap(({ path }) => {
    const [, folder, own, rest = ''] =
      /^(data\/(?:[^/]+\/)*)([a-z][a-z0-9_]*)((?:\.history)?\.(?:csv|json))$/.exec(path) ?? [];
    return folder !== undefined && own === id ? [{ from: path, to: `${folder}${name}${rest}` }] : [];
  });
}
