import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ANY_WORKS } from '../bench/any/work.ts';
import { compareCosts, factorOf } from '../bench/costs/compare.ts';

const { NINEFOLD_PROVE_SEED: seed = String(Date.now() % 1e6) } = process.env;
const ROWS = 20_000;
const WITHIN = 3;

test.each(['any', 'desk'] as const)(
  `what check says of the lists of the bench %s is right within a factor of three, of nine figures in ten (seed ${seed})`,
  { timeout: 300_000 },
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'ninefold-costs-'));
    try {
      const compared = await compareCosts(ANY_WORKS[name], { rows: ROWS, folder, seed: Number(seed), postgres: null });
      const wrong = compared
        .filter((one) => factorOf(one) > WITHIN)
        .map(
          ({ screen, role, what, claimed, counted }) => `${screen.id} ${role} ${what}: ${claimed}, counted ${counted}`,
        );
      expect(compared.length).toBeGreaterThan(15);
      expect({ wrong, isNineOfTen: wrong.length * 10 <= compared.length }).toMatchObject({ isNineOfTen: true });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
