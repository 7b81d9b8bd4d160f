import { expect, test } from 'vitest';
import { compile } from '../packages/spec/src/index.ts';
import { deskWithFiles, pageWithFiles } from './mistakes/specifications.ts';
import { drawn, FILE_KINDS, issuesOf, lineOf, named, toldOf } from './mistakes/told.ts';
import { randomFrom } from './service-desk-data/random.ts';

/** Mistakes for each specification; `npm run prove` plants more. */
const { NINEFOLD_PROVE_SEED: seed = String(Date.now() % 1e6), NINEFOLD_PROVE_MISTAKES: planted = '170' } = process.env;
const COUNT = Number(planted) / 5;

/** Of so many mistakes each gives one message and no more. */
const ONE_MESSAGE = 0.9;

test.each([
  ['the service desk', deskWithFiles, 22],
  ['the specification of the language page', pageWithFiles, 14],
] as const)(
  `every mistake in the texts and data of %s is told at its place, and nine of ten by one message (seed ${seed})`,
  (_, files, kinds) => {
    const known = new Set(compile(files).issues.map(named));
    const told = drawn(files, COUNT, randomFrom(Number(seed)), FILE_KINDS)
      .map((one) => toldOf(files, known, one, issuesOf))
      .filter(({ as }) => as !== 'right');
    expect(new Set(told.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(kinds);
    const wrong = told.filter(({ as }) => as === 'nothing' || as === 'elsewhere');
    expect(wrong.map(lineOf)).toEqual([]);
    const several = told.filter(({ as }) => as === 'several');
    expect(several.slice(told.length * (1 - ONE_MESSAGE)).map(lineOf)).toEqual([]);
  },
  240_000,
);
