import { describe, expect, it } from 'vitest';
import {
  PLAIN_FIELD,
  type Entity,
  type Expression,
  type Field,
  type Node,
  type Scope,
  type Type,
} from '@ninefold/model';
import { isOffered, offersCall, secondaryField } from './offer.ts';

const record: Type = { kind: 'record', entity: 'team' };
const boolean: Type = { kind: 'boolean' };
const option = (name: string, type: Type): Node => ({
  node: 'field',
  type,
  of: { node: 'variable', type: { kind: 'record', entity: 'user' }, name: 'option' },
  name,
});
const ofRecord = (name: string): Node => ({
  node: 'field',
  type: record,
  of: { node: 'variable', type: { kind: 'record', entity: 'ticket' }, name: 'record' },
  name,
});
const call = (fn: string, ...args: readonly Node[]): Node => ({ node: 'call', type: boolean, fn, args });
const expression = (tree: Node): Expression => ({
  source: 'written',
  type: boolean,
  tree,
  reads: ['record.team', 'option.team', 'option.active'],
});

const target = {
  id: 'user',
  pick: null,
  fields: {
    team: { id: 'team', type: 'reference', computed: null },
    active: { id: 'active', type: 'boolean', computed: null },
  },
} as unknown as Entity;
const picker = (where: Expression | null) =>
  ({ id: 'assignee', type: 'reference', to: 'user', where }) as Field & { type: 'reference' };
const scope: Scope = {
  record: { team: { id: 't1' } },
  limits: {},
  now: '2026-03-05T00:00:00.000Z',
  today: '2026-03-05',
  timeZone: 'UTC',
};
const where = expression(call('and', call('eq', option('team', record), ofRecord('team')), option('active', boolean)));

describe('what a picker asks for', () => {
  const place = { entity: 'ticket' };
  const asked = (more: object) => {
    const { path, query } = offersCall({ field: picker(where), place, target, scope, ...more });
    const params = new URLSearchParams(query);
    return { path, params, entered: JSON.parse(params.get('entered') ?? 'null') as unknown };
  };
  const empty = { line: {}, input: {} };
  it('names the reference, and sends what its condition reads of the form', () => {
    const { path, params, entered } = asked({
      search: ' ann ',
      scope: { ...scope, record: { team: { id: 't1', title: 'IT' }, text: 'x' } },
    });
    expect([path, params.get('search')]).toEqual(['ticket.assignee', 'ann']);
    expect(entered).toEqual({ record: { team: { id: 't1' } }, ...empty });
  });
  it('sends what is blank, and not what is unknown', () => {
    expect(asked({ scope: { ...scope, record: { team: null } } }).entered).toEqual({
      record: { team: null },
      ...empty,
    });
    expect(asked({ scope: { ...scope, record: {} } }).entered).toEqual({ record: {}, ...empty });
  });
  it('sends all that is short where only the server knows the condition', () => {
    const closed = picker({ ...where, tree: null, reads: [] });
    const record = { team: null, kind: 'hardware', text: 'x'.repeat(600) };
    expect(asked({ field: closed, scope: { ...scope, record } }).entered).toEqual({
      record: { team: null, kind: 'hardware' },
      ...empty,
    });
  });
  it('names a reference in lines and in the form of a transition', () => {
    expect(asked({ place: { ...place, lines: 'parts' } }).path).toBe('ticket.parts.assignee');
    expect(asked({ place: { ...place, transition: 'solve' } }).path).toBe('ticket.solve.input.assignee');
  });
  it('asks for the target alone where the reference says nothing', () => {
    const { path, params } = asked({ field: picker(null), only: ['u1', 'u2'] });
    expect([path, params.get('ids'), params.has('entered')]).toEqual(['user', 'u1,u2', false]);
  });
  it('says which record of a tree gets another parent', () => {
    const tree = { ...target, tree: 'assignee' } as Entity;
    const moved = { field: picker(null), place: { entity: 'user' }, target: tree };
    expect(asked({ ...moved, scope: { ...scope, before: { id: 'u1' } } }).entered).toEqual({
      record: { id: 'u1' },
      ...empty,
    });
    expect(asked({ ...moved, scope: { ...scope, before: null } }).entered).toEqual({ record: {}, ...empty });
  });
});

it('drops what it knows is not offered', () => {
  const user = (team: string) => ({ id: 'u', version: 1, team: { id: team }, active: true }) as never;
  expect(isOffered(picker(where), user('t1'), scope)).toBe(true);
  expect(isOffered(picker(where), user('t2'), scope)).toBe(false);
  expect(isOffered(picker(null), user('t2'), scope)).toBe(true);
});

it('tells records apart by what they are where nothing else is searched', () => {
  const field = (id: string, more: object): Field =>
    ({ ...PLAIN_FIELD, id, search: false, ...more }) as unknown as Field;
  const of = (...fields: readonly Field[]): string | undefined =>
    secondaryField({ ...target, key: null, title: [], fields: Object.fromEntries(fields.map((one) => [one.id, one])) })
      ?.id;
  const kind = field('kind', { type: 'choice', options: ['projector'] });
  expect(of(kind)).toBe('kind');
  expect(of(kind, field('serial', { type: 'string', search: true }))).toBe('serial');
  expect(of(field('tags', { type: 'choices', options: ['old'] }))).toBeUndefined();
});
