import { holds, type Effect, type Expression, type RecordValue, type Scope, type Wire } from '@ninefold/model';
import { createOrderedIds } from '../../uuid.ts';
import type { WriteContext } from '../services/write-context.ts';
import { appendCall } from './append-call.ts';
import { sentValue } from './sent-values.ts';

const orderedId = createOrderedIds();

/** A call that an effect makes, the record that makes it (null: none), and what its expressions see. */
export interface Calling {
  readonly effect: Extract<Effect, { readonly effect: 'call' }>;
  readonly record: RecordValue | null;
  readonly scope: Scope;
}

/**
 * Puts a call into the queue, in the transaction of the write that makes it: what it sends is worked out now, so that it says what was
 * true then. Behind others of its record it waits for these.
 */
export async function queueCall(own: WriteContext, { effect, record, scope }: Calling): Promise<void> {
  const { tx, entity, context } = own;
  const { request, call: name } = effect;
  const call = context.model.calls.out[name];
  if (!call) throw new TypeError(`an effect makes the call ${name}, which the model does not have`);
  const seen = { ...scope, user: null };
  const read = (expression: Expression): Wire => sentValue(expression, seen, entity.fields);
  if (holds(request.when, seen) !== true) return;
  const members = Object.entries(request.body).map(([member, value]) => [member, read(value)] as const);
  const headers = Object.entries(request.headers).map(([header, value]) => [header, textOf(read(value))] as const);
  const url = textOf(read(request.url));
  const sending = {
    ...{ id: orderedId(scope.now), call: name, entity: entity.id, record: record?.id ?? '' },
    queue: record === null ? `call ${name}` : record.id,
    ...{ at: scope.now, method: call.method, url },
    headers: Object.fromEntries(headers.filter(([, value]) => value !== '')),
    body: members.length === 0 ? null : JSON.stringify(Object.fromEntries(members)),
  };
  await appendCall(tx, sending, scope.now);
  own.callQueued?.(scope.now);
}

function textOf(value: Wire): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
