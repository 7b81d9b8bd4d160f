import {
  cycleField,
  fieldRights,
  normalValue,
  sameValue,
  type ChangeSince,
  type RecordValue,
  type Transition,
  type Wire,
} from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { changesOf } from '../../reading/changes.ts';
import { findRecord } from '../../views/answer.ts';
import type { WriteContext } from '../../services/write-context.ts';
import type { Change } from '../change.ts';
import { argument, sql, table } from '../../../storage/sql/sql.ts';

const SINCE = sql`SELECT "by", "changes", "from", "to", "version" FROM ${table('_history')} WHERE "entity" = ${argument(0)} AND "record" = ${argument(1)} AND "version" > ${argument(2)}`;

/**
 * Refuses what others changed since the caller's version. Changes of other fields merge silently. A field that was changed meanwhile and is sent, too, is
 * `changed_meanwhile`, with the names of all such fields and what stands there now: two who both take one of five have not
 * taken the same one. Where the history does not tell (the entity keeps none, or kept none for a while), each field that is
 * sent with another value than the stored one counts as changed. A person who saves on a screen what they saved there themselves says nothing new. Fields that the caller
 * may not read are not compared: the caller has seen none of their values.
 */
export async function refuseConflicts(change: Change<RecordValue>, version: number): Promise<void> {
  const { entity, tx, views, rights, scope, before, sent } = change;
  const changed = await changedSince(change, before, version);
  const readable = fieldRights(rights, entity, { ...scope, record: before });
  const fields = Object.keys(sent).filter((name) => {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    return (
      field !== undefined &&
      readable[name]?.read === true &&
      (changed?.others.has(name) === true ||
        (changed?.own.has(name) !== false && !sameValue(field, before[name], normalValue(field, sent[name] ?? null))))
    );
  });
  if (fields.length === 0 && version < before.version) return;
  const seen = await findRecord(views.of(rights)(entity.id), tx, before.id, scope);
  const theirs = fields.map((name): readonly [string, Wire] => [name, seen?.[name] ?? null]);
  throw new Refusal('changed_meanwhile', {
    params: { fields, theirs: Object.fromEntries(theirs), ...(await sinceThen(change, before, version)) },
  });
}

/**
 * Refuses a transition where somebody else has moved the record since the caller's version: the caller saw another state, from which
 * it may lead elsewhere. Whoever approves does so of what they saw: for them, any change of what they may read counts. Where the
 * history does not tell, the record counts as moved, unless the transition leaves one state alone.
 */
export async function refuseUnseen(
  write: WriteContext,
  transition: Transition,
  before: RecordValue,
  version: number,
): Promise<void> {
  if (version >= before.version) return;
  const { entity, rights, scope } = write;
  const isApproval = transition.approvals !== null;
  const cycle = cycleField(entity, transition.id);
  const changed = await changedSince(write, before, version);
  if (changed === null && !isApproval && transition.from.length === 1) return;
  const readable = fieldRights(rights, entity, { ...scope, record: before });
  const unseen = [...(changed?.others ?? [cycle])].filter(
    (name) => name === cycle || (isApproval && readable[name]?.read === true),
  );
  if (unseen.length === 0) return;
  throw new Refusal('changed_since_seen', {
    params: { fields: unseen, ...(await sinceThen(write, before, version)) },
  });
}

/** The version that a record has now, and who changed what since the one that the caller had, as far as the caller may know. */
export async function sinceThen(
  write: WriteContext,
  before: RecordValue,
  version: number,
): Promise<{ readonly version: number; readonly changes: readonly ChangeValue[] }> {
  const changes = await changesOf(write, write, { caller: write.caller, record: before, since: version });
  return { version: before.version, changes: changes.map((change) => ({ ...change })) };
}

type ChangeValue = { readonly [Name in keyof ChangeSince]: ChangeSince[Name] };

interface Named {
  readonly field: string;
}

/** Fields that were changed since a version, `state` among them, by the caller on a screen and by anybody else; null where the history does not tell. */
async function changedSince(
  { entity, tx, caller }: WriteContext,
  { id, version: present }: RecordValue,
  version: number,
): Promise<Readonly<Record<'own' | 'others', ReadonlySet<string>>> | null> {
  const rows = await tx.all(SINCE, [entity.id, id, version]);
  const kept = new Set(rows.map((row) => Number(row['version'])));
  for (let each = version + 1; each <= present; each += 1) if (!kept.has(each)) return null;
  const isOwn = (by: unknown): boolean => caller.via === 'screen' && by === caller.me.id;
  const fieldsOf = (wanted: boolean): ReadonlySet<string> => {
    const found = rows.filter(({ by }) => isOwn(by) === wanted);
    const changes = found.flatMap(({ changes: text }) => JSON.parse(String(text)) as readonly Named[]); // written by `writeHistory`
    const isMoved = found.some(({ from, to }) => to !== null && from !== to);
    return new Set([...(isMoved ? ['state'] : []), ...changes.map(({ field }) => field)]);
  };
  return { own: fieldsOf(true), others: fieldsOf(false) };
}
