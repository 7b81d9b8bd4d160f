import { afterEach, expect, test } from 'vitest';
import { hashPassword } from '../accounts/password.ts';
import { PASSWORD, startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
afterEach(() => desk.close());

const YAML = `ninefold: 1
purpose: { name: desk, does: Keeps notes., audience: { staff: Everybody }, languages: [en, ja], time_zone: UTC }
limits: { sign_in_address_tries: 10, password_checks: 1, password_waiting: 3 }
entities: { note: { fields: { subject: { type: string, label: Subject } } } }
`;

async function open(): Promise<void> {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: YAML }], accounts: false });
  const { records, credentials } = desk.service;
  const ada = { name: 'Ada', email: 'ada@example.com', language: null, roles: ['administrator'] };
  await credentials.set(await records.addUser(ada), await hashPassword(PASSWORD));
}

test('one password is not tried on ever new accounts from one address', async () => {
  await open();
  const outcomes: number[] = [];
  for (let n = 0; n < 12; n += 1)
    outcomes.push((await desk.browser().signIn(`somebody${String(n)}@example.com`, 'Summer2026')).status);
  expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  const waiting = await desk.browser().signIn('ada@example.com', PASSWORD);
  expect([waiting.status, (waiting.json as { code: string }).code]).toEqual([429, 'too_many_tries']);
  expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0);
  desk.wait(300_000);
  expect((await desk.browser().signIn('ada@example.com', PASSWORD)).status).toBe(200);
});

test('where more sign in at once than passwords can be checked, the rest is told to come again, and nobody waits for them', async () => {
  await open();
  const browsers = await Promise.all(
    Array.from({ length: 9 }, async () => {
      const browser = desk.browser();
      await browser.call('GET', '/_/session');
      return browser;
    }),
  );
  const body = { email: 'ada@example.com', password: PASSWORD };
  const answers = await Promise.all(browsers.map((browser) => browser.call('POST', '/_/session', { body })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4);
  expect(refused.length).toBeGreaterThan(0);
  for (const { json, headers } of refused)
    expect([(json as { code: string }).code, headers['retry-after']]).toEqual(['too_many_requests', '2']);
  expect((await desk.browser().signIn('ada@example.com', PASSWORD)).status).toBe(200);
});
