import { spawn, type ChildProcess } from 'node:child_process';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

/** What is served, by the sources of which checkout. */
export interface Order {
  readonly checkout: string;
  /** Of the specification. */
  readonly folder: string;
  readonly data: string;
  readonly demo: boolean;
  readonly database: string | null;
}

/** One call as it goes over the wire. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** A server in a process of its own, with the clock and the chance of `fixed.cjs`. */
export interface ServerOf {
  readonly setupLink: string | null;
  send(call: Outgoing): Promise<Answer>;
  stop(): Promise<void>;
}

const HERE = import.meta.dirname;

/** Starts it; throws with what it wrote where it ends before it answers. */
export async function serverOf(order: Order): Promise<ServerOf> {
  const args = ['--disable-warning=ExperimentalWarning', '--require', join(HERE, 'fixed.cjs')];
  const child = spawn(process.execPath, [...args, join(HERE, 'serve.ts'), JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TZ: 'UTC' },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { address, setupLink } = await firstLine(child);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    setupLink,
    send: (call) => send(new URL(address), agent, call),
    stop: async () => {
      agent.destroy();
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function firstLine(
  child: ChildProcess,
): Promise<{ readonly address: string; readonly setupLink: string | null }> {
  if (child.stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as never; // as `serve.ts` says it
  throw new Error('the server ended before it answered');
}

function send({ hostname, port }: URL, agent: Agent, { method, path, headers, body }: Outgoing): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    // The port differs between two servers; what is answered about the host must not.
    const sent = { host: 'localhost:4900', ...length, ...headers };
    const call = request({ hostname, port, agent, method, path, headers: sent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) }),
      );
    });
    call.on('error', reject);
    call.end(body ?? undefined);
  });
}
