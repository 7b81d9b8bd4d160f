import { expect, test } from 'vitest';
import { allowedInside } from './inside-addresses.ts';
import { leadsInside } from './leads-inside.ts';

test('an address leads inside by itself, by its name, and by what the name resolves to', async () => {
  const leads = (url: string, allowed: string | null = null) => leadsInside(url, allowedInside(allowed));
  for (const url of ['http://10.0.0.1/', 'http://[fd00::1]:8080/a', 'https://printer/', 'https://files.lan/x'])
    expect([url, await leads(url)]).toEqual([url, true]);
  expect(await leads('http://localhost:4900/')).toBe(true);
  expect(await leads('https://8.8.8.8/')).toBe(false);
  expect(await leads('https://nobody-has-it.invalid/')).toBe(false);
  expect(await leads('http://10.0.0.1/', '10.0.0.0/8')).toBe(false);
  expect(await leads('http://localhost:4900/', '127.0.0.1,::1')).toBe(false);
});
