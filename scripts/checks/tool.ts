import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Check, Outcome } from './finding.ts';

/** A check that is a program of node_modules/.bin; it passes when every call of it exits with 0. */
export function toolCheck(name: string, calls: readonly (readonly [bin: string, ...args: string[]])[]): Check {
  return {
    name,
    async run(root): Promise<Outcome> {
      const outcomes = await Promise.all(calls.map(([bin, ...args]) => call(root, bin, args)));
      return { ok: outcomes.every((one) => one.ok), output: outcomes.map((one) => one.output).join('') };
    },
  };
}

function call(root: string, bin: string, args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules', '.bin', bin), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => resolve({ ok: false, output: `${bin}: ${error.message}\n` }));
    child.on('close', (code) => resolve({ ok: code === 0, output: code === 0 ? '' : output }));
  });
}
