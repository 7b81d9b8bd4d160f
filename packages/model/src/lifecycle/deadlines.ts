import type { Entity } from '../ir/entity.ts';
import type { Node } from '../ir/expression.ts';
import { isTruth } from '../field-types/traits.ts';
import { transitionsOf } from '../writing/cycles.ts';

const known = new WeakMap<Entity, ReadonlyMap<string, string>>();

/**
 * The dates and moments of an entity that can pass, each with the boolean field that says of a record that it has:
 * `late: { type: boolean, computed: record.due < now && !record.state_final }` says it of `due`.
 */
export function deadlinesOf(entity: Entity): ReadonlyMap<string, string> {
  let found = known.get(entity);
  if (found === undefined) {
    const marks = Object.values(entity.fields).flatMap(({ id, type, computed }) =>
      isTruth(type) && computed?.live === true && computed.expression.tree !== null
        ? passedIn(computed.expression.tree).map((date) => [date, id] as const)
        : [],
    );
    found = new Map(marks.toReversed()); // the first mark of a date counts
    known.set(entity, found);
  }
  return found;
}

/** Whether a date or moment is one that something is due by: a mark, a reaction to the clock or a timer waits for it to pass. */
export function isDeadline(entity: Entity, field: string): boolean {
  if (deadlinesOf(entity).has(field)) return true;
  const awaited = entity.reactions.flatMap(({ when }) => (when?.tree ? passedIn(when.tree) : []));
  const timers = [...transitionsOf(entity).values()].flatMap(({ timer }) =>
    timer?.kind === 'at' ? timer.value.reads : [],
  );
  return awaited.includes(field) || timers.includes(`record.${field}`);
}

/** The fields that lie before the present wherever this holds. */
function passedIn(node: Node): readonly string[] {
  if (node.node !== 'call') return [];
  const [left, right] = node.args;
  if (left === undefined || right === undefined) return [];
  if (node.fn === 'and') return [...passedIn(left), ...passedIn(right)];
  const [earlier, later] = EARLIER.has(node.fn) ? [left, right] : LATER.has(node.fn) ? [right, left] : [null, null];
  const field = earlier !== null && isPresent(later) ? ownField(earlier) : null;
  return field === null ? [] : [field];
}

const EARLIER: ReadonlySet<string> = new Set(['lt', 'le']);
const LATER: ReadonlySet<string> = new Set(['gt', 'ge']);

function isPresent(node: Node): boolean {
  return node.node === 'variable' && (node.name === 'now' || node.name === 'today');
}

function ownField(node: Node): string | null {
  return node.node === 'field' && node.of.node === 'variable' && node.of.name === 'record' ? node.name : null;
}
