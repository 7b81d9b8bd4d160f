// Mail while the server that sends it is killed: whatever was acknowledged is mailed, and what is sent twice has one id.
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signIn, type Call } from '../testing/crash/caller.ts';
import { startProcess } from '../testing/crash/server-process.ts';
import { startMailServer, type MailServer } from '../testing/mail-server.ts';
import { TEST_DIALECT, testPlace } from '../testing/test-database.ts';

/** As often as this a server is killed; `npm run prove` asks for more. */
const KILLS = Number(process.env['NINEFOLD_PROVE_KILLS'] ?? '2');
/** A writer fires so often before it waits for the kill. */
const WRITES = 12;
const BEGIN = Date.parse('2026-03-02T08:00:00.000Z');
const HOUR_MS = 3_600_000;

const SPECIFICATION = `ninefold: 1
purpose: { name: post, languages: [en], time_zone: UTC }
limits: { mail_gather_seconds: 1, mail_seconds: 10 }
entities: { note: { title: name, fields: { name: { type: string, required: true }, told: { type: reference, to: user } } } }
states:
  note:
    initial: open
    states: { open: {}, told: {}, shut: {} }
    transitions:
      say: { from: open, to: told, by: clerk, notify: { to: record.told, text: "{{name}}" } }
      fail: { from: open, to: shut, by: clerk, notify: { to: record.told, text: Failed }, fire: { each: record, transition: stop } }
      stop: { from: [open, shut], to: shut, by: clerk, when: record.name == "" }
roles: { clerk: { runtime: [users, operate], note: all, user: { read: true } } }
`;

let mails: MailServer;
beforeAll(async () => {
  mails = await startMailServer();
  process.env['NINEFOLD_SMTP'] = mails.setting;
});
afterAll(async () => {
  delete process.env['NINEFOLD_SMTP'];
  await mails.close();
});

function writeSpecification(place: string): string {
  const folder = join(place, 'spec');
  mkdirSync(join(folder, 'data/demo'), { recursive: true });
  writeFileSync(join(folder, 'app.yaml'), SPECIFICATION);
  const people = 'email,name,roles\nann@example.test,Ann,clerk\nbo@example.test,Bo,clerk\n';
  writeFileSync(join(folder, 'data/demo/user.csv'), people);
  return folder;
}

/** Fires, and notes what was acknowledged and what was refused, until the server is gone. */
async function fire(call: Call, told: string, noted: { readonly said: string[]; readonly refused: string[] }) {
  for (let n = 0; n < WRITES; n += 1) {
    const made = await call('POST', '/api/note', { name: `Note ${String(n)}`, told });
    const id = String(made?.json['id']);
    const isFailing = n % 4 === 3;
    const fired = await call('POST', `/api/note/${id}/${isFailing ? 'fail' : 'say'}`);
    if (made === null || fired === null) return;
    if (fired.status === 200) noted.said.push(id);
    else noted.refused.push(id);
  }
}

const THREAD = /^<([0-9a-f-]{36})\.note@/;
/** The ids of the mails about a record that the mail server got, each as often as it came. */
const mailsAbout = (id: string): readonly string[] =>
  mails.received.flatMap(({ mail }) =>
    THREAD.exec(String(mail.references))?.[1] === id ? [String(mail.messageId)] : [],
  );

/** On PostgreSQL two servers work on one outbox, and each is killed in turn. */
test(
  `killed ${String(KILLS)} times while it sends mail: nothing acknowledged is lost, and what comes twice has one id`,
  { timeout: 90_000 + KILLS * 30_000 },
  async () => {
    const place = await testPlace();
    const folder = writeSpecification(place.data);
    const noted = { said: [] as string[], refused: [] as string[] };
    let held = 0;
    for (let round = 0; round <= KILLS; round += 1) {
      const from = new Date(BEGIN + round * HOUR_MS).toISOString();
      const start = (name: string) => startProcess(folder, join(place.data, name), place.database, { from });
      const servers = [await start('data'), ...(TEST_DIALECT === 'postgres' ? [await start('other')] : [])];
      try {
        if (round === KILLS) {
          mails.hold(null);
          // what was held at a kill may be all there is: it counts as arrived, and has to come again
          const counts = () => noted.said.map((id) => mailsAbout(id).length);
          await vi.waitUntil(() => !counts().includes(0) && counts().some((count) => count > 1), 40_000);
          break;
        }
        const calls = await Promise.all(servers.map(({ address, account }) => signIn(address, 'post', account)));
        const users = await calls[0]?.('GET', '/api/user');
        const people = users?.json['items'] as readonly { readonly id: string }[]; // as the server answers
        const other = people.find(({ id }) => servers.every(({ account }) => account !== id))?.id ?? '';
        const before = mails.received.length;
        // what arrives is kept, and never acknowledged by this round
        mails.hold(() => new Promise(() => undefined));
        const writing = calls.map((call) => fire(call, other, noted));
        await vi.waitFor(() => expect(mails.received.length).toBeGreaterThan(before), 20_000);
        await setTimeout(randomInt(300));
        held += mails.received.length - before;
        await servers[round % servers.length]?.kill();
        await Promise.all(writing);
      } finally {
        await Promise.all(servers.map((server) => server.kill()));
      }
    }
    expect(noted.said.length).toBeGreaterThan(0);
    expect(noted.refused.flatMap(mailsAbout)).toEqual([]);
    const counts = noted.said.map((id) => mailsAbout(id));
    expect(counts.filter((ids) => new Set(ids).size !== 1)).toEqual([]);
    expect(held).toBeGreaterThan(0);
    expect(counts.some((ids) => ids.length > 1)).toBe(true);
    await place.remove();
  },
);
