import { holds, type Expression, type Model, type Scope } from '@ninefold/model';
import { expect, test } from 'vitest';
import { valuesOf } from '../sql/sql.ts';
import { compileSql, type SqlPlace } from './compile.ts';
import type { FieldReadable } from './context.ts';
import { Refusal } from '../../refusal.ts';
import { SQLITE_EXPRESSIONS } from '../sqlite/expressions/dialect.ts';
import { SqlRefused } from './refused.ts';
import { BY_HAND } from './testing/by-hand.ts';
import { checked, DESK } from './testing/desk.ts';
import { holderOf } from './testing/holders.ts';
import { bindable, databaseOf, type Row, type Rows } from './testing/rows.ts';

const USER = { name: null, roles: [], team: null, manager: null, teams: [] };
const TICKET = {
  ...{ state: 'new', created_at: '2026-03-01T00:00:00.000Z', subject: null, requester: null, team: null, cost: null },
  ...{
    ratio: null,
    count: null,
    urgent: false,
    from: null,
    due: null,
    priority: null,
    tags: [],
    watchers: [],
    ...{ 'crew.user': [], 'crew.team': [] },
    lines: [],
  },
};
const ROWS: Rows = {
  user: [
    { id: 'u1', ...USER, name: 'One', team: 't1', roles: ['manager'], teams: ['t1'] },
    { id: 'u2', ...USER, name: 'Two', manager: 'u1' },
  ],
  team: [{ id: 't1', name: 'Desk', lead: 'u1', seats: 3, open: true }],
  ticket: [
    { id: 'k1', ...TICKET, requester: 'u1', team: 't1', cost: '10.00', subject: 'a' },
    { id: 'k2', ...TICKET, requester: 'u2', cost: '5.00', urgent: true, watchers: ['u1', 'u2'] },
    { id: 'k3', ...TICKET, tags: ['a'] },
  ],
};
const SCOPE: Scope = {
  limits: { top: '7.5' },
  now: '2026-03-05T12:00:00.000Z',
  today: '2026-03-05',
  timeZone: 'Europe/Berlin',
  user: null,
};
const PLACE: SqlPlace = { model: DESK, dialect: SQLITE_EXPRESSIONS, entity: 'ticket', alias: 't' };
const database = databaseOf(ROWS);
const as = (id: string | null): Scope => ({ ...SCOPE, user: holderOf(ROWS, 'user', { id, scope: SCOPE }) });

function select(expression: Expression, scope: Scope, place: SqlPlace = PLACE): string {
  const condition = compileSql(expression, place);
  const statement = database.prepare(
    `SELECT "id" FROM "${place.entity}" AS ${place.alias} WHERE ${condition.text} ORDER BY "id"`,
  );
  return statement
    .all(...bindable(valuesOf(condition, scope)))
    .map((row) => String(row['id']))
    .join(' ');
}

function plan(source: string, guarded: boolean): string {
  const condition = compileSql(checked(source, DESK, guarded), PLACE);
  const statement = database.prepare(`EXPLAIN QUERY PLAN SELECT "id" FROM "ticket" AS t WHERE ${condition.text}`);
  return statement
    .all(...bindable(valuesOf(condition, as('u1'))))
    .map((row) => String(row['detail']))
    .join('; ');
}

test.each([
  ['record.requester == user', true, 'ticket.requester.index'],
  ['record.requester == user', false, 'ticket.requester.index'],
  ['record.requester == user && record.urgent', true, 'ticket.requester.index'],
  ['user == record.requester && !(record.state == "closed")', true, 'ticket.requester.index'],
  ['under(record.team, user.team)', true, 'ticket.team.index'],
  ['user in record.watchers', true, 'sqlite_autoindex_ticket_1'],
  ['record.cost > limits.top', true, 'ticket.cost.index'],
  ['5 >= record.cost', true, 'ticket.cost.index'],
  ['record.cost == 5', true, 'ticket.cost.index'],
  ['record.cost in [5, 10.00]', true, 'ticket.cost.index'],
])('%s (guarded: %s) searches by %s', (source, guarded, index) => {
  const detail = plan(source, guarded);
  expect(detail).toMatch(new RegExp(`^SEARCH t USING (?:COVERING )?INDEX ${index}`));
});

test.each(BY_HAND)('%s has the plan of %s', (source, byHand) => {
  const statement = database.prepare(`EXPLAIN QUERY PLAN SELECT "id" FROM "ticket" AS t WHERE ${byHand}`);
  const blanks = [...byHand.matchAll(/\?/g)].map(() => null);
  const hand = statement.all(...blanks).map((row) => String(row['detail']));
  expect(plan(source, true)).toBe(hand.join('; '));
});

test('either of two ways in is searched by its own index', () => {
  const detail = plan('record.requester == user || user in record.watchers', true);
  expect(detail).toContain('MULTI-INDEX OR');
  expect(detail).not.toContain('SCAN');
});

/** Condition, who asks, what is found. None of these may be opened by a blank. */
test.each([
  ['record.team == user.team', 'u1', 'k1'],
  ['record.team == user.team', 'u2', ''],
  ['record.team != user.team', 'u1', 'k2 k3'],
  ['record.team != user.team', 'u2', ''],
  ['!(record.team == user.team)', 'u2', ''],
  ['!(record.team == user.team)', null, ''],
  ['record.requester == user', null, ''],
  ['record.requester != user', null, ''],
  ['!(user in record.watchers)', 'u1', 'k1 k3'],
  ['!(user in record.watchers)', null, ''],
  ['!(record.team in user.teams)', 'u1', 'k2 k3'],
  ['!(record.team in user.teams)', 'u2', ''],
  ['(record.team == user.team) != true', 'u2', ''],
  ['(record.team == user.team) == record.urgent', 'u2', ''],
  ['(record.team == user.team ? "a" : "b") != "a"', 'u2', ''],
  ['size(record.watchers.filter(w, w.team == user.team)) == 0', 'u2', 'k1 k3'],
  ['user in (record.team == user.team ? record.watchers : [record.requester])', 'u2', ''],
  ['size(record.urgent ? record.watchers : record.watchers.filter(w, w == user)) == 0', 'u2', 'k1 k3'],
  ['record.urgent || record.team == user.team', 'u2', 'k2'],
  ['user.teams.exists(t, t.lead != record.requester)', 'u1', 'k2 k3'],
])('%s for %s finds %s', (source, who, ids) => {
  expect(select(checked(source, DESK, true), as(who))).toBe(ids);
});

const readable =
  (rights: Readonly<Record<string, string | boolean>>): FieldReadable =>
  (entity, field) => {
    const right = rights[`${entity}.${field}`] ?? true;
    return typeof right === 'string' ? checked(right, DESK) : right;
  };

/** Conditions on the record that is read, whatever its entity. */
const readableRow =
  (rights: Readonly<Record<string, string>>): FieldReadable =>
  (entity, field) => {
    const right = rights[`${entity}.${field}`];
    return right === undefined ? true : checked(right, DESK, false, entity);
  };

test('a field that the caller may not read is refused, at every step of a path', () => {
  const place = { ...PLACE, fieldReadable: readable({ 'ticket.cost': false, 'team.lead': false }) };
  const refused = (source: string) => () => compileSql(checked(source, DESK), place);
  expect(refused('record.cost > 1')).toThrow(new SqlRefused('field', 'ticket.cost'));
  expect(refused('record.team.lead.name == "One"')).toThrow(new SqlRefused('field', 'team.lead'));
  expect(refused('record.watchers.exists(w, w.team.lead == w)')).toThrow(new SqlRefused('field', 'team.lead'));
  expect(select(checked('record.urgent', DESK), as('u1'), place)).toBe('k2');
});

test.each([
  ['record.cost > 1', 'k1'],
  ['!(record.cost > 1)', ''],
  ['record.cost == null', ''],
  ['blank(record.cost) || true', 'k1 k2 k3'],
  ['filled(record.cost)', 'k1'],
  ['(record.cost > 1 ? "a" : "b") == "b"', ''],
  ['or_else(record.cost, 1) == 1', ''],
])('where the cost of others may not be read, %s tells nothing of it: %s', (source, ids) => {
  const place = { ...PLACE, fieldReadable: readable({ 'ticket.cost': 'record.requester == user' }) };
  expect(select(checked(source, DESK), as('u1'), place)).toBe(ids);
});

test.each([
  ['record.requester.name == "One"', 'k1'],
  ['record.requester.name != "One"', 'k3'],
  ['record.watchers.exists(w, w.name == "Two")', ''],
  ['record.watchers.all(w, w.name == "One" || w.name == "Two")', 'k1 k3'],
  ['size(record.watchers.filter(w, w.name == "Two")) == 0', 'k1 k3'],
  ['min(record.watchers.map(w, w.name)) == null', 'k1 k3'],
])('where the names of others may not be read, %s finds %s', (source, ids) => {
  const place = { ...PLACE, fieldReadable: readable({ 'user.name': 'filled(record.team)' }) };
  expect(select(checked(source, DESK), as('u1'), place)).toBe(ids);
});

test.each([
  ['user.team.lead == record.requester', 'u1', ''],
  ['user.team.lead != record.requester', 'u1', ''],
  ['user.teams.exists(t, t.lead == record.requester)', 'u1', ''],
  ['user.teams.all(t, t.lead != record.requester)', 'u1', ''],
  ['(record.urgent ? user : user).team.lead == null', 'u1', ''],
  ['user.team.name == "Desk" && record.urgent', 'u1', 'k2'],
  ['user.manager.name == record.requester.name', 'u2', 'k1'],
  ['has_role(user.manager, manager) && record.urgent', 'u2', ''],
  ['has_role(user, manager) && record.urgent', 'u1', 'k2'],
])('rights hold behind the caller too: %s for %s finds %s', (source, who, ids) => {
  const rights = { 'team.lead': 'record.seats > 100', 'user.roles': 'record.name == "Two"' };
  expect(select(checked(source, DESK), as(who), { ...PLACE, fieldReadable: readableRow(rights) })).toBe(ids);
});

test('a hidden field reads as blank', () => {
  const { ticket } = DESK.entities;
  if (!ticket?.fields['cost']) throw new Error('no cost');
  const cost = { ...ticket.fields['cost'], visibleWhen: checked('record.urgent', DESK) };
  const model: Model = {
    ...DESK,
    entities: { ...DESK.entities, ticket: { ...ticket, fields: { ...ticket.fields, cost } } },
  };
  const find = (source: string) => select(checked(source, DESK), as('u1'), { ...PLACE, model });
  expect(find('record.cost > 1')).toBe('k2');
  expect(find('blank(record.cost)')).toBe('k1 k3');
  expect(find('!(record.cost > 1)')).toBe('k1 k3');
});

test('a picker filters by option, and the draft is a parameter', () => {
  const place = { model: DESK, dialect: SQLITE_EXPRESSIONS, entity: 'user', alias: 't', variable: 'option' } as const;
  const draft = { ...as('u1'), record: { team: { id: 't1' } as unknown as Row } };
  expect(select(checked('option.team == record.team', DESK), draft as Scope, place)).toBe('u1');
});

test('a bound between two values of a column is compared exactly', () => {
  const cents = ['-0.13', '-0.12', '0.12', '0.13'];
  const rows = { ...ROWS, ticket: cents.map((cost) => ({ id: cost, ...TICKET, cost })) };
  const other = databaseOf(rows);
  for (const bound of ['0.125', '-0.125', '0.12', '-0.12', '0.1200000001']) {
    for (const sign of ['<', '<=', '>', '>=', '==', '!=']) {
      const expression = checked(`record.cost ${sign} ${bound}`, DESK);
      const condition = compileSql(expression, PLACE);
      const ids = other
        .prepare(`SELECT "id" FROM "ticket" AS t WHERE ${condition.text} ORDER BY "rowid"`)
        .all(...bindable(valuesOf(condition, as('u1'))));
      const expected = cents.filter((cost) => holds(expression, { ...as('u1'), record: { cost } }) === true);
      expect([sign, bound, ...ids.map((row) => row['id'])]).toEqual([sign, bound, ...expected]);
    }
  }
});

test('people are found by the roles they were given', () => {
  expect(select(checked('has_role(record.requester, manager)', DESK), as('u1'))).toBe('k1');
});

test('what cannot run as SQL is refused by name', () => {
  const refused = (source: string) => () => compileSql(checked(source, DESK), PLACE);
  expect(refused('text(record.requester) == "One"')).toThrow(new SqlRefused('function', 'text(record)'));
});

test('a limit that is not shown is refused when the statement runs', () => {
  const condition = compileSql(checked('record.cost > limits.top', DESK), PLACE);
  expect(() => valuesOf(condition, { ...as('u1'), limits: {} })).toThrow(
    new Refusal('limit_not_shown', { params: { limit: 'top' } }),
  );
});

test('values never stand in the text, and names are quoted', () => {
  const { text } = compileSql(checked(`record.subject == "'; DROP TABLE x; --"`, DESK), { ...PLACE, alias: 'a"b' });
  expect(text).toBe('"a""b"."subject" = ?');
});

test('an expression cannot grow without bounds', () => {
  const source = (depth: number): string =>
    depth === 0 ? 'record.urgent' : `(record.team == user.team) == (${source(depth - 1)})`;
  expect(() => compileSql(checked(source(25), DESK, true), PLACE)).toThrow(SqlRefused);
});

test.each([
  ['record.team.open || record.urgent', 'OR'],
  ['record.team.open && record.urgent', 'AND'],
  ['!(record.team.open || record.urgent)', 'AND'],
  ['!(record.team.open && record.urgent)', 'OR'],
])('what reads no other row is judged first, wherever it is written: %s', (source, between) => {
  const { text } = compileSql(checked(source, DESK), PLACE);
  const [first = '', second = ''] = text.split(` ${between} `);
  expect(first).toContain('"urgent"');
  expect(first).not.toContain('SELECT');
  expect(second).toContain('EXISTS (SELECT');
});
