import type { Random } from '../service-desk-data/random.ts';
import type { House, Words } from './houses/house.ts';
import type { Pair, Told } from './pair.ts';

/** A record that an answer named. */
export interface Known {
  readonly id: string;
  readonly version: number;
  readonly record: Readonly<Record<string, unknown>>;
}

/** The state from which the calls of a run are drawn. */
export interface Asking {
  readonly house: House;
  readonly pair: Pair;
  readonly random: Random;
  /** The newest known version of each record, by entity and id. */
  readonly known: ReadonlyMap<string, Map<string, Known>>;
}

/** `count` calls of a kind. */
export async function repeat(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await work();
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Stores what an answer contains of records of an entity: one record, or the items of a list. */
export function learn({ known }: Asking, entity: string, { status, json }: Told): void {
  if (status >= 300 || !isMap(json)) return;
  const records = Array.isArray(json['items']) ? (json['items'] as readonly unknown[]) : [json];
  for (const record of records) {
    if (!isMap(record) || typeof record['id'] !== 'string' || typeof record['version'] !== 'number') continue;
    known.get(entity)?.set(record['id'], { id: record['id'], version: record['version'], record });
  }
}

/** A random person; those who write most are drawn twice as often. */
export function person({ house, random }: Asking): string {
  return random.pick([...Object.keys(house.people), house.chief]);
}

export function entityName({ house, random }: Asking): string {
  const names = Object.keys(house.entities);
  const [most = ''] = names;
  return random.pick([...names, most, most, most]);
}

export function wordsOf({ house }: Asking, entity: string): Words {
  const words = house.entities[entity];
  if (!words) throw new Error(`no entity ${entity}`);
  return words;
}

/** A random known record of an entity, more often a new one; null where none is known. */
export function someRecord({ known, random }: Asking, entity: string): Known | null {
  const all = [...(known.get(entity)?.values() ?? [])];
  if (all.length === 0) return null;
  return random.pick(random.chance(0.5) ? all.slice(-12) : all);
}

/** A random record to change. Users who make calls themselves are seldom drawn, since a change may prevent their sign-in. */
export function target(asking: Asking, entity: string): Known | null {
  const record = someRecord(asking, entity);
  const isCaller = Object.values(asking.house.people).includes(String(record?.record['email']));
  return isCaller && entity === 'user' && !asking.random.chance(0.03) ? null : record;
}

/** The name of a random record: its id, sometimes its key, sometimes a name that no record has. */
export function someId(asking: Asking, entity: string, choose = someRecord): string {
  const { random } = asking;
  if (random.chance(0.04))
    return random.pick(['00000000-0000-7000-8000-000000000000', 'nobody', '1', '%20', '__proto__']);
  const record = choose(asking, entity);
  const { key } = wordsOf(asking, entity);
  const named = key === null ? undefined : record?.record[key];
  if (typeof named === 'string' && random.chance(0.3)) return encodeURIComponent(named);
  return record?.id ?? 'none';
}

/** Header with the language of messages; mostly none. */
export function language({ random }: Asking): Readonly<Record<string, string>> {
  return random.chance(0.3) ? { 'accept-language': random.pick(['ja', 'en', 'ja,en;q=0.5', 'de']) } : {};
}
