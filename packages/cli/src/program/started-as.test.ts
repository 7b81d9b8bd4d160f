import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runNinefold } from '../testing/run-ninefold.ts';
import { startedAs } from './started-as.ts';

const place = mkdtempSync(join(tmpdir(), 'ninefold-started-'));
const folderWith = (...parts: readonly string[]): string => {
  const folder = join(place, ...parts);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'ninefold'), '');
  return folder;
};
const onPath = folderWith('usr', 'bin');
folderWith('project', 'node_modules', '.bin');
const project = join(place, 'project');
const below = join(project, 'apps', 'clinic');
mkdirSync(below, { recursive: true });
const PATH = `/nowhere:${onPath}`;
const file = join(project, 'node_modules', '.bin', 'ninefold');
const npm = { npm_config_user_agent: 'npm/11.0.0 node/v24.21.0 linux x64', npm_command: 'exec' };

test.each([
  ['npx in a project', { env: npm, file, folder: project }, 'npx ninefold'],
  ['npx where nothing is installed', { env: npm, file, folder: place }, 'npx ninefold'],
  ['a script of npm', { env: { ...npm, npm_command: 'run-script', PATH }, file, folder: project }, 'npx ninefold'],
  ['pnpm', { env: { npm_config_user_agent: 'pnpm/10.1.0 npm/?' }, file, folder: project }, 'pnpm exec ninefold'],
  ['yarn', { env: { npm_config_user_agent: 'yarn/1.22.22 npm/?' }, file, folder: below }, 'yarn ninefold'],
  ['bun', { env: { npm_config_user_agent: 'bun/1.2.0 npm/?' }, file, folder: project }, 'bunx ninefold'],
  ['the shell', { env: { PATH }, file: join(onPath, 'ninefold'), folder: place }, 'ninefold'],
  [
    'a script of npm with a program of the machine',
    { env: { ...npm, npm_command: 'run-script', PATH }, file, folder: place },
    'ninefold',
  ],
  ['the path of the file in a project', { env: {}, file, folder: below }, 'npx ninefold'],
  ['a path from a folder outside', { env: {}, file, folder: place }, './project/node_modules/.bin/ninefold'],
  ['Node', { env: {}, file: join(place, 'bin', 'ninefold.cjs'), folder: place }, 'node ./bin/ninefold.cjs'],
  [
    'Node with a path that has spaces',
    { env: {}, file: '/a b/ninefold.cjs', folder: place },
    'node "/a b/ninefold.cjs"',
  ],
  ['nothing that says so', { env: {}, file: null, folder: place }, 'ninefold'],
])('started by %s', (_, start, command) => {
  expect(startedAs(start)).toBe(command);
});

test('what commands suggest can be typed where the person is', async () => {
  const env = { PATH: '', npm_config_user_agent: npm.npm_config_user_agent, npm_command: 'exec' };
  const [help, wrong, made] = [['help'], ['nonsense-'], ['new', 'clinic']].map((args) => runNinefold(args, { env }));
  for (const each of [help, wrong, made]) await each?.exit;
  expect(help?.output().out).toContain('\n  npx ninefold run [folder]');
  expect(wrong?.output().err).toBe('ninefold: There is no command nonsense-; see npx ninefold help.\n');
  expect(made?.output().out).toContain('\n  npx ninefold dev clinic\n');
  const stored = runNinefold(['export', 'user', 'clinic', '--as', 'ann@example.com'], {
    env,
    folder: made?.folder ?? '',
  });
  await stored.exit;
  expect(stored.output().err).toBe('ninefold: There is no stored data yet; npx ninefold run makes it.\n');
}, 60_000);
