import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runNinefold } from '../testing/run-ninefold.ts';

const SPECIFICATION =
  'ninefold: 1\npurpose: { name: shelf }\nentities: { book: { fields: { n: { type: integer } } } }\n';
/** The superuser may write everywhere; somebody else runs the command then. */
const somebody = process.getuid?.() === 0 ? { uid: 65_534, env: { HOME: tmpdir() } } : {};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-read-only-'));
  mkdirSync(join(folder, 'app'));
  writeFileSync(join(folder, 'app/app.yaml'), SPECIFICATION);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function ended(...args: readonly string[]): Promise<{ readonly exit: number | null; readonly err: string }> {
  const command = runNinefold(args, { folder, ...somebody });
  const exit = await command.exit;
  return { exit, err: command.output().err };
}

test.each(['run', 'migrate'])('%s where no data folder can be made says which folder, and ends', async (command) => {
  chmodSync(folder, 0o555);
  const { exit, err } = await ended(command, 'app', '--data', 'data');
  expect(exit).toBe(1);
  expect(err).toContain(join(folder, 'data/data.sqlite'));
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('run where the data folder may not be written says so, and changes nothing', async () => {
  mkdirSync(join(folder, 'data'));
  chmodSync(join(folder, 'data'), 0o555);
  chmodSync(folder, 0o555);
  const { exit, err } = await ended('run', 'app', '--data', 'data', '--port', '0');
  expect(exit).toBe(1);
  expect(err).toMatch(/^ninefold: .*data\/data\.sqlite.*\n$/);
});
