import { expect, test } from 'vitest';
import { compile } from '../../../compile.ts';

/** A job that marks its thing as it ends, and what else both say. */
function judged(finish: string, never: string, more = ''): string {
  const text = `ninefold: 1
roles: { boss: { thing: all, job: all, task: all, user: { refer: true }, runtime: [users] } }
entities:
  task: { fields: { of: { type: reference, to: job } } }
  job: { fields: { about: { type: reference, to: thing, inverse: jobs }, size: { type: integer }, kept: { type: integer, immutable: true } } }
  thing: { fields: { size: { type: integer }, owner: { type: reference, to: user } } }
states:
  task: { initial: open, states: { open: {}, closed: { final: true } }, transitions: { close: { from: open, to: closed, by: boss, fire: { each: record.of, transition: finish } } } }
  job: { initial: open, states: { open: {}, ended: { final: true } }, transitions: { finish: { from: open, to: ended, ${finish}, fire: { each: record.about, transition: mark } } } }
  thing:
    initial: a
    states: { a: {}, b: {}, c: { final: true } }
    transitions: { send: { from: a, to: b, by: boss }, mark: { from: b, to: c }${more} }
rules: { thing: { p: { never: '${never}' } } }
`;
  const { verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  const found = verdicts.find(({ id }) => id === 'NF0606');
  if (found?.verdict !== 'refuted') return `${String(found?.verdict)} ${found?.reason?.kind ?? ''}`.trim();
  return (found.steps ?? []).map(({ entity, name }) => (entity ? `${entity}.${name}` : name)).join(' ');
}

const MARKED = 'create send job.create job.finish';
const BY_TASK = 'create send job.create task.create task.close';

test.each([
  ['by: boss', 'transition == "mark" && record.size > 3', MARKED],
  ['by: boss', 'record.state == "c" && blank(record.owner)', MARKED],
  ['by: boss, notify: { to: record.about.owner }', 'record.state == "c" && record.size > 3', MARKED],
  [
    'when: record.about.size > 3, notify: { to: record.about.owner }',
    'transition == "mark" && record.size < 2',
    'proved',
  ],
  ['by: boss, when: record.about.size > 3', 'record.state == "c" && record.size > 7', MARKED],
  ['when: record.about.size > 3', 'record.state == "c" && record.size > 7', BY_TASK],
  [
    'by: boss, when: record.about.size > 3',
    'record.state == "c" && record.size == 3',
    'create send job.create job.finish update',
  ],
  ['when: record.about.size > 3', 'transition == "mark" && record.size < 2', 'proved'],
  ['by: boss, when: filled(record.about.owner)', 'transition == "mark" && blank(record.owner)', 'proved'],
  ['by: boss, when: record.size > 3', 'transition == "mark" && record.state == "b"', 'proved'],
])('what another record fires, with “%s”, against the promise %s: %s', (finish, never, told) => {
  expect(judged(finish, never)).toBe(told);
});

test('what one of several ways to fire it keeps another one breaks', () => {
  expect(
    judged('by: boss, when: record.about.size > 3 || record.size > 1', 'transition == "mark" && record.size < 2'),
  ).toBe(MARKED);
});

/** A thing that jobs mark and that people then pay, and parts that a job makes. */
function made(never: string, of: 'thing' | 'part', rule = ''): string {
  const text = `ninefold: 1
roles: { boss: { thing: all, job: all, part: { read: true }, runtime: [users] } }
entities:
  job: { fields: { about: { type: reference, to: thing, inverse: jobs }, size: { type: integer } } }
  part: { fields: { of: { type: reference, to: job, inverse: parts }, size: { type: integer }, note: { type: string } } }
  thing: { fields: { size: { type: integer }, last: { type: integer, read_only: true } } }
states:
  job:
    initial: open
    states: { open: {}, under_way: {}, ended: { final: true } }
    transitions:
      finish: { from: open, to: ended, by: boss, when: record.size > 2, fire: { each: record.about, transition: mark } }
      go: { from: open, to: under_way, by: boss, create: { part: { of: = record, size: = record.size } } }
      end: { from: under_way, to: ended, by: boss }
  part: { initial: x, states: { x: {}, y: { final: true } }, transitions: { seal: { from: x, to: y, by: boss } } }
  thing:
    initial: a
    states: { a: {}, b: {}, c: {}, d: { final: true } }
    transitions:
      send: { from: a, to: b, by: boss }
      mark: { from: b, to: c, set: { last: = record.size } }
      pay: { from: c, to: d, by: boss }
rules: { ${of}: { p: { never: '${never}' }${rule} } }
`;
  const { verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  const found = verdicts.find(({ id }) => id === 'NF0606');
  if (found?.verdict !== 'refuted') return String(found?.verdict);
  return (found.steps ?? []).map(({ entity, name }) => (entity ? `${entity}.${name}` : name)).join(' ');
}

const PAID = 'create send job.create job.finish pay';
const SEALED = 'job.create job.go seal';

test.each([
  ['transition == "pay" && record.size > 3', 'thing', PAID],
  ['record.state == "d" && record.last == 8', 'thing', PAID],
  ['transition == "seal" && record.size > 4', 'part', SEALED],
  ['record.state == "y" && record.of.size == 3', 'part', SEALED],
  ['record.state == "y" && filled(record.note)', 'part', 'undecided'],
] as const)('what another record does on the way to a promise on %s of a %s: %s', (never, of, told) => {
  expect(made(never, of)).toBe(told);
});

test('a record is made on the way only as no rule refuses it', () => {
  const rule = ", few: { check: 'record.size < 6' }";
  expect(made('transition == "seal" && record.size > 4', 'part', rule)).toBe(SEALED);
  expect(made('transition == "seal" && record.size > 5', 'part', rule)).not.toContain('job');
});

/** Of an order whose number is drawn as it is made, or by a step, whether it is paid with a blank number. */
function drawn(given: string, never: string): string {
  const text = `ninefold: 1
roles: { boss: { order: all, runtime: [users] } }
entities: { order: { fields: { number: { type: sequence, pattern: "N-{000}"${given} } } } }
states:
  order:
    initial: a
    states: { a: {}, b: {}, c: { final: true } }
    transitions: { send: { from: a, to: b, by: boss }, pay: { from: b, to: c, by: boss } }
rules: { order: { p: { never: '${never}' } } }
`;
  const { verdicts } = compile([{ path: 'app.yaml', text }]);
  return verdicts.find(({ id }) => id === 'NF0606')?.verdict ?? '';
}

test('a number is blank until the step that draws it, and not after it', () => {
  expect(drawn(', given: pay', 'record.state == "b" && blank(record.number)')).toBe('refuted');
  expect(drawn(', given: pay', 'record.state == "b" && filled(record.number)')).not.toBe('refuted');
  expect(drawn(', given: send', 'record.state == "c" && blank(record.number)')).not.toBe('refuted');
  expect(drawn('', 'record.state == "c" && blank(record.number)')).not.toBe('refuted');
});

test('a record that is made has one value for what the record that makes it has', () => {
  expect(made('transition == "seal" && record.size == 5 && record.of.size == 2', 'part')).not.toContain('job');
  expect(made('transition == "seal" && record.of.state == "open"', 'part')).not.toContain('job');
  expect(made('transition == "seal" && record.of.state == "under_way"', 'part')).toBe(SEALED);
});

/** Of a thing that another one opens, whose shelf has a life cycle of its own, how its promise is broken. */
function opened(never: string): string {
  const text = `ninefold: 1
roles: { boss: { thing: all, job: all } }
entities:
  job: { fields: { about: { type: reference, to: thing } } }
  thing: { fields: { size: { type: integer } } }
states:
  job: { initial: open, states: { open: {}, ended: { final: true } }, transitions: { finish: { from: open, to: ended, by: boss, fire: { each: record.about, transition: clear } } } }
  thing: { initial: a, states: { a: {}, b: {} }, transitions: { send: { from: a, to: b, by: boss } } }
  thing.shelf: { initial: none, states: { none: {}, kept: {}, gone: { final: true } }, transitions: { keep: { from: none, to: kept, by: boss }, clear: { from: kept, to: gone } } }
rules: { thing: { p: { never: '${never}' } } }
`;
  const { verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  const found = verdicts.find(({ id }) => id === 'NF0606');
  return (found?.steps ?? []).map(({ entity, name }) => (entity ? `${entity}.${name}` : name)).join(' ');
}

test('a further life cycle comes to the state from which another record moves it on', () => {
  expect(opened('blank(record.changed_by) && record.size > 3')).toBe('create keep job.create job.finish');
});
