import { limitValues, type BatchAnswer, type RecordValue, type Wire } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Writer } from '../../../storage/database/database.ts';
import { scopeOf } from '../../context/context.ts';
import type { Caller, Once } from '../../context/records.ts';
import { writeContextIn, type RecordServices } from '../../services/write-context.ts';
import { isPlain, type Sent } from '../../context/body.ts';
import { runOnce } from '../../services/run-once.ts';
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
export async function batchWrite(
  services: RecordServices,
  caller: Caller,
  sent: unknown,
  key: Once | undefined,
): Promise<BatchAnswer> {
  const body = objectAt(sent, '', ['writes']);
  const entries = listAt(body, '', 'writes', Number(limitValues(services.context.model)['batch_writes'])).map(entryOf);
  refuseNamedTwice(entries);
  return services.context.db.write((tx) =>
    runOnce(services.context, tx, {
      caller,
      sent: key,
      work: async () => {
        const deferred = deferring(services, tx, scopeOf(services.context, caller));
        const answer = await makeAll(deferred.services, deferred.tx, caller, entries);
        await deferred.finish();
        return answer;
      },
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
  entries: readonly Entry[],
): Promise<BatchAnswer> {
  const ids = new Map<string, string>();
  const results: { readonly as: string | null; readonly record: RecordValue | null }[] = [];
  for (const [index, entry] of entries.entries()) {
    const record = await makeOne(services, tx, { caller, entry, index, ids });
    if (entry.as !== null && record !== null) ids.set(entry.as, record.id);
    results.push({ as: entry.as, record });
  }
  return { results };
}

async function makeOne(
  services: RecordServices,
  tx: Writer,
  {
    caller,
    entry,
    index,
    ids,
  }: {
    readonly caller: Caller;
    readonly entry: Entry;
    readonly index: number;
    readonly ids: ReadonlyMap<string, string>;
  },
): Promise<RecordValue | null> {
  const order = orderOf(entry, ids);
  try {
    return await writeOf(services, caller, order).run(writeContextIn(services, caller, order.entity, tx));
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
