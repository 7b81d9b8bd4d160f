import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';

/** Things that `go` moves from a to b, which nobody may change; `more` are its keys, `never` the promise. */
function judged(never: string, { field = '', more = '', calls = '', rules = '' } = {}): string | undefined {
  const text = `ninefold: 1
roles: { boss: { thing: { create: true, read: true, fields: { mark: read } }, part: all, runtime: [users] } }
limits: { address: { type: string, value: 'https://example.org' } }
entities:
  part: { fields: { word: { type: string } } }
  thing:
    fields:
      name: { type: string, unique: true }
      mark: { type: integer }
      size: { type: integer }
${field}states:
  thing:
    initial: a
    states: { a: {}, b: { final: true, locked: true } }
    transitions: { go: { from: a, to: b, by: boss${more} } }
${calls}rules: { thing: { p: { never: '${never}' }${rules} } }
`;
  const { verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  return verdicts.find(({ id }) => id === 'NF0606')?.verdict;
}

test('a reference is blank once what it refers to is deleted, where no rule is broken by it', () => {
  const refers = (more: string): string => `      part: { type: reference, to: part${more} }\n`;
  const more = ', when: filled(record.part)';
  const never = 'record.state == "b" && blank(record.part)';
  expect(judged(never, { field: refers(''), more })).toBe('proved');
  const field = refers(', on_delete: clear');
  expect(judged(never, { field, more })).toBe('undecided');
  const rules = `, kept: { reject_when: 'record.state == "b" && blank(record.part)' }`;
  expect(judged(never, { field, more, rules })).toBe('proved');
});

test('an answer to a call is written as the application', () => {
  const tells = (then: string): string =>
    `calls: { out: { tell: { method: POST, url: = limits.address, body: { size: = record.size }${then} } } }\n`;
  const never = 'filled(record.mark) && blank(before.mark) && !creating';
  expect(judged(never, { more: ', call: tell', calls: tells('') })).toBe('proved');
  expect(judged(never, { more: ', call: tell', calls: tells(', then: { mark: = answer.id }') })).toBe('undecided');
  const other = 'record.size != before.size && !creating';
  expect(judged(other, { more: ', call: tell', calls: tells(', then: { mark: = answer.id }') })).toBe('proved');
});

test('other systems make, change and move records without the rights of people', () => {
  const calls = (more: string): string => `calls: { in: { post: { ${more}, secret: post_token } } }\n`;
  const found = 'updates: thing, find: record.name == body.name, map: { mark: = body.mark }';
  const never = 'filled(record.mark)';
  expect(judged(never)).toBe('proved');
  expect(judged(never, { calls: calls('creates: thing, map: { mark: = body.mark }') })).toBe('undecided');
  expect(judged(never, { calls: calls(found) })).toBe('undecided');
  expect(judged(never, { calls: calls(`${found}, fires: go`) })).toBe('undecided');
  expect(judged('transition == "go" && blank(user)', { calls: calls(`${found}, fires: go`) })).toBe('undecided');
  const guarded = { more: ", when: 'has_role(user, boss)'", calls: calls(`${found}, fires: go`) };
  expect(judged('transition == "go" && blank(user)', guarded)).toBe('proved');
});

test('a hidden field is blank for guards and promises, whatever is stored', () => {
  const shown = (when: string): string => `      seal: { type: integer, visible_when: '${when}' }\n`;
  const more = ', when: filled(record.seal)';
  const never = 'record.state == "b" && blank(record.seal)';
  expect(judged(never, { field: shown('record.size > 3'), more })).toBe('proved');
  expect(judged(never, { field: shown('record.state == "a"'), more })).toBe('refuted');
});

test('a number that a transition draws was blank before it', () => {
  const field = '      number: { type: sequence, pattern: "N-{0000}", given: go }\n';
  expect(judged('blank(before.number) && filled(record.number) && !creating', { field })).not.toBe('proved');
});
