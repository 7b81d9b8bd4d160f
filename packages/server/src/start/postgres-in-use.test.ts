import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backup } from '../backup/backup.ts';
import { restore } from '../backup/restore.ts';
import { applicationOf } from '../records/testing/open-desk.ts';
import { storageFailure } from '../storage/failure.ts';
import { newSchema, type Schema } from '../testing/postgres/schema.ts';
import { openData } from './open-data.ts';

const APPLICATION = applicationOf('ninefold: 1\nentities: { note: { fields: { text: { type: text } } } }\n');
const NOW = '2026-03-05T12:00:00.000Z';
const log = (): void => undefined;
const ADDED = `INSERT INTO "note" ("id", "version", "created_at", "changed_at") VALUES (?, 1, '${NOW}', '${NOW}')`;

let folder: string;
let schema: Schema;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-in-use-'));
});
afterEach(async () => {
  await schema.drop();
  rmSync(folder, { recursive: true });
});

async function served(isPortable: boolean) {
  schema = await newSchema(isPortable);
  const place = { data: folder, database: schema.url };
  const options = { demo: false, now: NOW, acceptLoss: [], serves: true } as const;
  const { database } = await openData(place, APPLICATION, options, log);
  await database.write((tx) => tx.run(ADDED, ['one']));
  const file = join(folder, 'all.backup');
  await backup(place, file, { version: '1', at: NOW, log });
  const again = () => restore(place, file, { replace: true, application: APPLICATION, now: NOW, log });
  return { database, again };
}

test('a restore refuses a database to which a server is connected', async () => {
  const { database, again } = await served(false);
  await expect(again()).rejects.toThrow('A server uses this database; stop it first.');
  await database.write((tx) => tx.run(ADDED, ['two']));
  await database.close();
  expect((await again()).fits).toBe(true);
});

test('where it cannot see the server, that one writes nothing into what was restored', async () => {
  const { database, again } = await served(true);
  await again();
  const written = database.write((tx) => tx.run(ADDED, ['two']));
  expect(await written.then(() => 'written', storageFailure)).toBe('other_specification');
  expect(await database.read.all('SELECT "id" FROM "note"', [])).toEqual([{ id: 'one' }]);
  await database.close();
});
