import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { applicationOf } from '../../records/testing/open-desk.ts';
import { openData } from '../../start/open-data.ts';

const OLD = 'ninefold: 1\nentities: { note: { fields: { text: { type: text } } } }\n';
const NEW = OLD.replace(
  'type: text }',
  'type: text, search: true }, length: { type: integer, computed: size(record.text) }',
);
const NOW = '2026-03-05T12:00:00.000Z';
const OPTIONS = { demo: false, now: NOW, acceptLoss: [] };
const folder = mkdtempSync(join(tmpdir(), 'ninefold-full-'));
/** Why there is no small file system here; null where there is one. */
const reason = mounted();

function mounted(): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'pipe' });
    return null;
  } catch (cause) {
    return String(cause);
  }
}

afterAll(() => {
  if (reason === null) execFileSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
});

const open = (yaml: string) =>
  openData({ data: folder, database: null }, applicationOf(yaml), OPTIONS, () => undefined);

test.skipIf(reason !== null)(
  'a migration for which the disk has no room is told in a sentence, and changes nothing',
  async () => {
    const { database } = await open(OLD);
    const insert = `INSERT INTO "note" ("id", "version", "created_at", "changed_at", "text") VALUES (?, 1, '${NOW}', '${NOW}', ?)`;
    let rows = 0;
    const room = (): number => statfsSync(folder).bavail * statfsSync(folder).bsize;
    while (room() > 1_200_000) {
      await database.write(async (tx) => {
        for (let n = 0; n < 50; n += 1) await tx.run(insert, [String((rows += 1)), `${String(rows)} `.repeat(120)]);
      });
      await database.write((tx) => tx.all('SELECT 1', []));
    }
    await database.close();
    await expect(open(NEW)).rejects.toThrow(/^There is no space left for .+data\.sqlite\. Nothing was changed;/);
    const again = await open(OLD);
    expect(again.migration.changes).toEqual([]);
    expect(await again.database.read.all('SELECT count(*) AS n FROM "note"', [])).toEqual([{ n: BigInt(rows) }]);
    await again.database.close();
  },
);
