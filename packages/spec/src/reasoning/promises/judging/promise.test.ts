import { expect, test } from 'vitest';
import { compile } from '../../../compile.ts';

const HEAD = `ninefold: 1
roles: { clerk: { thing: { create: true, read: true }, part: all, runtime: [users] } }
entities:
  part: { fields: { word: { type: string }, open: { type: boolean } } }
  thing: { fields: { part: { type: reference, to: part }, size: { type: integer, min: 0 }, day: { type: date } } }
`;
const LIFE = `states:
  thing:
    initial: a
    states: { a: {}, b: {}, c: { final: true, locked: true } }
    transitions:
      go: { from: a, to: b, by: clerk, when: record.size > 3 }
      end: { from: b, to: c, after: = days(3) }
`;

function judged(promise: string, more = LIFE): readonly (string | undefined)[] {
  const rules = `rules: { thing: { p: { never: '${promise}' } } }\n`;
  const { verdicts, issues } = compile([
    { path: 'app.yaml', text: HEAD },
    { path: 'b.yaml', text: more },
    { path: 'c.yaml', text: rules },
  ]);
  const mistakes = issues.filter(({ severity, id }) => severity === 'error' && id !== 'NF0901');
  if (mistakes.length > 0) throw new Error(JSON.stringify(mistakes));
  const found = verdicts.find(({ id }) => id === 'NF0606');
  return [found?.verdict, found?.reason?.kind ?? found?.example.split(': ')[0]];
}

test('a promise is proved over every move, timers among them', () => {
  expect(judged('transition == "go" && record.size < 3')).toEqual(['proved', '']);
  expect(judged('transition == "end" && record.size > 5')).toEqual(['refuted', 'create → go → end']);
  expect(judged('record.state == "c" && record.size < 0')).toEqual(['proved', '']);
});

test('what other life cycles do counts too', () => {
  const two = `${LIFE}  thing.paid:
    initial: no_one
    states: { no_one: {}, all_of_it: { final: true } }
    transitions: { pay: { from: no_one, to: all_of_it, by: clerk } }
`;
  expect(judged('record.paid == "all_of_it" && record.state == "a"', two)).toEqual(['refuted', 'create → pay']);
  expect(judged('creating && record.paid == "all_of_it"', two)).toEqual(['proved', '']);
});

test('what changes without a write to the record is not proved away', () => {
  expect(judged('record.part.open && record.state == "b"')).toEqual(['refuted', 'create → go']);
  expect(judged('record.size > 5 && record.size < 5 && record.part.open')).toEqual(['proved', '']);
  const guarded = `states:
  thing:
    initial: a
    states: { a: {}, b: { final: true } }
    transitions: { go: { from: a, to: b, by: clerk, when: record.part.open } }
`;
  expect(judged('record.state == "b" && !record.part.open', guarded)).toEqual(['undecided', 'elsewhere']);
  expect(judged('record.state == "b" && transition == "go" && !record.part.open', guarded)).toEqual(['proved', '']);
});

test('what nobody may write is blank until a transition sets it', () => {
  const closed = (set: string): string => `entities: { thing: { fields: { seal: { type: integer, read_only: true } } } }
states:
  thing:
    initial: a
    states: { a: {}, b: { final: true } }
    transitions: { go: { from: a, to: b, by: clerk${set} } }
`;
  expect(judged('record.seal == 1 && creating', closed(''))).toEqual(['proved', '']);
  expect(judged('record.seal == 1 && record.state == "b"', closed(', set: { seal: 1 }'))).toEqual([
    'refuted',
    'create → go',
  ]);
  expect(judged('record.seal == 1 && record.state == "b"', closed(', set: { seal: 2 }'))).toEqual(['proved', '']);
  expect(judged('record.seal == 1 && record.state == "b"', closed(''))).toEqual(['undecided', 'steps']);
});
