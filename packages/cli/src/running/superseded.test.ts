import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { runNinefold } from '../testing/run-ninefold.ts';

const SPECIFICATION =
  'ninefold: 1\npurpose: { name: things }\nentities: { thing: { fields: { n: { type: integer } } } }\n';

function started(command: 'run' | 'dev') {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-superseded-'));
  mkdirSync(join(folder, 'app'));
  writeFileSync(join(folder, 'app/app.yaml'), SPECIFICATION);
  const notice = command === 'run' ? ['--notice', '0'] : [];
  return runNinefold([command, 'app', '--data', 'data', '--port', '0', ...notice], { folder });
}

test.each(['run', 'dev'] as const)(
  '%s whose stored data has come to follow another specification says so and ends',
  async (command) => {
    const server = started(command);
    await server.printed('things answers at');
    const database = new DatabaseSync(join(server.folder, 'data/data.sqlite'), { timeout: 5000 });
    database.exec(`UPDATE "_meta" SET "value" = 'of another specification' WHERE "key" = 'fingerprint'`);
    database.close();
    expect(await server.exit).toBe(1);
    expect(server.output().err).toBe(
      'ninefold: The stored data now follows another specification: a server or a command with that one has been started. This server stops; start it again with the new specification.\n',
    );
  },
);

test('a server that is told to stop ends with 0 and says nothing', async () => {
  const server = started('run');
  await server.printed('things answers at');
  server.stop();
  expect([await server.exit, server.output().err]).toEqual([0, '']);
});
