import { expect, test } from 'vitest';
import { approvedFor, pressBeforeLast, pressCount } from './press-count.ts';

const someone = (id: string) => ({ id });
const approval = (asked: number, awaits: number, needed: number) => ({
  ...{ asked, needed, awaits: Array.from({ length: awaits }, (_, at) => someone(String(at))) },
});

test('approvals count for those who are asked: one of somebody who has left counts no more', () => {
  expect(approvedFor(approval(2, 2, 2))).toBe(0);
  expect(pressCount(approval(3, 2, 3))).toEqual({ count: 2, needed: 3 });
  expect(pressCount(approval(2, 0, 2))).toEqual({ count: 2, needed: 2 });
  expect(pressCount(approval(2, 2, 1))).toBeNull();
});

test('an approval before the last is known as such, by its transition', () => {
  const answer = {
    ...approval(2, 2, 2),
    ...{ transition: 'approve', ordered: false, presses: [], since: '', escalated: [], deputies: [], substitutes: [] },
    ...{ unable: [], not_asked: [], stuck: false, mine: 'press' as const },
  };
  expect(pressBeforeLast([answer], 'approve')).toEqual({ count: 1, needed: 2 });
  expect(pressBeforeLast([{ ...answer, awaits: [someone('a')] }], 'approve')).toBeNull();
  expect(pressBeforeLast([answer], 'reject')).toBeNull();
});
