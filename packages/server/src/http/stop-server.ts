import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Service } from './service/service.ts';

/** How long a stopping server goes on. */
export interface StopTimes {
  /** Milliseconds in which it takes calls although `/ready` says no, so that proxies learn of it. */
  readonly noticeMs: number;
  /** Milliseconds that calls in progress have after that. */
  readonly patienceMs: number;
}

const AT_ONCE: StopTimes = { noticeMs: 0, patienceMs: 8000 };
/** How often connections are looked at that have become idle. */
const IDLE_MS = 25;
/** What was given up has this long to say so. */
const LAST_WORDS_MS = 1000;

/** Ends a server; nothing that can still be answered is refused. */
export type StopServer = (times?: StopTimes) => Promise<void>;

/**
 * Follows the connections of a server from now on. To stop it: `/ready` turns, calls go on to be answered with
 * `Connection: close`; then no new connection is taken, open pages are sent elsewhere, calls in progress end, and connections are closed
 * as they become idle. What takes longer than it may is told to give up, and after a second the connection is cut.
 */
export function createStopServer(app: FastifyInstance, service: Service): StopServer {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  return async ({ noticeMs, patienceMs } = AT_ONCE) => {
    const { standing } = service;
    standing.stop();
    if (noticeMs > 0) await setTimeout(noticeMs);
    const stopped = new AbortController();
    const closing = app.close().finally(() => stopped.abort());
    const idle = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of unused) socket.end(); // connected in case, and never used
    }, IDLE_MS);
    try {
      if (await isOver(patienceMs, stopped.signal)) {
        standing.giveUp();
        if (await isOver(LAST_WORDS_MS, stopped.signal)) app.server.closeAllConnections();
      }
      await closing;
    } finally {
      clearInterval(idle);
      standing.end();
    }
  };
}

/** False where the signal came first. */
async function isOver(ms: number, signal: AbortSignal): Promise<boolean> {
  return setTimeout(ms, true, { signal }).catch(() => false);
}
