import {
  entityName,
  isMap,
  language,
  learn,
  person,
  someId,
  target,
  wordsOf,
  type Asking,
  type Known,
} from '../asking.ts';
import type { Call, Told } from '../pair.ts';
import { valueFor, valuesFor } from '../values.ts';

/** A random person, mostly one who may make the write. */
function writer(asking: Asking): string {
  return asking.random.chance(0.5) ? asking.house.chief : person(asking);
}

/** Most writes are meant to succeed. */
function wrongness({ random }: Asking): number {
  return random.chance(0.7) ? 0.01 : 0.25;
}

/**
 * Sends a write. What is refused is corrected, warnings are confirmed, and sometimes the write is sent again with the
 * same key.
 */
async function send(asking: Asking, entity: string, call: Call): Promise<Told> {
  const { pair, random } = asking;
  const once = random.chance(0.08) ? { 'idempotency-key': `key-${String(random.between(1, 999_999))}` } : {};
  const headers = { ...language(asking), ...call.headers };
  let told = await pair.call({ ...call, headers: { ...headers, ...once } });
  if ('idempotency-key' in once) await pair.call({ ...call, headers: { ...headers, ...once } });
  for (let turn = 0; turn < 3 && told.status === 422 && random.chance(0.85); turn += 1) {
    const body = mended(asking, entity, call.body, told.json);
    if (body === null) break;
    told = await pair.call({ ...call, headers, body });
  }
  learn(asking, entity, told);
  return told;
}

/** The same write without what was refused, with what was missing, and all warnings confirmed. */
function mended(asking: Asking, entity: string, body: unknown, refusal: unknown): unknown {
  if (!isMap(body) || !isMap(refusal)) return null;
  const { warnings, fields } = wordsOf(asking, entity);
  const values: Record<string, unknown> = { ...body };
  if (Array.isArray(refusal['warnings'])) values['confirm'] = warnings;
  for (const problem of Array.isArray(refusal['errors']) ? (refusal['errors'] as readonly unknown[]) : []) {
    if (!isMap(problem)) continue;
    const name = String(problem['path']).split(/[.[]/)[0] ?? '';
    const holds = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (problem['code'] === 'required' && holds !== undefined) values[name] = valueFor(asking, holds, 0);
    else delete values[name];
  }
  return values;
}

/** A new record. */
export async function create(asking: Asking): Promise<void> {
  const { random } = asking;
  const entity = entityName(asking);
  const { fields, needed } = wordsOf(asking, entity);
  const body = valuesFor(asking, fields, { wrong: wrongness(asking), share: random.pick([0, 0.1, 0.4]), needed });
  const told = await send(asking, entity, { as: writer(asking), method: 'POST', path: `/api/${entity}`, body });
  const { location } = told.headers;
  if (location !== undefined && random.chance(0.3))
    await asking.pair.call({ as: person(asking), method: 'GET', path: location });
}

/** Some fields, or some members of a map, as a merge patch. */
export async function update(asking: Asking): Promise<void> {
  const { random } = asking;
  const entity = entityName(asking);
  const record = target(asking, entity);
  const { fields } = wordsOf(asking, entity);
  const names = Object.keys(fields);
  const needed = [random.pick(names)];
  const values = valuesFor(asking, fields, { wrong: wrongness(asking), share: random.pick([0, 0, 0.1, 0.3]), needed });
  const body = withKeptLines(asking, record, values);
  const id = random.chance(0.1) ? someId(asking, entity, target) : (record?.id ?? 'none');
  const headers = {
    ...match(asking, record),
    ...(random.chance(0.2) ? { 'content-type': 'application/merge-patch+json' } : {}),
  };
  await send(asking, entity, { as: writer(asking), method: 'PATCH', path: `/api/${entity}/${id}`, body, headers });
}

/** Lines that stay are named by their ids. */
function withKeptLines(
  { random }: Asking,
  record: Known | null,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const lines = record?.record['lines'];
  if (!Array.isArray(lines) || !Array.isArray(values['lines'])) return values;
  const kept: readonly unknown[] = lines.filter(() => random.chance(0.6));
  return { ...values, lines: [...kept, ...(values['lines'] as readonly unknown[])] };
}

/** The version that is known, an older one, or none. */
function match({ random }: Asking, record: Known | null): Readonly<Record<string, string>> {
  if (record === null || random.chance(0.4)) return {};
  const version = random.chance(0.6) ? record.version : Math.max(1, record.version - random.between(1, 3));
  return {
    'if-match': random.pick([`"${String(version)}"`, `W/"${String(version)}"`, '*', `"${String(version)}"`, '"x"']),
  };
}

/** A transition of a random record, with its form and fields sent along. */
export async function transition(asking: Asking): Promise<void> {
  const { random } = asking;
  const withSteps = Object.keys(asking.house.entities).filter((name) => stepsOf(asking, name).length > 0);
  const entity = random.pick([...withSteps, withSteps[0] ?? '']);
  const record = target(asking, entity);
  const as = writer(asking);
  const path = `/api/${entity}/${record?.id ?? 'none'}`;
  const name = await stepFor(asking, entity, { as, path });
  const { transitions, fields } = wordsOf(asking, entity);
  const form = Object.hasOwn(transitions, name) ? (transitions[name] ?? {}) : {};
  const wrong = wrongness(asking);
  const input = valuesFor(asking, form, { wrong, share: 0.9, needed: Object.keys(form) });
  const beside = random.chance(0.2) ? valuesFor(asking, fields, { wrong, share: 0.05, needed: [] }) : {};
  const body = random.chance(0.1) ? undefined : { ...beside, ...(Object.keys(input).length === 0 ? {} : { input }) };
  await send(asking, entity, { as, method: 'POST', path: `${path}/${name}`, body, headers: match(asking, record) });
}

/** A step that this person may make now, any step, or sometimes none. */
async function stepFor(asking: Asking, entity: string, { as, path }: Pick<Call, 'as' | 'path'>): Promise<string> {
  const { pair, random } = asking;
  if (random.chance(0.03)) return random.pick(['create', 'nothing', 'constructor', 'history']);
  const { json } = await pair.call({ as, method: 'GET', path: path.replace('/api/', '/_/may/') });
  const verdicts = isMap(json) && Array.isArray(json['transitions']) ? (json['transitions'] as readonly unknown[]) : [];
  const allowed = verdicts
    .filter((one) => isMap(one) && one['verdict'] === 'allowed')
    .map((one) => String(isMap(one) && one['id']));
  return random.pick(allowed.length > 0 && random.chance(0.8) ? allowed : stepsOf(asking, entity));
}

function stepsOf(asking: Asking, entity: string): readonly string[] {
  return Object.keys(wordsOf(asking, entity).transitions);
}

/** Deletes a record, and mostly restores it. */
export async function remove(asking: Asking): Promise<void> {
  const { pair, random, house } = asking;
  const entity = entityName(asking);
  const record = target(asking, entity);
  const as = random.chance(0.6) ? house.chief : person(asking);
  const path = `/api/${entity}/${record?.id ?? 'none'}`;
  const { status } = await pair.call({ as, method: 'DELETE', path, headers: match(asking, record) });
  if (status < 300 && record) asking.known.get(entity)?.delete(record.id);
  if (random.chance(0.5))
    await pair.call({ as, method: 'GET', path: `/api/${entity}?trash=true&size=5&sort=-changed_at` });
  if (random.chance(0.3)) await pair.call({ as, method: 'GET', path });
  if (random.chance(0.7)) await send(asking, entity, { as, method: 'POST', path: `${path}/restore` });
}

/** Two people who change the same record from the same version. */
export async function collide(asking: Asking): Promise<void> {
  const { pair, random, house } = asking;
  const entity = entityName(asking);
  const record = target(asking, entity);
  if (record === null) return;
  const { fields } = wordsOf(asking, entity);
  const names = Object.keys(fields);
  const headers = { 'if-match': `"${String(record.version)}"` };
  const path = `/api/${entity}/${record.id}`;
  for (const as of [house.chief, person(asking)]) {
    const needed = [random.pick(names), random.pick(names)];
    const body = valuesFor(asking, fields, { wrong: 0, share: 0, needed });
    learn(asking, entity, await pair.call({ as, method: 'PATCH', path, headers, body }));
  }
  await pair.call({
    as: house.chief,
    method: 'GET',
    path: `/_/changes/${entity}/${record.id}?since=${String(record.version)}`,
  });
}
