import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';

/** What a promise comes to where `clerk` has these grants on things, and things have these fields beside a size. */
function judged(
  promise: string,
  {
    grants,
    fields = '',
    go = 'from: a, to: b, by: clerk',
  }: Readonly<Record<'grants', string>> & Readonly<Partial<Record<'fields' | 'go', string>>>,
): readonly (string | undefined)[] {
  const text = `ninefold: 1
roles:
  clerk: { thing: { ${grants} }, part: all, runtime: [users] }
  boss: { thing: { create: true, read: true } }
entities:
  part: { fields: { size: { type: integer }, double: { type: integer, computed: record.size * 2 } } }
  thing:
    fields:
      size: { type: integer, min: 0, max: 20 }
      twice: { type: integer, computed: record.size * 2 }
      part: { type: reference, to: part }
${fields}
states: { thing: { initial: a, states: { a: {}, b: {} }, transitions: { go: { ${go} } } } }
rules: { thing: { p: { never: '${promise}' } } }
`;
  const { verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  const mistakes = issues.filter(({ severity, id }) => severity === 'error' && id !== 'NF0901');
  if (mistakes.length > 0) throw new Error(JSON.stringify(mistakes));
  const found = verdicts.find(({ id }) => id === 'NF0606');
  return [found?.verdict, found?.reason?.kind ?? found?.example.split(': ')[0]];
}

const ALL = 'create: true, read: true, update: true';

test('a computed value before a change is what its formula gives of the record before it', () => {
  const whole = { grants: `${ALL.replace('update: true', 'update: record.twice < 10')}` };
  expect(judged('!creating && record.size > 4', whole)).toEqual(['refuted', 'create → go']);
  expect(judged('transition != "go" && !creating && record.size > 4', whole)).toEqual(['proved', '']);
  expect(judged('before.size < 3 && before.twice > 5', { grants: ALL })).toEqual(['proved', '']);
  expect(judged('before.size < 3 && before.twice == 3', { grants: ALL })).toEqual(['proved', '']);
  expect(judged('before.size < 3 && before.twice == 4 && transition == "go"', { grants: ALL })).toEqual([
    'refuted',
    'create → go',
  ]);
});

test('a computed value of another record is what its formula gives of that record', () => {
  expect(judged('record.part.size == 2 && record.part.double != 4', { grants: ALL })).toEqual(['proved', '']);
  expect(judged('transition == "go" && record.part.double == 6', { grants: ALL })).toEqual(['refuted', 'create → go']);
  expect(judged('transition == "go" && blank(record.part) && record.part.double == 6', { grants: ALL })).toEqual([
    'proved',
    '',
  ]);
});

test('what a transition sets is seen by the computed values that read it, and not by what reads the record before', () => {
  const go = 'from: a, to: b, by: clerk, when: record.size > 3, set: { size: 1 }';
  expect(judged('transition == "go" && record.twice > 2', { grants: ALL, go })).toEqual(['proved', '']);
  expect(judged('transition == "go" && before.twice <= 6', { grants: 'create: true, read: true', go })).toEqual([
    'proved',
    '',
  ]);
  expect(judged('transition == "go" && before.twice == 8', { grants: ALL, go })).toEqual(['refuted', 'create → go']);
});

test('a change writes only what its writer may write', () => {
  const fields = '      note: { type: integer }';
  const closed = { grants: `${ALL}, fields: { note: { create: true, read: true } }`, fields };
  expect(judged('!creating && before.note != record.note', closed)).toEqual(['proved', '']);
  expect(judged('!creating && before.note != record.note', { grants: ALL, fields })).toEqual([
    'refuted',
    'create → update',
  ]);
  const locked = '      note: { type: integer, editable_when: before.size > 3 }';
  expect(judged('before.note != record.note && !creating && before.size < 3', { grants: ALL, fields: locked })).toEqual(
    ['proved', ''],
  );
});

test('what may be written once may still be written where it is blank, and a copy follows its source', () => {
  const once = '      note: { type: integer, immutable: true }';
  expect(
    judged('!creating && filled(before.note) && record.note != before.note', { grants: ALL, fields: once }),
  ).toEqual(['proved', '']);
  expect(judged('!creating && blank(before.note) && record.note == 3', { grants: ALL, fields: once })).toEqual([
    'refuted',
    'create → update',
  ]);
  const copy = '      of_part: { type: integer, copy: record.part.size, read_only: true }';
  const [verdict] = judged('!creating && record.of_part != before.of_part', { grants: ALL, fields: copy });
  expect(verdict).not.toBe('proved');
});

test('a transition carries changes of those who may make them', () => {
  const promise = 'transition == "go" && record.size != before.size';
  expect(judged(promise, { grants: ALL })).toEqual(['undecided', 'steps']);
  expect(judged(promise, { grants: 'create: true, read: true' })).toEqual(['proved', '']);
  const seen = { grants: 'create: true, read: record.size < 3, update: true, update_to: true' };
  expect(judged('transition == "go" && record.size > 5', seen)[0]).not.toBe('proved');
});

test('of a list of those that refer to a record no example says what is in it', () => {
  const load = `      load: { type: integer, computed: 'record.part.size + size(record.part.thing_by_part)' }`;
  expect(judged('transition == "go" && size(record.part.thing_by_part) == 0', { grants: ALL })).toEqual([
    'undecided',
    'value',
  ]);
  expect(judged('transition == "go" && record.load == 0', { grants: ALL, fields: load })[0]).toBe('undecided');
});

test('a change that changes nothing which a promise reads of the record does not break it', () => {
  expect(judged('transition == null && user != record.created_by', { grants: ALL })).toEqual(['proved', '']);
  expect(judged('user != record.created_by && record.state == "a"', { grants: ALL })).toEqual(['proved', '']);
  expect(judged('user != record.created_by && record.size == 3', { grants: ALL })).toEqual([
    'refuted',
    'create → update',
  ]);
});

test('a promise about who wrote last also comes true by a write that it does not judge', () => {
  const never = 'blank(record.changed_by) && record.size == 3';
  expect(judged(never, { grants: 'create: true, read: true' })[0]).not.toBe('proved');
});
