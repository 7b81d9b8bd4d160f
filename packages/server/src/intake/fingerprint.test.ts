import { expect, test } from 'vitest';
import { fingerprintOf, timesOf } from './fingerprint.ts';

const event = (value: string, name = 'draw', type = 'Error') => ({
  exception: { values: [{ type, value, stacktrace: { frames: [{ filename: 'a.js', function: name, lineno: 3 }] } }] },
});

test('events of one cause have one fingerprint, whatever numbers their message has', () => {
  expect(fingerprintOf(event('row 17 is missing'))).toBe(fingerprintOf(event('row 4 is missing')));
  expect(fingerprintOf({ ...event('a'), fingerprint: ['x'] })).toBe(
    fingerprintOf({ ...event('b'), fingerprint: ['x'] }),
  );
  expect(fingerprintOf({ ...event('a'), fingerprint: ['{{ default }}'] })).toBe(fingerprintOf(event('a')));
});

test('another type, message or place is another cause', () => {
  const all = [event('a'), event('b'), event('a', 'load'), event('a', 'draw', 'TypeError'), { message: 'a' }, {}];
  expect(new Set(all.map(fingerprintOf)).size).toBe(all.length);
});

test.each([
  [{}, 1],
  [{ tags: { times: '12' } }, 12],
  [{ tags: { times: '-3' } }, 1],
  [{ tags: { times: '1e99' } }, 1],
  [{ tags: [['times', '4']] }, 1],
])('%j happened %i times', (told, times) => {
  expect(timesOf(told)).toBe(times);
});
