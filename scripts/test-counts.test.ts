import { expect, test } from 'vitest';
import { countTests, passedAtSecondTry, totalLine } from './test-counts.ts';

function file(status: string, ...tests: readonly string[]) {
  return {
    status,
    assertionResults: tests.map((one) => ({ fullName: `a test that ${one}`, status: one, failureMessages: [] })),
  };
}

test('passed, failed and skipped tests are counted over all files', () => {
  const report = { testResults: [file('passed', 'passed', 'skipped'), file('failed', 'failed', 'passed', 'todo')] };
  expect(countTests(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 });
});

test('a file that does not load is a failure', () => {
  expect(countTests({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  });
});

test('a bad exit is never reported as success', () => {
  expect(countTests({ testResults: [file('passed', 'passed')] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('the last line names skips only when there are some', () => {
  expect(totalLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  expect(totalLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
});

test('a test that passed after a failure is named with it', () => {
  const tries = { fullName: 'a toast closes', status: 'passed', failureMessages: ['expected 0 to be 1\n  at line 7'] };
  const report = { testResults: [file('passed', 'passed'), { status: 'passed', assertionResults: [tries] }] };
  expect(countTests(report, 0)).toEqual({ passed: 2, failed: 0, skipped: 0 });
  expect(passedAtSecondTry(report)).toEqual(['a toast closes: expected 0 to be 1']);
});
