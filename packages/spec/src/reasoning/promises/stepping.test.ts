import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';
import { idOf } from '@ninefold/model';
import type { ExampleStep } from '../../application.ts';

/** The steps of the example that breaks the promise of a specification; none where it is not shown to be broken. */
function stepsOf(text: string): readonly ExampleStep[] {
  const { verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  const mistakes = issues.filter(({ severity }) => severity === 'error');
  if (mistakes.length > 0) throw new Error(JSON.stringify(mistakes));
  const found = verdicts.find(({ id, verdict }) => id === 'NF0606' && verdict === 'refuted');
  return found?.steps ?? [];
}

const LIFE = `
states:
  thing:
    initial: a
    states: { a: {}, b: {}, c: { final: true } }
    transitions:
`;

test('who acts in an earlier step is nobody whom that step names by itself', () => {
  const steps = stepsOf(`ninefold: 1
roles: { boss: { thing: all, user: { refer: true }, runtime: [users] } }
entities: { thing: { fields: { size: { type: integer }, owner: { type: reference, to: user, required: true } } } }${LIFE}
      send: { from: a, to: b, by: boss, when: 'record.created_by != user && record.owner == user' }
      end: { from: b, to: c, by: boss, when: 'record.owner != user && (record.size > 1 || record.created_by == user)' }
rules: { thing: { p: { never: record.state == "c" } } }
`);
  const [create, send] = steps;
  expect(steps.map(({ name }) => name)).toEqual(['create', 'send', 'end']);
  expect(idOf(send?.values['record.owner'] ?? null)).toBe(send?.actor);
  expect(create?.actor).not.toBe(send?.actor);
});

test('what is known of somebody who acts later holds of them where the record names them earlier', () => {
  const text = (when: string): string => `ninefold: 1
roles: { boss: { thing: all, user: { refer: true }, runtime: [users] } }
entities:
  user: { fields: { level: { type: integer } } }
  thing: { fields: { owner: { type: reference, to: user, required: true } } }${LIFE}
      send: { from: a, to: b, by: boss, when: '${when}' }
      end: { from: b, to: c, by: boss, when: record.owner == user && user.level > 2 }
rules: { thing: { p: { never: record.state == "c" } } }
`;
  const possible = stepsOf(text('record.owner.level > 1'));
  expect(possible.map(({ name }) => name)).toEqual(['create', 'send', 'end']);
  expect(possible.map(({ values }) => values['record.owner.level'] ?? 3)).toEqual([3, 3, 3]);
  expect(stepsOf(text('record.owner.level < 2'))).toEqual([]);
});
