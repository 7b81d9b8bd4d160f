import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** A program that builds, as a package in `root` has it. */
export interface Builder {
  /** The folder of the package that it is run for; it is run there. */
  readonly root: string;
  /** The package that has it, and its file therein. */
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  /** Ends it. */
  readonly stopped: AbortSignal | undefined;
}

/** Runs it in a process of its own. Null when it went well, else what it said. */
export function runBuilder({ root, name, file, args, stopped }: Builder): Promise<string | null> {
  const manifest = createRequire(join(root, 'package.json')).resolve(`${name}/package.json`);
  const child = spawn(process.execPath, [join(dirname(manifest), file), ...args], {
    cwd: root,
    // whoever starts it under tests or while developing gets the same files as everybody
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  stopped?.addEventListener('abort', () => child.kill());
  let said = '';
  const listen = (chunk: Buffer): void => {
    said += chunk.toString('utf8');
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) =>
      resolve(code === 0 ? null : stripVTControlCharacters(said).trim() || `The build ended with ${String(code)}.`),
    );
  });
}
