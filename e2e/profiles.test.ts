import { expect, test } from 'vitest';
import { open } from './harness/browser.ts';
import { stopClock } from './harness/clock.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

test('a browser profile that is used again holds nothing of the test before', async () => {
  const before = await suite.visit({ as: 'rita' });
  await open(before.page, '/ask');
  await before.page.evaluate(() => {
    localStorage.setItem('left', 'behind');
    sessionStorage.setItem('left', 'behind');
  });
  await before.context.setOffline(true);
  await before.context.close();

  const after = await suite.visit({});
  await open(after.page, '/_/sign-in');
  expect(after.page.url()).toContain('/_/sign-in');
  expect(await after.page.evaluate(() => [localStorage.getItem('left'), sessionStorage.getItem('left')])).toEqual([
    null,
    null,
  ]);
  await after.context.close();
});

test('a profile whose clock a test has stopped is not used again', async () => {
  const before = await suite.visit({});
  await before.page.clock.install();
  await open(before.page, '/_/sign-in');
  await stopClock(before.page);
  await before.context.close();

  const after = await suite.visit({});
  await open(after.page, '/_/sign-in');
  expect(await after.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0, 'runs')))).toBe('runs');
  await after.context.close();
});
