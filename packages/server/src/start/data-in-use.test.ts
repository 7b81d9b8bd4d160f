import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from '@ninefold/spec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDevServer } from '../dev/dev-server.ts';
import { writeTill } from '../testing/crash/till.ts';
import { startProcess } from '../testing/crash/server-process.ts';
import { openData } from './open-data.ts';

const { application } = compile([
  { path: 'app.yaml', text: 'ninefold: 1\nentities: { note: { fields: { text: { type: text } } } }\n' },
]);
const OPTIONS = { demo: false, now: '2026-03-05T12:00:00.000Z', acceptLoss: [] };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(data: string, database: string | null = null) {
  if (!application) throw new Error('the fixture is wrong');
  return openData({ data, database }, application, OPTIONS, () => undefined);
}

const IN_USE = /^Another process uses .+data\.sqlite; stop it first\./;

test('a SQLite file has one server, by whatever path it is opened, until that one closes it', async () => {
  const { database } = await open(join(folder, 'data'));
  await expect(open(join(folder, 'data'))).rejects.toThrow(IN_USE);
  await expect(open(folder, `sqlite:${join(folder, 'data/data.sqlite')}`)).rejects.toThrow(IN_USE);
  symlinkSync(join(folder, 'data'), join(folder, 'link'));
  await expect(open(join(folder, 'link'))).rejects.toThrow(IN_USE);
  await database.close();
  const again = await open(join(folder, 'link'));
  await again.database.close();
});

test('neither a server nor dev starts beside a server; whoever comes after a killed one does', async () => {
  const spec = writeTill(folder);
  const data = join(folder, 'data');
  const server = await startProcess(spec, data, null);
  await expect(open(data)).rejects.toThrow(IN_USE);
  const dev = await startDevServer({
    ...{ folder: spec, data, database: null, host: '127.0.0.1', port: 0, demo: true, web: 'none', webLocales: null },
    ...{ errorsDsn: null, acceptLoss: [], log: () => undefined, describe: () => ({}) },
  });
  try {
    const { trouble } = await dev.refresh();
    expect(trouble && 'failure' in trouble ? trouble.failure.message : trouble).toMatch(IN_USE);
    await server.kill();
    expect((await dev.refresh()).trouble).toBeNull();
  } finally {
    await server.kill();
    await dev.close();
  }
});
