import { allows, canEver, fieldRights, visibleFields, type RecordValue, type Verb } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Reader } from '../../storage/database.ts';
import { quoted } from '../../storage/names.ts';
import { addressOf } from '../reading/get.ts';
import { isKeyInTitle } from '../reading/titles.ts';
import type { Attempt } from './attempt.ts';
import { forbidden } from '../forbidden.ts';

/** What finding a record for a write or a verdict needs. */
export type Finder = Pick<Attempt, 'entity' | 'plan' | 'rights' | 'scope'> & { readonly tx: Reader };

/**
 * The whole record with all that its expressions read, or `not_found`: the same for one that is missing, one that may not be
 * read, and one that is named by a key which may not.
 */
export async function existingRecord(finder: Finder, idOrKey: string, trashed = false): Promise<RecordValue> {
  const { entity, plan, tx, rights, scope } = finder;
  if (!canEver(rights, entity.id, 'read')) throw forbidden(entity.id, 'read');
  const id = await idOfAddress(finder, idOrKey, trashed);
  const found = id === null ? undefined : (await plan.load.load(tx, [id], scope)).get(id);
  const record = found as RecordValue | undefined; // a plan for writing loads every system field
  const isThere = record !== undefined && ((record.trashed_at ?? null) !== null) === trashed;
  if (!isThere || allows(rights, entity.id, 'read', { ...scope, record }) !== true) throw new Refusal('not_found');
  if (record.id !== idOrKey && !mayName(finder, record)) throw new Refusal('not_found');
  return record;
}

/** Whether this reader may know the key of a record. */
function mayName({ entity, rights, scope }: Finder, record: RecordValue): boolean {
  if (entity.key === null || isKeyInTitle(entity)) return true;
  const inScope = { ...scope, record };
  const isRead = fieldRights(rights, entity, inScope)[entity.key]?.read === true;
  return isRead && visibleFields(entity, inScope).has(entity.key);
}

/** The id that an address is, or that of the record with this key: another one may have it in the trash. */
async function idOfAddress({ entity, tx }: Finder, idOrKey: string, trashed: boolean): Promise<string | null> {
  const { column, value } = addressOf(entity, idOrKey);
  if (column === 'id') return value;
  const isIn = `"trashed_at" IS ${trashed ? 'NOT ' : ''}NULL`;
  const text = `SELECT "id" FROM ${quoted(entity.id)} WHERE ${quoted(column)} = ? AND ${isIn} LIMIT 1`;
  const [row] = await tx.all(text, [value]);
  return row === undefined ? null : String(row['id']);
}

/** Refuses with `forbidden` where the verb is never granted, before any row is looked at. */
export function refuseNever({ rights, entity }: Pick<Finder, 'rights' | 'entity'>, verb: Verb): void {
  if (!canEver(rights, entity.id, verb)) throw forbidden(entity.id, verb);
}

/** Refuses with `forbidden` where the verb is not granted on this readable record. */
export function refuseVerb({ rights, entity, scope }: Finder, verb: Verb, record: RecordValue): void {
  if (allows(rights, entity.id, verb, { ...scope, record }) !== true) throw forbidden(entity.id, verb);
}
