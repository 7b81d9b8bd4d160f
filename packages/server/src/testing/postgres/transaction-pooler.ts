import { connect, createServer, type Socket } from 'node:net';

/** A connection pooler in front of a PostgreSQL that trusts everybody. */
export interface Pooler {
  readonly port: number;
  close(): Promise<void>;
}

/** A session with PostgreSQL that no client has at this moment. */
interface Session {
  readonly socket: Socket;
  client: Socket | null;
}

/** What PostgreSQL sends when it waits for the next message, and whether it is in a transaction. */
const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
/** `AuthenticationOk`, and `ReadyForQuery`. */
const LET_IN = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, IDLE]);

/** Gives each transaction whichever session is free, as poolers do in transaction mode. Clients ask without TLS and without a password. */
export async function startTransactionPooler(to: number): Promise<Pooler> {
  const sockets = new Set<Socket>();
  const free: Session[] = [];
  const take = async (startup: Buffer): Promise<Session> =>
    free.pop() ?? (await openSession(to, startup, free, sockets));
  const server = createServer((client) => {
    sockets.add(client);
    let startup: Buffer | null = null;
    let session: Promise<Session> | null = null;
    client.on('error', () => client.destroy());
    client.on('data', (bytes: Buffer) => {
      if (startup === null) {
        startup = bytes;
        client.write(LET_IN);
        return;
      }
      const { client: owner } = heldBy.get(client) ?? { client: null };
      if (owner !== client) session = take(startup).then((one) => Object.assign(one, { client }));
      void session?.then((one) => {
        heldBy.set(client, one);
        one.socket.write(bytes);
      });
    });
  });
  const heldBy = new WeakMap<Socket, Session>();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Opens a session with what a client sent first, and gives it back whenever it is in no transaction. */
function openSession(to: number, startup: Buffer, free: Session[], sockets: Set<Socket>): Promise<Session> {
  return new Promise((resolve) => {
    const socket = connect(to, '127.0.0.1', () => socket.write(startup));
    const session: Session = { socket, client: null };
    sockets.add(socket);
    let isOpen = false;
    let waiting = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes: Buffer) => {
      if (isOpen) session.client?.write(bytes);
      waiting = Buffer.concat([waiting, bytes]);
      while (waiting.length >= 5 && waiting.length > waiting.readUInt32BE(1)) {
        const isIdle = waiting[0] === READY && waiting[5] === IDLE;
        waiting = waiting.subarray(1 + waiting.readUInt32BE(1));
        if (!isIdle) continue;
        if (isOpen) {
          session.client = null;
          free.push(session);
        } else {
          isOpen = true;
          resolve(session);
        }
      }
    });
  });
}
