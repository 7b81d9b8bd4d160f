import {
  effectsOf,
  isForeign,
  isOneReference,
  jsonIn,
  reachOf,
  type CallFailure,
  type Entity,
  type FieldValue,
  type Model,
  type RecordValue,
  type Wire,
} from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Writer } from '../../../storage/database/database.ts';
import type { Outcome } from '../../context/out-calls.ts';
import { systemCaller } from '../../context/system.ts';
import { createUsersWith } from '../../people/people.ts';
import { withLiveValues } from '../../services/find-record.ts';
import { writeContextIn, type RecordServices } from '../../services/write-context.ts';
import { beginUpdate, withNextVersion, withRecord } from '../change.ts';
import { judgeWarned, withWarnings } from '../judging/judge-warned.ts';
import { withSet } from '../actions/transition-effects.ts';
import { storeUpdate } from '../actions/update.ts';
import { refusalOf } from '../timed/refusal-of.ts';
import type { StoredCall } from '../../calls/rows.ts';

/**
 * Writes what was answered into the record, as the application, by `then` of the call. Answers why it could not: the call was made all
 * the same. A record that is gone or in the trash stays as it is.
 */
export async function writeAnswer(
  services: RecordServices,
  tx: Writer,
  { call, entity, record: id }: StoredCall,
  { answer, isWhole }: Pick<Outcome, 'answer' | 'isWhole'>,
): Promise<CallFailure | null> {
  const { model } = services.context;
  const known = Object.hasOwn(model.entities, entity) ? model.entities[entity] : undefined;
  const writes = id === '' ? [] : writesOf(model, entity, call);
  if (!known || writes.length === 0) return null;
  const said = isWhole && answer !== null ? jsonIn(answer) : undefined;
  if (said === undefined) return 'unreadable_answer';
  const usersWith = await createUsersWith(services.context)(tx);
  const done = await refusalOf(tx, async () => {
    refuseNamed(known, writes);
    const own = writeContextIn(services, systemCaller(model, { kind: 'call', name: call }, usersWith), entity, tx);
    const found = (await own.plan.load.load(tx, [id], own.scope)).get(id) as RecordValue | undefined; // loaded with every system field
    if (!found || (found.trashed_at ?? null) !== null) return;
    const begun = beginUpdate(own, withLiveValues(known, found, own.scope), {});
    const write = { ...own, scope: { ...own.scope, answer: said satisfies Wire } };
    const set = withRecord(begun, await withSet(write, writes, { before: begun.before, record: begun.record }));
    if (set.changed.size === 0) return;
    const change = withNextVersion(set);
    await storeUpdate(withWarnings(change, await judgeWarned(change)));
  });
  return done === 'fired' ? null : 'not_written';
}

/** What the effects of an entity that make a call write back. */
export function writesOf({ entities }: Model, entity: string, call: string): readonly FieldValue[] {
  const known = Object.hasOwn(entities, entity) ? entities[entity] : undefined;
  const made = known && effectsOf(known).find((effect) => reachOf(effect).calls?.id === call);
  const writes = made && reachOf(made).calls?.request.writes;
  return Object.entries(writes ?? {}).map(([field, value]) => ({ field, value }));
}

/** Another system names no record of this one. */
function refuseNamed({ fields }: Entity, writes: readonly FieldValue[]): void {
  const named = writes.find(
    ({ field, value: { tree } }) => tree !== null && isForeign(tree) && isOneReference(fields[field]),
  );
  if (named) throw new Refusal('invalid', { problems: [{ path: named.field, code: 'no_such_record', params: {} }] });
}
