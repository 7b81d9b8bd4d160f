import { expect, test } from 'vitest';
import { applicationOf } from '../records/testing/open-desk.ts';
import { createPasswords } from './passwords.ts';

const { model } = applicationOf(`ninefold: 1
limits: { password_checks: 2, password_waiting: 3 }
`);

interface Open {
  readonly ended: Promise<unknown>;
  end(): void;
}

/** Work that lasts until it is ended. */
function begin(passwords: ReturnType<typeof createPasswords>, begun: number[], number: number): Open {
  const gate = Promise.withResolvers<undefined>();
  const ended = passwords
    .inTurn(async () => {
      begun.push(number);
      await gate.promise;
      return number;
    })
    .catch((error: { readonly code: string; readonly params: object }) => [error.code, error.params]);
  return { ended, end: () => gate.resolve(undefined) };
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('a few run at once, some wait in their order, and whoever comes then is told to come again', async () => {
  const passwords = createPasswords(model);
  const begun: number[] = [];
  const all = [0, 1, 2, 3, 4, 5, 6].map((number) => begin(passwords, begun, number));
  await settled();
  expect(begun).toEqual([0, 1]);
  expect(await all[5]?.ended).toEqual(['too_many_requests', { seconds: 2 }]);
  expect(await all[6]?.ended).toEqual(['too_many_requests', { seconds: 2 }]);
  all[1]?.end();
  await settled();
  expect(begun).toEqual([0, 1, 2]);
  all.forEach((each) => each.end());
  expect(await Promise.all(all.slice(0, 5).map(({ ended }) => ended))).toEqual([0, 1, 2, 3, 4]);
  const later = begin(passwords, begun, 7);
  later.end();
  expect(await later.ended).toBe(7);
});

test('work that fails gives its turn on', async () => {
  const passwords = createPasswords(model);
  const fail = (): Promise<unknown> =>
    passwords.inTurn(() => Promise.reject(new Error('broken'))).catch(() => 'failed');
  expect(await Promise.all([fail(), fail(), fail(), fail()])).toEqual(['failed', 'failed', 'failed', 'failed']);
  expect(await passwords.inTurn(({ hash, matches }) => hash('a b').then((text) => matches('a b', text)))).toBe(true);
});
