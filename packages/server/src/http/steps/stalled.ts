import type { FastifyReply } from 'fastify';

/** Ends an answer of which the client has taken nothing for so long; how long the server works at it does not count. */
export function endStalled({ raw }: FastifyReply, ms: number): void {
  raw.setTimeout(ms, () => {
    if ((raw.socket?.writableLength ?? 0) > 0) raw.destroy();
    else raw.setTimeout(ms);
  });
}
