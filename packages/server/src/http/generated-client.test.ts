// On SQLite alone: a program is generated from the document; what it calls is tested on both databases elsewhere.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { RecordValue } from '@ninefold/model';
import { generate } from 'openapi-typescript-codegen';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const TSC = join(import.meta.dirname, '../../../../node_modules/.bin/tsc');
const OPTIONS = [
  '--ignoreConfig',
  '--strict',
  '--target',
  'es2022',
  '--lib',
  'es2022,dom',
  '--module',
  'nodenext',
  '--types',
  '',
];

interface Client {
  readonly OpenAPI: { BASE: string; HEADERS: Readonly<Record<string, string>> };
  readonly ApiError: new (...given: never[]) => Error & { readonly status: number; readonly body: { code: string } };
  readonly NoteService: {
    noteCreate(call: { requestBody: object }): Promise<RecordValue>;
    noteList(call: { sort?: string; fSubject?: string }): Promise<{ items: readonly RecordValue[] }>;
    noteTransitionFinish(call: { id: string; requestBody?: object }): Promise<RecordValue>;
  };
}

let desk: Desk;
let folder: string;
beforeAll(async () => {
  desk = await startDesk();
  folder = await mkdtemp(join(tmpdir(), 'ninefold-client-'));
});
afterAll(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

/** Generates, compiles and loads the client of what this user may do, signed in as that user. */
async function clientOf(email: string): Promise<Client> {
  const browser = await desk.signedIn(email);
  const document = (await browser.call('GET', '/api/openapi.json')).json as Record<string, unknown>;
  await generate({ input: document, output: join(folder, 'client'), httpClient: 'fetch', useOptions: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }');
  await promisify(execFile)(TSC, [...OPTIONS, '--outDir', join(folder, 'out'), join(folder, 'client/index.ts')]);
  const client = (await import(pathToFileURL(join(folder, 'out/index.js')).href)) as Client;
  client.OpenAPI.BASE = await desk.app.listen({ port: 0, host: '127.0.0.1' });
  client.OpenAPI.HEADERS = {
    cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
    'x-xsrf-token': browser.cookies.get('desk_xsrf') ?? '',
  };
  return client;
}

test('a client generated from the document compiles, writes, reads, and tells the codes of refusals', async () => {
  const { NoteService, ApiError } = await clientOf('ada@example.com');
  const written = await NoteService.noteCreate({ requestBody: { subject: 'By a program', amount: 7 } });
  const found = await NoteService.noteList({ fSubject: 'eq:By a program', sort: '-created_at' });
  expect(found.items.map(({ id }) => id)).toEqual([written.id]);
  expect((await NoteService.noteTransitionFinish({ id: written.id })).state).toBe('done');
  const refused = await NoteService.noteTransitionFinish({ id: written.id }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
}, 30_000);
