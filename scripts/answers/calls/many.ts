import type { Call } from '../pair.ts';
import { entityName, isMap, language, learn, person, someId, target, wordsOf, type Asking } from '../asking.ts';
import { valuesFor } from '../values.ts';

const ACTIONS = ['create', 'update', 'update', 'delete', 'restore', 'transition'] as const;
const MODES = ['all', 'each', 'each', 'try', 'most'];

/** One action on many records. */
export async function bulk(asking: Asking): Promise<void> {
  const { pair, random } = asking;
  const entity = entityName(asking);
  const action = random.pick(ACTIONS);
  const body = { ...bulkBody(asking, entity, action), ...(random.chance(0.8) ? { mode: random.pick(MODES) } : {}) };
  const headers = {
    ...language(asking),
    ...(random.chance(0.1) ? { 'idempotency-key': `bulk-${String(random.between(1, 9e6))}` } : {}),
  };
  const call = { as: person(asking), method: 'POST', path: `/api/${entity}/bulk`, body, headers };
  await pair.call(call);
  if ('idempotency-key' in headers) await pair.call(call);
}

function bulkBody(asking: Asking, entity: string, action: string): Readonly<Record<string, unknown>> {
  const { random } = asking;
  const words = wordsOf(asking, entity);
  const drawing = { wrong: random.pick([0, 0, 0.1]), share: 0.1, needed: words.needed };
  if (action === 'create')
    return {
      action,
      records: Array.from({ length: random.between(1, 4) }, () => valuesFor(asking, words.fields, drawing)),
    };
  const confirm = random.chance(0.3) ? { confirm: words.warnings } : {};
  return { action, ...chosen(asking, entity), ...confirm, ...changeBy(asking, entity, action) };
}

/** What each of the chosen records gets. */
function changeBy(asking: Asking, entity: string, action: string): Readonly<Record<string, unknown>> {
  const { random } = asking;
  const { fields, transitions } = wordsOf(asking, entity);
  const names = Object.keys(fields);
  const wrong = random.pick([0, 0, 0.1]);
  if (action === 'update')
    return { values: valuesFor(asking, fields, { wrong, share: 0, needed: [random.pick(names), random.pick(names)] }) };
  if (action !== 'transition') return {};
  const transition = random.pick([...Object.keys(transitions), 'nothing']);
  const form = transitions[transition] ?? {};
  return { transition, input: valuesFor(asking, form, { wrong, share: 1, needed: Object.keys(form) }) };
}

function chosen(asking: Asking, entity: string): Readonly<Record<string, unknown>> {
  const { random } = asking;
  if (random.chance(0.25)) {
    const query = random.pick(['f.state=eq:new', '', 'search=x', 'where=record.version > 1', 'size=2', 'f.id=in:x,y']);
    return { list: { query, count: random.between(0, 12) } };
  }
  const ids = Array.from({ length: random.between(1, 6) }, () => {
    const id = decodeURIComponent(someId(asking, entity, target));
    return random.chance(0.2) ? { id, version: random.between(1, 3) } : id;
  });
  return { ids: random.chance(0.05) ? [] : ids };
}

/** A few different writes that belong together. */
export async function batch(asking: Asking): Promise<void> {
  const { pair, random } = asking;
  const writes = Array.from({ length: random.between(1, 4) }, (_, index) => writeOf(asking, index));
  const body = random.chance(0.05) ? { writes, more: true } : { writes };
  await pair.call({ as: person(asking), method: 'POST', path: '/api/batch', body, headers: language(asking) });
}

function writeOf(asking: Asking, index: number): Readonly<Record<string, unknown>> {
  const { random } = asking;
  const entity = random.chance(0.03) ? 'nothing' : entityName(asking);
  const words = asking.house.entities[entity] ?? wordsOf(asking, 'user');
  const action = random.pick(ACTIONS);
  if (action === 'create') {
    const values = valuesFor(asking, words.fields, { wrong: 0.01, share: 0.1, needed: words.needed });
    return { action, entity, as: `made${String(index)}`, values };
  }
  const id =
    random.chance(0.2) && index > 0 ? { $id: `made${String(index - 1)}` } : (target(asking, entity)?.id ?? 'none');
  const version = random.chance(0.2) ? { version: random.between(1, 4) } : {};
  return {
    action,
    entity,
    id,
    ...version,
    ...changeBy({ ...asking }, entity in asking.house.entities ? entity : 'user', action),
  };
}

/** Files that are imported: what an export wrote, with rows that were changed, and rows of no export. */
export async function importing(asking: Asking): Promise<void> {
  const { pair, random, house } = asking;
  const entity = entityName(asking);
  const as = random.pick([house.chief, house.chief, house.keeper, person(asking)]);
  const format = random.pick(['csv', 'csv', 'jsonl', 'xlsx'] as const);
  const bodies = (await exported(asking, { as, entity, format })) ?? { body: rows(asking, entity, format) };
  const params = new URLSearchParams({ mode: random.pick(['try', 'all', 'each', 'each', 'none']) });
  const { key } = wordsOf(asking, entity);
  if (random.chance(0.3)) params.set('match', random.pick([key ?? 'id', 'id', 'nothing', '']));
  if (random.chance(0.1)) params.set('lng', 'ja');
  if (random.chance(0.05)) params.set('columns', 'name,nothing');
  const headers = { ...language(asking), 'content-type': random.chance(0.03) ? 'text/plain' : TYPES[format] };
  await pair.call({ as, method: 'POST', path: `/api/${entity}/import?${params.toString()}`, ...bodies, headers });
}

const TYPES = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

interface Exporting {
  readonly as: string;
  readonly entity: string;
  readonly format: keyof typeof TYPES;
}

/** An export of a few records, with a letter changed here and there; null where this person may not. */
async function exported(
  asking: Asking,
  { as, entity, format }: Exporting,
): Promise<Pick<Call, 'body' | 'besideBody'> | null> {
  const { pair, random } = asking;
  const search = random.pick(['', `&search=${encodeURIComponent(random.pick(['vpn', 'kettle', 'a']))}`]);
  const told = await pair.call({ as, method: 'GET', path: `/api/${entity}?format=${format}${search}` });
  if (told.status !== 200 || random.chance(0.2)) return null;
  if (format === 'xlsx') return { body: told.bytes, besideBody: told.besideBytes };
  const lines = told.bytes.toString('utf8').split('\n').slice(0, 12);
  const altered = lines
    .map((line, at) => (at > 0 && random.chance(0.3) ? line.replace(/[a-z]{3,}/, 'altered') : line))
    .join('\n');
  return { body: altered };
}

function rows(asking: Asking, entity: string, format: keyof typeof TYPES): string {
  const { random } = asking;
  const { fields, needed } = wordsOf(asking, entity);
  const records = Array.from({ length: random.between(0, 5) }, () =>
    valuesFor(asking, fields, { wrong: 0.03, share: 0.2, needed }),
  );
  if (format === 'jsonl') return records.map((record) => JSON.stringify(record)).join('\n');
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const cell = (value: unknown): string => {
    const text =
      isMap(value) && 'id' in value
        ? String(value['id'])
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
    return `"${text.replaceAll('"', '""')}"`;
  };
  const line = (record: Readonly<Record<string, unknown>>): string =>
    columns.map((column) => cell(record[column] ?? '')).join(',');
  return [columns.join(','), ...records.map(line)].join(random.pick(['\n', '\r\n']));
}

/** What the last writes made. */
export async function lookAgain(asking: Asking): Promise<void> {
  const entity = entityName(asking);
  const path = `/api/${entity}?size=20&sort=-changed_at`;
  learn(asking, entity, await asking.pair.call({ as: asking.house.chief, method: 'GET', path }));
}
