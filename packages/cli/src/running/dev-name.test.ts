import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runNinefold, type Ninefold } from '../testing/run-ninefold.ts';

const specification = (name: string): string =>
  `ninefold: 1\npurpose: { name: ${name} }\nentities: { thing: { fields: { n: { type: integer } } } }\n`;

function started(...more: readonly string[]): { server: Ninefold; rename: (name: string) => void } {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-dev-name-'));
  mkdirSync(join(folder, 'app'));
  const rename = (name: string): void => writeFileSync(join(folder, 'app/app.yaml'), specification(name));
  rename('first');
  const server = runNinefold(['dev', 'app', '--port', '0', ...more], { folder });
  onTestFinished(async () => {
    server.stop();
    await server.exit;
  });
  return { server, rename };
}

async function nameServed(server: Ninefold): Promise<unknown> {
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(server.output().out)?.[0] ?? '';
  const session = (await (await fetch(`${address}/_/session`)).json()) as Readonly<Record<string, unknown>>;
  return session['name'];
}

test('an application that gets another name under dev has the data of that name, as at a start, and back', async () => {
  const { server, rename } = started();
  await server.printed('first answers at');
  rename('second');
  await server.printed(
    'The application is called second now, and its data is in .ninefold/second. The data of first stays in .ninefold/first.',
  );
  expect(existsSync(join(server.folder, '.ninefold/second/data.sqlite'))).toBe(true);
  expect(await nameServed(server)).toBe('second');
  rename('first');
  await server.printed('The application is called first now');
  expect(await nameServed(server)).toBe('first');
  expect(server.output().err).toBe('');
}, 60_000);

test('where the place of the data is given, every name uses it', async () => {
  const { server, rename } = started('--data', 'data');
  await server.printed('first answers at');
  rename('second');
  await server.printed('Reloaded');
  expect(await nameServed(server)).toBe('second');
  expect(server.output()).toMatchObject({ out: expect.not.stringContaining('is called second now'), err: '' });
  expect(existsSync(join(server.folder, '.ninefold'))).toBe(false);
}, 60_000);
