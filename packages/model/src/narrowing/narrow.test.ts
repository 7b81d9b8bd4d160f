import { applicationError } from '../catalogue/application-error.ts';
import { describe, expect, test } from 'vitest';
import { holds } from '../expressions/evaluate.ts';
import type { Entity } from '../ir/entity.ts';
import type { Node } from '../ir/expression.ts';
import type { Transition } from '../ir/lifecycle.ts';
import type { Model } from '../ir/model.ts';
import type { Role } from '../ir/role.ts';
import { rightsFor, rolesWith } from '../rights/rights.ts';
import {
  BOOLEAN,
  call,
  entity,
  expression,
  fields,
  grant,
  record,
  recordOf,
  SCOPE,
  TEXT,
  variable,
} from '../testing/build.ts';
import { narrow } from './narrow.ts';

const filled = (name: string) =>
  expression(call('filled', BOOLEAN, { node: 'field', type: TEXT, of: variable('record', recordOf('ticket')), name }));
const close: Transition = {
  id: 'close',
  from: ['open'],
  to: 'open',
  by: ['requester'],
  when: filled('note'),
  input: fields({ reason: { type: 'string', requiredWhen: filled('note'), default: filled('note') } }),
  set: [{ field: 'note', value: filled('note') }],
  branches: [{ to: 'open', when: filled('note') }],
  timer: { kind: 'at', value: filled('note') },
  restart: false,
  approvals: {
    of: filled('note'),
    need: 'all',
    ordered: false,
    escalate: null,
    substitute: filled('note'),
    press: filled('note'),
    deputised: filled('note'),
  },
  optional: true,
  hidden: true,
  asks: ['subject', 'note'],
  effects: [{ effect: 'create', entity: 'ticket', each: null, values: [{ field: 'note', value: filled('note') }] }],
  onRefusal: [{ field: 'note', value: filled('note') }],
};
const open = { id: 'open', kind: 'active', final: false, locked: false, editableBy: null } as const;
const ticket = entity(
  'ticket',
  { subject: { type: 'string', requiredWhen: filled('note') }, note: { type: 'text' } },
  {
    title: [{ field: 'subject' }, { text: ' ' }, { field: 'note' }],
    lifecycle: { initial: 'open', states: { open }, transitions: { close }, derived: [] },
    rules: [
      {
        id: 'noted',
        lines: null,
        when: null,
        check: filled('note'),
        sense: 'check',
        at: null,
        severity: 'error',
        error: applicationError('ticket.noted'),
      },
    ],
  },
);
const asset = entity('asset', { name: { type: 'string' } });
const none = { create: false, read: false, update: false };
const role = (id: string, more: Partial<Role>): Role => ({
  id,
  includes: [],
  members: null,
  grants: [],
  runtime: [],
  gives: [],
  apart: [],
  home: null,
  ...more,
});
const screen = {
  path: '/x',
  written: true,
  where: null,
  columns: [],
  sort: [],
  layouts: [],
  board: null,
  calendar: null,
  gantt: null,
  map: null,
  icon: null,
  create: null,
  kind: 'list' as const,
};

const model: Model = {
  language: 1,
  hash: '',
  name: 'test',
  purpose: { does: null, audience: [], terms: [] },
  languages: ['en'],
  timeZone: 'UTC',
  currency: null,
  entities: { ticket, asset },
  roles: {
    requester: role('requester', { members: 'everyone', grants: [grant(ticket, { read: true }, { note: none })] }),
    manager: role('manager', {
      includes: ['requester'],
      grants: [grant(ticket, { read: true }), grant(asset, { read: true })],
    }),
  },
  screens: [
    { ...screen, id: 'ticket', entity: 'ticket', roles: null },
    { ...screen, id: 'desk', entity: 'ticket', roles: ['manager'] },
    { ...screen, id: 'asset', entity: 'asset', roles: null },
  ],
  calls: { out: {}, in: {} },
  menu: [
    { id: 'work', screens: ['ticket', 'desk'] },
    { id: 'things', screens: ['asset'] },
  ],
  errors: {},
  limits: {},
  notShown: [],
  written: {
    'entity ticket': 'desk.yaml:1',
    'field ticket.subject': 'desk.yaml:2',
    'field ticket.note': 'desk.yaml:3',
    'rule ticket.noted': 'desk.yaml:4',
    'role requester': 'desk.yaml:5',
    'grant requester.ticket': 'desk.yaml:6',
    'role manager': 'desk.yaml:7',
    'entity asset': 'desk.yaml:8',
    'error too_late': 'desk.yaml:9',
  },
};
const seenBy = (...roles: string[]): Model => narrow(model, rightsFor(model, rolesWith(model, roles)));

describe('the model of a requester', () => {
  const seen = seenBy();
  test('leaves out entities, fields, screens and menu entries that the user may not see', () => {
    expect(Object.keys(seen.entities)).toEqual(['ticket']);
    expect(Object.keys(seen.entities['ticket']?.fields ?? {})).toEqual(['subject']);
    expect(seen.screens.map(({ id }) => id)).toEqual(['ticket']);
    expect(seen.menu).toEqual([{ id: 'work', screens: ['ticket'] }]);
    expect(seen.roles['manager']?.grants).toEqual([]);
  });
  test('gives places in the files to those alone who may see the specification, and only for what they may see', () => {
    expect(seen.written).toEqual({});
    const author = narrow(model, { ...rightsFor(model, rolesWith(model, [])), runtime: ['spec'] });
    const lines = Object.values(author.written).map((place) => Number(place.split(':')[1]));
    expect(lines).toEqual([1, 2, 4, 5, 6, 9]);
  });
  test('keeps of a transition what the page needs, without what only the server does', () => {
    const narrowed = seen.entities['ticket']?.lifecycle?.transitions['close'];
    expect(Object.keys(narrowed ?? {}).sort()).toEqual(Object.keys(close).sort());
    expect(narrowed).toMatchObject({ id: 'close', from: ['open'], by: ['requester'], set: [], effects: [] });
    expect(narrowed).toMatchObject({ optional: true, hidden: true, asks: ['subject'] });
    expect(narrowed?.input['reason']?.default?.tree).toBeNull();
  });
  test('keeps no expression that reads a field closed to the user, not even its text', () => {
    expect(seen.entities['ticket']?.fields['subject']?.requiredWhen?.tree).toBeNull();
    expect(seen.entities['ticket']?.rules[0]?.check.tree).toBeNull();
    expect(JSON.stringify(seen)).not.toContain('note"');
  });
});

test('of the condition of a grant, the parts that may be read decide where they can', () => {
  const field = (name: string): Node => {
    const of = variable('record', recordOf('ticket'));
    return { node: 'field', type: TEXT, of, name };
  };
  const named = call('filled', BOOLEAN, field('subject'));
  const noted = call('filled', BOOLEAN, field('note'));
  const readBy = (read: Node) => {
    const grants = [grant(ticket, { read: expression(read) }, { note: none })];
    const own: Model = { ...model, roles: { requester: role('requester', { members: 'everyone', grants }) } };
    const rights = rightsFor(own, rolesWith(own, []));
    const seen = narrow(own, rights);
    expect(JSON.stringify(seen)).not.toContain('note"');
    return (subject: string | null) => {
      const left = seen.roles['requester']?.grants[0]?.verbs['read'] ?? null;
      return holds(left, { ...SCOPE, record: record({ subject }) });
    };
  };
  const either = readBy(call('or', BOOLEAN, named, call('and', BOOLEAN, noted, noted)));
  expect([either('A'), either(null)]).toEqual([true, undefined]);
  const both = readBy(call('and', BOOLEAN, named, noted));
  expect([both('A'), both(null)]).toEqual([undefined, false]);
  expect(readBy(call('not', BOOLEAN, noted))('A')).toBeUndefined();
});

test('a manager has the grants of the included roles, and of the own role', () => {
  const seen = seenBy('manager');
  expect(Object.keys(seen.entities)).toEqual(['ticket', 'asset']);
  expect(seen.entities['ticket']?.rules[0]?.check.tree).not.toBeNull();
});

test('screens name no field that the user may not read', () => {
  const list = { ...screen, entity: 'ticket', roles: null, columns: ['state', 'note', 'subject'], sort: ['-note'] };
  const page = { path: '/x', written: true, icon: null, roles: null, entity: 'ticket' };
  const screens: Model['screens'] = [
    {
      ...{ ...list, id: 'list', layouts: ['table', 'board', 'calendar', 'gantt', 'map'] },
      ...{
        board: { by: 'state', sum: 'note' },
        calendar: { from: 'subject', to: 'note', per: 'note', closed: null, holidays: null },
      },
      ...{ gantt: { from: 'subject', to: 'subject', per: 'note' }, map: { lat: 'subject', lon: 'subject' } },
    },
    {
      ...{ ...list, id: 'closed', layouts: ['table', 'board', 'calendar', 'gantt', 'map'] },
      ...{
        board: { by: 'note', sum: null },
        calendar: { from: 'note', to: null, per: null, closed: null, holidays: null },
      },
      ...{ gantt: { from: 'subject', to: 'note', per: null }, map: { lat: 'subject', lon: 'note' } },
    },
    {
      ...page,
      ...{ id: 'record', kind: 'record', restHidden: false },
      sections: [
        { id: 'both', fields: ['subject', 'note'], visibleWhen: null },
        { id: 'inside', fields: ['note'], visibleWhen: null },
      ],
      related: ['note', 'subject'].map((field) => ({
        ...{ id: field, inverse: `by_${field}`, entity: 'ticket', field, visibleWhen: null, create: true },
        ...{ columns: ['note', 'subject'], sort: ['-note'] },
      })),
    },
    {
      ...page,
      ...{ id: 'form', kind: 'form', only: ['subject', 'note'], preset: { note: filled('subject') } },
      sections: [{ id: 'inside', fields: ['note'], visibleWhen: null }],
      // oxlint-disable-next-line unicorn/no-thenable -- `then` is the language's word
      then: null,
    },
    {
      ...page,
      id: 'blocks',
      kind: 'blocks',
      arrange: false,
      blocks: [{ ...list, id: 'block', block: 'list', rows: 5, visibleWhen: null, keep: false }],
    },
  ];
  const roles = { ...model.roles };
  roles['requester'] = role('requester', {
    grants: [grant(ticket, { read: true, create: true }, { note: none })],
  });
  const seen = narrow({ ...model, roles, screens }, rightsFor({ ...model, roles }, ['requester'])).screens;
  expect(seen).toMatchObject([
    {
      ...{ columns: ['state', 'subject'], sort: [], layouts: ['table', 'board', 'calendar', 'gantt', 'map'] },
      ...{
        board: { by: 'state', sum: null },
        calendar: { from: 'subject', to: null, per: null, closed: null, holidays: null },
      },
      ...{ gantt: { from: 'subject', to: 'subject', per: null }, map: { lat: 'subject', lon: 'subject' } },
    },
    { layouts: ['table'], board: null, calendar: null, gantt: null, map: null },
    { sections: [{ id: 'both', fields: ['subject'] }], related: [{ id: 'subject', columns: ['subject'], sort: [] }] },
    { only: ['subject'], sections: [], preset: {} },
    { blocks: [{ columns: ['state', 'subject'], sort: [] }] },
  ]);
  expect(seen[2]).toHaveProperty('sections.length', 1);
});

test('a field named title is read through a reference only where it is the whole title', () => {
  const book = (title: Entity['title']) =>
    entity('book', { title: { type: 'string' }, code: { type: 'string' } }, { title });
  const shelf = entity('shelf', {
    first: { type: 'reference', to: 'book' },
    note: {
      type: 'text',
      visibleWhen: expression(
        call('filled', BOOLEAN, {
          ...{ node: 'field', type: TEXT, name: 'title' },
          of: { node: 'field', type: recordOf('book'), name: 'first', of: variable('record', recordOf('shelf')) },
        } as const),
      ),
    },
  });
  const seen = (title: Entity['title']) => {
    const books = book(title);
    const roles = { reader: role('reader', { grants: [grant(books, { read: true }), grant(shelf, { read: true })] }) };
    const whole = { ...model, entities: { book: books, shelf }, roles, screens: [] };
    return narrow(whole, rightsFor(whole, ['reader'])).entities['shelf']?.fields['note']?.visibleWhen?.tree;
  };
  expect(seen([{ field: 'title' }])).not.toBeNull();
  expect(seen([{ field: 'code' }, { text: ' ' }, { field: 'title' }])).toBeNull();
});
