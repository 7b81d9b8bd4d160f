import { allows, canEver, type RecordValue, type Verb } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Reader } from '../../storage/database.ts';
import { quoted } from '../../storage/names.ts';
import { addressed } from '../reading/get.ts';
import type { Attempt } from './attempt.ts';
import { forbidden } from '../forbidden.ts';

/** What finding a record for a write or a verdict needs. */
export type Finder = Pick<Attempt, 'entity' | 'plan' | 'rights' | 'scope'> & { readonly tx: Reader };

/** The whole record with all that its expressions read, or `not_found`: the same for one that is missing and one that may not be read. */
export async function existingRecord(finder: Finder, idOrKey: string, trashed = false): Promise<RecordValue> {
  const { entity, plan, tx, rights, scope } = finder;
  if (!canEver(rights, entity.id, 'read')) throw forbidden(entity.id, 'read');
  const named = addressed(entity, idOrKey);
  const text = `SELECT t."id" AS id FROM ${quoted(entity.id)} t WHERE ${named.text} AND t."trashed_at" IS ${trashed ? 'NOT ' : ''}NULL LIMIT 1`;
  const [row] = await tx.all(text, named.values(scope));
  const id = row === undefined ? null : String(row['id']);
  const found = id === null ? undefined : (await plan.load.load(tx, [id], scope)).get(id);
  const record = found as RecordValue | undefined; // a plan for writing loads every system field
  if (!record || allows(rights, entity.id, 'read', { ...scope, record }) !== true) throw new Refusal('not_found');
  return record;
}

/** Refuses with `forbidden` where the verb is never granted, before any row is looked at. */
export function refuseNever({ rights, entity }: Pick<Finder, 'rights' | 'entity'>, verb: Verb): void {
  if (!canEver(rights, entity.id, verb)) throw forbidden(entity.id, verb);
}

/** Refuses with `forbidden` where the verb is not granted on this readable record. */
export function refuseVerb({ rights, entity, scope }: Finder, verb: Verb, record: RecordValue): void {
  if (allows(rights, entity.id, verb, { ...scope, record }) !== true) throw forbidden(entity.id, verb);
}
