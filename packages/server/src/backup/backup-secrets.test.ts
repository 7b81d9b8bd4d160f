import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordValue } from '@ninefold/model';
import { expect, test } from 'vitest';
import { startDesk } from '../testing/start-desk.ts';
import { testPlace } from '../testing/test-database.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const SPECIFICATION = `ninefold: 1
purpose: { name: lockers, languages: [en] }
entities: { locker: { key: name, title: name, fields: { name: { type: string, required: true, unique: true }, pin: { type: secret } } } }
states:
  locker:
    initial: shut
    states: { shut: {}, open: {} }
    transitions: { unlock: { from: shut, to: open, by: boss, input: { code: { type: secret } }, when: "verify(input.code, record.pin)" } }
roles:
  boss: { locker: all }
  administrator: { runtime: [spec, users], user: { read: true, grant: [boss, administrator] } }
`;
const files = [{ path: 'app.yaml', text: SPECIFICATION }];

test('a secret comes back from a backup: the same text opens it, and no line tells it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-backup-secrets-'));
  const [desk, to] = [await startDesk({ files }), await testPlace()];
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  try {
    const cleo = await desk.signedIn('cleo@example.com');
    await cleo.call('POST', '/api/locker', { body: { name: 'box', pin: 'KEPT12345' } });
    const file = join(folder, 'a.backup');
    await backup(desk.place, file, { version: '9.9', at: NOW, log });
    await restore(to, file, { replace: false, application: null, now: NOW, log });
    const again = await startDesk({ files, place: to, accounts: false });
    try {
      const back = await again.signedIn('cleo@example.com');
      const unlock = async (code: string): Promise<RecordValue> =>
        (await back.call('POST', '/api/locker/box/unlock', { body: { input: { code } } })).json as RecordValue;
      expect(await unlock('KEPT1234')).toMatchObject({ code: 'guard_failed' });
      expect(await unlock('KEPT12345')).toMatchObject({ state: 'open', pin: true });
      expect([...lines, ...again.log].filter((line) => /KEPT|argon2/.test(line))).toEqual([]);
    } finally {
      await again.close();
    }
  } finally {
    await desk.close();
    rmSync(folder, { recursive: true });
  }
});
