import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entity, Model, Rule } from '../packages/model/src/index.ts';
import { compile } from '../packages/spec/src/index.ts';
import { movingSpecifications } from '../packages/spec/src/reasoning/testing/moving-specifications.ts';
import { walk, type Walked } from './counterexamples/walk.ts';

/** Random walks on specifications; `npm run prove` makes more and longer ones. */
const { NINEFOLD_PROVE_SEED: given = String(Date.now() % 1_000_000), NINEFOLD_PROVE_EXAMPLES: count } = process.env;
const seed = Number(given);
const DRAWN = count === undefined ? 8 : Number(count);
const CALLS = count === undefined ? 70 : 120;
/** One walk takes about a second. */
const LONGEST = 10_000 * DRAWN;

/** Promises whose truth is a matter of the record alone. */
const STORED = /^(?!.*\b(?:transition|creating|user|before|now|today)\b)/s;

interface Judged {
  readonly model: Model;
  readonly proved: readonly Rule[];
  /** States of which the checker says that no record comes to them. */
  readonly unreached: readonly string[];
}

/** What the checker says of a specification; of the promises only those stay in the model that it has proved. */
function judged(text: string): Judged {
  const { application, verdicts, issues } = compile([{ path: 'app.yaml', text }]);
  if (!application) throw new Error(`seed ${String(seed)}: ${text}`);
  const names = verdicts.filter(({ id, verdict }) => id === 'NF0606' && verdict === 'proved');
  const isProved = ({ id }: Rule): boolean => names.some(({ params }) => params['name'] === id);
  const entities = Object.entries(application.model.entities).map(([id, entity]): readonly [string, Entity] => [
    id,
    { ...entity, rules: entity.rules.filter((rule) => rule.sense !== 'never' || isProved(rule)) },
  ]);
  const model = { ...application.model, entities: Object.fromEntries(entities) };
  const proved = entities.flatMap(([, { rules }]) => rules.filter(({ sense }) => sense === 'never'));
  return {
    model,
    proved,
    unreached: issues.flatMap(({ id, params }) => (id === 'NF0402' ? [params['name'] ?? ''] : [])),
  };
}

/** What a walk saw that was said never to be. */
function broken({ proved, unreached }: Judged, { refused, stored, states }: Walked): readonly string[] {
  return [
    ...proved.flatMap(({ error, check }) => {
      const call = refused.get(error);
      return call === undefined ? [] : [`${call} breaks ${error}: ${check.source}`];
    }),
    ...proved.flatMap(({ error, check }) => (stored.has(error) ? [`a record breaks ${error}: ${check.source}`] : [])),
    ...[...states].filter((state) => unreached.some((name) => state.endsWith(` = ${name}`))),
  ];
}

test(
  'no random walk on a running server breaks a promise that is proved, or comes to a state that nothing reaches',
  async () => {
    const found: string[] = [];
    const [all, done] = [new Set<string>(), { calls: 0, proved: 0 }];
    for (const [index, text] of fc.sample(movingSpecifications, { seed, numRuns: DRAWN }).entries()) {
      const one = judged(text);
      const rules = one.proved.filter(({ check }) => STORED.test(check.source));
      const walked = await walk(one.model, { seed: seed + index, calls: CALLS, rules });
      found.push(...broken(one, walked).map((what) => `${String(index)}: ${what}\n${text}`));
      done.calls += walked.done;
      done.proved += one.proved.length;
      for (const state of walked.states) all.add(state);
    }
    expect([seed, found]).toEqual([seed, []]);
    expect([seed, done.proved > DRAWN / 2, done.calls > (DRAWN * CALLS) / 6]).toEqual([seed, true, true]);
    expect([seed, [...all].filter((state) => state.startsWith('thing.state')).length > 2]).toEqual([seed, true]);
  },
  LONGEST,
);
