import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Model } from '@ninefold/model';
import { expect, test } from 'vitest';
import { startServer } from '../start/start-server.ts';
import { DESK } from '../testing/specification.ts';
import { withRows } from './served.ts';
import { writeCached, readCached } from './cache-file.ts';
import { loadServed, type CompiledCache } from './load-served.ts';
import { loadSpecification } from './load-specification.ts';

const NOTES = 'code,subject,amount\nN1,First,= 1 + 1\nN2,Second,5\n';

interface Place {
  readonly folder: string;
  readonly data: string;
  readonly cache: CompiledCache;
}

function place(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-served-'));
  const data = mkdtempSync(join(tmpdir(), 'ninefold-kept-'));
  mkdirSync(join(folder, 'data/demo'), { recursive: true });
  writeFileSync(join(folder, 'app.yaml'), DESK);
  mkdirSync(join(folder, 'locales/pages'), { recursive: true });
  for (const page of ['handbook.en', 'handbook.ja', 'house.en', 'house.ja'])
    writeFileSync(join(folder, `locales/pages/${page}.md`), '# A page');
  writeFileSync(join(folder, 'data/note.csv'), NOTES);
  writeFileSync(join(folder, 'data/demo/user.csv'), 'name,email\nAda,ada@example.com\n');
  return { folder, data, cache: { folder: join(data, 'compiled'), program: 'one' } };
}

function kept({ cache }: Place, kind: 'model' | 'rows'): readonly string[] {
  return readdirSync(cache.folder).filter((name) => name.endsWith(`.${kind}`));
}

/** Changes what is kept, so that it can be distinguished from what is compiled. */
function mark({ cache }: Place, name: string): void {
  const found = readCached(cache.folder, name) as { readonly application: { readonly model: Model } };
  const application = { ...found.application, model: { ...found.application.model, name: 'kept' } };
  writeCached(cache.folder, name, { ...found, application });
}

async function nameOf({ folder, cache }: Place): Promise<string | undefined> {
  return (await loadServed(folder, cache)).application?.model.name;
}

test('what was kept is what was compiled, to the last value', async () => {
  const { folder: small, data, cache } = place();
  const large = join(data, 'large');
  cpSync('examples/service-desk', large, { recursive: true, filter: (path) => !path.includes('demo') });
  for (const folder of [small, large]) {
    const { application: compiled, issues } = await loadSpecification(folder);
    await loadServed(folder, cache);
    const served = await loadServed(folder, cache);
    const { data: files = [], ...rest } = served.application ?? {};
    expect(isDeepStrictEqual({ ...rest, data: await withRows(files) }, compiled)).toBe(true);
    expect(served.issues).toEqual(issues);
    expect(served.application?.data.every((file) => !('rows' in file))).toBe(true);
    expect(Object.isFrozen(served.application?.model.entities['user']?.fields)).toBe(true);
  }
});

test('the next start takes it; a changed file or another program is compiled', async () => {
  const made = place();
  expect(await nameOf(made)).toBe('desk');
  const [name = ''] = kept(made, 'model');
  mark(made, name);
  expect(await nameOf(made)).toBe('kept');
  const other = { ...made, cache: { ...made.cache, program: 'two' } };
  expect(await nameOf(other)).toBe('desk');
  writeFileSync(join(made.folder, 'data/note.csv'), `${NOTES}N3,Third,6\n`);
  expect(await nameOf(made)).toBe('desk');
  writeFileSync(join(made.folder, 'data/note.csv'), NOTES);
  expect(await nameOf(made)).toBe('kept');
  writeFileSync(join(made.folder, 'app.yaml'), DESK.replace('name: desk', 'name: other'));
  expect(await nameOf(made)).toBe('other');
});

test.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 5)],
  ['changed in one bit', (bytes: Buffer) => bytes.map((byte, at) => (at === bytes.length - 9 ? byte ^ 1 : byte))],
  ['empty', () => Buffer.alloc(0)],
])('what is kept and %s is compiled anew, rows too', async (_how, broken) => {
  const made = place();
  await loadServed(made.folder, made.cache);
  for (const name of readdirSync(made.cache.folder)) {
    const path = join(made.cache.folder, name);
    writeFileSync(path, broken(readFileSync(path)));
  }
  const { application } = await loadServed(made.folder, made.cache);
  expect(application?.model.name).toBe('desk');
  const [model = ''] = kept(made, 'model');
  expect(readCached(made.cache.folder, model)).not.toBeNull();
  for (const name of kept(made, 'rows')) rmSync(join(made.cache.folder, name));
  const files = await withRows(application?.data ?? []);
  expect(files.find(({ path }) => path === 'data/note.csv')?.rows.map((row) => row['subject'])).toEqual([
    'First',
    'Second',
  ]);
});

test('where nothing can be kept it runs all the same, and mistakes are not kept', async () => {
  const made = place();
  writeFileSync(join(made.data, 'file'), '');
  const nowhere = { ...made.cache, folder: join(made.data, 'file', 'compiled') };
  expect((await loadServed(made.folder, nowhere)).application?.model.name).toBe('desk');
  writeFileSync(join(made.folder, 'app.yaml'), DESK.replace('title: subject', 'title: nothing'));
  const { application, issues } = await loadServed(made.folder, made.cache);
  expect([application, issues.some(({ severity }) => severity === 'error')]).toEqual([null, true]);
  expect(() => readdirSync(made.cache.folder)).toThrow('ENOENT');
});

test('another store gets its tables and rows from what is kept', async () => {
  const made = place();
  const start = () =>
    startServer({
      ...{ folder: made.folder, data: made.data, database: null, host: '127.0.0.1', port: 0, demo: true },
      ...{ acceptLoss: [], web: 'none', webLocales: null, errorsDsn: null, program: 'one' },
      log: () => undefined,
    });
  await (await start()).close();
  const [name = ''] = kept(made, 'model');
  mark(made, name);
  for (const file of readdirSync(made.data)) if (file.startsWith('data.')) rmSync(join(made.data, file));
  const again = await start();
  expect([again.application.model.name, again.demoAccounts.map((account) => account.name)]).toEqual(['kept', ['Ada']]);
  await again.close();
});
