// Whatever the umask says, other accounts of the machine can read nothing that a command wrote.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runNinefold } from '../testing/run-ninefold.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: shelf, languages: [en] }
entities: { asset: { key: tag, title: tag, fields: { tag: { type: string, required: true } } } }
roles: { clerk: { runtime: [users], asset: all } }
`;

let folder: string;
let umask: number;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-rights-'));
  umask = process.umask(0);
  mkdirSync(join(folder, 'shelf/data/demo'), { recursive: true });
  writeFileSync(join(folder, 'shelf/app.yaml'), SPECIFICATION);
  writeFileSync(join(folder, 'shelf/data/demo/user.csv'), 'email,name,roles\nann@example.test,Ann,clerk\n');
  writeFileSync(join(folder, 'assets.csv'), 'tag\nA-1\nA-2\n');
});
afterAll(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

async function ninefold(...args: readonly string[]) {
  const run = runNinefold(args, { folder });
  const exit = await run.exit;
  return { exit, ...run.output() };
}

/** Runs the application until it answers, and gives what it wrote to its operator. */
async function started(...more: readonly string[]): Promise<string> {
  const run = runNinefold(['run', 'shelf', '--demo', '--port', '0', ...more], { folder });
  await run.printed('Ctrl+C');
  const found = openToOthers('.ninefold');
  run.stop();
  await run.exit;
  expect(found).toEqual([]);
  return run.output().err;
}

/** Files and folders below that others than the owner may open. */
function openToOthers(path: string): readonly string[] {
  const all = readdirSync(join(folder, path), { recursive: true, encoding: 'utf8' });
  return [path, ...all.map((name) => join(path, name))].filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  );
}

test.skipIf(process.platform === 'win32')(
  'a server, imports, exports, backups and restores',
  { timeout: 120_000 },
  async () => {
    expect(await started()).toBe('');
    const as = ['--as', 'ann@example.test'];
    expect((await ninefold('import', 'asset', 'assets.csv', 'shelf', ...as)).exit).toBe(0);
    writeFileSync(join(folder, 'before.csv'), 'older, and open', { mode: 0o666 });
    for (const file of ['out.csv', 'out.jsonl', 'out.xlsx', 'before.csv'])
      expect((await ninefold('export', 'asset', 'shelf', ...as, '--to', file)).exit).toBe(0);
    expect((await ninefold('backup', 'shelf', '--to', 'kept/a.backup')).exit).toBe(0);
    expect((await ninefold('restore', 'kept/a.backup', 'shelf', '--data', 'other/place')).exit).toBe(0);
    const written = ['.ninefold', 'kept', 'other', 'out.csv', 'out.jsonl', 'out.xlsx', 'before.csv'];
    const open = written.flatMap((path) => (path.includes('.', 1) ? modeOf(path) : openToOthers(path)));
    expect(open).toEqual([]);
  },
);

function modeOf(file: string): readonly string[] {
  return (statSync(join(folder, file)).mode & 0o077) === 0 ? [] : [file];
}

test.skipIf(process.platform === 'win32')(
  'what an older version left open is closed by the next start, which says so once',
  async () => {
    const data = join(folder, '.ninefold/shelf');
    chmodSync(data, 0o755);
    chmodSync(join(data, 'data.sqlite'), 0o644);
    const said = await started();
    expect(said).toContain(join('.ninefold', 'shelf', 'data.sqlite'));
    expect(said.match(/Other accounts/g)).toHaveLength(1);
    expect(await started()).toBe('');
  },
);

test.skipIf(process.platform === 'win32')(
  'a folder that holds other things keeps its rights; the files are closed',
  async () => {
    mkdirSync(join(folder, 'mixed'), { mode: 0o755 });
    writeFileSync(join(folder, 'mixed/notes.txt'), 'not ours', { mode: 0o644 });
    const run = runNinefold(['run', 'shelf', '--port', '0', '--data', 'mixed'], { folder });
    await run.printed('Ctrl+C');
    expect(openToOthers('mixed')).toEqual(['mixed', join('mixed', 'notes.txt')]);
    run.stop();
    await run.exit;
  },
);
