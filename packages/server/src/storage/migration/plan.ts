import type { FormerIds, Renamed } from '@ninefold/spec';
import { groupsAbove, type Model } from '@ninefold/model';
import type { Reader, Writer } from '../database/database.ts';
import type { TableShape } from '../database/shapes.ts';
import { PHASES, together, type Change, type Planned, type Stage } from './changes/change.ts';
import { planColumns } from './tables/columns.ts';
import { planComputed } from './contents/computed.ts';
import { planConstraints } from './contents/constraints.ts';
import { planSizes } from './contents/sizes.ts';
import { planFollowers } from './contents/followers.ts';
import { planLeftFiles } from './contents/left-files.ts';
import { planKeptHistory } from './contents/kept-history.ts';
import { planGone } from './tables/gone.ts';
import { planDenormalised } from './tables/denormalising.ts';
import { planIndexes } from './tables/keys.ts';
import { layoutOf, type Layout } from './comparison/layout.ts';
import { movesOf } from './comparison/moves.ts';
import { bareScope, readStanding } from './comparison/standing.ts';
import { planSearch } from './tables/searching.ts';
import { planValues } from './contents/values.ts';
import type { Work } from './comparison/work.ts';

/** What stored data is to be brought to. */
export interface Goal {
  readonly model: Model;
  readonly former: FormerIds;
  /** Tables of the runtime beside those of records. */
  readonly own: readonly TableShape[];
  /** Names of what may be lost. */
  readonly accepted: ReadonlySet<string>;
  /** RFC 3339 UTC. */
  readonly now: string;
}

/** Compares stored data with a model. Reads only. */
export async function planMigration(reader: Reader, goal: Goal): Promise<Planned> {
  const { model, former, own, now } = goal;
  const standing = await readStanding(reader);
  const layout = await layoutOf(reader, model, former, standing);
  const moved = movesOf(layout);
  const work: Work = { reader, model, former, standing, layout, moved, own, scope: bareScope(model, now) };
  const columns = await planColumns(work);
  const retyped = new Set(columns.changes.filter(({ kind }) => kind === 'type_changed').map(({ table }) => table));
  const planned = together([
    { changes: [], steps: moved.steps },
    columns,
    await planValues(work),
    planLeftFiles(work),
    planFollowers(work),
    await planKeptHistory(work),
    await planGone(work),
    await planConstraints(work),
    await planSizes(work),
    await planComputed(work),
    await planDenormalised(work),
    await planIndexes(work, retyped),
    await planSearch(work),
  ]);
  return { ...planned, changes: planned.changes.map((change) => judged(withVainWas(change, layout), goal)) };
}

/** The renamings that a migration would do: those whose former id is stored. Reads only. */
export async function pendingRenamings(reader: Reader, model: Model, former: FormerIds): Promise<readonly Renamed[]> {
  const { pending, tables } = await layoutOf(reader, model, former, await readStanding(reader));
  const isStored = ({ kind, was }: Renamed): boolean =>
    kind !== 'entity' || tables.some(({ before, field }) => before === was && field === null);
  return pending.filter(isStored);
}

/** With the `was` that could not be followed: of what is new since nothing is stored under it, of what is gone since another keeps its place. */
function withVainWas(change: Change, { pending }: Layout): Change {
  if (change.was !== null) return change;
  const stored = pending.filter(({ kind }) => kind === 'field' || kind === 'entity');
  if (change.kind === 'field_added' || change.kind === 'entity_added')
    return { ...change, was: stored.find(({ path }) => path.join('.') === change.name)?.was ?? null };
  if (change.kind !== 'field_gone' && change.kind !== 'entity_gone') return change;
  const claims = stored.find(({ path, was }) => [...path.slice(0, -1), was].join('.') === change.name);
  return { ...change, was: claims?.path.at(-1) ?? null };
}

function judged(change: Change, { accepted, former }: Goal): Change {
  if (change.verdict !== 'open') return change;
  const isValue = ['option_gone', 'state_gone', 'role_gone'].includes(change.kind);
  const field = change.name.split('.').slice(0, -1).join('.');
  if (accepted.has(change.name) || (isValue && accepted.has(field))) return { ...change, verdict: 'accepted' };
  const dropped = former.dropped.map(({ kind, path }) =>
    kind === 'state' ? `${path[0] ?? ''}.state.${path[1] ?? ''}` : path.join('.'),
  );
  const above = change.kind === 'field_gone' ? groupsAbove(change.column ?? '') : [];
  const wholes = above.map((whole) => `${change.name.slice(0, -(change.column ?? '').length)}${whole}`);
  if (wholes.some((whole) => accepted.has(whole))) return { ...change, verdict: 'accepted' };
  const isDropped = [change.name, ...wholes].some((name) => dropped.includes(name));
  const mayGo = ['field_gone', 'option_gone', 'state_gone'].includes(change.kind) && isDropped;
  return mayGo ? { ...change, verdict: 'dropped' } : change;
}

/** Does one stage of what was planned, phase by phase. */
export async function carryOut(tx: Writer, { steps }: Planned, stage: Stage): Promise<void> {
  for (const phase of PHASES[stage]) for (const step of steps) if (step.phase === phase) await step.run(tx);
}
