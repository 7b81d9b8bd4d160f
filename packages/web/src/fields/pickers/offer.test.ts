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
import { isOffered, offerQuery, secondaryField } from './offer.ts';

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
const expression = (tree: Node): Expression => ({ source: 'written', type: boolean, tree, reads: [] });

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
  it('turns comparisons into filters', () => {
    const query = offerQuery(picker(where), target, scope, { search: ' ann ' });
    expect(query.getAll('f.team')).toEqual(['eq:t1']);
    expect(query.getAll('f.active')).toEqual(['eq:true']);
    expect([query.get('search'), query.get('search_in')]).toEqual(['ann', 'columns']);
    expect(query.get('where')).toBeNull();
  });
  it('asks for blanks where the other side is blank', () => {
    expect(offerQuery(picker(where), target, { ...scope, record: { team: null } }, {}).get('f.team')).toBe('blank:');
  });
  it('leaves out what is not loaded', () => {
    expect(offerQuery(picker(where), target, { ...scope, record: {} }, {}).has('f.team')).toBe(false);
  });
  it('takes what the target offers where the reference says nothing', () => {
    const pick = { ...target, pick: expression(option('active', boolean)) };
    expect(offerQuery(picker(null), pick, scope, {}).get('where')).toBe('(written)');
  });
  it('offers neither the record nor what stands below it as its parent in a tree', () => {
    const tree = { ...target, tree: 'assignee' } as Entity;
    const below = 'record.id != "u1" && !ancestors(record).exists(above, above.id == "u1")';
    expect(offerQuery(picker(null), tree, { ...scope, before: { id: 'u1' } }, {}).get('where')).toBe(`(${below})`);
    expect(offerQuery(picker(null), tree, { ...scope, before: null }, {}).has('where')).toBe(false);
    expect(offerQuery(picker(null), target, { ...scope, before: { id: 'u1' } }, {}).has('where')).toBe(false);
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
