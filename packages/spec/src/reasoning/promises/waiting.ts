import { evaluate, type Model, type Node, type Transition, type Wire } from '@ninefold/model';
import { names } from '../../expressions/walk.ts';
import { inlined } from '../inline.ts';
import type { Assignment } from '../world.ts';
import type { Move } from './moves.ts';
import { fixedLimits } from '../fixed-limits.ts';

const DAY = 24 * 60 * 60 * 1000;
const ANY_MOMENT = '2026-03-05T09:00:00.000Z';

/**
 * What is known before a timer with `after` began to wait: the same values, so many whole days earlier. Null where the clock is
 * known and how long the timer waits is not.
 */
export function beforeWaiting(model: Model, { transition, by }: Move, values: Assignment): Assignment | null {
  const isKnown = values.has('now') || values.has('today');
  if (!isKnown || by !== 'system' || transition?.timer?.kind !== 'after') return values;
  const days = daysOf(model, transition);
  if (days === null) return null;
  return new Map([...values].map(([path, value]) => [path, isClock(path) ? earlier(value, days) : value]));
}

function isClock(path: string): boolean {
  return path === 'now' || path === 'today';
}

/** The whole days that a timer waits at most, where that does not depend on the record. */
function daysOf(model: Model, transition: Transition): number | null {
  const span = spanOf(model, transition);
  return span === null ? null : Math.ceil(span);
}

/** The days that a timer waits, and parts of days, where that does not depend on the record. */
export function spanOf(model: Model, { timer }: Transition): number | null {
  const tree = timer?.value.tree;
  if (!tree || names(tree, ['record'])) return null;
  const type = { kind: 'datetime' } as const;
  const now: Node = { node: 'variable', type, name: 'now' };
  const due: Node = { node: 'call', type, fn: 'add', args: [now, inlined(tree, model)] };
  const scope = {
    now: ANY_MOMENT,
    today: ANY_MOMENT.slice(0, 10),
    timeZone: model.timeZone,
    limits: fixedLimits(model),
  };
  const end = evaluate({ source: '', type, tree: due, reads: [] }, scope);
  return typeof end === 'string' ? (Date.parse(end) - Date.parse(ANY_MOMENT)) / DAY : null;
}

/** A day, or a moment, so many days before. */
function earlier(value: Wire, days: number): Wire {
  if (typeof value !== 'string') return value;
  const moment = new Date(Date.parse(value) - days * DAY).toISOString();
  return value.includes('T') ? moment : moment.slice(0, 10);
}
