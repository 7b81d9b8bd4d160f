import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from './engine.ts';
import { differenceOf, type Case, type Difference } from './judging.ts';
import { prove, type Proof } from './proof.ts';
import type { Rows } from './rows.ts';

/** Differences that were found once, shrunk. They are judged again with every run. */
const FOLDER = join(import.meta.dirname, 'differences');
/** How many cases one run compares: a condition, or its negation, over a set of rows; `npm run prove` sets more. */
const CASES = Number(process.env['NINEFOLD_PROVE_CASES'] ?? 10_000);
const SEED = Number(process.env['NINEFOLD_PROVE_SEED'] ?? 9);
const SHARES = { conditions: 1, limited: 0.25, numbers: 0.1, lists: 0.04 } as const;
const TITLES = {
  conditions:
    'cases of random conditions and their negations, each over a set of tickets, select what the evaluator says',
  limited: 'of those who may not read everything do so too',
  lists: 'cases on lists of several hundred lines, and on empty ones, do so too',
  numbers: 'cases of random numbers are what the evaluator says, rounded to the scale of a field',
} as const;

function kept(): readonly (readonly [string, { readonly rows: Rows; readonly case: Case }])[] {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).sort() : [];
  return names.map((name) => [name, JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Difference]);
}

function keep({ rows, case: one }: Difference): void {
  const text = `${JSON.stringify({ case: one, rows }, null, 2)}\n`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${createHash('sha256').update(text).digest('hex').slice(0, 12)}.json`), text);
}

/** Holds a database to the evaluator: what once differed, and random cases. */
export function agreesWithEvaluator(open: () => Promise<Engine> | Engine): void {
  describe('a database and the evaluator', () => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await open();
    });
    afterAll(() => engine.close());

    test.each(kept())('agree on %s', async (_, { rows, case: one }) => {
      expect(await differenceOf(engine, rows, one)).toBeNull();
    });

    test.each(Object.keys(SHARES) as Proof['kind'][])('agree on %s', { timeout: CASES * 200 }, async (kind) => {
      const cases = Math.ceil(CASES * SHARES[kind]);
      const difference = await prove(engine, { cases, seed: SEED, kind });
      if (difference !== null && process.env['NINEFOLD_PROVE_CASES'] !== undefined) keep(difference);
      expect(difference, `${cases} ${TITLES[kind]}; seed ${SEED}`).toBeNull();
    });
  });
}
