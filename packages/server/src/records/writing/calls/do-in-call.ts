import {
  isLines,
  isMap,
  isReadable,
  memoized,
  nestedInLines,
  readerOf,
  rightsFor,
  rolesWith,
  stepsOf,
  transitionsOf,
  type InCall,
  type RecordValue,
  type Rights,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Writer } from '../../../storage/database/database.ts';
import { raw, sql, table, valuesOf } from '../../../storage/sql/sql.ts';
import type { Sent } from '../../context/body.ts';
import { entityOf } from '../../context/context.ts';
import { forbidden } from '../../context/forbidden.ts';
import { systemCaller } from '../../context/system.ts';
import { createUsersWith } from '../../people/people.ts';
import { mayRead, withLiveValues } from '../../services/find-record.ts';
import { leaveAll } from '../../services/leaving.ts';
import { writeContextIn, type RecordServices, type Write, type WriteContext } from '../../services/write-context.ts';
import { conditionOf } from '../../views/conditions.ts';
import { whereSql } from '../../views/where.ts';
import { createAsSystem } from '../actions/create-as-system.ts';
import { answersOf, createdValues } from '../actions/created-values.ts';
import { creationOf } from '../actions/create.ts';
import { onRefusal } from '../actions/on-refusal.ts';
import { judgeWarned, withWarnings } from '../judging/judge-warned.ts';
import { OPEN_WORK } from '../judging/open-work.ts';
import { APPROVALS_WAIT } from '../judging/waiting-approvals.ts';
import { applied, refuseState, storeTransition, transitionOf } from '../actions/transition.ts';
import { storeUpdate, updateOf } from '../actions/update.ts';
import { beginUpdate, settleFully, withNextVersion, withRecord, type Change } from '../change.ts';

/** So many records are looked at to find the one that is meant. */
const MOST = 50;

/** What an incoming call does in a transaction. */
interface InCallWork {
  /** Does what the call says, and answers the id of the record. */
  run(tx: Writer): Promise<string>;
  /** Writes what its transition leaves although it was refused, once that has been undone; null: it leaves nothing. */
  readonly leave: ((tx: Writer) => Promise<unknown>) | null;
}

type DoInCall = (call: InCall, body: Readonly<Record<string, Wire>>) => InCallWork;

/** One call that is done. */
interface Doing {
  readonly own: WriteContext;
  readonly call: InCall;
  /** With `body`. */
  readonly scope: Scope;
  /** Is told what the transition leaves where it is refused. */
  readonly leaves: (leave: Write<unknown>['leave']) => void;
}

/** With a role the call is made like that of a person, without it like an effect. */
export function createDoing(services: RecordServices): DoInCall {
  const { context } = services;
  const { model } = context;
  const peopleWith = createUsersWith(context);
  const rightsOf = memoized((role: string): Rights => rightsFor(model, rolesWith(model, [role])));
  const contextOf = async (tx: Writer, call: InCall): Promise<WriteContext> => {
    const system = systemCaller(model, { kind: 'in_call', name: call.id }, await peopleWith(tx));
    const caller = call.as === null ? system : { ...system, rights: rightsOf(call.as) };
    return writeContextIn({ ...services, isUnread: true }, caller, call.entity, tx);
  };
  return (call, body) => {
    let left: Write<unknown>['leave'];
    const fired = call.fires === null ? undefined : transitionsOf(entityOf(context, call.entity)).get(call.fires);
    return {
      run: async (tx) => {
        left = undefined;
        const own = await contextOf(tx, call);
        const leaves = (leave: typeof left): void => void (left = leave);
        const doing: Doing = { own, call, scope: { ...own.scope, body }, leaves };
        const found = call.find === null ? null : await foundBy(doing);
        return call.as === null ? doAsSystem(doing, found) : doAsRole(services, doing, found);
      },
      leave:
        (fired?.onRefusal ?? []).length === 0
          ? null
          : async (tx) => {
              const own = await contextOf(tx, call);
              return leaveAll(tx, [{ entity: call.entity, leave: left }], () => own);
            },
    };
  };
}

/** The one record that is meant, among those that the caller may read: with a role, also what it is found by. */
async function foundBy({ own, call, scope }: Doing): Promise<RecordValue> {
  const { context, entity, plan, tx } = own;
  if (call.find === null) throw new TypeError(`the call ${call.id} finds nothing`);
  const meant =
    call.as === null ? conditionOf(context, entity, 't', call.find) : whereSql(context, entity, own.rights, call.find);
  const statement = sql`SELECT t."id" FROM ${table(entity.id)} t WHERE t."trashed_at" IS NULL AND ${meant}
    ORDER BY t."id" LIMIT ${raw(String(MOST + 1))}`;
  const ids = (await tx.all(statement, valuesOf(statement, scope))).map(({ id }) => String(id));
  const loaded = ids.length === 0 ? new Map<string, RecordValue>() : await plan.load.load(tx, ids, own.scope);
  const known = ids.flatMap((id) => (loaded.get(id) as RecordValue | undefined) ?? []); // a plan for writing loads every system field
  const found = call.as === null ? known : known.filter((record) => mayRead(own, record));
  const [one] = found;
  if (one === undefined) throw new Refusal('not_found');
  if (found.length > 1 || ids.length > MOST) throw new Refusal('several_found');
  return withLiveValues(entity, one, own.scope);
}

/** By the calls of people: with its rows, its fields and its transitions. Warnings, which nobody confirms, do not stop it. */
async function doAsRole(
  services: RecordServices,
  { own, call, scope, leaves }: Doing,
  found: RecordValue | null,
): Promise<string> {
  const { caller, entity, context } = own;
  if (found !== null) refuseUnread(own, call, found);
  const values = createdValues(own, call.values, { ...scope, record: found });
  const source = context.model.languages[0] ?? '';
  const body = nestedInLines(unnumbered(own, values), source);
  const options = { version: null, confirm: [...entity.rules.map(({ error }) => error), APPROVALS_WAIT, OPEN_WORK] };
  const sending = { entity: entity.id, body, options };
  if (found === null) return (await creationOf(services, caller, sending).run(own)).id;
  const idOrKey = found.id;
  if (call.fires === null) return (await updateOf(services, caller, { ...sending, idOrKey }).run(own)).id;
  const input = nestedInLines(inputOf({ own, call, scope }, found), source);
  const firing = { ...sending, idOrKey, transition: call.fires, body: { ...body, input } };
  const write = transitionOf(services, caller, firing);
  leaves(write.leave);
  return (await write.run(own)).id;
}

/** Refuses a call that copies from the record what its role may not read there. */
function refuseUnread(
  { context: { model }, entity, rights, scope }: WriteContext,
  call: InCall,
  record: RecordValue,
): void {
  const mayReadField = readerOf(entity, { ...scope, record }, rights);
  const copied = call.values.flatMap((value) => ('lines' in value ? value.lines.flat() : [value]));
  for (const { value } of [...copied, ...call.input]) {
    const own = value.reads.flatMap((path) => (path.startsWith('record.') ? (stepsOf(path)[1] ?? []) : []));
    if (!isReadable(value, model, rights) || !own.every(mayReadField)) throw forbidden(entity.id, 'read');
  }
}

/** New lines, which get their ids like those that people send. */
function unnumbered({ entity }: WriteContext, values: Sent): Sent {
  const lines = (value: Wire): Wire =>
    Array.isArray(value)
      ? value.map((line: Wire) => {
          const { id: _, ...rest } = isMap(line) ? line : {};
          return rest;
        })
      : value;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isLines(entity.fields[name]) ? lines(value) : value]),
  );
}

/** As the application, which asks nobody's rights. */
async function doAsSystem(doing: Doing, found: RecordValue | null): Promise<string> {
  const { own, call, scope, leaves } = doing;
  const values = createdValues(own, call.values, { ...scope, record: found });
  if (found === null) return (await createAsSystem(own, values)).record.id;
  const settled = await settleFully({ ...own, worked: true }, found, values);
  const changed = withRecord(beginUpdate(own, found, values), settled);
  if (call.fires === null) {
    if (changed.changed.size > 0) await storeJudged(withNextVersion(changed), storeUpdate);
    return found.id;
  }
  const transition = transitionsOf(own.entity).get(call.fires);
  if (!transition) throw new TypeError(`the call ${call.id} fires nothing`);
  refuseState(own.entity, transition, found);
  const refusal = onRefusal(transition);
  leaves(refusal.leave);
  await refusal.noting(found, async () => {
    const { change, input } = await applied(changed, transition, inputOf(doing, found));
    await storeJudged(withNextVersion(change), (judged) => storeTransition(judged, transition, input));
  });
  return found.id;
}

async function storeJudged(
  change: Change<RecordValue>,
  store: (change: Change<RecordValue>) => Promise<void>,
): Promise<void> {
  await store(withWarnings(change, await judgeWarned(change)));
}

function inputOf({ own, call, scope }: Pick<Doing, 'own' | 'call' | 'scope'>, record: RecordValue): Sent {
  const fields = call.fires === null ? {} : (transitionsOf(own.entity).get(call.fires)?.input ?? {});
  return answersOf(fields, call.input, { ...scope, record });
}
