import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const BIN = join(import.meta.dirname, '../../bin/ninefold.cjs');

/** Says of each process that begins what it was told of giving memory back. */
const TELLS = `console.log('began', process.pid, process.env.MALLOC_TRIM_THRESHOLD_ ?? 'as ever', process.argv.slice(2).join());`;

/** The processes that a command is, one after the other, each with what it was told. */
async function begun(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'tells.cjs');
  writeFileSync(script, TELLS);
  const run = promisify(execFile)(process.execPath, [BIN, ...args], {
    env: { ...process.env, NODE_OPTIONS: `--require ${script}`, ...env },
  });
  const { stdout } = await run.catch((failed: unknown) => failed as { readonly stdout: string }); // how a command fails
  return [...stdout.matchAll(/^began (\d+) (.+?) (\S+)$/gm)].map(([, ...told]) => told);
}

test.runIf(process.platform === 'linux')(
  'a process that serves begins anew, once, as the same process with the same arguments, and gives memory back',
  { timeout: 60_000 },
  async () => {
    const [first, second, ...more] = await begun(['run', 'no-such-folder', '--port=0']);
    expect(first?.slice(1)).toEqual(['as ever', 'run,no-such-folder,--port=0']);
    expect(second).toEqual([first?.[0], '65536', 'run,no-such-folder,--port=0']);
    expect(more).toEqual([]);
    const own = { MALLOC_TRIM_THRESHOLD_: '1', MALLOC_ARENA_MAX: '1' };
    expect(await begun(['run', 'no-such-folder'], own)).toHaveLength(1);
    expect((await begun(['help'])).map(([, told]) => told)).toEqual(['as ever']);
  },
);

const NOTES = `ninefold: 1
purpose: { name: notes }
entities: { note: { title: name, fields: { name: { type: string } } } }
roles: { all: { members: everyone, note: all } }
`;

test.runIf(process.platform === 'linux')(
  'a start that loads many rows begins once more before it answers, as the same process, and prints its greeting once',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'notes/data'), { recursive: true });
    writeFileSync(join(folder, 'tells.cjs'), TELLS);
    writeFileSync(join(folder, 'notes/application.yaml'), NOTES);
    writeFileSync(join(folder, 'notes/data/note.csv'), `name\n${'one\n'.repeat(1000)}`);
    const args = ['run', join(folder, 'notes'), '--demo', '--port', '0', '--data', join(folder, 'stored')];
    const server = spawn(process.execPath, [BIN, ...args], {
      env: { ...process.env, NODE_OPTIONS: `--require ${join(folder, 'tells.cjs')}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    let said = '';
    for await (const part of server.stdout) {
      said += String(part);
      if (said.includes('answers at')) break;
    }
    const pid = String(server.pid);
    const began = [...said.matchAll(/^began (\d+) (.+?) run,/gm)].map(([, ...told]) => told);
    expect(began).toEqual([
      [pid, 'as ever'],
      [pid, '65536'],
      [pid, '65536'],
    ]);
    expect(said.split('answers at')).toHaveLength(2);
  },
);
