import type { Reader } from '../../storage/database/database.ts';
import { quoted } from '../../storage/sql/names.ts';
import { BLANK, ROW, type SeedRow } from '../../storage/schema/seed-rows.ts';
import { labelledId, newId } from '../../uuid.ts';
import type { Directory } from './directory.ts';
import { eventKey, type Event, type Events } from './events.ts';
import { isUnnamed, textOf, type Seed } from './seeds.ts';

/** Whether a data file was loaded before: as it is now, with another content, or never. */
export type FileState = 'as_it_is' | 'otherwise' | 'never';

/** What rows of data files are held against. */
export interface Stored {
  readonly reader: Reader;
  readonly directory: Directory;
  readonly events: Events;
  /** Remembered rows, by entity and name. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, SeedRow>>;
  readonly stateOf: (file: string) => FileState;
  /** The id under which an entity is stored: another one than its own before it is renamed. */
  readonly storedAs: (entity: string) => string;
}

/** A seed beside what is stored of it. */
export interface MatchedSeed {
  readonly seed: Seed;
  /** What names it: its label, else its key; null where it has neither, which is then refused. */
  readonly name: string | null;
  readonly events: readonly Event[];
  /** The row as it was loaded; null where it was not, or before rows were remembered. */
  readonly row: SeedRow | null;
  /** The record that was made of it, or that has its key; it may be deleted. */
  readonly record: string | null;
  /** The files of the seed, and of its past events, were loaded as they are. */
  readonly isAsLoaded: boolean;
  readonly wasLoaded: boolean;
}

/** Finds the record of every seed: the one with its label or key, or the one that was made of it. */
export async function matchSeeds(stored: Stored, seeds: readonly Seed[]): Promise<readonly MatchedSeed[]> {
  const matched = rowsAgain(
    seeds.map((seed) => matchOf(stored, seed)),
    stored.rows,
  );
  const lost = matched.filter(
    ({ record, row, wasLoaded, seed }) => record === null && row === null && wasLoaded && seed.label === null,
  );
  const tails = new Map<string, ReadonlyMap<string, string>>();
  for (const entity of new Set(lost.map(({ seed }) => seed.entity.id)))
    tails.set(entity, await recordsByTail(stored.reader, stored.storedAs(entity)));
  return matched.map((one) => {
    if (!lost.includes(one)) return one;
    const { entity } = one.seed;
    const record = tails.get(entity.id)?.get(tailOf(labelledId(SOME_TIME, idText(one.seed)))) ?? null;
    return { ...one, record };
  });
}

function matchOf({ directory, events, rows, stateOf }: Stored, seed: Seed): MatchedSeed {
  const { entity, label, key } = seed;
  const past =
    (label === null ? undefined : events.get(eventKey(entity.id, label))) ??
    (key === null ? undefined : events.get(eventKey(entity.id, key))) ??
    [];
  const name = label ?? key;
  const row = (name === null ? undefined : rows.get(entity.id)?.get(name)) ?? null;
  const labelled = label === null ? null : (directory.labelled(entity.id, label) ?? directory.named(entity.id, label));
  const record = labelled ?? (key === null ? null : directory.named(entity.id, key)) ?? row?.record ?? null;
  const states = [...new Set([...seed.files, ...past.map(({ file }) => file)])].map(stateOf);
  return {
    ...{ seed, name, events: past, row, record },
    isAsLoaded: states.every((state) => state === 'as_it_is'),
    wasLoaded: states.some((state) => state !== 'never'),
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id of the record that a seed becomes. */
export function newIdOf(seed: Seed, at: string): string {
  if (seed.label !== null && UUID.test(seed.label)) return seed.label;
  return seed.label === null && seed.key === null ? newId(at) : labelledId(at, idText(seed));
}

function idText({ entity, label, key }: Seed): string {
  return `${entity.id} ${label ?? key ?? ''}`;
}

const SOME_TIME = '2000-01-01T00:00:00.000Z';
/** Where the part of an id begins that `labelledId` makes of the label alone: behind the time. */
const TAIL = 14;

function tailOf(id: string): string {
  return id.slice(TAIL);
}

/** Records of an entity that are there, in the trash, or deleted for good, by the end of their id, which their label or key made. */
async function recordsByTail(reader: Reader, entity: string): Promise<ReadonlyMap<string, string>> {
  const isThere = (await reader.dialect.schema.columns(reader, entity)).length > 0;
  const present = isThere ? await reader.all(`SELECT "id" FROM ${quoted(entity)}`, []) : [];
  const deleted = `SELECT "record" AS id FROM "_history" WHERE "entity" = ? AND "kind" = 'delete'`;
  const ids = [...(await reader.all(deleted, [entity])), ...present].map(({ id }) => String(id));
  return new Map(ids.map((id) => [tailOf(id), id] as const));
}

/** When the record of a seed was made. */
export function createdAt(seed: Seed, events: readonly Event[], now: string): string {
  return textOf(seed.system['created_at']) ?? events[0]?.at ?? now;
}

type Pair = readonly [MatchedSeed, SeedRow];

/**
 * Rows without id and key whose file got other columns: in another order, with one more, without one, under another name.
 * Such a row is the one that was loaded before, where it says the same in the columns that both have.
 */
function rowsAgain(matched: readonly MatchedSeed[], rows: Stored['rows']): readonly MatchedSeed[] {
  const open = matched.filter(({ seed, row, record }) => isUnnamed(seed) && row === null && record === null);
  if (open.length === 0) return matched;
  const taken = new Set(matched.flatMap(({ record }) => record ?? []));
  const found = new Map<MatchedSeed, SeedRow>();
  for (const [entity, seeds] of Map.groupBy(open, ({ seed }) => seed.entity.id)) {
    const free = [...(rows.get(entity)?.values() ?? [])].filter(
      ({ name, record }) => name.startsWith(ROW) && record !== null && !taken.has(record),
    );
    for (const [one, row] of paired(seeds, free)) found.set(one, row);
  }
  return matched.map((one) => {
    const row = found.get(one);
    return row === undefined ? one : { ...one, row, record: row.record };
  });
}

/** First those that say the same in all columns, then those that do in the columns that both have, where it is plain which is which. */
function paired(seeds: readonly MatchedSeed[], rows: readonly SeedRow[]): readonly Pair[] {
  const same = pairsBy(seeds, rows, (cells) => contentOf(cells, Object.keys(cells)));
  const left = seeds.filter((one) => !same.some(([seed]) => seed === one));
  const free = rows.filter((one) => !same.some(([, row]) => row === one));
  const bySeed = Map.groupBy(left, ({ seed }) => columnsOf(seed.cells));
  const byRow = Map.groupBy(free, ({ cells }) => columnsOf(cells));
  const alike = [...bySeed].flatMap(([columns, some]) =>
    [...byRow].flatMap(([others, candidates]) => {
      if (columns === others) return []; // with the same columns a row that says something else is another one
      const shared = columns.split('\n').filter((column) => others.split('\n').includes(column));
      return pairsBy(some, candidates, (cells) => contentOf(cells, shared));
    }),
  );
  return [...same, ...alike.filter(([seed, row]) => isOnlyPair(alike, seed, row))];
}

/** In their order, where as many rows as seeds say it. */
function pairsBy(
  seeds: readonly MatchedSeed[],
  rows: readonly SeedRow[],
  content: (cells: SeedRow['cells']) => string,
): readonly Pair[] {
  const said = Map.groupBy(rows, ({ cells }) => content(cells));
  return [...Map.groupBy(seeds, ({ seed }) => content(seed.cells))].flatMap(([key, some]) => {
    const candidates = key === '' ? [] : (said.get(key) ?? []);
    if (some.length !== candidates.length) return [];
    return candidates.flatMap((row, at): readonly Pair[] => (some[at] === undefined ? [] : [[some[at], row]]));
  });
}

function isOnlyPair(pairs: readonly Pair[], seed: MatchedSeed, row: SeedRow): boolean {
  return pairs.filter(([one, other]) => one === seed || other === row).length === 1;
}

/** What a row says in these columns; empty where it says nothing there. */
function contentOf(cells: SeedRow['cells'], columns: readonly string[]): string {
  const filled = columns.filter((column) => (cells[column] ?? BLANK) !== BLANK);
  return filled
    .toSorted()
    .map((column) => `${column} ${cells[column] ?? ''}`)
    .join('\n');
}

function columnsOf(cells: SeedRow['cells']): string {
  return Object.keys(cells).toSorted().join('\n');
}
