import type { SourceFile } from '../application.ts';
import type { Spot } from '../located.ts';
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

/** Every place of a symbol. */
export function placesOf(inspection: Inspection, symbol: string): readonly Spot[] {
  const all = [...inspection.occurrences, ...inspection.elsewhere()].filter((one) => one.symbol === symbol);
  return [...new Map(all.map(({ spot }) => [`${spot.source.path} ${String(spot.start)}`, spot])).values()];
}
