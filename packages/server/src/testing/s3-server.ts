import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A store that speaks S3, in a process of its own: another implementation than the one that we speak with. */
export interface S3Server {
  /** As `NINEFOLD_FILES` names it. */
  readonly setting: string;
  /** Ends the process; what it stored stays. */
  stop(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

const PROGRAM = `
const Server = require('@20minutes/s3rver');
const [directory, port, mismatched] = process.argv.slice(1);
const configureBuckets = [{ name: 'desk', configs: [] }];
new Server({ directory, port: Number(port), silent: true, configureBuckets, allowMismatchedSignatures: mismatched !== '' }).run().then(({ port }) => console.log(port));
`;

/** Starts one with an empty bucket. Where it lists what is there it has to take every signature: it signs the address of a bucket without its last slash, which no other store does. */
export async function startS3({ lists }: { readonly lists: boolean }): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-s3-'));
  let running: ChildProcess | null = null;
  let port = '0';
  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, ['-e', PROGRAM, folder, port, lists ? 'lists' : ''], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running = started;
    const [line] = (await once(started.stdout, 'data')) as [Buffer]; // the port, once it listens
    port = line.toString().trim();
  };
  const stop = async (): Promise<void> => {
    if (running === null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
    running = null;
  };
  await start();
  return {
    setting: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/desk/some/folder?region=eu-central-1`,
    start,
    stop,
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
