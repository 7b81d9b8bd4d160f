import { expect, test } from 'vitest';
import { compile, type Verdict } from '../packages/spec/src/index.ts';
import { filesOf } from '../packages/spec/src/checks/fixture.ts';
import { FIXTURES } from '../packages/spec/src/checks/fixtures/fixtures.ts';
import en from '../packages/spec/locales/en/checks.json' with { type: 'json' };
import { REPLAYS } from './counterexamples/told.ts';

/** Their examples have several steps, and are replayed on drawn specifications in `counterexamples.test.ts`. */
const DRAWN = ['NF0606', 'NF0713'];

/** Mistakes with an example, of every specification that raises a check. */
const TOLD = Object.values(FIXTURES).flatMap(({ bad }) =>
  bad.flatMap(({ files }) => {
    const { application, verdicts } = compile(filesOf(files));
    const told = verdicts.filter((verdict): verdict is Verdict => verdict.told && verdict.example !== '');
    return application === null ? [] : told.map((verdict) => ({ model: application.model, verdict, id: verdict.id }));
  }),
);

test('every check that shows an example has it replayed', () => {
  const shown = Object.entries(en).flatMap(([id, { message, ...others }]) =>
    'message_example' in others || message.includes('{{example}}') ? [id] : [],
  );
  const known = [...Object.keys(REPLAYS), ...DRAWN].sort();
  expect([...new Set([...shown, ...TOLD.map(({ id }) => id)])].sort()).toEqual(known);
  expect(Object.keys(REPLAYS).filter((id) => !TOLD.some((one) => one.id === id))).toEqual([]);
});

test.each(TOLD.filter(({ id }) => !DRAWN.includes(id)))(
  '$id: $verdict.example comes as it is told',
  async ({ model, verdict, id }) => {
    expect(await REPLAYS[id]?.(model, verdict)).toBe(null);
  },
);
