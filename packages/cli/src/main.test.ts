import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runNinefold } from './testing/run-ninefold.ts';

const EMPTY = fileURLToPath(new URL('../../../examples/empty', import.meta.url));
const PATIENCE = 30_000;

async function ended(args: readonly string[], more: Parameters<typeof runNinefold>[1] = {}) {
  const command = runNinefold(args, more);
  const code = await command.exit;
  return { code, ...command.output() };
}

function broken(): string {
  const { folder } = runNinefold(['--version']);
  mkdirSync(join(folder, 'spec'));
  writeFileSync(
    join(folder, 'spec', 'app.yaml'),
    'ninefold: 1\nentities:\n  note:\n    fields:\n      text: { type: strin }\n',
  );
  return join(folder, 'spec');
}

test.each([
  ['an unknown flag', ['run', EMPTY, '--prot', '1'], 2, 'There is no flag --prot; did you mean --port?'],
  ['an unknown command', ['rnu'], 2, 'There is no command rnu; did you mean run?'],
  [
    'a port that is none',
    ['run', EMPTY, '--port', 'x'],
    2,
    '--port has to be a whole number from 0 to 65535, not "x".',
  ],
  ['a folder that is not there', ['run', 'nowhere'], 1, 'The folder nowhere does not exist.'],
  ['a folder that is not there to follow', ['dev', 'nowhere'], 1, 'The folder nowhere does not exist.'],
  [
    'a folder without a specification',
    ['run', '.'],
    1,
    'There is no specification in .: it needs at least an app.yaml.',
  ],
  [
    'demo on every address',
    ['run', EMPTY, '--demo', '--host', '0.0.0.0'],
    1,
    '--demo signs anybody in with one click, so it is refused on 0.0.0.0; add --no-demo, or stay on 127.0.0.1.',
  ],
  [
    'a folder for data that cannot be',
    ['run', EMPTY, '--port', '0', '--data', '/dev/null/x'],
    1,
    'The data cannot be kept in /dev/null/x/data.sqlite: ',
  ],
])(
  '%s is one sentence and no stack',
  async (_, args, code, sentence) => {
    const result = await ended(args);
    expect(result.err).toMatch(/^ninefold: .*\n$/);
    expect(result.err).toContain(`ninefold: ${sentence}`);
    expect(result).toMatchObject({ code, out: '' });
  },
  PATIENCE,
);

test(
  'what keeps it from starting is said in the language of the terminal, or the one that is asked for',
  async () => {
    const japanese = { env: { LANG: 'ja_JP.UTF-8', LC_ALL: '' } };
    const [ran, checked, asked, english] = await Promise.all([
      ended(['run', 'nowhere'], japanese),
      ended(['check', 'nowhere'], japanese),
      ended(['dev', EMPTY, '--language', 'ja', '--host', '0.0.0.0']),
      ended(['run', 'nowhere', '--language', 'en'], japanese),
    ]);
    expect(ran).toMatchObject({ code: 1, err: 'ninefold: フォルダー nowhere はありません。\n' });
    expect(checked).toMatchObject({ code: 2, err: ran.err });
    expect(asked.err).toBe(
      'ninefold: dev は仕様書を誰にでも見せるため、127.0.0.1 でのみ動作します（指定は 0.0.0.0）。\n',
    );
    expect(english.err).toBe('ninefold: The folder nowhere does not exist.\n');
  },
  PATIENCE,
);

test.each([
  [{ NINEFOLD_PORT: 'x' }, 2, 'NINEFOLD_PORT has to be a whole number'],
  [{ NINEFOLD_DEMO: 'perhaps' }, 2, 'NINEFOLD_DEMO has to be 1 or 0'],
  [{ NINEFOLD_DATABASE: 'mysql://x' }, 1, 'The database has to be given as sqlite:<file>'],
  [{ NINEFOLD_ERRORS_DSN: 'x' }, 1, 'NINEFOLD_ERRORS_DSN has to have the form https://key@host/project.'],
])(
  '%j is one sentence',
  async (env, code, sentence) => {
    const result = await ended(['run', EMPTY], { env });
    expect(result.err).toMatch(/^ninefold: .*\n$/);
    expect(result.err).toContain(sentence);
    expect(result.code).toBe(code);
  },
  PATIENCE,
);

test(
  'a taken port is one sentence',
  async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const port = String((taken.address() as AddressInfo).port);
    const result = await ended(['run', EMPTY, '--port', port]);
    taken.close();
    expect(result.err).toBe(`ninefold: Port ${port} on 127.0.0.1 is already taken; choose another one with --port.\n`);
    expect(result.code).toBe(1);
  },
  PATIENCE,
);

test(
  'a broken specification is told by place, and does not run',
  async () => {
    const folder = broken();
    const [checked, ran, sarif] = await Promise.all([
      ended(['check', folder]),
      ended(['run', folder, '--port', '0']),
      ended(['check', folder, '--format', 'sarif']),
    ]);
    expect(JSON.parse(sarif.out)).toMatchObject({ version: '2.1.0' });
    expect(sarif.out).toContain('"ruleId": "NF0110"');
    expect(sarif).toMatchObject({ code: 1, err: '' });
    expect(checked.out).toContain('app.yaml:5:');
    expect(checked.out).toContain('1 error');
    expect(checked.code).toBe(1);
    expect(ran.err).toContain('app.yaml:5:');
    expect(ran.err).toContain('cannot run: 1 error.');
    expect(ran.err).not.toContain('    at ');
    expect(ran.code).toBe(1);
  },
  PATIENCE,
);

test(
  'check says what is not shown, and --complete fails on it',
  async () => {
    const [checked, complete] = await Promise.all([ended(['check', EMPTY]), ended(['check', EMPTY, '--complete'])]);
    expect(checked).toMatchObject({ code: 0, err: '' });
    expect(checked.out).toContain('  3 entities: 0 shown, 2 not shown\n');
    expect(checked.out).toContain('      entities — meanwhile: there are users and no other entities.\n');
    expect(complete.code).toBe(1);
  },
  PATIENCE,
);

test(
  'run answers, makes the first administrator by its link, keeps data in the folder, and stops when told to',
  async () => {
    const server = runNinefold(['run', EMPTY, '--port', '0']);
    await server.printed('answers at http://127.0.0.1:');
    await server.printed('/_/setup/');
    const [address = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(server.output().out) ?? [];
    const session = (await (await fetch(`${address}/_/session`)).json()) as { name: string; setup: boolean };
    expect(session).toMatchObject({ name: 'app', setup: true });
    server.stop('SIGTERM');
    expect(await server.exit).toBe(0);
    expect(server.output().err).not.toContain('    at ');
    const again = runNinefold(['run', EMPTY, '--port', '0'], { folder: server.folder });
    await again.printed('answers at');
    again.stop('SIGINT');
    expect(await again.exit).toBe(0);
  },
  2 * PATIENCE,
);

test(
  'help and version',
  async () => {
    const [help, version, bare] = await Promise.all([ended(['--help']), ended(['--version']), ended([])]);
    expect(help.out).toMatch(/ninefold\S* run \[folder\]/);
    expect(bare.out).toBe(help.out);
    expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect([help.code, version.code, bare.code]).toEqual([0, 0, 0]);
  },
  PATIENCE,
);

test.each([
  ['one that succeeds', () => ['help'], 0],
  ['one that finds errors', () => ['check', broken()], 1],
] as const)('a command whose reader stops ends as it would without: %s', async (_, args, status) => {
  const command = runNinefold(args());
  command.closeOutput();
  expect([await command.exit, command.output().err]).toEqual([status, '']);
});
