import { expect, test, vi } from 'vitest';
import { lateCode } from './late-code.ts';

test.each([
  [0, 1],
  [2, 3],
  [4, 5],
  [5, 5],
])('code that does not come %i times is asked for %i times', async (failures, tries) => {
  vi.useFakeTimers();
  let left = failures;
  const load = vi.fn<() => Promise<string>>(() =>
    left-- > 0 ? Promise.reject(new Error('no connection')) : Promise.resolve('here'),
  );
  const loaded = lateCode(load).catch(String);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(await loaded).toBe(failures < 5 ? 'here' : 'Error: no connection');
  expect(load).toHaveBeenCalledTimes(tries);
});
