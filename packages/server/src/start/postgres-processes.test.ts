import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createRecords } from '../records/create-records.ts';
import { loadSpecification } from '../specification/load-specification.ts';
import { openPostgres } from '../storage/postgres/open.ts';
import { signIn } from '../testing/crash/caller.ts';
import { startProcess } from '../testing/crash/server-process.ts';
import { listenTo } from '../testing/live-reader.ts';
import { newSchema } from '../testing/postgres/schema.ts';
import { adoptModel } from './open-data.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: pair, languages: [en] }
limits: { most: { type: integer, value: 10, editable_by: clerk }, much: { type: integer, value: 5, editable_by: clerk } }
entities:
  note: { title: subject, fields: { subject: { type: string, required: true }, worth: { type: integer, max: = limits.most }, much: { type: boolean, computed: record.worth > limits.much } } }
  paper: { fields: { boss: { type: reference, to: user } } }
states:
  paper:
    initial: sent
    states: { sent: {}, approved: { final: true } }
    transitions: { approve: { from: sent, to: approved, by: clerk, approvals: { of: record.boss } } }
roles: { clerk: { runtime: [users], note: all, paper: all, user: { read: true, update: true } } }
`;
/** Counts how often a job is begun, also by servers that begin at the same moment. */
const COUNT_JOBS = [
  'CREATE TABLE "begun" ("name" text NOT NULL)',
  `CREATE FUNCTION "count_begun"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF NEW."ended_at" IS NULL THEN INSERT INTO "begun" VALUES (NEW."name"); END IF; RETURN NEW; END $$`,
  'CREATE TRIGGER "count" BEFORE INSERT OR UPDATE ON "_job" FOR EACH ROW EXECUTE FUNCTION "count_begun"()',
];

function writeSpecification(place: string): string {
  const folder = join(place, 'spec');
  mkdirSync(join(folder, 'data/demo'), { recursive: true });
  writeFileSync(join(folder, 'app.yaml'), SPECIFICATION);
  writeFileSync(
    join(folder, 'data/demo/user.csv'),
    'email,name,roles\nann@example.test,Ann,clerk\nbo@example.test,Bo,clerk\ncy@example.test,Cy,clerk\n',
  );
  return folder;
}

test('two processes on one database: jobs run once; sessions, keys, tries, limits, deputies and who edits are shared; a change shows at once', async () => {
  const place = mkdtempSync(join(tmpdir(), 'ninefold-pair-'));
  const folder = writeSpecification(place);
  const schema = await newSchema();
  const { application } = await loadSpecification(folder);
  if (!application) throw new Error('no application');
  const database = await openPostgres(schema.url, { log: () => undefined, connections: 2 });
  const now = new Date().toISOString();
  await adoptModel(database, application, { demo: true, now, acceptLoss: [] });
  await database.write(async (tx) => {
    for (const text of COUNT_JOBS) await tx.run(text, []);
  });
  const [one, two] = await Promise.all([0, 1].map((n) => startProcess(folder, join(place, String(n)), schema.url)));
  if (!one || !two) throw new Error('no servers');
  try {
    const { userByEmail } = createRecords(database, application.model, () => now);
    const [ann, bo] = [await userByEmail('ann@example.test'), await userByEmail('bo@example.test')];
    const here = await signIn(one.address, 'pair', ann ?? '');
    const there = await signIn(two.address, 'pair', bo ?? '');
    const same = here.at(two.address);
    expect((await same('GET', '/_/session'))?.json).toMatchObject({ me: { name: 'Ann' } });

    const page = await listenTo(two.address, there.cookies);
    await vi.waitFor(() => expect(page.events).toMatchObject([{ event: 'ready' }]), 30_000);
    const made = await here('POST', '/api/note', { subject: 'Seen' }, 'the-same-key');
    await vi.waitFor(() => expect(page.events.at(-1)?.data).toEqual({ note: [made?.json['id']] }), 30_000);
    expect(await same('POST', '/api/note', { subject: 'Seen' }, 'the-same-key')).toEqual(made);
    expect((await there('GET', '/api/note?total=exact'))?.json).toMatchObject({ total: 1 });

    const kept = await here('POST', '/api/note', { subject: 'Kept', worth: 8 });
    for (let most = 1; most <= 20; most += 1) {
      await here('PATCH', '/api/_limits/most', { value: most });
      const [within, above] = await Promise.all(
        [0, 1].map((n) => there('POST', '/api/note', { subject: 'Worth', worth: most + n })),
      );
      expect([most, within?.status, above?.status]).toEqual([most, 201, 422]);
    }
    expect((await there('GET', '/api/note?f.much=eq:true&total=exact'))?.json).toMatchObject({ total: 16 });
    await here('PATCH', '/api/_limits/much', { value: 8 });
    const seen = async () => (await there('GET', `/api/note/${String(kept?.json['id'])}`))?.json['much'];
    await vi.waitFor(async () => expect(await seen()).toBe(false), 30_000);
    await vi.waitFor(() => expect(page.events.map(({ event }) => event)).toContain('limits'), 30_000);

    const editing = `/_/presence/note/${String(made?.json['id'])}`;
    await here('POST', editing);
    expect((await there('GET', editing))?.json).toMatchObject({ editing: [{ title: 'Ann' }] });
    await here('DELETE', editing);
    expect((await there('GET', editing))?.json).toMatchObject({ editing: [] });

    const cy = await signIn(one.address, 'pair', (await userByEmail('cy@example.test')) ?? '');
    const approvals = async (): Promise<readonly number[]> => {
      const paper = await cy('POST', '/api/paper', { boss: ann });
      const answer = await there('POST', `/api/paper/${String(paper?.json['id'])}/approve`, {});
      return [paper?.status ?? 0, answer?.status ?? 0];
    };
    expect(await approvals()).toEqual([201, 403]);
    const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const deputy = await here('POST', '/_/deputies', { deputy: bo, from: now.slice(0, 10), until });
    expect(await approvals()).toEqual([201, 200]);
    await here('DELETE', `/_/deputies/${String(deputy?.json['id'])}`);
    expect(await approvals()).toEqual([201, 403]);

    const wrong = { email: 'bo@example.test', password: 'wrong' };
    for (let n = 0; n < 5; n += 1) await here('POST', '/_/session', wrong);
    expect(await there('POST', '/_/session', wrong)).toMatchObject({ status: 429, json: { code: 'too_many_tries' } });

    const report = (at: string) =>
      fetch(`${at}/_/intake`, { method: 'POST', body: 'nothing', headers: { origin: at } });
    for (let n = 0; n < 30; n += 1)
      expect([(await report(one.address)).status, (await report(two.address)).status]).toEqual([400, 400]);
    expect([(await report(one.address)).status, (await report(two.address)).status]).toEqual([429, 429]);

    const ended = 'SELECT count(*) AS "n" FROM "_job" WHERE "ended_at" IS NOT NULL';
    const begun = await vi.waitUntil(async () => {
      // each server looks at timers and mail as it starts, and again and again
      const once = `SELECT "name" FROM "begun" WHERE "name" NOT IN ('fire_timers', 'send_mail') ORDER BY "name"`;
      const rows = await database.read.all(once, []);
      const [done] = await database.read.all(ended, []);
      return rows.length > 5 && Number(done?.['n']) >= new Set(rows.map(({ name }) => name)).size ? rows : null;
    }, 20_000);
    expect(begun.map(({ name }) => name)).toEqual([
      'empty_trash',
      'forget_answers',
      'forget_presence',
      'forget_tries',
      'sweep_files',
      'tell_stuck_approvals',
      'tidy_storage',
      'trim_audit_log',
      'trim_calls',
      'trim_in_calls',
      'trim_mail',
      'trim_notifications',
    ]);
    await same('DELETE', '/_/session');
    expect((await here('GET', '/api/note'))?.status).toBe(401);
  } finally {
    await Promise.all([one.kill(), two.kill(), database.close()]);
    await schema.drop();
    rmSync(place, { recursive: true, force: true });
  }
});
