import en from '../../locales/en/checks.json' with { type: 'json' };
import ja from '../../locales/ja/checks.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { checkExpression } from './check.ts';
import { ISSUES } from './syntax/issues.ts';
import { COMMON_VARIABLES } from './schema/place.ts';
import { ticketPlace } from './testing/ticket-place.ts';
import { typeName } from './schema/types.ts';

type Texts = Readonly<Record<string, string>>;

const GOOD: readonly (readonly [string, string, string])[] = [
  ['record.requester == user', 'boolean', 'record.requester user'],
  ['record.requester.manager.team.name', 'text', 'record.requester.manager.team.name'],
  ['record.cost * 1.10 + 0.2', 'number', 'record.cost'],
  ['-5 / 2', 'number', ''],
  ['record.priority in ["low", "high"]', 'boolean', 'record.priority'],
  [
    'record.state != "closed" && !record.urgent || filled(record.subject)',
    'boolean',
    'record.state record.subject record.urgent',
  ],
  ['record.due < now - hours(limits.answer_hours)', 'boolean', 'limits.answer_hours now record.due'],
  ['record.from + days(3)', 'date', 'record.from'],
  ['today - record.from', 'number', 'record.from today'],
  ['now - record.due', 'duration', 'now record.due'],
  ['now - record.due > days(2)', 'boolean', 'now record.due'],
  ['date(record.due) == record.from', 'boolean', 'record.due record.from'],
  ['sum(record.lines.map(l, l.qty * l.price))', 'number', 'record.lines record.lines.price record.lines.qty'],
  ['record.lines.all(l, l.qty > 0)', 'boolean', 'record.lines record.lines.qty'],
  ['record.lines.map(l, l.qty > 1, l.price)', 'list of number', 'record.lines record.lines.price record.lines.qty'],
  ['size(record.lines.filter(l, blank(l.item))) == 0', 'boolean', 'record.lines record.lines.item'],
  ['first(record.watchers).team.name', 'text', 'record.watchers record.watchers.team.name'],
  ['user in record.watchers', 'boolean', 'record.watchers user'],
  ['record.watchers.exists(w, w.team in user.teams)', 'boolean', 'record.watchers record.watchers.team user.teams'],
  ['record.watchers.exists_one(w, w == user)', 'boolean', 'record.watchers user'],
  ['time(record.due) < "08:30"', 'boolean', 'record.due'],
  ['"x" in record.tags', 'boolean', 'record.tags'],
  ['(record.urgent ? record.requester : user).team', 'team', 'record.requester.team record.urgent user.team'],
  ['record.urgent ? null : record.cost', 'number', 'record.cost record.urgent'],
  [
    'or_else(record.requester.manager, user).name',
    'text',
    'record.requester.manager record.requester.manager.name user user.name',
  ],
  ['has_role(user, manager)', 'boolean', 'user user.roles'],
  ['has_role(record.requester, "agent")', 'boolean', 'record.requester record.requester.roles'],
  ['record.subject.contains("a")', 'boolean', 'record.subject'],
  ['record.subject + " " + text(record.cost)', 'text', 'record.cost record.subject'],
  ['div(record.cost, 2) + mod(record.cost, 2) + record.cost % 3', 'number', 'record.cost'],
  ['max(record.cost, 5, limits.max_cost)', 'number', 'limits.max_cost record.cost'],
  ['min(record.lines.map(l, l.qty))', 'number', 'record.lines record.lines.qty'],
  ['input.reason == null', 'boolean', 'input.reason'],
  ['line.qty * line.price', 'number', 'line.price line.qty'],
  ['min([])', 'blank', ''],
  ['sum([])', 'number', ''],
  [
    'ancestors(record.team).map(t, t.name)',
    'list of text',
    'record.team record.team.ancestors() record.team.ancestors().name',
  ],
  ['size(descendants(user.team))', 'number', 'user.team user.team.descendants()'],
  ['under(record.team, user.team)', 'boolean', 'record.team record.team.ancestors() user.team'],
  ['users_with(manager)', 'list of user', 'users_with.manager'],
  [
    'users_with("agent").exists(u, u.team == record.team)',
    'boolean',
    'record.team users_with.agent users_with.agent.team',
  ],
  ['limits.max_cost.on(record.from)', 'number', 'limits.max_cost record.from'],
  ['limits.answer_hours.on(today)', 'number', 'limits.answer_hours today'],
  ['workdays(record.from, today, [record.from, null])', 'number', 'record.from today'],
  ['age(record.from)', 'number', 'record.from today'],
  ['age(record.from, record.from + days(1))', 'number', 'record.from'],
  ['record.price * 2 + 1', 'money (EUR)', 'record.price'],
  ['record.price / record.fare', 'number', 'record.fare record.price'],
  ['div(record.price, 3)', 'money (EUR)', 'record.price'],
  ['round(-record.fare, 2) % 7', 'money (JPY)', 'record.fare'],
  ['amount(record.price) + amount(record.fare)', 'number', 'record.fare record.price'],
  ['record.price + convert(record.fare, 0.006, EUR)', 'money (EUR)', 'record.fare record.price'],
  ['convert(record.cost, limits.max_cost, "KWD")', 'money (KWD)', 'limits.max_cost record.cost'],
  ['or_else(record.price, 0)', 'money (EUR)', 'record.price'],
  ['sum([1, record.price])', 'money (EUR)', 'record.price'],
];

test.each(GOOD)('types %s', (source, type, reads) => {
  const { expression, issues } = checkExpression(source, ticketPlace());
  expect(issues).toEqual([]);
  expect(expression && typeName(expression.type)).toBe(type);
  expect(expression?.reads.join(' ')).toBe(reads);
});

/** Source, issue, the marked part, some of its params. */
const BAD: readonly (readonly [string, string, string, Readonly<Record<string, string>>])[] = [
  ['record.', ISSUES.unfinished, '', {}],
  ['record.cost ) 1', ISSUES.syntax, ')', { found: ')', expected: '' }],
  ['"abc', ISSUES.syntax, '"abc', {}],
  ['record.urgent and true', ISSUES.syntax, 'and', { expected: '&&' }],
  ['record.cost = 5', ISSUES.syntax, '=', { expected: '==' }],
  ['record.subject ?? "x"', ISSUES.syntax, '??', { expected: 'or_else(x, y)' }],
  [
    '('.repeat(60) + '1' + ')'.repeat(60),
    ISSUES.tooLarge,
    '('.repeat(28) + '1' + ')'.repeat(60),
    { limit: 'where_depth', most: '32' },
  ],
  ['1' + ' + 1'.repeat(600), ISSUES.tooLarge, '1' + ' + 1'.repeat(600), { limit: 'where_parts', most: '500' }],
  ['[] == null ? 1 : 2', ISSUES.wrongOperands, '[] == null', {}],
  ['recrod.cost', ISSUES.unknownVariable, 'recrod', { nearest: 'record' }],
  ['cost > 5', ISSUES.unknownVariable, 'cost', { nearest: 'record.cost' }],
  ['before.cost > 5', ISSUES.notHere, 'before', {}],
  ['record.subjet == "x"', ISSUES.unknownField, 'subjet', { nearest: 'subject', entity: 'ticket' }],
  ['record.lines.exists(l, l.prise > 1)', ISSUES.unknownField, 'prise', { nearest: 'price' }],
  ['record.constructor == 1', ISSUES.unknownField, 'constructor', {}],
  ['filed(record.subject)', ISSUES.unknownFunction, 'filed(record.subject)', { nearest: 'filled' }],
  ['has(record.subject)', ISSUES.unknownFunction, 'has(record.subject)', { nearest: 'filled' }],
  ['toString(1)', ISSUES.unknownFunction, 'toString(1)', { nearest: '' }],
  ['record.subject.matches("(a")', ISSUES.badPattern, '"(a"', { name: '"(a"', at: '3' }],
  [
    'record.subject.matches(record.priority)',
    ISSUES.badPattern,
    'record.priority',
    { name: 'record.priority', at: '' },
  ],
  ['record.tags[0]', ISSUES.notYet, 'record.tags[0]', { name: '[]' }],
  ['{"a": 1}', ISSUES.notYet, '{"a": 1}', {}],
  ['0x1F', ISSUES.notYet, '0x1F', {}],
  ['1000000000000000', ISSUES.badNumber, '1000000000000000', {}],
  ['record.cost + record.subject', ISSUES.wrongOperands, 'record.cost + record.subject', { found: 'number + text' }],
  ['record.from + 14', ISSUES.wrongOperands, 'record.from + 14', { days: 'days(14)' }],
  ['14 > record.due - record.due', ISSUES.wrongOperands, '14 > record.due - record.due', { days: 'days(14)' }],
  ['record.from + 1.5', ISSUES.wrongOperands, 'record.from + 1.5', { days: '' }],
  ['record.urgent == null', ISSUES.wrongOperands, 'record.urgent == null', {}],
  ['record.tags == record.tags', ISSUES.wrongOperands, 'record.tags == record.tags', {}],
  [
    'record.requester == record.team',
    ISSUES.wrongOperands,
    'record.requester == record.team',
    { found: 'user == team' },
  ],
  ['record.due < record.from', ISSUES.momentAndDay, 'record.due < record.from', {}],
  ['round(record.subject)', ISSUES.wrongArguments, 'round(record.subject)', { found: 'text' }],
  [
    'sum(record.tags)',
    ISSUES.wrongArguments,
    'sum(record.tags)',
    { expected: 'sum(list of number) | sum(list of duration)' },
  ],
  ['limits.max_cots > 1', ISSUES.unknownLimit, 'max_cots', { nearest: 'max_cost' }],
  ['filled(limits)', ISSUES.wholeNamespace, 'limits', {}],
  ['record.priority == "hihg"', ISSUES.unknownOption, '"hihg"', { nearest: 'high' }],
  ['record.state in ["new", "opne"]', ISSUES.unknownOption, '"opne"', { nearest: 'open' }],
  ['has_role(user, manger)', ISSUES.unknownRole, 'manger', { nearest: 'manager' }],
  ['record.cost.x', ISSUES.noFields, 'x', { found: 'number' }],
  ['record.lines.qty', ISSUES.fieldOfList, 'qty', {}],
  ['record.lines.all(record, true)', ISSUES.badLocal, 'record', {}],
  ['time(record.from)', ISSUES.wrongArguments, 'time(record.from)', { found: 'date' }],
  ['record.lines.exists_one(l, l.qty)', ISSUES.wrongCondition, 'l.qty', { found: 'number' }],
  ['record.cost.all(l, true)', ISSUES.wrongArguments, 'record.cost', { expected: 'list' }],
  ['input.raeson', ISSUES.unknownInput, 'raeson', { nearest: 'reason' }],
  ['record.cost && true', ISSUES.wrongCondition, 'record.cost', { found: 'number' }],
  ['record.cost ? 1 : 2', ISSUES.wrongCondition, 'record.cost', {}],
  ['record.urgent ? 1 : "a"', ISSUES.wrongOperands, 'record.urgent ? 1 : "a"', { found: 'number; text' }],
  ['record.price + record.fare', ISSUES.currencies, 'record.price + record.fare', { name: 'EUR', other: 'JPY' }],
  ['convert(record.price, record.fare, JPY)', ISSUES.wrongArguments, 'convert(record.price, record.fare, JPY)', {}],
  ['convert(record.price, 2, Yen)', ISSUES.wrongArguments, 'convert(record.price, 2, Yen)', {}],
  ['convert(record.price, 2)', ISSUES.wrongArguments, 'convert(record.price, 2)', {}],
  [
    'workdays(record.from, today, record.tags)',
    ISSUES.wrongArguments,
    'workdays(record.from, today, record.tags)',
    { found: 'date; date; list of text' },
  ],
  ['age(now)', ISSUES.wrongArguments, 'age(now)', { found: 'datetime', expected: 'age(date) | age(date; date)' }],
  ['limits.max_cost.on(now)', ISSUES.wrongArguments, 'limits.max_cost.on(now)', { found: 'number; datetime' }],
  ['record.cost.on(today)', ISSUES.wrongArguments, 'record.cost.on(today)', { expected: 'on(limits.…; date)' }],
  ['limits.max_cots.on(today)', ISSUES.unknownLimit, 'max_cots', { nearest: 'max_cost' }],
  ['users_with(manger)', ISSUES.unknownRole, 'manger', { nearest: 'manager' }],
  ['link_to(record)', ISSUES.notYet, 'link_to(record)', { name: 'link_to' }],
  ['link_to(record.subject)', ISSUES.wrongArguments, 'link_to(record.subject)', { found: 'text' }],
  [
    'verify(input.reason, record.cost)',
    ISSUES.wrongArguments,
    'verify(input.reason, record.cost)',
    { found: 'text; number', expected: 'verify(secret; secret)' },
  ],
  ['record.did', ISSUES.wholeNamespace, 'did', { name: 'did' }],
  ['record.did == record.did.submit', ISSUES.wholeNamespace, 'did', {}],
  ['size(record.did.submitt)', ISSUES.unknownTransition, 'submitt', { nearest: 'submit' }],
  ['size(record.team.did.submit)', ISSUES.unknownField, 'submit', { name: 'did', entity: 'team' }],
  ['size(line.did.submit)', ISSUES.unknownField, 'submit', { name: 'did' }],
  ['record.awaits', ISSUES.wholeNamespace, 'awaits', { name: 'awaits' }],
  ['size(record.awaits.submit)', ISSUES.unknownTransition, 'submit', { name: 'submit' }],
  ['size(record.awaits.aprove)', ISSUES.unknownTransition, 'aprove', { nearest: 'approve' }],
  ['size(record.team.awaits.approve)', ISSUES.unknownField, 'approve', { name: 'awaits', entity: 'team' }],
  ['users_with()', ISSUES.wrongArguments, 'users_with()', {}],
  [
    'ancestors(user)',
    ISSUES.wrongArguments,
    'ancestors(user)',
    { expected: 'ancestors(record with tree:)', found: 'user' },
  ],
  ['under(record.team, user)', ISSUES.wrongArguments, 'under(record.team, user)', { found: 'team; user' }],
  ['amount(record.subject)', ISSUES.wrongArguments, 'amount(record.subject)', { found: 'text' }],
  ['[1, "a"]', ISSUES.mixedList, '"a"', { expected: 'number', found: 'text' }],
];

test.each(BAD)('refuses %s', (source, id, marked, params) => {
  const { expression, issues } = checkExpression(source, ticketPlace());
  expect(expression).toBeNull();
  expect(issues.map((issue) => issue.id)).toEqual([id]);
  const [issue] = issues;
  expect(source.slice(issue?.start, issue?.end)).toBe(marked);
  expect(issue?.params).toMatchObject(params);
});

test.each([
  ['JPY', '0'],
  ['EUR', '2'],
  ['KWD', '3'],
])('an amount in %s has %s decimals', (code, places) => {
  const { expression } = checkExpression(`convert(record.price, 1.5, ${code})`, ticketPlace());
  expect(expression?.tree).toMatchObject({ fn: 'round', args: [{ fn: 'mul' }, { value: places }] });
});

test('the value of a limit on a day is that of the last date before it', () => {
  const { expression } = checkExpression('limits.max_cost.on(record.from)', ticketPlace());
  const at = (from: string) => ({ fn: 'ge', args: [{ name: 'from' }, { value: from }] });
  const earlier = { fn: 'if', args: [at('2026-01-01'), { value: '1000' }, { value: null }] };
  expect(expression?.tree).toMatchObject({ fn: 'if', args: [at('2026-04-01'), { value: '1500' }, earlier] });
});

test('a cell of a data file cannot ask for people', () => {
  const { issues } = checkExpression('first(users_with(manager))', ticketPlace({ variables: COMMON_VARIABLES }));
  expect(issues).toMatchObject([
    { id: ISSUES.notHere, params: { name: 'users_with', expected: 'limits, now, today' } },
  ]);
});

test('keeps the digits of a number', () => {
  const { expression } = checkExpression('0.1000000000000000055 + -12.50', ticketPlace());
  expect(JSON.stringify(expression?.tree)).toContain('"0.1000000000000000055"');
  expect(JSON.stringify(expression?.tree)).toContain('"-12.50"');
});

test('reports every part that is wrong', () => {
  const { issues } = checkExpression('recrod.a == 1 && usre == 2', ticketPlace());
  expect(issues.map((issue) => issue.params['nearest'])).toEqual(['record', 'user']);
});

test('what does not run yet is typed, and never a row condition', () => {
  const ids = (source: string, asRows = false) =>
    checkExpression(source, ticketPlace({ asRows })).issues.map(({ id }) => id);
  expect(ids('"see " + link_to(record) > 5')).toEqual([ISSUES.notYet, ISSUES.wrongOperands]);
  expect(ids('link_to(record) == ""', true)).toEqual([ISSUES.notAsRows]);
});

test('says what it expected of the whole', () => {
  const { issues } = checkExpression('record.cost', ticketPlace({ expects: 'boolean' }));
  expect(issues).toEqual([
    { id: ISSUES.wrongResult, start: 0, end: 11, params: { expected: 'boolean', found: 'number' } },
  ]);
  expect(checkExpression('null', ticketPlace({ expects: 'number' })).issues).toEqual([]);
  expect(checkExpression('null', ticketPlace({ expects: 'boolean' })).issues).toHaveLength(1);
});

test.each([
  ['record.team == user.team', true],
  ['lower(user.name) == record.subject', true],
  ['user in record.watchers', true],
  ['record.team in user.teams', true],
  ['user.teams.exists(t, t.lead == record.requester)', true],
  ['record.cost > 5', false],
  ['record.urgent == has_role(user, manager)', false],
])('marks %s as guarded: %s', (source, guarded) => {
  const tree = (place: boolean) =>
    JSON.stringify(checkExpression(source, ticketPlace({ guarded: place })).expression?.tree);
  expect(tree(true).includes('"guarded":true')).toBe(guarded);
  expect(tree(false).includes('"guarded":true')).toBe(false);
});

test.each([en, ja])(
  'every issue has its texts, and they name only its params',
  (texts: Record<string, Texts | undefined>) => {
    const untold = Object.values(ISSUES).filter((id) => !texts[id]?.['message'] || !texts[id]?.['help']);
    expect(untold).toEqual([]);
    for (const [source, id] of BAD) {
      const params = checkExpression(source, ticketPlace()).issues[0]?.params ?? {};
      const text = Object.values(texts[id] ?? {}).join(' ');
      for (const [, name = ''] of text.matchAll(/\{\{(\w+)\}\}/g)) expect(Object.keys(params)).toContain(name);
    }
  },
);

test('a role is held by whoever was given one that includes it', () => {
  const tree = (source: string) => checkExpression(source, ticketPlace()).expression?.tree;
  const roles = { node: 'field', of: { name: 'user' }, name: 'roles' };
  const has = (role: string) => ({ node: 'call', fn: 'in', args: [{ value: role }, roles] });
  expect(tree('has_role(user, manager)')).toMatchObject(has('manager'));
  expect(tree('has_role(user, agent)')).toMatchObject({ fn: 'or', args: [has('agent'), has('manager')] });
  expect(tree('has_role(user, requester)')).toMatchObject({ fn: 'filled', args: [{ name: 'user' }] });
});
