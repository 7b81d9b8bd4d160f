import type { NotShown } from '@ninefold/model';
import type { Located, LocatedMap } from '../load/located.ts';

const POINTS = ['purpose', 'screens', 'entities', 'states', 'rules', 'roles', 'calls', 'errors', 'limits'] as const;

/** What a whole point that is left out means. */
const WHOLE: Readonly<Record<(typeof POINTS)[number], string>> = {
  purpose: 'purpose',
  screens: 'standard_screens',
  entities: 'none',
  states: 'none',
  rules: 'none',
  roles: 'administrator',
  calls: 'none',
  errors: 'none',
  limits: 'runtime_limits',
};

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
  name: 'name',
  languages: 'languages',
  time_zone: 'time_zone',
  currency: 'no_currency',
  more: 'incomplete',
};

/** Everything that is left open: whole points that are not written, then each `not shown`, in written order. */
export function ledgerOf(tree: LocatedMap): readonly NotShown[] {
  const missing = POINTS.filter((point) => !tree.entries.has(point)).map((point) => ({
    ...{ point: POINTS.indexOf(point) + 1, place: point, question: null, ask: null },
    assumed: WHOLE[point],
  }));
  const found: NotShown[] = [];
  POINTS.forEach((point, index) => {
    const value = tree.entries.get(point)?.value;
    if (value) gather(value, [point], index + 1, found);
  });
  return [...missing, ...found].sort((a, b) => a.point - b.point);
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
  const last = path.at(-1) ?? '';
  if (path.length === 1) return WHOLE[point as keyof typeof WHOLE];
  if (last === 'more') return 'incomplete';
  if (point === 'limits') return 'refuses';
  if (point === 'calls') return 'rests';
  if (point === 'screens') return 'standard_screens';
  if (point === 'roles') return third === 'runtime' || third === 'includes' ? 'none' : 'nobody';
  if (point === 'rules') return last === 'never' ? 'undecided' : 'passes';
  if (path.length === 4 && point === 'entities' && third === 'fields') return 'string';
  return KEYS[last] ?? 'none';
}
