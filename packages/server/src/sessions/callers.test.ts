import { expect, test } from 'vitest';
import type { Caller } from '../records/context/records.ts';
import { createCallers } from './callers.ts';

/** Callers that are known by their tokens, and what was asked for at the same time. */
function known(tokens: readonly string[]) {
  const asked: (readonly string[])[] = [];
  const behind = new Map(tokens.map((token) => [token, { me: { id: token } } as unknown as Caller])); // nothing else is looked at
  const callers = createCallers(async (wanted) => {
    asked.push(wanted);
    if (wanted.includes('broken')) throw new Error('away');
    return behind;
  });
  return { asked, callers };
}

test('look-ups that arrive together are made together, each for its own token', async () => {
  const { asked, callers } = known(['a', 'b']);
  const found = await Promise.all(['a', 'b', 'c', 'a'].map((token) => callers.find(token, true)));
  expect(found.map((caller) => caller?.me.id ?? null)).toEqual(['a', 'b', null, 'a']);
  expect(asked).toEqual([['a', 'b', 'c']]);
});

test('a fresh look-up begins after it was asked for, whatever runs already or is in memory', async () => {
  const { asked, callers } = known(['a']);
  await callers.find('a', true);
  await callers.find('a', false);
  expect(asked).toHaveLength(1);
  const first = callers.find('a', true);
  await new Promise(setImmediate);
  const second = callers.find('a', true);
  await Promise.all([first, second]);
  expect(asked).toHaveLength(3);
});

test('what fails is told to everybody who asked, and the next look-up works', async () => {
  const { callers } = known(['a']);
  const results = await Promise.allSettled([callers.find('broken', true), callers.find('a', true)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await callers.find('a', true))?.me.id).toBe('a');
});
