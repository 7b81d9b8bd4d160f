import {
  type Entity,
  type Grant,
  type RecordValue,
  type Scope,
  type Verb,
  allows,
  canEver,
  fieldRights,
  grantHolds,
  lookAt,
  visibleFields,
} from '@ninefold/model';
import { forbidden } from '../context/forbidden.ts';
import type { WriteContext } from './write-context.ts';
import { addressOf } from '../views/answer.ts';
import { isKeyInTitle } from '../views/titles.ts';
import { Refusal } from '../../refusal.ts';
import type { Reader } from '../../storage/database/database.ts';
import { argument, name, raw, sql, table } from '../../storage/sql/sql.ts';

/** What finding a record for a write or a verdict needs. */
export type Finder = Pick<WriteContext, 'entity' | 'plan' | 'rights' | 'scope'> & { readonly tx: Reader };

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
  if (!isThere || !mayRead(finder, record)) throw new Refusal('not_found');
  if (record.id !== idOrKey && !mayName(finder, record)) throw new Refusal('not_found');
  return record;
}

/** Whether the reader may read a record that was loaded with all that its expressions read. */
export function mayRead(
  { entity, rights, scope }: Pick<Finder, 'entity' | 'rights' | 'scope'>,
  record: RecordValue,
): boolean {
  return allows(rights, entity.id, 'read', { ...scope, record: withLiveValues(entity, record, scope) }) === true;
}

/** Whether this reader may know the key of a record that they may read: from the field itself, or from what they see of the title. */
function mayName({ entity, rights, scope }: Finder, record: RecordValue): boolean {
  const { key } = entity;
  if (key === null) return true;
  const inScope = { ...scope, record };
  if (!visibleFields(entity, inScope).has(key)) return false;
  if (fieldRights(rights, entity, inScope)[key]?.read === true) return true;
  const seen = rights.seen(entity.id, inScope);
  const isReferred = (grant: Grant): boolean =>
    grant.fields[key]?.read === true && grantHolds(grant, 'refer', seen) === true;
  return isKeyInTitle(entity) && rights.grants(entity.id).some(isReferred);
}

/** The id that an address is, or that of the record with this key: another one may have it in the trash. */
async function idOfAddress({ entity, tx }: Finder, idOrKey: string, trashed: boolean): Promise<string | null> {
  const { column, value } = addressOf(entity, idOrKey);
  if (column === 'id') return value;
  const isIn = raw(`"trashed_at" IS ${trashed ? 'NOT ' : ''}NULL`);
  const statement = sql`SELECT "id" FROM ${table(entity.id)} WHERE ${name(column)} = ${argument(0)} AND ${isIn} LIMIT 1`;
  const [row] = await tx.all(statement, [value]);
  return row === undefined ? null : String(row['id']);
}

/** Refuses with `forbidden` where the verb is never granted, before any row is looked at. */
export function refuseNever({ rights, entity }: Pick<Finder, 'rights' | 'entity'>, verb: Verb): void {
  if (!canEver(rights, entity.id, verb)) throw forbidden(entity.id, verb);
}

/** Refuses with `forbidden` where the verb is not granted on this readable record. */
export function refuseVerb({ rights, entity, scope }: Finder, verb: Verb, record: RecordValue): void {
  const inScope = { ...scope, record: withLiveValues(entity, record, scope) };
  if (allows(rights, entity.id, verb, inScope) !== true) throw forbidden(entity.id, verb);
}

/** The record with its live values, which no row holds: conditions on it read them as they read stored ones. */
export function withLiveValues(entity: Entity, record: RecordValue, scope: Scope): RecordValue {
  const isOpen = Object.values(entity.fields).some(
    ({ id, computed }) => computed?.live === true && record[id] === undefined,
  );
  return isOpen ? lookAt(entity, record, scope, () => true).record : record;
}
