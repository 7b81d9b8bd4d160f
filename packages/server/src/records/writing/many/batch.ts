import { limitValues, type BatchAnswer, type RecordValue, type Wire } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Writer } from '../../../storage/database/database.ts';
import { scopeOf } from '../../context/context.ts';
import type { Caller, Once } from '../../context/records.ts';
import { versionsOf } from '../../reading/lists/versions.ts';
import { findRecord } from '../../views/answer.ts';
import { isRefusal, leaveAll, leavesAnything, undone, unlessRefused } from '../../services/leaving.ts';
import { withSecrets } from '../../services/secrets.ts';
import { writeContextIn, type RecordServices, type Write } from '../../services/write-context.ts';
import { isPlain, type Sent } from '../../context/body.ts';
import { keepRefusal, runOnce } from '../../services/run-once.ts';
import { deferring } from './deferring.ts';
import { actionAt, confirmAt, listAt, objectAt, textAt, valuesAt, versionAt, wrongAt } from './order-body.ts';
import { writeOf, type Order } from './order.ts';
import { refusedWrites } from './refused-writes.ts';

const MEMBERS = ['action', 'entity', 'as', 'id', 'version', 'values', 'transition', 'input', 'confirm'];
const NAME = /^[a-z][a-z0-9_]{0,59}$/;

/** A write of a batch before the ids of earlier ones are known. */
interface Entry {
  readonly path: string;
  readonly as: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** `POST /api/batch`: writes one after the other in one transaction; the first that is refused undoes all. */
export function batchWrite(
  services: RecordServices,
  caller: Caller,
  sent: unknown,
  key: Once | undefined,
): Promise<BatchAnswer> {
  return withSecrets(services.context, sent, (secrets) => writeAll({ ...services, secrets }, caller, sent, key));
}

async function writeAll(
  services: RecordServices,
  caller: Caller,
  sent: unknown,
  key: Once | undefined,
): Promise<BatchAnswer> {
  const body = objectAt(sent, '', ['writes']);
  const entries = listAt(body, '', 'writes', Number(limitValues(services.context.model)['batch_writes'])).map(entryOf);
  refuseNamedTwice(entries);
  const { context } = services;
  const workOf = (writer: Writer, writes: Write<unknown>[]): Promise<BatchAnswer> =>
    runOnce(context, writer, {
      caller,
      sent: key,
      work: async () => {
        const { services: later, tx, finish } = deferring(services, writer, scopeOf(context, caller));
        const written = await makeAll(later, tx, caller, { entries, writes });
        await finish();
        return { results: await asTheyAre(services, writer, caller, written) };
      },
    });
  if (!leavesAnything(context.model)) return context.db.write((tx) => workOf(tx, []));
  return unlessRefused(
    context.db.write((tx) => {
      const writes: Write<unknown>[] = [];
      return undone(
        tx,
        (part) => workOf(part, writes),
        async (reason) => {
          const isLeft = await leaveAll(tx, writes, (entity) => writeContextIn(services, caller, entity, tx));
          if (isLeft && key && isRefusal(reason)) keepRefusal(tx, { context, caller, sent: key }, reason);
        },
      );
    }),
  );
}

function entryOf(value: unknown, index: number): Entry {
  const path = `writes[${index}]`;
  const body = objectAt(value, path, MEMBERS);
  actionAt(body, path);
  textAt(body, path, 'entity');
  const as = body['as'] === undefined ? null : textAt(body, path, 'as');
  if (as !== null && !NAME.test(as)) throw wrongAt(`${path}.as`, 'bad_pattern');
  return { path, as, body };
}

function refuseNamedTwice(entries: readonly Entry[]): void {
  const names = new Set<string>();
  for (const { path, as } of entries) {
    if (as !== null && names.has(as)) throw wrongAt(`${path}.as`, 'not_unique', { field: 'as', value: as });
    if (as !== null) names.add(as);
  }
}

async function makeAll(
  services: RecordServices,
  tx: Writer,
  caller: Caller,
  { entries, writes }: { readonly entries: readonly Entry[]; readonly writes: Write<unknown>[] },
): Promise<readonly Written[]> {
  const ids = new Map<string, string>();
  const results: Written[] = [];
  for (const [index, entry] of entries.entries()) {
    const record = await makeOne(services, tx, { caller, entry, index, ids, writes });
    if (entry.as !== null && record !== null) ids.set(entry.as, record.id);
    results.push({ as: entry.as, entity: String(entry.body['entity']), record });
  }
  return results;
}

/** What became of an entry. */
interface Written {
  readonly as: string | null;
  readonly entity: string;
  readonly record: RecordValue | null;
}

/** Reads anew what a reaction to a later write has changed; of a record that is written twice, the last answer alone. */
async function asTheyAre(
  { context, views }: RecordServices,
  tx: Writer,
  caller: Caller,
  written: readonly Written[],
): Promise<BatchAnswer['results']> {
  const scope = scopeOf(context, caller);
  const versions = new Map<string, number>();
  for (const [entity, results] of Map.groupBy(written, (one) => one.entity)) {
    const ids = results.flatMap(({ record }) => record?.id ?? []);
    for (const [id, version] of await versionsOf(tx, entity, ids, scope)) versions.set(id, version);
  }
  const last = new Map(written.flatMap(({ record }, index) => (record === null ? [] : [[record.id, index] as const])));
  const results: BatchAnswer['results'][number][] = [];
  for (const [index, { as, entity, record }] of written.entries()) {
    const isLast = record !== null && last.get(record.id) === index;
    const isOld = isLast && (versions.get(record.id) ?? record.version) !== record.version;
    const view = views.of(caller.rights)(entity);
    const now = isOld ? await findRecord(view, tx, record.id, scope) : null; // null: a later write has deleted it
    results.push({ as, record: now ?? record });
  }
  return results;
}

async function makeOne(
  services: RecordServices,
  tx: Writer,
  {
    caller,
    entry,
    index,
    ids,
    writes,
  }: {
    readonly caller: Caller;
    readonly entry: Entry;
    readonly index: number;
    readonly ids: ReadonlyMap<string, string>;
    /** Takes the write before it is made. */
    readonly writes: Write<unknown>[];
  },
): Promise<RecordValue | null> {
  const order = orderOf(entry, ids);
  try {
    const write = writeOf(services, caller, order);
    writes.push(write);
    return await write.run(writeContextIn(services, caller, order.entity, tx));
  } catch (reason) {
    if (!(reason instanceof Refusal) || reason.code === 'fault') throw reason;
    const { code, params, more } = reason;
    const errors = reason.problems.map((problem) => ({ ...problem, path: placeOf(problem.path) }));
    const warnings = reason.warnings.map((each) => ({ ...each, path: placeOf(each.path) }));
    const problem = { code, params, errors, warnings, more };
    throw refusedWrites([{ path: entry.path, problem }], { failed: 1, of: index + 1 });
  }
}

/** Fields stand under `values`; answers to a transition's form have their own place. */
function placeOf(path: string): string {
  return path === '' || path.startsWith('input.') ? path : `values.${path}`;
}

function orderOf({ path, body }: Entry, ids: ReadonlyMap<string, string>): Order {
  const action = actionAt(body, path);
  const named = (name: string): Sent | null => {
    const values = valuesAt(body, path, name);
    return values === null ? null : filledIn(values, `${path}.${name}`, ids);
  };
  return {
    action: action,
    entity: textAt(body, path, 'entity'),
    id: action === 'create' ? '' : idIn(body, path, ids),
    values: named('values') ?? {},
    transition: action === 'transition' ? textAt(body, path, 'transition') : '',
    input: named('input'),
    options: { version: versionAt(body, path), confirm: confirmAt(body, path) },
  };
}

function idIn(body: Entry['body'], path: string, ids: ReadonlyMap<string, string>): string {
  const { id } = body;
  return isPlain(id) ? idNamed(id, `${path}.id`, ids) : textAt(body, path, 'id');
}

function idNamed(value: Readonly<Record<string, Wire>>, path: string, ids: ReadonlyMap<string, string>): string {
  const name = textAt(objectAt(value, path, ['$id']), path, '$id');
  const id = ids.get(name);
  if (id === undefined) throw wrongAt(`${path}.$id`, 'no_such_record', { value: name.slice(0, 100) });
  return id;
}

function filledIn(values: Sent, path: string, ids: ReadonlyMap<string, string>): Sent {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, filledValue(value, `${path}.${name}`, ids)]),
  );
}

function filledValue(value: Wire, path: string, ids: ReadonlyMap<string, string>): Wire {
  if (Array.isArray(value)) return value.map((item: Wire, index) => filledValue(item, `${path}[${index}]`, ids));
  if (!isPlain(value)) return value;
  return Object.hasOwn(value, '$id') ? idNamed(value, path, ids) : filledIn(value, path, ids);
}
