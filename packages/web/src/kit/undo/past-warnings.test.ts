import { expect, test } from 'vitest';
import { failureOf } from '../../base/store/failure.ts';
import { pastWarnings } from './past-warnings.ts';

const warned = failureOf(422, { code: 'confirm_warnings', warnings: [{ code: 'large' }, { code: 'large' }] }, true);

test('an undo confirms the warnings that it meets, once, and no other refusal', async () => {
  const sent: (readonly string[])[] = [];
  const answers = [warned, null];
  const send = (confirm: readonly string[]) => {
    sent.push(confirm);
    return Promise.resolve(answers.shift() ?? null);
  };
  expect(await pastWarnings(send)).toBeNull();
  expect(sent).toEqual([[], ['large']]);
  const locked = failureOf(409, { code: 'locked' }, true);
  expect(await pastWarnings(() => Promise.resolve(locked))).toBe(locked);
});
