import type * as Faults from './faults.ts';
import { beforeEach, expect, test, vi } from 'vitest';

let faults: typeof Faults;

beforeEach(async () => {
  vi.resetModules();
  faults = await import('./faults.ts');
});

test('what happens before the reporter is there is sent when it comes, in order', () => {
  faults.reportFault('one', { kind: 'start' });
  faults.reportFault('two');
  const sent: unknown[] = [];
  faults.startSending((error) => sent.push(error));
  faults.reportFault('three');
  expect(sent).toEqual(['one', 'two', 'three']);
});

test('the reporter is asked for when the first thing waits, and not before', () => {
  const ask = vi.fn<() => void>();
  faults.whenNoted(ask);
  expect(ask).not.toHaveBeenCalled();
  faults.reportFault('one');
  expect(ask).toHaveBeenCalledTimes(1);
});

test('a fault before anybody listens asks at once', () => {
  faults.reportFault('one');
  const ask = vi.fn<() => void>();
  faults.whenNoted(ask);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('a page that fails without end keeps a bounded queue', () => {
  for (let index = 0; index < 1000; index += 1) faults.reportFault(index);
  const sent: unknown[] = [];
  faults.startSending((error) => sent.push(error));
  expect(sent).toHaveLength(50);
});

test.each([
  [{ error: null, message: 'ResizeObserver loop completed with undelivered notifications.' }, true],
  [{ error: undefined, message: 'ResizeObserver loop limit exceeded' }, true],
  [{ error: null, message: 'Script error.' }, false],
  [{ error: new Error('ResizeObserver loop'), message: 'ResizeObserver loop' }, false],
])('what the browser says of sizes is no error: %o', (event, expected) => {
  expect(faults.isNotice(event)).toBe(expected);
});
