import { entityName, isMap, language, learn, person, wordsOf, type Asking } from '../asking.ts';
import type { Words } from '../houses/house.ts';
import type { Told } from '../pair.ts';
import { some, valueFor } from '../values.ts';

const SYSTEM = [
  'id',
  'version',
  'created_at',
  'created_by',
  'changed_at',
  'changed_by',
  'state',
  'state_since',
  'title',
];
const OPERATORS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'has', 'blank', 'filled'];
const WRONG_WHERE = [
  ...['record.', 'record.nothing == 1', 'true', '1', 'record == 1', 'x'.repeat(4100), 'user.email == "a"', '((('],
  ...['limits.nothing > 1', 'record.id == user.id', 'now > record.created_at', 'text(1) == "1"', '!!true'],
  ...['[1,2,3].exists(x, x == 2)', 'record.created_by == user', 'size("é") == 1', 'record.version > 1'],
];
const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A list, a list by groups, or a file. */
export async function askList(asking: Asking): Promise<void> {
  const { pair, random } = asking;
  const entity = random.chance(0.02) ? random.pick(['nothing', 'constructor', '_history']) : entityName(asking);
  const words = wordsOf(asking, Object.hasOwn(asking.house.entities, entity) ? entity : 'user');
  const as = random.chance(0.02) ? null : person(asking);
  const params = random.pick([page, page, page, grouped, file])(asking, words);
  const headers = { ...language(asking), ...(random.chance(0.1) ? { accept: SHEETS } : {}) };
  const path = `/api/${entity}?${params.toString()}`;
  const told = await pair.call({ as, method: random.chance(0.02) ? 'HEAD' : 'GET', path, headers });
  learn(asking, entity, told);
  await readOn(asking, { as, path, told });
  const { etag } = told.headers;
  if (etag !== undefined && random.chance(0.1))
    await pair.call({ as, method: 'GET', path, headers: { 'if-none-match': etag } });
}

interface Page {
  readonly as: string | null;
  readonly path: string;
  readonly told: Told;
}

/** The pages after it. */
async function readOn({ pair, random }: Asking, { as, path, told }: Page): Promise<void> {
  let { json } = told;
  for (let turn = 0; turn < 3; turn += 1) {
    const next = isMap(json) ? json['next'] : null;
    if (typeof next !== 'string' || random.chance(0.4)) return;
    const beside = path.replace(/&(?:after|page)=[^&]*/g, '');
    ({ json } = await pair.call({ as, method: 'GET', path: `${beside}&after=${encodeURIComponent(next)}` }));
  }
}

function fieldNames({ random }: Asking, { fields }: Words): readonly string[] {
  const odd = random.chance(0.05) ? ['nothing', '__proto__', 'category.team'] : [];
  return [...Object.keys(fields), ...SYSTEM, ...odd];
}

/** Filters, a condition, words that are searched for, the trash. */
function filtering(asking: Asking, words: Words): URLSearchParams {
  const { random } = asking;
  const params = new URLSearchParams();
  while (random.chance(0.4)) {
    const name = random.pick(fieldNames(asking, words));
    params.append(`f.${name}`, `${random.pick(OPERATORS)}:${filterValue(asking, words, name)}`);
  }
  if (random.chance(0.03)) params.append('f.id', random.pick(['', 'like:x', 'eq', ':']));
  if (random.chance(0.35) && words.where.length > 0) params.set('where', condition(asking, words));
  if (random.chance(0.04)) params.set('where', random.pick(WRONG_WHERE));
  if (random.chance(0.2) && words.searches.length > 0) params.set('search', random.pick(words.searches));
  if (random.chance(0.06)) params.set('trash', random.pick(['true', 'true', 'false', 'yes']));
  if (random.chance(0.01)) params.append(random.pick(['nothing', 'search', 'size']), 'x');
  if (random.chance(0.05)) params.set('lng', 'ja');
  return params;
}

function condition({ random }: Asking, { where }: Words): string {
  const one = random.pick(where);
  if (random.chance(0.75)) return one;
  return random.chance(0.5) ? `!(${one})` : `(${one}) ${random.pick(['&&', '||'])} (${random.pick(where)})`;
}

function filterValue(asking: Asking, words: Words, name: string): string {
  const { random, house } = asking;
  const holds = Object.hasOwn(words.fields, name) ? words.fields[name] : undefined;
  const one = (): string => {
    if (holds === undefined && name === 'state') return random.pick(house.states);
    if (holds === undefined && name.endsWith('_by')) return plain(valueFor(asking, 'reference:user', 0.05));
    if (holds === undefined) return random.pick(['2026-03-05T09:00:00Z', '1', '2026-01-01', 'x']);
    return plain(valueFor(asking, holds, 0.05));
  };
  return random.chance(0.2) ? `${one()},${one()}` : one();
}

function plain(value: unknown): string {
  if (isMap(value)) return String(value['id']);
  return Array.isArray(value) ? String(value[0]) : String(value);
}

function page(asking: Asking, words: Words): URLSearchParams {
  const { random } = asking;
  const params = filtering(asking, words);
  const names = fieldNames(asking, words);
  const signed = (name: string): string => (random.chance(0.4) ? `-${name}` : name);
  if (random.chance(0.5))
    params.set(
      'sort',
      some(asking, names, 2 / names.length)
        .map(signed)
        .join(','),
    );
  if (random.chance(0.4)) params.set('select', some(asking, names, 0.3).join(','));
  if (random.chance(0.25)) params.set('expand', some(asking, words.expand, 0.6).join(','));
  if (random.chance(0.7)) params.set('size', random.pick(['1', '2', '3', '5', '10', '30', '200', '201', '0', 'x']));
  if (random.chance(0.15)) params.set('page', random.pick(['1', '2', '3', '9', '1000001', '-1']));
  if (random.chance(0.3)) params.set('total', random.pick(['exact', 'capped', 'none', 'some']));
  if (random.chance(0.02)) params.set('after', random.pick(['x', 'e30', '']));
  return params;
}

function grouped(asking: Asking, words: Words): URLSearchParams {
  const { random } = asking;
  const params = filtering(asking, words);
  const names = Object.keys(words.fields);
  const keys = [
    'state',
    'created_by',
    'created_at:month',
    'created_at:year',
    ...names,
    ...names.map((name) => `${name}:month`),
  ];
  const group = some(asking, keys, 1.5 / keys.length);
  params.set('group', group.join(','));
  const measures = ['count', ...names.map((name) => `${random.pick(['sum', 'avg', 'min', 'max'])}:${name}`)];
  if (random.chance(0.7)) params.set('select', some(asking, measures, 2.5 / measures.length).join(','));
  if (random.chance(0.3)) params.set('sort', random.pick(['-count', 'count', group[0] ?? 'count', 'nothing']));
  if (random.chance(0.3)) params.set('size', random.pick(['1', '3', '50']));
  if (random.chance(0.1)) params.set('page', '2');
  return params;
}

function file(asking: Asking, words: Words): URLSearchParams {
  const { random } = asking;
  const params = filtering(asking, words);
  const names = fieldNames(asking, words);
  params.set('format', random.pick(['csv', 'csv', 'jsonl', 'xlsx', 'pdf']));
  if (random.chance(0.5)) params.set('select', some(asking, names, 0.4).join(','));
  if (random.chance(0.4)) params.set('sort', `${random.pick(['', '-'])}${random.pick(names)}`);
  return params;
}
