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
import { walk } from '../../expressions/walk.ts';

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
      if (one.transition.timer === null) continue;
      const open = Object.values(one.transition.input).find(isUnanswered);
      if (open !== undefined) ctx.report('NF0425', spot, { name, field: open.id });
      const winner = moving === null ? winnerOver(model, firing, one) : null;
      if (winner !== null) ctx.report('NF0418', spot, { name, other: winner.transition.id });
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

/** A timer without a condition that is due before this one in each of its states, and leads away or starts the state again. */
function winnerOver(model: Model, timed: readonly TimedTransition[], loser: TimedTransition): TimedTransition | null {
  const winners = timed.filter(
    (one) =>
      one !== loser && one.cycle === loser.cycle && one.transition.when === null && isNeverLater(model, one, loser),
  );
  const { from } = loser.transition;
  const beaten = from.every((state) => winners.some(({ transition }) => endsRun(transition, state)));
  return from.length > 0 && beaten ? (winners[0] ?? null) : null;
}

function endsRun(transition: TimedTransition['transition'], state: string): boolean {
  if (!transition.from.includes(state)) return false;
  return transition.restart || targets(transition, state, ['']).every((target) => target !== state);
}

/** Whether a timer is due before another one whatever the record is; at the same moment the one that is written first fires. */
function isNeverLater(model: Model, one: TimedTransition, other: TimedTransition): boolean {
  if (one.timer.kind !== other.timer.kind) return false;
  if (one.timer.value.source === other.timer.value.source) return one.rank < other.rank;
  const [first, second] = [fixedSpan(model, one), fixedSpan(model, other)];
  if (first === null || second === null) return false;
  const isShorter = first.months <= second.months && first.days <= second.days && first.ms <= second.ms;
  const isSame = isShorter && first.months === second.months && first.days === second.days && first.ms === second.ms;
  return isSame ? one.rank < other.rank : isShorter || longest(first) < shortest(second);
}

/** The length of time of a timer that reads nothing but limits that do not change; null for any other. */
function fixedSpan(model: Model, { timer: { kind, value } }: TimedTransition): Duration | null {
  const isFixed = value.reads.every((path) => isFixedLimit(model.limits[/^limits\.(\w+)$/.exec(path)?.[1] ?? '']));
  if (kind !== 'after' || !isFixed) return null;
  const found = evaluate(value, scopeAt(model, '2026-01-01T00:00:00.000Z'));
  return isDuration(found) ? found : null;
}

function isFixedLimit(limit: LimitEntry | undefined): boolean {
  return limit !== undefined && limit.dated.length === 0;
}

const HOUR = 3_600_000;

/** In ms, with the change of summer time and months of any length. */
function longest({ months, days, ms }: Duration): number {
  return (months * 31 + days) * 24 * HOUR + ms + (months + days === 0 ? 0 : HOUR);
}

function shortest({ months, days, ms }: Duration): number {
  return (months * 28 + days) * 24 * HOUR + ms - (months + days === 0 ? 0 : HOUR);
}
