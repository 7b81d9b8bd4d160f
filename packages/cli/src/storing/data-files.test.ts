import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runNinefold } from '../testing/run-ninefold.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: shelf, languages: [en] }
entities:
  asset:
    key: tag
    title: name
    fields:
      tag: { type: string, required: true }
      name: { type: string, required: true, max: 10 }
      rows: { type: lines, fields: { what: { type: string, max: 3 } } }
roles: { clerk: { runtime: [users], asset: all, user: { read: true } } }
`;
const folder = mkdtempSync(join(tmpdir(), 'ninefold-data-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);

async function ninefold(...args: readonly string[]) {
  const run = runNinefold([...args, '--data', 'data'], { folder, env: { LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' } });
  const exit = await run.exit;
  return { exit, ...run.output() };
}

/** Begins with `Z-1` changed by Ann and `Z-2` untouched, and both rows changed in the file. */
async function bothChanged(): Promise<void> {
  mkdirSync(join(folder, 'desk/data'), { recursive: true });
  write('desk/app.yaml', SPECIFICATION);
  write('desk/data/user.csv', 'email,name,roles\nann@example.test,Ann,clerk\n');
  write('desk/data/asset.csv', 'tag,name\nZ-1,Lamp\nZ-2,Desk\n');
  expect((await ninefold('migrate', 'desk')).exit).toBe(0);
  write('ann.csv', 'tag,name\nZ-1,Torch\n');
  expect((await ninefold('import', 'asset', 'ann.csv', 'desk', '--as', 'ann@example.test')).exit).toBe(0);
  write('desk/data/asset.csv', 'tag,name\nZ-1,Lantern\nZ-2,Table\nZ-3,Chair\n');
}

test('diff shows the conflict, migrate keeps, stops or takes, and says so', { timeout: 120_000 }, async () => {
  await bothChanged();
  const shown = await ninefold('diff', 'desk');
  expect([shown.exit, shown.err]).toEqual([0, '']);
  expect(shown.out.split('\n').slice(0, 4)).toEqual([
    'A start would load rows of data files:',
    '+ data/asset.csv: 1 new, 1 changed',
    'Rows of data files changed after people changed the same records. A start keeps what people wrote:',
    '! data/asset.csv, row 2 (Z-1): name is “Torch” here, “Lantern” in the file',
  ]);
  const stopped = await ninefold('migrate', 'desk', '--data-files', 'stop');
  expect(stopped.exit).not.toBe(0);
  expect(stopped.err).toContain('  data/asset.csv, row 2 (Z-1): name\n--data-files keep keeps');
  expect((await ninefold('diff', 'desk')).out).toBe(shown.out);
  const kept = await ninefold('migrate', 'desk');
  expect([kept.exit, kept.out]).toEqual([0, expect.stringMatching(/was kept:\n! data\/asset\.csv, row 2/)]);
  expect((await ninefold('diff', 'desk')).out).toMatch(/^Rows of data files[^\n]*\n! data\/asset\.csv, row 2/);
  const taken = await ninefold('migrate', 'desk', '--data-files', 'take');
  expect([taken.exit, taken.out]).toEqual([0, expect.stringMatching(/was taken:\n- data\/asset\.csv, row 2/)]);
  expect((await ninefold('diff', 'desk')).out).toBe('Stored data fits the specification.\n');
});

test('a row that does not fit is told by file, row and column, in a sentence', { timeout: 120_000 }, async () => {
  write(
    'desk/data/asset.json',
    JSON.stringify([{ tag: 'Z-4', name: 'Far too long a name', rows: [{ what: 'more' }] }]),
  );
  write('desk/data/user.csv', 'email,name,roles\nann@example.test,Ann,clerk\nbob@example.test,,clerk\n');
  const refused = await ninefold('migrate', 'desk');
  expect(refused.exit).not.toBe(0);
  expect(refused.err.split('\n').slice(1, 4).toSorted()).toEqual([
    '  data/asset.json, row 1, column name, “Far too long a name”: Use 10 characters or fewer.',
    '  data/asset.json, row 1, column rows[0].what: Use 3 characters or fewer.',
    '  data/user.csv, row 3, column name: Enter this value.',
  ]);
});

test('consent to what is nothing is refused, with the name that is most like it', { timeout: 120_000 }, async () => {
  rmSync(join(folder, 'desk/data/asset.json'));
  write('desk/data/user.csv', 'email,name,roles\nann@example.test,Ann,clerk\n');
  write('desk/data/asset.csv', 'tag\nZ-1\n');
  write(
    'desk/app.yaml',
    SPECIFICATION.replace(/ +name: \{ type: string, required: true, max: 10 \}\n/, '').replace(
      'title: name',
      'title: tag',
    ),
  );
  const near = await ninefold('migrate', 'desk', '--accept-loss', 'asset.nmae');
  expect([near.exit === 0, near.err]).toEqual([false, expect.stringContaining('did you mean asset.name?')]);
  expect((await ninefold('migrate', 'desk', '--accept-loss', 'asset.name')).exit).toBe(0);
  expect((await ninefold('migrate', 'desk', '--accept-loss', 'asset.name')).exit).toBe(0);
  const far = await ninefold('migrate', 'desk', '--accept-loss', 'zebra');
  expect([far.exit === 0, far.err]).toEqual([false, expect.stringContaining('--accept-loss zebra names nothing')]);
});
