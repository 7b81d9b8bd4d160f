import {
  evaluate,
  isDuration,
  scopeAt,
  targets,
  timedTransitions,
  type Duration,
  type Entity,
  type Field,
  type LimitEntry,
  type Model,
  type Node,
  type TimedTransition,
} from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { changesUnwritten } from '../../compile/entities/live.ts';
import { fieldsRead, limitsRead, names, walk } from '../../expressions/walk.ts';
import { decide } from '../../reasoning/decide.ts';
import { nodeText } from '../../reasoning/node-text.ts';

/** Timers whose moment does not stand still, that nobody can answer for, or that another one always comes before. */
export function checkTimers(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    const timed = timedTransitions(entity);
    const firing = timed.filter(({ transition }) => transition.timer !== null);
    for (const one of timed) {
      const spot = ctx.spots.get(`transition ${placeOf(entity, one)}`);
      if (spot === undefined) continue;
      const name = one.transition.id;
      const moving = movingPart(model, one.timer.value.tree);
      if (moving !== null) ctx.report('NF0417', spot, { name, found: moving });
      const isEscalation = one.transition.timer === null;
      const open = isEscalation ? undefined : Object.values(one.transition.input).find(isUnanswered);
      if (open !== undefined) ctx.report('NF0425', spot, { name, field: open.id });
      const winner = moving === null ? winnerOver(model, entity, firing, one) : null;
      if (winner !== null) ctx.report(isEscalation ? 'NF0437' : 'NF0418', spot, { name, other: winner.transition.id });
    }
  }
}

function placeOf({ id }: Entity, { cycle, transition }: TimedTransition): string {
  return `${cycle === 'state' ? id : `${id}.${cycle}`}.${transition.id}`;
}

/** What in a moment changes without a write: the clock, or a value that is worked out as it is read; null where nothing does. */
function movingPart(model: Model, tree: Node | null): string | null {
  if (tree === null) return null;
  let found: string | null = null;
  walk(tree, (node) => {
    if (node.node === 'variable' && changesUnwritten(node)) found ??= node.name;
    if (node.node !== 'field') return;
    const isLive = node.of.type.kind === 'record' && isLiveField(model.entities[node.of.type.entity], node.name);
    if (isLive || isPast(node)) found ??= node.name;
  });
  return found ?? (changesUnwritten(tree) ? 'record' : null);
}

function isPast(node: Extract<Node, { readonly node: 'field' }>): boolean {
  return changesUnwritten({ ...node, of: { node: 'variable', name: 'record', type: node.of.type } });
}

function isLiveField(entity: Entity | undefined, name: string): boolean {
  const field = entity && Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  return field?.computed?.live === true;
}

/** Nobody fills in the form of a timer. */
function isUnanswered({ required, default: initial }: Field): boolean {
  return required && initial === null;
}

/** A timer that is due before this one in each of its states, whenever this one would fire, and leads away or starts the state again. */
function winnerOver(
  model: Model,
  entity: Entity,
  timed: readonly TimedTransition[],
  loser: TimedTransition,
): TimedTransition | null {
  const { from } = loser.transition;
  const winners = timed.filter(
    (one) =>
      one !== loser &&
      one.cycle === loser.cycle &&
      isNeverLater(model, one, loser) &&
      isFree(model, entity, one, loser),
  );
  const beaten = from.every((state) => winners.some(({ transition }) => endsRun(transition, state)));
  return from.length > 0 && beaten ? (winners[0] ?? null) : null;
}

/**
 * Whether the condition of a timer holds wherever that of another one does. It has to be tried by then: one that reads more than
 * what is written in the record may turn true before anybody tries it.
 */
function isFree(
  model: Model,
  entity: Entity,
  { transition: { when } }: TimedTransition,
  loser: TimedTransition,
): boolean {
  if (!when?.tree) return true;
  const { transition, cycle } = loser;
  if (transition.timer === null || !transition.when?.tree || !readsItself(entity, when.tree)) return false;
  const goals = [
    { tree: transition.when.tree, holds: true },
    { tree: when.tree, holds: false },
  ];
  const fixed = { [`record.${cycle}`]: transition.from };
  return decide({ model, entity: entity.id, goals, fixed }).verdict === 'impossible';
}

function readsItself({ id, fields }: Entity, tree: Node): boolean {
  if (names(tree, ['now', 'today', 'user', 'users_with'])) return false;
  return [...fieldsRead(tree)].every((path) => {
    const [entity, name = ''] = path.split('.');
    return entity === id && Object.hasOwn(fields, name) && fields[name]?.computed === null;
  });
}

function endsRun(transition: TimedTransition['transition'], state: string): boolean {
  if (!transition.from.includes(state)) return false;
  return transition.restart || targets(transition, state, ['']).every((target) => target !== state);
}

/** Whether a timer is due before another one whatever the record is; at the same moment the one that is written first fires. */
function isNeverLater(model: Model, one: TimedTransition, other: TimedTransition): boolean {
  if (one.timer.kind !== other.timer.kind) return false;
  if (one.timer.value.source === other.timer.value.source) return one.rank < other.rank;
  const [first, second] = [partsOf(model, one), partsOf(model, other)];
  if (first === null || second === null || first.from !== second.from) return false;
  return isNeverLonger(first.span, second.span, one.rank < other.rank);
}

function isNeverLonger(first: Duration, second: Duration, isFirst: boolean): boolean {
  const isShorter = first.months <= second.months && first.days <= second.days && first.ms <= second.ms;
  const isSame = isShorter && first.months === second.months && first.days === second.days && first.ms === second.ms;
  return isSame ? isFirst : isShorter || longest(first) < shortest(second);
}

/** From when a timer counts, and how long; null where the length of time depends on the record. */
function partsOf(
  model: Model,
  { timer: { kind, value } }: TimedTransition,
): { readonly from: string; readonly span: Duration } | null {
  if (kind === 'after') {
    const span = fixedSpan(model, value.tree);
    return span && { from: '', span };
  }
  const { tree } = value;
  if (tree === null) return null;
  if (tree.node !== 'call' || tree.fn !== 'add') return { from: nodeText(tree), span: NO_TIME };
  const [from, added] = tree.args;
  const span = added ? fixedSpan(model, added) : null;
  return from && span ? { from: nodeText(from), span } : null;
}

const NO_TIME: Duration = { months: 0, days: 0, ms: 0 };

/** A length of time that reads nothing but limits that do not change; null for any other. */
function fixedSpan(model: Model, tree: Node | null): Duration | null {
  if (tree === null || names(tree, ['record', 'now', 'today'])) return null;
  if (!limitsRead(tree).every((limit) => isFixedLimit(model.limits[limit]))) return null;
  const found = evaluate({ source: '', type: tree.type, tree, reads: [] }, scopeAt(model, '2026-01-01T00:00:00.000Z'));
  return isDuration(found) ? found : null;
}

function isFixedLimit(limit: LimitEntry | undefined): boolean {
  return limit !== undefined && limit.dated.length === 0 && limit.editableBy.length === 0;
}

const HOUR = 3_600_000;

/** In ms, with the change of summer time and months of any length. */
function longest({ months, days, ms }: Duration): number {
  return (months * 31 + days) * 24 * HOUR + ms + (months + days === 0 ? 0 : HOUR);
}

function shortest({ months, days, ms }: Duration): number {
  return (months * 28 + days) * 24 * HOUR + ms - (months + days === 0 ? 0 : HOUR);
}
