import { expect, test } from 'vitest';
import en from '../../locales/en/reasoning.json' with { type: 'json' };
import ja from '../../locales/ja/reasoning.json' with { type: 'json' };
import type { Verdict } from '../application.ts';
import { compile } from '../compile.ts';
import { filesOf } from './fixture.ts';
import { FIXTURES } from './fixtures/fixtures.ts';

/** A part that reasoning treats as a value of its own: it may be true or not, and no example is found. */
const OPEN = 'record.name.contains("x") && record.name.starts_with("y")';

/** Each claim with a condition that reasoning cannot decide. */
const UNDECIDED = `ninefold: 1
roles:
  boss: { thing: { read: '${OPEN}', create: true, fields: { closed: read } }, part: { read: '${OPEN}' }, runtime: [users] }
entities:
  part: { fields: { word: { type: string }, name: { type: string } } }
  thing:
    fields:
      name: { type: string }
      size: { type: integer }
      title: { type: string, required: true }
      closed: { type: integer, closed: true, required_when: '${OPEN}', visible_when: '${OPEN}' }
      up: { type: references, to: part }
      word: { type: boolean, computed: 'record.up.exists(p, filled(p.word))' }
states:
  thing:
    initial: a
    states: { a: {}, b: { final: true }, c: { final: true } }
    transitions:
      go: { from: a, to: b, by: boss, when: '${OPEN}' }
      on: { from: a, to: b, by: boss, when: '!(${OPEN})' }
      soon: { from: a, to: b, after: = days(1), when: '${OPEN}' }
      late: { from: a, to: c, after: = days(1) }
  thing.mood:
    states: { x: {}, y: {} }
    derived: [{ state: x, when: '${OPEN}' }, { state: y, when: '${OPEN} && record.size > 3' }, { state: x }]
rules:
  thing:
    one: { when: '${OPEN}', check: record.size > 3 }
    two: { when: record.size > 0, check: '${OPEN}' }
    four: { check: '!(record.size > 3) && record.title.contains("x") && record.title.starts_with("y")' }
    three: { check: '${OPEN} && !(record.size > 3)' }
    never_so: { never: '${OPEN}' }
`;

function told(text: string): readonly Verdict[] {
  return compile([{ path: 'app.yaml', text }]).verdicts;
}

test('every claim that reasoning looks into can be proved, refuted and left undecided, with example and reason', () => {
  const shown = Object.keys(en.claims).flatMap((id) => {
    const { bad = [], good = [] } = FIXTURES[id] ?? {};
    return [...bad.map(({ files }) => files), ...good].flatMap((files) => compile(filesOf(files)).verdicts);
  });
  const all = [...shown, ...told(UNDECIDED)];
  const missing = Object.keys(en.claims).flatMap((id) =>
    (['proved', 'refuted', 'undecided'] as const)
      .filter((verdict) => !all.some((one) => one.id === id && one.verdict === verdict))
      .map((verdict) => `${id} ${verdict}`),
  );
  // a role that can never read the source needs no reasoning; NF0713 decides whether one that can read it reads it everywhere
  expect(missing).toEqual(['NF0707 proved', 'NF0707 undecided']);
  expect(all.filter(({ verdict, reason }) => (reason === null) === (verdict === 'undecided'))).toEqual([]);
});

test('claims and reasons have words in both languages', () => {
  const named = (text: unknown): readonly string[] => [...new Set(JSON.stringify(text).match(/\{\{\w+\}\}/g))].sort();
  expect(Object.keys(ja.claims)).toEqual(Object.keys(en.claims));
  expect(Object.keys(ja.reasons)).toEqual(Object.keys(en.reasons));
  expect([en, ja].map(({ advice }) => Object.keys(advice))).toEqual(
    [en, ja].map(({ reasons }) => Object.keys(reasons)),
  );
  for (const [id, claim] of Object.entries(en.claims)) {
    expect([id, named((ja.claims as Readonly<Record<string, string>>)[id])]).toEqual([id, named(claim)]);
  }
});
