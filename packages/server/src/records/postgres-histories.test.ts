import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serialOrder } from './testing/histories/explain.ts';
import { histories, type Step } from './testing/histories/operations.ts';
import { openStage, type Played, type Stage } from './testing/histories/stage.ts';

const { NINEFOLD_PROVE_HISTORIES: count = '500', NINEFOLD_PROVE_SEED: seed = '11' } = process.env;
/** Histories run at once on so many databases: whether writes run side by side on each. */
const STAGES = [true, true, false];

let stages: readonly Stage[];
beforeAll(async () => {
  stages = await Promise.all(STAGES.map((sideBySide) => openStage(sideBySide)));
});
afterAll(() => Promise.all(stages.map((stage) => stage.close())));

/** Plays histories until one of them has no serial order, which it answers. */
async function unexplained(stage: Stage, left: Step[][]): Promise<Played | null> {
  for (let history = left.pop(); history; history = left.pop()) {
    const played = await stage.play(history);
    if (serialOrder(played.before, played.answered, played.contents) !== null) continue;
    left.length = 0;
    return played;
  }
  return null;
}

it('for writes at two servers there is a serial order that explains every answer', { timeout: 7_200_000 }, async () => {
  const left = fc.sample(histories, { numRuns: Number(count), seed: Number(seed) }).map((steps) => [...steps]);
  expect(left).toHaveLength(Number(count));
  const found = await Promise.all(stages.map((stage) => unexplained(stage, left)));
  expect(found.find((one) => one !== null)).toBeUndefined();
});
