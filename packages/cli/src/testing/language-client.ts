import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/ninefold.cjs', import.meta.url));

/** An editor: speaks to `ninefold lsp` over its standard input and output. */
export interface LanguageClient {
  request(method: string, params: unknown): Promise<unknown>;
  notify(method: string, params: unknown): void;
  /** The next notification of this kind for which the test holds. */
  told(method: string, test: (params: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  readonly exit: Promise<number | null>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export function startLanguageClient(): LanguageClient {
  const child = spawn(process.execPath, [BIN, 'lsp', '--stdio'], { env: { ...process.env, LC_ALL: 'C' } });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const notes: Message[] = [];
  const listeners = new Set<() => void>();
  let bytes = Buffer.alloc(0);
  let last = 0;
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`);
  };
  const take = (message: Message): void => {
    const asked = message.id === undefined || message.method !== undefined ? undefined : waiting.get(message.id);
    if (asked) return message.error ? asked.reject(new Error(message.error.message)) : asked.resolve(message.result);
    if (message.id !== undefined && message.method !== undefined) return send({ id: message.id, result: null });
    notes.push(message);
    for (const look of listeners) look();
  };
  child.stdout.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const head = /^Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(bytes.toString('latin1'));
      const length = Number(head?.[1]);
      if (!head || bytes.length < head[0].length + length) return;
      const body = bytes.subarray(head[0].length, head[0].length + length).toString('utf8');
      bytes = bytes.subarray(head[0].length + length);
      take(JSON.parse(body) as Message);
    }
  });
  return {
    request(method, params) {
      last += 1;
      const id = last;
      send({ id, method, params });
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    notify: (method, params) => send({ method, params }),
    told: (method, test) =>
      new Promise((resolve) => {
        const look = (): void => {
          const at = notes.findIndex((note) => note.method === method && test(note.params ?? {}));
          if (at === -1) return;
          listeners.delete(look);
          resolve(notes.splice(at, 1)[0]?.params ?? {});
        };
        listeners.add(look);
        look();
      }),
    exit: new Promise((resolve) => child.on('close', resolve)),
  };
}
