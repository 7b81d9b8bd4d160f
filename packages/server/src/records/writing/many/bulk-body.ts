import type { BulkBody, WriteAction } from '@ninefold/model';
import { isPlain } from '../../context/body.ts';
import {
  actionAt,
  confirmAt,
  countAt,
  listAt,
  objectAt,
  textAt,
  valuesAt,
  versionAt,
  wordAt,
  wrongAt,
} from './order-body.ts';
import type { Order } from './order.ts';

/** The records that a bulk action is for: named one by one, or all of a list. */
export type Chosen = { readonly orders: readonly Order[] } | { readonly query: string; readonly count: number };

/** What `POST /api/<entity>/bulk` asks for. */
export interface BulkRequest {
  /** What happens to each; the id is filled in. */
  readonly order: Order;
  readonly chosen: Chosen;
  /** `try`: everything is done as with `each`, reported, and undone. */
  readonly mode: 'all' | 'each' | 'try';
}

type Name = keyof BulkBody;
const TARGETS: readonly Name[] = ['ids', 'list'];
const MEMBERS: Readonly<Record<WriteAction, readonly Name[]>> = {
  create: ['records'],
  update: [...TARGETS, 'values'],
  delete: TARGETS,
  restore: TARGETS,
  transition: [...TARGETS, 'transition', 'values', 'input'],
  comment: [...TARGETS, 'values'],
};

/** Reads the body of a bulk action; what is wrong is `invalid` at its place. */
export function readBulk(entity: string, sent: unknown, max: number): BulkRequest {
  const action = actionAt(isPlain(sent) ? sent : objectAt(sent, '', []), '');
  const body = objectAt(sent, '', ['action', 'mode', 'confirm', ...MEMBERS[action]]);
  const values = valuesAt(body, '', 'values');
  if (action === 'update' && values === null && !haveValues(body['ids'])) throw wrongAt('values', 'required');
  const order: Order = {
    action: action,
    entity,
    id: '',
    values: values ?? {},
    transition: action === 'transition' ? textAt(body, '', 'transition') : '',
    input: valuesAt(body, '', 'input'),
    options: { version: null, confirm: confirmAt(body, '') },
  };
  return {
    order,
    chosen: chosenIn(body, order, max),
    mode: wordAt(body, '', { name: 'mode', words: ['all', 'each', 'try'], otherwise: 'all' }),
  };
}

function chosenIn(body: Readonly<Record<string, unknown>>, order: Order, max: number): Chosen {
  if (order.action === 'create')
    return { orders: listAt(body, '', 'records', max).map((_, at) => created(body, order, at)) };
  if (body['list'] === undefined) {
    const named = listAt(body, '', 'ids', max).map((target, index) => targetOf(order, target, `ids[${index}]`));
    return { orders: [...new Map(named.map((each) => [each.id, each])).values()] };
  }
  if (body['ids'] !== undefined) throw wrongAt('list', 'unknown_field', { field: 'list' });
  const list = objectAt(body['list'], 'list', ['query', 'count']);
  if (typeof list['query'] !== 'string')
    throw wrongAt('list.query', list['query'] === undefined ? 'required' : 'bad_type');
  const count = countAt(list, 'list', 'count');
  if (count > max) throw wrongAt('list', 'too_many', { max });
  return { query: list['query'], count };
}

function created(body: Readonly<Record<string, unknown>>, order: Order, index: number): Order {
  const records = body['records'];
  const values: unknown = Array.isArray(records) ? records[index] : null;
  if (!isPlain(values)) throw wrongAt(`records[${index}]`, 'bad_type');
  return { ...order, values };
}

function targetOf(order: Order, target: unknown, path: string): Order {
  if (typeof target === 'string' && target !== '') return { ...order, id: target };
  const named = objectAt(target, path, ['id', 'version', ...(order.action === 'update' ? ['values'] : [])]);
  const options = { ...order.options, version: versionAt(named, path) };
  return { ...order, id: textAt(named, path, 'id'), values: valuesAt(named, path, 'values') ?? order.values, options };
}

/** Whether every target says its own values. */
function haveValues(ids: unknown): boolean {
  return (
    Array.isArray(ids) && ids.length > 0 && ids.every((target) => isPlain(target) && target['values'] !== undefined)
  );
}
