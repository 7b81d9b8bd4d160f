import { setImmediate } from 'node:timers/promises';
import {
  canEver,
  editableFields,
  limitValues,
  mayComment,
  type BulkMayAnswer,
  type Entity,
  type MayAnswer,
  type Possible,
  type Problem,
  type RecordValue,
  type Rights,
  type RuntimeErrorId,
  type Scope,
  stateOf,
} from '@ninefold/model';
import { entityOf, scopeOf } from '../../context/context.ts';
import { forbidden } from '../../context/forbidden.ts';
import type { Caller } from '../../context/records.ts';
import { chosenRecords } from '../../reading/list-choice.ts';
import { verdictsOf } from '../../reading/may.ts';
import { mayRead } from '../../services/find-record.ts';
import type { RecordServices } from '../../services/write-context.ts';
import { readBulk } from './bulk-body.ts';
import { objectAt } from './order-body.ts';

/** So many records are judged without a break, in which others have the processor. */
const TURN = 50;

/**
 * `POST /_/may/<entity>`: for how many of the records that a bulk action would be for each action is possible. It judges each
 * of them, as many as one bulk action may be for, and writes nothing.
 */
export async function mayMany(
  services: RecordServices,
  caller: Caller,
  entityId: string,
  sent: unknown,
): Promise<BulkMayAnswer> {
  const { context } = services;
  const entity = entityOf(context, entityId);
  if (!canEver(caller.rights, entityId, 'read')) throw forbidden(entityId, 'read');
  const max = Number(limitValues(context.model)['bulk_records']);
  const { chosen } = readBulk(entityId, { ...objectAt(sent, '', ['ids', 'list']), action: 'delete' }, max);
  const ids =
    'orders' in chosen
      ? chosen.orders.map(({ id }) => id)
      : (await chosenRecords(services, { caller, entity: entityId, bulkList: chosen })).map(({ id }) => id);
  const scope = scopeOf(context, caller);
  const tally = tallying(entity, caller.rights, scope);
  for (let start = 0; start < ids.length; start += TURN) {
    const records = await readable(services, caller, entity, { ids: ids.slice(start, start + TURN), scope });
    for (const stored of records) tally.add(stored, verdictsOf(services, caller, entity, { stored, scope }));
    await setImmediate();
  }
  return tally.answer();
}

/** Those of the records that the caller may read, with all that their expressions read. */
async function readable(
  { context, plans }: RecordServices,
  { rights, me }: Caller,
  entity: Entity,
  { ids, scope }: { readonly ids: readonly string[]; readonly scope: Scope },
): Promise<readonly RecordValue[]> {
  const loaded = await context.db.survey(me.id, (reader) => plans(entity.id).load.load(reader, ids, scope));
  const found = ids.flatMap((id) => loaded.get(id) ?? []) as unknown as readonly RecordValue[]; // a plan for writing loads every system field
  return found.filter((record) => (record.trashed_at ?? null) === null && mayRead({ entity, rights, scope }, record));
}

interface Count {
  possible: number;
  reason: Problem | null;
}

/** Counts verdicts. The reason of an action is that of the first record for which it is not possible. */
function tallying(
  entity: Entity,
  rights: Rights,
  scope: Scope,
): { add(record: RecordValue, may: MayAnswer): void; answer(): BulkMayAnswer } {
  const transitions = new Map<string, Count>();
  const fields = new Map<string, Count>();
  const [commenting, removal]: readonly [Count, Count] = [
    { possible: 0, reason: null },
    { possible: 0, reason: null },
  ];
  let of = 0;
  return {
    add(record, may) {
      of += 1;
      for (const { id, verdict, reasons } of may.transitions)
        note(at(transitions, id), verdict === 'allowed' || verdict === 'unknown', () =>
          verdict === 'blocked' && reasons[0] ? reasons[0] : refusal(verdict, entity.id, id, record),
        );
      const open = editableFields(entity, record, rights, { ...scope, record });
      const closed = stateOf(entity, record, rights) === 'locked' ? 'locked' : 'read_only_field';
      for (const [id, { update }] of Object.entries(may.fields)) {
        const isGranted = may.update && update;
        const isOpen = entity.id === 'user' || open.has(id); // who gives roles does so by a right of its own
        note(at(fields, id), isGranted && isOpen, () =>
          refusal(isGranted ? closed : 'forbidden', entity.id, id, record),
        );
      }
      note(commenting, mayComment(rights, entity, { ...scope, record }), () =>
        refusal('forbidden', entity.id, '', record),
      );
      note(removal, may.delete, () => refusal('forbidden', entity.id, '', record));
    },
    answer: () => ({
      of,
      transitions: Object.fromEntries(transitions),
      fields: Object.fromEntries(
        [...fields].filter(([, count]) => count.reason?.code !== 'forbidden' || count.possible > 0),
      ),
      comment: commenting satisfies Possible,
      delete: removal satisfies Possible,
    }),
  };
}

function at(counts: Map<string, Count>, id: string): Count {
  const count = counts.get(id) ?? { possible: 0, reason: null };
  counts.set(id, count);
  return count;
}

function note(count: Count, isPossible: boolean, reason: () => Problem): void {
  if (isPossible) count.possible += 1;
  else count.reason ??= reason();
}

const CODES: Readonly<Record<string, RuntimeErrorId>> = {
  role: 'not_your_role',
  state: 'wrong_state',
  blocked: 'guard_failed',
  locked: 'locked',
  read_only_field: 'read_only_field',
};

/** The refusal that the action would answer: `why` is a verdict, or what stands against a change. */
function refusal(why: string, entity: string, transition: string, { state }: RecordValue): Problem {
  return { path: '', code: CODES[why] ?? 'forbidden', params: { entity, transition, state: state ?? null } };
}
