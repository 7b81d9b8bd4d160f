import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSpecification, openData } from '@ninefold/server';
import { afterAll, expect, test } from 'vitest';
import { runNinefold } from '../testing/run-ninefold.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: shelf, languages: [en, ja] }
entities:
  asset:
    key: tag
    title: name
    fields:
      tag: { type: string, required: true }
      name: { type: string, required: true }
      kind: { type: choice, options: [monitor, other] }
roles:
  clerk: { runtime: [users], asset: all }
  guest: { asset: { read: true } }
`;
const WORDS = { entities: { asset: { fields: { tag: { label: '管理番号' } } } } };
const folder = mkdtempSync(join(tmpdir(), 'ninefold-stored-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function ninefold(language: 'en_US' | 'ja_JP', ...args: readonly string[]) {
  const locale = `${language}.UTF-8`;
  const run = runNinefold(args, { folder, env: { LANG: locale, LC_ALL: locale } });
  const exit = await run.exit;
  return { exit, ...run.output() };
}

async function fill(): Promise<void> {
  mkdirSync(join(folder, 'desk/data/demo'), { recursive: true });
  mkdirSync(join(folder, 'desk/locales/ja'), { recursive: true });
  writeFileSync(join(folder, 'desk/app.yaml'), SPECIFICATION);
  writeFileSync(join(folder, 'desk/locales/ja/app.json'), JSON.stringify(WORDS));
  writeFileSync(
    join(folder, 'desk/data/demo/user.csv'),
    'email,name,roles\nann@example.test,Ann,clerk\nben@example.test,Ben,guest\n',
  );
  const { application, issues } = await loadSpecification(join(folder, 'desk'));
  if (!application) throw new Error(JSON.stringify(issues));
  const place = { data: join(folder, 'data'), database: null };
  const options = { demo: true, now: '2026-03-05T09:00:00.000Z', acceptLoss: [] };
  const { database } = await openData(place, application, options, () => undefined);
  await database.close();
  writeFileSync(join(folder, 'good.csv'), '管理番号,Name,kind,What\nZ-1,Lamp,monitor,x\n');
  writeFileSync(join(folder, 'bad.csv'), 'tag,name,kind\nZ-2,Desk,other\nZ-3,,other\nZ-4,Hat,hat\n');
}

test('records go into a file and out of one, and everything into a backup and back, by commands alone', async () => {
  await fill();
  const as = ['desk', '--data', 'data', '--as', 'ann@example.test'];
  const [done, refused] = await Promise.all([
    ninefold('en_US', 'import', 'asset', 'good.csv', ...as),
    ninefold('ja_JP', 'import', 'asset', 'bad.csv', ...as),
  ]);
  expect(done).toMatchObject({ exit: 0, err: '' });
  expect(done.out).toMatch(/^1 row: 1 new, 0 changed, 0 as before, 0 failed\.$/m);
  expect(done.out).toContain('not imported: What.');
  expect([refused.exit, refused.err]).toEqual([1, '']);
  expect(refused.out).toMatch(/^3 行：新規 1、変更 0、変更なし 0、失敗 2$/m);
  expect(refused.out).toMatch(/3 行目：.*Name.*（required）\n.*4 行目：.*Kind.*（bad_option）/);
  expect(refused.out).toContain('何も書き込んでいません。');

  const [unable, nobody] = await Promise.all([
    ninefold('en_US', 'import', 'asset', 'good.csv', 'desk', '--data', 'data', '--as', 'ben@example.test'),
    ninefold('ja_JP', 'import', 'user', 'good.csv', ...as),
  ]);
  expect(unable.exit).toBe(1);
  expect(unable.err).toMatch(
    /forbidden\)\nThe right `import` for `asset` is missing\. Roles that have it: `clerk`\.\n$/,
  );
  expect(nobody.err).toContain('`user` の権限 `import` がありません。この権限を持つロールはない');

  const [printed, kept] = await Promise.all([
    ninefold('en_US', 'export', 'asset', ...as, '--query', 'select=tag,name'),
    ninefold('ja_JP', 'backup', 'desk', '--data', 'data', '--to', 'all.backup'),
  ]);
  expect(printed).toMatchObject({ exit: 0, err: '' });
  expect(printed.out).toMatch(/^id,tag,name\r\n[0-9a-f-]{36},Z-1,Lamp\r\n$/);
  expect([kept.exit, kept.err]).toEqual([0, '']);
  expect(kept.out).toContain('all.backup');
  const valid = await ninefold('en_US', 'import', 'asset', 'bad.csv', ...as, '--valid-only');
  expect(valid.out).toContain('1 row was written, the failed ones were not.');
  const back = await ninefold('ja_JP', 'restore', 'all.backup', 'desk', '--data', 'other');
  expect([back.exit, back.err]).toEqual([0, '']);
  expect(back.out).toMatch(/復元/);

  const [link, none] = await Promise.all([
    ninefold('en_US', 'invite', 'ann@example.test', 'desk', '--data', 'data', '--public-url', 'https://desk.test/'),
    ninefold('ja_JP', 'invite', 'eve@example.test', 'desk', '--data', 'data'),
  ]);
  expect(link).toMatchObject({ exit: 0, err: '' });
  expect(link.out).toMatch(/^ann@example\.test chooses .* until 20.*:\nhttps:\/\/desk\.test\/_\/setup\/[\w-]{43}\n$/);
  expect([none.exit, none.out]).toEqual([1, '']);
  expect(none.err).toContain('eve@example.test の有効なユーザーはいません');
});
