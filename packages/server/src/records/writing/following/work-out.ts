import {
  changedFields,
  isDerived,
  STATE_FIELDS,
  fieldsOfRule,
  judgeRules,
  withHidden,
  type Problem,
  type RecordValue,
  type RunningState,
} from '@ninefold/model';
import { type Draft } from '../../loading/rows.ts';
import { totalsOf, type KeptTotal } from '../../loading/kept-totals.ts';
import { itemsLoader } from '../../loading/load.ts';
import { countAnew, keepTotals, keptTotals, valueOf, type Totals } from '../../loading/total-rows.ts';
import type { Cause, Pending, Waiting } from '../../services/pending.ts';
import { withLiveValues } from '../../services/find-record.ts';
import { mayTurn, type Following } from '../../services/write-context.ts';
import { recomputed } from '../change.ts';
import { uniqueProblems } from '../judging/constraints.ts';
import { refuseProblems } from '../judging/judge-write.ts';
import { updateRecord } from '../storing/store.ts';
import { noteDependents } from './note-dependents.ts';
import { setTimersAnew } from './set-timers.ts';
import { publish } from './follow.ts';

/** Records that are in memory at once. */
const AT_ONCE = 200;

/** What follows is worked out for records of any entity. */
export type WorkingOut = Omit<Following, 'entity' | 'plan'>;

/** How what follows is worked out. */
export interface Manner {
  /** Whether rules are judged, and the change feed is told. Older violations are nobody's fault of today. */
  readonly isQuiet: boolean;
  /** Is told of each record whose values were changed. */
  changed(difference: Recomputed): void;
}

/**
 * Works out the stored values of the records that wait, and of those that read them in turn, until none waits. Then the rules of
 * these records are judged: a rule sees every value as it is after the write. Refuses where one is broken. Then their reactions
 * fire.
 */
export async function workOut(on: WorkingOut, pending: Pending): Promise<void> {
  if (pending.size() === 0) return;
  const judging = new Map<string, Recomputed>();
  const reacting = new Map<string, Recomputed>();
  const changed = (difference: Recomputed): void => {
    const key = `${difference.entity.id} ${difference.record.id}`;
    if (mayTurn(difference))
      reacting.set(key, { ...difference, before: reacting.get(key)?.before ?? difference.before });
    const first = judging.get(key);
    if (isJudged(difference))
      judging.set(key, first ? { ...first, changed: new Set([...first.changed, ...difference.changed]) } : difference);
  };
  await pending.busy(async () => {
    await workOutAll(on, pending, { isQuiet: false, changed });
    for (const difference of judging.values()) await judge(difference);
  });
  for (const difference of reacting.values()) await difference.react?.(difference);
}

/** The same in a manner of its own, without rules. */
export async function workOutAll(on: WorkingOut, pending: Pending, manner: Manner): Promise<void> {
  const { order } = on.dependencies;
  for (let group = pending.take(order, AT_ONCE); group !== null; group = pending.take(order, AT_ONCE))
    await workOutGroup(on, pending, group, manner);
}

/** Works out some records of one entity; those that read them are noted and wait. */
export async function workOutGroup(
  on: WorkingOut,
  pending: Pending,
  { entity, causes }: Waiting,
  manner: Manner,
): Promise<void> {
  const plan = on.plans(entity);
  const own: Following = { ...on, entity: plan.entity, plan };
  const loading = plan.computing.load(on.tx, [...causes.keys()], on.scope);
  const [loaded, totals] = await Promise.all([loading, movedTotals(own, causes)]);
  for (const [id, draft] of loaded) {
    const before = withTotals(draft, totalsOf(own.context.model, entity), totals.get(id) ?? {});
    const difference = await workOutOne(own, before);
    setTimersAnew(own, difference?.record ?? before);
    if (difference === null) continue;
    if (!manner.isQuiet) await refuseTaken(difference);
    updateRecord(own.tx, own.entity, difference);
    manner.changed(difference);
    if (!manner.isQuiet) await publish(difference);
    await noteDependents(difference, pending, causes.get(id)?.depth);
  }
}

function withTotals(draft: Draft, kept: readonly KeptTotal[], totals: Totals): RecordValue {
  for (const total of kept) draft[total.name] = valueOf(total, totals);
  return draft as unknown as RecordValue; // a plan for computing loads every system field
}

/** A record whose stored computed values differ from what they should be. */
export interface Recomputed extends Following {
  readonly before: RecordValue;
  readonly record: RecordValue;
  readonly changed: ReadonlySet<string>;
}

async function workOutOne(own: Following, before: RecordValue): Promise<Recomputed | null> {
  const record = await recomputed(own, before);
  const changed = changedFields(own.entity, before, record);
  return changed.size === 0 && before.state === record.state ? null : { ...own, before, record, changed };
}

/** Refuses where another record has a unique value already. */
async function refuseTaken(difference: Recomputed): Promise<void> {
  const problems = await uniqueProblems(difference, difference.changed, difference.scope);
  refuseProblems(difference.context.model, ofOther(problems));
}

/** Whether a rule reads what has changed. */
function isJudged({ entity, changed, before, record }: Recomputed): boolean {
  const names = withHidden(entity, new Set([...changed, ...(before.state === record.state ? [] : STATE_FIELDS)]));
  return entity.rules.some((rule) => fieldsOfRule(rule).some((name) => names.has(name)));
}

/** What rules read beyond the computed values is loaded only here, after everything is worked out. */
async function judge({ entity, plan, tx, scope, context, changed, before: first }: Recomputed): Promise<void> {
  const stored = (await plan.load.load(tx, [first.id], scope)).get(first.id) as RecordValue | undefined; // loaded with every system field
  if (!stored) return;
  const names = [...changed, ...(isDerived(entity) ? STATE_FIELDS : [])];
  const earlier = { ...stored, ...Object.fromEntries(names.map((name) => [name, first[name]] as const)) };
  const [before, record] = [withLiveValues(entity, earlier, scope), withLiveValues(entity, stored, scope)];
  const { errors } = judgeRules({ entity, before, record, changed, scope });
  refuseProblems(context.model, ofOther(errors));
}

/** Problems of another record than the one that is written: they name no field and no value of it. */
function ofOther(problems: readonly Problem[]): readonly Problem[] {
  return problems.map((problem) => ({ ...problem, path: '', params: {} }));
}

/** The running totals of records after what moved, kept. Those that are not known are counted anew. */
async function movedTotals(
  { entity, context, tx, scope }: Following,
  causes: ReadonlyMap<string, Cause>,
): Promise<ReadonlyMap<string, Totals>> {
  const all = totalsOf(context.model, entity.id);
  if (all.length === 0) return new Map();
  const kept = await keptTotals(context, tx, entity.id, [...causes.keys()]);
  const moved = new Map([...causes].map(([id, cause]) => [id, afterMoves(all, kept.get(id) ?? {}, cause)] as const));
  const open = [...moved].filter(([, totals]) => all.some(({ name }) => totals[name] === undefined)).map(([id]) => id);
  const missing = all.filter(({ name }) => open.some((id) => moved.get(id)?.[name] === undefined));
  const counting = { context, reader: tx, scope, loadItems: itemsLoader(context) };
  const counted = open.length === 0 ? new Map<string, Totals>() : await countAnew(counting, missing, open);
  return new Map(
    [...moved].map(([id, totals]) => {
      const now = { ...totals, ...counted.get(id) };
      if (JSON.stringify(now) !== JSON.stringify(kept.get(id))) keepTotals(tx, entity.id, id, now);
      return [id, now] as const;
    }),
  );
}

/** The running totals that are still known after what moved. */
function afterMoves(all: readonly KeptTotal[], kept: Totals, { totals }: Cause): Totals {
  const known = all.flatMap(({ name, total }): readonly (readonly [string, RunningState])[] => {
    const state = kept[name];
    const movement = totals.get(name);
    if (state === undefined || movement === null) return [];
    const now = movement === undefined ? state : total.minus(total.plus(state, movement.entered), movement.left);
    return now === null ? [] : [[name, now]];
  });
  return Object.fromEntries(known);
}
