import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { createSurveyQueue } from './survey-queue.ts';

const WIDE = { most: 2, waiting: 1000, waitingEach: 1000, waitMs: 60_000 };

/** Surveys that end when the test says so, in the order in which they began. */
function createStage(limits: Partial<typeof WIDE> = {}) {
  const turns = createSurveyQueue({ ...WIDE, ...limits });
  const running: { readonly caller: string; readonly end: () => void }[] = [];
  const begun: string[] = [];
  return {
    turns,
    running,
    begun,
    ask: (caller: string) =>
      turns.take(
        caller,
        () =>
          new Promise<void>((end) => {
            begun.push(caller);
            running.push({ caller, end });
          }),
      ),
    /** Ends the survey that runs longest. */
    endFirst: async () => {
      running.shift()?.end();
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('no more run than may, and each runs once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 3 })), { maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      async (asked, most) => {
        const turns = createSurveyQueue({ ...WIDE, most });
        let running = 0;
        let highest = 0;
        const ran: number[] = [];
        await Promise.all(
          asked.map(([caller, ticks], index) =>
            turns.take(caller, async () => {
              running += 1;
              highest = Math.max(highest, running);
              for (let n = 0; n < ticks; n += 1) await settled();
              ran.push(index);
              running -= 1;
            }),
          ),
        );
        await turns.drained();
        expect(highest).toBeLessThanOrEqual(most);
        expect(ran.toSorted((a, b) => a - b)).toEqual(asked.map((_, index) => index));
      },
    ),
    fuzzRuns(100),
  );
});

test('whoever asks for much leaves one turn to the others, and does not come before them', async () => {
  const { ask, begun, running, endFirst } = createStage();
  const much = Array.from({ length: 8 }, () => ask('much'));
  expect(begun).toEqual(['much']);
  const one = ask('little');
  expect(begun).toEqual(['much', 'little']);
  const two = ask('other');
  await endFirst();
  expect(begun.slice(2)).toEqual(['other']);
  while (running.length > 0) await endFirst();
  await Promise.all([...much, one, two]);
  expect(begun.filter((caller) => caller === 'much')).toHaveLength(8);
});

test('who was quick may have every turn', async () => {
  const { ask, begun, running, endFirst } = createStage();
  const first = ask('quick');
  const others = [ask('quick'), ask('quick'), ask('quick')];
  await endFirst();
  expect(running).toHaveLength(2);
  while (running.length > 0) await endFirst();
  await Promise.all([first, ...others]);
  expect(begun).toHaveLength(4);
});

const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (reason: unknown) => (reason instanceof Refusal ? reason.code : String(reason)),
  );

test('too many of one caller, too many of all, and a wait that is too long are refused', async () => {
  const { ask, running, turns, endFirst } = createStage({ waiting: 3, waitingEach: 2, waitMs: 200 });
  const taken = [ask('a'), ask('b')];
  const waits = [code(ask('a')), code(ask('a')), code(ask('b'))];
  expect(await code(ask('a'))).toBe('too_many_requests');
  expect(await code(ask('c'))).toBe('overloaded');
  expect(await Promise.all(waits)).toEqual(['overloaded', 'overloaded', 'overloaded']);
  while (running.length > 0) await endFirst();
  await Promise.all(taken);
  await turns.drained();
});

test('a survey that fails gives its turn back', async () => {
  const turns = createSurveyQueue({ ...WIDE, most: 1 });
  const failing = turns.take('a', () => Promise.reject(new Error('no')));
  const next = turns.take('b', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
  await turns.drained();
});
