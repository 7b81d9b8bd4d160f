import type { FastifyReply } from 'fastify';

/** Ends an answer of which the client has taken nothing for so long; how long the server works at it does not count. */
export function endStalled({ raw }: FastifyReply, ms: number): void {
  const look = (): void => {
    if ((raw.socket?.writableLength ?? 0) > 0) raw.destroy();
    else if (!raw.destroyed) wait();
  };
  const wait = (): void => {
    raw.off('timeout', look); // an injected answer takes no time without a listener
    raw.setTimeout(ms, look);
  };
  wait();
}
