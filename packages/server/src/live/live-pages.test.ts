import { afterEach, expect, test, vi } from 'vitest';
import { listenTo, type LiveReader } from '../testing/live-reader.ts';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
const open: LiveReader[] = [];
afterEach(async () => {
  for (const reader of open.splice(0)) reader.close();
  await desk.close();
});

const YAML = `ninefold: 1
purpose: { name: desk, does: Keeps notes., audience: { boss: Everybody }, languages: [en, ja], time_zone: UTC }
limits: { live_connections: 10, live_pages: 3 }
entities: { note: { fields: { subject: { type: string, label: Subject } } } }
roles: { boss: { runtime: [users], note: all }, administrator: { runtime: [users] } }
`;

test('one person takes no more open pages than theirs, with however many sessions they come', async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: YAML }] });
  const address = await desk.app.listen({ port: 0, host: '127.0.0.1' });
  const page = async (browser: Browser): Promise<LiveReader> => {
    const reader = await listenTo(address, browser.cookies);
    open.push(reader);
    return reader;
  };
  const statuses: number[] = [];
  for (let session = 0; session < 5; session += 1)
    statuses.push((await page(await desk.signedIn('ada@example.com'))).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const refused = open.at(-1);
  expect(refused?.headers['retry-after']).toBe('30');
  const bo = await desk.signedIn('bo@example.com');
  expect([(await page(bo)).status, (await page(bo)).status]).toEqual([200, 200]);
  open[0]?.close();
  const ada = await desk.signedIn('ada@example.com');
  await vi.waitFor(async () => expect((await page(ada)).status).toBe(200), 30_000);
});
