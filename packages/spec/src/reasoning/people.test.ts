import fc from 'fast-check';
import { evaluate, limitValues, type Expression, type Model, type Scope } from '@ninefold/model';
import { expect, test } from 'vitest';
import { compile } from '../compile.ts';
import { checkExpression } from '../expressions/check.ts';
import { COMMON_VARIABLES } from '../expressions/schema/place.ts';
import { schemaOf } from '../expressions/schema/schema-of.ts';
import { decide, type Answer } from './decide.ts';

const REFERENCES = ['owner', 'first', 'second', 'third'] as const;
const SPECIFICATION = `ninefold: 1
roles: { boss: { thing: all, team: all, runtime: [users] } }
entities:
  user: { fields: { manager: { type: reference, to: user }, team: { type: reference, to: team }, level: { type: integer } } }
  team: { fields: { name: { type: string }, lead: { type: reference, to: user } } }
  thing:
    fields:
      watchers: { type: references, to: user }
      approvers: { type: references, to: user }
      team: { type: reference, to: team }
      parent: { type: reference, to: thing }
      size: { type: integer }
${REFERENCES.map((name) => `      ${name}: { type: reference, to: user }`).join('\n')}
${Array.from({ length: 14 }, (_, n) => `      p${String(n)}: { type: reference, to: user }`).join('\n')}
`;
const { application } = compile([{ path: 'app.yaml', text: SPECIFICATION }]);
const model = application?.model as Model;

function parsed(source: string): Expression {
  const record = { kind: 'record', entity: 'thing' } as const;
  const { expression, issues } = checkExpression(source, {
    variables: { ...COMMON_VARIABLES, record, before: record, user: { kind: 'record', entity: 'user' } },
    schema: schemaOf(model),
    guarded: false,
    expects: 'boolean',
  });
  if (expression === null) throw new Error(`${source}: ${JSON.stringify(issues)}`);
  return expression;
}

function ask(...sources: readonly string[]): Answer {
  const goals = sources.flatMap((source) => {
    const { tree } = parsed(source);
    return tree === null ? [] : [{ tree, holds: true }];
  });
  return decide({ model, entity: 'thing', goals, steps: 100_000 });
}

const person = fc.constantFrom(
  ...['user', 'record.owner', 'record.first', 'record.second', 'record.third', 'record.created_by', 'before.owner'],
  ...['user.manager', 'record.owner.manager', 'record.first.manager', 'record.owner.manager.manager'],
  ...['record.team.lead', 'user.team.lead'],
);
const list = fc.constantFrom('record.watchers', 'record.approvers');
const equal = fc.constantFrom('==', '==', '!=');
const level = fc.tuple(person, fc.constantFrom('<', '<=', '>', '>=', '==', '!='), fc.integer({ min: 1, max: 4 }));
const atom = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(person, equal, person).map((parts) => parts.join(' ')) },
  fc.tuple(person, equal, person).map(([one, sign, other]) => `${one}.id ${sign} ${other}.id`),
  { weight: 2, arbitrary: level.map(([who, sign, number]) => `${who}.level ${sign} ${String(number)}`) },
  { weight: 2, arbitrary: fc.tuple(person, list).map((parts) => parts.join(' in ')) },
  fc.tuple(person, list).map(([who, many]) => `!(${who} in ${many})`),
  fc.tuple(fc.constantFrom('filled', 'blank'), person).map(([fn, who]) => `${fn}(${who})`),
  fc.tuple(person, person).map(([one, other]) => `${one}.level < ${other}.level`),
  fc.tuple(person, person).map(([one, other]) => `${one}.team != ${other}.team`),
);
const condition = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: atom },
      fc.tuple(atom, atom).map(([one, other]) => `(${one} || ${other})`),
    ),
    { minLength: 2, maxLength: 6 },
  )
  .map((parts) => parts.join(' && '));

/** A world of a few people who refer to each other at random. */
function world(next: () => number): Scope {
  const count = 1 + Math.floor(next() * 5);
  const one = <T>(items: readonly T[]): T | null =>
    next() < 0.1 ? null : (items[Math.floor(next() * items.length)] ?? null);
  const people = Array.from({ length: count }, (_, n): Record<string, unknown> => ({ id: `user ${String(n + 1)}` }));
  const teams = Array.from(
    { length: 2 },
    (_, n): Record<string, unknown> => ({ id: `team ${String(n)}`, lead: one(people) }),
  );
  for (const who of people) {
    who['manager'] = one(people);
    who['team'] = one(teams);
    who['level'] = one([0, 1, 2, 3, 4, 5]);
  }
  const record: Record<string, unknown> = { id: 'thing 1', team: one(teams), created_by: one(people) };
  for (const name of REFERENCES) record[name] = one(people);
  for (const name of ['watchers', 'approvers']) record[name] = people.filter(() => next() < 0.4);
  const before = { ...record, owner: one(people) };
  const found = { record, before, user: people[0], limits: limitValues(model), now: '', today: '', timeZone: 'UTC' };
  return found as unknown as Scope; // records that hold each other
}

/** Numbers between 0 and 1 that a seed settles. */
function numbersOf(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
    return at / 2_147_483_648;
  };
}

const next = numbersOf(5);
const WORLDS = Array.from({ length: 3000 }, () => world(next));
const seed = Number(process.env['NINEFOLD_PEOPLE_SEED'] ?? 3);
const numRuns = Number(process.env['NINEFOLD_PEOPLE_RUNS'] ?? 400);

test(
  `no world of a few people makes true what is proved to be impossible (seed ${String(seed)})`,
  { timeout: 600_000 },
  () => {
    const seen = { impossible: 0, possible: 0, undecided: 0 };
    const wrong = fc.sample(condition, { seed, numRuns }).filter((source) => {
      const expression = parsed(source);
      const answer = ask(source);
      seen[answer.verdict] += 1;
      if (answer.verdict === 'possible') return evaluate(expression, answer.scope) !== true;
      return answer.verdict === 'impossible' && WORLDS.some((scope) => evaluate(expression, scope) === true);
    });
    expect([seed, wrong]).toEqual([seed, []]);
    expect(seen.impossible).toBeGreaterThan(10);
    expect(seen.possible).toBeGreaterThan(50);
  },
);

test.each([5, 12, 13, 14])('%s people who are all different are not said to be impossible', (count) => {
  const names = Array.from({ length: count }, (_, n) => `record.p${String(n)}`);
  const apart = names.flatMap((one, n) => names.slice(n + 1).map((other) => `${one} != ${other}`));
  const { verdict } = ask(...names.map((name) => `filled(${name})`), ...apart);
  expect(verdict).toBe(count <= 12 ? 'possible' : 'undecided');
});

test.each([
  'record.owner == user && user.level > 1 && record.owner.level > 7',
  'record.owner == record.first && record.owner.level < 2 && record.first.level < 9 && record.first.level != 1 && record.owner.level != 0',
  'record.owner == user && user.level > 1 && record.owner.level > 7 && record.first == user && record.first.level > 9',
])('the same person under two names has the values that both need: %s', (source) => {
  expect(ask(source).verdict).not.toBe('impossible');
});

test.each([
  ['record.owner.id == user.id', true],
  ['record.owner.id != user.id', true],
  ['record.owner.id in [user.id]', true],
  ['record.owner.id == "x"', true],
  ['record.owner.id == user.id && record.owner != user', false],
])('whether %s may hold: %s', (source, may) => {
  expect(ask(source).verdict !== 'impossible').toBe(may);
});
