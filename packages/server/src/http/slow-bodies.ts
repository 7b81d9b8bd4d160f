import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long bodies may take to arrive. */
export interface BodyPatience {
  /** A body has to be whole after so many seconds. */
  readonly seconds: number;
  /** Of a file that is imported, which may take longer, so many bytes at least have to arrive in that time, again and again. */
  readonly pace: number;
}

/** A request whose body is arriving. */
interface Arriving {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly isFile: boolean;
  looks: number;
  /** What its connection had received when its time began. */
  bytes: number;
}

/** Bodies that are arriving. */
export interface SlowBodies {
  /** Looks after the body of a request from now on, if it has one. */
  watch(request: FastifyRequest, reply: FastifyReply, isFile: boolean): void;
  close(): void;
}

const LOOKS = 6;

/**
 * Ends requests whose body does not arrive, also those that were answered already. Time is counted in looks, so that nobody pays
 * for a moment in which this process itself had no time. `end` answers a request that has no answer yet.
 */
export function createSlowBodies(
  { seconds, pace }: BodyPatience,
  end: (request: FastifyRequest, reply: FastifyReply) => void,
): SlowBodies {
  const arriving = new Set<Arriving>();
  const look = (): void => {
    for (const one of arriving) {
      if (one.request.raw.complete || one.request.raw.socket.destroyed) arriving.delete(one);
      else if (isOver(one, pace)) {
        arriving.delete(one);
        if (!one.reply.sent) end(one.request, one.reply.header('connection', 'close'));
        setImmediate(() => one.request.raw.socket.destroySoon());
      }
    }
  };
  const timer = setInterval(look, (seconds * 1000) / LOOKS);
  timer.unref();
  return {
    watch: (request, reply, isFile) => {
      const { raw } = request;
      const { 'content-length': length = '0', 'transfer-encoding': chunked } = raw.headers;
      if (!(raw.socket instanceof Socket) || raw.complete || (length === '0' && chunked === undefined)) return;
      arriving.add({ request, reply, isFile, looks: 0, bytes: raw.socket.bytesRead });
    },
    close: () => clearInterval(timer),
  };
}

function isOver(one: Arriving, pace: number): boolean {
  one.looks += 1;
  if (one.looks < LOOKS) return false;
  const { bytesRead } = one.request.raw.socket;
  if (!one.isFile || one.reply.sent || bytesRead - one.bytes < pace) return true;
  one.looks = 0;
  one.bytes = bytesRead;
  return false;
}
