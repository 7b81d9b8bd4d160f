import { expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { createTries } from './tries.ts';

function timed() {
  let now = 0;
  const tries = createTries({ tries: 3, waitSeconds: 60 }, () => now);
  const outcome = (key: string): string => {
    try {
      tries.begin(key);
      return 'judged';
    } catch (error) {
      return error instanceof Refusal ? `${error.code} ${String(error.params['seconds'])}` : 'thrown';
    }
  };
  return { tries, outcome, wait: (ms: number) => (now += ms) };
}

test('the fourth try waits, another key does not', () => {
  const { outcome } = timed();
  expect(['a', 'a', 'a', 'a', 'b'].map(outcome)).toEqual(['judged', 'judged', 'judged', 'too_many_tries 60', 'judged']);
});

test('the wait ends', () => {
  const { outcome, wait } = timed();
  ['a', 'a', 'a'].forEach(outcome);
  wait(59_000);
  expect(outcome('a')).toBe('too_many_tries 1');
  wait(1000);
  expect(outcome('a')).toBe('judged');
});

test('success starts anew', () => {
  const { tries, outcome } = timed();
  ['a', 'a', 'a'].forEach(outcome);
  tries.succeeded('a');
  expect(outcome('a')).toBe('judged');
});
