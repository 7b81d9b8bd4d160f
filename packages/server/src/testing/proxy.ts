import { Agent, createServer, request, type IncomingMessage } from 'node:http';

/** A proxy in front of several servers, as operators put one there. */
export interface Proxy {
  readonly address: string;
  /** How many calls were sent to another server. */
  repeated(): number;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const LOOK_MS = 50;
const MOST_TRIES = 20;

/**
 * Sends each call to a server whose `/ready` was fine, over connections that it keeps. A call that certainly was not made is sent to
 * another server: its connection was refused, or the server says `stopping`. So is one that got no answer and may be made twice: one
 * that only reads, or has an `Idempotency-Key`.
 */
export async function startProxy(servers: readonly string[]): Promise<Proxy> {
  const agents = new Map(servers.map((server) => [server, new Agent({ keepAlive: true })]));
  const ready = new Set(servers);
  let turn = 0;
  let repeated = 0;
  const look = async (server: string): Promise<void> => {
    const isReady = await fetch(`${server}/ready`, { headers: { connection: 'close' } }).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) ready.add(server);
    else ready.delete(server);
  };
  const timer = setInterval(() => void Promise.all(servers.map(look)), LOOK_MS);
  const choose = (): string => {
    const fine = servers.filter((server) => ready.has(server));
    const some = fine.length > 0 ? fine : servers;
    turn += 1;
    return some[turn % some.length] ?? '';
  };
  const proxy = createServer((asked, response) => {
    void (async () => {
      const body = await bodyOf(asked);
      for (let tried = 1; ; tried += 1) {
        const server = choose();
        const answer = await send(server, asked, body, agents.get(server)).catch((cause: unknown) => cause);
        const isRefused = isAnswer(answer) && answer.status === 503 && /"code":"stopping"/.test(answer.body.toString());
        if (isAnswer(answer) && (!isRefused || tried === MOST_TRIES)) {
          const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...headers } = answer.headers;
          response.writeHead(answer.status, headers).end(answer.body);
          return;
        }
        const isTwice = asked.method === 'GET' || asked.headers['idempotency-key'] !== undefined;
        const isUnmade = isRefused || (answer as { code?: string }).code === 'ECONNREFUSED';
        if (tried === MOST_TRIES || !(isUnmade || isTwice)) {
          response.writeHead(502).end(String(answer));
          return;
        }
        ready.delete(server);
        repeated += 1;
      }
    })();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const bound = proxy.address();
  return {
    address: `http://127.0.0.1:${String(typeof bound === 'object' && bound ? bound.port : 0)}`,
    repeated: () => repeated,
    close: async () => {
      clearInterval(timer);
      for (const agent of agents.values()) agent.destroy();
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'status' in value && 'body' in value;
}

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array)); // bytes, since no encoding is set
  return Buffer.concat(chunks);
}

function send(server: string, asked: IncomingMessage, body: Buffer, agent: Agent | undefined): Promise<Answer> {
  const { connection: _, 'transfer-encoding': __, ...headers } = asked.headers;
  return new Promise((resolve, reject) => {
    const sent = request(`${server}${asked.url ?? ''}`, {
      ...(agent ? { agent } : {}),
      ...(asked.method === undefined ? {} : { method: asked.method }),
      headers: { ...headers, 'content-length': body.length },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      bodyOf(response).then(
        (answer) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answer }),
        reject,
      );
    });
    sent.end(body);
  });
}
