import { expect, test } from 'vitest';
import { failureOf, mayPass } from './failure.ts';

test.each<readonly [string, unknown]>([
  ['no errors', { code: 'fault' }],
  ['errors that are no list', { code: 'fault', errors: 'none', params: [], warnings: {} }],
  ['errors of nothing', { code: 'fault', errors: [null, 3, {}, { path: 'subject' }] }],
])('a problem with %s has the members that screens read', (_, body) => {
  const { problem } = failureOf(500, body, true);
  expect(problem).toMatchObject({ code: 'fault', params: {}, errors: [] });
  expect(problem?.warnings ?? []).toEqual([]);
});

test('errors that are named are kept, each with a path and parameters', () => {
  const { problem } = failureOf(422, { code: 'invalid', errors: [{ code: 'required' }] }, true);
  expect(problem?.errors).toEqual([{ code: 'required', path: '', params: {} }]);
});

test.each<readonly [unknown, boolean, string]>([
  [undefined, true, 'no_answer'],
  [undefined, false, 'offline'],
])('a call without an answer (%s, online %s) is %s', (data, online, code) => {
  expect(failureOf(0, data, online)).toEqual({ status: 0, code, problem: null });
});

test.each(['<html>', null, [], { code: 7 }])('an answer that names no code (%j) is a fault', (data) => {
  expect(failureOf(502, data, true).code).toBe('fault');
});

test('what may pass when it is sent again', () => {
  const passing = [0, 400, 403, 404, 408, 409, 412, 422, 429, 500, 502, 503].filter((status) => mayPass({ status }));
  expect(passing).toEqual([0, 408, 429, 500, 502, 503]);
});
