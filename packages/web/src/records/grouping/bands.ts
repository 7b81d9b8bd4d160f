import {
  canEverRead,
  idOf,
  isMany,
  isOneReference,
  isTruth,
  optionsIn,
  type Entity,
  type Field,
  type GroupValue,
  type RecordValue,
  type Rights,
  type Wire,
} from '@ninefold/model';

/** The head of a group of records in a table. */
export interface Band {
  /** The value as an address says it; empty for records without one. */
  readonly key: string;
  readonly value: Wire;
  /** How many records it has in the whole list; null: not known. */
  readonly count: number | null;
  readonly folded: boolean;
}

/** The heads of one page. */
export interface Bands {
  /** Those that stand before a record, by its id. */
  readonly before: ReadonlyMap<string, readonly Band[]>;
  /** Those that stand below the last record. */
  readonly after: readonly Band[];
}

interface Page {
  readonly group: string;
  readonly items: readonly RecordValue[];
  /** The groups of the whole list in their order, as far as they are known. */
  readonly groups: readonly GroupValue[];
  readonly folded: readonly string[];
  /** How many records stand on the pages before. */
  readonly skipped: number;
  readonly isLast: boolean;
}

/** The value that a list is grouped by, as an address says it. */
export function keyOf(value: Wire | undefined): string {
  if (value === null || value === undefined) return '';
  return idOf(value) ?? String(value);
}

/**
 * Where the heads of the groups stand: one before the first record of each group, also of one that goes on from the page before. One
 * that is folded stands where its records would.
 */
export function bandsOf({ group, items, groups, folded, skipped, isLast }: Page): Bands {
  const hidden = new Set(folded);
  const known = groups.map((one): Band => {
    const value = one.by[group] ?? null;
    const key = keyOf(value);
    return { key, value, count: one.count, folded: hidden.has(key) };
  });
  const before = new Map<string, readonly Band[]>();
  let done = firstOf(known, skipped);
  let last: string | null = null;
  for (const record of items) {
    const value = record[group] ?? null;
    const key = keyOf(value);
    if (key === last) continue;
    last = key;
    const at = known.findIndex((band) => band.key === key);
    const own = known[at] ?? { key, value, count: null, folded: false };
    const passed = at < 0 ? [] : known.slice(done, at).filter((band) => band.folded);
    before.set(record.id, [...passed, { ...own, folded: false }]);
    done = Math.max(done, at + 1);
  }
  return { before, after: isLast ? known.slice(done).filter((band) => band.folded) : [] };
}

/**
 * The place of the first group whose head may stand on the page. Folded ones before the first records stand on it too, unless their
 * group goes on from the page before.
 */
function firstOf(known: readonly Band[], skipped: number): number {
  let [records, ended] = [0, 0];
  for (const [at, { count, folded }] of known.entries()) {
    if (folded) continue;
    if (records === skipped) return ended;
    records += count ?? 0;
    if (records > skipped) return at;
    ended = at + 1;
  }
  return ended;
}

/** Whether a table can be grouped by a field: one with few values, by which a list can be sorted. */
function isGroupable(field: Field): boolean {
  if (field.computed?.live === true || isMany(field.type)) return false;
  return optionsIn(field) !== null || isTruth(field.type) || isOneReference(field);
}

/** The fields that the records of an entity can be grouped by, the state first. */
export function groupables(entity: Entity, rights: Rights): readonly string[] {
  const own = Object.values(entity.fields).filter(
    (field) => isGroupable(field) && canEverRead(rights, entity, field.id),
  );
  return [...(entity.lifecycle ? ['state'] : []), ...own.map(({ id }) => id), 'created_by'];
}
