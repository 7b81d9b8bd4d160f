import { applicationError } from '../catalogue/application-error.ts';
import { describe, expect, test } from 'vitest';
import { fieldRights, isEverOpen, rightsFor } from '../rights/rights.ts';
import {
  BOOLEAN,
  call,
  entity,
  expression,
  grant,
  literal,
  NUMBER,
  path,
  record,
  recordOf,
  SCOPE,
  TEXT,
} from '../testing/build.ts';
import type { Model } from '../ir/model.ts';

import { judgeRules } from './judge-rules.ts';
import { judgeSent } from './writable-fields.ts';
import { settlesAlone } from './paths-read.ts';
import { settle, settledWrite } from './settle.ts';
import { stillArriving } from './still-arriving.ts';
import { validateFields } from './validate-fields.ts';

const number = (text: string) => literal(text, NUMBER);
const billable = expression(path('record.category.billable', BOOLEAN));
const ticket = entity(
  'ticket',
  {
    subject: { type: 'string', required: true, max: expression(number('10')) },
    category: { type: 'reference', to: 'category', required: true },
    team: {
      type: 'reference',
      to: 'team',
      copy: { expression: expression(path('record.category.team', recordOf('team'))), ifBlank: false },
    },
    priority: { type: 'choice', options: ['low', 'high'], default: expression(literal('low', TEXT)) },
    cost: { type: 'money', min: expression(number('0')), visibleWhen: billable, requiredWhen: billable },
    lines: {
      type: 'lines',
      fields: entity('x', {
        qty: { type: 'integer', min: expression(number('1')), default: expression(number('1')) },
        price: { type: 'money' },
        sum: {
          type: 'money',
          computed: {
            expression: expression(call('mul', NUMBER, path('line.qty', NUMBER), path('line.price', NUMBER))),
            live: false,
          },
        },
      }).fields,
    },
    secret: { type: 'text' },
  },
  {
    rules: [
      {
        id: 'high_needs_cost',
        lines: null,
        sense: 'check',
        at: 'cost',
        severity: 'error',
        error: applicationError('ticket.high_needs_cost'),
        when: expression(call('eq', BOOLEAN, path('record.priority', TEXT), literal('high', TEXT))),
        check: expression(call('filled', BOOLEAN, path('record.cost', NUMBER))),
      },
    ],
  },
);
const paid = { id: 'c1', title: 'Paid', billable: true, team: { id: 't1', title: 'One' } };
const free = { id: 'c2', title: 'Free', billable: false, team: { id: 't2', title: 'Two' } };
const create = (sent: Parameters<typeof settle>[0]['sent']) =>
  settle({ entity: ticket, before: null, sent, scope: SCOPE });
const ruleOf = ({ rules: [rule] }: typeof ticket) => rule ?? expect.unreachable();
const codes = (problems: readonly { path: string; code: string }[]) =>
  problems.map(({ path: at, code }) => `${at}: ${code}`);

describe('settling', () => {
  test('what was sent comes before copy, copy before default', () => {
    expect(create({ category: paid })).toMatchObject({ team: { id: 't1' }, priority: 'low', subject: null, lines: [] });
    expect(create({ category: paid, team: { id: 't9' }, priority: null })).toMatchObject({
      team: { id: 't9' },
      priority: null,
    });
  });
  test('text is trimmed and NFC, decimals take their scale, lines are computed', () => {
    const settled = create({
      subject: '\u3000e\u0301 ',
      cost: '7',
      lines: [{ price: '1.5', qty: '2' }, { price: '0.330' }],
    });
    expect(settled).toMatchObject({
      subject: 'é',
      cost: '7.00',
      lines: [
        { qty: 2, price: '1.50', sum: '3.00' },
        { qty: 1, price: '0.33', sum: '0.33' },
      ],
    });
  });
  test('a line whose computed value is blank has that value, so that a sum over the lines is known', () => {
    const { lines } = create({ lines: [{ qty: 2 }] });
    expect(lines).toEqual([{ qty: 2, price: null, sum: null }]);
  });
  test('a copy runs again only when the first reference of its path changes', () => {
    const before = { ...create({ category: paid }), team: { id: 't9' } };
    expect(settle({ entity: ticket, before, sent: { subject: 'x' }, scope: SCOPE })['team']).toEqual({ id: 't9' });
    expect(settle({ entity: ticket, before, sent: { category: free }, scope: SCOPE })['team']).toMatchObject({
      id: 't2',
    });
  });
});

describe('what settling reads', () => {
  const alone = (name: string, read: string) =>
    settlesAlone(
      entity('note', {
        place: { type: 'reference', to: 'place' },
        text: { type: 'text', default: expression(path(`record.${name}`, TEXT)) },
        lines: {
          type: 'lines',
          fields: entity('x', { sum: { type: 'text', default: expression(path(read, TEXT)) } }).fields,
        },
      }),
    );
  test('its own values leave nothing to be settled again', () => {
    expect(alone('place', 'line.sum')).toBe(true);
    expect(alone('text', 'today')).toBe(true);
    expect(alone('text', 'user.name')).toBe(true);
  });
  test('what stands in other records does', () => {
    expect(settlesAlone(ticket)).toBe(false);
    expect(alone('place.name', 'line.sum')).toBe(false);
    expect(alone('parts', 'line.sum')).toBe(false);
    expect(alone('place', 'line.item.price')).toBe(false);
    expect(alone('place', 'user.team.name')).toBe(false);
  });
});

describe('validating', () => {
  const problems = (sent: Parameters<typeof create>[0]) =>
    codes(validateFields(settledWrite({ entity: ticket, before: null, record: create(sent), scope: SCOPE })));
  test('names every field that is wrong', () => {
    expect(
      problems({
        subject: 'far too long',
        cost: '-1',
        category: paid,
        priority: 'odd',
        lines: [{ qty: 0, price: 'x' }],
      }),
    ).toEqual([
      'subject: too_long',
      'priority: bad_option',
      'cost: too_small',
      'lines[0].qty: too_small',
      'lines[0].price: bad_number',
    ]);
  });
  test('refuses what would be rounded, and numbers that are too long, and says how many digits there may be', () => {
    const sent = { subject: 'a', category: paid, cost: '1.234', lines: [{ qty: '1.5', price: '0.333' }] };
    const at = validateFields(settledWrite({ entity: ticket, before: null, record: create(sent), scope: SCOPE }));
    expect(at.map(({ path, code, params }) => [path, code, params['max']])).toEqual([
      ['cost', 'too_many_decimals', 2],
      ['lines[0].qty', 'not_whole', undefined],
      ['lines[0].price', 'too_many_decimals', 2],
    ]);
    const long = '9'.repeat(20);
    const tooLong = { subject: 'a', category: paid, cost: long, lines: [{ qty: long, price: 0.125 }] };
    expect(problems(tooLong)).toEqual([
      'cost: too_many_digits',
      'lines[0].qty: too_many_digits',
      'lines[0].price: too_many_decimals',
    ]);
    expect(problems({ subject: 'a', category: paid, cost: '1.2300', lines: [{ qty: 1e20, price: '1e400' }] })).toEqual([
      'lines[0].qty: too_many_digits',
      'lines[0].price: bad_number',
    ]);
  });
  test('requires what its condition requires, and nothing that is hidden', () => {
    expect(problems({ subject: 'a', category: paid })).toEqual(['cost: required']);
    expect(problems({ subject: 'a', category: free, cost: 'hidden' })).toEqual([]);
  });
  test('an update is not held to what it leaves alone', () => {
    const before = record({ ...create({ category: free }), subject: null });
    const changed = { ...before, priority: 'high' };
    expect(codes(validateFields(settledWrite({ entity: ticket, before, record: changed, scope: SCOPE })))).toEqual([]);
    const moved = { ...before, category: paid };
    expect(codes(validateFields(settledWrite({ entity: ticket, before, record: moved, scope: SCOPE })))).toEqual([
      'cost: required',
    ]);
  });
  test.each([
    [{ subject: 5 }, 'bad_type'],
    [{ subject: ['x'] }, 'bad_type'],
    [{ subject: '\ud800' }, 'bad_type'],
    [{ lines: 'x' }, 'bad_type'],
    [{ category: 7 }, 'bad_type'],
    [{ lines: [7] }, 'bad_type'],
  ])('%j is of a wrong type', (sent, code) => {
    expect(problems({ subject: 'a', category: free, ...sent }).join()).toContain(code);
  });
});

test('what may still arrive in a blank field is said where this side cannot know it', () => {
  const arriving = (sent: Parameters<typeof create>[0]) =>
    [...stillArriving({ entity: ticket, before: null, record: create(sent), scope: SCOPE })].join();
  expect(arriving({ category: { id: 'c9', title: 'Unknown' } })).toBe('team');
  expect([arriving({}), arriving({ category: paid }), arriving({ category: free })]).toEqual(['', '', '']);
});

describe('rules', () => {
  const judge = (sent: Parameters<typeof create>[0]) =>
    judgeRules(settledWrite({ entity: ticket, before: null, record: create(sent), scope: SCOPE }));
  test('hidden fields are blank to them', () => {
    expect(codes(judge({ category: paid, priority: 'high', cost: '5' }).errors)).toEqual([]);
    expect(codes(judge({ category: free, priority: 'high', cost: '5' }).errors)).toEqual([
      'cost: ticket.high_needs_cost',
    ]);
  });
  test('a message is given a reference by id and title, whatever else was loaded of it', () => {
    const check = expression(call('blank', BOOLEAN, path('record.category', recordOf('category'))));
    const entityOf = { ...ticket, rules: [{ ...ruleOf(ticket), when: null, check }] };
    const [problem] = judgeRules(
      settledWrite({
        entity: entityOf,
        before: null,
        record: create({ category: paid }),
        scope: SCOPE,
      }),
    ).errors;
    expect(problem?.params).toEqual({ category: { id: 'c1', title: 'Paid' } });
  });
  test('a limit that has the name of a field does not make the rule one of that field', () => {
    const check = expression(call('eq', BOOLEAN, path('record.subject', TEXT), path('limits.priority', TEXT)));
    const entityOf = { ...ticket, rules: [{ ...ruleOf(ticket), when: null, check }] };
    const before = record({ ...create({ category: free, subject: 'old' }), id: 'r1' });
    const scope = { ...SCOPE, limits: { priority: 'other' } };
    const broken = (record: typeof before) =>
      codes(judgeRules(settledWrite({ entity: entityOf, before, record, scope })).errors);
    expect(broken({ ...before, priority: 'high' })).toEqual([]);
    expect(broken({ ...before, subject: 'new' })).toHaveLength(1);
  });
  test('a transition asks a warning again only when what it reads changes, an error always', () => {
    const entityOf = { ...ticket, rules: [{ ...ruleOf(ticket), severity: 'warning' as const }] };
    const scope = { ...SCOPE, transition: 'resolve' };
    const low = record({ ...create({ category: free }), id: 'r1' });
    const high = { ...low, priority: 'high' };
    expect(
      codes(judgeRules(settledWrite({ entity: entityOf, before: low, record: high, scope })).warnings),
    ).toHaveLength(1);
    expect(
      codes(
        judgeRules(settledWrite({ entity: entityOf, before: high, record: { ...high, subject: 'x' }, scope })).warnings,
      ),
    ).toEqual([]);
    expect(
      codes(
        judgeRules(settledWrite({ entity: ticket, before: high, record: { ...high, subject: 'x' }, scope })).errors,
      ),
    ).toHaveLength(1);
  });
  test('what this side cannot see is left to the server', () => {
    expect(judge({ category: { id: 'c1' }, priority: 'low' }).undecided).toEqual([]);
    const { cost: _, ...unseen } = create({ category: paid, priority: 'high' });
    expect(
      judgeRules(
        settledWrite({ entity: ticket, before: null, record: unseen as typeof unseen & { id: string }, scope: SCOPE }),
      ).undecided,
    ).toEqual(['ticket.high_needs_cost']);
  });
});

test('a write may name only fields it has the right to', () => {
  const model = {
    roles: {
      test: {
        id: 'test',
        includes: [],
        members: null,
        runtime: [],
        gives: [],
        apart: [],
        home: null,
        grants: [
          grant(
            ticket,
            { create: true, read: true, update: true },
            {
              secret: { create: false, read: false, update: false },
              team: { create: false, read: true, update: false },
            },
          ),
        ],
      },
    },
    entities: { ticket },
  } as unknown as Model; // only these are read
  const before = record({ ...create({ category: paid }), id: 'r1' });
  const held = rightsFor(model, ['test']);
  const rights = fieldRights(held, ticket, { ...SCOPE, record: before });
  const isKnown = (field: string): boolean => isEverOpen(held, ticket.id, field);
  const sent = { secret: 'x', team: { id: 't5' }, constructor: 'x', subject: 'ok' };
  expect(
    codes(judgeSent({ entity: ticket, before, sent, rights, isKnown, scope: { ...SCOPE, record: before } })),
  ).toEqual(['secret: unknown_field', 'team: forbidden_field', 'constructor: unknown_field']);
});
