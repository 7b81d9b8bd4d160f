// On SQLite alone: what is tested is that the commands of the guide's pages on calls and mail do what stands there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { allowedInside } from '../calls/inside-addresses.ts';
import { createSecretKeeper, secretsFile } from '../calls/secrets.ts';
import { smtpOf } from '../start/start-server.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

/** What the page on subscriptions names of the service desk. */
const TICKETS = `ninefold: 1
purpose: { name: desk, languages: [en] }
entities: { ticket: { fields: { subject: { type: string }, priority: { type: choice, options: [normal, urgent] }, solution: { type: text } } } }
states: { ticket: { initial: open, states: { open: {}, resolved: { final: true } }, transitions: { resolve: { from: open, to: resolved, by: agent } } } }
roles: { agent: { ticket: all, runtime: [users] } }
`;
const ROOT = join(import.meta.dirname, '../../../..');

let desk: Desk | null = null;
afterEach(async () => {
  await desk?.close();
  desk = null;
});

const pageOf = (name: string): string => readFileSync(join(ROOT, 'docs/guide', name), 'utf8');
/** What stands in the fenced blocks of a page, of one kind or of none. */
const blocksOf = (page: string, kind: string): readonly string[] =>
  [...pageOf(page).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, of, text = '']) =>
    of === kind ? [text] : [],
  );
/** The commands of a block, each with all its lines. */
const commandsIn = (block: string): readonly string[] => block.trim().split(/\n(?=call |curl )/);

/** Makes the call of a command of `curl`, or of the alias of the guide, with what stands for its variables. */
async function make(app: Desk['app'], command: string, variables: Readonly<Record<string, string>>) {
  const text = Object.entries(variables).reduce((line, [name, value]) => line.replaceAll(name, value), command);
  const [, url = ''] = /http:\/\/127\.0\.0\.1:4900(\/[^\s"]*)/.exec(text) ?? [];
  const [, body] = /-d '([\s\S]*)'$/.exec(text) ?? [];
  const headers = Object.fromEntries(
    [...text.matchAll(/-H "([^:]+): ([^"]*)"/g)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  );
  const asked = /-X (\w+)/.exec(text)?.[1] ?? (body === undefined ? 'GET' : 'POST');
  const method = (['GET', 'POST', 'PATCH', 'DELETE'] as const).find((one) => one === asked);
  if (method === undefined) throw new Error(asked);
  const sent = body === undefined ? {} : { payload: body, headers: { 'content-type': 'application/json', ...headers } };
  const answer = await app.inject({ method, url, headers, ...sent });
  return { status: answer.statusCode, json: answer.body === '' ? null : (JSON.parse(answer.body) as unknown) };
}

test('the page on calls of other systems: its call is made as it stands there', async () => {
  const [specification = ''] = blocksOf('calls-in.md', 'yaml');
  const [rows = ''] = blocksOf('calls-in.md', 'csv');
  desk = await startDesk({
    files: [
      { path: 'app.yaml', text: specification },
      { path: 'data/desk.csv', text: rows },
    ],
    accounts: false,
  });
  createSecretKeeper(secretsFile(desk.place.data)).set('carrier', 'word');
  const commands = blocksOf('calls-in.md', '')
    .filter((block) => block.startsWith('curl'))
    .flatMap(commandsIn);
  expect(commands).toHaveLength(1);
  for (const command of commands) {
    const { status, json } = await make(desk.app, command, { $CARRIER: 'word' });
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { entity: 'parcel', id: expect.any(String) as unknown },
    });
  }
  const parcels = await desk.database.read.all('SELECT "number", "text", "weight" FROM "parcel"', []);
  expect(parcels).toMatchObject([{ number: '4711', text: 'Two boxes' }]);
});

test('the page on subscriptions: every command answers what stands there', async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: TICKETS }], accounts: false });
  const { service, app } = desk;
  const user = await service.records.addUser({ name: 'Al', email: 'al@t.test', language: null, roles: ['agent'] });
  const wanted = { name: 'Sync', role: 'agent', user, createdBy: user, days: 1 };
  const { secret } = await service.keys.make(wanted, () => () => undefined);
  const alias = (command: string): string =>
    command.replace(/^call /, `curl -H "authorization: Bearer ${secret}" `).replace('$HOST', 'http://127.0.0.1:4900');
  const [first = '', ...others] = blocksOf('subscriptions.md', 'sh').flatMap(commandsIn).map(alias);
  const [shown = '', message = ''] = blocksOf('subscriptions.md', 'json');
  const { status, json } = await make(app, first, {});
  const made = json as { readonly secret: string; readonly subscription: { readonly id: string } };
  const expected = JSON.parse(shown) as { subscription: object };
  expect([status, made.secret.startsWith('whsec_')]).toEqual([201, true]);
  expect(made.subscription).toMatchObject({ ...expected.subscription, id: made.subscription.id });
  const answers: number[] = [];
  for (const command of others) answers.push((await make(app, command, { SUBSCRIPTION: made.subscription.id })).status);
  expect(answers).toEqual([200, 200, 200, 204]);
  expect(Object.keys((JSON.parse(message) as { data: object }).data)).toEqual([
    'entity',
    'id',
    'version',
    'transition',
    'changed',
    'record',
  ]);
});

test('the settings on the pages on calls and mail are read', () => {
  const [, setting = ''] = /^NINEFOLD_SMTP='(.*)'$/m.exec(pageOf('mail.md')) ?? [];
  expect(smtpOf({ smtp: setting })).toMatchObject({ host: 'mail.example.com' });
  const [, inside = ''] = /--calls-inside (\S+)$/m.exec(pageOf('calls-out.md')) ?? [];
  expect(allowedInside(inside).has('10.20.1.1')).toBe(true);
});
