import { compile } from '@ninefold/spec';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '../accounts/password.ts';
import { createServer } from '../http/create-server.ts';
import { createService } from '../start/create-service.ts';
import { adoptModel } from '../start/open-data.ts';
import { openPostgres } from '../storage/postgres/open.ts';
import { createBrowser, type Browser } from '../testing/browser.ts';
import { listenTo } from '../testing/live-reader.ts';
import { createFolderStore } from '../uploads/file-store.ts';
import { newSchema, type Schema } from '../testing/postgres/schema.ts';
import { DESK } from '../testing/specification.ts';
import { PASSWORD } from '../testing/start-desk.ts';

const { application } = compile([{ path: 'app.yaml', text: DESK.split('screens:')[0] ?? '' }]);
const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

async function server(schema: Schema) {
  if (!application) throw new Error('no application');
  const clock = (): string => '2026-03-05T09:00:00.000Z';
  const log = (): void => undefined;
  const database = await openPostgres(schema.url, { log, connections: 4 });
  ends.push(() => database.close());
  await adoptModel(database, application, { demo: false, now: clock(), acceptLoss: [] });
  const parts = {
    application,
    issues: [],
    database,
    clock,
    log,
    demo: false,
    files: createFolderStore(''),
    filesFolder: '',
    web: 'none',
    webLocales: null,
    elsewhere: null,
    smtp: null,
    fileCheck: null,
    secrets: { get: () => null },
    placed: { publicUrl: null, trusted: false },
  } as const;
  const service = await createService(parts);
  const app = await createServer(service);
  ends.push(() => app.close());
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { service, address, browser: (): Browser => createBrowser(app, 'desk') };
}

describe.each([
  { form: 'notifications', isPortable: false },
  { form: 'polling', isPortable: true },
])('two servers on one database that hear by $form', ({ isPortable }) => {
  it('tell pages of each what was changed on the other, and end those of sessions that the other ended', async () => {
    const schema = await newSchema(isPortable);
    ends.push(() => schema.drop());
    const one = await server(schema);
    const two = await server(schema);
    const user = await one.service.records.addUser({
      name: 'Ada',
      email: 'ada@example.com',
      language: null,
      roles: [],
    });
    await one.service.credentials.set(user, await hashPassword(PASSWORD));
    const ada = one.browser();
    await ada.signIn('ada@example.com', PASSWORD);
    const reader = await listenTo(two.address, ada.cookies);
    await vi.waitFor(() => expect(reader.events).toMatchObject([{ event: 'ready' }]), 30_000);
    const ids: unknown[] = [];
    const write = async (): Promise<void> => {
      const { json } = await ada.call('POST', '/api/note', { body: { subject: 'Elsewhere' } });
      ids.push((json as { id: unknown }).id);
    };
    for (let n = 0; n < 3; n += 1) await write();
    await Promise.all(Array.from({ length: 12 }, write));
    const told = (): readonly unknown[] => reader.events.slice(1).flatMap(({ data }) => data['note']);
    await vi.waitFor(() => expect(new Set(told())).toEqual(new Set(ids)), 30_000);
    const again = await listenTo(one.address, ada.cookies, { 'last-event-id': '0' });
    await vi.waitFor(() => expect(again.events[0]).toMatchObject({ data: { known: false } }), 30_000);
    await ada.call('DELETE', '/_/session');
    await Promise.all([reader.ended, again.ended]);
  });
});
