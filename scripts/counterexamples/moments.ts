import type { Model, Transition } from '../../packages/model/src/index.ts';
import { evaluate, limitValues, transitionsOf } from '../../packages/model/src/index.ts';
import type { ExampleStep } from '../../packages/spec/src/index.ts';

export const DAY = 24 * 60 * 60 * 1000;
const START = '2026-03-05T09:00:00.000Z';

/** The timer that takes a step of an example; undefined where somebody takes it. */
export function timedBy(model: Model, about: string, { name, entity = about }: ExampleStep): Transition | undefined {
  const of = model.entities[entity];
  const transition = of && transitionsOf(of).get(name);
  return transition?.timer ? transition : undefined;
}

/**
 * When each step of an example is taken: at the moment that it says, else at that of its neighbour, a timer with `after` so much later
 * as it waits.
 */
export function momentsOf(model: Model, entity: string, steps: readonly ExampleStep[]): readonly string[] {
  const moments = steps.map(saidBy);
  const waits = steps.map((step) => waitOf(model, timedBy(model, entity, step)));
  const first = moments.findIndex((moment) => moment !== null);
  if (first < 0) moments[0] = START;
  for (let at = Math.max(first, 0) - 1; at >= 0; at -= 1)
    moments[at] ??= shifted(moments[at + 1] ?? START, -(waits[at + 1] ?? 0));
  for (let at = Math.max(first, 0) + 1; at < steps.length; at += 1)
    moments[at] ??= shifted(moments[at - 1] ?? START, waits[at] ?? 0);
  return moments.map((moment) => moment ?? START);
}

function saidBy({ values }: ExampleStep): string | null {
  const { now, today } = values;
  if (typeof now === 'string') return now;
  return typeof today === 'string' ? `${today}T09:00:00.000Z` : null;
}

/** Milliseconds, in whole days. */
function waitOf(model: Model, transition: Transition | undefined): number {
  const timer = transition?.timer;
  if (timer?.kind !== 'after' || !timer.value.tree) return 0;
  const type = { kind: 'datetime' } as const;
  const now = { node: 'variable', type, name: 'now' } as const;
  const tree = { node: 'call', type, fn: 'add', args: [now, timer.value.tree] } as const;
  const scope = { now: START, today: START.slice(0, 10), timeZone: model.timeZone, limits: limitValues(model) };
  const end = evaluate({ source: '', type, tree, reads: [] }, scope);
  return Math.ceil((Date.parse(String(end)) - Date.parse(START)) / DAY) * DAY;
}

/** A moment so many milliseconds later. */
export function shifted(moment: string, by: number): string {
  return new Date(Date.parse(moment) + by).toISOString();
}
