import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurns } from './in-turns.ts';

const ITEMS = Array.from({ length: 50 }, (_, index) => index);

test.each(['sqlite', 'postgres'] as const)(
  '%s: each item is worked on once, in order, few at a time',
  async (engine) => {
    const begun: number[] = [];
    let [running, most] = [0, 0];
    const work = async (item: number): Promise<void> => {
      begun.push(item);
      most = Math.max(most, (running += 1));
      await setImmediate();
      running -= 1;
    };
    await inTurns(engine, ITEMS, () => false, work);
    expect(begun).toEqual(ITEMS);
    expect(most).toBe(engine === 'sqlite' ? 2 : 16);
  },
);

test.each(['sqlite', 'postgres'] as const)(
  '%s: nothing begins once it is over, and what has begun is awaited',
  async (engine) => {
    const [begun, ended] = [new Set<number>(), new Set<number>()];
    const work = async (item: number): Promise<void> => {
      begun.add(item);
      await setImmediate();
      ended.add(item);
    };
    await inTurns(engine, ITEMS, () => begun.size >= 20, work);
    expect(begun.size).toBeLessThan(ITEMS.length);
    expect(ended).toEqual(begun);
  },
);

test('others have a turn after each few works that hold up the process', async () => {
  const turns: number[] = [];
  let [isOver, done] = [false, 0];
  const others = (async () => {
    while (!isOver) {
      turns.push(done);
      await setImmediate();
    }
  })();
  await inTurns(
    'sqlite',
    ITEMS,
    () => false,
    async () => void (done += 1),
  );
  isOver = true;
  await others;
  expect([...new Set(turns)]).toEqual(Array.from({ length: 26 }, (_, turn) => 2 * turn));
});

/** Holds the process up, in ms. */
function busy(ms: number): void {
  for (const begun = performance.now(); performance.now() - begun < ms; );
}

test('others that are busy go on for several turns, and never keep the works from being done', async () => {
  let [isOver, turns] = [false, 0];
  const others = (async () => {
    while (!isOver) {
      turns += 1;
      busy(0.2);
      await setImmediate();
    }
  })();
  const done: number[] = [];
  const work = async (item: number): Promise<void> => {
    busy(0.5);
    done.push(item);
  };
  await inTurns('sqlite', ITEMS, () => false, work);
  isOver = true;
  await others;
  expect(done).toEqual(ITEMS);
  expect(turns).toBeGreaterThan(3 * Math.ceil(ITEMS.length / 2));
});
