import { expect, test, vi } from 'vitest';
import { arrivalOf } from './arrival.ts';

test('code is loaded once, and again only where it did not come', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue('here');
  const { here, arrive } = arrivalOf(load);
  await expect(arrive()).rejects.toThrow('gone');
  expect(here()).toBeNull();
  expect(await Promise.all([arrive(), arrive()])).toEqual(['here', 'here']);
  expect([here(), load.mock.calls.length]).toEqual(['here', 2]);
});
