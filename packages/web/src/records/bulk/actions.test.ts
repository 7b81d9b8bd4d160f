import { PLAIN_FIELD, type Entity, type RecordValue, type Rights, type Scope } from '@ninefold/model';
import { expect, test } from 'vitest';
import { bulkActions } from './actions.ts';
import { isOffered } from './use-offered.ts';

const BOOLEAN = { kind: 'boolean' } as const;
const isDone = {
  source: 'record.done',
  type: BOOLEAN,
  reads: ['record.done'],
  tree: {
    node: 'field',
    type: BOOLEAN,
    name: 'done',
    of: { node: 'variable', type: { kind: 'record', entity: 'job' }, name: 'record' },
  },
};
const transition = (id: string, hidden: boolean) => [
  id,
  {
    id,
    from: ['open'],
    to: 'open',
    by: ['agent'],
    when: isDone,
    input: {},
    asks: [],
    optional: false,
    hidden,
    approvals: null,
  },
];
const entity = {
  id: 'job',
  fields: { done: { ...PLAIN_FIELD, id: 'done', type: 'boolean' } },
  lifecycles: {},
  lifecycle: { states: {}, transitions: Object.fromEntries([transition('note', false), transition('close', true)]) },
} as unknown as Entity; // as much of an entity as the actions look at
const rights: Rights = { roles: ['agent'], runtime: [], grants: () => [], seen: (_, scope) => scope };
const scope = { limits: {}, now: '2026-03-05T12:00:00.000Z', today: '2026-03-05', timeZone: 'UTC' } as Scope; // nobody is asked for

const offered = (...records: readonly object[]): string =>
  bulkActions(
    entity,
    rights,
    (transition) => isOffered(transition, { entity, rights, records: records as readonly RecordValue[], scope }), // as much of a record as the list has
  )
    .map((action) => (action.kind === 'transition' ? action.transition.id : action.kind))
    .join(' ');

test.each([
  [
    'is offered where it is open for one of the records',
    [
      { state: 'open', done: false },
      { state: 'open', done: true },
    ],
    'note close',
  ],
  ['is not offered where it is barred for all', [{ state: 'open', done: false }], 'note'],
  ['is offered where the list does not tell', [{ state: 'open' }], 'note close'],
  ['is not offered in another state', [{ state: 'gone', done: true }], ''],
])('a hidden step %s', (_, records, expected) => expect(offered(...records)).toBe(expected));

test('of a whole list, whose records are not known, every step is offered', () => {
  expect(bulkActions(entity, rights, null)).toHaveLength(2);
});
