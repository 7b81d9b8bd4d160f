import type { NotShown } from '@ninefold/model';
import type { Located, LocatedMap } from '../../located.ts';

const POINTS = ['purpose', 'screens', 'entities', 'states', 'rules', 'roles', 'calls', 'errors', 'limits'] as const;

/** A part that a point has in every specification: its key, and what holds while it is not shown. */
interface Part {
  readonly key: string;
  readonly assumed: string;
}

/** What holds while a whole point is not shown, and the parts that are open then. */
interface Whole {
  readonly assumed: string;
  readonly parts: readonly Part[];
}

const WHOLE: Readonly<Record<(typeof POINTS)[number], Whole>> = {
  purpose: {
    assumed: 'purpose',
    parts: [
      { key: 'does', assumed: 'purpose' },
      { key: 'audience', assumed: 'audience' },
      { key: 'name', assumed: 'name' },
      { key: 'languages', assumed: 'languages' },
      { key: 'time_zone', assumed: 'time_zone' },
      { key: 'currency', assumed: 'no_currency' },
    ],
  },
  screens: { assumed: 'standard_screens', parts: [{ key: 'path', assumed: 'standard_paths' }] },
  entities: { assumed: 'users_only', parts: [{ key: 'fields', assumed: 'user_fields' }] },
  states: { assumed: 'no_life_cycle', parts: [{ key: 'transitions', assumed: 'no_life_cycle' }] },
  rules: { assumed: 'own_keys', parts: [] },
  roles: { assumed: 'administrator', parts: [{ key: 'grants', assumed: 'nobody' }] },
  calls: {
    assumed: 'json_api',
    parts: [
      { key: 'out', assumed: 'no_calls_out' },
      { key: 'in', assumed: 'no_calls_in' },
    ],
  },
  errors: { assumed: 'runtime_errors', parts: [{ key: 'reaction', assumed: 'runtime_reactions' }] },
  limits: { assumed: 'runtime_limits', parts: [] },
};

/** The points whose parts are open one by one where the point is written without them. */
const PART_BY_PART: ReadonlySet<string> = new Set(['purpose', 'calls']);

/** Keys whose meaning, when not shown, is the same wherever they stand. */
const KEYS: Readonly<Record<string, string>> = {
  type: 'string',
  to: 'string',
  options: 'string',
  on_delete: 'restrict',
  when: 'nobody',
  by: 'nobody',
  check: 'passes',
  reject_when: 'passes',
  never: 'undecided',
  after: 'rests',
  at: 'rests',
  call: 'rests',
  currency: 'no_currency',
  more: 'incomplete',
};

/**
 * Lists everything that the author left open, by point: each `not shown` in written order, a point that is not written,
 * then the parts that every specification has and this one does not write.
 */
export function ledgerOf(tree: LocatedMap): readonly NotShown[] {
  const found: NotShown[] = [];
  POINTS.forEach((point, index) => {
    const value = tree.entries.get(point)?.value;
    if (value) gather(value, [point], index + 1, found);
    found.push(...unwritten(point, value, index + 1));
  });
  return found;
}

/** What of a point is not written at all. */
function unwritten(point: (typeof POINTS)[number], value: Located | undefined, number: number): readonly NotShown[] {
  const open = { point: number, question: null, ask: null };
  const { assumed, parts } = WHOLE[point];
  const whole = value === undefined ? [{ ...open, place: point, assumed }] : [];
  const isOpen = (key: string): boolean =>
    value === undefined ||
    value.kind === 'open' ||
    (value.kind === 'map' && PART_BY_PART.has(point) && !value.entries.has(key));
  const left = parts.filter(({ key }) => isOpen(key));
  return [...whole, ...left.map((part) => ({ ...open, place: `${point}.${part.key}`, assumed: part.assumed }))];
}

function gather(node: Located, path: readonly string[], point: number, found: NotShown[]): void {
  if (node.kind === 'open') {
    const { question, ask } = node;
    found.push({ point, place: path.join('.'), question, ask, assumed: assumedAt(path) });
  } else if (node.kind === 'list') {
    node.items.forEach((item, index) => gather(item, [...path, String(index + 1)], point, found));
  } else if (node.kind === 'map') {
    for (const [key, { value }] of node.entries) gather(value, [...path, key], point, found);
  }
}

function assumedAt(path: readonly string[]): string {
  const [point = '', , third] = path;
  const whole = POINTS.find((one) => one === point);
  const last = path.at(-1) ?? '';
  const part =
    path.length === 2 && whole !== undefined ? WHOLE[whole].parts.find(({ key }) => key === last) : undefined;
  if (part !== undefined && PART_BY_PART.has(point)) return part.assumed;
  if (path.length === 1 && whole !== undefined) return WHOLE[whole].assumed;
  if (last === 'more') return 'incomplete';
  if (point === 'limits') return 'refuses';
  if (point === 'calls') return 'rests';
  if (point === 'screens') return 'standard_screens';
  if (point === 'roles') return third === 'runtime' || third === 'includes' ? 'none' : 'nobody';
  if (point === 'rules') return last === 'never' ? 'undecided' : 'passes';
  if (path.length === 4 && point === 'entities' && third === 'fields') return 'string';
  return KEYS[last] ?? 'none';
}
