// The page on deployment is read as its readers do: its commands run, and its proxy stands in front of a real server.
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCommand } from '../../packages/cli/src/arguments/parse-command.ts';
import { runSettings } from '../../packages/cli/src/arguments/run-settings.ts';
import { SETTINGS } from '../../packages/cli/src/commands/settings.ts';
import { COMMANDS } from '../../packages/cli/src/commands/table.ts';
import { runNinefold, type Ninefold } from '../../packages/cli/src/testing/run-ninefold.ts';
import { RUNTIME_LIMITS } from '../../packages/model/src/index.ts';
import { placedAt } from '../../packages/server/src/start/start-server.ts';
import { blocksOf, textOf } from './folder.ts';

const PAGE = await textOf('docs/guide/deployment.md');
const [NGINX = ''] = blocksOf(PAGE, 'nginx');
const [DOCKERFILE = ''] = blocksOf(PAGE, 'dockerfile');
const [UNIT = ''] = blocksOf(PAGE, 'ini');
const COMMAND = /^ninefold (.*)$/m.exec(PAGE)?.[1]?.split(' ') ?? [];

/** What nginx puts in place of its variables (its documentation of `ngx_http_proxy_module`), for a client that speaks https. */
function filledIn(value: string, sent: IncomingHttpHeaders, client: string): string {
  const before = sent['x-forwarded-for'];
  const variables: Readonly<Record<string, string>> = {
    $host: 'desk.example.com',
    $scheme: 'https',
    $remote_addr: client,
    $proxy_add_x_forwarded_for: before === undefined ? client : `${String(before)}, ${client}`,
  };
  const found = variables[value];
  if (found === undefined) throw new Error(`the test does not know ${value}`);
  return found;
}

/** The headers that the block of the page sets, by name in small letters. */
const SET_HEADERS = [...NGINX.matchAll(/proxy_set_header (\S+) (\S+);/g)].map(
  ([, name = '', value = '']) => [name.toLowerCase(), value] as const,
);

let ninefold: Ninefold;
let proxy: Server;
beforeAll(async () => {
  const made = runNinefold(['version']);
  await made.exit;
  await mkdir(join(made.folder, 'my-app'));
  await writeFile(join(made.folder, 'my-app/app.yaml'), 'ninefold: 1\npurpose: { name: desk }\n');
  ninefold = runNinefold([...COMMAND, '--port', '0', '--data', 'data'], { folder: made.folder });
  await ninefold.printed('/_/setup/');
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(ninefold.output().out)?.[1]);
  proxy = createServer((incoming, outgoing) => {
    const client = String(incoming.headers['x-test-client']);
    const set = SET_HEADERS.map(([name, value]) => [name, filledIn(value, incoming.headers, client)] as const);
    const headers = { ...incoming.headers, ...Object.fromEntries(set) };
    const { method, url } = incoming;
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
}, 60_000);
afterAll(async () => {
  proxy?.close();
  ninefold?.stop();
  await ninefold?.exit;
});

const address = (): string => `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;

async function signIn(client: string, forged: string): Promise<number> {
  const from = { 'x-test-client': client, 'x-forwarded-for': forged };
  const begun = await fetch(`${address()}/_/session`, { headers: from });
  const cookies = begun.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const xsrf = cookies.find((cookie) => cookie.includes('_xsrf='))?.split('=')[1] ?? '';
  const answer = await fetch(`${address()}/_/session`, {
    method: 'POST',
    headers: { ...from, cookie: cookies.join('; '), 'x-xsrf-token': xsrf, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'a wrong password' }),
  });
  return answer.status;
}

test('through the proxy of the page cookies are secure, HTTPS is demanded, and links have the public address', async () => {
  const answer = await fetch(`${address()}/_/session`, { headers: { 'x-test-client': '198.51.100.1' } });
  expect(answer.headers.getSetCookie().join('\n')).toMatch(
    /^__Host-desk_session=[^\n]*; HttpOnly; Secure; SameSite=Lax/m,
  );
  expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
  expect(await answer.json()).toMatchObject({ intake: 'https://ninefold@desk.example.com/_/intake/1' });
  expect(ninefold.output().out).toContain('https://desk.example.com/_/setup/');
});

test('through the proxy of the page a client chooses no address, and locks out nobody else', async () => {
  const guesses: number[] = [];
  for (let at = 0; at < 7; at += 1) guesses.push(await signIn('198.51.100.7', `10.0.0.${String(at)}`));
  expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect(await signIn('198.51.100.8', '198.51.100.7')).toBe(401);
}, 20_000);

test('every command of the page is one, with settings that a server takes', () => {
  const run = [...PAGE.matchAll(/^ExecStart=\S+ ninefold (.*)$/gm)].map(([, words = '']) => words.split(' '));
  const started: unknown = JSON.parse(/^CMD (.*)$/m.exec(DOCKERFILE)?.[1] ?? '[]');
  const commands = [COMMAND, ...run, (started as string[]).slice(2)];
  expect(commands).toHaveLength(3);
  for (const command of commands) expect(parseCommand(command, COMMANDS).command.name).toBe('run');
});

test('every setting and limit that the page names is there, and its values are understood', () => {
  const named = [...PAGE.matchAll(/\b(NINEFOLD_\w+)(?:[:=]\s*(\S+))?/g)].map(([, name = '', value]) => ({
    name,
    value,
  }));
  expect(named.length).toBeGreaterThan(5);
  for (const { name } of named) expect(SETTINGS).toContain(name);
  const env = Object.fromEntries(named.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
  expect(placedAt(runSettings({ flags: {} }, env)).publicUrl?.origin).toBe('https://desk.example.com');
  for (const limit of ['body_seconds', 'import_pace_bytes']) expect(PAGE).toContain(`\`${limit}\``);
  expect(Object.keys(RUNTIME_LIMITS)).toEqual(expect.arrayContaining(['body_seconds', 'import_pace_bytes']));
  expect(UNIT).toContain('ReadWritePaths=/var/lib/ninefold');
});
