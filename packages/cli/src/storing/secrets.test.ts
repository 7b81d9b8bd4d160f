import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runNinefold } from '../testing/run-ninefold.ts';

const APP = `ninefold: 1
purpose: { name: shop, languages: [en] }
entities: { order: { fields: { name: { type: string } } } }
states:
  order: { initial: open, states: { open: {} }, transitions: { tell: { from: open, to: same, by: boss, call: tell_erp } } }
roles: { boss: { runtime: [users], order: all } }
calls: { out: { tell_erp: { url: "https://erp.example/orders", secret: erp_token } } }
`;
const VALUE = 'whsec_c2VjcmV0IG9mIHRoZSBlcnA=';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-secrets-'));
  writeFileSync(join(folder, 'app.yaml'), APP);
});

async function ninefold(args: readonly string[], input = '') {
  const run = runNinefold(args, { folder, input });
  const code = await run.exit;
  return { code, ...run.output() };
}

test('a secret is read from the input, kept for the account of the server alone, and never shown', async () => {
  expect(await ninefold(['secret', 'list'])).toEqual({ code: 0, err: '', out: 'erp_token: not set\n' });
  const set = await ninefold(['secret', 'set', 'erp_token'], `${VALUE}\n`);
  expect(set).toEqual({ code: 0, err: '', out: 'erp_token is set. Servers that run use it from now on.\n' });
  const file = join(folder, '.ninefold/shop/secrets.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ erp_token: VALUE });
  const listed = [await ninefold(['secret', 'list']), await ninefold(['secret', 'list', '--language', 'ja'])];
  expect(listed.map(({ out }) => out)).toEqual(['erp_token: set\n', 'erp_token：設定済み\n']);
});

test('a backup and an export have no secret in them, and the server says which is missing', async () => {
  await ninefold(['secret', 'set', 'erp_token'], VALUE);
  const run = runNinefold(['run', '--port', '0'], { folder });
  await run.printed('Ctrl+C');
  run.stop();
  await run.exit;
  expect(JSON.stringify(run.output())).not.toContain(VALUE);
  await ninefold(['backup', '--to', 'all.backup']);
  expect(readFileSync(join(folder, 'all.backup')).includes(Buffer.from(VALUE))).toBe(false);
  expect(await ninefold(['secret', 'remove', 'erp_token'])).toMatchObject({ code: 0 });
  const missing = runNinefold(['run', '--port', '0'], { folder });
  await missing.printed(
    'The secret erp_token is not set: calls to other systems wait, and calls of others are refused.',
  );
  missing.stop();
  await missing.exit;
  expect(missing.output().out).toContain('NF0445');
  const { out } = await ninefold(['check']);
  expect(out).toContain('NF0445');
  expect(out.match(/erp_token of the call tell_erp is not set in this installation/g)).toHaveLength(1);
  await ninefold(['secret', 'set', 'erp_token'], VALUE);
  expect((await ninefold(['check'])).out).not.toContain('NF0445');
  expect((await ninefold(['check', '--data', 'nothing-here'])).out).not.toContain('NF0445');
});

test('a name that no call uses, an empty value and another word are refused', async () => {
  expect(await ninefold(['secret', 'set', 'erp_tokn'], VALUE)).toMatchObject({
    code: 1,
    err: 'ninefold: No call of the specification uses a secret erp_tokn; did you mean erp_token?\n',
  });
  expect((await ninefold(['secret', 'set', 'erp_token'], '\n')).code).not.toBe(0);
  expect((await ninefold(['secret', 'show', 'erp_token'])).err).toContain(
    'secret takes set, list or remove, not show.',
  );
  expect(await ninefold(['secret', 'remove', 'other'])).toMatchObject({
    code: 1,
    err: 'ninefold: other is not set.\n',
  });
});
