import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';

/** Things from a over b to c, whose `seal` nobody writes but `go`; `rules` stand beside the promise. */
function judged(never: string, { set = '1', rules = '', reactions = '', when = '' } = {}): string | undefined {
  const text = `ninefold: 1
roles: { boss: { thing: { create: true, read: true, update: true }, part: all, runtime: [users] } }
limits: { most: { type: integer, value: 3 }, open: { type: integer, value: 3, editable_by: boss } }
entities:
  part: { fields: { size: { type: integer }, whole: { type: reference, to: thing, inverse: pieces } } }
  thing:
    fields:
      seal: { type: integer, read_only: true, default: 0 }
      size: { type: integer }
      day: { type: date }
      weight: { type: integer, computed: 'sum(record.pieces.map(p, p.size))' }
      part: { type: reference, to: part }
      twice: { type: integer, computed: record.seal * 2 }
states:
  thing:
    initial: a
    states: { a: {}, b: {}, c: { final: true } }
${reactions}    transitions: { go: { from: a, to: b, by: boss, set: { seal: ${set} }${when} }, end: { from: b, to: c, by: boss } }
rules: { thing: { p: { never: '${never}' }${rules} } }
`;
  const { verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  return verdicts.find(({ id }) => id === 'NF0606')?.verdict;
}

test('what nothing writes keeps its value from move to move', () => {
  expect(judged('record.seal > 1')).toBe('proved');
  expect(judged('record.twice > 2')).toBe('proved');
  expect(judged('record.seal > limits.most')).toBe('proved');
  expect(judged('record.seal > 0')).toBe('refuted');
});

test('whether a list is empty is decided, also where its size is asked for', () => {
  expect(judged('record.state == "b" && size(record.did.go) == 0')).toBe('proved');
  expect(judged('record.state == "c" && 0 == size(record.did.end)')).toBe('proved');
  expect(judged('record.state == "c" && size(record.did.end) > 0')).toBe('refuted');
  expect(judged('record.state == "a" && size(record.did.end) >= 1')).toBe('proved');
});

test('nothing refers to a record that is made', () => {
  expect(judged('creating && size(record.pieces) > 1')).toBe('proved');
  expect(judged('creating && sum(record.pieces.map(p, p.size)) > 3')).toBe('proved');
  expect(judged('creating && record.weight == 0')).toBe('refuted');
  expect(judged('record.weight > 3')).not.toBe('proved');
});

test('who refers to a record changes without a write to it', () => {
  const guard = { when: ", when: 'filled(record.pieces)'" };
  expect(judged('transition == "go" && size(record.pieces) == 0', guard)).toBe('proved');
  expect(judged('record.state == "b" && blank(record.pieces)', guard)).not.toBe('proved');
  expect(judged('record.state == "b" && size(record.pieces) < 1', guard)).not.toBe('proved');
});

test('whoever writes it is asked: transitions, reactions, people', () => {
  expect(judged('record.seal > 1', { set: '= record.size' })).toBe('refuted');
  expect(judged('record.seal > 1', { set: '= record.seal + 1' })).not.toBe('proved');
  const reactions = "    reactions: { grown: { when: 'record.size > 9', set: { seal: 7 } } }\n";
  expect(judged('record.seal > 1', { reactions })).not.toBe('proved');
  expect(judged('record.size > 9 && record.state == "c"')).toBe('refuted');
});

test('rules that refuse hold before a move too', () => {
  const rules = ", small: { check: 'record.seal < 2' }";
  expect(judged('record.seal > 1 && record.size > 3', { set: '= record.size', rules })).toBe('proved');
  const warned = ", small: { check: 'record.seal < 2', severity: warning }";
  expect(judged('record.seal > 1 && record.size > 3', { set: '= record.size', rules: warned })).not.toBe('proved');
});

test('nothing is taken from a rule whose verdict changes without a write to the record', () => {
  const rules = (check: string): string => `, small: { check: '${check}' }`;
  const never = (value: string): string => `transition == "end" && ${value}`;
  expect(judged(never('record.seal > 1'), { set: '= record.size', rules: rules('record.seal < 2') })).toBe('proved');
  for (const open of ['record.day > today', 'record.part.size > 3', 'record.size > limits.open'])
    expect(
      judged(`transition == "end" && !(${open})`, { rules: `, go: { when: 'transition == "go"', check: '${open}' }` }),
    ).not.toBe('proved');
});
