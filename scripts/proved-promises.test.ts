import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cyclesOf, type Entity, type Model, type Rule } from '../packages/model/src/index.ts';
import { filesOf } from '../packages/spec/src/checks/fixture.ts';
import { FIXTURES } from '../packages/spec/src/checks/fixtures/fixtures.ts';
import { compile, type Issue, type SourceFile } from '../packages/spec/src/index.ts';
import { approvedSpecifications } from '../packages/spec/src/reasoning/testing/approved-specifications.ts';
import { chainedSpecifications } from '../packages/spec/src/reasoning/testing/chained-specifications.ts';
import { movingSpecifications } from '../packages/spec/src/reasoning/testing/moving-specifications.ts';
import { walk, type Walked } from './counterexamples/walk.ts';

/** Random walks on specifications; `npm run prove` makes more and longer ones. */
const { NINEFOLD_PROVE_SEED: given = String(Date.now() % 1_000_000), NINEFOLD_PROVE_EXAMPLES: count } = process.env;
const seed = Number(given);
const DRAWN = count === undefined ? 8 : Number(count);
const CALLS = count === undefined ? 70 : 120;
/** One walk takes about a second, on a busy machine ten. */
const LONGEST = 30_000 * DRAWN;

/** Promises whose truth is a matter of the record alone. */
const STORED = /^(?!.*\b(?:transition|creating|user|before|now|today)\b)/s;

const isStored = ({ check, when }: Rule): boolean => STORED.test(check.source) && STORED.test(when?.source ?? '');

interface Judged {
  readonly model: Model;
  readonly proved: readonly Rule[];
  readonly issues: readonly Issue[];
}

/** Checks that say of a state that no record comes to it, and of a transition or reaction that it never fires. */
const UNREACHED = ['NF0402', 'NF0413'];
const UNFIRED = ['NF0404', 'NF0410', 'NF0418', 'NF0439'];

/**
 * What the checker says of a specification; of the promises only those stay in the model that it has proved, and those about the
 * record alone: the server keeps them, so that no step begins where one is broken, and proofs rest on that.
 */
function judged(files: readonly SourceFile[]): Judged {
  const { application, verdicts, issues } = compile(files);
  if (!application) throw new Error(`seed ${String(seed)}: ${JSON.stringify(files)}`);
  const names = verdicts.filter(({ id, verdict }) => id === 'NF0606' && verdict === 'proved');
  const isProved = ({ id }: Rule): boolean => names.some(({ params }) => params['name'] === id);
  const entities = Object.entries(application.model.entities).map(([id, entity]): readonly [string, Entity] => [
    id,
    { ...entity, rules: entity.rules.filter((rule) => rule.sense !== 'never' || isProved(rule) || isStored(rule)) },
  ]);
  const model = { ...application.model, entities: Object.fromEntries(entities) };
  const proved = entities.flatMap(([, { rules }]) => rules.filter((rule) => rule.sense === 'never' && isProved(rule)));
  return { model, proved, issues };
}

/** Whether a drawn specification is without mistakes: approvals may need more people than they ask. */
function isWhole(text: string): boolean {
  return compile([{ path: 'app.yaml', text }]).application !== null;
}

/** A derived life cycle may have a further line for the state. */
function isElsewhere({ entities }: Model, state: string): boolean {
  const cycles = Object.values(entities).flatMap((entity) => cyclesOf(entity));
  return cycles.some(({ lifecycle }) => lifecycle.derived.filter(({ to }) => to === state).length > 1);
}

/** What a walk saw that was said never to be. */
function broken({ model, proved, issues }: Judged, { refused, stored, states, fired }: Walked): readonly string[] {
  const said = (ids: readonly string[]): readonly string[] =>
    issues.flatMap(({ id, params }) => (ids.includes(id) ? [params['name'] ?? ''] : []));
  const unreached = said(UNREACHED).filter((state) => !isElsewhere(model, state));
  const isCascade = issues.some(({ id }) => id === 'NF0415');
  return [
    ...(isCascade ? [] : [...refused.keys()].filter((code) => code === 'cascade_too_deep')),
    ...proved.flatMap(({ error, check }) => {
      const call = refused.get(error);
      return call === undefined ? [] : [`${call} breaks ${error}: ${check.source}`];
    }),
    ...proved.flatMap(({ error, check }) => (stored.has(error) ? [`a record breaks ${error}: ${check.source}`] : [])),
    ...[...states].filter((state) => unreached.some((name) => state.endsWith(` = ${name}`))),
    ...[...fired].filter((name) => said(UNFIRED).some((one) => name.endsWith(`.${one}`))),
  ];
}

test(
  'no random walk on a running server breaks a promise that is proved, or comes to a state that nothing reaches',
  async () => {
    const found: string[] = [];
    const [all, done] = [new Set<string>(), { calls: 0, proved: 0 }];
    const moving = fc.sample(movingSpecifications, { seed, numRuns: Math.ceil((DRAWN * 3) / 4) });
    const chained = fc.sample(chainedSpecifications, { seed, numRuns: Math.ceil(DRAWN / 4) });
    const approved = fc.sample(approvedSpecifications.filter(isWhole), { seed, numRuns: Math.ceil(DRAWN / 2) });
    for (const [index, text] of [...moving, ...chained, ...approved].entries()) {
      const one = judged([{ path: 'app.yaml', text }]);
      const rules = one.proved.filter(({ check }) => STORED.test(check.source));
      const walked = await walk(one.model, { seed: seed + index, calls: CALLS, proved: one.proved, rules });
      found.push(...broken(one, walked).map((what) => `${String(index)}: ${what}\n${text}`));
      done.calls += walked.done;
      done.proved += one.proved.length;
      for (const state of walked.states) all.add(state);
    }
    expect([seed, found]).toEqual([seed, []]);
    expect([seed, done.proved > 0, done.calls > (DRAWN * CALLS) / 20]).toEqual([seed, true, true]);
    // A few walks may keep to two states of the life cycle; many come further.
    const reached = [...all].filter((state) => state.startsWith('thing.state'));
    expect([seed, reached.length > (DRAWN < 20 ? 0 : 2)]).toEqual([seed, true]);
  },
  LONGEST,
);

/** The specifications that raise these checks. */
const NEVER = [...UNREACHED, ...UNFIRED].flatMap((id) =>
  (FIXTURES[id]?.bad ?? []).map(({ files }, index) => ({ id, index, files: filesOf(files) })),
);

test.each(NEVER)('what $id says never happens does not happen in a random walk: $index', async ({ id, files }) => {
  const one = judged(files);
  expect(one.issues.map((issue) => issue.id)).toContain(id);
  const walked = await walk(one.model, { seed, calls: 40, proved: one.proved, rules: [] });
  expect([seed, broken(one, walked)]).toEqual([seed, []]);
});

test('effects that lead back to where they began are refused where they come to no end', async () => {
  const [, split] = FIXTURES.NF0415?.bad ?? [];
  const endless = judged(filesOf(split?.files ?? ''));
  expect(endless.issues.map(({ id }) => id)).toContain('NF0415');
  const { refused, done } = await walk(endless.model, { seed: 1, calls: 120, proved: endless.proved, rules: [] });
  expect([refused.has('cascade_too_deep'), done > 0]).toEqual([true, true]);
});
