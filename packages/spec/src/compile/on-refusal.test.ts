import { expect, test } from 'vitest';
import { compile } from '../compile.ts';
import { sideways } from '../reasoning/promises/moves.ts';

/** A life cycle with `on_refusal` and what it holds. */
function compiled(set: string): ReturnType<typeof compile> {
  const text = `ninefold: 1
roles: { boss: { thing: { read: true, create: true, update: true, fields: { tries: { read: true } } }, runtime: [users] } }
entities:
  thing:
    fields:
      name: { type: string }
      tries: { type: integer, default: 0 }
      twice: { type: integer, computed: record.tries * 2 }
      last: { type: reference, to: user }
states:
  thing:
    initial: a
    states: { a: {}, b: { final: true } }
    transitions:
      go: { from: a, to: b, by: boss, input: { code: { type: integer } }, when: input.code == 1, on_refusal: { ${set} } }
`;
  return compile([{ path: 'app.yaml', text }]);
}

function told(set: string): readonly string[] {
  const { issues } = compiled(set);
  return issues.filter(({ severity }) => severity === 'error').map(({ id, params }) => `${id} ${params['name'] ?? ''}`);
}

test('what is written on refusal reads the record and the person, and no answer of the form', () => {
  expect(told('set: { tries: = record.tries + 1, last: = user }')).toEqual([]);
  expect(told('set: { tries: = input.code }')).toEqual(['NF0504 input']);
  expect(told('set: { tries: = before.tries }')).toEqual(['NF0504 before']);
});

test('it writes stored fields of the record that there are', () => {
  expect(told('set: { twice: 2 }')).toEqual(['NF0406 twice']);
  expect(told('set: { trys: 2 }')).toEqual(['NF0202 trys']);
  expect(told('set: { tries: yes }')).toHaveLength(1);
  expect(told('')).toHaveLength(1);
});

test('the checker follows what a refusal writes, in the states that the transition leaves', () => {
  const { application } = compiled('set: { tries: = record.tries + 1 }');
  const thing = application?.model.entities['thing'];
  if (!application || !thing) throw new Error('not compiled');
  const moves = (state: string) => sideways(application.model, thing, state).map(({ name, by }) => `${by} ${name}`);
  expect([moves('a'), moves('b')]).toEqual([['people update', 'others go'], ['people update']]);
});
